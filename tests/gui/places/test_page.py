"""A page: opened from a menu, as wide as the window, left with Esc."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.window import Window

from ..driving import choose, wait


@pytest.fixture
def on_page(open_window: Window) -> Window:
    """The window with a page before Measure."""
    open_window.go_to("measure")
    open_window.actions_by_id["vault.sources"].trigger()
    return open_window


def test_page_stands_without_the_inspector_and_no_place_is_down(on_page: Window) -> None:
    assert on_page.sources.body.isVisible()
    assert on_page.sources.head.isVisible()
    assert not on_page.inspector.isVisible()
    assert on_page.browser.switch.choice == ""


def test_escape_leads_to_the_place_behind(on_page: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(on_page.sources.head.back, Qt.Key.Key_Escape)
    assert on_page.browser.place is on_page.measure
    assert on_page.browser.switch.choice == "measure"
    assert on_page.inspector.isVisible()


def test_the_way_back_leads_there_too_and_forward_to_the_page(on_page: Window, qtbot: QtBot) -> None:
    on_page.actions_by_id["view.back"].trigger()
    assert on_page.browser.place is on_page.measure
    on_page.actions_by_id["view.forward"].trigger()
    assert on_page.browser.place is on_page.sources


def test_place_in_the_switch_leaves_the_page(on_page: Window, qtbot: QtBot) -> None:
    on_page.browser.switch.buttons[0].click()
    assert on_page.browser.place is on_page.recall
    assert on_page.browser.switch.choice == "recall"


def test_no_act_is_on_a_record_behind_the_page(open_window: Window, qtbot: QtBot) -> None:
    open_window.recall.query.question.setText("Who works Sunday?")
    wait(qtbot, lambda: open_window.session.answer is not None)
    choose(open_window, qtbot, "swapped")
    deactivate = open_window.actions_by_id["record.deactivate"]
    assert deactivate.isEnabled()
    open_window.actions_by_id["vault.sources"].trigger()
    assert not deactivate.isEnabled()
    assert not open_window.actions_by_id["view.inspector"].isEnabled()
    open_window.leave_page()
    assert deactivate.isEnabled()


def test_next_area_walks_through_the_page_alone(on_page: Window) -> None:
    for _ in range(3):
        on_page.browser.next_area()
        focus = QApplication.focusWidget()
        page = on_page.sources
        assert page.head.isAncestorOf(focus) or page.body is focus or page.body.isAncestorOf(focus)


def test_another_start_opens_on_a_place(on_page: Window) -> None:
    assert on_page._settings.choice("place") == "measure"
