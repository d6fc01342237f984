"""A vault in which every matter of the review queue has its candidates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mnemoscope import curation, expectations, indexing, ingest, reading, recall, recall_log, suggest
from mnemoscope.records import PROFILES, Draft, Kind, Query, RecordDraft, RecordId, SessionDraft
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault

Session = tuple[str, str, str, tuple[str, ...]]
"""Key, title, day and texts."""
_SAID: tuple[Session, ...] = (
    ("pay", "Pay slip", "2025-05-30", ("Is the weekend in the new agreement?", "The Sunday shift pays double pay.",
                                       "Good, then I take two more of them.")),
    ("copy", "By the lift", "2025-06-02", ("The Sunday shift pays double pay!", "The Saturday shift pays double pay.")),
    ("clinic", "Clinic", "2025-03-02", ("The clinic opens at 7:30.", "Somebody asked.", "At 7:30 the clinic opens.")),
    ("clinic-2", "Clinic, again", "2025-06-02", ("The clinic opens at 8:15.", "It stands on the door.")),
    ("latex", "Allergies", "2025-03-02", ("Ilse is allergic to latex.",)),
    ("latex-2", "Allergies, again", "2025-04-02", ("Ilse is allergic to latex.",)),
    ("latex-3", "Notes on staff", "2025-08-02", ("Remember: Ilse is allergic to latex.",)),
    ("extension", "Extensions", "2025-02-12", ("Nil's extension is 118.",)),
    ("extension-2", "Extensions, new", "2025-10-12", ("Correction: Nil's extension is now 181, no longer 118.",)),
    ("permit", "Permits", "2025-03-12", ("Parking permit 2207 is for section B.",)),
    ("room", "Room", "2025-01-12", ("The team meets in room 3.",)),
)  # fmt: skip
STRANGE = (
    ("hebrew", "משמרות", "2025-03-02", ("המשמרת של יום ראשון מתחילה בשעה 7:30 ליד המעלית.",)),
    ("hebrew-2", "משמרות חדשות", "2025-06-02", ("המשמרת של יום ראשון מתחילה בשעה 8:15 ליד המעלית.",)),
    ("link", "Links", "2025-03-02", (f"The rota lies at https://example.org/{'unbreakable' * 14}/v1.3.7",)),
    ("link-2", "Links", "2025-06-02", (f"The rota lies at https://example.org/{'unbreakable' * 14}/v1.3.8",)),
)
"""Candidates whose texts are hard to show."""
_ASKED = (
    "When does the clinic open?",
    "What does a Sunday pay?",
    "Who is allergic to latex?",
    "What is Nil's extension?",
)
BUDGET = 5


def build(path: Path, *, searched: bool = True, more: tuple[Session, ...] = ()) -> Path:
    """Make it at this path; ``more`` are further sessions."""
    with Vault.create(path, "assistant") as vault:
        ingest.import_drafts(vault, drafts((*_SAID, *more)), format="jsonl", source="said.jsonl")
        old = found(vault, "room 3")
        new = ingest.add(vault, "From May on it is room 5.", app="ward").ids[0]
        curation.supersede(vault, old, new)
        curation.deactivate(vault, [new], "the move was called off")
        indexing.embed_pending(vault, bulk=False)
        expectations.expect(vault, _ASKED[0], found(vault, "8:15"), 1, "fused", None)
        for times, question in enumerate(reversed(_ASKED), 1):
            recalled = recall.recall(vault, Query(question, PROFILES["fused"].with_budget(BUDGET))).recall
            for _ in range(times):
                recall_log.log(vault, recalled)
        if searched:
            suggest.search(vault)
    return path


def found(vault: Vault, text: str) -> RecordId:
    """The first record that holds this."""
    return reading.containing(vault, text)[0].id


def drafts(said: tuple[Session, ...] = _SAID) -> Iterator[Draft]:
    """The sessions, to be imported."""
    for key, title, day, texts in said:
        yield SessionDraft(key, title, "ward")
        for place, text in enumerate(texts):
            at = parse_iso(f"{day}T09:0{place}:00+02:00")
            until = parse_iso("2025-10-31") if key == "permit" else None
            yield RecordDraft(key, text, f"{key}-{place}", "ward", Kind.FACT, None, at, until)
