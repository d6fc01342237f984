"""One record typed by a person or an assistant, and the new wording of one: rows and postings in one act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mnemoscope import analysis, curation, journal, postings
from mnemoscope.errors import Refused
from mnemoscope.identity import placed_id, text_hash
from mnemoscope.messages import message
from mnemoscope.reading import by_ordinal, ordinal, shortest
from mnemoscope.records import Changes, Kind, RecordDraft, RecordId, SessionDraft, indexed_text
from mnemoscope.rows import Place, app_number, insert_record, session_number
from mnemoscope.texts import clean, split
from mnemoscope.vault import Vault

DEFAULT_APP = "default"

_LONGEST_NAME = 200


def app_called(name: str) -> str:
    """The app of a name as a source writes it: in one line, not too long; the default one where it is blank, as nobody
    could choose that."""
    return " ".join(clean(name).split())[:_LONGEST_NAME].rstrip() or DEFAULT_APP


_PLACE = "SELECT app, session, position FROM record WHERE ordinal = ?"


@dataclass(frozen=True, slots=True)
class Added:
    """What ``add`` wrote: one record, or the parts of a long text."""

    changes: Changes
    ids: tuple[RecordId, ...]


def add(
    vault: Vault, text: str, *, kind: Kind = Kind.NOTE, app: str = DEFAULT_APP, supersedes: str | None = None
) -> Added:
    """One record typed by a person or an assistant. Raises ``Refused`` for an empty text and
    for no app, ``NoSuchRecord``.

    A long text becomes adjacent records. With ``supersedes`` the first of them replaces that record, in its app.
    """
    text, app = clean(text), clean(app)
    if not text.strip():
        raise Refused("add.empty")
    curation.named(app)  # else it is stored under the very name that an assistant was granted
    parts = split(text)
    terms = [analysis.terms(part) for part in parts]
    with journal.act(vault, message("act.add", count=len(parts))) as act:
        older = ordinal(act.connection, supersedes) if supersedes else None
        if older is not None:
            app = act.connection.execute(
                "SELECT a.name FROM record r JOIN app a ON a.id = r.app WHERE r.ordinal = ?", (older,)
            ).fetchone()[0]
        number = app_number(act.connection, app)
        key = f"added/{act.number}"  # a document of its own: what was added before it is no neighbour
        session = session_number(act.connection, number, "added", SessionDraft(key))
        places = [Place(number, session, offset, offset) for offset in range(len(parts))]
        first, ids = _insert_parts(act, app, key, [RecordDraft(key, part, kind=kind) for part in parts], places, terms)
        if older is not None:
            act.set_edge(older, first, True)
    return Added(act.changes, ids)


def edit(vault: Vault, id: str, text: str) -> Added:
    """A new record that supersedes this one: text is never edited in place.

    It is of the same app, kind, speaker, dates and meta, and stands right behind the old one in its session. It also
    keeps ``happened_at``, because what it tells happened then, and supersedes from that moment on: a recall as of a day
    in between sees the new wording. A long text becomes adjacent records, the first of which supersedes. Raises
    ``Refused`` for an empty or unchanged text and for an inactive or superseded record, ``NoSuchRecord``.
    """
    text = clean(text)
    if not text.strip():
        raise Refused("edit.empty")
    with vault.reading() as connection:
        older = ordinal(connection, id)
        old = by_ordinal(connection, [older])[older]
    parts = split(text)
    terms = [analysis.terms(indexed_text(old.speaker, part)) for part in parts]
    with journal.act(vault, message("act.edit")) as act:
        older = ordinal(act.connection, old.id)
        old = by_ordinal(act.connection, [older])[older]  # dates and app may have changed meanwhile
        name = shortest(act.connection, old.id)
        if text.strip() == old.text.strip():
            raise Refused("edit.unchanged", record=name)
        curation.check_active(act.connection, older)
        app, session, position = act.connection.execute(_PLACE, (older,)).fetchone()
        # Records of one position stand in the order of their ordinals.
        places = [Place(app, session, position, offset) for offset in range(len(parts))]
        draft = RecordDraft(
            old.session,
            "",
            kind=old.kind,
            speaker=old.speaker,
            happened_at=old.happened_at,
            valid_until=old.valid_until,
            review_after=old.review_after,
            meta=old.meta,
        )
        drafts = [replace(draft, text=part) for part in parts]
        first, ids = _insert_parts(act, old.app, f"edited/{act.number}", drafts, places, terms)
        act.set_edge(older, first, True, since=old.happened_at.utc if old.happened_at else None)
        act.label = message("act.edit", record=name, newer=shortest(act.connection, ids[0]))
    return Added(act.changes, ids)


def _insert_parts(
    act: journal.Writing,
    app: str,
    key: str,
    drafts: Sequence[RecordDraft],
    places: Sequence[Place],
    terms: Sequence[Sequence[str]],
) -> tuple[int, tuple[RecordId, ...]]:
    """Records of storable length with their postings; returns the ordinal of the first one, and the ids."""
    ids = [placed_id(app, key, place.part, draft.text) for draft, place in zip(drafts, places, strict=True)]
    hashes = [text_hash(draft.speaker, draft.text) for draft in drafts]
    rows = zip(ids, hashes, places, drafts, strict=True)
    ordinals = [insert_record(act.connection, *row) for row in rows]
    for number in ordinals:
        act.added(number)
    postings.append(act.connection, postings.Analysed(ordinals, hashes, terms))
    return ordinals[0], tuple(RecordId(id.hex()) for id in ids)
