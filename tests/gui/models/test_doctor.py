"""What is said of an examination."""

from __future__ import annotations

import pytest

from mnemoscope import messages
from mnemoscope.doctor import Check, Diagnosis, Finding, Inspected
from mnemoscope.messages import message
from mnemoscope_gui.models.doctor import about, advice, check_entries, found, parts_of, plan, title
from mnemoscope_gui.models.entries import Tone
from mnemoscope_gui.values import Checkup, Course, Diagnosed

IDS = [id for id in messages.ENGLISH if id.startswith("doctor.") and id != "doctor.sound"]
DERIVED = ("doctor.words.", "doctor.vectors.", "doctor.columns")


def finding(id: str, count: int = 3) -> Finding:
    return Finding(message(id, count=count, first="x", found=1, known=2), count, can_repair=id.startswith(DERIVED))


def diagnosed(*looked: Inspected, seconds: float = 0.25, repaired: tuple[Finding, ...] = ()) -> Checkup:
    examined = Diagnosed(Diagnosis(9846, looked, repaired), {}, 0, seconds)
    return Checkup(Course.DONE, looked, examined)


@pytest.mark.parametrize("id", IDS)
def test_every_finding_says_what_to_do_about_it(id: str) -> None:
    assert advice(finding(id)).endswith(".")


def test_several_findings_of_a_check_are_counted_behind_the_first() -> None:
    first, *more = (finding("doctor.words.terms"), finding("doctor.words.counts"), finding("doctor.words.other"))
    assert found(Inspected(Check.WORDS, 4, (first,))) == "3 terms are counted wrong."
    assert found(Inspected(Check.WORDS, 4, (first, *more))) == "3 terms are counted wrong, and 2 things more."


def test_repair_names_each_store_once() -> None:
    wrong = [finding("doctor.words.terms"), finding("doctor.words.counts"), finding("doctor.words.killed_import")]
    assert parts_of(wrong) == "the word index, what a killed import left (cleared away)"


def test_plan_tells_of_what_can_be_repaired_and_nothing_of_what_cannot() -> None:
    curated = Inspected(Check.TEXTS, 9846, (finding("doctor.hash"),))
    assert plan(diagnosed(curated)) == ""
    both = diagnosed(curated, Inspected(Check.COLUMNS, 10, (finding("doctor.columns"),)))
    assert plan(both).startswith("Repair makes anew: the packed columns.")
    assert title(both) == "2 things are wrong"


def test_short_examination_is_told_in_milliseconds() -> None:
    assert about(diagnosed(Inspected(Check.WORDS, 12_345))).endswith("in 250 ms.")
    told = about(diagnosed(Inspected(Check.WORDS, 12_345), seconds=7.04))
    assert told.startswith("9,846 records, 12,345 terms · examined ")
    assert told.endswith("in 7.0 s.")


def test_one_check_is_being_looked_at_and_those_after_it_are_not_yet() -> None:
    entries = check_entries(Checkup(Course.EXAMINING, (Inspected(Check.FILE, 3),)))
    assert [entry.tone for entry in entries] == [Tone.GOOD, *[Tone.OPEN] * (len(Check) - 1)]
    assert [entry.note for entry in entries[:3]] == ["3 pages, no fault", "Being looked at…", "Not looked at yet"]
