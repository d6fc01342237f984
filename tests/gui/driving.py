"""How tests drive the real window, as a person would."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from mnemoscope.records import RecordId
from mnemoscope_gui.values import Stage
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


def pick(window: Window, qtbot: QtBot, *paths: Path) -> None:
    """Type these into the dialog that asks for files, and accept it."""
    wait(qtbot, lambda: any(dialog.isVisible() for dialog in window.findChildren(QFileDialog)))
    dialog = next(dialog for dialog in window.findChildren(QFileDialog) if dialog.isVisible())
    name = dialog.findChild(QLineEdit, "fileNameEdit")
    assert name is not None
    name.setText(str(paths[0]) if len(paths) == 1 else " ".join(f'"{path}"' for path in paths))
    qtbot.keyClick(name, Qt.Key.Key_Return)


def looked_at(window: Window, qtbot: QtBot) -> None:
    """Until it is known of every source what it would bring."""
    settled(window, qtbot, Stage.WAITING, Stage.READING)


def settled(window: Window, qtbot: QtBot, *busy: Stage) -> None:
    """Until no source is at these stages, and the page shows it."""
    sources = window.imports.importing
    wait(qtbot, lambda: not any(some.stage in busy for some in sources.sources) and window.imports.is_settled)


def bring_in(window: Window, qtbot: QtBot, *paths: Path) -> None:
    """Import these files, as a person would from the page."""
    window.files.bring_in(list(paths))
    looked_at(window, qtbot)
    qtbot.mouseClick(window.imports.begin, Qt.MouseButton.LeftButton)
    settled(window, qtbot, Stage.IMPORTING)


def plain(html: str) -> str:
    """The text alone, without the marks of its direction."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub("[\u200e\u2068\u2069]", "", html))).strip()
