"""Panels, driven as a person would, on values made by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from mnemoscope.messages import message
from mnemoscope.records import Act, Channel, ChannelReport, ChannelState, RecordId
from mnemoscope_gui.panels.inspector import InspectorPanel, state_sentence
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.panels.query import QueryPanel
from mnemoscope_gui.panels.results import ResultsPanel
from mnemoscope_gui.panels.sight import SightPanel, end_of_day
from mnemoscope_gui.panels.status import StatusPanel
from mnemoscope_gui.panels.welcome import WelcomePanel
from mnemoscope_gui.values import Answer, Detail, Health
from mnemoscope_gui.views.headline import headline

from ..values import explanation, hit, recall, record

HEALTH = Health(600, 40, ("home", "ward"), "multilingual-e5-small", 600, 0, 0)


def answer(*ranks: int) -> Answer:
    return Answer(None, recall(tuple(hit(rank) for rank in ranks)), terms=("admon", "sunday"))


# ---------------------------------------------------------------- query


@pytest.fixture
def query(qtbot: QtBot) -> QueryPanel:
    panel = QueryPanel()
    qtbot.addWidget(panel)
    panel.show()
    return panel


def test_every_key_asks(query: QueryPanel, qtbot: QtBot) -> None:
    asked: list[str] = []
    query.asked.connect(asked.append)
    qtbot.keyClicks(query.question, "Who")
    assert asked == ["W", "Wh", "Who"]


def test_up_brings_older_questions(query: QueryPanel, qtbot: QtBot) -> None:
    for question in ("first", "second"):
        query.question.setText(question)
        qtbot.keyClick(query.question, Qt.Key.Key_Return)
    query.question.setText("third")
    shown = []
    for _ in range(3):
        qtbot.keyClick(query.question, Qt.Key.Key_Up)
        shown.append(query.question.text())
    assert shown == ["second", "first", "first"]


def test_timing_tells_the_embedding_apart(query: QueryPanel) -> None:
    query.question.set_timing(recall(()).timings)
    assert query.question._timing.text() == "7 ms + 10 ms embedding"
    query.question.set_timing(None)
    assert query.question._timing.text() == ""


def test_choosing_a_profile_tells_its_values(query: QueryPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(query.profile_chosen) as chosen:
        query.profile.setCurrentText("context")
    assert chosen.args[0].context_weight == 0.5


def test_showing_a_profile_chooses_nothing(query: QueryPanel, qtbot: QtBot) -> None:
    from mnemoscope.records import PROFILES

    with qtbot.assertNotEmitted(query.profile_chosen):
        query.show_profiles(PROFILES, PROFILES["lexical"])
    assert query.profile.currentText() == "lexical"


# ---------------------------------------------------------------- assistant sees


@pytest.fixture
def sight(qtbot: QtBot) -> SightPanel:
    panel = SightPanel()
    qtbot.addWidget(panel)
    panel.reset(("home", "ward", "workshop"))
    panel.resize(720, panel.sizeHint().height())
    panel.show()
    panel.activateWindow()
    return panel


def chips(panel: SightPanel) -> list[str]:
    shown = [panel._chips.itemAt(place).widget() for place in range(panel._chips.count())]
    return [chip.text() for chip in shown if isinstance(chip, QToolButton)]


def test_every_app_is_seen_at_first_and_the_scope_is_all(sight: SightPanel) -> None:
    assert len(chips(sight)) == 3
    assert sight.scope is None


def test_clicking_a_chip_hides_its_app(sight: SightPanel, qtbot: QtBot) -> None:
    chip = sight._chips.itemAt(0).widget()
    assert isinstance(chip, QToolButton)
    with qtbot.waitSignal(sight.sight_chosen) as chosen:
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chosen.args == [("ward", "workshop"), None]


def test_the_last_app_stays(sight: SightPanel, qtbot: QtBot) -> None:
    sight.see("home", False)
    sight.see("ward", False)
    with qtbot.assertNotEmitted(sight.sight_chosen):
        sight.see("workshop", False)
    assert sight.scope == ("workshop",)


def test_tab_walks_through_the_chips_in_order(sight: SightPanel, qtbot: QtBot) -> None:
    first = sight._chips.itemAt(0).widget()
    assert first is not None
    first.setFocus()
    walked = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        walked.append(QApplication.focusWidget())
    assert walked == [sight._chips.itemAt(1).widget(), sight._chips.itemAt(2).widget(), sight._more]


def test_seeing_all_again_is_no_scope(sight: SightPanel) -> None:
    sight.see("home", False)
    sight.see("home", True)
    assert sight.scope is None


def test_an_app_that_comes_in_later_is_seen_and_a_hidden_one_stays_hidden(sight: SightPanel) -> None:
    sight.see("home", False)
    sight.set_apps(("garden", "home", "ward", "workshop"))
    assert sight.scope == ("garden", "ward", "workshop")


def test_as_of_is_the_end_of_that_local_day(sight: SightPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sight.sight_chosen) as chosen:
        sight.choose_moment(date(2025, 5, 12))
    moment = datetime.fromtimestamp(chosen.args[1] / 1000).astimezone()
    assert (moment.date(), moment.hour, moment.minute, moment.second) == (date(2025, 5, 12), 23, 59, 59)
    assert "12 May 2025" in sight._moment.text()
    sight.choose_moment(None)
    assert sight.at is None


def test_end_of_day_is_the_last_millisecond() -> None:
    assert end_of_day(date(2025, 5, 13)) - end_of_day(date(2025, 5, 12)) == 86_400_000
    assert end_of_day(date(2025, 5, 12)) % 1000 == 999


# ---------------------------------------------------------------- results


@pytest.fixture
def results(qtbot: QtBot) -> ResultsPanel:
    panel = ResultsPanel()
    qtbot.addWidget(panel)
    panel.resize(1000, 500)
    panel.show()
    return panel


def test_first_answer_selects_the_first_row(results: ResultsPanel) -> None:
    results.show_answer(answer(1, 2, 3), again=False, records=600)
    assert results.selected == hit(1).id


def test_a_new_question_begins_at_its_first_row(results: ResultsPanel) -> None:
    results.show_answer(answer(1, 2, 3), again=False, records=600)
    results.select(hit(3).id)
    results.show_answer(answer(2, 3, 1), again=False, records=600)
    assert results.selected == hit(2).id


def test_asked_again_selection_and_scroll_stay(results: ResultsPanel, qtbot: QtBot) -> None:
    results.show_answer(answer(*range(1, 33)), again=False, records=600)
    results.select(hit(20).id)
    bar = results.view.verticalScrollBar()
    before = bar.value()
    assert before > 0
    results.show_answer(answer(*range(1, 33)), again=True, records=600)
    assert results.selected == hit(20).id
    assert bar.value() == before


def test_a_record_that_moved_stays_selected(results: ResultsPanel) -> None:
    results.show_answer(answer(1, 2, 3), again=False, records=600)
    results.select(hit(3).id)
    moved = answer(3, 1, 2)
    results.show_answer(moved, again=True, records=600)
    assert results.view.currentIndex().row() == 0
    assert results.selected == hit(3).id


def test_an_acted_record_stays_in_its_row_struck_through(results: ResultsPanel) -> None:
    results.show_answer(answer(1, 2), again=False, records=600)
    results.show_records({hit(1).id: record(1, active=False)})
    assert [row.in_force for row in results.model.records] == [False, True]
    assert results.selected == hit(1).id


def test_no_question_no_record_and_nothing_served_are_three_sentences(results: ResultsPanel) -> None:
    sentences = []
    for shown, records in ((None, 600), (None, 0), (answer(), 600)):
        results.show_answer(shown, again=False, records=records)
        sentences.append(results._empty.text())
    assert len(set(sentences)) == 3


def test_standing_instructions_have_a_strip_of_their_own(results: ResultsPanel) -> None:
    standing = (hit(0, None, None, text="Times are Europe/Andorra."),)
    results.show_answer(Answer(None, recall((hit(1),), standing)), again=False, records=600)
    assert "Times are Europe/Andorra." in results._standing._texts.text()
    results.show_answer(answer(1), again=False, records=600)
    assert results._standing.isHidden()


def test_headline_counts_what_the_words_brought_in() -> None:
    hits = (hit(1, 1, 1), hit(2, 40, 2), hit(3, None, 3))
    assert headline(recall(hits)) == "Words brought in 2 of these 3; 31 gave way."


def test_headline_of_one_channel_names_it() -> None:
    shown = recall((hit(1), hit(2)))
    off = replace(shown, channels={**shown.channels, Channel.VECTOR: ChannelReport(ChannelState.OFF, 0, 0)})
    assert headline(off) == "2 records, served by the words alone."


# ---------------------------------------------------------------- inspector


@pytest.fixture
def inspector(qtbot: QtBot) -> InspectorPanel:
    panel = InspectorPanel()
    qtbot.addWidget(panel)
    panel.resize(370, 700)
    panel.show()
    return panel


def detail(**changes: object) -> Detail:
    shown = record(1, **changes)
    answer = Answer(None, recall((hit(1),)), {}, ("admon",))
    return Detail(shown, "000001", explanation(shown), (record(2), shown), (shown,), (), answer=answer)


def test_detail_shows_text_place_and_verdict(inspector: InspectorPanel) -> None:
    inspector.show_detail(detail())
    assert "night Admon" in inspector._text.toPlainText()
    assert "turn 4 of 2" in inspector._meta.text()
    assert "Served, 17th of 32." in inspector.why.verdict
    inspector.tabs.setCurrentWidget(inspector.session)
    assert len(inspector.session.lines) == 2


def test_enter_accepts_an_empty_reason_and_escape_lets_the_record_be(inspector: InspectorPanel, qtbot: QtBot) -> None:
    inspector.show_detail(detail())
    inspector.ask_reason()
    with qtbot.waitSignal(inspector.deactivation_accepted) as accepted:
        qtbot.keyClick(inspector.reason, Qt.Key.Key_Return)
    assert accepted.args == [""]
    inspector.ask_reason()
    with qtbot.assertNotEmitted(inspector.deactivation_accepted):
        qtbot.keyClicks(inspector.reason, "moved house")
        qtbot.keyClick(inspector.reason, Qt.Key.Key_Escape)
    assert inspector.reason.isHidden()


def test_another_record_takes_no_reason_meant_for_the_first(inspector: InspectorPanel) -> None:
    inspector.show_detail(detail())
    inspector.ask_reason()
    other = replace(detail(), record=record(2))
    inspector.show_detail(other)
    assert inspector.reason.isHidden()


def test_a_button_is_there_while_its_action_can_be_given(inspector: InspectorPanel, qtbot: QtBot) -> None:
    inspector.show_detail(detail())
    action = QAction("&Deactivate…", inspector)
    action.setShortcut("D")
    inspector.add_action(action)
    (button,) = (some for some in inspector.findChildren(QPushButton) if some.property("action"))
    assert button.accessibleName() == "Deactivate"
    with qtbot.waitSignal(action.triggered):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    action.setEnabled(False)
    assert button.isHidden()


def test_activating_another_line_of_the_session_asks_for_it(inspector: InspectorPanel, qtbot: QtBot) -> None:
    inspector.show_detail(detail())
    inspector.tabs.setCurrentIndex(1)
    model = inspector.session.model()
    inspector.session.setCurrentIndex(model.index(0, 0))
    with qtbot.waitSignal(inspector.record_requested) as requested:
        qtbot.keyClick(inspector.session, Qt.Key.Key_Return)
    assert requested.args == [record(2).id]


def test_state_sentence_says_why_a_record_is_out_of_force() -> None:
    assert state_sentence(record(), {}) == ""
    assert state_sentence(record(active=False, reason="moved house"), {}) == (
        "Inactive since 12 May 2025 (“moved house”)."
    )
    newer = RecordId("f" * 32)
    superseded = record(superseded_by=newer, superseded_since=1_747_033_200_000)
    assert state_sentence(superseded, {newer: "ffffff"}) == "Superseded by ffffff since 12 May 2025."


# ---------------------------------------------------------------- notice, status, welcome


def test_notice_is_there_only_while_it_has_something_to_say(qtbot: QtBot) -> None:
    notice = NoticePanel()
    qtbot.addWidget(notice)
    calls: list[bool] = []
    assert notice.text == ""
    notice.tell("Words are off.", button="Finish indexing", call=lambda: calls.append(True))
    assert notice.text == "Words are off."
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert calls == [True]
    qtbot.mouseClick(notice._close, Qt.MouseButton.LeftButton)
    assert notice.text == ""


@pytest.fixture
def status(qtbot: QtBot) -> StatusPanel:
    panel = StatusPanel()
    qtbot.addWidget(panel)
    panel.show()
    return panel


def test_status_tells_each_channels_state_and_time(status: StatusPanel) -> None:
    status.show_health(HEALTH)
    assert status.vectors.text == "Vectors 600 of 600 multilingual-e5-small"
    assert status.words.text == "Words complete"
    status.show_recall(recall(()))
    assert status.vectors.text.endswith("· 3 ms")
    assert status.words.text == "Words complete · 2 ms"
    assert status.finish.isHidden()


def test_incomplete_indexes_offer_to_finish(status: StatusPanel, qtbot: QtBot) -> None:
    status.show_health(replace(HEALTH, embedded=597, to_embed=3, words_missing=1))
    assert status.vectors.text.startswith("Vectors 597 of 600")
    assert status.words.text == "Words off: 1 record not indexed"
    with qtbot.waitSignal(status.finish_requested):
        qtbot.mouseClick(status.finish, Qt.MouseButton.LeftButton)


def test_work_shows_progress_and_can_be_cancelled(status: StatusPanel, qtbot: QtBot) -> None:
    status.show_health(replace(HEALTH, to_embed=3))
    status.show_work("Embedding", 120, 600)
    assert status._work._label.text() == "Embedding 120 of 600"
    assert status.finish.isHidden()
    with qtbot.waitSignal(status.cancel_requested):
        qtbot.mouseClick(status._work.cancel, Qt.MouseButton.LeftButton)
    status.end_work()
    assert status._work.isHidden()
    assert not status.finish.isHidden()


def test_an_act_of_another_process_is_told_with_time_and_actor(status: StatusPanel) -> None:
    status.tell_act(Act(1, 1_747_033_200_000, "assistant (ward)", message("act.add", count=3), 3, False, "do"))
    assert "assistant (ward): Added 3 records" in status.news


def test_enter_on_the_first_run_page_starts_the_demo(qtbot: QtBot) -> None:
    welcome = WelcomePanel()
    qtbot.addWidget(welcome)
    welcome.show()
    with qtbot.waitSignal(welcome.demo_requested):
        qtbot.keyClick(welcome.demo, Qt.Key.Key_Return)
