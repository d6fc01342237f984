"""The choice of one session among thousands, by a part of its title."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from mnemoscope.listing import SessionCount
from mnemoscope_gui import look
from mnemoscope_gui.views.popup import Popup
from mnemoscope_gui.wording import number, say

_SESSION = int(Qt.ItemDataRole.UserRole)


class SessionSearch(Popup):
    """A line to type in and the sessions that hold it, the one with the newest record first."""

    wanted = Signal(str)
    """Sessions that hold this text are wanted."""
    chosen = Signal(object)
    """A ``SessionCount``, or ``None`` for any session."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search, self.list, self._more = QLineEdit(), QListWidget(), QLabel()
        self.search.setPlaceholderText(say("show.session.search"))
        self.search.setAccessibleName(say("show.session.search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.wanted)
        self.search.returnPressed.connect(lambda: self._take(self.list.currentItem()))
        self.search.installEventFilter(self)
        self.list.setAccessibleName(say("show.session"))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._take)
        self.list.installEventFilter(self)
        self._more.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(look.SPACE * 2, look.SPACE * 2, look.SPACE * 2, look.SPACE * 2)
        column.setSpacing(look.SPACE * 2)
        for widget in (self.search, self.list, self._more):
            column.addWidget(widget)
        self.setFixedSize(*look.SESSION_SEARCH)

    def open_for(self, anchor: QWidget) -> None:
        """Ask anew, below a widget."""
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)
        self.wanted.emit("")
        self.open_below(anchor)
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_sessions(self, sessions: tuple[SessionCount, ...], most: int) -> None:
        """What was found."""
        self.list.clear()
        if not self.search.text():
            self._add(say("show.session.any"), None)
        for session in sessions:
            records = say("show.session.records", count=session.records, number=number(session.records))
            self._add(f"{session.title or session.key}  ·  {session.app}  ·  {records}", session)
        self.list.setCurrentRow(0)
        full = len(sessions) >= most
        self._more.setText(say("show.session.more", number=number(most)) if full else "")
        if not sessions:
            self._more.setText(say("show.session.none"))
        self._more.setVisible(bool(self._more.text()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key, row = event.key(), self.list.currentRow()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
        if watched is self.search and Qt.Key(key) in steps:  # the arrows walk the list while one types
            self.list.setCurrentRow(max(0, min(row + steps[Qt.Key(key)], self.list.count() - 1)))
            return True
        if watched is self.list and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.currentItem())
            return True
        return False

    def _add(self, text: str, session: SessionCount | None) -> None:
        item = QListWidgetItem(text)
        item.setToolTip(text)
        item.setData(_SESSION, session)
        item.setSizeHint(QSize(0, look.Height.ROW))
        self.list.addItem(item)

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.close()
            self.chosen.emit(item.data(_SESSION))
