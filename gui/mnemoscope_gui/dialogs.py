"""The few dialogs: a bug with its traceback, and the keys."""

from __future__ import annotations

import traceback

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.commands import COMMANDS
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
    """Every command that has a key, from the commands themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("command.help.shortcuts").replace("&", ""))
        grid = QGridLayout(self)
        grid.setContentsMargins(look.PADDING, look.PADDING, look.PADDING, look.PADDING)
        grid.setHorizontalSpacing(look.PADDING * 2)
        keys = [(command.shortcut, say(f"command.{command.id}")) for command in COMMANDS if command.shortcut]
        for row, (shortcut, text) in enumerate(keys):
            key = QLabel(QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText))
            key.setProperty("key", True)
            key.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(key, row, 0)
            grid.addWidget(QLabel(text.replace("&", "").rstrip("…")), row, 1)
