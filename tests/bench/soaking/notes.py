"""What an actor did, line by line: acts, what was refused in agreed words, and what must not be."""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from mnemoscope.messages import ENGLISH

AGREED = frozenset(
    (
        "undo.nothing",
        "undo.refused",
        "undo.forget",
        "undo.forgotten",
        "redo.nothing",
        "redo.refused",
        "redo.forgotten",
        "supersede.self",
        "supersede.second",
        "supersede.cycle",
        "supersede.apps",
        "supersede.none",
        "supersede.inactive",
        "supersede.switched_off",
        "deactivate.already",
        "restore.already",
        "dates.already",
        "dates.nothing",
        "move.already",
        "edit.unchanged",
        "record.none",
        "record.gone",
        "import.running",
        "door.no_record",
        "door.no_text",
    )
)
"""What may be refused while others act on the same records. That the vault is busy is not among it: nobody may hold it
for as long as everyone waits."""


@dataclass(frozen=True, slots=True)
class Note:
    """One act."""

    did: str
    seconds: float = 0.0
    refused: str = ""
    """The message id of the refusal."""
    fault: str = ""
    """What must not happen, in full."""


class Notebook:
    """An actor's notes, kept as they come: also what was killed can be read."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a", encoding="utf-8")

    def write(self, note: Note) -> None:
        """Keep a note; a refusal that is not agreed is a fault."""
        self._file.write(json.dumps(asdict(note), ensure_ascii=False) + "\n")
        self._file.flush()


def read(file: Path) -> list[Note]:
    """The notes of an actor."""
    return [Note(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def refused(did: str, id: str, sentence: str, seconds: float = 0.0) -> Note:
    """The note of a refusal, a fault where it is not an agreed one."""
    return Note(did, seconds, id, "" if id in AGREED else f"{id or 'unknown'}: {sentence}")


def summary(notes: Iterable[Note]) -> tuple[Counter[str], Counter[str], list[str]]:
    """Acts by name, refusals by message id, faults."""
    notes = list(notes)
    done = Counter(note.did for note in notes if not note.refused and not note.fault)
    return done, Counter(note.refused for note in notes if note.refused), [note.fault for note in notes if note.fault]


def _pattern(template: str) -> tuple[int, re.Pattern[str]]:
    parts = list(string.Formatter().parse(template))
    text = "".join(re.escape(literal) + (".*?" if field is not None else "") for literal, field, _, _ in parts)
    return sum(len(literal) for literal, _, _, _ in parts), re.compile(text, re.DOTALL)


_PATTERNS = sorted(
    (
        (*_pattern(template), id)
        for id, entry in ENGLISH.items()
        for template in ((entry,) if isinstance(entry, str) else entry)
    ),
    key=lambda some: -some[0],
)


def id_of(sentence: str) -> str:
    """The id of the message that a sentence was made from, or nothing: the one with the most words of its own."""
    return next((id for size, pattern, id in _PATTERNS if size > 8 and pattern.fullmatch(sentence.strip())), "")
