"""What a forget waits for, said until it is finished: also when the vault is opened again."""

from __future__ import annotations

from PySide6.QtCore import QObject

from mnemoscope.messages import Message
from mnemoscope_gui.jobs import opening
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Erased
from mnemoscope_gui.wording import number, say, text


class Unfinished(QObject):
    """A notice that no other news takes away."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._was_waiting = False
        self.notice = NoticePanel()
        session.opened.connect(self._on_opened)

    def tell(self, erased: Erased) -> None:
        """A forget is done: where the bytes were looked for; or it is not finished."""
        self._show(erased.waiting)
        said = [text(erased.done.changes.label)]
        if erased.waiting is None:
            said += [text(sentence) for sentence in erased.sentences]
        if erased.returned:
            said.append(say("forgotten.returned", count=erased.returned, number=number(erased.returned)))
        self._session.informed.emit(" · ".join(sentence.rstrip(".") for sentence in said) + ".")

    def _on_opened(self) -> None:
        self._show(None)
        self._finish()

    def _finish(self) -> None:
        self._session.submit("bulk", opening.finish_forgetting, self._on_finished, key="forgetting")

    def _on_finished(self, waiting: Message | None) -> None:
        was_waiting = self._was_waiting
        self._show(waiting)
        if was_waiting and waiting is None:
            self._session.informed.emit(say("forgotten.finished"))

    def _show(self, waiting: Message | None) -> None:
        self._was_waiting = waiting is not None
        if waiting is None:
            self.notice.clear()
        else:
            sentence = say("forgotten.waiting", reason=text(waiting))
            self.notice.tell(sentence, is_error=True, can_close=False, button=say("forgotten.again"), call=self._finish)
