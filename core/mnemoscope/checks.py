"""Asking every expectation again: which hold, and what ended those that do not.

What fails is explained by replaying recall as the vault was known after earlier acts, from the last one after which a
check saw it hold. That number is derived: losing it loses nothing but where to look first.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Self

from mnemoscope import columns, profiles, reading, replay, vectors, verdicts
from mnemoscope.errors import NotWritable, VaultBusy
from mnemoscope.expectations import read
from mnemoscope.inquiry import Inquiry
from mnemoscope.messages import Message, message
from mnemoscope.progress import Progress, silent
from mnemoscope.recall import Engine, Recalled, engine, rank
from mnemoscope.records import PROFILES, Act, Channel, ChannelState, Checked, Expectation, Known, Profile, Query
from mnemoscope.times import local
from mnemoscope.vault import Vault

_NEWER = "SELECT newer FROM supersession WHERE older = ? AND until IS NULL"
_LAST_CHANGE = "SELECT act FROM step WHERE expectation IS NULL AND verdict IS NULL ORDER BY act DESC LIMIT 1"
_PROFILE_AFTER = "SELECT act, after FROM step WHERE profile = ? AND act <= ? ORDER BY act DESC, number DESC LIMIT 1"
_KEEP = """
INSERT INTO expectation_held (expectation, act, model, channels)
SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM expectation WHERE id = ?1)
ON CONFLICT DO UPDATE SET act = excluded.act, model = excluded.model, channels = excluded.channels
"""


def check(
    vault: Vault,
    progress: Progress = silent,
    profile: Profile | None = None,
    *,
    embedder: Engine | None = None,
    numbers: Collection[int] | None = None,
) -> tuple[Checked, ...]:
    """Ask every expectation again, or those of ``numbers``. Raises ``NoSuchExpectation``; ``progress`` may cancel.

    ``profile`` is tried in the place of their own, as while somebody adjusts it: then nothing is replayed or kept, and
    what fails says whether it is the profile that drops it. ``embedder`` is as for ``recall``.
    """
    with vault.reading() as connection:
        wanted = read(connection, numbers)
        if not wanted:
            return ()
        found: list[Checked] = []

        def pulse() -> None:
            progress(len(found), len(wanted))

        checking = _Checking(vault, connection, engine(vault) if embedder is None else embedder, pulse)
        for some in wanted:
            found.append(checking.check(some) if profile is None else checking.compare(some, profile))
            pulse()
    _keep(vault, checking.keeping)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Held:
    """After which act an expectation was seen to hold, and by what."""

    act: int
    model: str | None
    channels: str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What an expectation's question brought under one profile."""

    recalled: Recalled
    ordinal: int
    """Of the newest record in the expected one's chain."""
    within: int
    rank: int | None
    standing: bool

    @classmethod
    def of(cls, some: Expectation, recalled: Recalled, ordinal: int) -> Self:
        """Where the newest record in its chain, of that ordinal, comes back."""
        ranked = recalled.ranked
        budget = ranked.profile.budget
        within = budget if some.within is None else min(some.within, budget)
        return cls(recalled, ordinal, within, ranked.rank(ordinal), bool(ranked.view.standing[ordinal]))

    @property
    def holds(self) -> bool:
        """Whether it comes back within as many as it must."""
        return self.standing or (self.rank is not None and self.rank <= self.within)


def newest(ordinal: int, newer: Callable[[int], int | None]) -> int:
    """The end of a record's chain of supersessions, as ``newer`` tells what supersedes a record."""
    seen = {ordinal}
    while (following := newer(ordinal)) is not None and following not in seen:
        ordinal = following
        seen.add(ordinal)
    return ordinal


def newer(connection: sqlite3.Connection, ordinal: int) -> int | None:
    """What supersedes a record now."""
    row = connection.execute(_NEWER, (ordinal,)).fetchone()
    return int(row[0]) if row else None


class _Checking:
    """One pass over expectations, inside one read transaction."""

    def __init__(
        self, vault: Vault, connection: sqlite3.Connection, engine: Engine | None, pulse: Callable[[], None]
    ) -> None:
        self.vault = vault
        self.connection = connection
        self.engine = engine
        self.pulse = pulse
        """Called before each replay, which may be many for one that fails: whoever waits may cancel there."""
        self.profiles = profiles.profiles(vault)
        self.held = {
            row[0]: _Held(*row[1:])
            for row in connection.execute("SELECT expectation, act, model, channels FROM expectation_held")
        }
        last = connection.execute(_LAST_CHANGE).fetchone()
        self.last_change = int(last[0]) if last else 0
        self.keeping: dict[int, _Held] = {}
        """What was seen to hold and is not noted yet."""

    def check(self, some: Expectation) -> Checked:
        """Under its own profile, with the act that ended it."""
        profile = self.profiles.get(some.profile)
        if profile is None:
            return self._without_profile(some)
        answer = self._ask(some, profile)
        if answer.holds:
            held = self._seen(answer)
            if self.held.get(some.number) != held:
                self.keeping[some.number] = held
            return self._checked(some, answer)
        cause, act = self._cause(some, answer)
        return self._checked(some, answer, cause, act)

    def compare(self, some: Expectation, profile: Profile) -> Checked:
        """Under another profile; what fails is asked under its own, to tell which of the two drops it."""
        answer = self._ask(some, profile)
        if answer.holds:
            return self._checked(some, answer)
        own = self.profiles.get(some.profile)
        if own is None:
            return self._checked(some, answer, message("expectation.no_profile", profile=some.profile))
        by_own = answer if own == profile else self._ask(some, own)
        if by_own.holds and by_own.rank is not None:
            cause = message("expectation.adjusted", profile=own.name, rank=by_own.rank)
        else:
            cause = message("expectation.not_adjusted", profile=own.name)
        return self._checked(some, answer, cause)

    def _ask(self, some: Expectation, profile: Profile, known: Known | None = None) -> Answer:
        recalled = rank(self.vault, Query(some.query, profile, some.scope, known=known), self.engine)
        return Answer.of(some, recalled, self._newest(reading.ordinal(self.connection, some.record), known))

    def _newest(self, ordinal: int, known: Known | None) -> int:
        """The end of a record's chain of supersessions, as far as it was known."""
        if known is None:
            return newest(ordinal, partial(newer, self.connection))
        return newest(ordinal, columns.edges_known(self.connection, known.act).get)

    def _seen(self, answer: Answer) -> _Held:
        reports = answer.recalled.recall.channels
        used = [channel.value for channel, report in reports.items() if report.state is ChannelState.USED]
        model = vectors.model_in_use(self.connection) if Channel.VECTOR.value in used else None
        return _Held(self.last_change, model.identity.key if model else None, " ".join(used))

    # ------------------------------------------------------------ what ended it

    def _cause(self, some: Expectation, answer: Answer) -> tuple[Message, Act | None]:
        held = self.held.get(some.number)

        def holds(act: int) -> bool:
            self.pulse()
            profile = self._profile_after(some.profile, act)
            return profile is not None and self._ask(some, profile, replay.known_after(self.connection, act)).holds

        found = replay.transition(self.connection, held.act if held else 0, holds, answer.ordinal)
        if found.act is not None:
            act = reading.act(self.connection, found.act)
            return message("expectation.until", number=act.number, act=act.label, at=local(act.at)), act
        if found.since is not None:
            return message("expectation.time"), None
        if held is None:
            return message("expectation.never"), None
        now_seen = self._seen(answer)
        if held.model != now_seen.model and held.model and now_seen.model:
            models = (key.partition("@")[0] for key in (held.model, now_seen.model))
            return message("expectation.model", **dict(zip(("then", "now"), models, strict=True))), None
        if held.channels != now_seen.channels:
            return message("expectation.channels"), None
        return message("expectation.unexplained"), None

    def _profile_after(self, name: str, act: int) -> Profile | None:
        """A profile as it was saved after an act."""
        if name in PROFILES:
            return PROFILES[name]
        row = self.connection.execute(_PROFILE_AFTER, (name, act)).fetchone()
        settings = json.loads(row[1])["settings"] if row else None
        return None if settings is None else profiles.restored(name, settings)

    def _without_profile(self, some: Expectation) -> Checked:
        row = self.connection.execute(_PROFILE_AFTER, (some.profile, self.last_change)).fetchone()
        if row is None:
            return Checked(some, some.record, None, False, message("expectation.no_profile", profile=some.profile))
        act = reading.act(self.connection, row[0])
        gone = message(
            "expectation.profile_gone", profile=some.profile, number=act.number, at=local(act.at), act=act.label
        )
        return Checked(some, some.record, None, False, gone, act)

    # ------------------------------------------------------------ its sentence

    def _checked(
        self, some: Expectation, answer: Answer, cause: Message | None = None, act: Act | None = None
    ) -> Checked:
        record = reading.by_ordinal(self.connection, [answer.ordinal])[answer.ordinal]
        said = self._said(answer)
        if record.id != some.record:
            names = (reading.shortest(self.connection, id) for id in (some.record, record.id))
            said = message("expectation.newest", found=said, **dict(zip(("older", "newer"), names, strict=True)))
        if cause is not None:
            said = message("expectation.failed", found=said, cause=cause)
        for channel, report in answer.recalled.recall.channels.items():
            if report.reason is not None and report.state not in {ChannelState.USED, ChannelState.OFF}:
                name = message(f"channel.{channel}")
                said = message("expectation.without", found=said, channel=name, reason=report.reason)
        return Checked(some, record.id, answer.rank, answer.holds, said, act)

    def _said(self, answer: Answer) -> Message:
        if answer.standing:
            return message("expectation.standing")
        if answer.rank is not None and answer.rank <= answer.recalled.ranked.profile.budget:
            id = "expectation.holds" if answer.holds else "expectation.too_low"
            return message(id, rank=answer.rank, within=answer.within)
        record = reading.by_ordinal(self.connection, [answer.ordinal])[answer.ordinal]
        about = Inquiry(self.vault, answer.recalled, record, answer.ordinal)
        place = about.ranked.rank(answer.ordinal)
        return verdicts.sentence(about, verdicts.verdict(about, place), place, about.rival(place))


def _keep(vault: Vault, seen: Mapping[int, _Held]) -> None:
    """Note what was seen to hold, where the vault takes it: what a check says does not depend on it."""
    if not seen or vault.read_only:
        return
    rows = [(number, held.act, held.model, held.channels) for number, held in seen.items()]
    with suppress(VaultBusy, NotWritable), vault.transaction(durable=False) as connection:
        connection.executemany(_KEEP, rows)
