"""Where the parts of a painted row stand, list by list.

A ``Length`` holds text and follows the zoom. A plain number does not: it is a count, a share, a stroke, or a width that
its painter scales itself.
"""

from __future__ import annotations

from typing import ClassVar

from mnemoscope_gui.look.zooming import FineLength, Length, scaled


class HitGrid:
    """Where the parts of a row in the list of hits stand: left edges, and right edges of what is right-aligned."""

    SELECTION_LEFT = Length(4)
    GLYPH = Length(22)
    """Centre of the glyph."""
    RANK_RIGHT = Length(52)
    SUM_RIGHT = Length(110)
    COSINE_RIGHT = Length(160)
    VECTOR_RIGHT = Length(210)
    BAR_LEFT = Length(218)
    BAR_CENTRE = Length(278)
    BAR_RIGHT = Length(338)
    BAR_FULL = Length(58)
    """Length of 1 / (k + 1)."""
    BAR_HEIGHT = Length(8)
    LEXICAL = Length(346)
    SCORE_RIGHT = Length(420)
    TEXT = Length(436)
    RIGHT = Length(8)
    """Distance of the place from the row's right edge."""
    HAS_SCORE = True
    HAS_COSINE = True
    HAS_PLACE = True
    PLACE_SHARE = 0.18
    PLACE_MINIMUM = Length(104)
    PLACE_MAXIMUM = Length(300)
    PLACE_WITH_APP = Length(230)
    """Below this width the app is left out."""
    GAP = Length(16)


class ImpactGrid:
    """Where the parts of a question that an act would change stand, from the padding on."""

    LINE = Length(20)
    GAP = Length(8)
    """Below and above a question, together."""
    SIGN = Length(16)
    RANK = Length(38)
    """Right edge of the rank."""
    TEXT = Length(50)
    FATE_SHARE = 0.55
    """Of the line that what becomes of the question may take."""


class QueueGrid:
    """Where the parts of a row in the review queue stand."""

    SHORT = Length(230)
    """In narrower rows only the number of times is told."""
    SIGN = Length(19)
    """Centre of the sign."""
    TEXT = Length(35)
    RIGHT = 12
    FIRST = Length(5)
    SECOND = Length(23)
    """Tops of the two lines."""
    LINE = Length(18)
    STRONG = 0.93
    """Of the room that a text in bold has: excerpts are measured in the plain font."""


class SourceGrid:
    """Where the parts of a row of a linked source stand."""

    ROW = Length(52)
    SIGN = Length(22)
    """Centre of the sign."""
    TEXT = Length(40)
    RIGHT = 14
    FIRST = Length(7)
    SECOND = Length(26)
    """Tops of the two lines."""
    LINE = Length(19)
    LEAST = Length(60)
    """Where there is less room, the way to it is left to the tip."""


class GroupGrid:
    """Where the parts of a row of a group of duplicates stand."""

    ROW = Length(52)
    BADGE = Length(8)
    TEXT = Length(38)
    RIGHT = 10
    FIRST = Length(7)
    SECOND = Length(26)
    LINE = Length(19)
    MOST = 7
    """Rows without scrolling."""


class SaidGrid:
    """Where the parts of the strip of time stand."""

    TITLE = Length(24)
    LINE = Length(16)
    LANE = Length(25)
    AXIS = Length(20)
    LEFT = Length(24)
    MARK = Length(62)
    """Room that a mark of the time needs."""


class TickGrid:
    """Where the parts of a row with a box stand."""

    BOX = Length(9)
    """Centre of the box."""
    SIDE = Length(13)
    TEXT = Length(26)
    RIGHT = 2
    NOTE_SHARE = 0.5
    STRONG = 0.98
    MOST = 8
    """Rows without scrolling."""


class PairGrid:
    """Where the parts stand when two lists are compared; the mark of a row stands at the gutter."""

    ROW = Length(24)
    GUTTER = Length(64)
    GUTTER_NARROW = Length(36)
    MARK = 40
    """Width of the mark."""
    INSET = 10
    """From the outer edge, and from the gutter to the mark."""
    RANK = Length(34)
    CHANNEL = Length(50)
    CHANNEL_NARROW = Length(38)
    """Widths of the columns."""
    NARROW = Length(360)
    """Below this width of a side its columns are narrow, and titles give way to signs."""
    WINDOWED = Length(150)
    """From this width on a text is shown round its rarest match; below, from its beginning."""
    TOP = Length(40)
    HEAD = Length(40)
    MINIMUM = Length(460)
    STUB = Length(14)
    """Length of the line of a record that only one side serves."""
    LINE = FineLength(1.1)
    LINE_CHOSEN = FineLength(2.4)
    LINE_OPACITY = 0.55
    HALO = 6.0


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


class HistoryGrid:
    """Where the parts of a row of the history stand: left edges, and at the right what can be done."""

    TIME = Length(16)
    ACT = Length(84)
    RECALL = Length(104)
    """Centres of the two lanes."""
    ACTOR = Length(126)
    ACTOR_WIDTH = Length(112)
    LABEL = Length(252)
    CONSEQUENCE = Length(186)
    ACTION = Length(190)
    """Widths of the columns at the right."""
    NARROW = Length(780)
    """Below this width what follows of a row stands in the inspector alone, and the columns close up."""
    TIGHT = Length(500)
    """Below this one who it was stands in the inspector alone, too."""
    LABEL_NARROW = Length(214)
    ACTOR_NARROW = Length(80)
    ACTION_NARROW = Length(124)
    RIGHT = Length(16)
    GAP = Length(16)
    GLYPH = FineLength(4.0)
    """Half the size of the sign in a lane."""


class DaysGrid:
    """The strip of days: acts grow up from the line, recalls down."""

    HEIGHT = Length(112)
    LEGEND = Length(96)
    """Width of what says which is which."""
    DAY = Length(30)
    BAR = Length(18)
    UP = Length(46)
    """From the top to the line."""
    DOWN = Length(28)
    """From the line to the longest bar of recalls."""
    LABEL = Length(20)
    """Height of the labels below."""
    LABELLED = 5
    """So many days have one label."""


class TurnGrid:
    """Then and now: two columns of ranks with lines between them, and the texts."""

    ROW = Length(18)
    THEN = Length(30)
    """Right edge of the ranks of then."""
    FROM = Length(36)
    TO = Length(84)
    """Where a line begins and ends."""
    NOW = Length(112)
    """Right edge of the ranks of now."""
    TEXT = Length(120)
    CROSS = Length(60)
    """Where the line of one that left ends."""


class TightGrid(HitGrid):
    """All columns where there is little room: shorter bars, closer numbers."""

    GLYPH = Length(18)
    RANK_RIGHT = Length(48)
    SUM_RIGHT = Length(105)
    COSINE_RIGHT = Length(148)
    VECTOR_RIGHT = Length(200)
    BAR_LEFT = Length(205)
    BAR_CENTRE = Length(243)
    BAR_RIGHT = Length(281)
    BAR_FULL = Length(36)
    LEXICAL = Length(296)
    SCORE_RIGHT = Length(375)
    TEXT = Length(387)
    GAP = Length(14)


class ScorelessGrid(TightGrid):
    """Narrower still: the least important numbers go first; the inspector has them all."""

    HAS_SCORE = False
    TEXT = Length(346)


class CosinelessGrid(ScorelessGrid):
    """Without score and cosine."""

    HAS_COSINE = False
    VECTOR_RIGHT = Length(166)
    BAR_LEFT = Length(171)
    BAR_CENTRE = Length(209)
    BAR_RIGHT = Length(247)
    LEXICAL = Length(262)
    TEXT = Length(311)


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
    TEXT_MINIMUM = Length(280)
    PADDING = 6


class MissedGrid:
    """Where the parts of a row of *Why missed* stand, as in ``HitGrid``."""

    GLYPH = Length(22)
    VECTOR_RIGHT = Length(82)
    WORDS_RIGHT = Length(134)
    FUSED_RIGHT = Length(192)
    VERDICT = Length(208)
    VERDICT_WIDTH = 148
    TEXT = Length(366)
    PLACE_FROM = Length(760)
    """Narrower lists leave the place out: the inspector tells it."""


class MeetingGrid:
    """Where the parts of a row of the token X-ray stand."""

    SIDE = Length(4)
    TOP = Length(4)
    WORD = Length(36)
    """A word over what it became."""
    ASKED = 0.40
    """Share of the width that the question's word may take."""
    HELD = 0.56
    """Where the record's word begins."""
    DOT = Length(7)
    """Between a word and the end of its line."""
    GAP = Length(6)


class WordGrid:
    """A word over what it became, in a text."""

    HEIGHT = Length(36)
    INSET = 5
    BETWEEN = Length(3)


class LadderGrid:
    """Where the parts of the ladder stand; down the page it is 34.5 rows and the constants high."""

    PADDING = 16
    TITLES = Length(19)
    """y of the titles' middle."""
    TOP = Length(46)
    """y of the first row's middle and of rank 1."""
    BOTTOM = FineLength(66.5)
    BOTTOM_ROWS = 3.5
    """Below the depth: so many pixels, and so many rows."""
    LINE_GAP = FineLength(6.5)
    CUT_GAP = FineLength(11.5)
    """From the last row to the budget line, and from there to the first one that is cut."""
    DEPTH_GAP = Length(15)
    """From the depth to its dashed line."""
    BAND_GAP = Length(32)
    FOOT_HEIGHT = Length(36)
    FOOT = Length(15)
    """Distance of the sentences' middle from the bottom."""
    ROWS = 32
    """For which the height of a row is made."""
    CUT = 3
    ROW_LEAST = FineLength(13.5)
    ROW_MOST = FineLength(24.0)
    ROW_SCROLLED = FineLength(17.0)
    GRIP = 8
    RAIL = Length(100)
    RAIL_NARROW = Length(44)
    WIDE = Length(800)
    GAP_SHARE = 0.169
    GAP_LEAST = 56
    GAP_MOST = 200
    SUM_FROM = Length(400)
    """Width of the rows from which the sum has room."""
    VECTOR_RIGHT = Length(40)
    GLYPH = Length(56)
    RANK_RIGHT = Length(86)
    TEXT = Length(98)
    SUM = Length(46)
    LEXICAL = Length(35)
    """From the left edge of the rows; the last two from the right one."""
    LABEL = Length(12)
    """From a rail to the ranks beside it."""
    SCORE = Length(40)
    """From a rail to the scores beside it."""
    LABEL_STEP = FineLength(9.5)
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
    PILL = Length(17)
    OVER = Length(20)
    """How far a pill below the depth may reach over the rows, of which there are few so far down."""


class ChainGrid:
    """A timeline of what replaced what: the rail at the left, a lane for each branch."""

    TOP = Length(6)
    LEFT = Length(20)
    """The middle of the first lane."""
    LANE = Length(14)
    DOT = Length(9)
    GAP = Length(14)
    """From a lane to its text."""
    RIGHT = Length(16)


class ChoiceGrid:
    """Where the parts of a row stand that may be chosen."""

    LEFT = Length(16)
    TEXT = Length(40)
    """Where a row with a box begins its text."""
    TIME = Length(84)
    SHORT = Length(64)
    """Of the record's id."""
    WHY = Length(230)
    """At most, of the reason why not."""
    RIGHT = Length(14)
    LINES = 3
    """Of the row that is open."""


class EntryGrid:
    """Where the parts of a row of two lines stand."""

    LEFT = 14
    SIGN = Length(14)
    FIRST = Length(5)
    SECOND = Length(23)
    """Tops of the two lines."""
    LINE = Length(18)
