"""Expectations in the real window: saved, listed, asked again, ended, removed and opened, as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope import curation, expectations, ingest
from mnemoscope.profiles import save_profile
from mnemoscope.records import Profile, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.models.expectations import By, Show
from mnemoscope_gui.values import Expected
from mnemoscope_gui.window import Window

from ..conftest import PATIENCE
from ..driving import choose

QUESTION = "What shift was Admon on Sunday?"
Ask = Callable[[str], None]


def wait(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=PATIENCE)


def row(window: Window, place: int = 0) -> Expected:
    return window.measure.panel.model.records[place]


def settled(window: Window) -> bool:
    """Whether all are known and nobody is about to ask again."""
    some = window.expectations
    return not some.is_checking and some.is_known and not some._rest.isActive()


def holds(window: Window) -> list[bool | None]:
    return [some.holds for some in window.expectations.rows] if settled(window) else []


@contextmanager
def assistant(path: Path) -> Iterator[Vault]:
    with Vault.open(path, "assistant") as vault:
        yield vault


def spoken(vault: Vault) -> list[RecordId]:
    """The records that somebody said."""
    rows = vault.connection.execute("SELECT id FROM record WHERE speaker IS NOT NULL ORDER BY ordinal")
    return [RecordId(row[0].hex()) for row in rows]


def expect(window: Window, qtbot: QtBot, word: str = "night Admon", within: str = "") -> RecordId:
    """Walk to the record and expect it with E and Enter."""
    id = choose(window, qtbot, word)
    count = len(window.expectations.rows)
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_E)
    if within:
        qtbot.keyClicks(window.inspector.within.number, within)
    qtbot.keyClick(window.inspector.within.number, Qt.Key.Key_Return)
    wait(qtbot, lambda: len(window.expectations.rows) == count + 1 and settled(window))
    return id


def go(window: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F4)
    wait(qtbot, window.measure.body.isVisible)


def looked_at(window: Window, id: RecordId) -> bool:
    return window.session.detail is not None and window.session.detail.record.id == id


@pytest.fixture
def expected(open_window: Window, ask: Ask, qtbot: QtBot) -> RecordId:
    """The record that answers the question, expected."""
    ask(QUESTION)
    return expect(open_window, qtbot)


@pytest.fixture
def many(open_window: Window, vault_path: Path, qtbot: QtBot) -> Window:
    """Twelve expectations of several profiles and scopes, made by another door."""
    with assistant(vault_path) as vault:
        ids = [
            RecordId(row[0].hex())
            for row in vault.connection.execute("SELECT id FROM record WHERE speaker IS NOT NULL")
        ]
        for number in range(12):
            scope = ["ward", "home"] if number % 3 else None
            profile = ("fused", "lexical", "vectors")[number % 3]
            expectations.expect(vault, f"Question {number} of Admon", ids[number % len(ids)], 5, profile, scope)
    wait(qtbot, lambda: len(open_window.expectations.rows) == 12 and settled(open_window))
    return open_window


# ---------------------------------------------------------------- saying what must come back


def test_expected_record_is_listed_and_holds(
    open_window: Window, expected: RecordId, vault_path: Path, qtbot: QtBot
) -> None:
    assert holds(open_window) == [True]
    assert open_window.status.news == f"Expected record {expected[:6]} for “{QUESTION}”"
    assert open_window.status.expectations.text == "1 of 1 expectation holds"
    assert QApplication.focusWidget() is open_window.recall.results.view
    go(open_window, qtbot)
    some = row(open_window).expectation
    assert (some.query, some.record, some.within, some.profile, some.scope) == (QUESTION, expected, 32, "fused", None)
    assert open_window.measure.summary.title == "1 of 1 expectation holds."


def test_number_can_be_another_and_profile_and_scope_of_the_question_are_kept(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    open_window.recall.query.profile.setCurrentText("lexical")
    open_window.session.set_sight(("ward",), None)
    ask(QUESTION)
    expect(open_window, qtbot, within="3")
    some = open_window.expectations.rows[0].expectation
    assert (some.within, some.profile, some.scope) == (3, "lexical", ("ward",))


def test_escape_leaves_the_record_be(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_E)
    assert open_window.inspector.within.number.hasFocus()
    assert open_window.inspector.within.number.text() == "32"
    qtbot.keyClick(open_window.inspector.within.number, Qt.Key.Key_Escape)
    assert open_window.inspector.within.isHidden()
    assert QApplication.focusWidget() is open_window.recall.results.view
    assert open_window.expectations.rows == ()


def test_letters_in_the_number_do_nothing_to_the_record(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_E)
    qtbot.keyClicks(open_window.inspector.within.number, "dsr")
    assert open_window.inspector.reason.isHidden()
    assert open_window.recall.replacing.older is None
    assert open_window.inspector.within.isVisible()


def test_nothing_can_be_expected_without_a_question_or_a_record(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    expect_action = open_window.actions_by_id["record.expect"]
    assert not expect_action.isEnabled()
    ask(QUESTION)
    wait(qtbot, expect_action.isEnabled)
    open_window.recall.query.question.clear()
    wait(qtbot, lambda: not expect_action.isEnabled())


def test_what_is_expected_already_is_refused_in_words(open_window: Window, expected: RecordId, qtbot: QtBot) -> None:
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_E)
    qtbot.keyClick(open_window.inspector.within.number, Qt.Key.Key_Return)
    wait(qtbot, lambda: open_window.notice.text == "This is expectation 1 already.")


def test_undo_takes_it_back_and_says_what_it_would_do(open_window: Window, expected: RecordId, qtbot: QtBot) -> None:
    undo = open_window.actions_by_id["edit.undo"]
    wait(qtbot, lambda: undo.text().startswith("&Undo: Expected record"))
    undo.trigger()
    wait(qtbot, lambda: open_window.expectations.rows == ())
    assert open_window.status.news.startswith("Undid: Expected record")
    assert open_window.status.expectations.isHidden()


# ---------------------------------------------------------------- what ends it


def test_deactivation_ends_it_is_named_and_undo_brings_it_back(
    open_window: Window, expected: RecordId, qtbot: QtBot
) -> None:
    go(open_window, qtbot)
    wait(qtbot, lambda: looked_at(open_window, expected))
    qtbot.keyClick(open_window.measure.panel.view, Qt.Key.Key_D)
    qtbot.keyClick(open_window.inspector.reason, Qt.Key.Key_Return)
    wait(qtbot, lambda: holds(open_window) == [False])
    short = row(open_window).short
    assert open_window.status.news == f"Deactivated record {short}: “{QUESTION}” no longer finds it"
    assert open_window.status.expectations.text == "0 of 1 expectation holds"
    act = row(open_window).act
    assert act is not None
    assert str(act.label) == f"Deactivated record {short}"
    qtbot.keyClick(open_window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: holds(open_window) == [True])
    assert open_window.status.expectations.text == "1 of 1 expectation holds"


def test_act_of_another_process_ends_it_and_is_named_with_its_actor(
    open_window: Window, expected: RecordId, vault_path: Path, qtbot: QtBot
) -> None:
    with assistant(vault_path) as vault:
        ingest.add(vault, "The tomatoes want water.", app="ward")
        tomatoes = vault.connection.execute("SELECT id FROM record WHERE text LIKE 'The tomatoes want%'").fetchone()
        curation.supersede(vault, expected, tomatoes[0].hex())
    wait(qtbot, lambda: holds(open_window) == [False])
    go(open_window, qtbot)
    words = open_window.measure.panel.model.spoken(row(open_window))
    assert "assistant: Superseded record" in words
    assert "fails" in words
    qtbot.keyClick(open_window.measure.panel.view, Qt.Key.Key_H)
    wait(qtbot, lambda: open_window.history.entry.title.startswith("Superseded record"))
    assert open_window.browser.place is open_window.history


def test_import_that_pushes_it_down_leads_to_that_import(
    open_window: Window, ask: Ask, tmp_path: Path, vault_path: Path, qtbot: QtBot
) -> None:
    open_window.recall.query.profile.setCurrentText("lexical")
    ask("tomatoes by the wall")
    id = expect(open_window, qtbot, "tomatoes", "1")
    with assistant(vault_path) as vault:
        ingest.add(vault, "tomatoes wall tomatoes wall", app="home")
    wait(qtbot, lambda: holds(open_window) == [False])
    go(open_window, qtbot)
    wait(qtbot, lambda: looked_at(open_window, id))
    qtbot.keyClick(open_window.measure.panel.view, Qt.Key.Key_H)
    wait(qtbot, lambda: open_window.history.entry.title == "Added a record")
    wait(qtbot, lambda: open_window.session.detail is not None and not looked_at(open_window, id))
    detail = open_window.session.detail
    assert detail is not None
    assert detail.record.text == "tomatoes wall tomatoes wall"


def test_saved_profile_that_changes_has_it_asked_again(open_window: Window, vault_path: Path, qtbot: QtBot) -> None:
    with assistant(vault_path) as vault:
        own = Profile("own", vector=False, budget=5)
        save_profile(vault, own)
        id = vault.connection.execute("SELECT id FROM record WHERE text LIKE 'The Sunday shift%'").fetchone()[0].hex()
        expectations.expect(vault, "Sunday shift", id, profile="own")
    wait(qtbot, lambda: holds(open_window) == [True])
    with assistant(vault_path) as vault:
        save_profile(vault, Profile("own", vector=False, budget=1, k1=0.0, b=0.0))
    wait(qtbot, lambda: open_window.expectations.rows[0].within == 1 and settled(open_window))
    go(open_window, qtbot)
    assert row(open_window).expectation.profile == "own"


def test_older_findings_stand_until_new_ones_are_there(
    open_window: Window, expected: RecordId, vault_path: Path, qtbot: QtBot
) -> None:
    go(open_window, qtbot)
    seen: list[bool | None] = []
    open_window.expectations.changed.connect(lambda: seen.extend(some.holds for some in open_window.expectations.rows))
    with assistant(vault_path) as vault:
        curation.deactivate(vault, [expected])
    wait(qtbot, lambda: holds(open_window) == [False])
    assert None not in seen


# ---------------------------------------------------------------- the list


def test_selection_is_looked_at_beside_the_question_which_waits(
    open_window: Window, expected: RecordId, ask: Ask, qtbot: QtBot
) -> None:
    ask("tomatoes by the wall")
    asked, selected = open_window.session.answer, open_window.session.selected
    assert selected != expected
    go(open_window, qtbot)
    wait(qtbot, lambda: looked_at(open_window, expected))
    detail = open_window.session.detail
    assert detail is not None
    assert detail.answer is not None
    assert detail.answer.recall.query.text == QUESTION
    assert "Served" in open_window.inspector.why.verdict
    assert (open_window.session.answer, open_window.session.selected) == (asked, selected)
    qtbot.keyClick(open_window, Qt.Key.Key_F2)
    assert selected is not None
    wait(qtbot, lambda: looked_at(open_window, selected))
    assert open_window.recall.query.question.text() == "tomatoes by the wall"


def test_enter_opens_it_in_recall_and_the_way_back_leads_to_measure(
    open_window: Window, vault_path: Path, ask: Ask, qtbot: QtBot
) -> None:
    ask("tomatoes by the wall")
    with assistant(vault_path) as vault:
        id = vault.connection.execute("SELECT id FROM record WHERE text LIKE 'Rota: early%'").fetchone()[0].hex()
        expectations.expect(vault, QUESTION, id, 3, "lexical", ["ward"])
        curation.deactivate(vault, [id])
    wait(qtbot, lambda: holds(open_window) == [False])
    go(open_window, qtbot)
    qtbot.keyClick(open_window.measure.panel.view, Qt.Key.Key_Return)
    wait(qtbot, lambda: looked_at(open_window, RecordId(id)) and not open_window.session.is_asking)
    session, recall = open_window.session, open_window.recall
    assert recall.body.isVisible()
    assert recall.query.question.text() == QUESTION
    assert recall.query.profile.currentText() == "lexical"
    assert (session.profile.name, session.scope, recall.sight.scope) == ("lexical", ("ward",), ("ward",))
    assert session.selected == id
    qtbot.keyClick(open_window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    wait(qtbot, open_window.measure.body.isVisible)
    wait(qtbot, lambda: not session.is_asking)
    assert recall.query.question.text() == "tomatoes by the wall"
    wait(qtbot, lambda: looked_at(open_window, RecordId(id)))


def test_saved_profile_is_opened_as_it_is_kept(open_window: Window, vault_path: Path, qtbot: QtBot) -> None:
    own = Profile("own", vector=False, budget=5)
    with assistant(vault_path) as vault:
        save_profile(vault, own)
        expectations.expect(vault, QUESTION, spoken(vault)[0], profile="own")
    wait(qtbot, lambda: len(holds(open_window)) == 1)
    go(open_window, qtbot)
    qtbot.keyClick(open_window.measure.panel.view, Qt.Key.Key_Return)
    wait(qtbot, lambda: open_window.session.answer is not None and not open_window.session.is_asking)
    assert open_window.session.profile == own
    wait(qtbot, lambda: open_window.recall.query.profile.currentText() == "own")


def test_strip_of_recall_gives_way_and_comes_back(open_window: Window, qtbot: QtBot) -> None:
    open_window.recall.strip.show()
    go(open_window, qtbot)
    assert open_window.recall.strip.isHidden()
    qtbot.keyClick(open_window, Qt.Key.Key_F2)
    assert not open_window.recall.strip.isHidden()


def test_del_removes_it_and_undo_brings_it_back(open_window: Window, expected: RecordId, qtbot: QtBot) -> None:
    go(open_window, qtbot)
    qtbot.keyClick(open_window.measure.panel.view, Qt.Key.Key_Delete)
    wait(qtbot, lambda: open_window.expectations.rows == ())
    assert open_window.status.news.startswith("Removed the expectation of record")
    assert open_window.measure.panel.ask.isVisible()
    qtbot.keyClick(open_window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: holds(open_window) == [True])


def test_del_removes_nothing_in_recall(open_window: Window, expected: RecordId, qtbot: QtBot) -> None:
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_Delete)
    assert not open_window.actions_by_id["record.unexpect"].isEnabled()


def test_chips_list_some_of_them_and_the_current_one_stays(many: Window, qtbot: QtBot) -> None:
    go(many, qtbot)
    panel = many.measure.panel
    failing = sum(some is False for some in holds(many))
    assert 0 < failing < 12
    assert [chip.text() for chip in panel.chips.values()] == ["All 12", f"Failing {failing}", f"Holding {12 - failing}"]
    qtbot.mouseClick(panel.chips[Show.HOLDING], Qt.MouseButton.LeftButton)
    assert all(some.holds for some in panel.model.records)
    last = panel.model.records[-1]
    panel.select(last.number)
    qtbot.mouseClick(panel.chips[Show.ALL], Qt.MouseButton.LeftButton)
    assert panel.selected == last
    assert panel.model.rowCount() == 12


def test_those_that_fail_stand_first_and_headings_sort(many: Window, qtbot: QtBot) -> None:
    go(many, qtbot)
    panel = many.measure.panel
    ended = [some.holds for some in panel.model.records]
    assert ended == sorted(ended, key=lambda some: some is not False)
    qtbot.mouseClick(panel.headings.buttons[By.QUESTION], Qt.MouseButton.LeftButton)
    asked = [some.expectation.query for some in panel.model.records]
    assert asked == sorted(asked)
    qtbot.mouseClick(panel.headings.buttons[By.QUESTION], Qt.MouseButton.LeftButton)
    assert [some.expectation.query for some in panel.model.records] == asked[::-1]


def test_f5_asks_every_one_again(many: Window, qtbot: QtBot) -> None:
    go(many, qtbot)
    with qtbot.waitSignal(many.expectations.checked, timeout=PATIENCE):
        qtbot.keyClick(many, Qt.Key.Key_F5)
    assert many.measure.progress.text.startswith("Checked at ")


def test_count_in_the_status_bar_leads_to_them(many: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(many.status.expectations, Qt.MouseButton.LeftButton)
    assert many.measure.body.isVisible()


def test_replacing_leads_to_the_question_and_back_to_the_record(
    open_window: Window, expected: RecordId, qtbot: QtBot
) -> None:
    go(open_window, qtbot)
    wait(qtbot, lambda: looked_at(open_window, expected))
    qtbot.keyClick(open_window.measure.panel.view, Qt.Key.Key_S)
    assert open_window.recall.body.isVisible()
    assert open_window.recall.replacing.older is not None
    assert open_window.recall.replacing.older.id == expected


def test_nothing_expected_says_the_next_step(open_window: Window, qtbot: QtBot) -> None:
    go(open_window, qtbot)
    panel = open_window.measure.panel
    assert "press E" in panel.nothing.text()
    assert QApplication.focusWidget() is panel.ask
    assert open_window.status.expectations.isHidden()
    qtbot.mouseClick(panel.ask, Qt.MouseButton.LeftButton)
    assert open_window.recall.body.isVisible()


# ---------------------------------------------------------------- over time


def test_they_survive_a_reopen_and_another_vault_has_its_own(
    open_window: Window, expected: RecordId, vault_path: Path, words_vault: Path, qtbot: QtBot
) -> None:
    open_window.session.open(words_vault)
    wait(qtbot, lambda: open_window.session.path == words_vault)
    wait(qtbot, lambda: settled(open_window))
    assert open_window.expectations.rows == ()
    open_window.session.open(vault_path)
    wait(qtbot, lambda: open_window.session.path == vault_path)
    wait(qtbot, lambda: holds(open_window) == [True])


def test_a_thousand_are_checked_in_pieces_while_a_recall_is_answered_between(
    open_window: Window, vault_path: Path, ask: Ask, qtbot: QtBot
) -> None:
    with assistant(vault_path) as vault:
        ids = spoken(vault)
        for number in range(1000):
            expectations.expect(vault, f"Admon {number}", ids[number % len(ids)], profile="lexical")
    pieces: list[int] = []
    open_window.expectations.changed.connect(lambda: pieces.append(open_window.expectations.holding))
    wait(qtbot, lambda: len(open_window.expectations.rows) == 1000)
    ask(QUESTION)
    assert open_window.session.answer is not None
    qtbot.waitUntil(lambda: settled(open_window), timeout=4 * PATIENCE)
    assert len(holds(open_window)) == 1000
    assert len(pieces) > 10


def test_click_on_the_switch_leaves_a_place_as_a_key_does(
    open_window: Window, vault_path: Path, ask: Ask, qtbot: QtBot
) -> None:
    """The record acted on is the one highlighted, however one came back from Measure."""
    with assistant(vault_path) as vault:
        expectations.expect(vault, QUESTION, spoken(vault)[0])
    wait(qtbot, lambda: len(holds(open_window)) == 1)
    ask(QUESTION)
    buttons = open_window.browser.switch._buttons
    qtbot.mouseClick(buttons["measure"], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: open_window.session.is_beside)
    assert open_window.recall.strip.isHidden()
    qtbot.mouseClick(buttons["recall"], Qt.MouseButton.LeftButton)
    assert not open_window.session.is_beside
    view = open_window.recall.results.view
    view.setCurrentIndex(view.model().index(3, 0))
    chosen = open_window.recall.results.selected
    wait(qtbot, lambda: open_window.session.detail is not None and open_window.session.detail.record.id == chosen)
    assert open_window.session.looked_at == chosen
