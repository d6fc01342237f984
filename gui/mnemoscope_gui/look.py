"""Colours, metrics and fonts: the only place that knows them.

Both palettes live here because a platform's colour scheme may be unknown (offscreen it does nothing). A widget that
paints asks ``colours()`` at paint time; ``wear`` changes the scheme, and Qt then sends every widget a
``PaletteChange``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget
from shiboken6 import isValid


class Scheme(StrEnum):
    """Which palette to wear."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette, as ``#rrggbb``."""

    window: str
    panel: str
    selection: str
    hover: str
    ink: str
    muted: str
    vectors: str
    """The vectors, always on the left."""
    words: str
    """The words, always on the right."""
    accent: str
    """Focus, the selected row, the current tab."""
    border: str
    """Of controls; 3 : 1 on the panel."""
    edge: str
    """Of panels: decoration, carries no meaning."""
    hairline: str
    good: str
    warning: str
    area: str
    """The body of a distribution."""


LIGHT = Colours(
    window="#f8f7f5",
    panel="#ffffff",
    selection="#eef3fa",
    hover="#f6f5f3",
    ink="#1e2227",
    muted="#5b626c",
    vectors="#0072b2",
    words="#b34700",
    accent="#1b5faa",
    border="#8a9097",
    edge="#e4e2de",
    hairline="#f0eeeb",
    good="#1f7a45",
    warning="#9a5b00",
    area="#e4e2de",
)
DARK = Colours(
    window="#17191c",
    panel="#1f2226",
    selection="#273141",
    hover="#26292e",
    ink="#e6e7e9",
    muted="#a9afb7",
    vectors="#5ab4ea",
    words="#f0964a",
    accent="#5ab4ea",
    border="#72787f",
    edge="#33383e",
    hairline="#282c31",
    good="#56c98a",
    warning="#e0b04c",
    area="#33383e",
)

# ---------------------------------------------------------------- metrics, in pixels at 100 %
# Distances and corners stay as they are; what holds text grows with it (see *zoom* below).

SPACE = 4
"""The step of every distance: 4, 8, 12, 16."""
MARGIN = 12
PADDING = 16
RADIUS = 8
CONTROL_RADIUS = 6
HEADER_HEIGHT = 38
ROW = 28
OPENED_ROW = 64
LINE = 18
STRIP = 28
HEADLINE = 40
HEADLINE_OF_TWO = 58
"""Where its figures have a line of their own."""
STATUS_HEIGHT = 30
SLIDER = 56
NUMBER = 54
"""Width of a number that is set."""
CONTROL_HEIGHT = 24
CONTROL_ROW = 34
GROUP_GAP = 24
NAME_WIDTH = 200
INSPECTOR_WIDTH = 340
"""At first; the sketch gives 370 to a window of 1440."""
INSPECTOR_MINIMUM = 316
CENTRE_MINIMUM = 540
"""With the inspector it fits a window of 900."""
WINDOW = (1280, 800)
PALETTE_WIDTH = 660

RANK_SIZE = 15
TEXT_SIZE = 14
CONTROL_SIZE = 13
META_SIZE = 12
SMALL_SIZE = 11
VERDICT_SIZE = 15
VERDICT_LINE = 21


class HitGrid:
    """Where the parts of a row in the list of hits stand: left edges, and right edges of what is right-aligned."""

    SELECTION_LEFT = 4
    GLYPH = 22
    """Centre of the glyph."""
    RANK_RIGHT = 52
    SUM_RIGHT = 110
    COSINE_RIGHT = 160
    VECTOR_RIGHT = 210
    BAR_LEFT = 218
    BAR_CENTRE = 278
    BAR_RIGHT = 338
    BAR_FULL = 58
    """Length of 1 / (k + 1)."""
    BAR_HEIGHT = 8
    LEXICAL = 346
    SCORE_RIGHT = 420
    TEXT = 436
    RIGHT = 8
    """Distance of the place from the row's right edge."""
    HAS_SCORE = True
    HAS_COSINE = True
    HAS_PLACE = True
    PLACE_SHARE = 0.18
    PLACE_MINIMUM = 104
    PLACE_MAXIMUM = 300
    PLACE_WITH_APP = 230
    """Below this width the app is left out."""
    GAP = 16


class PairGrid:
    """Where the parts stand when two lists are compared; the mark of a row stands at the gutter."""

    ROW = 24
    GUTTER = 64
    GUTTER_NARROW = 36
    MARK = 40
    """Width of the mark."""
    INSET = 10
    """From the outer edge, and from the gutter to the mark."""
    RANK = 34
    CHANNEL = 50
    CHANNEL_NARROW = 38
    """Widths of the columns."""
    NARROW = 360
    """Below this width of a side its columns are narrow, and titles give way to signs."""
    WINDOWED = 150
    """From this width on a text is shown round its rarest match; below, from its beginning."""
    TOP = 40
    HEAD = 40
    MINIMUM = 460
    STUB = 14
    """Length of the line of a record that only one side serves."""
    LINE = 1.1
    LINE_CHOSEN = 2.4
    LINE_OPACITY = 0.55
    HALO = 6.0


MOVE_WIDTH = 34
"""Of the mark before a row that says how far it moved."""
STALE = 0.6
"""Opacity of an explanation that belongs to other settings than those in use."""


class ExpectationGrid:
    """Where the parts of a row in the list of expectations stand: left edges, and right edges of numbers."""

    SIGN = 22
    """Centre of the sign."""
    STATUS = 34
    STATUS_WIDTH = 58
    RANK_RIGHT = 146
    WITHIN_RIGHT = 200
    QUESTION = 220
    QUESTION_SHARE = 0.57
    """Of what the question and the record have together."""
    META_SHARE = 0.17
    META_MINIMUM = 128
    META_MAXIMUM = 190
    WITH_RECORD = 560
    """Below this width from the question on, the record stands in the opened row alone."""
    GAP = 16
    RIGHT = 12
    MOST_LINES = 4
    """Of a verdict in the opened row."""


SUMMARY_HEIGHT = 104
SPREAD_WIDTH = 420
"""Of the line of ranks in the summary."""


class TightGrid(HitGrid):
    """All columns where there is little room: shorter bars, closer numbers."""

    GLYPH = 18
    RANK_RIGHT = 48
    SUM_RIGHT = 105
    COSINE_RIGHT = 148
    VECTOR_RIGHT = 200
    BAR_LEFT = 205
    BAR_CENTRE = 243
    BAR_RIGHT = 281
    BAR_FULL = 36
    LEXICAL = 296
    SCORE_RIGHT = 375
    TEXT = 387
    GAP = 14


class ScorelessGrid(TightGrid):
    """Narrower still: the least important numbers go first; the inspector has them all."""

    HAS_SCORE = False
    TEXT = 346


class CosinelessGrid(ScorelessGrid):
    """Without score and cosine."""

    HAS_COSINE = False
    VECTOR_RIGHT = 166
    BAR_LEFT = 171
    BAR_CENTRE = 209
    BAR_RIGHT = 247
    LEXICAL = 262
    TEXT = 311


class PlacelessGrid(CosinelessGrid):
    """Without score, cosine and place."""

    HAS_PLACE = False


WIDE_LIST = 1100
"""From this width of the list on its columns stand at their ease."""
TEXT_MINIMUM = 240
"""Less of a text is worse than a column less."""


def hit_grid(width: float) -> type[HitGrid]:
    """The grid for a list of this width: the richest one that leaves the text enough room."""
    if width >= scaled(WIDE_LIST):
        return HitGrid
    for grid in (TightGrid, ScorelessGrid, CosinelessGrid):
        if width - grid.TEXT - place_width(width) - grid.GAP - grid.RIGHT >= scaled(TEXT_MINIMUM):
            return grid
    return PlacelessGrid


def place_width(width: float) -> float:
    """How much of a row of this width the session, app and date may take."""
    return min(max(width * HitGrid.PLACE_SHARE, HitGrid.PLACE_MINIMUM), HitGrid.PLACE_MAXIMUM)


CROSS = 22
"""Width of a chip's cross, at its right end."""
CHIP_CHARACTERS = 26
SESSION_SEARCH = (420, 360)


class RecordsGrid:
    """Widths of the columns in the list of all records; the text takes the rest."""

    WIDTHS: ClassVar = {
        "time": 144,
        "app": 84,
        "session": 170,
        "speaker": 92,
        "kind": 66,
        "state": 94,
        "length": 60,
        "id": 72,
    }
    TIGHT: ClassVar = {
        "time": 136,
        "app": 72,
        "session": 114,
        "speaker": 66,
        "kind": 50,
        "state": 92,
        "length": 52,
        "id": 62,
    }
    DROPPED = ("id", "length", "kind", "app", "speaker", "session")
    """In this order, where the text would find no room."""
    TEXT_MINIMUM = 280
    PADDING = 6


class MissedGrid:
    """Where the parts of a row of *Why missed* stand, as in ``HitGrid``."""

    GLYPH = 22
    VECTOR_RIGHT = 82
    WORDS_RIGHT = 134
    FUSED_RIGHT = 192
    VERDICT = 208
    VERDICT_WIDTH = 148
    TEXT = 366
    PLACE_FROM = 760
    """Narrower lists leave the place out: the inspector tells it."""


class MeetingGrid:
    """Where the parts of a row of the token X-ray stand."""

    SIDE = 4
    TOP = 4
    WORD = 36
    """A word over what it became."""
    ASKED = 0.40
    """Share of the width that the question's word may take."""
    HELD = 0.56
    """Where the record's word begins."""
    DOT = 7
    """Between a word and the end of its line."""
    GAP = 6


class WordGrid:
    """A word over what it became, in a text."""

    HEIGHT = 36
    INSET = 5
    BETWEEN = 3


class LadderGrid:
    """Where the parts of the ladder stand; down the page it is 34.5 rows and the constants high."""

    PADDING = 16
    TITLES = 19
    """y of the titles' middle."""
    TOP = 46
    """y of the first row's middle and of rank 1."""
    BOTTOM = 66.5
    BOTTOM_ROWS = 3.5
    """Below the depth: so many pixels, and so many rows."""
    LINE_GAP = 6.5
    CUT_GAP = 11.5
    """From the last row to the budget line, and from there to the first one that is cut."""
    DEPTH_GAP = 15
    """From the depth to its dashed line."""
    BAND_GAP = 32
    FOOT_HEIGHT = 36
    FOOT = 15
    """Distance of the sentences' middle from the bottom."""
    ROWS = 32
    """For which the height of a row is made."""
    CUT = 3
    ROW_LEAST = 13.5
    ROW_MOST = 24.0
    ROW_SCROLLED = 17.0
    GRIP = 8
    RAIL = 100
    RAIL_NARROW = 44
    WIDE = 800
    GAP_SHARE = 0.169
    GAP_LEAST = 56
    GAP_MOST = 200
    SUM_FROM = 400
    """Width of the rows from which the sum has room."""
    VECTOR_RIGHT = 40
    GLYPH = 56
    RANK_RIGHT = 86
    TEXT = 98
    SUM = 46
    LEXICAL = 35
    """From the left edge of the rows; the last two from the right one."""
    LABEL = 12
    """From a rail to the ranks beside it."""
    SCORE = 40
    """From a rail to the scores beside it."""
    LABEL_STEP = 9.5
    ROUND_RANKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
    MARK = 3.0
    FOLLOWED_MARK = 4.5
    TICK = 6.0
    """Half the length of a tick."""
    REACH = 9
    """Of the pointer, from a rail."""
    LINE_THIN = 0.7
    LINE_THICK = 2.6
    LINE_FOLLOWED = 3.4
    HALO = 8.0
    LINE_OPACITY = 0.5
    DIMMED = 0.4
    """What is left of the lines while another record is followed."""
    PILL = 17
    OVER = 20
    """How far a pill below the depth may reach over the rows, of which there are few so far down."""


_FALLBACKS = ("Inter", "Noto Sans", "DejaVu Sans")
_GENERIC = frozenset({"", "Sans Serif", "sans-serif", "Sans", "MS Shell Dlg 2"})

_worn = LIGHT


def colours() -> Colours:
    """The palette now worn."""
    return _worn


def stale(c: Colours) -> Colours:
    """The palette of numbers that belong to other settings than those in use: none of them stands out."""
    return replace(c, ink=c.muted, vectors=c.muted, words=c.muted)


def colour(value: str) -> QColor:
    """A palette entry as Qt wants it."""
    return QColor(value)


def families() -> list[str]:
    """The system's own interface font first, then what is commonly there."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    named = [] if system in _GENERIC else [system]
    return [*named, *(family for family in _FALLBACKS if family not in named)]


def font(size: int | None = None, *, strong: bool = False, italic: bool = False, struck: bool = False) -> QFont:
    """An interface font with tabular figures, so that digits of a column stand under each other. Not to be changed."""
    return _font(TEXT_SIZE if size is None else size, strong=strong, italic=italic, struck=struck)


@lru_cache
def _font(size: int, *, strong: bool, italic: bool, struck: bool) -> QFont:
    result = QFont()
    result.setFamilies(families())
    result.setPixelSize(size)
    result.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    result.setItalic(italic)
    result.setStrikeOut(struck)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


# ---------------------------------------------------------------- zoom of text

ZOOMS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Per cent."""

_ALSO = ("STRIP", "HEADLINE_OF_TWO")
_GROWING = tuple(name for name in globals() if name.endswith(("_SIZE", "ROW", "LINE", "_HEIGHT")) or name in _ALSO)
_AT_100 = {name: int(globals()[name]) for name in _GROWING}
_STEADY = ("CUT", "ROWS", "BOTTOM_ROWS", "ASKED", "HELD", "DIMMED", "HALO", "PADDING", "REACH", "GRIP", "INSET")
_STEADY_ENDS = ("_WIDTH", "_SHARE", "_OPACITY", "_THIN", "_THICK", "_FOLLOWED", "MARK", "TICK", "_MOST", "_LEAST")
"""Counts, shares and strokes; and widths, which a brush scales itself."""
_GRIDS_AT_100 = [
    (grid, name, value)
    for grid in (
        HitGrid,
        TightGrid,
        ScorelessGrid,
        CosinelessGrid,
        RecordsGrid,
        MissedGrid,
        MeetingGrid,
        WordGrid,
        LadderGrid,
        PairGrid,
    )
    for name, value in vars(grid).items()
    if name.isupper() and type(value) in (int, float)
    if name.startswith("ROW_") or (name not in _STEADY and not name.endswith(_STEADY_ENDS))
]
_followers: WeakKeyDictionary[QWidget, Callable[[Any], None]] = WeakKeyDictionary()
_zoom = 100

Sized = TypeVar("Sized", bound=QWidget)


def zoom() -> int:
    """How large text is, in per cent."""
    return _zoom


def scaled(pixels: float) -> int:
    """A length at 100 % that holds text, as long as it is now."""
    return round(pixels * _zoom / 100)


def set_zoom(percent: int) -> None:
    """Text of this size: the metrics of this module change, and the widgets that follow them. Dress again after it."""
    global _zoom  # noqa: PLW0603 - one application has one zoom
    _zoom = min(max(percent, ZOOMS[0]), ZOOMS[-1])
    globals().update({name: scaled(pixels) for name, pixels in _AT_100.items()})
    for grid, name, pixels in _GRIDS_AT_100:
        setattr(grid, name, scaled(pixels) if isinstance(pixels, int) else pixels * _zoom / 100)
    for widget, measure in list(_followers.items()):
        if isValid(widget):
            measure(widget)


def follow(widget: Sized, measure: Callable[[Sized], None]) -> None:
    """Measure the widget now and at each zoom. ``measure`` is given the widget and holds none, so that it can go."""
    _followers[widget] = measure
    measure(widget)


def icon(name: str, value: str, size: int = 20) -> QPixmap:
    """An icon of the assets in one colour."""
    pixmap = QIcon(f"assets:{name}.svg").pixmap(size, size)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), QColor(value))
    painter.end()
    return pixmap


def wear(application: QApplication, scheme: Scheme, style_sheet: Callable[[Colours], str]) -> None:
    """Put the scheme on the application: palette, font, and the style sheet made of the palette."""
    global _worn  # noqa: PLW0603 - one application wears one palette
    _worn = _resolved(application, scheme)
    sheet = style_sheet(_worn)
    if application.styleSheet() == sheet:
        return  # dressing every widget again takes a fifth of a second
    if application.style().objectName() != "fusion":
        application.setStyle(QStyleFactory.create("Fusion"))
    application.setFont(font())
    application.setPalette(_palette(_worn))
    application.setStyleSheet(sheet)


def _resolved(application: QApplication, scheme: Scheme) -> Colours:
    if scheme is Scheme.SYSTEM:
        return DARK if application.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return DARK if scheme is Scheme.DARK else LIGHT


def _palette(c: Colours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for name, value in {
        role.Window: c.window,
        role.WindowText: c.ink,
        role.Base: c.panel,
        role.AlternateBase: c.window,
        role.Text: c.ink,
        role.Button: c.panel,
        role.ButtonText: c.ink,
        role.ToolTipBase: c.panel,
        role.ToolTipText: c.ink,
        role.PlaceholderText: c.muted,
        role.Highlight: c.accent,
        role.HighlightedText: c.panel,
        role.Accent: c.accent,
        role.Link: c.accent,
        role.Light: c.hairline,
        role.Midlight: c.hairline,
        role.Mid: c.border,
        role.Dark: c.border,
        role.Shadow: c.edge,
    }.items():
        palette.setColor(name, QColor(value))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(c.muted))
    return palette


def contrast(one: str, other: str) -> float:
    """WCAG 2.1 contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(value: str) -> float:
    channels = (int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
