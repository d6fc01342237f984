"""The doctor's page, by keys alone, on vaults that were damaged behind the program's back."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope import aside, curation, ingest, reading
from mnemoscope.doctor import Check, Diagnosis, Inspected
from mnemoscope.errors import VaultBusy
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault
from mnemoscope_gui.models.entries import Tone
from mnemoscope_gui.values import Course
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, wait

WORDS = "UPDATE term SET postings = postings + 1 WHERE text = 'shift'"
VECTORS = "UPDATE vector_segment SET hashes = zeroblob(length(hashes))"
TEXT = "UPDATE record SET text = text || ' zebra' WHERE text LIKE '%twelve euros%'"
LOST = "UPDATE record SET session = 9999 WHERE ordinal = 3"
CURATED = ("record", "app", "session", "supersession", "act", "step", "expectation", "tombstone")


def damage(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def curated(path: Path) -> list[list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    rows = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in CURATED]
    connection.close()
    return rows


def open_page(window: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.browser.place is window.doctor


def done(window: Window, qtbot: QtBot) -> None:
    wait(qtbot, lambda: window.doctor.doctor.checkup.course is Course.DONE)


def tones(window: Window) -> dict[Check, Tone]:
    return {entry.key: entry.tone for entry in window.doctor.checks.entries.records}  # type: ignore[misc]


def notes(window: Window) -> dict[Check, str]:
    return {entry.key: entry.note for entry in window.doctor.checks.entries.records}  # type: ignore[misc]


def select(window: Window, qtbot: QtBot, check: Check) -> None:
    view = window.doctor.checks
    view.setFocus()
    while window.doctor.current is not check:
        place = list(Check).index(check)
        qtbot.keyClick(view, Qt.Key.Key_Down if view.currentIndex().row() < place else Qt.Key.Key_Up)


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """An examination that goes on after its first check until it is stopped; what is returned lets it go."""
    examine = aside.examine

    def without_end(vault: Vault, progress: Progress, told: Callable[[Inspected], None]) -> Diagnosis:
        told(Inspected(Check.FILE, 12))
        while True:
            progress(0, 10)
            time.sleep(0.01)

    monkeypatch.setattr(aside, "examine", without_end)
    return lambda: monkeypatch.setattr(aside, "examine", examine)


# ---------------------------------------------------------------- what is fine


def test_page_examines_the_vault_when_it_is_opened_and_says_that_it_is_whole(
    open_window: Window, qtbot: QtBot, vault_path: Path
) -> None:
    open_page(open_window, qtbot)
    assert QApplication.focusWidget() is open_window.doctor.checks
    done(open_window, qtbot)
    verdict, about, plan = open_window.doctor.verdict.words
    assert verdict == "This vault is whole: nothing is wrong"
    assert about.startswith("41 records, ")
    assert "41 vectors" in about
    assert "examined " in about
    assert plan == ""
    assert set(tones(open_window).values()) == {Tone.GOOD}
    assert notes(open_window)[Check.TEXTS] == "41 texts, as they were stored"
    assert not open_window.doctor.verdict.repair.isVisible()


def test_empty_vault_is_said_to_be_empty_and_whole(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "new.vault"
    Vault.create(path).close()
    window.session.open(path)
    wait(qtbot, lambda: window.session.path == path)
    open_page(window, qtbot)
    done(window, qtbot)
    assert window.doctor.verdict.words[0] == "This vault is empty, and nothing is wrong with it"
    assert notes(window)[Check.WORDS] == "Nothing there yet"


def test_page_is_left_with_esc_and_keeps_what_was_found(open_window: Window, qtbot: QtBot) -> None:
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    before = open_window.doctor.doctor.checkup
    qtbot.keyClick(open_window.doctor.checks, Qt.Key.Key_Escape)
    assert open_window.browser.place is open_window.recall
    open_page(open_window, qtbot)
    assert open_window.doctor.doctor.checkup is before


def test_what_is_written_since_is_said_until_it_is_examined_again(
    open_window: Window, qtbot: QtBot, vault_path: Path
) -> None:
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    with Vault.open(vault_path, "another") as vault:
        ingest.add(vault, "One by another process.", app="home")
    wait(qtbot, lambda: "changed since" in open_window.doctor.verdict.words[1])
    qtbot.keyClick(open_window.doctor.checks, Qt.Key.Key_F5)
    wait(qtbot, lambda: open_window.doctor.verdict.words[1].startswith("42 records"))
    assert "changed since" not in open_window.doctor.verdict.words[1]


def test_another_vault_is_examined_for_itself(open_window: Window, qtbot: QtBot, words_vault: Path) -> None:
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    open_window.session.open(words_vault)
    wait(qtbot, lambda: open_window.session.path == words_vault)
    assert open_window.doctor.doctor.checkup.course is Course.NEVER
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    assert notes(open_window)[Check.VECTORS] == "Nothing there yet"


# ---------------------------------------------------------------- what is wrong


def test_repair_says_before_and_after_what_it_does_and_changes_nothing_curated(
    open_window: Window, qtbot: QtBot, vault_path: Path
) -> None:
    damage(vault_path, WORDS, VECTORS)
    before = curated(vault_path)
    page = open_window.doctor
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    assert "things are wrong" in page.verdict.words[0]
    assert page.current is Check.WORDS
    assert {check for check, tone in tones(open_window).items() if tone is Tone.FAULT} == {Check.WORDS, Check.VECTORS}
    assert "41 vectors are of other texts" in notes(open_window)[Check.VECTORS]
    plan = page.verdict.words[2]
    assert plan.startswith("Repair makes anew: the word index, wrong vectors")
    assert plan.endswith("stay exactly as they are.")
    assert page.verdict.repair.isVisible()
    qtbot.keyClick(page.checks, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.doctor.checkup.course is Course.REPAIRING
    done(open_window, qtbot)
    verdict, _, plan = page.verdict.words
    assert verdict == "This vault is whole: nothing is wrong"
    assert plan.startswith("Repaired: the word index, wrong vectors")
    assert plan.endswith("were not changed.")
    assert not page.verdict.repair.isVisible()
    assert curated(vault_path) == before
    wait(qtbot, lambda: open_window.session.health is not None and open_window.session.health.embedded == 41)


def test_record_of_a_finding_is_opened_in_recall_and_alt_left_comes_back(
    open_window: Window, qtbot: QtBot, vault_path: Path
) -> None:
    damage(vault_path, TEXT)
    page = open_window.doctor
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    assert page.current is Check.TEXTS
    finding, record = page.found.lines.lines
    assert finding.body.startswith("A text has another hash than is stored. ")
    assert "backup" in finding.body
    assert record.body.endswith("zebra")
    qtbot.keyClick(page.checks, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is page.found.lines
    qtbot.keyClick(page.found.lines, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is page.checks
    qtbot.keyClick(page.checks, Qt.Key.Key_Return)
    qtbot.keyClick(page.found.lines, Qt.Key.Key_Return)
    assert open_window.browser.place is open_window.recall
    assert open_window.session.selected == record.id
    qtbot.keyClick(open_window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert open_window.browser.place is page


def test_what_no_repair_changes_stays_after_one(open_window: Window, qtbot: QtBot, vault_path: Path) -> None:
    damage(vault_path, TEXT)
    page = open_window.doctor
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    page.verdict.repair.click()  # the words hold the old text
    done(open_window, qtbot)
    assert page.verdict.words[0] == "One thing is wrong"
    assert page.verdict.words[2].startswith("Repaired: the word index.")
    assert page.current is Check.TEXTS
    assert not page.verdict.repair.isVisible()
    qtbot.keyClick(page.checks, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.doctor.checkup.course is Course.DONE


def test_damaged_file_offers_a_backup_and_an_export(open_window: Window, qtbot: QtBot, vault_path: Path) -> None:
    damage(vault_path, LOST)
    page = open_window.doctor
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    assert page.current is Check.REFERENCES
    assert "Repair cannot help" in page.found.lines.lines[0].body
    assert notes(open_window)[Check.WORDS] == "Not looked at in a damaged file"
    assert tones(open_window)[Check.WORDS] is Tone.OPEN
    assert not page.verdict.repair.isVisible()
    assert [button.said for button in page.found.buttons if button.isVisible()] == [
        "Open a backup",
        "Export what can be read",
    ]
    select(open_window, qtbot, Check.FILE)
    assert not any(button.isVisible() for button in page.found.buttons)


@pytest.mark.parametrize(
    "cut",
    [
        "UPDATE posting_segment SET ordinals = substr(ordinals, 1, length(ordinals) - 1)",
        "UPDATE posting_segment SET lengths = x'01'",
        "UPDATE vector_segment SET vectors = substr(vectors, 3)",
        "UPDATE vector_segment SET hashes = x'01'",
    ],
)
def test_vault_whose_indexes_were_cut_short_opens_and_is_repaired(
    window: Window, qtbot: QtBot, vault_path: Path, cut: str
) -> None:
    damage(vault_path, cut)
    window.session.open(vault_path)
    wait(qtbot, lambda: window.session.path == vault_path)
    open_page(window, qtbot)
    done(window, qtbot)
    qtbot.keyClick(window.doctor.checks, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: window.doctor.verdict.words[0] == "This vault is whole: nothing is wrong")
    wait(qtbot, lambda: (health := window.session.health) is not None and health.to_embed == health.words_missing == 0)


def test_unreadable_text_is_a_finding_and_no_crash(open_window: Window, qtbot: QtBot, vault_path: Path) -> None:
    damage(vault_path, "UPDATE record SET text = CAST(x'ff80' AS TEXT) WHERE ordinal = 4")
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    assert tones(open_window)[Check.TEXTS] is Tone.FAULT
    assert "cannot be read" in open_window.doctor.found.lines.lines[0].body


def test_repair_that_finds_the_vault_busy_is_told_and_can_be_tried_again(
    open_window: Window, qtbot: QtBot, vault_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(vault: Vault, progress: Progress, told: object) -> Diagnosis:
        raise VaultBusy("vault.busy", path=str(vault.path))

    damage(vault_path, WORDS)
    page = open_window.doctor
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    with monkeypatch.context() as held:
        held.setattr(aside, "repair", busy)
        page.verdict.repair.click()
        wait(qtbot, open_window.notice.isVisible)
    assert page.doctor.checkup.course is Course.STOPPED
    qtbot.keyClick(page.checks, Qt.Key.Key_F5)
    done(open_window, qtbot)
    page.verdict.repair.click()
    done(open_window, qtbot)
    assert page.verdict.words[0] == "This vault is whole: nothing is wrong"


# ---------------------------------------------------------------- meanwhile


def test_stopped_examination_keeps_what_was_looked_at(
    open_window: Window, qtbot: QtBot, stuck: Callable[[], None]
) -> None:
    page = open_window.doctor
    open_page(open_window, qtbot)
    wait(qtbot, lambda: tones(open_window)[Check.FILE] is Tone.GOOD)
    assert page.verdict.words[0] == "Examining the vault…"
    assert page.verdict.words[1].startswith("1 of 9 checks made.")
    assert notes(open_window)[Check.REFERENCES] == "Being looked at…"
    assert notes(open_window)[Check.WORDS] == "Not looked at yet"
    assert open_window.status._work.cancel.isVisible()
    qtbot.keyClick(page.verdict.stop, Qt.Key.Key_Space)
    wait(qtbot, lambda: page.doctor.checkup.course is Course.STOPPED)
    assert page.verdict.words[0] == "Not examined to the end"
    assert tones(open_window)[Check.FILE] is Tone.GOOD
    assert notes(open_window)[Check.REFERENCES] == "Not looked at yet"
    stuck()
    qtbot.keyClick(page.checks, Qt.Key.Key_F5)
    done(open_window, qtbot)


def test_button_of_the_status_bar_stops_it_too(open_window: Window, qtbot: QtBot, stuck: Callable[[], None]) -> None:
    open_page(open_window, qtbot)
    wait(qtbot, open_window.status._work.cancel.isVisible)
    qtbot.mouseClick(open_window.status._work.cancel, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: open_window.doctor.doctor.checkup.course is Course.STOPPED)


def test_end_is_told_where_another_place_is_in_front(
    open_window: Window, qtbot: QtBot, vault_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examine, may_end = aside.examine, threading.Event()

    def held(vault: Vault, progress: Progress, told: Callable[[Inspected], None]) -> Diagnosis:
        may_end.wait(10)
        return examine(vault, progress, told)

    monkeypatch.setattr(aside, "examine", held)
    for statement, said in (("SELECT 1", "This vault is whole: nothing is wrong"), (TEXT, "3 things are wrong")):
        damage(vault_path, statement)
        may_end.clear()
        open_page(open_window, qtbot)
        qtbot.keyClick(open_window.doctor.checks, Qt.Key.Key_F5)
        qtbot.keyClick(open_window.doctor.checks, Qt.Key.Key_Escape)
        may_end.set()
        wait(qtbot, lambda said=said: said in open_window.status.news)  # type: ignore[misc]


def test_questions_are_answered_and_acts_done_while_it_examines(
    open_window: Window, qtbot: QtBot, ask: Ask, stuck: Callable[[], None], vault_path: Path
) -> None:
    open_page(open_window, qtbot)
    wait(qtbot, lambda: tones(open_window)[Check.FILE] is Tone.GOOD)
    open_window.go_to_question()
    ask(QUESTION)
    open_window.session.deactivate("meanwhile")
    wait(qtbot, lambda: open_window.session.detail is not None and not open_window.session.detail.record.active)
    assert open_window.doctor.doctor.checkup.course is Course.EXAMINING


def test_window_that_is_closed_meanwhile_ends_the_examination(
    open_window: Window, qtbot: QtBot, stuck: Callable[[], None]
) -> None:
    open_page(open_window, qtbot)
    wait(qtbot, lambda: tones(open_window)[Check.FILE] is Tone.GOOD)
    begun = time.monotonic()
    assert open_window.session.close()
    assert time.monotonic() - begun < 5


def test_vault_that_is_opened_meanwhile_ends_it_and_hears_nothing_of_it(
    open_window: Window, qtbot: QtBot, stuck: Callable[[], None], words_vault: Path
) -> None:
    open_page(open_window, qtbot)
    wait(qtbot, lambda: tones(open_window)[Check.FILE] is Tone.GOOD)
    open_window.session.open(words_vault)
    wait(qtbot, lambda: open_window.session.path == words_vault)
    assert open_window.doctor.doctor.checkup.looked == ()
    stuck()
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    assert len(open_window.doctor.doctor.checkup.looked) == len(Check)


def test_what_another_process_writes_meanwhile_is_no_finding(
    open_window: Window, qtbot: QtBot, vault_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examine = aside.examine

    def disturbed(vault: Vault, progress: Progress, told: Callable[[Inspected], None]) -> Diagnosis:
        def tell(inspected: Inspected) -> None:
            with Vault.open(vault_path, "another") as other:
                added = ingest.add(other, f"Written at {inspected.check}.", app="home")
                curation.deactivate(other, added.ids, "")
            told(inspected)

        return examine(vault, progress, tell)

    monkeypatch.setattr(aside, "examine", disturbed)
    open_page(open_window, qtbot)
    done(open_window, qtbot)
    assert open_window.doctor.verdict.words[0] == "This vault is whole: nothing is wrong"
    with Vault.open(vault_path) as vault:
        assert reading.stats(vault).records == 41 + len(Check)
