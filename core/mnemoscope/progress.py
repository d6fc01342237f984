"""Progress is cancelling: long work calls ``progress(done, total)``, which may raise ``Cancelled``."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called between batches; a window's version raises ``errors.Cancelled`` to stop the work."""

    def __call__(self, done: int, total: int | None) -> None: ...


def silent(done: int, total: int | None) -> None:
    """Progress for nobody."""
