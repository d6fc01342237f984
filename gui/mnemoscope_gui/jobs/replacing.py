"""What may replace a record, or be replaced by it: near by, by a search, and the copies that say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mnemoscope import reading, suggest
from mnemoscope.claims.differences import GUARDED
from mnemoscope.progress import Progress
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Query, Record, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.values import Copied, Offered, Search

_NEAR = 12
"""Records that are offered before anything is typed."""
_FOUND = 32
_HOLDING = 40
"""Records out of force, or ranked too low, that are shown because they hold the text to the letter."""
_SHORTEST = 3
"""Characters from which that is looked for."""
_ASKED = 600
"""Characters of a record's text that the records near it are asked for with."""


def known(ids: Sequence[RecordId]) -> Callable[[Vault, Progress], Offered]:
    """The records that are marked, as they are now."""

    def job(vault: Vault, progress: Progress) -> Offered:
        return _offered(vault, "", (reading.record(vault, id) for id in ids))

    return job


def near(search: Search) -> Callable[[Vault, Progress], Offered]:
    """Records on the subject of those that are known, of their app: the near-identical and the closest first."""

    def job(vault: Vault, progress: Progress) -> Offered:
        first = search.known[0]
        text = first.indexed_text[:_ASKED]
        ranked = recall(vault, Query(text, PROFILES["fused"].with_budget(_NEAR + len(search.known)), (first.app,)))
        own = {record.id for record in search.known}
        found = (hit.record for hit in ranked.recall.hits if hit.id not in own)
        return _offered(vault, "", list(found)[:_NEAR])

    return job


def holding(text: str) -> Callable[[Vault, Progress], Offered]:
    """What a recall over all apps brings, then what holds the text to the letter, also out of force."""

    def job(vault: Vault, progress: Progress) -> Offered:
        ranked = recall(vault, Query(text, PROFILES["fused"].with_budget(_FOUND)))
        found = [hit.record for hit in ranked.recall.hits]
        if len(text.strip()) >= _SHORTEST:
            found.extend(reading.containing(vault, text.strip(), _HOLDING))
        return _offered(vault, text, found)

    return job


def copies(olders: Sequence[RecordId], newer: RecordId) -> Callable[[Vault, Progress], tuple[Copied, ...]]:
    """Near-identical records that assert what the older ones assert, those that say the same first."""

    def job(vault: Vault, progress: Progress) -> tuple[Copied, ...]:
        found: dict[RecordId, Copied] = {}
        for older in olders:
            text = reading.record(vault, older).text
            for copy in suggest.copies(vault, older, newer):
                id = copy.record.id
                if id not in olders and id != newer and (id not in found or copy.same):
                    found[id] = _copied(vault, text, copy)
        return tuple(sorted(found.values(), key=lambda copied: not copied.same))

    return job


def _copied(vault: Vault, older: str, copy: suggest.Copy) -> Copied:
    """A number, date, name or negation that differs is told; another word is not, where the claim is the same."""
    text = copy.record.text
    telling = [some for some in copy.differences if some.kind in GUARDED] or list(copy.differences)
    ahead = len(copy.record.indexed_text) - len(text)
    spans = tuple((some.second[0] + ahead, some.second[1] + ahead) for some in telling if some.second is not None)
    differing = tuple(
        (older[slice(*some.first)] if some.first else "", text[slice(*some.second)] if some.second else "")
        for some in telling
    )
    return Copied(copy.record, reading.short_id(vault, copy.record.id), copy.same, spans, differing)


def _offered(vault: Vault, text: str, records: Iterable[Record]) -> Offered:
    unique = {record.id: record for record in records}
    ids = {*unique, *(record.superseded_by for record in unique.values() if record.superseded_by is not None)}
    return Offered(text, tuple(unique.values()), {id: reading.short_id(vault, id) for id in ids})
