"""Everything that can have the focus has a name for a screen reader, and the keys reach it in the order of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope_gui import look
from mnemoscope_gui.frame.dialogs import CrashDialog, ShortcutsDialog
from mnemoscope_gui.values import Course
from mnemoscope_gui.window import Window

from .driving import QUESTION, Ask, choose, looked_at, wait


def nameless(root: QWidget) -> list[str]:
    """What can have the focus, is shown, and tells a screen reader nothing of what it is."""
    found = []
    for widget in (root, *root.findChildren(QWidget)):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or widget.objectName().startswith("qt_"):
            continue
        if isinstance(widget, QLabel | QPushButton | QToolButton) and not widget.text() and not widget.isVisible():
            continue  # it is given its text when it is shown
        told = QAccessible.queryAccessibleInterface(widget)
        name = told.text(QAccessible.Text.Name) if told is not None else ""
        if not name.strip():
            found.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    return found


def test_first_run_page_has_a_name_for_everything(window: Window) -> None:
    assert not (bad := nameless(window)), ", ".join(bad)


def test_window_with_an_answer_has_a_name_for_everything(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    open_window.inspector.ask_reason()
    open_window.notice.tell("Something", button="Do")
    open_window.open_palette()
    for tab in range(open_window.inspector.tabs.count()):
        open_window.inspector.tabs.setCurrentIndex(tab)
        assert not (bad := nameless(open_window)), ", ".join(bad)


def test_import_page_has_a_name_for_everything(open_window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    source = tmp_path / "memories.csv"
    source.write_text("id,text,mood\n1,The boiler code is ORANGE-77.,calm\n")
    open_window.go_to_import()
    assert not (bad := nameless(open_window)), ", ".join(bad)
    open_window.files.bring_in([source])
    looked_at(open_window, qtbot)
    for tab in range(open_window.imports.arrivals.tabs.count()):
        open_window.imports.arrivals.tabs.setCurrentIndex(tab)
        assert not (bad := nameless(open_window)), ", ".join(bad)


def test_doctor_page_has_a_name_for_everything(open_window: Window, qtbot: QtBot) -> None:
    open_window.go_to_doctor()
    assert not (bad := nameless(open_window)), ", ".join(bad)
    wait(qtbot, lambda: open_window.doctor.doctor.checkup.course is Course.DONE)
    assert not (bad := nameless(open_window)), ", ".join(bad)


@pytest.mark.parametrize("make", [ShortcutsDialog, lambda: CrashDialog(ValueError("x"))])
def test_dialogs_have_a_name_for_everything(make: type[QWidget], qtbot: QtBot) -> None:
    dialog = make()
    qtbot.addWidget(dialog)
    dialog.show()
    assert not (bad := nameless(dialog)), ", ".join(bad)


def test_tab_walks_from_the_question_over_the_chips_and_rows_to_the_inspector(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    open_window.recall.query.question.setFocus()
    seen: list[QWidget] = []
    for _ in range(40):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus is open_window.recall.query.question:
            break
        seen.append(focus)
    order = [seen.index(w) for w in (open_window.recall.query.profile, open_window.recall.results.view)]
    first_chip = next(at for at, w in enumerate(seen) if open_window.recall.sight.isAncestorOf(w))
    in_inspector = [at for at, w in enumerate(seen) if open_window.inspector.isAncestorOf(w)]
    assert order[0] < first_chip < order[1] < min(in_inspector)
    assert in_inspector == list(range(min(in_inspector), max(in_inspector) + 1))


def test_every_title_of_the_list_is_explained_where_it_stands(open_window: Window, ask: Ask) -> None:
    ask(QUESTION)
    titles = open_window.recall.results.titles
    grid = look.hit_grid(titles._view.viewport().width())
    tips = [titles.tip_at(x) for x in range(0, titles.width(), 4)]
    assert len(set(tips)) == 8
    assert "RRF" in titles.tip_at(grid.SUM_RIGHT - 10)
    assert "sigma" in titles.tip_at(grid.COSINE_RIGHT - 10)
    assert "depth" in titles.tip_at(grid.VECTOR_RIGHT - 10)
    assert "BM25" in titles.tip_at(grid.SCORE_RIGHT - 10)


def test_every_row_is_spoken_whole(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    wait(qtbot, lambda: open_window.recall.results.model.rowCount() > 0)
    model = open_window.recall.results.model
    spoken = model.data(model.index(0, 0), int(Qt.ItemDataRole.AccessibleTextRole))
    assert model.records[0].record.text in spoken
