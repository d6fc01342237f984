"""What forgetting takes out of a vault: the records, what hangs on them, and what quotes them."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mnemoscope import analysis, reading, vectors
from mnemoscope.errors import Refused
from mnemoscope.forgetting import erasure
from mnemoscope.forgetting.quotes import Quotes, telling
from mnemoscope.messages import Message, message
from mnemoscope.progress import Progress, silent
from mnemoscope.records import RecordId, indexed_text
from mnemoscope.times import now
from mnemoscope.vault import Vault

_BATCH = 200

GONE = "(SELECT value FROM json_each(:gone))"
"""The ordinals of the records to be forgotten, in a statement with ``Gone.parameters``."""
_RECORDS = f"""
SELECT r.ordinal, r.id, a.name, s.id, s.key, r.position, r.speaker, r.text, r.external_id, r.import
FROM record r JOIN app a ON a.id = r.app JOIN session s ON s.id = r.session WHERE r.ordinal IN {GONE}
"""
_COUNTS = {
    "expectations": f"SELECT count(*) FROM expectation WHERE record IN {GONE}",
    "verdicts": f"SELECT count(*) FROM verdict WHERE first IN {GONE} OR second IN {GONE}",
    "supersessions": f"""
        SELECT count(*) FROM supersession WHERE until IS NULL AND (older IN {GONE} OR newer IN {GONE})
    """,
    "sessions": f"""
        SELECT count(*) FROM (
            SELECT DISTINCT session FROM record WHERE ordinal IN {GONE}
            EXCEPT SELECT session FROM record WHERE ordinal NOT IN {GONE}
        )
    """,
}
# Older records that nothing replaces any more, and that a recall may serve.
_RETURNING = f"""
SELECT r.id FROM supersession e JOIN record r ON r.ordinal = e.older
WHERE e.until IS NULL AND e.newer IN {GONE} AND e.older NOT IN {GONE}
    AND r.active AND (r.valid_until_utc IS NULL OR r.valid_until_utc > :now) ORDER BY r.ordinal
"""
_ACTS = f"""
SELECT id, parameters FROM act WHERE id IN (
    SELECT act FROM step WHERE record IN {GONE} UNION SELECT act FROM step WHERE other IN {GONE}
    UNION SELECT act FROM step WHERE import IN (SELECT import FROM record WHERE ordinal IN {GONE}) AND kind = 'import'
)
"""
_EXPECTING = f"SELECT DISTINCT act FROM step WHERE record IN {GONE} AND expectation IS NOT NULL"
GIVING_REASONS = f"""
(record IN {GONE} OR other IN {GONE}) AND expectation IS NULL
    AND (coalesce(json_extract(before, '$.reason'), '') <> '' OR coalesce(json_extract(after, '$.reason'), '') <> '')
"""
_TITLES = f"""
SELECT title FROM session WHERE id IN (SELECT session FROM record WHERE ordinal IN {GONE})
    AND EXISTS (SELECT 1 FROM record WHERE session = session.id AND ordinal NOT IN {GONE})
"""
_REASONED = f"SELECT DISTINCT act FROM step WHERE {GIVING_REASONS}"


@dataclass(frozen=True, slots=True)
class Losses:
    """What forgetting would take out of the vault, counted, and what it would bring back."""

    records: int
    vectors: int
    expectations: int
    """Saved questions that expect one of the records."""
    supersessions: int
    verdicts: int
    acts: int
    """Entries of the history that lose what they quote: a question, a reason."""
    recalls: int
    """Questions of the recall log that hold a text, or a word that no other record holds."""
    sessions: int
    """Sessions of which no record is left, with their titles."""
    titles: int
    """Titles of sessions that stay, which quote a text and are emptied."""
    returning: tuple[RecordId, ...]
    """Older records that the forgotten ones replace, which come back into recalls."""
    copies: tuple[Path, ...]
    """Copies from before a migration, which are deleted."""

    @property
    def sentences(self) -> tuple[Message, ...]:
        """A sentence for each that there is, but the records themselves."""
        names = ("vectors", "expectations", "supersessions", "verdicts", "acts", "recalls", "sessions", "titles")
        counts = {name: getattr(self, name) for name in names} | {"copies": len(self.copies)}
        return tuple(message(f"forget.{name}", count=count) for name, count in counts.items() if count)


class Row(NamedTuple):
    """A record to be forgotten."""

    ordinal: int
    id: bytes
    app: str
    session: int
    key: str
    position: int
    speaker: str | None
    text: str
    external_id: str | None
    imported: int | None


@dataclass(frozen=True, slots=True)
class Gone:
    """The records to be forgotten."""

    rows: tuple[Row, ...]
    holding: Counter[str]
    """How many of them hold a term."""
    words: frozenset[tuple[str, str]]
    """Term and surface of the words that can tell whose they are."""

    @property
    def parameters(self) -> dict[str, object]:
        """What a statement with ``GONE`` asks for."""
        return {"gone": json.dumps([row.ordinal for row in self.rows]), "now": now()}

    @property
    def texts(self) -> list[str]:
        """Their texts."""
        return [row.text for row in self.rows]


def preview(vault: Vault, ids: Sequence[str], progress: Progress = silent) -> Losses:
    """What would be gone. Raises ``NoSuchRecord``, ``Refused`` for no record at all, and what ``progress`` raises."""
    with vault.reading() as connection:
        gone = look_at(connection, ids, progress)
        quotes = quotes_of(connection, gone)
        counts = {name: connection.execute(query, gone.parameters).fetchone()[0] for name, query in _COUNTS.items()}
        touched = {row[0] for row in connection.execute(_REASONED, gone.parameters)}
        touched.update(row[0] for row in connection.execute(_EXPECTING, gone.parameters))
        touched.update(number for number, _ in labels(connection, gone, quotes))
        return Losses(
            records=len(gone.rows),
            vectors=_embedded(connection, gone),
            acts=len(touched),
            recalls=len(quoting_recalls(connection, quotes)),
            titles=sum(quotes.entitle(row[0]) for row in connection.execute(_TITLES, gone.parameters)),
            returning=returning(connection, gone),
            copies=erasure.copies(vault.path),
            **counts,
        )


def look_at(connection: sqlite3.Connection, ids: Sequence[str], progress: Progress = silent) -> Gone:
    """Read and analyse the records of some ids. Raises ``NoSuchRecord``, and ``Refused`` for no id at all."""
    numbers = reading.ordinals(connection, ids)
    if not numbers:
        raise Refused("forget.nothing")
    rows = tuple(Row(*row) for row in connection.execute(_RECORDS, {"gone": json.dumps(numbers)}))
    holding: Counter[str] = Counter()
    pieces: set[str] = set()  # between blanks, which no word crosses: the same ones return
    for done, row in enumerate(rows):
        if done % _BATCH == 0:
            progress(done, len(rows))
        text = indexed_text(row.speaker, row.text)
        holding.update(set(analysis.terms(text)))
        pieces.update(text.split())
    return Gone(rows, holding, frozenset(chain.from_iterable(map(telling, pieces))))


def quotes_of(connection: sqlite3.Connection, gone: Gone) -> Quotes:
    """What recognises a quotation of the records."""
    alone = words_alone(connection, gone)
    return Quotes(gone.texts, {term for term, _ in gone.words if term in alone})


def words_alone(connection: sqlite3.Connection, gone: Gone) -> set[str]:
    """Terms that no record holds but the forgotten ones, as the dictionary counts them."""
    counted = connection.execute(
        "SELECT text, postings FROM term WHERE text IN (SELECT value FROM json_each(?))", (json.dumps([*gone.holding]),)
    )
    elsewhere = {text for text, postings in counted if postings > gone.holding[text]}
    return set(gone.holding) - elsewhere


def labels(connection: sqlite3.Connection, gone: Gone, quotes: Quotes) -> Iterator[tuple[int, str]]:
    """Acts on the records whose labels quote them, with the parameters that do not."""
    expecting = {row[0] for row in connection.execute(_EXPECTING, gone.parameters)}
    for number, parameters in connection.execute(_ACTS, gone.parameters).fetchall():
        stored = json.loads(parameters)
        cleaned = quotes.without(stored, questions=number in expecting)
        if cleaned != stored:
            yield number, json.dumps(cleaned, ensure_ascii=False)


def quoting_recalls(connection: sqlite3.Connection, quotes: Quotes) -> list[int]:
    """Rows of the recall log whose question quotes."""
    held: dict[str, bool] = {}
    found = []
    for number, query in connection.execute("SELECT id, query FROM recall_log"):
        if query not in held:
            held[query] = quotes.hold(query)
        if held[query]:
            found.append(number)
    return found


def returning(connection: sqlite3.Connection, gone: Gone) -> tuple[RecordId, ...]:
    """The older records that come back into recalls."""
    return tuple(RecordId(row[0].hex()) for row in connection.execute(_RETURNING, gone.parameters))


def _embedded(connection: sqlite3.Connection, gone: Gone) -> int:
    model = vectors.model_in_use(connection)
    if model is None:
        return 0
    ordinals, _ = vectors.stored(connection, model)
    return int(np.isin(np.unique(ordinals), [row.ordinal for row in gone.rows]).sum())
