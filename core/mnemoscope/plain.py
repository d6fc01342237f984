"""Values as plain dictionaries for JSON. Decimals are rounded to a fixed place, and nothing is localised."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from mnemoscope import profiles
from mnemoscope.messages import Message
from mnemoscope.records import (
    PROFILES,
    Act,
    ChannelReport,
    Checked,
    Hit,
    LexicalPlace,
    Profile,
    Recall,
    Record,
    Skipped,
    VectorPlace,
)

if TYPE_CHECKING:
    from mnemoscope.candidates import Candidate, Queue
    from mnemoscope.explanations import Explanation, TermShare
    from mnemoscope.formats import Finding
    from mnemoscope.hindsight import Hindsight, Turn
    from mnemoscope.ingest import ImportSummary
    from mnemoscope.linking import LinkedSource
    from mnemoscope.plans import Affected, Impact, Shift
    from mnemoscope.previews import Preview
    from mnemoscope.reading import Stats
    from mnemoscope.recall_log import Logged
    from mnemoscope.timeline import Entry

Plain = dict[str, Any]


def dumps(value: object) -> str:
    """One JSON document, keys in the order written, indented."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def recall(recall: Recall, timings: bool = True) -> Plain:
    """A recall as ``recall --json`` prints it; without timings equal recalls are equal bytes."""
    plain: Plain = {
        "query": recall.query.text,
        "profile": recall.query.profile.name,
        "scope": list(recall.query.scope) if recall.query.scope is not None else None,
        "as_of": utc(recall.query.at),
        "standing": [hit(some) for some in recall.standing],
        "hits": [hit(some) for some in recall.hits],
        "channels": {channel.value: report(some) for channel, some in recall.channels.items()},
    }
    if recall.forgotten:
        plain["forgotten_since"] = recall.forgotten
    if timings:
        plain["timings_ms"] = {name: round(value, 3) for name, value in asdict(recall.timings).items()}
    return plain


def hit(hit: Hit) -> Plain:
    """A served record with its ranks."""
    record = hit.record
    return {
        "id": hit.id,
        "rank": hit.rank,
        "rrf": round(hit.rrf, 8),
        "vector": _vector(hit.vector),
        "lexical": _lexical(hit.lexical),
        "app": record.app,
        "session": record.session,
        "kind": record.kind.value,
        "speaker": record.speaker,
        "text": record.text,
        "happened_at": record.happened_at.text if record.happened_at else None,
    }


def report(report: ChannelReport) -> Plain:
    """What a channel did."""
    plain: Plain = {"state": report.state.value, "ranked": report.ranked, "missing": report.missing}
    return plain | ({"reason": str(report.reason)} if report.reason else {})


def explanation(found: Explanation) -> Plain:
    """Why a record ranks where it does."""
    return {
        "record": record(found.record),
        "verdict": found.verdict.value,
        "sentence": str(found.sentence),
        "rank": found.rank,
        "rrf": round(found.score, 8),
        "rrf_k": found.rrf_k,
        "budget": found.budget,
        "parts": [
            {
                "channel": part.channel.value,
                "rank": part.rank,
                "depth": part.depth,
                "value": round(part.value, 8),
                "counted": part.counted,
            }
            for part in found.parts
        ],
        "rival": {"rank": found.rival_rank, "rrf": round(found.rival_score, 8)}
        if found.rival_score is not None
        else None,
        "hangs_on": [str(some) for some in found.hangs_on],
        "lexical": {
            "place": _lexical(found.lexical.place),
            "terms": [_share(share) for share in found.lexical.shares],
            "length": found.lexical.length,
            "mean_length": round(found.lexical.mean_length, 6),
            "records": found.lexical.records,
        }
        if found.lexical
        else None,
        "vector": {
            "place": _vector(found.vector.place),
            "mean": round(found.vector.mean, 6),
            "deviation": round(found.vector.deviation, 6),
            "depth_cosine": found.vector.depth_cosine,
            "histogram": {"low": found.vector.low, "high": found.vector.high, "counts": list(found.vector.bins)},
        }
        if found.vector
        else None,
        "boost": str(found.boost) if found.boost else None,
        "not_asked": list(found.dropped),
    }


def record(record: Record) -> Plain:
    """A record with its state."""
    return {
        "id": record.id,
        "app": record.app,
        "session": record.session,
        "session_title": record.session_title,
        "position": record.position,
        "kind": record.kind.value,
        "speaker": record.speaker,
        "text": record.text,
        "happened_at": record.happened_at.text if record.happened_at else None,
        "added_at": utc(record.added_at),
        "valid_until": record.valid_until.text if record.valid_until else None,
        "review_after": record.review_after.text if record.review_after else None,
        "state": "active" if record.active else "inactive",
        "reason": record.reason,
        "superseded_by": record.superseded_by,
        "supersedes": list(record.supersedes),
        "meta": dict(record.meta),
    }


def act(act: Act) -> Plain:
    """One line of the history."""
    return {
        "number": act.number,
        "at": utc(act.at),
        "actor": act.actor,
        "kind": act.kind,
        "label": message(act.label),
        "sentence": str(act.label),
        "records": act.records,
        "undone": act.undone,
    }


def entry(entry: Entry) -> Plain:
    """An act or a recall on the timeline."""
    if entry.act is not None:
        return act(entry.act)
    return logged(entry.recall) if entry.recall is not None else {}


def logged(recall: Logged) -> Plain:
    """A recall of the log."""
    return {
        "number": recall.number,
        "at": utc(recall.at),
        "actor": recall.actor,
        "kind": "recall",
        "query": recall.query,
        "profile": recall.profile.name,
        "scope": list(recall.scope) if recall.scope is not None else None,
        "as_of": utc(recall.as_of),
        "served": list(recall.served),
    }


def hindsight(found: Hindsight) -> Plain:
    """A recall of the log, then and now."""
    return {
        "recall": logged(found.logged),
        "known": {"act": found.known.act, "at": utc(found.known.at)},
        "sentence": str(found.sentence),
        "message": message(found.sentence),
        "drift": found.drift,
        "without": [str(some) for some in found.without],
        "records": [_turn(turn) for turn in found.turns],
    }


def _turn(turn: Turn) -> Plain:
    """A rank of 0 is a standing instruction."""
    plain: Plain = {"id": turn.id, "fate": turn.fate.value, "then": turn.then, "now": turn.now}
    plain["text"] = turn.record.text if turn.record else None
    if turn.why is not None:
        plain |= {"beyond": turn.beyond, "why": turn.why.value, "act": act(turn.act) if turn.act else None}
    return plain


def queue(queue: Queue) -> Plain:
    """What is left to look at, and how far one is."""
    return {
        "left": [candidate(some) for some in queue.left],
        "settled": queue.settled,
        "settled_at": utc(queue.settled_at),
        "searched_at": utc(queue.searched_at),
    }


def candidate(candidate: Candidate) -> Plain:
    """What the queue asks about, with its grounds."""
    return {
        "matter": candidate.matter.value,
        "records": [record(some) for some in candidate.records],
        "grounds": [
            {"kind": some.kind, "said": message(some.said), "sentence": str(some.said)} for some in candidate.grounds
        ],
        "score": round(candidate.score, 4),
        "served": candidate.served,
        "put_off": candidate.is_put_off,
    }


def checks(checks: Sequence[Checked]) -> Plain:
    """Every expectation asked again, as ``check --json`` prints it."""
    held = sum(some.holds for some in checks)
    return {"expectations": len(checks), "holding": held, "checks": [checked(some) for some in checks]}


def checked(checked: Checked) -> Plain:
    """An expectation with what its question brought."""
    some = checked.expectation
    return {
        "number": some.number,
        "query": some.query,
        "record": some.record,
        "within": some.within,
        "profile": some.profile,
        "scope": list(some.scope) if some.scope is not None else None,
        "saved_at": utc(some.saved_at),
        "looked_for": checked.record,
        "rank": checked.rank,
        "holds": checked.holds,
        "sentence": str(checked.sentence),
        "act": act(checked.act) if checked.act else None,
    }


def impact(impact: Impact) -> Plain:
    """What an act would change, as ``--dry-run --json`` prints it."""
    return {
        "expectations": impact.expectations,
        "holding": impact.holding,
        "would_hold": impact.would_hold,
        "recalls": impact.recalls,
        "left_out": impact.left_out,
        "affected": [_affected(some) for some in impact.affected],
    }


def _affected(affected: Affected) -> Plain:
    some = affected.expectation
    plain: Plain = {"query": affected.query, "at": utc(affected.at), "actor": affected.actor or None}
    if some is not None:
        plain |= {
            "expectation": some.number,
            "held": affected.held,
            "would_hold": affected.would_hold,
            "rank": affected.rank,
            "would_rank": affected.would_rank,
        }
    return plain | {"leaving": _shifts(affected.leaving), "entering": _shifts(affected.entering)}


def _shifts(shifts: Sequence[Shift]) -> list[Plain]:
    return [{"rank": some.rank, "id": some.record.id, "text": some.record.text} for some in shifts]


def profile(profile: Profile) -> Plain:
    """A profile with its values."""
    return {"name": profile.name, "built_in": profile.name in PROFILES} | profiles.settings(profile)


def message(message: Message) -> Plain:
    """A sentence as its id and parameters."""
    return {"id": message.id, "parameters": json.loads(message.parameters_json())}


def format_finding(finding: Finding) -> Plain:
    """What a format says of a source."""
    return {
        "format": finding.format,
        "title": finding.title,
        "sign": str(finding.sign) if finding.sign else None,
        "expects": str(finding.expects),
    }


def summary(summary: ImportSummary) -> Plain:
    """What an import brought."""
    return {
        "source": summary.source,
        "format": summary.format,
        "recognised_by": str(summary.sign) if summary.sign else None,
        "sessions": summary.sessions,
        "records": summary.records,
        "known": summary.known,
        "superseded": summary.superseded,
        "forgotten": summary.forgotten,
        "followed": summary.followed,
        "skip_count": summary.skip_count,
        "passed_over": list(summary.passed_over),
        "passed_over_count": summary.passed_over_count,
        "skipped": [_skipped(some) for some in summary.skipped],
    }


def source(some: LinkedSource) -> Plain:
    """A linked source."""
    return {
        "path": str(some.path),
        "format": some.format,
        "app": some.app,
        "columns": dict(some.columns) or None,
        "linked_at": utc(some.linked_at),
        "read_at": utc(some.read_at),
        "records": some.records,
        "fault": str(some.fault) if some.fault is not None else None,
    }


def preview(found: Preview) -> Plain:
    """What an import would bring."""
    return {
        "source": found.source,
        "format": found.format,
        "recognised_by": str(found.sign) if found.sign else None,
        "session_count": found.session_count,
        "arrivals": {arrival.value: number for arrival, number in found.arrivals.items()},
        "inactive": found.inactive,
        "superseded": found.superseded,
        "apps": dict(found.apps),
        "sessions": [
            {
                "key": session.key,
                "title": session.title,
                "app": session.app,
                "arrivals": {arrival.value: number for arrival, number in session.arrivals.items()},
                "records": [
                    {
                        "arrival": some.arrival.value,
                        "kind": some.kind.value,
                        "speaker": some.speaker,
                        "text": some.text,
                        "happened_at": some.happened_at.text if some.happened_at else None,
                        "active": some.active,
                    }
                    for some in session.records
                ],
            }
            for session in found.sessions
        ],
        "columns": None
        if found.columns is None
        else {"names": list(found.columns.columns), "proposed": dict(found.columns.proposed)},
        "skip_count": found.skip_count,
        "skipped": [_skipped(some) for some in found.skipped],
        "passed_over_count": found.passed_over_count,
        "passed_over": list(found.passed_over),
    }


def _skipped(some: Skipped) -> Plain:
    return {"position": some.position, "reason": str(some.reason)}


def stats(stats: Stats) -> Plain:
    """What a vault holds."""
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in asdict(stats).items()}


def utc(moment: int | None) -> str | None:
    """A moment in ISO 8601, UTC, to the millisecond."""
    if moment is None:
        return None
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _vector(place: VectorPlace | None) -> Plain | None:
    if place is None:
        return None
    plain: Plain = {
        "rank": place.rank,
        "cosine": round(place.cosine, 6),
        "sigma": round(place.sigma, 4),
        "counted": place.counted,
    }
    return plain | ({"factor": place.factor} if place.factor != 1.0 else {})


def _lexical(place: LexicalPlace | None) -> Plain | None:
    return {"rank": place.rank, "score": round(place.score, 6), "counted": place.counted} if place else None


def _share(share: TermShare) -> Plain:
    return {
        "word": share.term.surface,
        "term": share.term.text,
        "distinctive": share.term.distinctive,
        "count": share.count,
        "own": share.own,
        "neighbours": list(share.neighbours),
        "records": share.records,
        "idf": round(share.idf, 6),
        "length_factor": round(share.length_factor, 6),
        "gain": round(share.gain, 6),
        "score": round(share.score, 6),
        "part": round(share.part, 6),
    }
