"""The settings in use beside those of the profile they came from, and what the difference does.

A profile is adjusted where its values are others than those that the vault knows by its name; so whoever changes
``session.profile``, this follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from unicodedata import normalize

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope.comparison import compare
from mnemoscope.records import PROFILES, Profile
from mnemoscope_gui.jobs import profiles
from mnemoscope_gui.state.checking import Checking
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer, Done, Expected, Kept

REST = 80
"""Milliseconds without a change after which the expectations are checked: they take longer than a recall."""


class Adjustment(QObject):
    """What one window has changed of a profile."""

    changed = Signal()
    """Another profile, other settings, or other profiles to choose from."""
    compared = Signal(object)
    """A ``Comparison`` of the profile's own settings with those in use; ``None`` while they are the same or unknown."""
    counted = Signal(object)
    """The ``Kept`` of the settings in use; ``None`` while unknown."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.profiles: Mapping[str, Profile] = PROFILES
        """Every profile that can be chosen, by name."""
        self._own: Answer | None = None
        self._wished = ""
        self._held = self._asked = 0
        """How many expectations were asked so far under the settings in use, and how many of them hold."""
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._checking = Checking(session, "count", self)
        self._rest.timeout.connect(self._checking.begin)
        self._checking.read.connect(self._on_expectations_read)
        self._checking.found.connect(self._on_found)
        self._checking.ended.connect(self._on_counted)
        self._checking.failed.connect(session.connection.tell_error)
        session.opened.connect(self._on_opened)
        session.profile_changed.connect(self._on_profile_changed)
        session.acted.connect(self._on_acted)
        session.health_changed.connect(lambda _: self._look_anew())
        session.written_elsewhere.connect(lambda _: self._on_written_elsewhere())

    @property
    def own(self) -> Profile:
        """The profile as it is known by its name."""
        return self.profiles.get(self._session.profile.name, PROFILES["fused"])

    @property
    def is_adjusted(self) -> bool:
        """Whether the settings in use differ from the profile's own."""
        return self._session.profile != self.own

    @property
    def is_saved(self) -> bool:
        """Whether the profile is one of the vault, and no built-in one."""
        return self.own.name not in PROFILES

    # ------------------------------------------------------------ what a person does

    def wish(self, name: str) -> None:
        """Use this profile as soon as a vault turns out to hold it."""
        self._wished = name

    def reset(self) -> None:
        """Back to the profile's own settings."""
        self._session.set_profile(self.own)

    def save(self, name: str) -> None:
        """Keep the settings in use as a profile of the vault, and go on with that one."""
        self._session.carry_out(
            profiles.save_profile(replace(self._session.profile, name=name)), lambda: self.wish(name)
        )

    def remove(self, name: str) -> None:
        """Remove a saved profile."""
        self._session.carry_out(profiles.remove_profile(name))

    # ------------------------------------------------------------ what a vault holds

    def _on_opened(self) -> None:
        self._own = None
        self._read()

    def _on_acted(self, done: Done) -> None:
        self._look_anew()
        if "profile" in done.changes.tables:
            self._read()

    def _on_written_elsewhere(self) -> None:
        self._look_anew()
        self._read()

    def _read(self) -> None:
        self._session.submit("background", profiles.read_profiles, self._on_read, key="profiles")

    def _on_read(self, profiles: Mapping[str, Profile]) -> None:
        was_adjusted, session = self.is_adjusted, self._session
        self.profiles = profiles
        wished = profiles.get(normalize("NFC", self._wished).strip())
        if wished is not None:
            session.set_profile(wished)
        elif session.profile.name not in profiles:  # the same settings, of the profile that everybody has
            session.set_profile(replace(session.profile, name="fused"))
        elif not was_adjusted and session.profile != self.own:
            session.set_profile(self.own)
        self._look_anew()
        self.changed.emit()

    # ------------------------------------------------------------ what the difference does

    def _look_anew(self) -> None:
        """The vault is another: what was found out holds no more."""
        self._own = None
        self._restart()

    def _on_profile_changed(self, profile: Profile) -> None:
        self._wished = ""
        if profile.name not in self.profiles:  # another process has saved it just now
            self._read()
        self.changed.emit()
        self.counted.emit(None)
        self._restart()

    def _restart(self) -> None:
        self._checking.stop()
        self._rest.start()

    def _on_expectations_read(self, rows: tuple[Expected, ...]) -> None:
        self._held = self._asked = 0
        self._checking.ask((row.number for row in rows), self._session.profile)

    def _on_found(self, numbers: tuple[int, ...], found: tuple[Expected, ...]) -> None:
        self._held += sum(row.holds is True for row in found)
        self._asked += len(found)

    def _on_counted(self) -> None:
        self.counted.emit(Kept(self._held, self._asked))

    def follow(self, answer: Answer | None) -> None:
        """Compare an answer with what the profile's own settings bring."""
        if answer is None or answer.query.profile == self.own:
            self._own = answer
            self.compared.emit(None)
        elif self._own is not None and self._own.query == replace(answer.query, profile=self.own):
            self.compared.emit(compare(self._own.recall, answer.recall))
        else:
            self.compared.emit(None)
            query = replace(answer.query, profile=self.own)
            self._session.submit("query", self._session.ask_job(query), self._on_own, key="own")

    def _on_own(self, own: Answer) -> None:
        shown = self._session.answer
        if shown is not None and own.query == replace(shown.query, profile=self.own):
            self._own = own
            self.follow(shown)
