"""What a window was like is what the next one is like."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from ..driving import wait


def reopened(settings: Settings, path: Path, qtbot: QtBot) -> Window:
    window = Window(settings)
    qtbot.addWidget(window)
    window.show()
    window.session.open(path)
    wait(qtbot, lambda: window.session.path is not None)
    return window


def test_the_width_of_the_inspector_is_as_it_was_left(
    open_window: Window, settings: Settings, vault_path: Path, qtbot: QtBot
) -> None:
    open_window.resize(1400, 850)
    open_window.browser._splitter.setSizes([900, 430])
    width = open_window.inspector.width()
    assert width > 400
    open_window.close()
    window = reopened(settings, vault_path, qtbot)
    window.resize(1400, 850)  # Qt fits a remembered size to the screen, which is small here
    wait(qtbot, lambda: window.inspector.width() == width)
    window.close()


def test_a_place_or_view_that_there_is_no_more_is_the_first(settings: Settings, vault_path: Path, qtbot: QtBot) -> None:
    settings.keep_choice("place", "attic")
    settings.keep_choice("view", "carousel")
    window = reopened(settings, vault_path, qtbot)
    assert window.browser.switch.choice == "recall"
    assert window.recall.switch.choice == "list"
    window.close()
