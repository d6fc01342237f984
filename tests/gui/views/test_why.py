"""*Why* in the real window: sums that a person can check, terms that explain themselves, words under the X-ray."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from mnemoscope import ingest
from mnemoscope.explanations import Verdict
from mnemoscope.records import PROFILES, Channel
from mnemoscope.vault import Vault
from mnemoscope_gui.look import DARK, LIGHT
from mnemoscope_gui.models.xray import MeetingRow
from mnemoscope_gui.views.cosine import cosine_html
from mnemoscope_gui.views.glossary import TERMS, glossary
from mnemoscope_gui.views.rich import RichLabel
from mnemoscope_gui.views.shares import shares_html
from mnemoscope_gui.views.why import WhyPage
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, plain, wait
from ..values import explanation, recall


def unfold(window: Window, qtbot: QtBot) -> None:
    window.actions_by_id["record.xray"].trigger()
    wait(qtbot, lambda: bool(window.inspector.why.xray.meetings.rows))


def meeting(window: Window, word: str) -> MeetingRow:
    return next(row for row in window.inspector.why.xray.meetings.rows if row.asked.surface == word)


def add(path: Path, *texts: str, app: str = "home") -> None:
    with Vault.open(path) as vault:
        for text in texts:
            ingest.add(vault, text, app=app)


# ---------------------------------------------------------------- sums


def test_fused_sum_is_the_one_of_the_ranks_on_the_screen(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    shown = plain(open_window.inspector.why.arithmetic)
    ranks = [int(rank) for rank in re.findall(r"1 / \(60 \+ (\d+)\)", shown)]
    parts = [1 / (60 + rank) for rank in ranks]
    assert len(parts) == 2
    assert re.findall(r"\) (0\.\d{5})", shown)[:2] == [f"{part:.5f}" for part in parts]
    assert f"fused {sum(parts):.5f}" in shown


def test_every_words_score_can_be_computed_from_its_row(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    shown = plain(open_window.inspector.why._words.text())
    found = re.search(r"Admon (\d+) (\d+) ([\d.]+) ([\d.]+) ([\d.]+) (\d+)%", shown)
    assert found is not None
    count, _, idf, gain, score, share = (float(value) for value in found.groups())
    total = re.search(r"BM25 ([\d.]+)", shown)
    factor, length, mean = re.search(r"Length factor ([\d.]+): (\d+) terms, mean ([\d.]+)", shown).groups()  # type: ignore[union-attr]
    assert float(factor) == pytest.approx(0.25 + 0.75 * float(length) / float(mean), abs=0.02)
    assert gain == pytest.approx(count * 2.5 / (count + 1.5 * float(factor)), abs=0.001)
    assert score == pytest.approx(idf * gain, abs=0.01)
    assert total is not None
    assert share == pytest.approx(100 * score / float(total[1]), abs=0.6)


def test_word_that_no_record_holds_stands_there_with_none(ask: Ask, open_window: Window) -> None:
    ask("Admon zebrafish Sunday")
    shown = plain(open_window.inspector.why._words.text())
    assert re.search(r"zebrafish – 0 – – – – → zebraf · no record here holds it", shown)


def test_neighbours_are_counted_apart_under_the_context_profile(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    open_window.recall.query.profile.setCurrentText("context")
    ask("Sunday badge")
    choose(open_window, qtbot, "Who works Sunday")
    assert "→ sunday · 1 here + 0.5 × (1 before + 0 after)" in plain(open_window.inspector.why._words.text())


def test_context_weight_is_the_profiles_own() -> None:
    asked = recall(())
    weighted = replace(asked.query, profile=replace(PROFILES["context"], context_weight=0.25))
    assert "0.25 × (" in shares_html(explanation(), replace(asked, query=weighted), LIGHT)
    assert "× (" not in plain(shares_html(explanation(), asked, LIGHT)).replace("Σ idf × gain", "")


def test_boosted_cosine_is_written_out() -> None:
    shown = explanation().vector
    assert shown is not None
    assert shown.place is not None
    boosted = replace(shown, place=replace(shown.place, factor=2.0))
    assert "0.819 × 2 = 1.638" in plain(cosine_html(boosted, recall(()), DARK))
    assert "Boosted" not in cosine_html(shown, recall(()), DARK)


def test_sigma_is_written_out_as_the_sum_that_it_is() -> None:
    shown = explanation().vector
    assert shown is not None
    assert "(0.8190 − 0.7890) / 0.0210" in plain(cosine_html(shown, recall(()), LIGHT))


def test_a_standing_instruction_has_no_sum(qtbot: QtBot) -> None:
    page = WhyPage()
    qtbot.addWidget(page)
    page.show()
    page.show_explanation(replace(explanation(), verdict=Verdict.STANDING), recall(()))
    assert not page._sums.isVisible()
    assert not page._words.isVisible()
    page.show_explanation(explanation(), recall(()))
    assert page._sums.isVisible()


# ---------------------------------------------------------------- what the terms mean


@pytest.mark.parametrize("term", TERMS)
def test_every_term_is_explained_with_this_recalls_constants(term: str) -> None:
    profile = replace(PROFILES["fused"], rrf_k=42.0, k1=1.25, b=0.5)
    assert plain(glossary(profile, 9846)[term])


def test_formulas_hold_the_constants_of_the_profile() -> None:
    terms = glossary(replace(PROFILES["fused"], rrf_k=42.0, k1=1.25, b=0.5), 9846)
    assert "1 / (42 + rank)" in plain(terms["rrf"])
    assert "k1 = 1.25 and b = 0.5" in plain(terms["bm25"])
    assert "N = 9,846" in plain(terms["idf"])


def test_every_link_of_the_page_has_an_explanation(ask: Ask, open_window: Window) -> None:
    ask(QUESTION)
    labels = open_window.inspector.why.findChildren(RichLabel)
    links = [(label, link) for label in labels for link in re.findall(r'href="([^"]+)"', label.text())]
    assert len(links) > 15
    assert all(label.tip(link) for label, link in links)


def test_a_term_explains_itself_from_the_keyboard(qtbot: QtBot) -> None:
    page = WhyPage()
    qtbot.addWidget(page)
    page.resize(340, 600)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.show_explanation(explanation(), recall(()))
    page._words.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(page._words, Qt.Key.Key_Tab)
    qtbot.keyClick(page._words, Qt.Key.Key_Return)
    assert "BM25" in QToolTip.text()
    QToolTip.hideText()


# ---------------------------------------------------------------- it belongs to what is shown


def test_explanation_follows_the_profile(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    open_window.recall.query.profile.setCurrentText("lexical")
    wait(qtbot, lambda: "vectors" not in plain(open_window.inspector.why._sums.text()).split("fused")[0])
    detail, answer = open_window.session.detail, open_window.session.answer
    assert detail is not None
    assert detail.answer is answer
    assert detail.explanation is not None
    assert {part.channel for part in detail.explanation.parts} == {Channel.LEXICAL}


def test_explanation_of_an_older_question_is_dropped(ask: Ask, open_window: Window) -> None:
    ask(QUESTION)
    late = open_window.session.detail
    ask("Who owes twelve euros?")
    shown = open_window.session.detail
    assert late is not None
    assert shown is not None
    open_window.session._on_detail(replace(late, record=shown.record))
    assert open_window.session.detail is shown


def test_cleared_question_leaves_no_explanation_of_it(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Escape)
    wait(qtbot, lambda: open_window.session.detail is None or open_window.session.detail.explanation is None)


# ---------------------------------------------------------------- the X-ray


def test_catalan_inflections_meet_under_the_xray(ask: Ask, open_window: Window, vault_path: Path, qtbot: QtBot) -> None:
    add(vault_path, "Cal desplegar la pancarta abans de diumenge.")
    ask("Qui desplega la pancarta?")
    choose(open_window, qtbot, "desplegar")
    unfold(open_window, qtbot)
    row = meeting(open_window, "desplega")
    assert row.met
    assert (row.asked.became, [held.surface for held in row.held]) == ("desple", ["desplegar"])
    assert row.held[0].became == "desple"
    assert "cut to six letters: desple" in row.held[0].steps
    view = open_window.inspector.why.xray.meetings
    index = view.model().index(list(view.rows).index(row), 0)
    box = view.visualRect(index)
    picture = view.viewport().grab(box).toImage()
    middle = range(box.width() // 2 - 8, box.width() // 2)
    line = {picture.pixelColor(QPoint(x, y)).name() for x in middle for y in range(box.height())}
    assert LIGHT.words in line


def test_shift_and_shifts_stay_apart_and_the_xray_says_why(ask: Ask, open_window: Window, qtbot: QtBot) -> None:
    ask("Which shifts has Nil on Sunday?")
    choose(open_window, qtbot, "Sunday shift pays double")
    unfold(open_window, qtbot)
    row = meeting(open_window, "shifts")
    assert not row.met
    assert [held.surface for held in row.held] == ["shift"]
    assert row.note == "Apart: “shifts” and “shift” differ within the six letters that are kept."
    assert meeting(open_window, "Which").note == "stop word, not asked"
    assert meeting(open_window, "Sunday").met


def test_xray_opens_from_the_menu_with_the_focus_and_follows_the_selection(
    ask: Ask, open_window: Window, qtbot: QtBot
) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    assert open_window.session.detail is not None
    assert open_window.session.detail.xray is None
    unfold(open_window, qtbot)
    xray = open_window.inspector.why.xray
    assert QApplication.focusWidget() is xray.meetings
    wait(qtbot, lambda: not xray.meetings.visibleRegion().isEmpty())
    assert "Admon" in {cell.surface for cell in xray.words.cells if cell.met}
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_Down)
    record = open_window.session.selected
    wait(qtbot, lambda: open_window.session.detail is not None and open_window.session.detail.record.id == record)
    assert open_window.session.detail.xray is not None
    qtbot.mouseClick(xray.button, Qt.MouseButton.LeftButton)
    assert not xray.meetings.isVisible()


def test_long_record_shows_the_words_around_its_matches_and_all_on_demand(
    ask: Ask, open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    add(vault_path, "plain words go on and on " * 30 + "until Zorba dances " + "and they go on again " * 20)
    ask("Zorba dances")
    choose(open_window, qtbot, "Zorba")
    unfold(open_window, qtbot)
    xray = open_window.inspector.why.xray
    shown = [cell for cell in xray.words.cells if not cell.is_gap]
    assert {"Zorba", "dances", "until"} <= {cell.surface for cell in shown}
    assert len(shown) < 12
    qtbot.mouseClick(xray.all, Qt.MouseButton.LeftButton)
    assert len(xray.words.cells) == 30 * 6 + 3 + 20 * 5


def test_right_to_left_words_run_from_the_right(open_window: Window, qtbot: QtBot) -> None:
    open_window.recall.query.question.setText("الحديقة مع Admon")  # pasted: QTest types Latin letters alone
    wait(qtbot, lambda: not open_window.session.is_asking and open_window.session.detail is not None)
    choose(open_window, qtbot, "الحديقة")
    unfold(open_window, qtbot)
    assert meeting(open_window, "الحديقة").met
    boxes = [placed.box for placed in open_window.inspector.why.xray.words._placed]
    assert boxes[0].left() > boxes[1].left()


def test_xray_waits_until_it_is_unfolded(ask: Ask, open_window: Window) -> None:
    ask(QUESTION)
    assert open_window.session.detail is not None
    assert open_window.session.detail.xray is None
    assert not open_window.inspector.why.xray.meetings.isVisible()
