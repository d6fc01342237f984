"""The review queue in the real window, worked through by keys alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from mnemoscope import curation, demo, indexing, ingest, reading, review, suggest
from mnemoscope.candidates import Candidate, Matter
from mnemoscope.errors import Refused
from mnemoscope.plans import Affected
from mnemoscope.records import Record, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui import look
from mnemoscope_gui.commands import COMMANDS, Reach
from mnemoscope_gui.jobs import review as jobs
from mnemoscope_gui.models.review import Order
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.window import Window

from .. import candidates
from ..driving import wait

Key = Qt.Key


@pytest.fixture(scope="session")
def _searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return candidates.build(tmp_path_factory.mktemp("review") / "searched.vault")


@pytest.fixture
def path(_searched: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(_searched, tmp_path / "ward.vault"))


@pytest.fixture
def window_in_review(window: Window, path: Path, qtbot: QtBot) -> Window:
    go(window, qtbot, path)
    wait(qtbot, lambda: is_examined(window))
    return window


def go(window: Window, qtbot: QtBot, path: Path) -> None:
    """Open the vault and go to Review by its key."""
    window.session.open(path)
    wait(qtbot, lambda: window.session.path == path)
    qtbot.keyClick(window, Key.Key_F3)
    wait(qtbot, lambda: window.review.review.is_known)


def press(qtbot: QtBot, key: Qt.Key) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key)


def is_examined(window: Window) -> bool:
    examined, current = window.review.panel.examined, window.review.queue.selected
    return current is not None and examined is not None and examined.candidate.key == current.key


def is_settled(window: Window) -> bool:
    """Whether every verdict has been carried out, and the queue has been read since."""
    state = window.review.review
    return not state._pending and not state._rest.isActive() and not state.is_reading


def listed(window: Window) -> tuple[Candidate, ...]:
    return window.review.queue.model.records


def current(window: Window) -> Candidate:
    some = window.review.queue.selected
    assert some is not None
    return some


def walk_to(window: Window, qtbot: QtBot, matter: Matter, holding: str = "") -> Candidate:
    """Go with the arrow keys to the first candidate of a matter that holds a text."""
    rows = listed(window)
    target = next(
        place
        for place, some in enumerate(rows)
        if some.matter is matter and holding in " ".join(record.text for record in some.records)
    )
    while (row := window.review.queue.view.currentIndex().row()) != target:
        press(qtbot, Key.Key_Down if row < target else Key.Key_Up)
    wait(qtbot, lambda: is_examined(window))
    return rows[target]


def now(path: Path, id: str) -> Record:
    """A record as another process reads it."""
    with Vault.open(path, "test") as vault:
        return reading.record(vault, id)


def last_act(path: Path) -> str:
    with Vault.open(path, "test") as vault:
        return reading.history(vault, 1)[0].label.id


def acts(path: Path) -> int:
    with Vault.open(path, "test") as vault:
        return len(reading.history(vault))


# ---------------------------------------------------------------- searching


def test_vault_that_nobody_searched_says_what_a_search_does_and_searches_on_a_key(
    window: Window, words_vault: Path, qtbot: QtBot
) -> None:
    go(window, qtbot, words_vault)
    place = window.review
    assert "Nobody has looked" in place.panel.empty_title.text()
    assert "no vectors yet" in place.panel.empty_text.text()
    assert QApplication.focusWidget() is place.panel.empty_button
    press(qtbot, Key.Key_Space)
    wait(qtbot, lambda: not place.review.is_searching and place.review.queue.searched_at is not None)
    assert place.again.text() == "Search again"


def test_search_finds_the_queue_and_its_count_stands_beside_the_place(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    path = candidates.build(tmp_path / "unsearched.vault", searched=False)
    go(window, qtbot, path)
    assert listed(window) == ()
    press(qtbot, Key.Key_Space)
    wait(qtbot, lambda: bool(listed(window)))
    left = len(listed(window))
    assert window.browser.switch._buttons["review"].text() == f"Review  {left}"
    assert window.review.progress.count.text() == f"<b>{left} left</b> of {left} candidates"
    wait(qtbot, lambda: QApplication.focusWidget() is window.review.queue.view)


def test_search_that_is_stopped_leaves_the_queue_as_it_was(window_in_review: Window, qtbot: QtBot) -> None:
    window, before = window_in_review, listed(window_in_review)
    window.review.again.click()
    window.session.work.cancel()
    wait(qtbot, lambda: not window.review.review.is_searching and is_settled(window))
    assert [some.key for some in listed(window)] == [some.key for some in before]


def test_count_is_there_before_anybody_goes_to_review(window: Window, path: Path, qtbot: QtBot) -> None:
    window.session.open(path)
    wait(qtbot, lambda: window.browser.switch._buttons["review"].text() == "Review  7")


# ---------------------------------------------------------------- verdicts, one key each


@pytest.mark.parametrize(("key", "loser", "winner"), [(Key.Key_A, 1, 0), (Key.Key_B, 0, 1)])
def test_a_and_b_keep_one_of_a_pair_and_the_next_is_asked_at_once(
    window_in_review: Window, path: Path, key: Qt.Key, loser: int, winner: int, qtbot: QtBot
) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    place = window.review.queue.view.currentIndex().row()
    following = listed(window)[place + 1]
    press(qtbot, key)
    assert current(window).key == following.key
    assert pair.key not in [some.key for some in listed(window)]
    wait(qtbot, lambda: is_settled(window))
    assert now(path, pair.records[loser].id).superseded_by == pair.records[winner].id
    assert window.review.queue.view.currentIndex().row() <= place
    assert QApplication.focusWidget() is window.review.queue.view


@pytest.mark.parametrize(
    ("key", "label"), [(Key.Key_T, "act.review_both_true"), (Key.Key_N, "act.review_not_the_same")]
)
def test_t_and_n_change_no_record_and_are_not_asked_again(
    window_in_review: Window, path: Path, key: Qt.Key, label: str, qtbot: QtBot
) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    press(qtbot, key)
    wait(qtbot, lambda: is_settled(window))
    assert last_act(path) == label
    assert all(now(path, record.id).superseded_by is None for record in pair.records)
    window.review.again.click()
    wait(qtbot, lambda: not window.review.review.is_searching and is_settled(window))
    assert pair.key not in [some.key for some in listed(window)]


@pytest.mark.parametrize("key", [Key.Key_L, Key.Key_Space])
def test_later_puts_off_to_the_end(window_in_review: Window, key: Qt.Key, qtbot: QtBot) -> None:
    window, count = window_in_review, len(listed(window_in_review))
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    place = window.review.queue.view.currentIndex().row()
    press(qtbot, key)
    wait(qtbot, lambda: is_settled(window))
    assert listed(window)[-1].key == pair.key
    assert listed(window)[-1].is_put_off
    assert (len(listed(window)), window.review.queue.view.currentIndex().row()) == (count, place)


def test_stale_record_is_deactivated_or_still_true(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    window = window_in_review
    stale = walk_to(window, qtbot, Matter.STALE, "permit")
    press(qtbot, Key.Key_D)
    wait(qtbot, lambda: is_settled(window))
    assert not now(path, stale.records[0].id).active
    qtbot.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: is_settled(window) and current(window).key == stale.key)
    press(qtbot, Key.Key_T)
    wait(qtbot, lambda: is_settled(window))
    assert now(path, stale.records[0].id).active
    assert stale.key not in [some.key for some in listed(window)]


def test_record_whose_newer_one_is_inactive_is_brought_back(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    window = window_in_review
    stale = walk_to(window, qtbot, Matter.STALE, "room 3")
    assert now(path, stale.records[0].id).superseded_by is not None
    press(qtbot, Key.Key_R)
    wait(qtbot, lambda: is_settled(window))
    assert now(path, stale.records[0].id).superseded_by is None
    assert stale.key not in [some.key for some in listed(window)]
    qtbot.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: is_settled(window) and current(window).key == stale.key)
    assert now(path, stale.records[0].id).superseded_by is not None


def test_letter_that_is_no_answer_does_nothing(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    window, before = window_in_review, acts(path)
    stale = walk_to(window, qtbot, Matter.STALE, "permit")
    for key in (Key.Key_A, Key.Key_B, Key.Key_N, Key.Key_R):
        press(qtbot, key)
    qtbot.wait(50)
    assert current(window).key == stale.key
    assert acts(path) == before
    assert window.recall.adjust.isHidden()


def test_a_keeps_the_proposed_one_of_a_group(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    window = window_in_review
    group = walk_to(window, qtbot, Matter.DUPLICATE, "latex")
    assert len(group.records) == 3
    press(qtbot, Key.Key_A)
    wait(qtbot, lambda: is_settled(window))
    kept, *others = group.records
    assert now(path, kept.id).superseded_by is None
    assert [now(path, record.id).superseded_by for record in others] == [kept.id, kept.id]


def test_another_one_of_a_group_is_chosen_with_arrows_and_kept_with_b(
    window_in_review: Window, path: Path, qtbot: QtBot
) -> None:
    window = window_in_review
    group = walk_to(window, qtbot, Matter.DUPLICATE, "latex")
    for _ in range(2):
        press(qtbot, Key.Key_Right)
    rows = window.review.panel.group.rows.records
    assert [row.is_kept for row in rows] == [False, False, True]
    assert window.review.panel.verdicts.choices[1].title == "Keep C"
    press(qtbot, Key.Key_B)
    wait(qtbot, lambda: is_settled(window))
    first, second, third = group.records
    assert now(path, third.id).superseded_by is None
    assert [now(path, record.id).superseded_by for record in (first, second)] == [third.id, third.id]


def test_group_can_be_walked_by_itself(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    group = walk_to(window, qtbot, Matter.DUPLICATE, "latex")
    qtbot.keyClick(window, Key.Key_F6)
    assert QApplication.focusWidget() is window.review.panel.group
    press(qtbot, Key.Key_Down)
    assert window.review.panel.preview is not None
    assert window.review.panel.preview.kept == 1
    wait(qtbot, lambda: window.session.looked_at == group.records[1].id)
    press(qtbot, Key.Key_Escape)
    assert QApplication.focusWidget() is window.review.queue.view


def test_click_on_a_verdict_is_the_same_as_its_key(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.SUPERSESSION)
    qtbot.mouseClick(window.review.panel.verdicts.buttons[1], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: is_settled(window))
    assert now(path, pair.records[0].id).superseded_by == pair.records[1].id
    assert QApplication.focusWidget() is window.review.queue.view


def test_whole_queue_is_worked_through_by_keys_and_the_page_says_so(
    window_in_review: Window, path: Path, qtbot: QtBot
) -> None:
    window, total = window_in_review, len(listed(window_in_review))
    keys = {Matter.STALE: Key.Key_T, Matter.DUPLICATE: Key.Key_A, Matter.CONTRADICTION: Key.Key_B}
    while listed(window):
        press(qtbot, keys.get(current(window).matter, Key.Key_B))
    wait(qtbot, lambda: is_settled(window) and window.review.review.queue.settled > 0)
    assert window.review.panel.is_empty
    assert f"All {total} candidates are settled" in window.review.panel.empty_title.text()
    assert window.browser.switch._buttons["review"].text() == "Review"
    with Vault.open(path, "test") as vault:
        assert review.queue(vault).left == ()


def test_nothing_more_is_asked_about_what_has_lost(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    assert any(some.matter is Matter.DUPLICATE and "7:30" in some.records[0].text for some in listed(window))
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    press(qtbot, Key.Key_B)
    assert all(pair.records[0].id not in [record.id for record in some.records] for some in listed(window))
    wait(qtbot, lambda: is_settled(window))
    assert window.notice.isHidden()


# ---------------------------------------------------------------- undo, failure, another process, another day


def test_undo_brings_the_candidate_back_into_its_place_and_selects_it(
    window_in_review: Window, path: Path, qtbot: QtBot
) -> None:
    window, before = window_in_review, [some.key for some in listed(window_in_review)]
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    press(qtbot, Key.Key_B)
    press(qtbot, Key.Key_Down)
    wait(qtbot, lambda: is_settled(window))
    qtbot.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: current(window).key == pair.key)
    assert [some.key for some in listed(window)] == before
    assert now(path, pair.records[0].id).superseded_by is None


def test_last_verdict_can_be_taken_back_by_its_button_in_the_head(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    (button,) = window.review.head.findChildren(ActionButton)
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    assert not button.isVisible()
    press(qtbot, Key.Key_B)
    wait(qtbot, button.isVisible)
    window.resize(900, 600)
    assert not button.isVisible()
    window.resize(1280, 800)
    wait(qtbot, lambda: is_settled(window))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: current(window).key == pair.key)


def test_undo_of_later_brings_it_back_from_the_end(window_in_review: Window, qtbot: QtBot) -> None:
    window, before = window_in_review, [some.key for some in listed(window_in_review)]
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    press(qtbot, Key.Key_L)
    wait(qtbot, lambda: is_settled(window))
    qtbot.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: [some.key for some in listed(window)] == before)
    assert current(window).key == pair.key


def test_verdict_that_cannot_be_carried_out_is_told_and_the_candidate_comes_back(
    window_in_review: Window, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, before = window_in_review, acts(path)
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)

    def refuse(*_: object) -> Callable[[Vault], object]:
        def act(vault: Vault) -> object:
            raise Refused("review.unfitting")

        return act

    monkeypatch.setattr(jobs, "settle", refuse)
    press(qtbot, Key.Key_B)
    assert current(window).key != pair.key
    wait(qtbot, lambda: "no answer to this question" in window.notice.text)
    wait(qtbot, lambda: current(window).key == pair.key)
    assert acts(path) == before


def test_record_deactivated_elsewhere_a_moment_ago_is_one_sentence_and_nothing_half_done(
    window_in_review: Window, path: Path, qtbot: QtBot
) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    with Vault.open(path, "assistant") as vault:
        curation.deactivate(vault, [pair.records[1].id])
    press(qtbot, Key.Key_B)
    wait(qtbot, lambda: "has been deactivated meanwhile" in window.notice.text)
    wait(qtbot, lambda: is_settled(window) and pair.key not in [some.key for some in listed(window)])
    assert now(path, pair.records[0].id).superseded_by is None


def test_acts_of_another_process_shrink_the_queue_and_the_place_is_kept(
    window_in_review: Window, path: Path, qtbot: QtBot
) -> None:
    window = window_in_review
    first, here = listed(window)[0], walk_to(window, qtbot, Matter.SUPERSESSION)
    with Vault.open(path, "assistant") as vault:
        curation.deactivate(vault, [record.id for record in first.records])
    wait(qtbot, lambda: first.key not in [some.key for some in listed(window)])
    assert current(window).key == here.key


def test_queue_goes_on_where_it_was_left_in_another_window(
    window_in_review: Window, path: Path, settings: Settings, qtbot: QtBot
) -> None:
    window = window_in_review
    walk_to(window, qtbot, Matter.CONTRADICTION)
    press(qtbot, Key.Key_T)
    press(qtbot, Key.Key_L)
    wait(qtbot, lambda: is_settled(window))
    left = [some.key for some in listed(window)]
    other = Window(settings)
    qtbot.addWidget(other)
    other.show()
    other.session.open(path)
    wait(qtbot, lambda: bool(listed(other)))
    assert [some.key for some in listed(other)] == left
    assert other.review.review.queue.settled == 1
    assert other.review.progress.settled.text().startswith("1 settled")
    assert other.session.close()


# ---------------------------------------------------------------- order and chips


def test_candidates_can_be_sorted(window_in_review: Window, qtbot: QtBot) -> None:
    window, box = window_in_review, window_in_review.review.queue.orders
    assert [some.served for some in listed(window)] == sorted((some.served for some in listed(window)), reverse=True)
    box.setFocus()
    found = {}
    for _ in range(3):
        press(qtbot, Key.Key_Down)
        found[window.review.queue.order] = listed(window)
    newest, oldest, surest = (found[order] for order in (Order.NEWEST, Order.OLDEST, Order.SUREST))
    assert max(record.time for record in newest[0].records) == max(r.time for s in newest for r in s.records)
    assert min(record.time for record in oldest[0].records) == min(r.time for s in oldest for r in s.records)
    assert [some.score for some in surest] == sorted((some.score for some in surest), reverse=True)
    assert window.review.queue.view.currentIndex().row() == 0


def test_chips_choose_what_is_asked_and_the_last_one_brings_all_back(window_in_review: Window, qtbot: QtBot) -> None:
    window, chips = window_in_review, window_in_review.review.queue.chips
    assert [chip.text() for chip in chips.values()] == [
        "Stale 2", "Duplicates 3", "Contradictions 1", "Supersessions 1"
    ]  # fmt: skip
    for matter in (Matter.DUPLICATE, Matter.CONTRADICTION, Matter.SUPERSESSION):
        chips[matter].setFocus()
        press(qtbot, Key.Key_Space)
    assert {some.matter for some in listed(window)} == {Matter.STALE}
    chips[Matter.STALE].setFocus()
    press(qtbot, Key.Key_Space)
    assert all(chip.isChecked() for chip in chips.values())
    assert {some.matter for some in listed(window)} == set(Matter)


def test_chosen_matters_without_a_candidate_offer_to_show_all(window_in_review: Window, qtbot: QtBot) -> None:
    window, chips = window_in_review, window_in_review.review.queue.chips
    for matter in (Matter.DUPLICATE, Matter.STALE, Matter.SUPERSESSION):
        chips[matter].click()
    window.review.queue.view.setFocus()
    press(qtbot, Key.Key_T)
    wait(qtbot, lambda: window.review.panel.is_empty)
    assert "No candidate of the chosen kinds" in window.review.panel.empty_title.text()
    assert QApplication.focusWidget() is window.review.panel.empty_button
    press(qtbot, Key.Key_Space)
    assert len(listed(window)) == 6
    assert QApplication.focusWidget() is window.review.queue.view


def test_matters_and_order_are_remembered(
    window_in_review: Window, path: Path, settings: Settings, qtbot: QtBot
) -> None:
    window = window_in_review
    window.review.queue.chips[Matter.STALE].click()
    window.review.queue.orders.setFocus()
    press(qtbot, Key.Key_Down)
    other = Window(settings)
    qtbot.addWidget(other)
    assert other.review.queue.matters == frozenset(Matter) - {Matter.STALE}
    assert other.review.queue.order is Order.NEWEST
    assert other.session.close()


# ---------------------------------------------------------------- impact before the verdict


def test_left_and_right_show_the_impact_of_another_verdict_and_write_nothing(
    window_in_review: Window, path: Path, qtbot: QtBot
) -> None:
    window, before = window_in_review, acts(path)
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    first, second = (record.id[:6] for record in pair.records)
    copy = window.review.panel.copies.rows.records[0].id[:6]
    said = window.review.impact_of.sentence
    assert said.text().startswith(f"Records {first} and {copy} are superseded by {second}.")
    wait(qtbot, lambda: "answers would change" in window.review.impact.text)
    assert "1 of 1 expectation would hold" in window.review.impact.text
    press(qtbot, Key.Key_Left)
    assert said.text().startswith(f"Record {second} is superseded by {first}.")
    assert window.review.impact.text.startswith("Asking")
    wait(qtbot, lambda: "would change" in window.review.impact.text)
    assert window.review.impact_of.switch.choice == "first"
    for _ in range(2):
        press(qtbot, Key.Key_Right)
    assert window.review.impact.text == "Every answer stays as it is."
    assert acts(path) == before
    assert current(window).key == pair.key


def test_pointing_at_a_verdict_shows_its_impact(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    walk_to(window, qtbot, Matter.CONTRADICTION)
    window.review.panel.verdicts.buttons[0].pointed_at.emit()
    assert window.review.impact_of.switch.choice == "first"
    assert window.review.panel.verdicts.buttons[0].property("on")


def test_question_that_would_change_is_opened_in_recall(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    walk_to(window, qtbot, Matter.CONTRADICTION)
    wait(qtbot, lambda: window.review.impact.model.rowCount() > 1)
    window.review.impact.take_focus()
    press(qtbot, Key.Key_Down)
    question = window.review.impact.model.records[window.review.impact.view.currentIndex().row()]
    assert isinstance(question, Affected)
    press(qtbot, Key.Key_Return)
    wait(qtbot, lambda: window.session.answer is not None and not window.session.is_asking)
    assert window.browser.place is window.recall
    assert window.session.query == question.asked
    qtbot.keyClick(window, Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    wait(qtbot, lambda: window.browser.place is window.review)


def test_impact_is_of_the_candidate_on_show_when_one_walks_fast(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    for _ in range(3):
        press(qtbot, Key.Key_Down)
    for _ in range(3):
        press(qtbot, Key.Key_Up)
    plan = window.review.foresight.plan
    wait(qtbot, lambda: window.review.foresight.impact is not None)
    assert window.review.foresight.impact is not None
    assert window.review.foresight.impact.plan == plan


# ---------------------------------------------------------------- copies


def test_copies_that_say_the_same_are_ticked_and_go_with_the_loser(
    window_in_review: Window, path: Path, qtbot: QtBot
) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    ticks = window.review.panel.copies.rows.records
    assert [(some.text, some.is_ticked) for some in ticks] == [("At 7:30 the clinic opens.", True)]
    assert window.review.panel.verdicts.choices[1].note == "A + 1 copy"
    press(qtbot, Key.Key_B)
    wait(qtbot, lambda: is_settled(window))
    assert now(path, ticks[0].id).superseded_by == pair.records[1].id


def test_space_takes_a_copy_out_and_the_impact_follows(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    ticks = window.review.panel.copies
    ticks.setFocus()
    press(qtbot, Key.Key_Space)
    assert window.review.panel.verdicts.choices[1].note == "A superseded"
    assert window.review.foresight.plan is not None
    assert len(window.review.foresight.plan.supersede) == 1
    press(qtbot, Key.Key_B)
    wait(qtbot, lambda: is_settled(window))
    assert now(path, pair.records[0].id).superseded_by == pair.records[1].id
    assert now(path, ticks.rows.records[0].id if ticks.rows.records else pair.records[1].id).superseded_by is None


def test_copy_that_differs_is_shown_and_never_ticked(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    with Vault.open(path, "assistant") as vault:
        ingest.add(vault, "The clinic opens at 7:45.", app="ward")
        indexing.embed_pending(vault, bulk=False)
    window = window_in_review
    walk_to(window, qtbot, Matter.SUPERSESSION)
    walk_to(window, qtbot, Matter.CONTRADICTION)
    wait(qtbot, lambda: len(window.review.panel.copies.rows.records) == 2)
    different = next(some for some in window.review.panel.copies.rows.records if "7:45" in some.text)
    assert not different.is_ticked
    assert different.note == "differs in a number: never ticked for you"
    assert different.marked


# ---------------------------------------------------------------- records, areas, palette


def test_enter_opens_the_record_in_recall_and_alt_left_returns(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    wait(qtbot, lambda: window.session.detail is not None and window.session.detail.record.id == pair.records[1].id)
    press(qtbot, Key.Key_Return)
    assert window.browser.place is window.recall
    assert window.session.selected == pair.records[1].id
    focused = QApplication.focusWidget()
    assert focused is not None
    assert window.inspector.isAncestorOf(focused)  # the letters are about this record
    qtbot.keyClick(window, Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    wait(qtbot, lambda: window.browser.place is window.review)
    assert current(window).key == pair.key


def test_enter_presses_the_button_that_has_the_focus(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    button = next(b for b in window.review.body.findChildren(QPushButton) if "Both true" in b.accessibleName())
    button.setFocus()
    qtbot.keyClick(button, Key.Key_Return)
    wait(qtbot, lambda: current(window).key != pair.key)


def test_chosen_card_is_what_the_other_tabs_are_about(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    qtbot.mouseClick(window.review.panel.cards[0], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: window.session.detail is not None and window.session.detail.record.id == pair.records[0].id)
    window.inspector.tabs.setCurrentIndex(1)
    assert [line.id for line in window.inspector.session.lines if line.is_current] == [pair.records[0].id]
    press(qtbot, Key.Key_Down)
    assert current(window).key != pair.key


def test_f6_walks_through_the_areas_and_escape_leads_back(window_in_review: Window, qtbot: QtBot) -> None:
    window, place = window_in_review, window_in_review.review
    walk_to(window, qtbot, Matter.CONTRADICTION)
    seen = []
    for _ in range(4):
        qtbot.keyClick(window, Key.Key_F6)
        seen.append(QApplication.focusWidget())
    tab_bar = window.inspector.tabs.tabBar()
    assert seen == [place.panel.cards[0], place.panel.verdicts.buttons[0], tab_bar, place.queue.view]
    qtbot.keyClick(window, Key.Key_F6)
    press(qtbot, Key.Key_Escape)
    assert QApplication.focusWidget() is place.queue.view
    press(qtbot, Key.Key_Escape)
    assert window.browser.place is window.recall


def test_letters_give_verdicts_from_the_inspector_too(window_in_review: Window, path: Path, qtbot: QtBot) -> None:
    window = window_in_review
    pair = walk_to(window, qtbot, Matter.CONTRADICTION)
    window.inspector.tabs.tabBar().setFocus()
    press(qtbot, Key.Key_A)
    wait(qtbot, lambda: is_settled(window))
    assert now(path, pair.records[1].id).superseded_by == pair.records[0].id
    assert window.recall.adjust.isHidden()
    window.go_to_recall()
    window.inspector.tabs.tabBar().setFocus()
    before = acts(path)
    press(qtbot, Key.Key_B)
    qtbot.wait(50)
    assert acts(path) == before


def test_palette_and_page_of_keys_know_the_verdicts(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    walk_to(window, qtbot, Matter.CONTRADICTION)
    named = {offer.title: offer.key for offer in window.review.offers()}
    assert named["Keep A"] == "A"
    assert named["Both true"] == "T"
    assert "Search for candidates" in named
    window.go_to_recall()
    assert [offer.title for offer in window.review.offers()] == ["Search for candidates"]


def test_letters_of_review_are_no_commands_that_mean_something_elsewhere() -> None:
    here = {command.shortcut for command in COMMANDS if not command.reach & (Reach.HISTORY | Reach.SOURCES)}
    assert here.isdisjoint({"B", "N", "T", "L"})


def test_ten_thousand_candidates_are_listed_and_walked(window_in_review: Window, qtbot: QtBot) -> None:
    window = window_in_review
    some = next(one for one in listed(window) if one.matter is Matter.STALE)
    many = tuple(
        replace(some, records=(replace(some.records[0], id=RecordId(f"{number:032x}")),), served=number % 7)
        for number in range(10_000)
    )
    window.review.queue.show_queue(replace(window.review.review.queue, left=many))
    assert window.review.queue.view.model().rowCount() == 10_000
    press(qtbot, Key.Key_End)
    assert window.review.queue.place == (10_000, 10_000)


# ---------------------------------------------------------------- the demo, and a larger memory


@pytest.fixture(scope="module")
def demo_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo.make(tmp_path_factory.mktemp("demo") / "demo.vault")


def curate(window: Window, qtbot: QtBot, keys: dict[Matter, Qt.Key]) -> int:
    """Search, then settle everything that is found, by keys alone; returns how much that was."""
    press(qtbot, Key.Key_Space)
    wait(qtbot, lambda: not window.review.review.is_searching and bool(listed(window)))
    wait(qtbot, lambda: QApplication.focusWidget() is window.review.queue.view)
    given = 0
    while listed(window):
        press(qtbot, keys[current(window).matter])
        given += 1
        if not given % 10:
            wait(qtbot, lambda: is_settled(window))
        if not listed(window):
            wait(qtbot, lambda: is_settled(window))
    return given


MOST = 40
"""Verdicts that are given in a larger memory: it would take minutes to give all."""
KEYS = {
    Matter.STALE: Key.Key_D,
    Matter.DUPLICATE: Key.Key_A,
    Matter.CONTRADICTION: Key.Key_B,
    Matter.SUPERSESSION: Key.Key_B,
}


def test_demo_vault_is_curated_by_keys_alone(window: Window, demo_vault: Path, tmp_path: Path, qtbot: QtBot) -> None:
    path = Path(shutil.copy(demo_vault, tmp_path / "demo.vault"))
    go(window, qtbot, path)
    given = curate(window, qtbot, KEYS)
    with Vault.open(path, "test") as vault:
        queue = review.queue(vault)
        settled = [act for act in reading.history(vault) if act.label.id.startswith("act.review_")]
    assert given > 10
    assert queue.left == ()
    assert len(settled) == given
    assert window.notice.isHidden()


def test_larger_memory_is_curated_by_keys_alone(window: Window, datasets: Path, tmp_path: Path, qtbot: QtBot) -> None:
    source = datasets / "longmemeval_slice" / "longmemeval_slice.json"
    if not source.is_file():
        pytest.skip("the slice of LongMemEval is not in the data folder")
    path = tmp_path / "slice.vault"
    with Vault.create(path) as vault:
        ingest.import_path(vault, source)  # small talk, which claims next to nothing
        ingest.import_drafts(vault, candidates.drafts(), format="jsonl", source="said.jsonl")
        assert suggest.search(vault)
    go(window, qtbot, path)
    wait(qtbot, lambda: bool(listed(window)))
    given = 0
    while listed(window) and given < MOST:
        press(qtbot, KEYS[current(window).matter])
        given += 1
        if not given % 10 or not listed(window):
            wait(qtbot, lambda: is_settled(window))
    with Vault.open(path, "test") as vault:
        settled = [act for act in reading.history(vault) if act.label.id.startswith("act.review_")]
        left = review.queue(vault).left
    assert 0 < given == len(settled)
    assert given == MOST or left == ()
    assert window.notice.isHidden()


def test_texts_of_the_cards_grow_with_the_zoom(window_in_review: Window, qtbot: QtBot) -> None:
    panel = window_in_review.review.panel
    while not panel.cards[0].isVisible():
        press(qtbot, Key.Key_Down)
    larger, normal = (window_in_review.actions_by_id[f"view.{id}"] for id in ("larger", "normal"))
    larger.trigger()
    assert panel.cards[0].text.font().pixelSize() == look.Size.TEXT == 15
    normal.trigger()
    assert panel.cards[0].text.font().pixelSize() == look.Size.TEXT == 14
