"""The few dialogs: a bug with its traceback, and the keys."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui import look
from mnemoscope_gui.actions import native
from mnemoscope_gui.commands import COMMANDS, KEYS, menu_lists
from mnemoscope_gui.wording import say


class CrashDialog(QDialog):
    """Something nobody foresaw: what it was, to be copied into a report. It does not stop the window."""

    def __init__(self, error: BaseException, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("crash.title"))
        self.report = "".join(traceback.format_exception(error))
        label = QLabel(say("crash.text"))
        label.setWordWrap(True)
        shown = QPlainTextEdit(self.report)
        shown.setReadOnly(True)
        shown.setAccessibleName(say("crash.report"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(say("crash.copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING, look.PADDING, look.PADDING, look.PADDING)
        column.setSpacing(look.MARGIN)
        for widget in (label, shown, buttons):
            column.addWidget(widget)
        self.resize(720, 420)

    def copy(self) -> None:
        """The traceback, to the clipboard."""
        QGuiApplication.clipboard().setText(self.report)


class ShortcutsDialog(QDialog):
    """Every key, in the groups of the menus, and those that are no commands by the place where they work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("command.help.shortcuts").replace("&", ""))
        page = QWidget()
        page.setProperty("plain", True)
        row = QHBoxLayout(page)
        row.setContentsMargins(look.PADDING, look.PADDING, look.PADDING, look.PADDING)
        row.setSpacing(look.PADDING * 3)
        for column in _in_columns(key_groups()):
            row.addLayout(_key_column(column))
        scroll = QScrollArea()
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(self.windowTitle())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        wanted, room = page.sizeHint(), self.screen().availableSize() * 0.9
        width = wanted.width() + scroll.verticalScrollBar().sizeHint().width() + look.SPACE
        self.resize(min(width, room.width()), min(wanted.height() + look.SPACE, room.height()))


class _Line(NamedTuple):
    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """A title and its lines: the keys, and what they do."""

    title: str
    lines: tuple[_Line, ...]


def key_groups() -> tuple[KeyGroup, ...]:
    """The groups of the page of keys, in the order of the menus, then of the places."""
    by_id = {command.id: command for command in COMMANDS}
    groups = []
    for menu, ids in menu_lists():
        commands = [by_id[id] for id in ids if by_id[id].shortcut]
        lines = [_Line((native(some.shortcut),), _plain(say(f"command.{some.id}"))) for some in commands]
        groups.append(KeyGroup(_plain(say(f"menu.{menu}")), tuple(lines)))
    for place in dict.fromkeys(key.place for key in KEYS):
        own = [key for key in KEYS if key.place == place]
        lines = [_Line(tuple(map(_named, key.keys)), say(f"key.{place}.{key.id}")) for key in own]
        groups.append(KeyGroup(say(f"keys.{place}"), tuple(lines)))
    return tuple(group for group in groups if group.lines)


def _named(key: str) -> str:
    return say("key.enter") if key == "Return" else native(key)


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")


def _in_columns(groups: tuple[KeyGroup, ...], columns: int = 2) -> list[list[KeyGroup]]:
    """The groups in their order, cut where the columns come out about equally long."""
    total = sum(len(group.lines) + 2 for group in groups)
    found: list[list[KeyGroup]] = [[] for _ in range(columns)]
    before = 0
    for group in groups:
        length = len(group.lines) + 2
        found[min(int((before + length / 2) * columns / total), columns - 1)].append(group)
        before += length
    return found


def _key_column(groups: list[KeyGroup]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(look.PADDING)
    grid.setVerticalSpacing(look.SPACE + 2)
    for group in groups:
        title = QLabel(group.title)
        title.setProperty("role", "head")
        if grid.rowCount() > 1:
            grid.setRowMinimumHeight(grid.rowCount(), look.MARGIN)
        grid.addWidget(title, grid.rowCount(), 0, 1, 2)
        for keys, text in group.lines:
            row = grid.rowCount()
            grid.addWidget(_key_labels(keys), row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(QLabel(text), row, 1)
    grid.setRowStretch(grid.rowCount(), 1)
    grid.setColumnStretch(1, 1)
    return grid


def _key_labels(keys: tuple[str, ...]) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.SPACE)
    for key in keys:
        label = QLabel(key)
        label.setProperty("key", True)
        row.addWidget(label)
    return box
