"""The command line: a door for those without a window. Prints; everything it prints is computed elsewhere.

Errors are one sentence on standard error and exit status 1; wrong usage is 2. Numbers in JSON are never localised.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from mnemoscope.commands import (
    acts,
    asking,
    curating,
    expecting,
    intake,
    linking,
    measuring,
    outgo,
    past,
    reviewing,
    serving,
    trying,
    upkeep,
)
from mnemoscope.commands.doors import ACTOR, bar, note, with_ids_of
from mnemoscope.errors import Cancelled, NotWritable, OlderSchema, VaultError
from mnemoscope.messages import message
from mnemoscope.usage import Command, parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    _ready_streams()
    options = parser(DOORS).parse_args(arguments)
    command: Command = options.command
    try:
        if "-" in getattr(options, "ids", ()):
            options.ids = with_ids_of(options.ids, sys.stdin)
        status = command(options)
        sys.stdout.flush()  # here its error is one sentence
        return status
    except VaultError as error:
        note(error)
        return 1
    except (KeyboardInterrupt, Cancelled):
        print("mnemoscope: stopped; what was written stays.", file=sys.stderr)
        return 130
    except OSError as error:
        if error.filename is not None:  # not of the output
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        note(message("output.failed", detail=error.strerror or str(error)))
        return 1


def _ready_streams() -> None:
    """Standard streams that take any text; one that is closed takes nothing, and gives nothing."""
    for name, mode, errors in (
        ("stdin", "r", "replace"),
        ("stdout", "w", "replace"),
        ("stderr", "w", "backslashreplace"),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for as long as the process lives
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def _display() -> bool:
    """Whether a window can be shown: there is a display, and Qt."""
    from importlib.util import find_spec

    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform in {"offscreen", "minimal"} or find_spec("PySide6") is None:
        return False
    if platform or sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _window(vault: Path | None, new_window: bool) -> int:
    """Start the window: the package that has one says so as an entry point, and is imported only here."""
    from importlib.metadata import entry_points

    for entry in entry_points(group="mnemoscope.window"):
        return int(entry.load()(vault, new_window))
    raise VaultError("open.no_window")


def _demo(options: argparse.Namespace) -> int:
    from mnemoscope import demo

    target = demo.path()
    with bar("Making the demo vault") as progress:
        try:
            demo.make(target, progress)
        except OSError as error:
            raise NotWritable("vault.not_writable", path=str(target), detail=error.strerror or str(error)) from error
    if _display():
        return _window(target, options.new_window)
    print(f"The demo vault is {target}. There is no display, so here is its recall.\n")
    status = main(["recall", str(target), demo.QUESTION])
    if status == 0:
        print()
        status = main(["why", str(target), demo.QUESTION, "--record", demo.answer()])
    return status


def _open(options: argparse.Namespace) -> int:
    from mnemoscope.vault import Vault

    if options.vault is not None:
        with suppress(OlderSchema):  # the window brings it up to date
            Vault.open(options.vault, ACTOR, read_only=True).close()  # what is wrong with it is said here, in words
    if not _display():
        raise VaultError("open.no_display")
    return _window(options.vault, options.new_window)


DOORS: Mapping[str, Command] = {
    "demo": _demo,
    "open": _open,
    "import": intake.import_files,
    "doctor": upkeep.doctor,
    "mcp": serving.serve,
    "export": outgo.export,
    "backup": outgo.back_up,
    "add": intake.add_record,
    "link": linking.link,
    "unlink": linking.unlink,
    "sources": linking.show_sources,
    "refresh": linking.refresh,
    "recall": asking.ask,
    "why": asking.explain,
    "deactivate": trying.unless_tried(acts.deactivate, trying.deactivated),
    "restore": trying.unless_tried(acts.restore, trying.restored),
    "forget": acts.forget,
    "supersede": trying.unless_tried(acts.supersede, trying.superseded),
    "unsupersede": trying.unless_tried(acts.unsupersede, trying.unsuperseded),
    "dates": trying.unless_tried(curating.set_dates, trying.dated),
    "move": trying.unless_tried(curating.move, trying.moved),
    "edit": curating.edit,
    "history": past.show_history,
    "replay": past.replay,
    "log": past.switch_log,
    "expect": expecting.expect,
    "unexpect": expecting.unexpect,
    "check": expecting.check,
    "profiles": expecting.show_or_save_profiles,
    "review": reviewing.review,
    "undo": acts.undo,
    "redo": acts.redo,
    "revert": curating.revert,
    "embed": upkeep.embed,
    "index": upkeep.index,
    "stats": upkeep.show_stats,
    "bench": measuring.measure,
    "verify": measuring.verify,
    "verdicts": measuring.judge,
}
"""What each command runs."""


if __name__ == "__main__":
    sys.exit(main())
