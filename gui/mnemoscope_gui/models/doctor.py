"""What is said of an examination of the vault: as a whole, of each check, and of each finding."""

from __future__ import annotations

from collections.abc import Sequence

from mnemoscope.doctor import Check, Finding, Inspected
from mnemoscope_gui.models.entries import Entry, Tone
from mnemoscope_gui.models.expectations import moment
from mnemoscope_gui.models.lines import Line
from mnemoscope_gui.values import Checkup, Course, Diagnosed, Named
from mnemoscope_gui.wording import decimal, milliseconds, number, say, text

REPAIRED = ("words", "vectors", "columns", "unfinished")
"""What a repair makes anew, or clears away."""
ADVISED = (
    "file", "unreadable", "references", "schema", "hash", "id", "two_newer", "two_apps", "circle", "other_app",
    "other_state", "empty_sessions", "forgetting",
)  # fmt: skip
"""Findings in what is never changed: each says what a person can do."""
_BROKEN = (Check.FILE, Check.REFERENCES)
_MOST = 2_000
"""Characters of a record that are shown."""


# ---------------------------------------------------------------- the whole


def is_well(checkup: Checkup) -> bool | None:
    """Whether nothing is wrong; ``None`` while that is not known."""
    if checkup.findings:
        return False
    return True if checkup.course is Course.DONE else None


def title(checkup: Checkup) -> str:
    """The whole in a few words."""
    if checkup.course is not Course.DONE:
        return say(f"checkup.{checkup.course.value}")
    if count := len(checkup.findings):
        return say("checkup.unsound", count=count, number=number(count))
    examined = checkup.examined
    return say("checkup.sound" if examined is None or examined.diagnosis.records else "checkup.sound_empty")


def about(checkup: Checkup) -> str:
    """How far it is, or of how much and when it was."""
    if checkup.course is Course.NEVER:
        return say("checkup.never.about")
    if checkup.examined is None:
        done, of = number(len(checkup.looked)), number(len(Check))
        return say("checkup.meanwhile" if checkup.is_running else "checkup.so_far", done=done, number=of)
    told = _figures(checkup.examined)
    took = _duration(checkup.examined.seconds)
    when = say("checkup.as_of", told=told, moment=moment(checkup.examined.at), took=took)
    return f"{when} {say('checkup.old')}" if checkup.is_old else when


def _duration(seconds: float) -> str:
    return milliseconds(seconds * 1000) if seconds < 1 else say("checkup.seconds", seconds=decimal(seconds, 1))


def _figures(examined: Diagnosed) -> str:
    amounts = {looked.check: looked.amount for looked in examined.diagnosis.looked}
    parts = [say("checkup.records", count=examined.diagnosis.records, number=number(examined.diagnosis.records))]
    for check in (Check.WORDS, Check.VECTORS, Check.SUPERSESSIONS):
        if amount := amounts.get(check):
            parts.append(say(f"checkup.{check.value}", count=amount, number=number(amount)))
    return ", ".join(parts)


def plan(checkup: Checkup) -> str:
    """What a repair did, or would do; and what it leaves alone."""
    if checkup.can_repair:
        return say("checkup.plan", parts=parts_of([some for some in checkup.findings if some.can_repair]))
    if checkup.course is Course.REPAIRING:
        return say("checkup.untouched")
    if checkup.examined is not None and (repaired := checkup.examined.diagnosis.repaired):
        return say("checkup.repaired", parts=parts_of(repaired))
    return ""


def parts_of(findings: Sequence[Finding]) -> str:
    """The stores that these are in."""
    return ", ".join(say(f"repair.{part}") for part in REPAIRED if any(_part(some) == part for some in findings))


def _part(finding: Finding) -> str:
    id = finding.what.id.removeprefix("doctor.")
    return "unfinished" if id == "words.killed_import" else id.split(".")[0]


def needs_backup(checkup: Checkup) -> bool:
    """Whether the file itself is damaged, so that what can be read had better leave it."""
    ids = {finding.what.id for finding in checkup.findings}
    return any(looked.findings for looked in checkup.looked if looked.check in _BROKEN) or "doctor.unreadable" in ids


# ---------------------------------------------------------------- the checks


def check_entries(checkup: Checkup) -> tuple[Entry, ...]:
    """Each check with its state."""
    looked = {some.check: some for some in checkup.looked}
    return tuple(_entry(check, looked.get(check), _waiting(checkup, at)) for at, check in enumerate(Check))


def _entry(check: Check, looked: Inspected | None, waiting: str) -> Entry:
    name = say(f"check.{check.value}")
    if looked is None:
        return Entry(name, waiting, tone=Tone.OPEN, key=check)
    if not looked.findings:
        return Entry(name, fine(looked), tone=Tone.GOOD, key=check)
    mends = all(finding.can_repair for finding in looked.findings)
    meta = say("checkup.can_repair") if mends else ""
    return Entry(name, found(looked), meta, Tone.FAULT, check)


def _waiting(checkup: Checkup, at: int) -> str:
    """Why a check has no state yet."""
    if checkup.course is Course.DONE:
        return say("checkup.not_looked")
    is_next = checkup.is_running and at == len(checkup.looked)
    return say("checkup.looking" if is_next else "checkup.waiting")


def fine(looked: Inspected) -> str:
    """What a check without a finding has seen."""
    if not looked.amount and looked.check not in (Check.REFERENCES, Check.UNFINISHED):
        return say("checkup.nothing")
    return say(f"check.{looked.check.value}.fine", count=looked.amount, number=number(looked.amount))


def found(looked: Inspected) -> str:
    """What a check has found: the first of it, and how much more."""
    first, more = text(looked.findings[0].what), len(looked.findings) - 1
    return say("checkup.and_more", first=first, count=more, number=number(more)) if more else f"{first}."


# ---------------------------------------------------------------- one check


def state_of(checkup: Checkup, check: Check) -> str:
    """The state of a check, as a sentence of its own."""
    entry = next(some for some in check_entries(checkup) if some.key is check)
    return "" if entry.tone is Tone.FAULT else entry.note


def finding_lines(checkup: Checkup, check: Check) -> tuple[Line, ...]:
    """What a check found, each with what to do about it and its records."""
    looked = next((some for some in checkup.looked if some.check is check), None)
    lines: list[Line] = []
    for finding in looked.findings if looked is not None else ():
        kind = say("checkup.derived" if finding.can_repair else "checkup.curated")
        lines.append(Line(kind, f"{text(finding.what)}. {advice(finding)}"))
        lines += _record_lines(finding, checkup.examined)
    return tuple(lines)


def advice(finding: Finding) -> str:
    """What a repair does about it, or else a person can."""
    if finding.can_repair:
        return say(f"advice.{_part(finding)}")
    return say(f"advice.{finding.what.id.removeprefix('doctor.')}")


def _record_lines(finding: Finding, examined: Diagnosed | None) -> list[Line]:
    named = [examined.named[id] for id in finding.ids if id in examined.named] if examined is not None else []
    lines = [_record_line(some) for some in named]
    more = finding.count - len(named)
    if named and more > 0:
        lines.append(Line("", say("arrivals.more_records", count=more, number=number(more))))
    return lines


def _record_line(some: Named) -> Line:
    record = some.record
    session = record.session_title or record.session
    words = " ".join(record.indexed_text.split())[:_MOST]
    return Line(some.short, words, f"{session} · {record.app}", record.id, struck=not record.stands)
