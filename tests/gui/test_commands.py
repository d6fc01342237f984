"""Commands are values: every one has a text, a handler and a place in a menu, and no two share a key."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter

import pytest
from PySide6.QtGui import QKeySequence

from mnemoscope_gui.commands import COMMANDS, Command, Reach, menu_lists
from mnemoscope_gui.window import Window


def test_ids_and_keys_are_unique() -> None:
    assert max(Counter(command.id for command in COMMANDS).values()) == 1
    keys = Counter((command.reach, command.shortcut) for command in COMMANDS if command.shortcut)
    assert max(keys.values()) == 1


def test_every_command_stands_in_one_menu() -> None:
    listed = Counter(id for _, ids in menu_lists() for id in ids)
    assert listed == Counter(command.id for command in COMMANDS)


def test_handlers_are_methods_reached_from_the_window(window: Window) -> None:
    for command in COMMANDS:
        assert callable(attrgetter(command.handler)(window)), command.id


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.id)
def test_key_needs_no_digit_slash_or_bracket(command: Command) -> None:
    key = command.shortcut.rsplit("+", 1)[-1]
    assert not set(key) & set("/[](){}\\")
    assert not key.isdigit() or command.id == "view.normal"  # with Shift it is the same key to Qt
    assert not command.shortcut or QKeySequence(command.shortcut).toString()


def test_single_letters_reach_only_where_records_are_shown() -> None:
    for command in COMMANDS:
        if len(command.shortcut) == 1:
            assert command.reach is not Reach.WINDOW
