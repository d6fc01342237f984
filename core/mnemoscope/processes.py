"""Whether the process that left something half done is still at it."""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from pathlib import Path

CLOCK_SHIFT = 5.0
"""Seconds by which a process's start may seem to move while it runs."""


def this_process() -> str:
    """Host, number and start of this process, as one line that ``runs`` understands."""
    return json.dumps([socket.gethostname(), os.getpid(), _started(os.getpid())])


def runs(process: str) -> bool:
    """Whether a process is alive; one of another machine is believed to be."""
    host, pid, started = json.loads(process)
    if host != socket.gethostname():
        return True
    now_started = _started(pid)
    # Linux counts a start from the boot, whose time shifts a little with the clock.
    return now_started is not None and started is not None and abs(now_started - started) < CLOCK_SHIFT


def others_with(path: Path) -> list[str]:
    """Name and number of the other processes that have a file open, as far as the system tells this one."""
    import psutil

    found = []
    wanted = str(path.resolve())
    for process in psutil.process_iter(["name"]):
        with suppress(psutil.Error, OSError):
            if process.pid != os.getpid() and any(some.path == wanted for some in process.open_files()):
                found.append(f"{process.info['name']} ({process.pid})")
    return found


def _started(pid: int) -> float | None:
    import psutil

    try:
        return float(psutil.Process(pid).create_time())
    except psutil.Error:
        return None
