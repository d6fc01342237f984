"""What the middle of Review shows of a candidate, as values for its views."""

from __future__ import annotations

from html import escape

from mnemoscope.candidates import Answer, Candidate, Matter
from mnemoscope.claims.units import Sort
from mnemoscope.records import Record, RecordId
from mnemoscope.suggest import Copy
from mnemoscope_gui.models.marks import Span
from mnemoscope_gui.models.review import Verdict, age, letter, losers, previews, spans
from mnemoscope_gui.models.said import Lane
from mnemoscope_gui.values import Examined
from mnemoscope_gui.wording import decimal, full_day, number, say, text

KEYS: dict[Answer, str] = {
    Answer.KEEP_FIRST: "A",
    Answer.KEEP_SECOND: "B",
    Answer.BOTH_TRUE: "T",
    Answer.NOT_THE_SAME: "N",
    Answer.DEACTIVATE: "D",
    Answer.RESTORE: "R",
    Answer.LATER: "L",
}
"""The letter of each verdict; Space is later too."""

GUARDS = (Sort.NUMBER, Sort.DATE, Sort.NAME, Sort.NEGATION, Sort.ANTONYM)
"""What two texts may differ in so that they are not the same claim, the telling ones first."""


def verdicts(candidate: Candidate, other: int = 1) -> tuple[tuple[Verdict, str], ...]:
    """What can be said of a candidate, with its keys; ``other`` is the record of a group that B would keep."""
    later = (Verdict(Answer.LATER), KEYS[Answer.LATER])
    if candidate.matter is Matter.STALE:
        return (*((verdict, KEYS[verdict.answer]) for verdict in previews(candidate)), later)
    is_group = len(candidate.records) > 2
    second = Verdict(Answer.KEEP_FIRST, other) if is_group else Verdict(Answer.KEEP_SECOND, 1)
    return (
        (Verdict(Answer.KEEP_FIRST), KEYS[Answer.KEEP_FIRST]),
        (second, KEYS[Answer.KEEP_SECOND]),
        (Verdict(Answer.BOTH_TRUE), KEYS[Answer.BOTH_TRUE]),
        (Verdict(Answer.NOT_THE_SAME), KEYS[Answer.NOT_THE_SAME]),
        later,
    )


def offered(candidate: Candidate, other: int) -> tuple[Verdict, ...]:
    """The verdicts whose impact can be looked at by name: of a group the proposed one and one other."""
    shown = previews(candidate)
    return shown if len(candidate.records) < 3 else (shown[0], shown[other], shown[-1])


def role(candidate: Candidate, place: int) -> str:
    """What a record is beside the others of its candidate."""
    records = candidate.records
    if len(records) < 2:
        return say(f"kind.{records[0].kind.value}")
    if candidate.matter is Matter.DUPLICATE and len(records) > 2:
        return ""
    first, second = records[:2]
    older, newer = (first, second) if first.time <= second.time else (second, first)
    if records[place] is older or first.time == second.time:
        return say("review.older") if older.time < newer.time else say("review.same_day")
    by = age(older, newer)
    return say("review.newer_by", age=by) if by else say("review.newer_same_day")


def marked(candidate: Candidate, place: int, kept: int) -> tuple[Span, ...]:
    """The words in which a record differs: of a pair from the other, of a group from the one that is kept."""
    records = candidate.records
    if len(records) < 2:
        return ()
    if len(records) == 2:
        return spans(records[0].text, records[1].text)[place]
    return () if place == kept else spans(records[place].text, records[kept].text)[0]


def lanes(examined: Examined) -> tuple[Lane, ...]:
    """When each record was said and served."""
    sides, matter = examined.sides, examined.candidate.matter
    newest = max(side.record.time for side in sides)
    is_pair = matter in (Matter.CONTRADICTION, Matter.SUPERSESSION)
    return tuple(
        Lane(
            letter(place) if len(sides) > 1 else "",
            side.record.time,
            side.served,
            newest if is_pair and side.record.time < newest else None,
        )
        for place, side in enumerate(sides)
    )


def group_meta(record: Record, times: int | None) -> str:
    """Where and when a record of a group was said, and how often it was served once that is known."""
    said = [record.session_title or record.session, record.app, full_day(record)]
    if times is not None:
        said.append(say("review.served", number=number(times)) if times else say("review.never_served"))
    return " · ".join(said)


def ground_rows(candidate: Candidate) -> tuple[tuple[str, str], ...]:
    """What each reason is about, and the reason."""
    return tuple((say(f"about.{ground.kind}"), text(ground.said)) for ground in candidate.grounds)


def grounds_html(candidate: Candidate, muted: str) -> str:
    """The reasons as a table."""
    rows = (
        f'<tr><td style="color:{muted}; padding:0 16px 4px 0; white-space:nowrap">{escape(about)}</td>'
        f'<td style="padding-bottom:4px">{escape(said)}</td></tr>'
        for about, said in ground_rows(candidate)
    )
    return f'<table cellspacing="0" cellpadding="0">{"".join(rows)}</table>'


def copy_note(some: Copy) -> str:
    """Why a copy is ticked, or why it never is."""
    if some.same:
        near = some.cosine
        return say("review.copy.same") if near is None else say("review.copy.same.near", cosine=decimal(near, 3))
    kinds = [kind for kind in GUARDS if any(diff.kind is kind for diff in some.differences)]
    return say(f"review.copy.differs.{kinds[0].value}" if kinds else "review.copy.differs.word")


def also_of(
    examined: Examined | None, verdict: Verdict, ticked: dict[RecordId, frozenset[RecordId]]
) -> tuple[RecordId, ...]:
    """The copies that go with what a verdict takes away."""
    if examined is None:
        return ()
    found: dict[RecordId, None] = {}
    for lost in losers(examined.candidate, verdict):
        for some in examined.copies.get(lost.id, ()):
            if some.record.id in ticked.get(lost.id, frozenset()):
                found[some.record.id] = None
    return tuple(found)


def shown_loser(candidate: Candidate, verdict: Verdict) -> Record | None:
    """The record whose copies are listed: the one that loses, of a verdict that keeps all the first."""
    lost = losers(candidate, verdict)
    return lost[0] if lost else None
