"""What stays where it is on the screen while the rows round it change."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView


@dataclass(frozen=True, slots=True)
class Anchor:
    """A row by its key, and how far below the edge of the view it stands."""

    key: Hashable
    top: int
    is_at_top: bool
    """The list is not scrolled: then what is new on top comes in sight, as long as the row itself stays so."""

    def hold(self, view: QAbstractItemView, row: int | None) -> None:
        """Bring the row, where it stands now, back to where it was on the screen."""
        if row is None or view.model() is None:
            return
        index, bar = view.model().index(row, 0), view.verticalScrollBar()
        if self.is_at_top:
            bar.setValue(0)
            view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        else:
            bar.setValue(bar.value() + view.visualRect(index).top() - self.top)


def anchor(view: QAbstractItemView, key: Callable[[int], Hashable]) -> Anchor | None:
    """The current row where it is in sight, else the first one that is; ``None`` where there is none."""
    current, seen = view.currentIndex(), view.viewport().rect()
    if not current.isValid() or not seen.intersects(view.visualRect(current)):
        current = view.indexAt(QPoint(seen.center().x(), 0))
    if not current.isValid():
        return None
    is_at_top = view.verticalScrollBar().value() == 0
    return Anchor(key(current.row()), view.visualRect(current).top(), is_at_top)
