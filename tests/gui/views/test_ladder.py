"""The ladder as a widget: what follows the pointer and the keys, the line that is dragged, the pictures it makes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope.records import Channel, RecordId
from mnemoscope_gui import look, sheet
from mnemoscope_gui.app import make_application
from mnemoscope_gui.look import DARK, LIGHT, Scheme
from mnemoscope_gui.look import LadderGrid as Grid
from mnemoscope_gui.panels.ladder import LadderPanel
from mnemoscope_gui.views.glyphs import Finder
from mnemoscope_gui.views.ladder import LadderView
from mnemoscope_gui.views.ladder_content import content, pill, spoken, tip
from mnemoscope_gui.views.ladder_rails import Side, sides

from ..ladders import VECTORS, WORDS, id_of, made

PLAIN = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot) -> LadderPanel:
    sheet.dress(make_application(), Scheme.LIGHT)
    shown = LadderPanel()
    qtbot.addWidget(shown)
    shown.resize(1036, 740)
    shown.show()
    shown.activateWindow()
    shown.show_ladder(*made(VECTORS, WORDS))
    return shown


@pytest.fixture
def view(panel: LadderPanel) -> LadderView:
    return panel.view


def side(view: LadderView, channel: Channel) -> Side:
    assert view.content is not None
    return next(s for s in sides(view.layout_now, view.content, look.colours()) if s.channel is channel)


def mark_at(view: LadderView, channel: Channel, rank: int) -> QPoint:
    rail = side(view, channel)
    return QPoint(round(rail.x), round(rail.y(rank)))


def row_at(view: LadderView, row: int) -> QPoint:
    layout = view.layout_now
    return QPoint(round(layout.rows_left) + 200, round(layout.row_y(row)))


def drag(view: LadderView, qtbot: QtBot, rows: int) -> QPoint:
    layout = view.layout_now
    x, y = round(layout.rows_left) + 30, round(layout.line)
    qtbot.mousePress(view.viewport(), LEFT, PLAIN, QPoint(x, y))
    end = QPoint(x, y + round(rows * layout.row_height))
    qtbot.mouseMove(view.viewport(), end)
    return end


def grabbed(view: LadderView) -> QImage:
    """What stands on the screen: the ladder lets its panel shine through."""
    port = view.viewport()
    return view.window().grab(QRect(port.mapTo(view.window(), QPoint(0, 0)), port.size())).toImage()


def colours_at(view: LadderView, at: QPoint, reach: int = 3) -> set[str]:
    picture = grabbed(view)
    return {
        picture.pixelColor(at.x() + x, at.y() + y).name() for x in range(-reach, reach) for y in range(-reach, reach)
    }


# ---------------------------------------------------------------- values


def test_a_pill_says_what_a_rank_adds() -> None:
    shown = content(*made(VECTORS, WORDS))
    first = shown.rails[Channel.LEXICAL].marks[0]
    assert pill(first, 200, 60) == "#1 · adds 0.01639"
    far = content(*made((*range(1, 400),), (399,), depth=200))
    below = far.rails[Channel.VECTOR].beyond[0]
    assert (below.rank, pill(below, 200, 60)) == (399, "#399 · +0.0σ · adds 0")
    assert pill(first, 0, 60) == "#1 · adds 0"


def test_what_gave_way_is_counted_by_the_budget_on_show() -> None:
    shown = content(*made(VECTORS, WORDS))
    own = {mark.id for mark in shown.rails[Channel.VECTOR].marks[:32]}
    assert shown.gave_way(Channel.VECTOR) == own - shown.served_ids
    one = shown.tried(1)
    assert (one.served, one.below) == (1, 34)
    assert len(one.served_ids) == 1


def test_depths_may_differ_and_the_greater_scales_both() -> None:
    answer, ladder = made(VECTORS, WORDS, depth=100, k=10)
    shown = content(answer, ladder)
    assert (shown.depth, shown.rrf_k) == (100, 10)


# ---------------------------------------------------------------- followed


def test_pointing_at_a_row_follows_its_record(view: LadderView, qtbot: QtBot) -> None:
    qtbot.mouseMove(view.viewport(), row_at(view, 4))
    assert view.content is not None
    assert view.hovered == view.content.rows[4].hit.id
    with qtbot.waitSignal(view.record_chosen) as chosen:
        qtbot.mouseClick(view.viewport(), LEFT, PLAIN, row_at(view, 4))
    assert chosen.args == [view.content.rows[4].hit.id]


def test_pointing_at_a_mark_follows_its_record_and_wants_the_text_of_one_without_a_row(
    view: LadderView, qtbot: QtBot
) -> None:
    assert view.content is not None
    ring = next(m for m in view.content.rails[Channel.VECTOR].marks if m.rank <= 32 and not m.served)
    wanted: list[RecordId | None] = []
    view.glance_requested.connect(wanted.append)
    qtbot.mouseMove(view.viewport(), mark_at(view, Channel.VECTOR, ring.rank))
    assert view.hovered == ring.id
    qtbot.mouseMove(view.viewport(), row_at(view, 0))
    assert wanted == [ring.id, None]
    with qtbot.waitSignal(view.record_chosen) as chosen:
        qtbot.mouseClick(view.viewport(), LEFT, PLAIN, mark_at(view, Channel.VECTOR, ring.rank))
    assert chosen.args == [ring.id]


def test_a_tip_gives_ranks_scores_and_text_and_only_while_the_pointer_stays(view: LadderView, qtbot: QtBot) -> None:
    from ..values import record

    shown = record(31, "Late <b>Nil</b> & " + "word " * 200)
    qtbot.mouseMove(view.viewport(), mark_at(view, Channel.VECTOR, 31))
    assert view.content is not None
    told = tip(view.content, shown)
    assert "Vectors #31: 0.869, +3.7σ" in told
    assert "Late &lt;b&gt;Nil&lt;/b&gt; &amp; word" in told
    assert len(told) < 600
    qtbot.mouseMove(view.viewport(), row_at(view, 0))
    view.show_tip(shown)
    from PySide6.QtWidgets import QToolTip

    assert not QToolTip.isVisible()


def test_the_followed_line_is_solid_over_a_halo_and_the_others_are_faint(view: LadderView, qtbot: QtBot) -> None:
    rows = view.content.rows if view.content else ()
    row = next(place for place, r in enumerate(rows[:32]) if r.hit.vector is not None)
    view.select(rows[row].hit.id)
    end = QPoint(round(view.layout_now.rows_left) - 6, round(view.layout_now.row_y(row)))
    assert LIGHT.vectors in colours_at(view, end)
    view.select(None)
    assert LIGHT.vectors not in colours_at(view, end)


# ---------------------------------------------------------------- keys


def test_keys_walk_the_rows_and_lead_back_to_the_question(view: LadderView, qtbot: QtBot) -> None:
    assert view.content is not None
    ids = [row.hit.id for row in view.content.rows]
    view.select(ids[0])
    for key, row in (
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_PageDown, 11),
        (Qt.Key.Key_End, 34),
        (Qt.Key.Key_Down, 34),
        (Qt.Key.Key_Up, 33),
        (Qt.Key.Key_PageUp, 23),
        (Qt.Key.Key_Home, 0),
    ):
        qtbot.keyClick(view, key)
        assert view.selected == ids[row]
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        with qtbot.waitSignal(view.left):
            qtbot.keyClick(view, key)
    with qtbot.waitSignal(view.taken):
        qtbot.keyClick(view, Qt.Key.Key_Return)


def test_keys_walk_a_rail_and_come_back_to_the_rows(view: LadderView, qtbot: QtBot) -> None:
    assert view.content is not None
    row = next(r for r in view.content.rows[:32] if r.hit.vector is not None)
    view.select(row.hit.id)
    rank = row.hit.vector.rank if row.hit.vector else 0
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.selected == row.hit.id
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.selected == view.content.rails[Channel.VECTOR].marks[rank].id
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.selected == row.hit.id
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.selected in {r.hit.id for r in view.content.rows}


def test_a_screen_reader_hears_the_followed_record(view: LadderView, qtbot: QtBot) -> None:
    assert view.content is not None
    assert "Alt+Up" in view.accessibleName()
    view.select(view.content.rows[2].hit.id)
    said = view.accessibleDescription()
    assert said.startswith("Served, 3 of 32, sum 0.")
    assert "Vectors: #" in said
    assert "Words: #" in said
    assert view.content.rows[2].record.text in said
    far = view.content.follow(id_of(31))
    assert far is not None
    assert spoken(view.content, far).startswith("Not served. Vectors: #31")


# ---------------------------------------------------------------- the budget


def test_a_dragged_line_tries_a_budget_at_once_and_asks_when_let_go(view: LadderView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(view.budget_chosen):
        end = drag(view, qtbot, -12)
        assert view.content is not None
        assert (view.content.budget, view.content.served) == (20, 20)
        assert view.is_trying
    with qtbot.waitSignal(view.budget_chosen) as chosen:
        qtbot.mouseRelease(view.viewport(), LEFT, PLAIN, end)
    assert chosen.args == [20]
    view.show_content(content(*made(VECTORS, WORDS, budget=20)))
    assert (view.content.asked, view.content.below, view.is_trying) == (20, 3, False)


def test_a_line_dragged_down_serves_what_was_cut_and_scrolls_to_it(view: LadderView, qtbot: QtBot) -> None:
    end = drag(view, qtbot, 5)
    assert view.content is not None
    assert view.content.served == 37
    assert view.layout_now.in_sight(36)
    assert not view.layout_now.in_sight(0)
    qtbot.mouseRelease(view.viewport(), LEFT, PLAIN, end)


def test_escape_puts_a_held_line_back(view: LadderView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(view.budget_chosen), qtbot.assertNotEmitted(view.left):
        end = drag(view, qtbot, -4)
        qtbot.keyClick(view, Qt.Key.Key_Escape)
        qtbot.mouseRelease(view.viewport(), LEFT, PLAIN, end)
    assert view.content is not None
    assert view.content.budget == 32


def test_alt_and_an_arrow_move_the_line(view: LadderView, qtbot: QtBot) -> None:
    asked: list[int] = []
    view.budget_chosen.connect(asked.append)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view, key, Qt.KeyboardModifier.AltModifier)
    assert asked == [31, 30, 31]


# ---------------------------------------------------------------- chips


def test_a_chip_leads_the_eye_and_is_pressed_again_for_all(panel: LadderPanel, qtbot: QtBot) -> None:
    chip = panel.headline.kinds[Finder.WORDS]
    panel.only_chosen.connect(panel.show_only)
    lit = row_of_kind(panel, Finder.WORDS)
    faded = row_of_kind(panel, Finder.BOTH)
    ranks = [row.hit.rank for row in panel.view.content.rows] if panel.view.content else []
    before = colours_of_text(panel.view, faded)
    qtbot.mouseClick(chip, LEFT)
    assert panel.view.content is not None
    assert panel.view.content.only is Finder.WORDS
    assert chip.isChecked()
    assert LIGHT.ink in colours_of_text(panel.view, lit)
    assert LIGHT.ink in before
    assert LIGHT.ink not in colours_of_text(panel.view, faded)
    assert [row.hit.rank for row in panel.view.content.rows] == ranks
    qtbot.mouseClick(chip, LEFT)
    assert panel.view.content.only is None
    assert not chip.isChecked()


def row_of_kind(panel: LadderPanel, kind: Finder) -> int:
    from mnemoscope_gui.views.glyphs import finder

    assert panel.view.content is not None
    return next(place for place, row in enumerate(panel.view.content.rows[:32]) if finder(row.hit) is kind)


def colours_of_text(view: LadderView, row: int) -> set[str]:
    layout = view.layout_now
    picture = grabbed(view)
    left, y = round(layout.rows_left + Grid.TEXT), round(layout.row_y(row))
    return {picture.pixelColor(x, y + dy).name() for x in range(left, left + 160) for dy in range(-5, 6)}


def test_a_narrow_headline_shortens_its_chips_and_elides_its_sentence(panel: LadderPanel, qtbot: QtBot) -> None:
    wide = panel.headline.kinds[Finder.BOTH].width()
    panel.resize(620, 500)
    QApplication.sendPostedEvents()
    qtbot.waitUntil(lambda: panel.headline.kinds[Finder.BOTH].width() < wide)
    assert "both" in panel.headline.kinds[Finder.BOTH].toolTip()
    assert panel.headline.text.endswith("gave way.")


# ---------------------------------------------------------------- unusual ladders


@pytest.mark.parametrize(
    ("vector", "lexical", "served"),
    [(VECTORS, (), 32), ((), WORDS, 32), ((7,), (7,), 1), ((7,), (), 1), (VECTORS[:9], WORDS[:4], 13)],
)
@pytest.mark.parametrize("size", [(1036, 740), (620, 420), (1560, 960)])
def test_one_channel_one_record_and_few_are_painted(
    panel: LadderPanel, vector: tuple[int, ...], lexical: tuple[int, ...], served: int, size: tuple[int, int]
) -> None:
    panel.show_ladder(*made(vector, lexical, total=max(len(vector), len(lexical))))
    panel.resize(*size)
    assert panel.view.content is not None
    assert panel.view.content.served == served
    panel.view.select(panel.view.content.rows[0].hit.id)
    assert LIGHT.ink in {c for row in (0,) for c in colours_of_text(panel.view, row)}


def test_a_channel_that_is_off_says_so(panel: LadderPanel) -> None:
    panel.show_ladder(*made(VECTORS, (), profile="vectors"))
    assert panel.view.content is not None
    assert panel.view.content.states == {Channel.LEXICAL: "off"}


def test_nothing_served_is_a_sentence(panel: LadderPanel) -> None:
    panel.show_ladder(*made((), ()))
    assert panel.view.content is None
    assert "Nothing served" in panel._empty.text()
    assert panel._empty.isVisible()
    panel.show_ladder(None, None)
    assert "Type a question" in panel._empty.text()


def test_right_to_left_and_endless_texts_stay_in_their_row(panel: LadderPanel) -> None:
    for text in ("شفت يوم الأحد الحديقة مع Admon وكانت جميلة {number} " * 9, "Admon" + "x" * 5000 + "{number}"):
        panel.show_ladder(*made(VECTORS, WORDS, text=text))
        layout = panel.view.layout_now
        picture = grabbed(panel.view)
        x = round(layout.rows_right - Grid.SUM - 52)
        column = {picture.pixelColor(x, y).name() for y in range(40, round(layout.rail_bottom))}
        assert column <= {LIGHT.panel}


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_layers_hold_every_pixel_of_a_dense_screen(
    view: LadderView, monkeypatch: pytest.MonkeyPatch, ratio: float
) -> None:
    monkeypatch.setattr(view.viewport(), "devicePixelRatioF", lambda: ratio)
    assert view.content is not None
    ground, lines = view._layers.painted(view.layout_now, view.content, view.viewport().devicePixelRatioF())
    for layer in (ground, lines):
        assert layer.devicePixelRatio() == ratio
        assert layer.width() == round(view.viewport().width() * ratio)


def test_following_a_record_paints_no_layer_anew(view: LadderView, qtbot: QtBot) -> None:
    view.viewport().grab()
    before = view._layers._pair
    qtbot.mouseMove(view.viewport(), row_at(view, 9))
    view.viewport().grab()
    assert view._layers._pair is before
    sheet.dress(make_application(), Scheme.DARK)
    view.viewport().grab()
    assert view._layers._pair is not before
    sheet.dress(make_application(), Scheme.LIGHT)


@pytest.mark.parametrize("c", [LIGHT, DARK])
def test_every_text_of_the_ladder_is_readable(c: look.Colours) -> None:
    for ink in (c.ink, c.muted, c.vectors, c.words):
        for ground in (c.panel, c.selection):
            assert look.contrast(ink, ground) >= 4.5
    assert look.contrast(c.panel, c.accent) >= 4.5


# ---------------------------------------------------------------- pictures


@pytest.fixture
def save(panel: LadderPanel, tmp_path: Path) -> Callable[[str], Path]:
    def saved(kind: str) -> Path:
        path = tmp_path / f"ladder.{kind}"
        picture = panel.picture("What shift was Admon on <Sunday>?")
        assert picture is not None
        (picture.write_svg if kind == "svg" else picture.write_png)(path)
        return path

    return saved


def test_an_svg_is_valid_and_its_texts_are_texts(panel: LadderPanel, save: Callable[[str], Path]) -> None:
    panel.show_ladder(*made(VECTORS, WORDS, text="Sunday shift {number} \x0b\x01 & <late>"))
    root = ElementTree.parse(save("svg")).getroot()
    assert root.tag.endswith("svg")
    texts = [(element.text or "") for element in root.iter() if element.tag.endswith("}text")]
    whole = "\n".join(texts)
    for expected in ("What shift was Admon on <Sunday>?", "Vectors", "budget 32", "gave way"):
        assert expected in whole
    assert "& <late>" in whole.replace("\xa0", " ")
    assert all(float(e.attrib["textLength"]) > 0 for e in root.iter() if e.tag.endswith("}text") and (e.text or ""))
    box = [float(value) for value in root.attrib["viewBox"].split()]
    assert box[2:] == [1040, 776]


def test_a_png_has_twice_the_pixels_and_is_light_whatever_is_worn(save: Callable[[str], Path]) -> None:
    sheet.dress(make_application(), Scheme.DARK)
    picture = QImage(str(save("png")))
    sheet.dress(make_application(), Scheme.LIGHT)
    assert (picture.width(), picture.height()) == (2080, 1552)
    assert picture.pixelColor(4, 4).name() == LIGHT.panel


def test_a_picture_holds_every_served_row_however_many(panel: LadderPanel, save: Callable[[str], Path]) -> None:
    panel.show_ladder(*made(VECTORS, WORDS, budget=60))
    text = save("svg").read_text(encoding="utf-8")
    for number in (1, 60):
        assert f">{number}<" in text.replace("\n", "")
