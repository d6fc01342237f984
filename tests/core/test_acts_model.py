"""Any sequence of acts, undos and reverts of several actors leaves the curated tables equal to a simple model."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from acts_model import FUTURE, PAST, WITHDRAWN, Cell, Model, NotAllowed, image
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from memories import ask, draft, embed, fill, id_of

from mnemoscope import columns, curation, expectations, ingest, journal, reading
from mnemoscope.errors import Refused
from mnemoscope.messages import message
from mnemoscope.records import KEEP, Changes, Known
from mnemoscope.times import now, until
from mnemoscope.vault import Vault

ACTORS = ("window", "command line", "ward")
APPS = ("home", "ward")
BUDGET = 32

actors = st.sampled_from(ACTORS)
places = st.integers(-2, 4)  # a few records, and the two that came last: so that acts meet
some = st.lists(places, min_size=1, max_size=3)
back = st.integers(0, 8)
dates = st.sampled_from([KEEP, None, PAST, FUTURE])
Written = tuple[Mapping[Cell, object], list[str]]


class Curating(RuleBasedStateMachine):
    """Three actors on one vault of 2 apps, and the model beside it."""

    @initialize()
    def make(self) -> None:
        self.folder = TemporaryDirectory()
        self.vault = Vault.create(Path(self.folder.name) / "some.vault", "window")
        self.model = Model()
        self.count = 0
        self.seen: list[tuple[int, dict[str | None, set[str]]]] = []
        self.bring("window", [(app, True, None) for app in APPS for _ in range(19)])

    def teardown(self) -> None:
        if hasattr(self, "vault"):
            self.check_what_was_known()
            self.check_undo_of_everything()
            self.vault.close()
            self.folder.cleanup()

    # ------------------------------------------------------------ both sides of an act

    def act(self, actor: str, plan: Callable[[], Written], carry_out: Callable[[], Changes | None]) -> None:
        """What the model plans is carried out, and what it does not allow is refused and changes nothing."""
        self.vault.actor = actor
        try:
            wrote, brought = plan()
            allowed = bool(wrote)
        except NotAllowed:
            allowed = False
        if allowed:
            changes = carry_out()
            assert changes is not None
            assert changes.act is not None
            self.model.do(changes.act, actor, wrote, brought)
        else:
            self.refuse(carry_out)

    def reverse(self, actor: str, kind: str, plan: Callable[[], int], carry_out: Callable[[], Changes]) -> None:
        self.vault.actor = actor
        try:
            of = plan()
        except NotAllowed:
            self.refuse(carry_out)
            return
        number = carry_out().act
        assert number is not None
        self.model.log.append((number, kind, actor, of))

    def refuse(self, carry_out: Callable[[], Changes | None]) -> None:
        before = image(self.vault)
        try:
            changes = carry_out()
        except Refused:
            changes = None
        assert changes is None or changes.act is None
        assert image(self.vault) == before

    def pick(self, place: int) -> str:
        return self.model.records[place % len(self.model.records)]

    def picked(self, places: list[int]) -> list[str]:
        return list(dict.fromkeys(map(self.pick, places)))

    def ids(self, records: list[str]) -> list[str]:
        return [id_of(self.vault, record) for record in records]

    def new(self) -> str:
        self.count += 1
        return f"word{self.count % 7} r{self.count}"

    def bear(self, record: str, app: object, valid: object = None, review: object = None, active: bool = True) -> None:
        born = {
            "state": WITHDRAWN if active else (False, "at the source"),
            "app": app,
            "valid": valid,
            "review": review,
        }
        self.model.born |= {(name, record): value for name, value in born.items()}

    # ------------------------------------------------------------ taking back

    @rule(
        ways=st.lists(st.tuples(st.sampled_from(["undo", "redo", "revert"]), actors), min_size=1, max_size=5), back=back
    )
    def take_back(self, ways: list[tuple[str, str]], back: int) -> None:
        for way, actor in ways:
            self.reverse_one(way, actor, back)
            assert image(self.vault) == self.model.image()

    def reverse_one(self, way: str, actor: str, back: int) -> None:
        number = self.model.log[-min(back, len(self.model.log))][0] if back else 10_000
        if way == "undo":
            self.reverse(actor, "undo", lambda: self.model.undo(actor), lambda: curation.undo(self.vault))
        elif way == "redo":
            self.reverse(actor, "redo", lambda: self.model.redo(actor), lambda: curation.redo(self.vault))
        else:
            self.reverse(actor, "undo", lambda: self.model.revert(number), lambda: curation.revert(self.vault, number))

    # ------------------------------------------------------------ acts

    @rule(actor=actors, chosen=some, reason=st.sampled_from(["", "old"]))
    def deactivate(self, actor: str, chosen: list[int], reason: str) -> None:
        records = self.picked(chosen)
        self.act(
            actor,
            lambda: ({("state", some): (False, reason) for some in records if self.model.is_active(some)}, []),
            lambda: curation.deactivate(self.vault, self.ids(records), reason),
        )

    @rule(actor=actors, chosen=some)
    def restore(self, actor: str, chosen: list[int]) -> None:
        records = self.picked(chosen)
        self.act(
            actor,
            lambda: ({("state", some): (True, "") for some in records if not self.model.is_active(some)}, []),
            lambda: curation.restore(self.vault, self.ids(records)),
        )

    @rule(actor=actors, chosen=some, newer=places)
    def supersede(self, actor: str, chosen: list[int], newer: int) -> None:
        olders, new = self.picked(chosen), self.pick(newer)

        def plan() -> Written:
            fine = new not in olders and self.model.is_active(new)
            for old in olders:
                fine &= self.model.is_active(old) and self.model.newer_of(old) is None
                fine &= self.model["app", old] == self.model["app", new]
            at: str | None = new
            while at is not None:
                fine &= at not in olders
                at = self.model.newer_of(at)
            if not fine:
                raise NotAllowed
            return {("edge", old): (True, "because", new) for old in olders}, []

        self.act(
            actor,
            plan,
            lambda: curation.supersede_all(self.vault, self.ids(olders), id_of(self.vault, new), "because"),
        )

    @rule(actor=actors, place=places, also=places)
    def unsupersede(self, actor: str, place: int, also: int) -> None:
        edges = sorted(self.model.edges().items())
        old, new = edges[place % len(edges)] if edges and place % 5 else (self.pick(place), self.pick(also))

        def plan() -> Written:
            if self.model.newer_of(old) != new:
                raise NotAllowed
            return {("edge", old): (False, self.model["edge", old][1], new)}, []  # type: ignore[index]

        self.act(actor, plan, lambda: curation.unsupersede(self.vault, *self.ids([old, new])))

    @rule(actor=actors, chosen=some, valid=dates, review=dates)
    def set_dates(self, actor: str, chosen: list[int], valid: Any, review: Any) -> None:
        records = self.picked(chosen)
        given = {"valid": valid, "review": review}

        def plan() -> Written:
            changed = {name: value for name, value in given.items() if value is not KEEP}
            others = [r for r in records if any(self.model[name, r] != value for name, value in changed.items())]
            return {(name, r): value for r in others for name, value in changed.items()}, []

        when = {name: until(value) if isinstance(value, str) else value for name, value in given.items()}
        self.act(
            actor,
            plan,
            lambda: curation.set_dates(
                self.vault, self.ids(records), valid_until=when["valid"], review_after=when["review"]
            ),
        )

    @rule(actor=actors, chosen=some, app=st.sampled_from([*APPS, "new"]))
    def move(self, actor: str, chosen: list[int], app: str) -> None:
        records = self.picked(chosen)
        self.act(
            actor,
            lambda: ({("app", r): app for r in self.model.linked(records) if self.model["app", r] != app}, []),
            lambda: curation.move(self.vault, self.ids(records), app),
        )

    @rule(actor=actors, place=places)
    def edit(self, actor: str, place: int) -> None:
        old, new = self.pick(place), self.new()

        def plan() -> Written:
            if not self.model.is_active(old) or self.model.newer_of(old) is not None:
                raise NotAllowed
            self.bear(new, self.model["app", old], self.model["valid", old], self.model["review", old])
            return {("state", new): (True, ""), ("edge", old): (True, "", new)}, [new]

        self.act(actor, plan, lambda: ingest.edit(self.vault, id_of(self.vault, old), new).changes)

    @rule(actor=actors, app=st.sampled_from(APPS), place=places)
    def add(self, actor: str, app: str, place: int) -> None:
        new, old = self.new(), self.pick(place) if place % 2 else None

        def plan() -> Written:
            if old is not None and self.model.newer_of(old) is not None:
                raise NotAllowed
            self.bear(new, app if old is None else self.model["app", old])
            return {("state", new): (True, "")} | ({("edge", old): (True, "", new)} if old else {}), [new]

        supersedes = id_of(self.vault, old) if old else None
        self.act(actor, plan, lambda: ingest.add(self.vault, new, app=app, supersedes=supersedes).changes)

    @rule(
        actor=actors,
        rows=st.lists(st.tuples(st.sampled_from(APPS), st.booleans(), st.none() | st.integers(0, 3)), max_size=4),
    )
    def bring(self, actor: str, rows: list[tuple[str, bool, int | None]]) -> None:
        """A file, of which some records are inactive and some superseded by others of it."""
        records = [self.new() for _ in rows]
        leads = {
            records[place]: records[to]
            for place, (app, _, to) in enumerate(rows)
            if to is not None and place < to < len(rows) and rows[to][0] == app
        }

        def plan() -> Written:
            wrote: dict[Cell, object] = {}
            for record, (app, active, _) in zip(records, rows, strict=True):
                self.bear(record, app, active=active)
                wrote["state", record] = (True, "") if active else (False, "at the source")
            return wrote | {("edge", old): (True, "", new) for old, new in leads.items()}, records

        drafts = [
            draft(r, r, app=app, active=active, reason="" if active else "at the source", superseded_by=leads.get(r))
            for r, (app, active, _) in zip(records, rows, strict=True)
        ]
        self.act(actor, plan, lambda: fill(self.vault, drafts).changes)

    @rule(actor=actors, first=st.integers(0, 37))
    def bring_again(self, actor: str, first: int) -> None:
        """The first file once more: what was withdrawn of it comes back, and stays where it was moved to."""
        records = self.model.records[first:38]
        self.act(
            actor,
            lambda: ({("state", r): (True, "") for r in records if self.model["state", r] == WITHDRAWN}, []),
            lambda: fill(self.vault, [draft(r, r, app=str(self.model.born["app", r])) for r in records]).changes,
        )

    @rule(actor=actors, place=places, removed=st.booleans())
    def expect_or_not(self, actor: str, place: int, removed: bool) -> None:
        (self.unexpect if removed else self.expect)(actor, place)

    def expect(self, actor: str, place: int) -> None:
        record, query = self.pick(place), f"question {len(self.model.log)}"
        wrote: dict[Cell, object] = {("expect", 0): (True, query, record)}

        def carry_out() -> Changes:
            changes = expectations.expect(self.vault, query, id_of(self.vault, record))
            wrote["expect", expectations.saved_by(self.vault, changes).number] = wrote.pop(("expect", 0))
            return changes

        self.act(actor, lambda: (wrote, []), carry_out)

    def unexpect(self, actor: str, place: int) -> None:
        saved = sorted(self.model.image()["expectations"].items())  # type: ignore[attr-defined]
        if saved:
            number, (query, record) = saved[place % len(saved)]
            self.act(
                actor,
                lambda: ({("expect", number): (False, query, record)}, []),
                lambda: expectations.unexpect(self.vault, number),
            )

    @rule(actor=actors, first=st.integers(0, 3), second=st.integers(0, 3), answer=st.sampled_from(["later", "same"]))
    def say(self, actor: str, first: int, second: int, answer: str) -> None:
        pair = tuple(sorted((first, second)))
        cell = ("verdict", tuple(self.pick(place) for place in pair))

        def carry_out() -> Changes:
            ordinals = [reading.ordinal(self.vault.connection, id) for id in self.ids(list(cell[1]))]
            with journal.act(self.vault, message("act.expect", record="", question="")) as act:
                act.set_verdict(ordinals[0], ordinals[1], "pair", answer)
            return act.changes

        self.act(actor, lambda: ({cell: answer} if self.model[cell] != answer else {}, []), carry_out)

    # ------------------------------------------------------------ what holds after every step

    @invariant()
    def tables_are_those_of_the_model(self) -> None:
        if hasattr(self, "vault"):
            assert image(self.vault) == self.model.image()
            self.seen.append((self.model.log[-1][0], {app: self.model.recallable(app) for app in (None, *APPS)}))

    @invariant()
    def recall_serves_what_is_recallable_and_as_many_as_there_are(self) -> None:
        if not hasattr(self, "vault"):
            return
        embed(self.vault)
        for app in (None, *APPS):
            recallable = self.model.recallable(app)
            for profile in ("fused", "vectors"):
                recall = ask(self.vault, "word1 word2 r3", profile, (app,) if app else None).recall
                served = {hit.record.text for hit in recall.hits}
                assert served <= recallable
                assert len(recall.hits) == len(served) == min(BUDGET, len(recallable))

    # ------------------------------------------------------------ at the end

    def check_what_was_known(self) -> None:
        """A replay after any act finds recallable what was recallable then."""
        texts = dict(self.vault.connection.execute("SELECT ordinal, text FROM record"))
        for act, recallable in dict(self.seen[-12:]).items():
            for app, records in recallable.items():
                view = columns.view(self.vault, (app,) if app else None, now(), False, Known(act, now()))
                assert {texts[number] for number in np.flatnonzero(view.recallable).tolist()} == records

    def check_undo_of_everything(self) -> None:
        """Acts are taken back from the last to the first: what is recallable is what was before them."""
        for act in reversed([act for act in self.model.acts if act.counts]):
            self.vault.actor = act.actor
            curation.revert(self.vault, act.number)
            act.counts = False
            assert image(self.vault)["records"] == self.model.image()["records"]
        assert not columns.view(self.vault, None, now(), False).recallable.any()


@pytest.mark.usefixtures("_no_waiting_for_the_disk")
class TestCurating(Curating.TestCase):  # type: ignore[name-defined, misc]
    settings = settings(
        max_examples=int(os.environ.get("MNEMOSCOPE_EXAMPLES", "20")),
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
