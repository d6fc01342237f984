"""The other recall that stands beside the one shown: the same question by another profile or as of another moment."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from mnemoscope.records import PROFILES, Profile, Query
from mnemoscope_gui.state.adjustment import Adjustment
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer


class Comparing(QObject):
    """What the shown answer is compared with; asked only while somebody looks."""

    changed = Signal()
    """Another profile or moment, on either side, or other profiles to choose from."""
    answered = Signal()
    """Another answer on either side, or one side waits for its own."""

    def __init__(self, session: Session, adjustment: Adjustment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._adjustment = session, adjustment
        self.profile: Profile = PROFILES["vectors"]
        self.at: int | None = None
        self.answer: Answer | None = None
        """The latest of the other side; ``is_asking`` says whether it is the one asked for."""
        self._is_own = True
        self.is_watched = False
        """Whether somebody looks."""
        session.opened.connect(self._on_opened)
        session.profile_changed.connect(lambda _: self.changed.emit())
        session.sight_changed.connect(self.changed)
        adjustment.changed.connect(self._on_profiles)

    @property
    def query(self) -> Query:
        """What the other side asks."""
        return replace(self._session.query, profile=self.profile, at=self.at, known=None)

    @property
    def is_asking(self) -> bool:
        """Whether either side does not answer its question yet."""
        other = self.answer.query if self.answer is not None else None
        return self._session.is_asking or (bool(self._session.text.strip()) and other != self.query)

    @property
    def offered(self) -> tuple[Profile, ...]:
        """Adjusted profiles that can be chosen: the one in use, and the one compared with."""
        adjusted = [self._session.profile] if self._adjustment.is_adjusted else []
        return tuple(dict.fromkeys((*adjusted, *(() if self._is_own else (self.profile,)))))

    def watch(self, watched: bool) -> None:
        """Whether somebody looks."""
        self.is_watched = watched
        if watched:
            self._ask()

    def compare_with_present(self, profile: Profile, at: int | None) -> None:
        """Compare what is asked as of an earlier minute with the same way to ask now."""
        self._compare_with(profile, at)

    def choose(self, profile: Profile) -> None:
        """Compare with another profile."""
        self._compare_with(profile, self.at)

    def choose_moment(self, at: int | None) -> None:
        """Compare with another moment."""
        self._compare_with(self.profile, at)

    def swap(self) -> None:
        """Either side takes the other's place."""
        profile, at = self._session.profile, self._session.at
        wanted = (self.profile, self.at)
        self._set(profile, at)
        self._session.recall_by(*wanted)
        self.changed.emit()

    def follow(self, answer: Answer | None) -> None:
        """Another answer is shown, perhaps of a vault that has changed."""
        if answer is None:
            self.answer = None
        self._ask()

    def _compare_with(self, profile: Profile, at: int | None) -> None:
        self._set(profile, at)
        self.changed.emit()
        self._ask()

    def _set(self, profile: Profile, at: int | None) -> None:
        self.profile, self.at = profile, at
        self._is_own = self._adjustment.profiles.get(profile.name) == profile

    def _ask(self) -> None:
        shown = self._session.answer
        if shown is not None and self.is_watched:
            if shown.query == self.query:
                self.answer = shown
            else:
                self._session.submit("query", self._session.ask_job(self.query), self._on_answer, key="compare")
        self.answered.emit()

    def _on_answer(self, answer: Answer) -> None:
        if self._session.text.strip():
            self.answer = answer
            self.answered.emit()

    def _on_opened(self) -> None:
        self.answer = None
        self._set(PROFILES["vectors"], None)
        self.changed.emit()

    def _on_profiles(self) -> None:
        """A saved profile may have gone, or have other values now."""
        profiles = self._adjustment.profiles
        if self.profile.name not in profiles:
            self._compare_with(PROFILES["vectors"], self.at)
        elif self._is_own and self.profile != profiles[self.profile.name]:
            self._compare_with(profiles[self.profile.name], self.at)
        else:
            self.changed.emit()
