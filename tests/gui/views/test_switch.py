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
