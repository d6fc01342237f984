"""The ladder's part of Recall: its panel, the rails that fill it, the budget it asks for, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from mnemoscope.ladder import Ladder
from mnemoscope.records import RecordId
from mnemoscope_gui.panels.ladder import LadderPanel
from mnemoscope_gui.state.rails import Rails
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer, Done
from mnemoscope_gui.views.ladder_export import LadderPicture
from mnemoscope_gui.wording import say


class LadderPart(QObject):
    """Wires the ladder's panel to the session."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.panel, self.rails = LadderPanel(), Rails(session, self)
        session.record_selected.connect(self._on_record_selected)
        session.acted.connect(self._on_acted)
        self.panel.record_chosen.connect(session.select)
        self.panel.budget_chosen.connect(self._on_budget_chosen)
        self.panel.glance_requested.connect(self.rails.glance)
        self.rails.fetched.connect(self._on_fetched)
        self.rails.glanced.connect(self.panel.view.show_tip)

    def _on_fetched(self, answer: Answer | None, ladder: Ladder | None) -> None:
        self.panel.show_ladder(answer, ladder)
        if answer is not None and answer.recall.query.profile.budget != self._session.profile.budget:
            self.panel.view.try_budget(self._session.profile.budget)  # already asked for; its answer is on the way

    def _on_record_selected(self, id: RecordId | None) -> None:
        self.panel.view.select(id)

    def _on_acted(self, done: Done) -> None:
        self.panel.show_records(done.records)

    def _on_budget_chosen(self, budget: int) -> None:
        self._session.set_profile(self._session.profile.with_budget(budget))

    # ------------------------------------------------------------ export

    def export_svg(self) -> None:
        """The ladder as an SVG file."""
        self._export("svg", LadderPicture.write_svg)

    def export_png(self) -> None:
        """The ladder as a PNG file, at twice the pixels."""
        self._export("png", LadderPicture.write_png)

    def _export(self, kind: str, write: Callable[[LadderPicture, Path], None]) -> None:
        title, name = say(f"command.recall.export_{kind}").replace("&", ""), f"{say('ladder.file')}.{kind}"
        chosen, _ = QFileDialog.getSaveFileName(self.panel, title, name, say(f"ladder.file.{kind}"))
        if not chosen:
            return
        path = Path(chosen) if Path(chosen).suffix else Path(f"{chosen}.{kind}")

        def on_rails(answer: Answer, ladder: Ladder) -> None:
            self.panel.show_ladder(answer, ladder)
            picture = self.panel.picture(answer.recall.query.text)
            if picture is None:
                self._session.failed.emit(say("results.nothing"))
                return
            try:
                write(picture, path)
            except OSError as error:
                reason = error.strerror or str(error)
                self._session.failed.emit(say("ladder.not_exported", name=path.name, reason=reason))
            else:
                self._session.informed.emit(say("ladder.exported", name=path.name))

        self.rails.give(on_rails)
