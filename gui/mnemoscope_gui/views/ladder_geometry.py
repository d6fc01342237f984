"""Where everything in the ladder stands (pure): heights that are scores, rows between two rails, the lines between.

On a rail height *is* what a rank adds to the fused sum, 1 / (k + rank): equal distances are equal points. Below the
depth nothing is added, so there the true ranks stand on a logarithmic band.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf, log

from mnemoscope_gui.look import LadderGrid as Grid

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bezier: start, two control points, end."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The heights of one recall's rails, by its own k and depth."""

    k: float
    depth: int
    top: float
    height: float

    def fraction(self, rank: float) -> float:
        """How far down the rail a rank stands: 0 for the first, 1 at the depth."""
        first, last = 1.0 / (self.k + 1), 1.0 / (self.k + self.depth)
        return (first - 1.0 / (self.k + rank)) / (first - last) if first > last else 0.0

    def y(self, rank: float) -> float:
        """y = (1/(k+1) - 1/(k+rank)) / (1/(k+1) - 1/(k+depth)) x rail height."""
        return self.top + self.fraction(rank) * self.height

    def thickness(self, rank: float) -> float:
        """Width of the line to a rank, by what the rank adds."""
        return Grid.LINE_THICK - (Grid.LINE_THICK - Grid.LINE_THIN) * min(self.fraction(rank), 1.0)


@dataclass(frozen=True, slots=True)
class Band:
    """The logarithmic band of the ranks below a depth, down to the last record."""

    first: int
    """The first rank below the depth."""
    last: int
    top: float
    height: float

    def y(self, rank: float) -> float:
        """Equal distances are equal ratios of rank."""
        if self.last <= self.first:
            return self.top
        return self.top + self.height * log(max(rank, self.first) / self.first) / log(self.last / self.first)


@dataclass(frozen=True)
class Layout:
    """The pixels of a ladder of one size: ``served`` rows, the budget line, ``below`` rows that are cut.

    Rows, line and first cut rows keep their height whatever the budget, so that a line let go stays where it is. Where
    more is served than fits, the rows scroll by ``scroll`` and the line stays pinned below the last one in sight.
    """

    width: float
    height: float
    served: int
    below: int
    scroll: float = 0.0
    row: float | None = None
    """Height of a row, where it is not to be found out."""

    # ------------------------------------------------------------ across

    @cached_property
    def is_wide(self) -> bool:
        """Whether the rails have room for scores beside their ranks."""
        return self.width >= Grid.WIDE

    @cached_property
    def rail_left(self) -> float:
        """x of the vectors' rail."""
        return Grid.RAIL if self.is_wide else Grid.RAIL_NARROW

    @cached_property
    def rail_right(self) -> float:
        """x of the words' rail."""
        return self.width - self.rail_left

    @cached_property
    def gap(self) -> float:
        """Between a rail and the rows: the room of the lines."""
        span = self.rail_right - self.rail_left
        return min(max(span * Grid.GAP_SHARE, Grid.GAP_LEAST), Grid.GAP_MOST)

    @cached_property
    def rows_left(self) -> float:
        """Left edge of the rows."""
        return self.rail_left + self.gap

    @cached_property
    def rows_right(self) -> float:
        """Right edge of the rows."""
        return self.rail_right - self.gap

    @cached_property
    def shows_sums(self) -> bool:
        """Whether the rows have room for the sum."""
        return self.rows_right - self.rows_left >= Grid.SUM_FROM

    # ------------------------------------------------------------ down

    @cached_property
    def row_height(self) -> float:
        """Of every row: what the usual budget leaves room for; where that is too little, a good height that scrolls."""
        if self.row is not None:
            return self.row
        room = (self.height - Grid.TOP - Grid.BOTTOM) / (Grid.ROWS - 1 + Grid.BOTTOM_ROWS)
        return min(room, Grid.ROW_MOST) if room >= Grid.ROW_LEAST else Grid.ROW_SCROLLED

    @cached_property
    def rail_height(self) -> float:
        """From rank 1 to the depth."""
        return max(self.height - Grid.TOP - Grid.BOTTOM - Grid.BOTTOM_ROWS * self.row_height, 1.0)

    @cached_property
    def rail_bottom(self) -> float:
        """y of the depth."""
        return Grid.TOP + self.rail_height

    @cached_property
    def fitting(self) -> int:
        """How many served rows are in sight at once."""
        return int(self.rail_height / self.row_height + 1e-6) + 1

    @cached_property
    def most_scroll(self) -> float:
        """How far the rows can scroll."""
        return max(0, self.served - self.fitting) * self.row_height

    @cached_property
    def line(self) -> float:
        """y of the budget line: below the last served row in sight."""
        return Grid.TOP + (min(self.served, self.fitting) - 0.5) * self.row_height + Grid.LINE_GAP

    @cached_property
    def bottom(self) -> float:
        """Lower edge of the rows that are cut."""
        return self.rail_bottom + self.row_height * Grid.BOTTOM_ROWS + Grid.LINE_GAP + Grid.CUT_GAP

    @cached_property
    def band_top(self) -> float:
        """y of the first rank below the depth."""
        return self.rail_bottom + Grid.BAND_GAP

    @cached_property
    def band_height(self) -> float:
        """Of the logarithmic band."""
        return max(self.height - Grid.FOOT_HEIGHT - self.band_top, 1.0)

    @cached_property
    def foot(self) -> float:
        """y of the sentences at the bottom."""
        return self.height - Grid.FOOT

    def row_y(self, row: int) -> float:
        """Middle of a row; the first is 0."""
        if row < self.served:
            return Grid.TOP + row * self.row_height - self.scroll
        return self.line + Grid.CUT_GAP + (row - self.served + 0.5) * self.row_height

    def in_sight(self, row: int) -> bool:
        """Whether the whole row is shown."""
        if not 0 <= row < self.served + self.below:
            return False
        y, slack = self.row_y(row), 0.5
        if row < self.served:
            return Grid.TOP - slack <= y <= Grid.TOP + (self.fitting - 1) * self.row_height + slack
        return y + self.row_height / 2 <= self.bottom + slack

    def row_at(self, x: float, y: float) -> int | None:
        """The row under a point."""
        if not self.rows_left <= x <= self.rows_right:
            return None
        half = self.row_height / 2
        return next((row for row in self.rows_in_sight if abs(self.row_y(row) - y) <= half), None)

    @cached_property
    def rows_in_sight(self) -> tuple[int, ...]:
        """The rows that are shown whole."""
        return tuple(row for row in range(self.served + self.below) if self.in_sight(row))

    def is_line(self, x: float, y: float) -> bool:
        """Whether a point is on the budget line, to be taken hold of."""
        return self.rows_left <= x <= self.rows_right and abs(y - self.line) <= Grid.GRIP

    def scroll_to(self, row: int) -> float:
        """The scroll, changed no more than is needed, that brings a served row in sight."""
        if row >= self.served:
            return self.scroll
        last = (row - self.fitting + 1) * self.row_height
        return min(max(self.scroll, last, 0.0), row * self.row_height, self.most_scroll)


def moved_budget(budget: int, by: float, row_height: float, most: int) -> int:
    """The budget to which a line dragged down by so many pixels points: one record for each row."""
    return min(max(budget + round(by / row_height), 1), max(most, 1))


def curve(start: Point, end: Point) -> Curve:
    """From a rail to a row, leaving and arriving horizontally."""
    middle = (start[0] + end[0]) / 2
    return start, (middle, start[1]), (middle, end[1]), end


def rank_labels(scale: Scale, marked: Iterable[int], last: int) -> tuple[tuple[int, bool], ...]:
    """The ranks written beside a rail, and whether strongly: the ``marked`` ones, and round ones between.

    One for which there is no room gives way to those before it.
    """
    strong = [rank for rank in dict.fromkeys(marked) if 1 <= rank <= last]
    shown: dict[int, bool] = {}
    for rank in (*strong, *(rank for rank in Grid.ROUND_RANKS if rank < last)):
        if min((abs(scale.y(rank) - scale.y(other)) for other in shown), default=inf) >= Grid.LABEL_STEP:
            shown[rank] = rank in strong
    return tuple(sorted(shown.items()))


def nearest(y: float, places: Iterable[tuple[float, int]], reach: float) -> int | None:
    """Which of some numbered heights lies nearest, within reach."""
    best = min(((abs(place - y), number) for place, number in places), default=(inf, 0))
    return best[1] if best[0] <= reach else None
