"""What the window asks of the library: each function makes or is a job, built from values and run in a lane.

This file and ``jobs_expectations`` are the only ones of the window that know how the library's operations are called.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

from mnemoscope import aside, checks, curation, demo, indexing, ingest, profiles, reading, recall_log, records, vectors
from mnemoscope.errors import Cancelled, ModelUnavailable, NoSuchRecord, NotAVault, NotWritable, VaultBusy, VaultError
from mnemoscope.formats import IMPORTERS
from mnemoscope.glance import glance as at_a_glance
from mnemoscope.ingest import ImportSummary
from mnemoscope.ladder import Ladder, ladder
from mnemoscope.missed import Missed
from mnemoscope.missed import missed as find_missed
from mnemoscope.progress import Progress
from mnemoscope.recall import Recalled
from mnemoscope.recall import recall as run_recall
from mnemoscope.records import Changes, ChannelState, Profile, Query, Record, RecordId
from mnemoscope.vault import Vault, Whereabouts
from mnemoscope.why import why
from mnemoscope_gui import xray
from mnemoscope_gui.values import Answer, Detail, Done, Health, Imported, Kept, News
from mnemoscope_gui.wording import number, say

ACTOR = "window"
_HISTORY = 50

Act = Callable[[Vault], Changes]


# ---------------------------------------------------------------- opening


def opener(path: Path) -> Callable[[], Vault]:
    """Opens the vault for a lane; what a killed import left is purged."""

    def open() -> Vault:
        vault = Vault.open(path, ACTOR)
        with contextlib.suppress(VaultBusy, NotWritable):  # it waits for the next open
            ingest.purge(vault)
        return vault

    return open


def maker(path: Path) -> Callable[[], Vault]:
    """Makes the vault for the lane that opens it first."""

    def make() -> Vault:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Vault.create(path, ACTOR)

    return make


def health(vault: Vault, progress: Progress) -> Health:
    """How complete the indexes are, and which apps there are."""
    state, stats = indexing.status(vault), reading.stats(vault)
    return Health(
        records=stats.records,
        sessions=stats.sessions,
        apps=reading.apps(vault),
        model=state.model or "",
        embedded=state.embedded,
        to_embed=state.unembedded,
        words_missing=state.records - state.indexed,
    )


def whereabouts(vault: Vault, progress: Progress) -> Whereabouts:
    """Whether the vault's file is still there."""
    return vault.whereabouts()


def news(vault: Vault, progress: Progress) -> News:
    """Whether another connection wrote; if so, the newest act and the health."""
    if not vault.changed():
        return News(False, None, None)
    latest = reading.history(vault, 1)
    return News(True, latest[0] if latest else None, health(vault, progress))


# ---------------------------------------------------------------- reading


def ask(query: Query, waits_for_model: bool = True) -> Callable[[Vault, Progress], Answer]:
    """Recall, with the short ids of what is served. A model that takes seconds to load is not waited for."""

    def job(vault: Vault, progress: Progress) -> Answer:
        ready = waits_for_model or not query.profile.vector or _model_is_loaded(vault)
        recalled = run_recall(vault, query, None if ready else ChannelState.LOADING)
        shorts = {hit.id: reading.short_id(vault, hit.id) for hit in recalled.recall.hits}
        return Answer(recalled, recalled.recall, shorts, _rarest_first(recalled), at_a_glance(recalled.recall), query)

    return job


def _model_is_loaded(vault: Vault) -> bool:
    with vault.reading() as connection:
        model = vectors.model_in_use(connection)
    if model is None:
        return True
    from mnemoscope.embedding import models

    return models.is_loaded(model.identity.key, model.location)


def load_model(vault: Vault, progress: Progress) -> None:
    """Load the vault's model; where that cannot be, the next recall says why."""
    from mnemoscope.embedding import models

    with vault.reading() as connection:
        model = vectors.model_in_use(connection)
    if model is not None:
        with contextlib.suppress(ModelUnavailable):
            models.query_embedder(model.identity.key, model.location)


def log(answer: Answer) -> Callable[[Vault, Progress], bool]:
    """Keep the recall in the vault's log."""
    return lambda vault, progress: recall_log.log(vault, answer.recall)


def _rarest_first(recalled: Recalled) -> tuple[str, ...]:
    matches = recalled.ranked.lexical.matches if recalled.ranked.lexical is not None else ()
    if not matches:
        return tuple(term.text for term in recalled.recall.terms)
    return tuple(match.term.text for match in sorted(matches, key=lambda match: -match.idf))


def read_profiles(vault: Vault, progress: Progress) -> Mapping[str, Profile]:
    """Every profile by name: the built-in ones, then those of the vault."""
    return profiles.profiles(vault)


def keep(profile: Profile, is_wanted: Callable[[], bool]) -> Callable[[Vault, Progress], Kept]:
    """How many expectations hold under this profile; given up between two where nobody wants to know any more."""

    def job(vault: Vault, progress: Progress) -> Kept:
        def go_on(done: int, total: int | None) -> None:
            if not is_wanted():
                raise Cancelled
            progress(done, total)

        checked = checks.check(vault, go_on, profile)
        return Kept(profile, sum(some.holds for some in checked), len(checked))

    return job


def look_at(answer: Answer | None, id: RecordId, xrayed: bool = False) -> Callable[[Vault, Progress], Detail]:
    """Everything the inspector shows of a record, under this answer; and its words under the X-ray where asked for."""

    def job(vault: Vault, progress: Progress) -> Detail:
        chain = reading.chain(vault, id)
        record = reading.record(vault, id)
        return Detail(
            record=record,
            short=reading.short_id(vault, id),
            explanation=why(vault, cast(Recalled, answer.recalled), id) if answer is not None else None,
            session=reading.session_records(vault, id),
            chain=chain,
            acts=reading.record_history(vault, id)[:_HISTORY],
            shorts={record.id: reading.short_id(vault, record.id) for record in chain},
            answer=answer,
            xray=xray.take(answer.recall.query.text, record.indexed_text, answer.terms) if answer and xrayed else None,
        )

    return job


def missed(answer: Answer | None, wanted: str) -> Callable[[Vault, Progress], Missed]:
    """The records that hold a literal text, wherever they rank under this answer."""
    return lambda vault, progress: find_missed(vault, cast(Recalled, answer.recalled) if answer else None, wanted)


# ---------------------------------------------------------------- the ladder


_BELOW = 32
"""How many records below the budget are fetched, so that a budget line can be dragged down over them."""


def rails(answer: Answer) -> Callable[[Vault, Progress], Ladder]:
    """Both rankings of a recall, and what comes next below its budget."""
    return lambda vault, progress: ladder(vault, cast(Recalled, answer.recalled), _BELOW)


def glance(id: RecordId) -> Callable[[Vault, Progress], Record | None]:
    """A record that the pointer rests on; ``None`` where it has been forgotten since."""

    def job(vault: Vault, progress: Progress) -> Record | None:
        with contextlib.suppress(NoSuchRecord):
            return reading.record(vault, id)
        return None

    return job


# ---------------------------------------------------------------- acts


def deactivate(id: RecordId, reason: str) -> Act:
    """Switch a record off."""
    return lambda vault: curation.deactivate(vault, [id], reason)


def restore(record: Record) -> Act:
    """Bring a record back: switch it on, or remove what replaces it."""
    if not record.active:
        return lambda vault: curation.restore(vault, [record.id])
    newer = record.superseded_by or record.id
    return lambda vault: curation.unsupersede(vault, record.id, newer)


def supersede(older: RecordId, newer: RecordId) -> Act:
    """Let the newer record take the older one's place."""
    return lambda vault: curation.supersede(vault, older, newer)


def save_profile(profile: Profile) -> Act:
    """Keep a profile under its name."""
    return lambda vault: profiles.save_profile(vault, profile)


def remove_profile(name: str) -> Act:
    """Remove a saved profile."""
    return lambda vault: profiles.remove_profile(vault, name)


def undo(vault: Vault) -> Changes:
    """Take back this window's last act."""
    return curation.undo(vault)


def redo(vault: Vault) -> Changes:
    """Do again what was taken back."""
    return curation.redo(vault)


def reversible(vault: Vault, progress: Progress) -> tuple[records.Act | None, records.Act | None]:
    """What ``undo`` would take back, and what ``redo`` would do again."""
    return curation.undoable(vault), curation.redoable(vault)


def act(what: Act, shown: tuple[RecordId, ...]) -> Callable[[Vault, Progress], Done]:
    """The act, and the records on show as they are after it."""

    def job(vault: Vault, progress: Progress) -> Done:
        changes = what(vault)
        return Done(changes, {id: reading.record(vault, id) for id in shown})

    return job


# ---------------------------------------------------------------- bulk


def formats() -> tuple[str, ...]:
    """The names of the formats that can be imported, as a person knows them."""
    return tuple(importer.title for importer in reversed(IMPORTERS))


def bring_in(paths: Sequence[Path]) -> Callable[[Vault, Progress], Imported]:
    """Import files and folders; one that cannot be read does not keep the others out."""

    def job(vault: Vault, progress: Progress) -> Imported:
        summaries, failures = [], []
        for path in paths:
            try:
                summaries.append(aside.import_path(vault, path, progress))
            except NotAVault:  # the vault itself: nothing else comes in either
                raise
            except VaultError as error:
                failures.append(error.message)
        sentence = " ".join(map(summary_sentence, summaries))
        acts = frozenset(some.changes.act for some in summaries if some.changes and some.changes.act is not None)
        return Imported(sentence, tuple(failures), acts)

    return job


def summary_sentence(summary: ImportSummary) -> str:
    """What an import brought."""
    parts = [say("import.done", count=summary.records, number=number(summary.records), format=summary.format)]
    if summary.known:
        parts.append(say("import.known", count=summary.known, number=number(summary.known)))
    if summary.skipped:
        parts.append(say("import.skipped", count=len(summary.skipped), number=number(len(summary.skipped))))
    return ", ".join(parts) + "."


def finish(vault: Vault, progress: Progress) -> int:
    """Index and embed what is not yet; returns how many records were embedded."""
    return aside.finish(vault, progress)


# ---------------------------------------------------------------- the demo


def demo_path() -> Path:
    """Where the demo vault lies."""
    return demo.path()


def make_demo(vault: Vault, progress: Progress) -> None:
    """Fill and embed the demo vault."""
    demo.make(vault.path, progress)
