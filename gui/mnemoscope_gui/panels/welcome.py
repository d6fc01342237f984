"""The first-run page: the demo, an import, a vault of one's own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.views.glyphs import Mark
from mnemoscope_gui.views.illustration import Illustration
from mnemoscope_gui.wording import say

_WIDTH = 500
_IN_A_ROW = 4
"""Chips in a line of a card: as many of the longest names as are not cut."""


class WelcomePanel(QWidget):
    """Three cards; Enter starts the demo, and the whole window takes a drop."""

    demo_requested = Signal()
    import_requested = Signal()
    open_requested = Signal()

    def __init__(self, formats: tuple[str, ...] = (), parent: QWidget | None = None) -> None:
        """``formats`` names what can be imported."""
        super().__init__(parent)
        self.setObjectName("welcome")
        self.demo = _Card("welcome.demo", "play", say("key.enter"))
        self.bring_in = _Card("welcome.import", "import", "Ctrl+I", formats)
        self.open_vault = _Card("welcome.open", "folder", "Ctrl+O")
        self.demo.clicked.connect(self.demo_requested)
        self.bring_in.clicked.connect(self.import_requested)
        self.open_vault.clicked.connect(self.open_requested)
        self._picture = Illustration()
        outer = QHBoxLayout(self)
        outer.setSpacing(look.PADDING * 4)
        outer.addStretch(1)
        self._inner = inner = QWidget()
        look.follow(inner, lambda inner: inner.setFixedWidth(look.scaled(_WIDTH)))
        outer.addWidget(inner)
        outer.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)
        column = QVBoxLayout(inner)
        column.setSpacing(look.MARGIN)
        column.addStretch(2)
        column.addLayout(_brand())
        column.addSpacing(look.PADDING)
        column.addWidget(_paragraph(f"<b>{say('welcome.lead')}</b><br>{say('welcome.then')}", "lead"))
        column.addWidget(_paragraph(say("welcome.local"), "muted"))
        column.addSpacing(look.SPACE)
        for card in (self.demo, self.bring_in, self.open_vault):
            column.addWidget(card)
        column.addStretch(3)

    def minimumSizeHint(self) -> QSize:
        return self._inner.minimumSizeHint().expandedTo(QSize(look.scaled(_WIDTH), 0))  # the picture gives way

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - look.scaled(_WIDTH) - look.PADDING * 8
        self._picture.setVisible(room >= self._picture.width() and self.height() >= self._picture.height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.demo.setFocus(Qt.FocusReason.OtherFocusReason)


def _brand() -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(look.MARGIN)
    row.addWidget(Mark())
    row.addWidget(_paragraph("<b>Mnemoscope</b>", "title"))
    row.addStretch(1)
    return row


def _paragraph(html: str, role: str) -> QLabel:
    label = QLabel(html)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(role != "title" or "<br>" in html)
    label.setProperty("role", role)
    return label


class _Card(QPushButton):
    """A large button: what it does, its key, a line about it, and perhaps chips."""

    def __init__(self, id: str, icon: str, key: str, chips: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._icon_name, self._icon = icon, QLabel()
        self._show_icon()
        self.setAccessibleName(say(id))
        self.setAccessibleDescription(say(f"{id}.about"))
        title, about, shortcut = QLabel(say(id)), QLabel(say(f"{id}.about")), QLabel(key)
        title.setProperty("role", "title")
        about.setProperty("role", "muted")
        shortcut.setProperty("key", True)
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(look.PADDING + 4, look.PADDING, look.PADDING, look.PADDING)
        grid.setVerticalSpacing(look.SPACE + 2)
        grid.setHorizontalSpacing(look.MARGIN)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._icon, 0, 0)
        grid.addWidget(title, 0, 1)
        grid.addWidget(shortcut, 0, 2, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(about, 1, 1, 1, 2)
        if chips:
            grid.addLayout(_chip_rows(chips), 2, 1, 1, 2)
        for child in self.findChildren(QLabel):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return self._grid.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _show_icon(self) -> None:
        self._icon.setPixmap(look.icon(self._icon_name, look.colours().accent))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # by itself Qt does this in dialogs only
            self.click()
        else:
            super().keyPressEvent(event)


def _chip_rows(chips: tuple[str, ...]) -> QVBoxLayout:
    rows = QVBoxLayout()
    rows.setContentsMargins(0, look.SPACE, 0, 0)
    rows.setSpacing(look.SPACE)
    for first in range(0, len(chips), _IN_A_ROW):
        row = QHBoxLayout()
        row.setSpacing(look.SPACE)
        for name in chips[first : first + _IN_A_ROW]:
            label = QLabel(name)
            label.setProperty("chip", True)
            row.addWidget(label)
        row.addStretch(1)
        rows.addLayout(row)
    return rows
