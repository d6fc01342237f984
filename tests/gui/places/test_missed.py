"""*Why missed* in the real window: a literal text, every record that holds it, and why each is served or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope import curation, ingest, reading
from mnemoscope.errors import VaultBusy
from mnemoscope.explanations import Verdict
from mnemoscope.messages import message
from mnemoscope.missed import Holder, Missed
from mnemoscope.records import LexicalPlace, VectorPlace
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import recalling
from mnemoscope_gui.look import LIGHT, MissedGrid
from mnemoscope_gui.models.marks import literal_marks
from mnemoscope_gui.models.missed import MissedModel, MissedRow, verdict_phrase
from mnemoscope_gui.panels.missed import MissedPanel, count_line
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, plain, wait
from ..values import record


def find(window: Window, qtbot: QtBot, wanted: str) -> MissedPanel:
    """Ctrl+F and a text, as a person types it; waits for what it brings."""
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    panel = window.recall.missed
    assert panel.box.hasFocus()
    qtbot.keyClicks(panel.box, wanted)
    settle(window, qtbot, wanted)
    return panel


def settle(window: Window, qtbot: QtBot, wanted: str) -> None:
    panel = window.recall.missed
    wait(qtbot, lambda: panel._shown is not None and panel._shown.text == wanted)


def texts(panel: MissedPanel) -> list[str]:
    return [row.record.text for row in panel.model.records]


def row_of(panel: MissedPanel, word: str) -> MissedRow:
    return next(row for row in panel.model.records if word in row.record.indexed_text)


def switch_off(path: Path, word: str, reason: str = "") -> str:
    with Vault.open(path) as vault:
        (found,) = (some for some in reading.containing(vault, word) if word in some.text)
        curation.deactivate(vault, [found.id], reason)
        return found.id


def _words_rank(panel: MissedPanel) -> int | None:
    """The first row's rank by the words."""
    place = panel.model.records[0].holder.lexical
    return place.rank if place is not None else None


# ---------------------------------------------------------------- finding


def test_every_record_that_holds_the_text_is_listed_with_its_ranks(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "Admon")
    assert len(panel.model.records) == 3
    served = {hit.id: hit for hit in open_window.recall.results.model.records for hit in (hit.hit,)}
    for row in panel.model.records:
        hit = served[row.record.id]
        assert (row.holder.vector, row.holder.lexical, row.holder.rank) == (hit.vector, hit.lexical, hit.rank)
        assert row.is_served
    assert panel.count_line == "3 records hold it · 3 served"


def test_deactivated_record_is_listed_with_its_verdict_and_its_why(
    ask: Ask, open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    id = switch_off(vault_path, "night Admon", "left the ward")
    ask(QUESTION)
    panel = find(open_window, qtbot, "night Admon")
    row = panel.model.records[0]
    assert row.record.id == id
    assert not row.is_served
    assert verdict_phrase(row.holder).startswith("deactivated on ")
    assert row.sentence.startswith("Not served: deactivated on ")
    assert "(“left the ward”). It would be " in row.sentence
    wait(qtbot, lambda: open_window.session.detail is not None and open_window.session.detail.record.id == id)
    assert "deactivated on" in plain(open_window.inspector.why.verdict)
    assert panel.count_line == "1 record holds it · 0 served"


def test_superseded_and_out_of_scope_records_are_listed_too(
    ask: Ask, open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    with Vault.open(vault_path) as vault:
        older = next(some for some in reading.containing(vault, "pays double"))
        newer = next(some for some in reading.containing(vault, "Swapped: Pere"))
        curation.supersede(vault, older.id, newer.id)
    ask("Sunday shift")
    panel = find(open_window, qtbot, "double")
    assert row_of(panel, "double").holder.verdict is Verdict.SUPERSEDED
    assert verdict_phrase(row_of(panel, "double").holder).startswith("superseded on ")
    open_window.session.set_sight(("home",), None)
    wait(qtbot, lambda: row_of(panel, "double").holder.verdict is Verdict.OTHER_APP)
    assert verdict_phrase(row_of(panel, "double").holder) == "another app: ward"


def test_record_beyond_the_depth_shows_its_true_rank(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "tomatoes")
    (row,) = panel.model.records
    assert row.holder.vector is not None
    assert row.holder.vector.rank > 1
    assert row.holder.lexical is None


def test_without_a_question_the_states_are_said_and_no_rank(
    open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    switch_off(vault_path, "twelve euros")
    panel = find(open_window, qtbot, "Admon")
    assert len(panel.model.records) == 3
    assert {(row.holder.vector, row.holder.lexical, row.holder.rank) for row in panel.model.records} == {
        (None, None, None)
    }
    assert verdict_phrase(row_of(panel, "twelve").holder).startswith("deactivated on ")
    assert verdict_phrase(row_of(panel, "night").holder) == "nothing asked"
    assert panel.count_line == "3 records hold it"
    wait(qtbot, lambda: open_window.session.detail is not None)
    assert "Type a question" in plain(open_window.inspector.why.verdict)


# ---------------------------------------------------------------- nothing, near, failed


def test_nearest_stored_word_is_offered_and_can_be_taken(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "Adman")
    assert panel.sentence == "No record in this vault holds “Adman”. Nearest stored word: admon (3 records)."
    assert panel.near[0].text() == "admon · 3 records"
    qtbot.keyClick(panel.box, Qt.Key.Key_Down)
    assert panel.near[0].hasFocus()
    qtbot.keyClick(panel.near[0], Qt.Key.Key_Space)
    settle(open_window, qtbot, "admon")
    assert len(panel.model.records) == 3
    assert panel.sentence == ""


def test_text_like_nothing_offers_nothing(open_window: Window, qtbot: QtBot) -> None:
    panel = find(open_window, qtbot, "qqqqqqqq")
    assert panel.sentence == "No record in this vault holds “qqqqqqqq”."
    assert panel.near == ()


def test_markup_that_is_looked_for_is_text(open_window: Window, qtbot: QtBot) -> None:
    panel = find(open_window, qtbot, "<b>qqqqqqqq</b>")
    assert "<b>qqqqqqqq</b>" in panel.sentence
    assert panel._nothing.textFormat() == Qt.TextFormat.PlainText


def test_failure_is_never_reported_as_nothing(
    ask: Ask, open_window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "Admon")

    def fails(*_: object) -> Missed:
        raise VaultBusy("vault.busy", path="ward.vault")

    monkeypatch.setattr(recalling, "find_missed", fails)
    qtbot.keyClicks(panel.box, "x")
    wait(qtbot, lambda: panel.sentence.startswith("Not searched, so nothing is known"))
    assert "Another process is writing" in panel.sentence
    assert "No record" not in panel.sentence
    assert panel.model.rowCount() == 0


def test_while_it_searches_it_says_so(open_window: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(open_window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    panel = open_window.recall.missed
    panel.box.setText("Admon")
    assert panel.count_line == "Searching…"
    assert panel.sentence == "Searching…"
    settle(open_window, qtbot, "Admon")
    assert panel.count_line == "3 records hold it"


def test_newest_text_wins(open_window: Window, qtbot: QtBot) -> None:
    panel = find(open_window, qtbot, "Admon twelve")
    assert panel._shown is not None
    assert panel._shown.text == "Admon twelve"
    assert len(panel.model.records) == 1


# ---------------------------------------------------------------- keys and focus


def test_escape_goes_back_step_by_step_to_where_one_was(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    before = choose(open_window, qtbot, "twelve euros")
    panel = find(open_window, qtbot, "Sunday")
    qtbot.keyClick(panel.box, Qt.Key.Key_Down)
    assert panel.view.hasFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert open_window.session.selected == panel.model.records[1].record.id
    qtbot.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.box.hasFocus()
    qtbot.keyClick(panel.box, Qt.Key.Key_Escape)
    assert open_window.recall.pages.currentWidget() is open_window.recall.results
    assert open_window.session.selected == before
    assert open_window.recall.results.selected == before
    assert QApplication.focusWidget() is open_window.recall.results.view


def test_escape_goes_back_to_the_ladder_where_one_came_from_it(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    open_window.recall.show_view("ladder")
    wait(qtbot, open_window.recall.ladder.view.isVisible)
    open_window.recall.focus_rows()
    assert open_window.recall.ladder.view.hasFocus()
    panel = find(open_window, qtbot, "twelve")
    qtbot.keyClick(panel.box, Qt.Key.Key_Escape)
    assert open_window.recall.pages.currentWidget() is open_window.recall.ladder
    assert QApplication.focusWidget() is open_window.recall.ladder.view


def test_another_view_leaves_it_and_its_search(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "twelve")
    open_window.recall.show_view("ladder")
    assert not panel.isVisible()
    shown = panel._shown
    ask("Who owes twelve euros?")
    assert panel._shown is shown


def test_enter_brings_up_the_why_of_the_row(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    open_window.inspector.tabs.setCurrentIndex(1)
    panel = find(open_window, qtbot, "twelve")
    qtbot.keyClick(panel.box, Qt.Key.Key_Return)
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert open_window.inspector.tabs.currentWidget() is open_window.inspector.why


def test_record_is_acted_on_as_in_the_list_and_stays_in_its_row(
    ask: Ask, open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "Admon")
    qtbot.keyClick(panel.box, Qt.Key.Key_Down)
    first, before = panel.model.records[0].record.id, [row.record.id for row in panel.model.records]
    wait(qtbot, lambda: open_window.session.detail is not None and open_window.session.detail.record.id == first)
    qtbot.keyClick(panel.view, Qt.Key.Key_D)
    qtbot.keyClicks(open_window.inspector.reason, "left")
    qtbot.keyClick(open_window.inspector.reason, Qt.Key.Key_Return)
    wait(qtbot, lambda: panel.model.records[0].holder.verdict is Verdict.INACTIVE)
    assert [row.record.id for row in panel.model.records] == before
    assert not panel.model.records[0].in_force
    assert panel.view.hasFocus()
    with Vault.open(vault_path, read_only=True) as vault:
        assert not reading.record(vault, first).active
    wait(qtbot, open_window.actions_by_id["record.restore"].isEnabled)
    qtbot.keyClick(panel.view, Qt.Key.Key_R)
    wait(qtbot, lambda: panel.model.records[0].is_served)


def test_letters_are_typed_into_the_box_and_act_on_nothing(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "wdrs")
    assert panel.box.text() == "wdrs"
    assert open_window.inspector.reason.isHidden()


def test_f6_walks_through_it(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "Admon")
    open_window.recall.query.question.setFocus()
    qtbot.keyClick(open_window, Qt.Key.Key_F6)
    assert panel.view.hasFocus()


def test_choosing_a_replacement_comes_back_to_it(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "twelve")
    qtbot.keyClick(panel.box, Qt.Key.Key_Down)
    wait(qtbot, lambda: open_window.session.detail is not None and "twelve" in open_window.session.detail.record.text)
    qtbot.keyClick(panel.view, Qt.Key.Key_S)
    choosing = open_window.recall.replacing_part.choosing
    assert choosing.isVisible()
    qtbot.keyClick(choosing.box, Qt.Key.Key_Escape)
    assert panel.isVisible()
    assert panel.view.hasFocus()


# ---------------------------------------------------------------- following


def test_it_follows_the_question_and_keeps_its_own_record(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "twelve")
    (row,) = panel.model.records
    assert _words_rank(panel) != 1
    question = open_window.recall.query.question
    question.setFocus()
    question.selectAll()
    qtbot.keyClicks(question, "Who owes twelve euros since spring?")
    wait(qtbot, lambda: not open_window.session.is_asking)
    wait(qtbot, lambda: _words_rank(panel) == 1)
    assert open_window.session.selected == row.record.id
    assert panel.isVisible()


def test_it_follows_the_profile(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = find(open_window, qtbot, "twelve")
    open_window.recall.query.profile.setCurrentText("vectors")
    wait(qtbot, lambda: panel.model.records[0].holder.lexical is None)


def test_what_another_process_writes_appears(open_window: Window, vault_path: Path, qtbot: QtBot) -> None:
    panel = find(open_window, qtbot, "Zorba")
    assert panel.model.rowCount() == 0
    with Vault.open(vault_path, "assistant") as vault:
        ingest.add(vault, "Zorba dances on Tuesdays.", app="home")
    wait(qtbot, lambda: texts(panel) == ["Zorba dances on Tuesdays."])


def test_another_vault_begins_without_it(ask: Ask, open_window: Window, words_vault: Path, qtbot: QtBot) -> None:
    ask(QUESTION)
    find(open_window, qtbot, "Admon")
    open_window.session.open(words_vault)
    wait(qtbot, lambda: open_window.session.path == words_vault)
    assert not open_window.recall.missed_part.is_open
    assert open_window.recall.missed.box.text() == ""


# ---------------------------------------------------------------- long and strange texts


def test_megabyte_of_text_is_found_and_shown(open_window: Window, vault_path: Path, qtbot: QtBot) -> None:
    with Vault.open(vault_path) as vault:
        ingest.add(vault, "Zorba went on and on about the rota. " * 28_000, app="home")
    panel = find(open_window, qtbot, "Zorba")
    assert len(panel.model.records) == 200
    assert re.fullmatch(r"\d{3} records hold it · the first 200 are listed", panel.count_line)
    assert panel.view.viewport().grab().width() > 0


def test_right_to_left_text_is_marked_where_it_stands(open_window: Window, qtbot: QtBot) -> None:
    panel = find(open_window, qtbot, "")
    panel.box.setText("الحديقة")
    settle(open_window, qtbot, "الحديقة")
    (row,) = panel.model.records
    ((start, end),) = row.found.spans
    assert row.record.indexed_text[start:end] == "الحديقة"
    box = panel.view.visualRect(panel.model.index(0, 0))
    picture = panel.view.viewport().grab(box).toImage()
    columns, lines = range(MissedGrid.TEXT, box.width()), range(box.height())
    marked = {picture.pixelColor(QPoint(x, y)).name() for x in columns for y in lines}
    assert LIGHT.words in marked


@pytest.mark.parametrize(
    ("held", "wanted", "spans"),
    [
        ("Night Admon, ADMON", "admon", ((6, 11), (13, 18))),
        ("Straße und STRASSE", "strasse", ((0, 6), (11, 18))),
        ("İstanbul istanbul", "istanbul", ((9, 17),)),
        ("aaaa", "aa", ((0, 2), (2, 4))),
        ("nothing", "Admon", ()),
        ("anything", "", ()),
    ],
)
def test_literal_text_is_marked_ignoring_case(held: str, wanted: str, spans: tuple[tuple[int, int], ...]) -> None:
    assert literal_marks(held, wanted).spans == spans


# ---------------------------------------------------------------- rows


def holder(verdict: Verdict | None, **changes: object) -> Holder:
    return Holder(
        record(1, **changes),
        verdict,
        message("missed.recallable"),
        4,
        VectorPlace(812, 0.8, 1.0, False),
        LexicalPlace(1, 14.3, True),
    )


@pytest.mark.parametrize("verdict", [*Verdict, None])
def test_every_verdict_has_a_phrase(verdict: Verdict | None) -> None:
    assert verdict_phrase(holder(verdict))


def test_state_of_a_past_moment_names_no_day_of_now() -> None:
    assert verdict_phrase(holder(Verdict.INACTIVE)) == "inactive at that moment"
    assert verdict_phrase(holder(Verdict.SUPERSEDED)) == "superseded at that time"


def test_count_line_says_what_is_left_out() -> None:
    some = Missed("the", message("missed.recallable"), 255, (holder(Verdict.SERVED), holder(Verdict.CUT)), ())
    assert count_line(some, asked=True) == "255 records hold it · 1 served · the first 2 are listed"
    assert count_line(some, asked=False) == "255 records hold it · the first 2 are listed"


def test_rows_pass_the_model_tester(qtmodeltester) -> None:  # type: ignore[no-untyped-def]
    model = MissedModel()
    model.set_records([MissedRow(holder(Verdict.SERVED), "admon"), MissedRow(holder(Verdict.INACTIVE), "admon")])
    qtmodeltester.check(model)
    assert "vectors 812, words 1, fused 4" in model.spoken(model.records[0])


def test_keys_go_to_the_box_where_no_row_is_found(open_window: Window, qtbot: QtBot) -> None:
    panel = find(open_window, qtbot, "qqqqqqqq")
    open_window.inspector.setFocus()
    qtbot.keyClick(open_window, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is panel.box
