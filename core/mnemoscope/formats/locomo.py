"""LoCoMo: a JSON list of long conversations between two people, in dated sessions.

Its questions belong to a benchmark and are not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from mnemoscope.formats import arrays, fields
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, RecordDraft, SessionDraft, Skipped, When
from mnemoscope.texts import clean
from mnemoscope.times import when

_SESSION = re.compile(r"session_(\d+)", re.ASCII)
_TIME = re.compile(r"\s*(\d{1,2}):(\d\d)\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+(\w+),?\s+(\d{4})\s*", re.ASCII | re.I)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Locomo:
    """Imports LoCoMo: a session per dated session, a record per turn, picture captions in the text."""

    name = "locomo"
    title = "LoCoMo"
    expects = message("expects.locomo")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        item = arrays.first(source)
        conversation = item.get("conversation") if item else None
        if isinstance(conversation, dict) and any(_SESSION.fullmatch(key) for key in conversation):
            return message("sign.locomo")
        return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every session that has turns, in order of its number."""
        keys = fields.Keys()
        for number, item in enumerate(arrays.objects(source, "conversation"), 1):
            if isinstance(item, Skipped):
                yield item
                continue
            position, sample = item
            try:
                conversation = fields.members(sample.get("conversation"))
                name = fields.label(sample.get("sample_id")) or f"conversation-{number}"
                key = keys.key(name, conversation)
            except fields.Malformed as error:
                yield Skipped(position, error.message)
                continue
            if key:
                yield from _sessions(key, conversation, position)


def parse_time(text: str) -> When:
    """``1:56 pm on 8 May, 2023``, whatever the locale. Raises ``ValueError`` where it is none."""
    match = _TIME.fullmatch(text)
    if not match or match[5][:3].lower() not in _MONTHS or not 1 <= int(match[1]) <= 12:
        raise ValueError(f"no LoCoMo time: {text}")
    hour = int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)
    month = _MONTHS.index(match[5][:3].lower()) + 1
    return when(text, datetime(int(match[6]), month, int(match[4]), hour, int(match[2])))


def _sessions(sample: str, conversation: dict[str, object], position: str) -> Iterator[Draft]:
    numbers = sorted((int(match[1]), key) for key in conversation if (match := _SESSION.fullmatch(key)))
    for number, name in numbers:
        place = f"{position}, session {number}"
        try:
            turns = fields.elements(conversation[name], name)
        except fields.Malformed as error:
            yield Skipped(place, error.message)
            continue
        written = conversation.get(f"{name}_date_time")
        moment = _moment(written)
        unread = {} if moment or written is None else {"unread_time": written}
        key = f"{sample}/{name}"
        yield SessionDraft(key, f"{sample} session {number}", started_at=moment)
        for turn_number, turn in enumerate(turns, 1):
            try:
                yield _record(sample, key, turn, moment, unread)
            except fields.Malformed as error:
                yield Skipped(f"{place}, turn {turn_number}", error.message)


def _record(sample: str, session: str, value: object, moment: When | None, unread: dict[str, object]) -> RecordDraft:
    turn = fields.members(value)
    spoken, caption = turn.get("text"), turn.get("blip_caption")
    if isinstance(caption, str) and caption.strip():
        spoken = f"{spoken} [image: {caption}]" if spoken else f"[image: {caption}]"
    dialogue = fields.label(turn.get("dia_id"))
    rest = {key: member for key, member in turn.items() if key not in ("speaker", "text", "blip_caption")}
    return RecordDraft(
        session,
        fields.text(spoken),
        external_id=f"{sample}/{dialogue}" if dialogue else None,
        speaker=fields.label(turn.get("speaker")),
        happened_at=moment,
        meta=fields.members(fields.plain(rest | unread)),
    )


def _moment(written: object) -> When | None:
    try:
        return parse_time(clean(written)) if isinstance(written, str) else None
    except ValueError:
        return None
