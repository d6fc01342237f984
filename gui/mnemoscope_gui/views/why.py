"""The *Why* page: the verdict, its arithmetic, and where the cosine stands."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from mnemoscope.records import Explanation
from mnemoscope_gui import look
from mnemoscope_gui.views.arithmetic import arithmetic_html, vectors_head
from mnemoscope_gui.views.distribution import Distribution
from mnemoscope_gui.views.verdict import verdict_html
from mnemoscope_gui.wording import say


class WhyPage(QScrollArea):
    """Explains one record under one recall; without a question there is nothing to explain."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explanation: Explanation | None = None
        self._recallable = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setProperty("plain", True)
        self.setAccessibleName(say("tab.why"))
        self._verdict, self._sums = _rich(), _rich()
        self._vectors = QLabel()
        self._vectors.setProperty("role", "muted")
        self._vectors.setContentsMargins(0, look.PADDING - 2, 0, 0)
        self._distribution = Distribution()
        page = QWidget()
        page.setProperty("plain", True)
        column = QVBoxLayout(page)
        column.setContentsMargins(look.PADDING, look.PADDING, look.PADDING, look.PADDING)
        column.setSpacing(look.SPACE * 2)
        for widget in (self._verdict, self._sums, self._vectors, self._distribution):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(page)
        self.show_explanation(None, 0)

    def show_explanation(self, explanation: Explanation | None, recallable: int) -> None:
        """Explain this, or say that there is nothing to explain."""
        self._explanation, self._recallable = explanation, recallable
        c = look.colours()
        has_vector = explanation is not None and explanation.vector is not None
        self._sums.setVisible(explanation is not None)
        self._vectors.setVisible(has_vector)
        self._distribution.setVisible(has_vector)
        if explanation is None:
            self._verdict.setText(f'<p style="color:{c.muted}">{say("explain.no_question")}</p>')
            return
        self._verdict.setText(verdict_html(explanation.sentence, c))
        self._sums.setText(arithmetic_html(explanation, c))
        if explanation.vector is not None:
            self._vectors.setText(f"<b>{vectors_head(explanation.vector, recallable)}</b>")
            self._distribution.set_explanation(explanation.vector)
        self.verticalScrollBar().setValue(0)

    @property
    def verdict(self) -> str:
        """The sentence on show, as rich text."""
        return self._verdict.text()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_explanation"):
            self.show_explanation(self._explanation, self._recallable)


def _rich() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
