"""What is said of the sources of an import, before it and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mnemoscope.formats import Finding
from mnemoscope.ingest import ImportSummary
from mnemoscope.messages import Message
from mnemoscope.previews import Arrival, Preview, PreviewRecord, PreviewSession
from mnemoscope.records import Kind
from mnemoscope_gui.models.entries import Entry, Tone
from mnemoscope_gui.models.lines import Line
from mnemoscope_gui.values import Incoming, Stage
from mnemoscope_gui.wording import day_of, decimal, number, say, text

MOST = 2_000
"""Characters of a record that a preview shows."""
_ORDER = (Arrival.NEW, Arrival.CHANGED, Arrival.RETURNING, Arrival.KNOWN, Arrival.FORGOTTEN)
FIGURES = (*(arrival.value for arrival in _ORDER), "inactive", "superseded", "skipped", "passed_over")
"""What is counted, by the ids of its texts."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A count, and what is counted."""

    id: str
    count: int

    @property
    def number(self) -> str:
        """The count, as it is written."""
        return number(self.count)

    @property
    def label(self) -> str:
        """What is counted, after the number."""
        return say(f"figure.{self.id}", count=self.count)

    @property
    def tip(self) -> str:
        """What that means."""
        return say(f"figure.{self.id}.tip")


def figures(preview: Preview) -> tuple[Figure, ...]:
    """The counts of a preview that say something: those of what is new always do."""
    counts = {arrival.value: preview.arrivals.get(arrival, 0) for arrival in _ORDER}
    counts |= {
        "inactive": preview.inactive,
        "superseded": preview.superseded,
        "skipped": preview.skip_count,
        "passed_over": preview.passed_over_count,
    }
    return tuple(Figure(id, count) for id, count in counts.items() if count or id == Arrival.NEW.value)


def told(found: Sequence[Figure]) -> str:
    """Counts, in one line."""
    return ", ".join(say("figure.told", number=figure.number, label=figure.label) for figure in found)


# ---------------------------------------------------------------- sources


def source_entry(some: Incoming, titles: Mapping[str, str]) -> Entry:
    """A source as a row: its name, its format, and how it stands."""
    tones = {Stage.DONE: Tone.GOOD, Stage.FAILED: Tone.FAULT}
    return Entry(some.path.name, standing(some), format_of(some, titles), tones.get(some.stage, Tone.PLAIN), some.path)


def format_of(some: Incoming, titles: Mapping[str, str]) -> str:
    """The format by which it is read, as far as that is known."""
    name = some.manner.format or (some.preview.format if some.preview is not None else "")
    return titles.get(name, name)


def standing(some: Incoming) -> str:
    """How a source stands, in one line."""
    if some.failure is not None:
        return failure_sentence(some.path, some.failure)
    if some.brought is not None and some.brought.summary is not None:
        return brought_sentence(some.brought.summary)
    if some.stage is Stage.READY and some.preview is not None:
        return told(figures(some.preview))
    if some.stage is Stage.READING:
        return say("incoming.reading", count=some.read, number=number(some.read))
    return say(f"incoming.{some.stage.value}")


def as_a_path(path: Path) -> str:
    """From left to right whatever its names are written in: else folder and file change places."""
    return str(path) if str(path).isascii() else "\u2066" + str(path).replace("/", "\u200e/\u200e") + "\u2069"


def failure_sentence(path: Path, failure: Message) -> str:
    """Why it cannot come in; where it lies is told beside it already."""
    name = path.name if path.name.isascii() else f"\u2068{path.name}\u2069"  # the sentence runs its own way
    named = {id: name if str(value) == str(path) else value for id, value in failure.parameters.items()}
    return text(replace(failure, parameters=named))


def whole_sentence(sources: Sequence[Incoming]) -> str:
    """What all of them would bring together; empty where that is not known of several."""
    previews = [some.preview for some in sources if some.stage is Stage.READY and some.preview is not None]
    if len(previews) < 2:
        return ""
    counts: dict[str, int] = {}
    for preview in previews:
        for figure in figures(preview):
            counts[figure.id] = counts.get(figure.id, 0) + figure.count
    sums = told([Figure(id, counts[id]) for id in FIGURES if id in counts])
    return say("incoming.whole", count=len(previews), number=number(len(previews)), told=sums)


# ---------------------------------------------------------------- what would come in


def session_entries(preview: Preview) -> tuple[Entry, ...]:
    """The sessions of a preview, and how many more there are."""
    shown = tuple(_session_entry(at, session) for at, session in enumerate(preview.sessions))
    more = preview.session_count - len(shown)
    if more <= 0:
        return shown
    return (*shown, Entry(say("arrivals.more_sessions", count=more, number=number(more)), tone=Tone.MUTED))


def _session_entry(at: int, session: PreviewSession) -> Entry:
    counts = [Figure(arrival.value, session.arrivals[arrival]) for arrival in _ORDER if session.arrivals.get(arrival)]
    comes = any(session.arrivals.get(arrival) for arrival in (Arrival.NEW, Arrival.CHANGED, Arrival.RETURNING))
    day = day_of(session.started_at) if session.started_at is not None else ""
    title = _flat(session.title or session.key) or say("arrivals.untitled")
    return Entry(title, f"{session.app} · {told(counts)}", day, Tone.PLAIN if comes else Tone.MUTED, at)


def record_lines(session: PreviewSession) -> tuple[Line, ...]:
    """The first records of a session, and how many more there are."""
    lines = tuple(_record_line(record) for record in session.records)
    more = sum(session.arrivals.values()) - len(lines)
    return (*lines, Line("", say("arrivals.more_records", count=more, number=number(more)))) if more > 0 else lines


def _record_line(record: PreviewRecord) -> Line:
    marks = [] if record.arrival is Arrival.NEW else [say(f"arrival.{record.arrival.value}")]
    if not record.active:
        marks.append(say("state.inactive"))
    if record.happened_at is not None:
        marks.append(day_of(record.happened_at))
    lead = record.speaker or (say(f"kind.{record.kind.value}") if record.kind is not Kind.TURN else "")
    return Line(_flat(lead), record.text[:MOST], " · ".join(marks), struck=not record.active)


def left_out(found: Preview | ImportSummary) -> tuple[Entry, ...]:
    """What is skipped, where it stands and why, and what is passed over; and how many more there are of each."""
    skipped = tuple(Entry(_flat(some.position), text(some.reason), tone=Tone.FAULT) for some in found.skipped)
    passed = tuple(Entry(_flat(name), say("left_out.passed_over")) for name in found.passed_over)
    rows = list(skipped)
    if (more := found.skip_count - len(skipped)) > 0:
        rows.append(Entry(say("left_out.more_skipped", count=more, number=number(more)), tone=Tone.MUTED))
    rows += passed
    if (more := found.passed_over_count - len(passed)) > 0:
        rows.append(Entry(say("left_out.more_passed", count=more, number=number(more)), tone=Tone.MUTED))
    return tuple(rows)


def left_out_count(found: Preview | ImportSummary) -> int:
    """How many items and files do not come in."""
    return found.skip_count + found.passed_over_count


def apps_sentence(preview: Preview) -> str:
    """The apps that records come into, and how many into each."""
    apps = sorted(preview.apps.items(), key=lambda app: (-app[1], app[0]))
    return ", ".join(say("arrivals.app", app=_flat(app), number=number(count)) for app, count in apps)


def finding_entries(findings: Sequence[Finding]) -> tuple[Entry, ...]:
    """Each format with its sign, or what it looked for; the one that is taken first."""
    taken = next((some for some in findings if some.sign), None)
    ordered = sorted(findings, key=lambda some: (some is not taken, not some.sign))
    return tuple(
        Entry(
            some.title,
            say("finding.sign", sign=some.sign) if some.sign else say("finding.expects", expects=some.expects),
            say("finding.taken") if some is taken else "",
            Tone.GOOD if some is taken else Tone.PLAIN if some.sign else Tone.MUTED,
            some.format,
        )
        for some in ordered
    )


# ---------------------------------------------------------------- what came in


def brought_sentence(summary: ImportSummary) -> str:
    """What an import brought."""
    parts = [
        say("import.done", count=summary.records, number=number(summary.records)),
        *(
            say(id, count=count, number=number(count))
            for id, count in (
                ("import.known", summary.known),
                ("import.superseded", summary.superseded),
                ("import.followed", summary.followed),
                ("import.stays_out", summary.forgotten),
                ("import.skipped", summary.skip_count),
                ("import.passed", summary.passed_over_count),
            )
            if count
        ),
    ]
    return ", ".join(parts) + "."


def time_sentence(summary: ImportSummary, seconds: float) -> str:
    """Of how many sessions its records are, and how long it took."""
    sessions = say("import.sessions", count=summary.sessions, number=number(summary.sessions))
    return say("import.took", sessions=sessions, seconds=decimal(seconds, 1))


def as_text(sources: Sequence[Incoming], titles: Mapping[str, str]) -> str:
    """What an import of several sources came to, to be kept."""
    lines: list[str] = []
    for some in sources:
        if some.brought is None and some.failure is None:
            continue
        lines += [str(some.path), *(f"  {told}" for told in (format_of(some, titles), standing(some)) if told)]
        if some.brought is not None and some.brought.summary is not None:
            lines.append(f"  {time_sentence(some.brought.summary, some.brought.seconds)}")
            lines += [f"  {_told_entry(entry)}" for entry in left_out(some.brought.summary)]
        lines.append("")
    return "\n".join(lines)


def _told_entry(entry: Entry) -> str:
    return f"{entry.title}: {entry.note}" if entry.note else entry.title


def _flat(words: str) -> str:
    return " ".join(words.split())[:MOST]
