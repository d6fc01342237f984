"""Where a person stands in a window, so that another window can stand there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt

from mnemoscope.records import Profile, RecordId
from mnemoscope_gui.window import Window


@dataclass(frozen=True, slots=True)
class Standpoint:
    """The state of a window that outlives it."""

    vault: Path | None
    question: str
    profile: Profile
    scope: tuple[str, ...] | None
    at: int | None
    record: RecordId | None
    place: str
    view: str
    tab: int


def of(window: Window) -> Standpoint:
    """Where this window stands."""
    session, recall = window.session, window.recall
    return Standpoint(
        session.path,
        session.text,
        session.profile,
        session.scope,
        session.at,
        session.selected,
        window.switch.choice,
        recall.switch.choice,
        window.inspector.tabs.currentIndex(),
    )


def resume(window: Window, there: Standpoint) -> None:
    """Bring a window on no vault to stand there, as soon as the vault has answered."""
    session, recall = window.session, window.recall
    session.set_profile(there.profile)
    if there.vault is None:
        return

    def look(_: object = None) -> None:
        if there.record is not None:
            session.select(there.record)

    def stand() -> None:
        session.scope, session.at = there.scope, there.at
        recall.sight.show_sight(there.scope, there.at)
        recall.query.show_question(there.question)
        recall.show_view(there.view)
        window.inspector.tabs.setCurrentIndex(there.tab)
        window.go_to(there.place)
        if there.question.strip():
            session.answered.connect(look, Qt.ConnectionType.SingleShotConnection)
            session.ask(there.question)
        else:
            look()

    session.open(there.vault, stand)
