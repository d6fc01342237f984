"""LongMemEval: a JSON list of questions, each with its own haystack of dated sessions.

Its questions belong to a benchmark and are not read here. A session that recurs across questions comes in once, with
the date that it has first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import zip_longest
from pathlib import Path

from mnemoscope.formats import arrays, fields
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, RecordDraft, SessionDraft, Skipped, When
from mnemoscope.texts import clean
from mnemoscope.times import when

_TIME = re.compile(r"\s*(\d{4})/(\d\d?)/(\d\d?)(?:\s*\(\w+\))?(?:\s+(\d\d?):(\d\d))?\s*", re.ASCII)


class LongMemEval:
    """Imports LongMemEval: a session per haystack session, a record per turn."""

    name = "longmemeval"
    title = "LongMemEval"
    expects = message("expects.longmemeval")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        item = arrays.first(source)
        if item and "question_id" in item and isinstance(item.get("haystack_sessions"), list):
            return message("sign.longmemeval")
        return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every distinct session, in order of appearance."""
        keys = fields.Keys()
        for item in arrays.objects(source, "question"):
            if isinstance(item, Skipped):
                yield item
                continue
            position, question = item
            try:
                yield from _haystack(question, position, keys)
            except fields.Malformed as error:
                yield Skipped(position, error.message)


def parse_time(text: str) -> When:
    """``2023/07/12 (Wed) 10:14``. Raises ``ValueError`` where it is none."""
    match = _TIME.fullmatch(text)
    if not match:
        raise ValueError(f"no LongMemEval time: {text}")
    return when(text, datetime(*(int(part or 0) for part in match.groups())))  # type: ignore[arg-type]


def _haystack(question: dict[str, object], position: str, keys: fields.Keys) -> Iterator[Draft]:
    sessions = fields.elements(question.get("haystack_sessions"), "haystack_sessions")
    names = _listed(question, "haystack_session_ids")[: len(sessions)]
    dates = _listed(question, "haystack_dates")[: len(sessions)]
    for number, (session, name, date) in enumerate(zip_longest(sessions, names, dates), 1):
        place = f"{position}, session {number}"
        try:
            turns = fields.elements(session, "session")
            called = fields.label(name) or f"{fields.label(question.get('question_id')) or position}/{number}"
            key = keys.key(called, [_said(turn) for turn in turns])
        except fields.Malformed as error:
            yield Skipped(place, error.message)
            continue
        if key:
            yield from _session(key, called, turns, date, place)


def _listed(question: dict[str, object], field: str) -> list[object]:
    value = question.get(field)
    return value if isinstance(value, list) else []


def _said(turn: object) -> object:
    """What makes two sessions one: ``has_answer`` depends on the question that a session stands under."""
    return {key: member for key, member in turn.items() if key != "has_answer"} if isinstance(turn, dict) else turn


def _session(key: str, title: str, turns: list[object], date: object, place: str) -> Iterator[Draft]:
    moment = _moment(date)
    unread = {} if moment or date is None else {"unread_time": date}
    yield SessionDraft(key, title, started_at=moment)
    for index, value in enumerate(turns):
        try:
            turn = fields.members(value)
            rest = {name: member for name, member in turn.items() if name not in ("role", "content")}
            yield RecordDraft(
                key,
                fields.text(turn.get("content")),
                external_id=f"{key}/{index}",
                speaker=fields.label(turn.get("role")),
                happened_at=moment,
                meta=fields.members(fields.plain(rest | unread)),
            )
        except fields.Malformed as error:
            yield Skipped(f"{place}, turn {index + 1}", error.message)


def _moment(date: object) -> When | None:
    try:
        return parse_time(clean(date)) if isinstance(date, str) else None
    except ValueError:
        return None
