"""Progress is cancelling: long work calls ``progress(done, total)``, which may raise ``Cancelled``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mnemoscope.errors import Cancelled


class Progress(Protocol):
    """Called between batches; a window's version raises ``errors.Cancelled`` to stop the work."""

    def __call__(self, done: int, total: int | None) -> None: ...


def silent(done: int, total: int | None) -> None:
    """Progress for nobody."""


def while_wanted(is_wanted: Callable[[], bool]) -> Progress:
    """Progress that tells nobody, and gives the work up where it is not wanted any more."""

    def told(done: int, total: int | None) -> None:
        if not is_wanted():
            raise Cancelled

    return told


def part(progress: Progress, first: int, last: int) -> Progress:
    """Progress of one part of a work whose parts are measured in hundredths: from ``first`` to ``last``."""

    def told(done: int, total: int | None) -> None:
        progress(first + (last - first) * done // max(total or 1, 1), 100)

    return told
