"""The token X-ray as a section that folds out: how the words met, and the record's words in order."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.models.xray import MOST, cells, meeting_rows
from mnemoscope_gui.values import Xray
from mnemoscope_gui.views.meetings import MeetingsView
from mnemoscope_gui.views.words import WordFlow
from mnemoscope_gui.wording import number, say


class XraySection(QWidget):
    """Folded, it costs nothing: what it shows is made only while it is open."""

    folded = Signal(bool)
    """Folded out or in: whether it is open now."""
    arrived = Signal()
    """What was asked for stands there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._xray: Xray | None = None
        self._whole = self._is_awaited = False
        self.button = QPushButton()
        self.button.setProperty("fold", True)
        self.button.setCheckable(True)
        self.meetings = MeetingsView(say("xray.name"))
        self.words = WordFlow()
        self.all = QPushButton()
        self.all.setProperty("small", True)
        self._heads = QLabel(say("xray.head"))
        self._record = QLabel()
        self._body = QWidget()
        self._lay_out()
        self.button.toggled.connect(self._on_toggled)
        self.all.clicked.connect(self._on_all)
        self._fold(False)

    def _lay_out(self) -> None:
        for label in (self._heads, self._record):
            label.setProperty("role", "muted")
            label.setWordWrap(True)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(look.SPACE)
        body.addWidget(self._heads)
        body.addWidget(self.meetings)
        body.addSpacing(look.SPACE * 2)
        body.addWidget(self._record)
        body.addWidget(self.words)
        body.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, look.SPACE, 0, 0)
        column.setSpacing(look.SPACE)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._body)

    # ------------------------------------------------------------ what is shown

    def set_tip(self, tip: str) -> None:
        """What the title means."""
        self.button.setToolTip(tip)

    def show_xray(self, xray: Xray | None) -> None:
        """This one; none while the section is folded or nothing was asked."""
        if xray is None or self._xray is None or xray.words != self._xray.words:
            self._whole = False
        self._xray = xray
        self._fill()

    def _fill(self) -> None:
        xray = self._xray
        self._body.setVisible(self.button.isChecked() and xray is not None)
        if xray is None or not self.button.isChecked():
            return
        self.meetings.set_rows(meeting_rows(xray))
        near, whole = cells(xray, False), cells(xray, True)
        self.words.set_cells(whole if self._whole else near)
        self._record.setText(_record_head(xray))
        self.all.setVisible(near != whole)
        count = min(len(xray.words), MOST)
        self.all.setText(say("xray.fewer") if self._whole else say("xray.all", count=count, number=number(count)))
        if self._is_awaited:
            self._is_awaited = False
            self.meetings.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.arrived.emit()

    # ------------------------------------------------------------ what a person does

    def unfold(self) -> None:
        """Open, with the focus on the first word as soon as it is there."""
        self._is_awaited = True
        self.button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self.button.isChecked():
            self._fill()
        else:
            self.button.setChecked(True)

    def _on_toggled(self, open: bool) -> None:
        self._fold(open)
        self.folded.emit(open)

    def _fold(self, open: bool) -> None:
        self.button.setText(say("xray.open" if open else "xray.closed"))
        self.button.setAccessibleName(say("xray.title"))
        self._fill()

    def _on_all(self) -> None:
        self._whole = not self._whole
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()


def _record_head(xray: Xray) -> str:
    count = len(xray.words)
    whole = say("xray.record", count=count, number=number(count))
    return whole if xray.is_whole else say("xray.record.part", count=count, number=number(count))
