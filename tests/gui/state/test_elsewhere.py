"""Two other processes act on the open vault: the person keeps the record and the place in the list."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from mnemoscope import curation, expectations, indexing, ingest, reading
from mnemoscope.records import Kind, RecordDraft, RecordId, SessionDraft
from mnemoscope.vault import Vault
from mnemoscope_gui import look
from mnemoscope_gui.state.elsewhere import POLL
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, wait

ACTS = int(os.environ.get("MNEMOSCOPE_ACTS", "40"))
"""Acts of each of the two; 1,000 in a full run (`MNEMOSCOPE_ACTS=1000`)."""
ROWS = 300
ACTORS = ("command line", "assistant (ward)")
_SCRIPT = Path(__file__).parents[2] / "core" / "actors.py"


def start(path: Path, actor: str, seed: int) -> subprocess.Popen[str]:
    source = str(Path(reading.__file__).parents[1])
    arguments = [sys.executable, str(_SCRIPT), str(path), actor, str(seed), str(ACTS)]
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONPATH": source})


def test_acts_of_two_processes_leave_selection_and_place(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "busy.vault"
    with Vault.create(path, "importer") as vault:
        drafts = [RecordDraft("s", f"Line {n} of the log", f"l{n}", "here", Kind.NOTE) for n in range(ROWS)]
        ingest.import_drafts(vault, [SessionDraft("s", "Log", "here"), *drafts], format="jsonl", source="log.jsonl")
    window.session.open(path)
    view, model, bar = window.recall.records.view, window.recall.records.model, None
    wait(qtbot, lambda: model.rowCount() == ROWS)
    bar = view.verticalScrollBar()
    bar.setValue(150 * look.Height.ROW + 7)
    view.setCurrentIndex(model.index(155, 0))
    wait(qtbot, lambda: window.session.detail is not None)
    selected, top = window.session.selected, model.id_at(bar.value() // look.Height.ROW)

    processes = [start(path, actor, seed) for seed, actor in enumerate(ACTORS)]
    wait_for = 600_000 if ACTS > 100 else 60_000
    qtbot.waitUntil(lambda: all(process.poll() is not None for process in processes), timeout=wait_for)
    assert [process.returncode for process in processes] == [0, 0]
    with Vault.open(path, "looking") as vault:
        acts = reading.history(vault, 10 * ACTS)
        added = reading.stats(vault).records - ROWS
    assert {actor: sum(act.actor == actor for act in acts) for actor in ACTORS} == dict.fromkeys(ACTORS, ACTS)
    assert added > 0
    wait(qtbot, lambda: model.rowCount() == ROWS + added)

    assert window.browser.place is window.recall
    assert window.session.selected == selected == window.recall.records.selected
    assert model.id_at(bar.value() // look.Height.ROW) == top
    assert bar.value() % look.Height.ROW == 7
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())


def test_what_was_done_before_the_vault_was_opened_is_no_news(open_window: Window, qtbot: QtBot) -> None:
    told: list[object] = []
    open_window.session.written_elsewhere.connect(told.append)
    open_window.review.review.search()
    wait(qtbot, lambda: open_window.review.review.queue.searched_at is not None)
    qtbot.wait(POLL * 3)
    assert told == []


# ---------------------------------------------------------------- in place


@pytest.fixture
def served(open_window: Window, ask: Ask) -> Window:
    """The window on a question, lower than its list is high."""
    open_window.resize(900, 420)
    ask(QUESTION)
    return open_window


def select(window: Window, qtbot: QtBot, row: int) -> RecordId:
    """Make a served row current, as a click on it would, and wait until it is explained."""
    view, model = window.recall.results.view, window.recall.results.model
    view.setFocus()
    view.setCurrentIndex(model.index(row, 0))
    id = model.records[row].hit.id
    wait(qtbot, lambda: window.session.detail is not None and window.session.detail.record.id == id)
    wait(qtbot, lambda: model.records[model.row_of(id) or 0].explanation is not None)
    return id


def top_of(window: Window, id: RecordId) -> int:
    """How far below the edge of the list a record stands."""
    results = window.recall.results
    row = results.model.row_of(id)
    assert row is not None
    return results.view.visualRect(results.model.index(row, 0)).top()


@pytest.fixture
def assistant(vault_path: Path) -> Iterator[Vault]:
    """A connection of another actor."""
    with Vault.open(vault_path, "assistant (ward)") as vault:
        yield vault


def say_first(vault: Vault, number: int) -> None:
    """A record that outranks all others by its words, embedded as the assistant's own door would."""
    ingest.add(vault, f"What shift was Admon on Sunday? Admon, Sunday, shift: {number}.", app="ward")
    indexing.embed_pending(vault, bulk=False)


def test_record_that_enters_above_the_selected_one_leaves_it_where_it_is(
    served: Window, qtbot: QtBot, assistant: Vault
) -> None:
    results = served.recall.results
    results.view.verticalScrollBar().setValue(6 * look.Height.ROW + 5)
    id = select(served, qtbot, 9)
    before, row = top_of(served, id), results.model.row_of(id)
    resets: list[int] = []
    results.model.modelReset.connect(lambda: resets.append(1))
    say_first(assistant, 1)
    wait(qtbot, lambda: results.model.row_of(id) == (row or 0) + 1)
    assert (served.session.selected, results.selected) == (id, id)
    assert top_of(served, id) == before
    assert results.view.currentIndex().row() == results.model.row_of(id)
    assert resets == []


def test_opened_row_goes_on_telling_while_its_new_explanation_is_on_its_way(
    served: Window, qtbot: QtBot, assistant: Vault
) -> None:
    results = served.recall.results
    id = select(served, qtbot, 3)
    untold: list[int] = []

    def look_at(*_: object) -> None:
        row = results.model.row_of(id)
        if row is not None and results.model.records[row].explanation is None:
            untold.append(row)

    results.model.dataChanged.connect(look_at)
    row = results.model.row_of(id)
    say_first(assistant, 1)
    wait(qtbot, lambda: results.model.row_of(id) == (row or 0) + 1)
    qtbot.wait(POLL)
    assert untold == []


def test_list_that_is_not_scrolled_shows_what_comes_in_on_top(served: Window, qtbot: QtBot, assistant: Vault) -> None:
    served.resize(900, 600)
    results = served.recall.results
    id = select(served, qtbot, 1)
    say_first(assistant, 1)
    wait(qtbot, lambda: "Admon, Sunday, shift" in results.model.records[0].record.text)
    assert results.view.verticalScrollBar().value() == 0
    assert results.selected == id


def test_open_record_that_is_deactivated_elsewhere_stays_open_and_says_so(
    served: Window, qtbot: QtBot, assistant: Vault
) -> None:
    id = select(served, qtbot, 2)
    curation.deactivate(assistant, [id], "no longer true")
    wait(qtbot, lambda: served.session.detail is not None and not served.session.detail.record.active)
    assert served.session.selected == id
    wait(qtbot, lambda: served.recall.results.model.row_of(id) is None)
    assert not served.recall.results.view.currentIndex().isValid()  # it is not served; it is still looked at
    assert served.inspector.isVisible()


def test_many_writes_in_a_row_neither_flicker_nor_move_the_place(
    served: Window, qtbot: QtBot, assistant: Vault
) -> None:
    results = served.recall.results
    results.view.verticalScrollBar().setValue(8 * look.Height.ROW)
    id = select(served, qtbot, 12)
    before = top_of(served, id)
    resets, moved, lost = [], [], []
    results.model.modelReset.connect(lambda: resets.append(1))
    served.session.record_selected.connect(moved.append)

    def look_at(*_: object) -> None:
        if results.view.currentIndex().isValid() and top_of(served, id) != before:
            lost.append(top_of(served, id))

    served.session.answered.connect(look_at)
    for number in range(200):
        bulletin = f"Bulletin of the kitchen, number {number}: soup on the second day."
        ingest.add(assistant, bulletin, app="home")
        if number % 10 == 0:
            qtbot.wait(20)
    health = served.session.health
    assert health is not None
    wait(qtbot, lambda: served.session.health.records == reading.stats(assistant).records)  # type: ignore[union-attr]
    wait(qtbot, lambda: not served.session.is_recalling)
    qtbot.wait(POLL)
    assert (resets, moved, lost) == ([], [], [])
    assert served.session.selected == results.selected == id
    assert top_of(served, id) == before


def test_writes_elsewhere_are_seen_within_a_second(open_window: Window, qtbot: QtBot, assistant: Vault) -> None:
    model = open_window.recall.records.model
    wait(qtbot, lambda: model.rowCount() > 0)
    rows = model.rowCount()
    for _ in range(3):
        qtbot.wait(37)
        since = time.monotonic()
        ingest.add(assistant, f"Something new, {since}.", app="ward")
        rows += 1
        wait(qtbot, lambda rows=rows: model.rowCount() == rows)
        assert time.monotonic() - since < 2.0  # a second, on a machine that others use too


def test_text_that_is_typed_and_the_open_reason_stay(served: Window, qtbot: QtBot, assistant: Vault) -> None:
    select(served, qtbot, 2)
    qtbot.keyClick(served.recall.results.view, Qt.Key.Key_D)
    wait(qtbot, served.inspector.reason.isVisible)
    typing = QApplication.focusWidget()
    assert isinstance(typing, QLineEdit)
    qtbot.keyClicks(typing, "no lon")
    say_first(assistant, 1)
    wait(qtbot, lambda: "Admon, Sunday, shift" in served.recall.results.model.records[0].record.text)
    qtbot.keyClicks(typing, "ger")
    assert typing.text() == "no longer"
    assert QApplication.focusWidget() is typing


@pytest.mark.parametrize("place", ["review", "measure", "history"])
def test_other_places_keep_their_current_row(served: Window, qtbot: QtBot, assistant: Vault, place: str) -> None:
    for row in range(3):
        id = served.recall.results.model.records[row].hit.id
        expectations.expect(assistant, QUESTION, id)
    if place == "review":
        served.review.review.search()
        wait(qtbot, lambda: served.review.review.queue.searched_at is not None)
    served.go_to(place)
    wait(qtbot, lambda: current(served, place) is not None)
    before = current(served, place)
    for number in range(20):
        say_first(assistant, number)
        qtbot.wait(15)
    wait(qtbot, lambda: served.session.health.records == reading.stats(assistant).records)  # type: ignore[union-attr]
    qtbot.wait(POLL)
    assert current(served, place) == before
    assert served.browser.place is served.places[place]


def current(window: Window, place: str) -> object:
    """What stands current in a place."""
    if place == "measure":
        row = window.measure.panel.selected
        return row.number if row is not None else None
    if place == "history":
        return window.history.panel.selected
    return window.review.queue.selected
