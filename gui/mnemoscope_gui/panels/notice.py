"""A strip with one sentence that does not stop the work: an error, a success, a choice to be made."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.wording import say


class NoticePanel(QFrame):
    """Shown only while it has something to say."""

    shown = Signal(bool)
    """Whether it has something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button = QPushButton()
        self.button.setProperty("small", True)
        self.button.clicked.connect(self._on_button)
        self._call: Callable[[], None] | None = None
        self._close = QToolButton()
        self._close.setText("×")
        self._close.setProperty("flat", True)
        self._close.setAccessibleName(say("notice.close"))
        self._close.setToolTip(say("notice.close"))
        self._close.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(look.MARGIN, look.SPACE, look.SPACE, look.SPACE)
        row.setSpacing(look.SPACE * 2)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        row.addWidget(self._close)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while hidden."""
        return self._text.text() if not self.isHidden() else ""

    def tell(
        self,
        sentence: str,
        *,
        is_error: bool = False,
        can_close: bool = True,
        button: str = "",
        call: Callable[[], None] | None = None,
    ) -> None:
        """Say this, with a button where something can be done about it."""
        self._text.setText(sentence)
        self._call = call
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._close.setVisible(can_close)
        self.setProperty("level", "error" if is_error else "")
        self.style().unpolish(self)
        self.style().polish(self)
        self.setAccessibleName(sentence)
        self.show()
        self.shown.emit(True)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def clear(self) -> None:
        """Nothing to say."""
        self.hide()
        self.shown.emit(False)

    def _on_button(self) -> None:
        if self._call is not None:
            self._call()
