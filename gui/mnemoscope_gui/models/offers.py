"""What the palette offers: commands, vaults used lately and older questions, and which of them a typed text means."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from mnemoscope_gui.models.table import Column, TableModel
from mnemoscope_gui.wording import say

ALIKE = 75.0
"""From this share of a typed word's letters on, in order and close together, an offer holds the word (0-100)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be done from the palette."""

    title: str
    place: str
    """Where it stands otherwise: its menu, or what kind of thing it is."""
    call: Callable[[], object] = field(compare=False)
    key: str = ""
    why_not: str = ""
    """Why it cannot be done now; empty where it can."""


def matching(offers: Iterable[Offer], typed: str) -> tuple[Offer, ...]:
    """The offers that hold every typed word, a slip of the fingers allowed; the best first, then as they came."""
    from rapidfuzz.fuzz import partial_ratio  # 20 ms that no start has to wait for

    words = folded(typed).split()
    scored = [(_score(offer, words, partial_ratio), offer) for offer in offers]
    found = [pair for pair in scored if pair[0] is not None]
    found.sort(key=lambda pair: pair[0] or (), reverse=True)
    return tuple(offer for _, offer in found)


def _score(offer: Offer, words: list[str], alike: Callable[[str, str], float]) -> tuple[float, ...] | None:
    """What can be done now comes before what cannot, a title before its place, a beginning before a middle."""
    title, whole = folded(offer.title), folded(f"{offer.title} {offer.place}")
    shares = [alike(word, whole) if len(word) <= len(whole) else 0.0 for word in words]
    if any(share < ALIKE for share in shares):
        return None
    begun = sum(any(part.startswith(word) for part in title.split()) for word in words)
    in_title = sum(alike(word, title) >= ALIKE for word in words)
    return (not offer.why_not, begun, in_title, sum(shares))


def folded(text: str) -> str:
    """Without case and accents."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


class OffersModel(TableModel[Offer]):
    """The offers as they are listed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            (
                Column(say("palette.title"), lambda offer: offer.title),
                Column(say("palette.place"), lambda offer: offer.place),
                Column(say("palette.key"), lambda offer: offer.key),
                Column(say("palette.why_not"), lambda offer: offer.why_not),
            ),
            parent,
        )
