"""Every id that the window says is in its catalogue, and none stands there unsaid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mnemoscope_gui
from mnemoscope import messages, xray
from mnemoscope.candidates import Answer, Matter
from mnemoscope.claims.units import Sort
from mnemoscope.doctor import Check
from mnemoscope.explanations import Verdict
from mnemoscope.exports import FORMATS
from mnemoscope.listing import State
from mnemoscope.mapping import FIELDS
from mnemoscope.previews import Arrival
from mnemoscope.records import PROFILES, Channel, ChannelState, Kind
from mnemoscope_gui import languages, wording
from mnemoscope_gui.commands import COMMANDS, KEYS, Needs, menu_lists
from mnemoscope_gui.languages.english import ENGLISH
from mnemoscope_gui.look import HitGrid
from mnemoscope_gui.models.doctor import ADVISED, REPAIRED
from mnemoscope_gui.models.importing import FIGURES
from mnemoscope_gui.models.records import COLUMNS
from mnemoscope_gui.models.review import Order
from mnemoscope_gui.panels.adjust import MOST, SCALES
from mnemoscope_gui.panels.show import FILTERS
from mnemoscope_gui.values import ActKind, Course, Direction, Stage
from mnemoscope_gui.views import glossary
from mnemoscope_gui.views.hits import _titles
from mnemoscope_gui.views.pairs import Side
from mnemoscope_gui.views.span import PRESETS
from mnemoscope_gui.wording import actor, decimal, milliseconds, number, say, signed

GROUNDS = (
    "subject", "number", "date", "name", "negation", "antonym", "value", "cue", "distance", "expired", "orphaned",
    "announced", "contradicted", "never_recalled", "version", "review_due", "copy",
)  # fmt: skip
"""What a ground may be about, as ``candidates.Ground`` names it."""
PACKAGE = Path(mnemoscope_gui.__file__).parent
SOURCES = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if path.parent.name != "languages"]
LITERALS = {literal for source in SOURCES for literal in re.findall(r"""["']([a-z_]+(?:\.[a-z_]+)*)["']""", source)}
ENDS = (("marked", ""), ("propose", ""), ("propose", ".go"))
DERIVED = {
    *(f"command.{command.id}" for command in COMMANDS),
    *(f"keys.{key.place}" for key in KEYS),
    *(f"key.{key.place}.{key.id}" for key in KEYS),
    *(f"needs.{need.name.lower()}" for need in Needs if need.name),
    *(f"tip.{name}" for _, name in _titles(HitGrid)),
    *(f"choosing.{way.value}{end}" for way in Direction for end in ("", ".placeholder")),
    "command.edit.undo.act",
    "command.edit.redo.act",
    *(f"menu.{id}" for id, _ in menu_lists()),
    *(f"actor.{name}" for name in ("window", "command_line")),
    *(f"command.record.{kind.value}.marked" for kind in ActKind),
    *(f"{group}.{kind.value}{end}" for kind in ActKind for group, end in ENDS),
    *(f"terms.{id}" for id in ("valid_until", "review_after")),
    *(f"record.{id}" for id in ("valid_until", "review_after")),
    "place.recall",
    "place.measure",
    "place.review",
    "place.history",
    *(f"expected.show.{show}" for show in ("all", "failing", "holding")),
    *(f"expected.none.{show}" for show in ("all", "failing", "holding")),
    "view.list",
    "view.ladder",
    "view.compare",
    *(f"compare.{side.value}" for side in Side),
    *(f"rail.{state.value}" for state in ChannelState),
    *(f"ladder.{channel.value}" for channel in Channel),
    *(f"ladder.tip.{channel.value}" for channel in Channel),
    *(f"ladder.file.{kind}" for kind in ("svg", "png")),
    *(f"profile.{name}" for name in PROFILES),
    *(f"adjust.{field}{end}" for field in SCALES for end in ("", ".tip") if end or not field.endswith("_depth")),
    *(f"adjust.{channel}.tip" for channel in Channel),
    *(f"adjust.most.{field}" for field in MOST),
    *(f"position.{kind.value}{end}" for kind in Kind for end in ("", ".of")),
    *(f"kind.{kind.value}" for kind in Kind),
    *(f"state.{state.value}" for state in State),
    *(f"records.{column.id}" for column in COLUMNS),
    *(f"show.{id}{end}" for id in FILTERS for end in ("", ".all")),
    *(f"show.{id}.choose" for id in ("session", "date")),
    *(f"show.vectors.{id}" for id in ("embedded", "without")),
    *(f"show.date.{id}" for id, _ in PRESETS),
    *(f"finder.{name}" for name in ("both", "vectors", "words", "gave_way")),
    *(f"explain.{name}" for name in ("question", "here", "in_records", "idf", "gain", "score", "share")),
    *(f"meaning.{name}" for name in glossary.TERMS),
    *(f"formula.{name}" for name in glossary.FORMULAS),
    *(f"missed.verdict.{verdict.value}" for verdict in Verdict),
    *(f"missed.verdict.{verdict.value}_then" for verdict in (Verdict.INACTIVE, Verdict.SUPERSEDED, Verdict.EXPIRED)),
    *(f"xray.apart.{apart.value}" for apart in xray.Apart),
    *(f"xray.step.{step.value}" for step in xray.Step),
    *(f"xray.way.{way.value}" for way in xray.Way if way is not xray.Way.PLAIN),
    *(f"welcome.{name}.about" for name in ("demo", "import", "open")),
    *(f"figure.{id}{end}" for id in FIGURES for end in ("", ".tip")),
    *(f"arrival.{arrival.value}" for arrival in Arrival if arrival is not Arrival.NEW),
    *(f"incoming.{stage.value}" for stage in (Stage.WAITING, Stage.UNREAD, Stage.IMPORTING)),
    *(f"column.{field}" for field in FIELDS),
    *(f"export.format.{format}{end}" for format in FORMATS for end in ("", ".about")),
    *(f"arrivals.{id}" for id in ("contents", "columns", "why")),
    *(f"check.{check.value}{end}" for check in Check for end in ("", ".about", ".fine")),
    *(f"checkup.{course.value}" for course in Course if course is not Course.DONE),
    *(f"checkup.{check.value}" for check in (Check.WORDS, Check.VECTORS, Check.SUPERSESSIONS)),
    *(f"repair.{part}" for part in REPAIRED),
    *(f"advice.{id}" for id in (*ADVISED, *REPAIRED)),
    "place.review.count",
    *(f"review.chip.{matter.value}{end}" for matter in Matter for end in ("", ".tip")),
    *(f"matter.{matter.value}" for matter in Matter),
    *(f"review.asks.{matter.value}" for matter in Matter),
    *(f"review.order.{order.value}" for order in Order),
    *(f"review.by.{unit}" for unit in ("days", "months", "years")),
    *(f"review.copy.differs.{sort.value}" for sort in Sort),
    *(f"verdict.{answer.value}" for answer in (Answer.NOT_THE_SAME, Answer.DEACTIVATE, Answer.RESTORE, Answer.LATER)),
    *(f"verdict.{answer.value}.note" for answer in Answer if not answer.value.startswith("keep")),
    *(f"about.{kind}" for kind in GROUNDS),
    *(
        f"impact.{tense}{id}"
        for tense in ("", "was.")
        for id in ("changed", "unchanged", "holding", "more", "fewer", "as_many")
    ),
}


def test_every_derived_id_is_in_the_catalogue() -> None:
    assert set(ENGLISH) >= DERIVED


def test_every_said_id_is_in_the_catalogue() -> None:
    said = {id for source in SOURCES for id in re.findall(r'say\(\s*"([^"{}]+)"', source)}
    assert said - set(ENGLISH) == set()
    assert said


def test_no_entry_stands_unsaid() -> None:
    assert set(ENGLISH) - LITERALS - DERIVED == set()


def test_no_id_of_the_window_hides_one_of_the_library() -> None:
    assert set(ENGLISH) & set(messages.ENGLISH) == set()


@pytest.mark.parametrize(("value", "written"), [(0, "0"), (999, "999"), (9846, "9,846"), (1_234_567, "1,234,567")])
def test_thousands_stand_apart(value: int, written: str) -> None:
    assert number(value) == written


def test_decimals_are_fixed_so_that_columns_align() -> None:
    assert [decimal(value, 3) for value in (0.8, 0.8194, 1234.5)] == ["0.800", "0.819", "1,234.500"]


def test_a_difference_carries_its_sign() -> None:
    assert (signed(1.4, 1), signed(-0.24, 1)) == ("+1.4", "−0.2")


def test_our_own_doors_are_said_in_words_and_everybody_else_by_name() -> None:
    assert [actor(name) for name in ("window", "command line", "ward")] == ["window", "command line", "ward"]
    wording.speak(languages.FRENCH)
    try:
        assert [actor(name) for name in ("window", "command line", "ward")] == ["fenêtre", "ligne de commande", "ward"]
    finally:
        wording.speak(languages.ENGLISH)


def test_less_than_a_millisecond_is_not_zero() -> None:
    assert milliseconds(0.2) == say("milliseconds.less")
    assert milliseconds(16.6) == "17 ms"
