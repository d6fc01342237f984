"""What an assistant may ask and do: within the apps that it was granted, and as if nothing else were there.

Records are found by id or prefix among the granted apps alone, so that neither an answer nor a refusal tells whether
another app has one. Answers carry no number that counts over the whole vault.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

from mnemoscope import curation, indexing, ingest, listing, plain, profiles, reading, recall_log
from mnemoscope.errors import NotWritable, Refused, VaultBusy, VaultError
from mnemoscope.listing import Show, State
from mnemoscope.recall import Recalled, recall
from mnemoscope.records import Kind, Query, Recall, Record, RecordId
from mnemoscope.texts import clean
from mnemoscope.times import end_of_day
from mnemoscope.vault import Vault, Whereabouts
from mnemoscope.why import why

LARGEST_BUDGET = 200
_STANDING = 100
_HOLDERS = 20
_PREFIX = 4
"""Digits that a prefix has at least."""
_IN_SCOPE = f"""
SELECT r.id FROM record r JOIN app a ON a.id = r.app
WHERE r.id BETWEEN ? AND ? AND a.name IN (SELECT value FROM json_each(?))
    AND {reading.PUBLISHED} LIMIT 2
"""
_HOLDING = f"""
SELECT r.id FROM record r JOIN app a ON a.id = r.app
WHERE a.name IN (SELECT value FROM json_each(?)) AND instr(lower(r.text), lower(?))
    AND {reading.PUBLISHED}
ORDER BY r.ordinal LIMIT ?
"""

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Grant:
    """What the command line granted an assistant; nothing that it says later can widen it."""

    apps: tuple[str, ...]
    profile: str | None = None

    @property
    def actor(self) -> str:
        """Who it is, in the history and the recall log."""
        return f"assistant ({', '.join(self.apps)})"


_P = ParamSpec("_P")


def _guarded(call: Callable[Concatenate[Door, _P], Answer]) -> Callable[Concatenate[Door, _P], Answer]:
    """A call is answered from the vault that stands at its path, and no sentence tells how ids elsewhere begin."""

    @functools.wraps(call)
    def guarded(door: Door, /, *arguments: _P.args, **named: _P.kwargs) -> Answer:
        door.ensure_here()
        with reading.long_names():
            return call(door, *arguments, **named)

    return guarded


class Door:
    """One vault's door for one assistant. All calls come from one thread."""

    def __init__(self, path: Path, grant: Grant) -> None:
        """Raises ``VaultError`` where the vault cannot be opened."""
        self._grant = grant
        self._vault = Vault.open(path, grant.actor)

    def close(self) -> None:
        """Give the file back."""
        self._vault.close()

    def ensure_here(self) -> None:
        """Raises ``VaultError`` where the file is gone, or another one stands in its place: what is written would be
        lost."""
        found = self._vault.whereabouts()
        if found is not Whereabouts.HERE:
            id = "vault.missing" if found is Whereabouts.GONE else "vault.replaced"
            raise VaultError(id, path=str(self._vault.path))

    # ------------------------------------------------------------ asking

    @_guarded
    def recall(
        self, query: str, profile: str | None = None, budget: int | None = None, as_of: str | None = None
    ) -> Answer:
        """What the memory has for a question. Raises ``VaultError``."""
        recalled = self._recall(query, profile, budget, as_of)
        self._log(recalled.recall)
        return _told(recalled.recall)

    @_guarded
    def why(self, query: str, record: str | None = None, containing: str | None = None) -> Answer:
        """Why records rank where they do for a question: one by its id, or those that hold a text."""
        if (record is None) == (containing is None):
            raise Refused("door.one_of_two")
        ids = [self._resolve(record)] if record is not None else self._holding(containing or "")
        recalled = self._recall(query, None, None, None)
        return {
            "query": recalled.recall.query.text,
            "records": [plain.explanation(why(self._vault, recalled, id)) for id in ids],
        }

    @_guarded
    def standing(self) -> Answer:
        """The standing instructions."""
        wanted = Show(kinds=frozenset({Kind.STANDING}), states=frozenset({State.ACTIVE}))
        with self._vault.reading():
            listed = listing.list_records(self._vault, wanted, scope=self._known_apps())
            records = listing.page(self._vault, listed, 0, _STANDING)
        return {"standing": [_record(some) for some in records if some is not None]}

    def _recall(self, query: str, profile: str | None, budget: int | None, as_of: str | None) -> Recalled:
        query = clean(query)
        if not query.strip():
            raise Refused("door.no_question")
        chosen = profiles.profile(self._vault, profile or self._grant.profile or profiles.default_name())
        if budget is not None:
            if not 1 <= budget <= LARGEST_BUDGET:
                raise Refused("door.budget", most=LARGEST_BUDGET)
            chosen = chosen.with_budget(budget)
        try:
            moment = end_of_day(as_of) if as_of is not None else None
        except (ValueError, OverflowError, OSError) as error:
            raise Refused("door.no_date", text=clean(str(as_of))) from error
        return recall(self._vault, Query(query, chosen, self._known_apps(), moment))

    def _log(self, found: Recall) -> None:
        with contextlib.suppress(VaultBusy, NotWritable):  # the answer does not depend on its being noted
            recall_log.log(self._vault, found)

    # ------------------------------------------------------------ acting

    @_guarded
    def remember(
        self, text: str, kind: str = Kind.NOTE.value, supersedes: str | None = None, app: str | None = None
    ) -> Answer:
        """Add a record, in the place of an older one where that is named. Raises ``VaultError``."""
        if kind not in list(Kind):
            raise Refused("door.no_kind", kind=clean(kind), known=", ".join(Kind))
        chosen = clean(app) if app is not None else self._grant.apps[0]
        if chosen not in self._grant.apps:
            raise Refused("door.other_app", known=", ".join(self._grant.apps))
        older = self._resolve(supersedes) if supersedes is not None else None
        added = ingest.add(self._vault, text, kind=Kind(kind), app=chosen, supersedes=older)
        return {"added": list(map(str, added.ids)), "supersedes": older}

    @_guarded
    def supersede(self, older: str, newer: str, reason: str = "") -> Answer:
        """The newer record takes the older one's place. Raises ``VaultError``."""
        old, new = self._resolve(older), self._resolve(newer)
        curation.supersede(self._vault, old, new, clean(reason))
        return {"superseded": old, "by": new}

    @_guarded
    def deactivate(self, record: str, reason: str) -> Answer:
        """Take a record out of every recall. Raises ``VaultError``."""
        if not clean(reason).strip():
            raise Refused("door.no_reason")
        id = self._resolve(record)
        changes = curation.deactivate(self._vault, [id], clean(reason))
        return {"deactivated": id, "changed": changes.records > 0}

    # ------------------------------------------------------------ scope

    def _known_apps(self) -> tuple[str, ...]:
        """The granted apps that exist: one is made with its first record."""
        known = set(reading.apps(self._vault))
        return tuple(app for app in self._grant.apps if app in known)

    def _resolve(self, prefix: str) -> RecordId:
        """The record of a granted app that this is the id of, or the beginning of its id. Raises ``Refused``."""
        digits = clean(prefix).strip().lower()
        if not _PREFIX <= len(digits) <= 32 or any(digit not in "0123456789abcdef" for digit in digits):
            raise Refused("door.no_record", record=clean(prefix))
        low, high = (bytes.fromhex(digits.ljust(32, fill)) for fill in "0f")
        found = self._rows(_IN_SCOPE, (low, high, plain.dumps(list(self._grant.apps))))
        if len(found) != 1:
            raise Refused("door.two_records" if found else "door.no_record", record=digits)
        return RecordId(found[0].hex())

    def _holding(self, text: str) -> list[RecordId]:
        text = clean(text)
        if not text.strip():
            raise Refused("why.no_text_given")
        found = self._rows(_HOLDING, (plain.dumps(list(self._grant.apps)), text, _HOLDERS))
        if not found:
            raise Refused("door.no_text", text=text[:80])
        return [RecordId(id.hex()) for id in found]

    def _rows(self, query: str, values: tuple[object, ...]) -> list[bytes]:
        with self._vault.reading() as connection:
            return [row[0] for row in connection.execute(query, values)]


def bring_up_to_date(path: Path, grant: Grant) -> None:
    """Embed what has no vector yet, over a connection of its own; what cannot be now is left for later."""
    try:
        with Vault.open(path, grant.actor) as vault:
            indexing.embed_pending(vault)
            indexing.settle(vault)
    except VaultError:
        return


def _told(found: Recall) -> Answer:
    """A recall without what counts over the whole vault."""
    answer = plain.recall(replace(found, forgotten=0), timings=False)
    for report in answer["channels"].values():
        for name in ("missing", "reason", "message"):
            report.pop(name, None)
    return answer


def _record(record: Record) -> Answer:
    return {"id": str(record.id), "app": record.app, "text": record.text}
