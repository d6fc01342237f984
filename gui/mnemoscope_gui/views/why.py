"""The *Why* page: the verdict, its arithmetic, how the words met, and where the cosine stands."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from mnemoscope.explanations import Explanation, Verdict
from mnemoscope.records import Channel, Recall
from mnemoscope_gui import look
from mnemoscope_gui.views.arithmetic import arithmetic_html
from mnemoscope_gui.views.cosine import cosine_html
from mnemoscope_gui.views.distribution import Distribution
from mnemoscope_gui.views.glossary import glossary
from mnemoscope_gui.views.rich import RichLabel
from mnemoscope_gui.views.shares import shares_html
from mnemoscope_gui.views.verdict import verdict_html
from mnemoscope_gui.views.xray import XraySection
from mnemoscope_gui.wording import say


class WhyPage(QScrollArea):
    """Explains one record under one recall; without a question there is nothing to explain."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explanation: Explanation | None = None
        self._recall: Recall | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setProperty("plain", True)
        self.setAccessibleName(say("tab.why"))
        self._verdict, self._sums, self._words, self._cosine = (RichLabel() for _ in range(4))
        for label in (self._words, self._cosine):
            label.setContentsMargins(0, look.SPACE + 2, 0, 0)
        self._distribution = Distribution()
        self.xray = XraySection()
        page = QWidget()
        page.setProperty("plain", True)
        column = QVBoxLayout(page)
        column.setContentsMargins(look.PADDING, look.PADDING, look.PADDING, look.PADDING)
        column.setSpacing(look.SPACE * 2)
        for widget in (self._verdict, self._sums, self._words, self._cosine, self._distribution, self.xray):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(page)
        self.xray.arrived.connect(self._on_arrived)
        self.show_explanation(None, None)

    def show_explanation(self, explanation: Explanation | None, recall: Recall | None) -> None:
        """Explain this under the recall that it belongs to, or say that there is nothing to explain."""
        same = explanation is not None and self._explanation is not None and _same(explanation, self._explanation)
        self._explanation, self._recall = explanation, recall
        self._write()
        if not same:
            self.verticalScrollBar().setValue(0)

    def _write(self) -> None:
        explanation, recall, c = self._explanation, self._recall, look.colours()
        vector = explanation.vector if explanation is not None else None
        is_ranked = explanation is not None and explanation.verdict is not Verdict.STANDING
        for widget in (self._sums, self._words, self.xray):
            widget.setVisible(is_ranked)
        self._cosine.setVisible(vector is not None)
        self._distribution.setVisible(vector is not None)
        if explanation is None or recall is None:
            self._verdict.setText(f'<p style="color:{c.muted}">{say("explain.no_question")}</p>')
            return
        terms = glossary(recall.query.profile, recall.recallable)
        self._verdict.show_html(verdict_html(explanation.sentence, c), terms)
        self._sums.show_html(arithmetic_html(explanation, c), terms)
        words = shares_html(explanation, recall, c)
        self._words.show_html(words, terms)
        self._words.setVisible(is_ranked and bool(words))
        self.xray.set_tip(terms["xray"])
        if vector is not None:
            self._cosine.show_html(cosine_html(vector, recall, c), terms)
            depth = next((part.depth for part in explanation.parts if part.channel is Channel.VECTOR), 0)
            self._distribution.set_explanation(vector, depth)

    @property
    def verdict(self) -> str:
        """The sentence on show, as rich text."""
        return self._verdict.text()

    @property
    def arithmetic(self) -> str:
        """The sums on show, as rich text."""
        return self._sums.text() + self._words.text() + self._cosine.text()

    def show_xray(self) -> None:
        """Unfold the X-ray of the words and bring it in sight."""
        self.xray.unfold()

    def _on_arrived(self) -> None:
        """The layout knows its height only after this."""
        QTimer.singleShot(0, self, lambda: self.verticalScrollBar().setValue(self.xray.y() - look.SPACE * 2))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "xray"):
            self._write()


def _same(one: Explanation, other: Explanation) -> bool:
    """Whether they explain the same record, so that the reader stays where they read."""
    return one.record.id == other.record.id
