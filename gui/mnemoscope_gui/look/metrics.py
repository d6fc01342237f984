"""Metrics in pixels: distances, corners and widths stay as they are, sizes and heights of text follow the zoom."""

from __future__ import annotations

from mnemoscope_gui.look.zooming import Length

SPACE = 4
"""The step of every distance: 4, 8, 12, 16."""
MARGIN = 12
PADDING = 16
RADIUS = 8
CONTROL_RADIUS = 6
SLIDER = 56
NUMBER = 54
"""Width of a number that is set."""
GROUP_GAP = 24
NAME_WIDTH = 200
INSPECTOR_WIDTH = 340
"""At first; the sketch gives 370 to a window of 1440."""
INSPECTOR_MINIMUM = 316
CENTRE_MINIMUM = 540
"""With the inspector it fits a window of 900."""
WINDOW = (1280, 800)
PALETTE_WIDTH = 660
MOVE_WIDTH = 34
"""Of the mark before a row that says how far it moved."""
MARK_WIDTH = 20
"""Of the box before a row, while rows are marked."""
STALE = 0.6
"""Opacity of an explanation that belongs to other settings than those in use."""
SPREAD_WIDTH = 420
"""Of the line of ranks in the summary."""
CROSS = 22
"""Width of a chip's cross, at its right end."""
CHIP_CHARACTERS = 26
SESSION_SEARCH = (420, 360)


class Size:
    """Of fonts."""

    RANK = Length(15)
    TEXT = Length(14)
    CONTROL = Length(13)
    META = Length(12)
    SMALL = Length(11)
    VERDICT = Length(15)


class Height:
    """Of what holds text."""

    HEADER = Length(38)
    ROW = Length(28)
    OPENED_ROW = Length(64)
    LINE = Length(18)
    STRIP = Length(28)
    HEADLINE = Length(40)
    HEADLINE_OF_TWO = Length(58)
    """Where its figures have a line of their own."""
    STATUS = Length(30)
    CONTROL = Length(24)
    CONTROL_ROW = Length(34)
    VERDICT_LINE = Length(21)
    SUMMARY = Length(104)
