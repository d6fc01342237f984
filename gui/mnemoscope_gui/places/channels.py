"""The part of Recall that says which channel could not do its part: that is never passed over in silence."""

from __future__ import annotations

from PySide6.QtCore import QObject

from mnemoscope.records import Channel, ChannelState
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer
from mnemoscope_gui.wording import say, text

_TROUBLED = (ChannelState.INCOMPLETE, ChannelState.MISMATCH, ChannelState.LOADING, ChannelState.UNAVAILABLE)


class ChannelsPart(QObject):
    """Wires a notice above the answer to what its recall reports."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.notice = NoticePanel()
        session.answered.connect(self._on_answered)

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        reports = answer.recall.channels if answer is not None else {}
        troubled = [
            reports[channel] for channel in Channel if channel in reports and reports[channel].state in _TROUBLED
        ]
        sentences = [text(report.reason) for report in troubled if report.reason is not None]
        if not sentences:
            self.notice.clear()
            return
        vectors = reports.get(Channel.VECTOR)
        mendable = any(report.state is ChannelState.INCOMPLETE for report in troubled)
        if mendable and vectors is not None and vectors.state is ChannelState.USED:
            sentences.append(say("results.vectors_only"))
        button = say("status.finish") if mendable else ""
        self.notice.tell(" ".join(sentences), can_close=False, button=button, call=self._session.finish)
