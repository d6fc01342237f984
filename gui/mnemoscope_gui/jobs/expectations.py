"""Expectations: saved, removed, read and asked again, and what is looked at under one."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping

from mnemoscope import checks, expectations, profiles, reading
from mnemoscope.errors import NoSuchExpectation
from mnemoscope.progress import Progress, while_wanted
from mnemoscope.records import Checked, Expectation, Profile, Query, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import acts, looking, recalling
from mnemoscope_gui.values import CheckedSome, Detail, Expected


def expect(query: Query, record: RecordId, within: int) -> acts.Act:
    """From now on the record must come back for this question, under its profile and in its scope."""
    name, scope = query.profile.name, query.scope
    return lambda vault: expectations.expect(vault, query.text, record, within, name, scope)


def unexpect(number: int) -> acts.Act:
    """Remove an expectation."""
    return lambda vault: expectations.unexpect(vault, number)


def read_expectations(vault: Vault, progress: Progress) -> tuple[Expected, ...]:
    """Every expectation, none of them checked."""
    known = profiles.profiles(vault)
    return tuple(_expected(vault, some, known) for some in expectations.expectations(vault))


def check(
    numbers: Collection[int], is_wanted: Callable[[], bool], profile: Profile | None = None
) -> Callable[[Vault, Progress], CheckedSome]:
    """Ask these again, under their own profiles or the one that is tried; given up between two where nobody wants to
    know any more."""
    go_on = while_wanted(is_wanted)

    def job(vault: Vault, progress: Progress) -> CheckedSome:
        go_on(0, None)
        began, known = time.perf_counter(), profiles.profiles(vault)
        there = {some.number for some in expectations.expectations(vault)}
        try:
            found = checks.check(vault, go_on, profile, numbers=there.intersection(numbers)) if there else ()
        except NoSuchExpectation:  # removed between two looks; what removed it will have all of them asked again
            found = ()
        rows = tuple(_expected(vault, some.expectation, known, some) for some in found)
        return CheckedSome(rows, time.perf_counter() - began)

    return job


def _expected(
    vault: Vault, some: Expectation, known: Mapping[str, Profile], checked: Checked | None = None
) -> Expected:
    record = reading.record(vault, checked.record if checked is not None else some.record)
    return Expected(some, record, reading.short_id(vault, record.id), known.get(some.profile), checked)


# ---------------------------------------------------------------- looking


def look_at(some: Expectation, id: RecordId, xrayed: bool = False) -> Callable[[Vault, Progress], Detail]:
    """A record explained under an expectation's question; not explained where its profile is gone."""

    def job(vault: Vault, progress: Progress) -> Detail:
        profile = profiles.profiles(vault).get(some.profile)
        answer = None
        if profile is not None:
            answer = recalling.ask(Query(some.query, profile, some.scope))(vault, progress)
        return looking.look_at(answer, id, xrayed)(vault, progress)

    return job
