"""Values as lines of text for a terminal, in English. Returns lines; only the command line prints them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mnemoscope import reading
from mnemoscope.messages import message
from mnemoscope.records import PROFILES, Channel, Checked, Hit, Profile, Recall
from mnemoscope.texts import in_one_line
from mnemoscope.times import local, minute

if TYPE_CHECKING:  # a question starts without what it does not print
    from mnemoscope.candidates import Queue
    from mnemoscope.explanations import Explanation
    from mnemoscope.hindsight import Hindsight
    from mnemoscope.indexing import Status
    from mnemoscope.plans import Affected, Impact
    from mnemoscope.reading import Stats
    from mnemoscope.timeline import Entry
    from mnemoscope.vault import Vault

_CHANNELS = {Channel.VECTOR: "vectors", Channel.LEXICAL: "words"}


def recall(vault: Vault, found: Recall, timings: bool = True) -> Iterator[str]:
    """The standing instructions, one line per hit, and what was left out."""
    profile = found.query.profile
    apps = ", ".join(found.query.scope) if found.query.scope is not None else "all apps"
    yield f"{found.query.text}"
    yield f"profile {profile.name}, {len(found.hits)} served of {found.recallable:,} recallable, {apps}"
    if found.forgotten:
        yield str(message("recall.forgotten", count=found.forgotten))
    for hit in found.standing:
        yield f"  standing: {_snippet(hit.record.text, 14)}"
    yield ""
    yield f"{'fused':>5}  {'sum':>7}  {'vectors':>7}  {'cosine':>8}  {'words':>6}  {'score':>7}  {'id':<8}  record"
    with vault.reading():
        for hit in found.hits:
            yield _line(vault, hit)
    yield ""
    for channel, report in found.channels.items():
        says = f" ({report.reason})" if report.reason else ""
        yield f"{_CHANNELS[channel]}: {report.state}, {report.ranked:,} ranked{says}"
    if timings:
        t = found.timings
        yield (
            f"{t.total:.1f} ms: embedding {t.embed:.1f}, vectors {t.vector:.1f}, words {t.lexical:.1f}, "
            f"fusion {t.fuse:.1f}"
        )


def explanation(vault: Vault, found: Explanation) -> Iterator[str]:
    """The verdict, the sum written out, the words' table, and what it hangs on."""
    yield f"{reading.short_id(vault, found.record.id)}  {_snippet(found.record.indexed_text, 8)}"
    yield str(found.sentence)
    yield ""
    for part in found.parts:
        if part.counted:
            says = f"1 / ({found.rrf_k:g} + {part.rank})"
        elif part.rank is None:
            says = "not ranked"
        else:
            says = f"#{part.rank:,} is beyond {part.depth:,}"
        yield f"  {_CHANNELS[part.channel]:<8}  {says:>22}  {part.value:.8f}"
    yield f"  {'fused':<8}  {'':>22}  {found.score:.8f}"
    if found.rival_score is not None:
        rival = "first one cut" if (found.rival_rank or 0) > found.budget else "last one served"
        yield f"  {rival}, #{found.rival_rank}".ljust(34) + f"  {found.rival_score:.8f}"
    if found.lexical is not None:
        yield from _words(found)
    if found.vector is not None and found.vector.place is not None:
        place = found.vector.place
        boosted = f" x {place.factor:g} = {place.factor * place.cosine:.6f}" if place.factor != 1.0 else ""
        yield ""
        yield (
            f"  vectors: cosine {place.cosine:.6f}{boosted}, {place.sigma:+.2f} sigma "
            f"(mean {found.vector.mean:.6f}, deviation {found.vector.deviation:.6f})"
        )
    if found.hangs_on or found.boost:
        yield ""
        yield "  What it hangs on"
        yield from (f"  - {some}" for some in (*found.hangs_on, *([found.boost] if found.boost else [])))
    yield ""


def stats(stats: Stats, status: Status) -> Iterator[str]:
    """What a vault holds, a line a number."""
    yield f"{stats.records:,} records in {stats.sessions:,} sessions; {stats.recallable:,} recallable now"
    yield f"{stats.inactive:,} inactive, {stats.superseded:,} superseded, {stats.expired:,} expired"
    yield "apps: " + (", ".join(f"{in_one_line(name)} {count:,}" for name, count in stats.apps.items()) or "none")
    yield "kinds: " + (", ".join(f"{name} {count:,}" for name, count in stats.kinds.items()) or "none")
    yield f"words: {status.indexed:,} of {status.records:,} indexed"
    yield f"vectors: {status.embedded:,} of {status.records:,} embedded" + (
        f" by {status.model}" if status.model else ""
    )
    yield f"{stats.acts:,} acts, {stats.recalls:,} logged recalls, {stats.bytes:,} bytes"


def checks(vault: Vault, found: Sequence[Checked]) -> Iterator[str]:
    """Each expectation with its sentence, those that fail last, and how many hold."""
    if not found:
        yield str(message("expectation.nothing"))
        return
    for some in sorted(found, key=lambda some: not some.holds):
        expectation = some.expectation
        says = "holds" if some.holds else "FAILS"
        short = reading.short_id(vault, expectation.record)
        yield f"{says}  {f'#{expectation.number}':<5} {short:<8}  {_snippet(expectation.query, 24)}"
        yield f"       {some.sentence}"
    yield str(message("expectation.holding", holding=sum(some.holds for some in found), count=len(found)))


def history(entries: Sequence[Entry]) -> Iterator[str]:
    """A line an act or a recall; the number of a recall stands behind an r."""
    for entry in entries:
        if entry.act is not None:
            act, undone = entry.act, "  (undone)" if entry.act.undone else ""
            said = in_one_line(str(act.label))
            yield f"{act.number:>6}  {minute(act.at)}  {in_one_line(act.actor):<14}  {said}{undone}"
        elif entry.recall is not None:
            recall = entry.recall
            head = f"{f'r{recall.number}':>6}  {minute(recall.at)}  {in_one_line(recall.actor):<14}  "
            yield f"{head}{_snippet(recall.query, len(head) + 14)}  ({len(recall.served)} served)"


def hindsight(found: Hindsight) -> Iterator[str]:
    """What is different now and which act is between, then every record with its rank then and now."""
    from mnemoscope.comparison import Fate
    from mnemoscope.hindsight import cause

    logged = found.logged
    yield in_one_line(logged.query)
    yield f"recall {logged.number}, {in_one_line(logged.actor)}, {minute(logged.at)}, profile {logged.profile.name}"
    yield str(found.sentence)
    yield from (str(some) for some in found.without)
    if found.drift:
        yield str(message("hindsight.drift", count=found.drift))
    yield ""
    yield f"  {'then':>4}  {'now':>4}  {'id':<8}  record"
    signs = {Fate.LEFT: "-", Fate.ENTERED: "+"}
    for turn in found.turns:
        then, now = ("-" if place is None else "!" if place == 0 else str(place) for place in (turn.then, turn.now))
        said = turn.record.indexed_text if turn.record else "(forgotten)"
        short = found.shorts.get(turn.id, turn.id[: reading.SHORTEST])
        yield f"{signs.get(turn.fate, ' ')} {then:>4}  {now:>4}  {short:<8}  {_snippet(said, 26)}"
        if turn.why is not None:
            yield f"{'':24}{message('hindsight.plain', verdict=cause(turn))}"


def queue(queue: Queue) -> Iterator[str]:
    """Each candidate with its records and its grounds, and how many are left."""
    if queue.searched_at is None:
        yield str(message("review.not_searched"))
        return
    for some in queue.left:
        put_off = "  (put off)" if some.is_put_off else ""
        yield f"{some.matter.value}  served {some.served:,}{put_off}"
        for record in some.records:
            yield f"  {queue.shorts[record.id]:<8}  {minute(record.time)[:10]}  {_snippet(record.text, 24)}"
        yield from (f"    {ground.kind:<14}  {_snippet(str(ground.said), 20)}" for ground in some.grounds)
    yield str(message("review.left", count=len(queue.left), total=queue.total, at=local(queue.searched_at)))


def impact(vault: Vault, found: Impact) -> Iterator[str]:
    """Each question that would be answered otherwise, with what leaves and what enters, and how many hold."""
    asked = found.expectations + found.recalls
    for some in found.affected:
        yield _affected(some)
        for sign, shifts in (("-", some.leaving), ("+", some.entering)):
            for shift in shifts:
                short = reading.short_id(vault, shift.record.id)
                yield f"  {sign} {shift.rank:>4}  {short:<8}  {_snippet(shift.record.indexed_text, 20)}"
    yield f"{len(found.affected):,} of {asked:,} questions would be answered otherwise; nothing was written"
    if found.expectations:
        yield f"of {found.expectations:,} expectations {found.holding:,} hold, {found.would_hold:,} would"
    if found.left_out:
        yield f"{found.left_out:,} could not be asked: their profile is gone, or nothing can rank"


def _affected(some: Affected) -> str:
    if some.expectation is None:
        return f"{minute(some.at or 0)}  {in_one_line(some.actor)}  {_snippet(some.query, 40)}"
    says = "holds" if some.would_hold else "WOULD FAIL" if some.held else "FAILS"
    ranks = " -> ".join("none" if rank is None else f"{rank:,}" for rank in (some.rank, some.would_rank))
    return f"{says}  {f'#{some.expectation.number}':<5} {ranks}  {_snippet(some.query, 40)}"


def profiles(profiles: Mapping[str, Profile]) -> Iterator[str]:
    """A line a profile, with what it does."""
    yield f"{'profile':<20}  {'vectors':>7}  {'words':>5}  {'k':>5}  {'budget':>6}  {'k1':>5}  {'b':>5}  context  boost"
    for name, some in profiles.items():
        vectors = f"{some.vector_depth}" if some.vector else "off"
        words = f"{some.lexical_depth}" if some.lexical else "off"
        yield (
            f"{name:<20}  {vectors:>7}  {words:>5}  {some.rrf_k:>5g}  {some.budget:>6}  {some.k1:>5g}  {some.b:>5g}  "
            f"{some.context_weight:>7g}  {some.boost:>5g}{'' if name in PROFILES else '  saved'}"
        )


def _line(vault: Vault, hit: Hit) -> str:
    vector, lexical = hit.vector, hit.lexical
    # A rank beyond its channel's depth adds nothing to the sum and stands in brackets.
    vector_rank = "-" if vector is None else str(vector.rank) if vector.counted else f"({vector.rank})"
    lexical_rank = "-" if lexical is None else str(lexical.rank) if lexical.counted else f"({lexical.rank})"
    cosine = f"{vector.cosine:.6f}" if vector else "-"
    score = f"{lexical.score:.3f}" if lexical else "-"
    short = reading.short_id(vault, hit.id)
    return (
        f"{hit.rank:>5}  {hit.rrf:.5f}  {vector_rank:>7}  {cosine:>8}  {lexical_rank:>6}  {score:>7}  {short:<8}  "
        f"{_snippet(hit.record.indexed_text, 64)}"
    )


def _words(found: Explanation) -> Iterator[str]:
    lexical = found.lexical
    if lexical is None:
        return
    yield ""
    yield (
        f"  words: sum of idf x gain over {lexical.records:,} records; {lexical.length:g} words here, "
        f"mean {lexical.mean_length:.2f}"
    )
    if lexical.shares:
        yield f"  {'question':<20} {'as':<12} {'here':>6} {'in records':>10} {'idf':>8} {'gain':>8} {'score':>8}"
    for share in lexical.shares:
        yield (
            f"  {share.term.surface[:20]:<20} {share.term.text[:12]:<12} {share.count:>6g} {share.records:>10,} "
            f"{share.idf:>8.4f} {share.gain:>8.4f} {share.score:>8.4f}"
        )
    if found.dropped:
        yield f"  {message('why.not_asked', words=', '.join(found.dropped))}"


def _snippet(text: str, used: int) -> str:
    """The text on one line, cut to what is left of the terminal's width."""
    width = max(shutil.get_terminal_size((120, 24)).columns - used, 30)
    line = in_one_line(text)
    return line if len(line) <= width else line[: width - 1] + "…"
