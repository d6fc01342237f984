"""The switch between places and between views."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope_gui.views.switch import Switch


def test_a_click_chooses_and_another_way_only_shows(qtbot: QtBot) -> None:
    switch = Switch("Views", (("list", "List"), ("ladder", "Ladder")))
    qtbot.addWidget(switch)
    chosen: list[str] = []
    switch.chosen.connect(chosen.append)
    switch.show_choice("ladder")
    assert (switch.choice, chosen) == ("ladder", [])
    qtbot.mouseClick(switch._buttons["list"], Qt.MouseButton.LeftButton)
    assert (switch.choice, chosen) == ("list", ["list"])


def test_other_choices_can_be_offered_and_those_that_stay_keep_their_button(qtbot: QtBot) -> None:
    switch = Switch("Impact of", (("first", "Keep A"), ("second", "Keep B"), ("third", "Both true")))
    qtbot.addWidget(switch)
    switch.show()
    kept = switch.buttons[0]
    switch.offer((("first", "Deactivate"), ("second", "Still true")))
    assert [button.text() for button in switch.buttons] == ["Deactivate", "Still true"]
    assert switch.buttons[0] is kept
    switch.offer((("first", "Keep A"), ("second", "Keep B"), ("third", "Both true")))
    qtbot.wait(20)
    assert [button.isWindow() for button in switch.findChildren(type(kept))] == [False] * 3
    qtbot.mouseClick(switch.buttons[2], Qt.MouseButton.LeftButton)
    assert switch.choice == "third"
