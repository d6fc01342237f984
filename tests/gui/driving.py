"""How tests drive the real window, as a person would."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope.records import RecordId
from mnemoscope_gui.window import Window

from .conftest import PATIENCE

QUESTION = "What shift was Admon on Sunday?"
Ask = Callable[[str], None]


def wait(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    """Until this holds."""
    qtbot.waitUntil(holds, timeout=PATIENCE)


def choose(window: Window, qtbot: QtBot, word: str) -> RecordId:
    """Walk with the arrow keys to the first served record that holds the word."""
    qtbot.keyClick(window.recall.query.question, Qt.Key.Key_Down)
    view = window.recall.results.view
    rows = window.recall.results.model.records
    target = next(place for place, row in enumerate(rows) if word in row.record.indexed_text)
    while (row := view.currentIndex().row()) != target:
        qtbot.keyClick(view, Qt.Key.Key_Down if row < target else Qt.Key.Key_Up)
    id = rows[target].hit.id
    wait(qtbot, lambda: window.session.detail is not None and window.session.detail.record.id == id)
    return id


def plain(html: str) -> str:
    """The text alone, without the marks of its direction."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub("[\u200e\u2068\u2069]", "", html))).strip()
