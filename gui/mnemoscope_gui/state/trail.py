"""Where a person has been, as in a browser: places with their question, and a way back and forward."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mnemoscope.records import Query, RecordId

_MOST = 100


@dataclass(frozen=True, slots=True)
class Spot:
    """One state of the window that can be gone back to."""

    place: str
    view: str
    query: Query
    selected: RecordId | None = None


class Trail:
    """The spots in their order. The present one changes as one types; once it is kept, the next begins a new one."""

    def __init__(self) -> None:
        self._spots: list[Spot] = []
        self._at = -1
        self._kept = False

    @property
    def here(self) -> Spot | None:
        """The present spot."""
        return self._spots[self._at] if self._spots else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier spot."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether one went back and has not gone elsewhere since."""
        return self._at < len(self._spots) - 1

    def keep(self) -> None:
        """The present spot is one to come back to."""
        self._kept = True

    def move(self, spot: Spot) -> None:
        """The window is here now. Another record of the same question is the same spot; so is what is not kept."""
        here = self.here
        if here is not None and (not self._kept or replace(here, selected=spot.selected) == spot):
            self._spots[self._at] = spot
        elif spot != here:
            self.leap(spot)

    def leap(self, spot: Spot) -> None:
        """The window went here in one step, from a spot that is to be found again."""
        if spot == self.here:
            return
        del self._spots[self._at + 1 :]
        self._spots.append(spot)
        del self._spots[:-_MOST]
        self._at = len(self._spots) - 1
        self._kept = False

    def forget(self, ids: frozenset[RecordId]) -> None:
        """These records are no more: the spots where they were looked at stay, without them."""
        self._spots = [replace(spot, selected=None) if spot.selected in ids else spot for spot in self._spots]

    def back(self) -> Spot | None:
        """The earlier spot, which is the present one from now on."""
        return self._go(-1)

    def forward(self) -> Spot | None:
        """The spot that one came back from."""
        return self._go(1)

    def _go(self, step: int) -> Spot | None:
        if not 0 <= self._at + step < len(self._spots):
            return None
        self._at += step
        self._kept = True
        return self.here
