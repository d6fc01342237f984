"""Impact: which expectations and which of the latest recalls an act would answer otherwise, before it is done.

Every question is ranked twice by the kernel that recall ranks by: under the view of now, and under the view that the
plan makes of it. What the act cannot change is shared (the question's vector and cosines, the decoded postings); what
it can, who is recallable and with it every statistic, is taken anew. So what is said here is to the last bit what
recall says before the act and after it.

Asked are the questions of now. A logged recall *as of* a moment is not: it looked at the past on purpose, and no
assistant asks so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from mnemoscope import checks, columns, expectations, overlay, profiles, reading, recall_log, replay
from mnemoscope.columns import View
from mnemoscope.errors import Refused
from mnemoscope.plans import Affected, Impact, Plan, Shift
from mnemoscope.progress import Progress, silent
from mnemoscope.recall import Asking, Engine, Ranked, Recalled, Stores, engine, prepared
from mnemoscope.recall_log import Logged
from mnemoscope.records import ChannelState, Expectation, Query
from mnemoscope.times import now
from mnemoscope.vault import Vault

RECALLS = 50
"""Questions of the recall log that are asked."""

_Scope = tuple[str, ...] | None
_FAILED = {ChannelState.INCOMPLETE, ChannelState.MISMATCH, ChannelState.LOADING, ChannelState.UNAVAILABLE}


def impact(
    vault: Vault, plan: Plan, progress: Progress = silent, *, recalls: int = RECALLS, embedder: Engine | None = None
) -> Impact:
    """What an act would change of the expectations and of the ``recalls`` latest distinct questions of the log.

    What is to be forgotten counts as deactivated, and the plan names the supersessions that go with it: it still stands
    between its neighbours, which a profile with context alone notices.

    Writes nothing. ``progress`` is called before each question and may cancel; ``embedder`` is as for ``recall``.
    Raises ``NoSuchRecord``, and ``Refused`` for a supersession that the act would refuse.
    """
    with vault.reading() as connection:
        stores, moment = Stores(vault), now()
        after = overlay.lay(connection, stores.columns, plan)

        def views(scope: _Scope) -> tuple[View, View]:
            return (
                columns.view(vault, scope, moment, False, columns=stores.columns),
                columns.view(vault, scope, moment, False, columns=after.columns),
            )

        def newest(ordinal: int) -> tuple[int, int]:
            held = checks.newest(ordinal, partial(checks.newer, connection))
            return held, after.newest(connection, ordinal)

        return _compare(_Sides(stores, views, newest), plan, progress, recalls, embedder)


def of_act(
    vault: Vault, number: int, progress: Progress = silent, *, recalls: int = RECALLS, embedder: Engine | None = None
) -> Impact:
    """What a past act changed of the same questions: the vault as it was known before the act against after it.

    Both are looked at at the time of the act, so that what expired since the act before is not put down to it. The
    plan of the answer is empty: an act may have added records, which no plan does. Raises ``Refused`` where there is no
    such act, and for a forget: what it took away can be asked for no more.
    """
    with vault.reading() as connection:
        if not connection.execute("SELECT 1 FROM act WHERE id = ?", (number,)).fetchone():
            raise Refused("revert.none", number=number)
        if reading.forgets(connection, number):
            raise Refused("impact.forgotten", number=number)
        stores = Stores(vault)
        after = replay.known_after(connection, number)
        before = replace(after, act=number - 1)
        edges = [columns.edges_known(connection, known.act) for known in (before, after)]

        def views(scope: _Scope) -> tuple[View, View]:
            first, second = (
                columns.view(vault, scope, after.at, False, known, stores.columns) for known in (before, after)
            )
            return first, second

        def newest(ordinal: int) -> tuple[int, int]:
            first, second = (checks.newest(ordinal, some.get) for some in edges)
            return first, second

        return _compare(_Sides(stores, views, newest), Plan(), progress, recalls, embedder)


# ---------------------------------------------------------------- the two sides


class _Sides:
    """The vault before and after, inside one read transaction."""

    def __init__(
        self,
        stores: Stores,
        views: Callable[[_Scope], tuple[View, View]],
        newest: Callable[[int], tuple[int, int]],
    ) -> None:
        self.stores = stores
        self.newest = newest
        """The ends of a record's chain, before and after."""
        self._make = views
        self._views: dict[_Scope, tuple[View, View]] = {}

    def views(self, scope: _Scope) -> tuple[View, View]:
        """Both views of a scope: the very same one where nothing that ranks or is served differs."""
        if scope not in self._views:
            before, after = self._make(scope)
            self._views[scope] = (before, before if _alike(before, after) else after)
        return self._views[scope]

    def ask(self, query: Query, embedder: Engine | None) -> tuple[Recalled, Recalled]:
        """A question's rankings before and after."""
        query = prepared(query)
        asking = Asking(query, embedder, self.stores)
        before, after = self.views(query.scope)
        first = asking.rank(before)
        return first, first if after is before else asking.rank(after)


def _alike(first: View, second: View) -> bool:
    """Whether every question must be answered alike: who is served and ranked is the same, and who stands beside whom.

    The neighbours, which count as context, hang on who exists and of which session; all else is of the records.
    """
    return all(
        np.array_equal(one, other)
        for one, other in (
            (first.recallable, second.recallable),
            (first.standing, second.standing),
            (first.columns.exists, second.columns.exists),
            (first.columns.session, second.columns.session),
        )
    )


# ---------------------------------------------------------------- the questions


class _Comparing:
    """One pass over the questions, inside one read transaction."""

    def __init__(self, sides: _Sides, connection: sqlite3.Connection, embedder: Engine | None) -> None:
        self.sides = sides
        self.connection = connection
        self.embedder = embedder
        self.profiles = profiles.profiles(sides.stores.vault)
        self.affected: list[Affected] = []
        self.held = self.would_hold = self.left_out = 0

    def expectation(self, some: Expectation) -> None:
        """Ask a saved question under its own profile."""
        profile = self.profiles.get(some.profile)
        asked = Query(some.query, profile, some.scope) if profile is not None else None
        answers = self._ask(asked) if asked is not None else None
        if asked is None or answers is None:
            self.left_out += 1
            return
        ends = self.sides.newest(reading.ordinal(self.connection, some.record))
        first, second = (checks.Answer.of(some, *pair) for pair in zip(answers, ends, strict=True))
        self.held += first.holds
        self.would_hold += second.holds
        leaving, entering = self._shifts(*answers)
        if leaving or entering or first.holds != second.holds:
            self.affected.append(
                Affected(
                    asked, some, None, "", leaving, entering,
                    first.holds, second.holds, first.rank, second.rank,
                )
            )  # fmt: skip

    def recall(self, logged: Logged) -> None:
        """Ask a question of the recall log as it was asked."""
        asked = Query(logged.query, logged.profile, logged.scope)
        answers = self._ask(asked)
        if answers is None:
            self.left_out += 1
            return
        leaving, entering = self._shifts(*answers)
        if leaving or entering:
            self.affected.append(Affected(asked, None, logged.at, logged.actor, leaving, entering))

    def _ask(self, query: Query) -> tuple[Recalled, Recalled] | None:
        """The rankings of both sides, or ``None`` where no channel can rank now and one of them should."""
        before, after = self.sides.ask(query, self.embedder)
        states = {report.state for report in before.recall.channels.values()}
        return None if states & _FAILED and ChannelState.USED not in states else (before, after)

    def _shifts(self, before: Recalled, after: Recalled) -> tuple[tuple[Shift, ...], tuple[Shift, ...]]:
        """What leaves and what enters, by rank."""
        if after is before:
            return (), ()
        first, second = _served(before.ranked), _served(after.ranked)
        records = reading.by_ordinal(self.connection, first.keys() ^ second.keys())
        leaving, entering = (
            tuple(
                Shift(rank, records[number])
                for number, rank in sorted(some.items(), key=lambda item: (item[1], item[0]))
                if number in records and number not in other
            )
            for some, other in ((first, second), (second, first))
        )
        return leaving, entering


def _compare(sides: _Sides, plan: Plan, progress: Progress, recalls: int, embedder: Engine | None) -> Impact:
    """Every question on both sides, inside the caller's read transaction."""
    vault = sides.stores.vault
    with vault.reading() as connection:
        expected = expectations.read(connection)
        logged = recall_log.questions(vault, recalls)
        total = len(expected) + len(logged)
        if total and embedder is None:
            embedder = engine(vault)
        comparing = _Comparing(sides, connection, embedder)
        for done, some in enumerate(expected):
            progress(done, total)
            comparing.expectation(some)
        for done, question in enumerate(logged, start=len(expected)):
            progress(done, total)
            comparing.recall(question)
        progress(total, total)
    asked = (len(expected), len(logged))
    return Impact(plan, *asked, tuple(comparing.affected), comparing.held, comparing.would_hold, comparing.left_out)


def _served(ranked: Ranked) -> dict[int, int]:
    """What is served, each with its rank: standing instructions (0), and as many ranked ones as the budget takes."""
    standing = dict.fromkeys(np.flatnonzero(ranked.view.standing).tolist(), 0)
    served = ranked.order[: ranked.profile.budget]
    return standing | {number: rank for rank, (number, _) in enumerate(served, start=1)}
