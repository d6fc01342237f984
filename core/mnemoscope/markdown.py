"""A recall as a Markdown text, to be pasted into a report: the question, how it was asked, the ranks, the texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from mnemoscope.messages import Message, message
from mnemoscope.records import Hit, Recall, Record, RecordId
from mnemoscope.times import minute

Say = Callable[[Message], str]


def recall(found: Recall, shorts: Mapping[RecordId, str], say: Say = str) -> str:
    """The whole recall. ``shorts`` are the ids as they are shown, ``say`` renders a message in a language.

    Numbers are those of the JSON, not localised; every text stands whole and unchanged, in a fence of its own.
    """
    return "\n".join(_lines(found, shorts, say)) + "\n"


def _lines(found: Recall, shorts: Mapping[RecordId, str], say: Say) -> Iterator[str]:
    query = found.query
    yield f"## {_inline(query.text)}"
    yield ""
    yield say(
        message("markdown.asked", profile=query.profile.name, served=len(found.hits), recallable=found.recallable)
    )
    apps = message("markdown.all_apps")
    yield say(message("markdown.apps", apps=", ".join(query.scope)) if query.scope is not None else apps)
    if query.at is not None:
        yield say(message("markdown.as_of", at=minute(query.at)))
    yield from (say(report.reason) for report in found.channels.values() if report.reason is not None)
    yield ""
    yield from _table(found.hits, shorts, say)
    for hit in (*found.standing, *found.hits):
        yield ""
        yield from _text(hit, shorts, say)


def _table(hits: tuple[Hit, ...], shorts: Mapping[RecordId, str], say: Say) -> Iterator[str]:
    if not hits:
        return
    yield f"| {say(message('markdown.heads'))} |"
    yield "|---:|---:|---:|---:|---:|---:|---|---|"
    for hit in hits:
        vector, lexical = hit.vector, hit.lexical
        cells = (
            str(hit.rank),
            f"{hit.rrf:.5f}",
            str(vector.rank) if vector else "–",
            f"{vector.cosine:.6f}" if vector else "–",
            str(lexical.rank) if lexical else "–",
            f"{lexical.score:.3f}" if lexical else "–",
            f"`{_short(hit.record, shorts)}`",
            _inline(_place(hit.record)),
        )
        yield f"| {' | '.join(cells)} |"


def _text(hit: Hit, shorts: Mapping[RecordId, str], say: Say) -> Iterator[str]:
    record = hit.record
    rank = str(hit.rank) if hit.rank else say(message("markdown.standing"))
    yield f"**{rank}** `{_short(record, shorts)}` {_inline(_place(record))}"
    yield ""
    fence = _fence(record.indexed_text)
    yield f"{fence}text"
    yield record.indexed_text
    yield fence


def _place(record: Record) -> str:
    parts = (record.session_title or record.session, record.app, record.happened_at.text if record.happened_at else "")
    return " · ".join(part for part in parts if part)


def _short(record: Record, shorts: Mapping[RecordId, str]) -> str:
    return shorts.get(record.id, record.id)


def _fence(text: str) -> str:
    """Longer than any run of backticks in the text (CommonMark 4.5)."""
    return "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))


def _inline(text: str) -> str:
    """On one line, and no Markdown of its own."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))
