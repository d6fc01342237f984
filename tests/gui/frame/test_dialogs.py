"""The page of keys has every key once, under the menu or the place where it works."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from mnemoscope_gui.commands import COMMANDS, KEYS
from mnemoscope_gui.frame.dialogs import ShortcutsDialog, key_groups


def test_every_command_with_a_key_and_every_other_key_stands_there_once() -> None:
    lines = [(group.title, *line) for group in key_groups() for line in group.lines]
    assert len(lines) == len(set(lines))
    assert len(lines) == sum(bool(command.shortcut) for command in COMMANDS) + len(KEYS)


def test_groups_are_the_menus_and_then_the_places() -> None:
    titles = [group.title for group in key_groups()]
    assert titles[:3] == ["Vault", "Linked sources", "Edit"]
    places = ["In the question", "In the rows", "In why missed", "In Review", "In the history"]
    places += ["In the chain", "Before an act", "Elsewhere"]
    assert [title for title in titles if title in places] == places
    assert titles[-1] == "Elsewhere"


def test_every_key_is_one_that_qt_knows() -> None:
    for key in KEYS:
        for name in key.keys:
            assert QKeySequence(name).toString() == name, name


def test_it_fits_a_small_screen(qtbot: QtBot) -> None:
    dialog = ShortcutsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.width() <= dialog.screen().availableSize().width()
    assert dialog.height() <= dialog.screen().availableSize().height()
