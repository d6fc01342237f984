"""Asks what is to leave the vault, and in which format."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.exports import FORMATS
from mnemoscope.listing import ALL, Show
from mnemoscope_gui import look
from mnemoscope_gui.wording import say

WHOLE = FORMATS[0]
"""The format that holds everything, and no part."""
_TALLEST = 160
"""Of the list of apps."""


class ExportDialog(QDialog):
    """The window goes on meanwhile."""

    chosen = Signal(str, object)
    """A format, and the ``Show`` that says what is to leave."""

    def __init__(self, apps: Sequence[str], shown: Show, parent: QWidget | None = None) -> None:
        """``shown`` is what the list of records shows now."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("export.title"))
        self._shown = shown
        self.formats = {format: QRadioButton(say(f"export.format.{format}")) for format in FORMATS}
        self.all, self.view = QRadioButton(say("export.all")), QRadioButton(say("export.view"))
        self.by_app = QRadioButton(say("export.apps"))
        self.apps = {app: QCheckBox(app.replace("&", "&&")) for app in apps}
        self._about = QLabel()
        self._groups = (self._group(self.formats.values()), self._group((self.all, self.view, self.by_app)))
        self.buttons = QDialogButtonBox()
        self.buttons.addButton(say("export.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.go = self.buttons.addButton(say("export.go"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._apps_box = self._list_of_apps()
        self._lay_out()
        self._wire()
        self.formats[WHOLE].setChecked(True)
        self.all.setChecked(True)
        self._refresh()

    def _group(self, buttons: object) -> QButtonGroup:
        group = QButtonGroup(self)
        for button in buttons:  # type: ignore[attr-defined]
            group.addButton(button)
        return group

    def _list_of_apps(self) -> QScrollArea:
        inner = QWidget()
        inner.setProperty("plain", True)
        column = QVBoxLayout(inner)
        column.setContentsMargins(look.PADDING * 2, 0, 0, 0)
        column.setSpacing(look.SPACE)
        for box in self.apps.values():
            column.addWidget(box)
        scroll = QScrollArea()
        scroll.setProperty("plain", True)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFixedHeight(min(inner.sizeHint().height(), _TALLEST))
        return scroll

    def _lay_out(self) -> None:
        self._about.setProperty("role", "muted")
        self._about.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING, look.PADDING, look.PADDING, look.PADDING)
        column.setSpacing(look.SPACE * 2)
        for title, widgets in (
            (say("export.format"), (*self.formats.values(), self._about)),
            (say("export.what"), (self.all, self.view, self.by_app, self._apps_box)),
        ):
            head = QLabel(title)
            head.setProperty("role", "head")
            column.addWidget(head)
            for widget in widgets:
                column.addWidget(widget)
            column.addSpacing(look.SPACE * 2)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.setMinimumWidth(look.scaled(420))

    def _wire(self) -> None:
        for button in (*self.formats.values(), self.all, self.view, self.by_app, *self.apps.values()):
            button.toggled.connect(lambda _: self._refresh())
        self.buttons.rejected.connect(self.reject)
        self.buttons.accepted.connect(self._on_accepted)

    @property
    def format(self) -> str:
        """The format that is chosen."""
        return next(format for format, button in self.formats.items() if button.isChecked())

    @property
    def show_chosen(self) -> Show:
        """What is to leave."""
        if self.format == WHOLE or self.all.isChecked():
            return ALL
        if self.view.isChecked():
            return self._shown
        return Show(apps=frozenset(app for app, box in self.apps.items() if box.isChecked()))

    def _refresh(self) -> None:
        is_whole = self.formats[WHOLE].isChecked()
        if is_whole and not self.all.isChecked():
            self.all.setChecked(True)
        self._about.setText(say(f"export.format.{self.format}.about"))
        self.view.setEnabled(not is_whole and self._shown != ALL)
        self.view.setToolTip("" if self._shown != ALL else say("export.view.none"))
        self.by_app.setEnabled(not is_whole and bool(self.apps))
        self._apps_box.setVisible(self.by_app.isChecked())
        self.go.setEnabled(not self.by_app.isChecked() or bool(self.show_chosen.apps))

    def _on_accepted(self) -> None:
        format, show = self.format, self.show_chosen
        self.accept()
        self.chosen.emit(format, show)
