"""Which rows of a list are marked: the model asks who knows, and its delegate and a screen reader ask the model."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import QAbstractItemModel, Qt

from mnemoscope.records import RecordId
from mnemoscope_gui.wording import say

MARKED_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Whether the row's record is marked."""

Marked = Container[RecordId]
NOBODY: Marked = frozenset[RecordId]()


def tell_marked(model: QAbstractItemModel) -> None:
    """Other rows are marked than before."""
    if rows := model.rowCount():
        model.dataChanged.emit(model.index(0, 0), model.index(rows - 1, model.columnCount() - 1))


def spoken_mark(words: str, is_marked: bool) -> str:
    """A row in words, its mark first."""
    return f"{say('marked.spoken')}, {words}" if is_marked else words
