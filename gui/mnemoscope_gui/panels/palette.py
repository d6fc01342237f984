"""The command palette: everything that can be done, found by a few letters, over the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.models.offers import Offer, OffersModel, matching
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.focus import give_back
from mnemoscope_gui.views.offers import OfferDelegate
from mnemoscope_gui.wording import say

_ROWS = 12
_WALKS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class PalettePanel(QFrame):
    """Lies over its window while it is open, and gives the focus back when it closes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self._offers: tuple[Offer, ...] = ()
        self._before: QWidget | None = None
        self.typed, self.list, self._empty = _TypedEdit(self), QListView(), QLabel(say("palette.nothing"))
        self.model = OffersModel(self)
        self.typed.setPlaceholderText(say("palette.placeholder"))
        self.typed.setAccessibleName(say("palette.name"))
        self.list.setAccessibleName(say("palette.list"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(OfferDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._empty.setProperty("role", "hint")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.SPACE * 2, look.SPACE * 2, look.SPACE * 2, look.SPACE * 2)
        column.setSpacing(look.SPACE)
        for widget in (self.typed, self.list, self._empty):
            column.addWidget(widget)
        self.typed.textChanged.connect(self._show_matching)
        self.typed.returnPressed.connect(self._on_taken)
        self.list.clicked.connect(self._on_taken)
        window.installEventFilter(self)
        self.hide()

    def open(self, offers: tuple[Offer, ...]) -> None:
        """Offer these; asked for again while open, it closes."""
        if self.isVisible():
            self.close_and_return()
            return
        self._offers, self._before = offers, QApplication.focusWidget()
        self.typed.clear()
        self._show_matching("")
        self.show()
        self.raise_()
        self.typed.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_and_return(self) -> None:
        """Let everything be; the focus is where it was."""
        before, self._before = self._before, None
        self.hide()
        give_back(before)

    @property
    def shown(self) -> tuple[Offer, ...]:
        """What is listed."""
        return self.model.records

    def _show_matching(self, typed: str) -> None:
        found = matching(self._offers, typed)
        self.model.set_records(found)
        self.list.setCurrentIndex(self.model.index(0, 0))
        self.list.setVisible(bool(found))
        self._empty.setVisible(not found)
        self._lay()

    def _lay(self) -> None:
        window = self.window()
        width = min(look.PALETTE_WIDTH, window.width() - 2 * look.PADDING)
        row = look.Height.ROW + look.SPACE
        top = look.Height.HEADER + look.PADDING
        frame = 2 * look.SPACE * 2 + look.SPACE + look.Height.HEADER
        room = max((window.height() - 2 * top - frame) // row, 3)
        rows = max(min(len(self.shown), _ROWS, room), 1)
        self.typed.setFixedHeight(look.Height.HEADER)
        self.list.setFixedHeight(rows * row + 2)
        self._empty.setFixedHeight(row * 2)
        height = frame + (rows * row if self.shown else row * 2) + 4
        self.setGeometry((window.width() - width) // 2, top, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._lay()
        return False

    def walk(self, event: QKeyEvent) -> None:
        """A key that moves in the list."""
        QApplication.sendEvent(self.list, event)

    def leave(self) -> None:
        """The focus went elsewhere by itself: nothing is given back."""
        self._before = None
        self.hide()

    def _on_taken(self, _: QModelIndex | None = None) -> None:
        offer = self.list.currentIndex().data(RECORD_ROLE)
        if isinstance(offer, Offer) and not offer.why_not:
            self.close_and_return()
            offer.call()


class _TypedEdit(QLineEdit):
    """The letters; its other keys are the palette's."""

    def __init__(self, palette: PalettePanel) -> None:
        super().__init__(palette)
        self._panel = palette

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._panel.close_and_return()
        elif event.key() in _WALKS:
            self._panel.walk(event)
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        return True  # there is nowhere else to go in the palette

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self._panel.leave()
