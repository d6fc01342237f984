"""What an import brought, or would bring, as lines for a terminal or a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mnemoscope.ingest import ImportSummary
from mnemoscope.linking import LinkedSource
from mnemoscope.messages import Message, message
from mnemoscope.previews import Arrival, Preview
from mnemoscope.records import Skipped
from mnemoscope.texts import in_one_line
from mnemoscope.times import minute

SHOWN = 20
"""Sessions, and skipped items, that are listed."""
_RECORDS = 3


def summary(found: ImportSummary) -> Iterator[str]:
    """What one source brought."""
    yield _head(found.source, found.format, found.sign)
    yield (
        f"  brought {found.records:,} records of {found.sessions:,} sessions; {found.known:,} known already, "
        f"{found.superseded:,} superseded, {found.skip_count:,} skipped"
    )
    if found.followed:
        yield f"  {found.followed:,} known records are now as their source says: active or inactive"
    yield from _left_out(found.forgotten, found.skipped, found.skip_count, found.passed_over, found.passed_over_count)


def line(found: ImportSummary) -> str:
    """The same in one line, for one reading of many."""
    skipped = f", {found.skip_count:,} skipped" if found.skip_count else ""
    told = f"{found.records:,} new record{'' if found.records == 1 else 's'}, {found.superseded:,} superseded{skipped}"
    return f"{in_one_line(found.source)}: {told}"


def sources(found: Sequence[LinkedSource]) -> Iterator[str]:
    """What a vault follows: two lines for each source."""
    for some in found:
        yield in_one_line(str(some.path))
        read = f"read {minute(some.read_at)}" if some.read_at is not None else "not read yet"
        yield f"  {some.format}, app {in_one_line(some.app)}, {some.records:,} records, {read}"
        if some.fault is not None:
            yield f"  {in_one_line(str(some.fault))}"


def preview(found: Preview) -> Iterator[str]:
    """What one source would bring."""
    count = found.arrivals
    new = count.get(Arrival.NEW, 0) + count.get(Arrival.CHANGED, 0)
    known = count.get(Arrival.KNOWN, 0) + count.get(Arrival.RETURNING, 0)
    yield _head(found.source, found.format, found.sign)
    yield (
        f"  would bring {new:,} records of {found.session_count:,} sessions; {known:,} known already, "
        f"{found.superseded:,} superseded, {found.skip_count:,} skipped"
    )
    if found.inactive:
        yield f"  {found.inactive:,} of them inactive at their source"
    if returning := count.get(Arrival.RETURNING, 0):
        yield f"  {returning:,} come back, whose import was undone"
    if found.apps:
        yield "  apps: " + ", ".join(f"{in_one_line(app)} {number:,}" for app, number in sorted(found.apps.items()))
    if found.columns is not None:
        yield "  columns: " + ", ".join(
            f"{field}={in_one_line(column)}" for field, column in found.columns.proposed.items()
        )
    for session in found.sessions[:SHOWN]:
        told = ", ".join(f"{number:,} {arrival}" for arrival, number in session.arrivals.items())
        yield f"  {in_one_line(session.title or session.key)} ({in_one_line(session.app)}): {told}"
        for record in session.records[:_RECORDS]:
            speaker = f"{in_one_line(record.speaker)}: " if record.speaker else ""
            state = "" if record.active else " (inactive)"
            yield f"    {record.arrival}{state}  {speaker}{in_one_line(record.text)[:100]}"
    if found.session_count > SHOWN:
        yield f"  ... and {found.session_count - SHOWN:,} sessions more"
    forgotten = count.get(Arrival.FORGOTTEN, 0)
    yield from _left_out(forgotten, found.skipped, found.skip_count, found.passed_over, found.passed_over_count)


def _head(source: str, format: str, sign: Message | None) -> str:
    return f"{in_one_line(source)}: {format}{f' (recognised: {sign})' if sign else ''}"


def _left_out(
    forgotten: int, skipped: Sequence[Skipped], skip_count: int, passed_over: Sequence[str], passed_over_count: int
) -> Iterator[str]:
    if forgotten:
        yield f"  {message('import.forgotten', count=forgotten)}"
    if passed_over_count:
        names = ", ".join(in_one_line(name) for name in passed_over[:3])
        more = ", ..." if passed_over_count > 3 else ""
        yield f"  {message('import.passed_over', count=passed_over_count)}: {names}{more}"
    for some in skipped[:SHOWN]:
        yield f"  skipped {in_one_line(some.position)}: {in_one_line(str(some.reason))}"
    if skip_count > SHOWN:
        yield f"  ... and {skip_count - SHOWN:,} more; --json lists the first {len(skipped):,}"
