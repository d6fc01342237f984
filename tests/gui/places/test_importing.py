"""The Import page, driven as a person would: what would come in, what does not and why, and what came in."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope import linking, reading
from mnemoscope.errors import Cancelled
from mnemoscope.mapping import Offer
from mnemoscope.previews import Arrival, Preview
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import importing as jobs
from mnemoscope_gui.models.entries import Tone
from mnemoscope_gui.places.importing import ImportPage
from mnemoscope_gui.values import Stage
from mnemoscope_gui.window import Window

from ..driving import bring_in, looked_at, pick, settled, wait

CONTROL = Qt.KeyboardModifier.ControlModifier


def lines(path: Path, *records: dict[str, object] | str) -> Path:
    """A file of JSON lines; a text stands as it is."""
    written = (record if isinstance(record, str) else json.dumps(record) for record in records)
    path.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
    return path


@pytest.fixture
def boiler(tmp_path: Path) -> Path:
    """Three records in two sessions; two malformed lines."""
    return lines(
        tmp_path / "boiler.jsonl",
        {"text": "The boiler code is ORANGE-77.", "session": "cellar", "speaker": "Clara", "id": "one"},
        '{"text": ',
        {"text": "The gate code is LEMON-12.", "session": "cellar", "id": "two", "state": "inactive"},
        "[]",
        {"text": "The roof is new.", "session": "roof", "app": "house", "id": "three"},
    )


@pytest.fixture
def page(open_window: Window) -> ImportPage:
    """The page, in front."""
    open_window.actions_by_id["vault.import"].trigger()
    return open_window.imports


@pytest.fixture
def looked(open_window: Window, boiler: Path, qtbot: QtBot) -> ImportPage:
    """The page with what the boiler file would bring."""
    open_window.files.bring_in([boiler])
    looked_at(open_window, qtbot)
    return open_window.imports


def notes(page: ImportPage) -> list[str]:
    return [entry.note for entry in page.chosen.view.entries.records]


def press(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def imported(window: Window, qtbot: QtBot) -> None:
    settled(window, qtbot, Stage.IMPORTING)


def texts(window: Window) -> set[str]:
    assert window.session.path is not None
    with Vault.open(window.session.path) as vault:
        return {record.text for record in reading.containing(vault, "code is")}


# ---------------------------------------------------------------- before it comes in


def test_an_empty_page_says_what_to_do_and_enter_asks_for_files(page: ImportPage, qtbot: QtBot) -> None:
    assert page.landing.isVisible()
    assert QApplication.focusWidget() is page.landing.files
    assert not page.begin.isVisible()


def test_what_would_come_in_is_counted_before_anything_is_written(looked: ImportPage, open_window: Window) -> None:
    assert looked.arrivals.figures.text == "3 new, 1 inactive at the source, 2 skipped"
    assert notes(looked) == ["3 new, 1 inactive at the source, 2 skipped"]
    assert texts(open_window) == set()


def test_sessions_and_their_records_are_shown(looked: ImportPage, qtbot: QtBot) -> None:
    qtbot.keyClick(looked.chosen.view, Qt.Key.Key_Return)
    sessions = looked.arrivals.arrivals.sessions
    assert QApplication.focusWidget() is sessions
    assert [entry.title for entry in sessions.entries.records] == ["cellar", "roof"]
    assert [line.lead for line in looked.arrivals.arrivals.records.lines] == ["Clara", "note"]
    assert [line.struck for line in looked.arrivals.arrivals.records.lines] == [False, True]
    qtbot.keyClick(sessions, Qt.Key.Key_Down)
    assert [line.body for line in looked.arrivals.arrivals.records.lines] == ["The roof is new."]


def test_what_is_left_out_says_where_it_stands_and_why(looked: ImportPage) -> None:
    rows = looked.arrivals.left_out.entries.records
    assert [row.title for row in rows] == ["line 2", "line 4"]
    assert all(row.note for row in rows)
    assert looked.arrivals.tabs.tabText(2) == "Left out 2"


def test_each_format_says_why_it_is_the_one_or_is_not(looked: ImportPage, qtbot: QtBot) -> None:
    bar = looked.arrivals.tabs.tabBar()
    bar.setFocus()
    while looked.arrivals.tabs.currentWidget() is not looked.arrivals.findings:
        qtbot.keyClick(bar, Qt.Key.Key_Right)
    wait(qtbot, lambda: len(looked.arrivals.findings.entries.records) == len(jobs.titles()))
    taken, *others = looked.arrivals.findings.entries.records
    assert (taken.title, taken.meta, taken.tone) == ("JSONL", "recognised", Tone.GOOD)
    assert all(other.note.startswith("not found: ") for other in others if other.tone is Tone.MUTED)


def test_apps_that_the_source_names_are_told(looked: ImportPage) -> None:
    assert looked.arrivals._apps.text() == "By app: default 2, house 1"


def test_the_app_of_records_that_name_none_can_be_chosen_or_typed(looked: ImportPage, qtbot: QtBot) -> None:
    app = looked.arrivals.manner.app
    assert [app.itemText(at) for at in range(app.count())] == ["home", "ward", "default"]
    edit = app.lineEdit()
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "cellar")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    wait(qtbot, lambda: looked.arrivals._apps.text() == "By app: cellar 2, house 1")
    assert edit.text() == "cellar"


def test_an_app_that_is_still_being_typed_counts(looked: ImportPage, open_window: Window, qtbot: QtBot) -> None:
    edit = looked.arrivals.manner.app.lineEdit()
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "cellar")
    qtbot.keyClick(edit, Qt.Key.Key_Return, CONTROL)
    imported(open_window, qtbot)
    wait(qtbot, lambda: open_window.session.health is not None and "cellar" in open_window.session.health.apps)


def test_the_app_can_be_that_of_every_source(
    looked: ImportPage, open_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    assert not looked.arrivals.manner.for_all.isVisible()
    other = lines(tmp_path / "other.jsonl", {"text": "The shed code is PLUM-3."})
    open_window.files.bring_in([other])
    looked_at(open_window, qtbot)
    looked.arrivals.manner.app.setCurrentText("cellar")
    press(qtbot, looked.arrivals.manner.for_all)
    looked_at(open_window, qtbot)
    assert [set(some.preview.apps) for some in looked.importing.sources if some.preview] == [
        {"cellar", "house"},
        {"cellar"},
    ]


def test_the_format_can_be_chosen_by_hand(looked: ImportPage, open_window: Window, qtbot: QtBot) -> None:
    combo = looked.arrivals.manner.format
    assert combo.currentText() == "JSONL (recognised)"
    combo.setFocus()
    while combo.currentText() != "Markdown":
        qtbot.keyClick(combo, Qt.Key.Key_Down)
    looked_at(open_window, qtbot)
    assert looked.current is not None
    assert looked.current.preview is not None
    assert looked.current.preview.format == "markdown"


def test_known_changed_and_forgotten_are_told_apart(open_window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    source = lines(tmp_path / "two.jsonl", {"text": "The code is A.", "id": "a"}, {"text": "The code is B.", "id": "b"})
    bring_in(open_window, qtbot, source)
    lines(source, {"text": "The code is A.", "id": "a"}, {"text": "The code is C.", "id": "b"})
    open_window.files.bring_in([source])
    looked_at(open_window, qtbot)
    assert open_window.imports.arrivals.figures.text == "0 new, 1 changed, 1 known, 1 superseded"


# ---------------------------------------------------------------- columns of a table


@pytest.fixture
def table(looked: ImportPage, open_window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> list[object]:
    """The page shows a table; the maps by which it is read from now on."""
    columns = ("note", "who", "code is")
    offer = Offer(columns, {"note": "The boiler", "who": "Clara"}, {"text": "note"})
    maps: list[object] = []

    def preview(vault: Vault, path: Path, progress: object, **how: object) -> Preview:
        maps.append(how["columns"])
        counts = {Arrival.NEW: 3}
        return Preview(str(path), "jsonl", "a table", (), 0, counts, 0, 0, {}, (), 0, (), 0, offer)

    monkeypatch.setattr(jobs.aside, "preview", preview)
    open_window.actions_by_id["recall.again"].trigger()
    wait(qtbot, lambda: len(maps) == 1)
    looked_at(open_window, qtbot)
    return maps


def test_a_table_shows_its_columns_with_values_and_what_is_proposed(looked: ImportPage, table: list[object]) -> None:
    columns = looked.arrivals.columns
    assert looked.arrivals.tabs.isTabVisible(1)
    assert columns.columns == {"text": "note"}
    assert columns.examples["text"].text() == "The boiler"
    assert columns.boxes["speaker"].currentText() == "no column"
    assert "who, code is" in columns._rest.text()


def test_another_column_is_read_at_once(
    looked: ImportPage, table: list[object], open_window: Window, qtbot: QtBot
) -> None:
    looked.arrivals.tabs.setCurrentIndex(1)
    box = looked.arrivals.columns.boxes["speaker"]
    box.setFocus()
    for _ in range(2):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    looked_at(open_window, qtbot)
    wait(qtbot, lambda: table[-1] == {"text": "note", "speaker": "who"})
    assert looked.arrivals.columns.examples["speaker"].text() == "Clara"
    assert box.currentText() == "who"


# ---------------------------------------------------------------- what takes long


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Every source is so large that its reading goes on; told when one is stopped."""
    stopped = threading.Event()

    def preview(vault: Vault, path: Path, progress: Callable[[int, int | None], None], **how: object) -> Preview:
        done = 0
        try:
            while True:
                done += 1000
                progress(done, None)
                stopped.wait(0.01)
        except Cancelled:
            stopped.set()
            raise

    monkeypatch.setattr(jobs.aside, "preview", preview)
    return stopped


def test_a_long_reading_tells_how_far_it_is_and_can_be_stopped(
    open_window: Window, boiler: Path, endless: threading.Event, qtbot: QtBot
) -> None:
    open_window.files.bring_in([boiler])
    page = open_window.imports
    wait(qtbot, lambda: page.arrivals.outcome.text.startswith("Reading… "))
    press(qtbot, page.arrivals.outcome.stop)
    wait(qtbot, lambda: endless.is_set() and page.is_settled)
    assert notes(page) == ["Not read to the end; it can be imported all the same."]
    assert page.begin.isEnabled()


def test_what_is_still_being_read_can_be_imported(
    open_window: Window, boiler: Path, endless: threading.Event, qtbot: QtBot
) -> None:
    open_window.files.bring_in([boiler])
    wait(qtbot, lambda: open_window.imports.arrivals.outcome.text.startswith("Reading… "))
    press(qtbot, open_window.imports.begin)
    imported(open_window, qtbot)
    wait(qtbot, endless.is_set)
    assert texts(open_window) == {"The boiler code is ORANGE-77.", "The gate code is LEMON-12."}


def test_a_reading_waits_for_no_embedding(open_window: Window, boiler: Path, qtbot: QtBot) -> None:
    gate = threading.Event()
    open_window.session.submit("bulk", lambda vault, progress: gate.wait(20), lambda _: None)
    open_window.files.bring_in([boiler])
    looked_at(open_window, qtbot)
    assert open_window.imports.arrivals.figures.text.startswith("3 new")
    gate.set()


# ---------------------------------------------------------------- what cannot come in


def test_what_cannot_be_read_says_so_in_its_row_and_does_not_keep_the_others_out(
    open_window: Window, boiler: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    empty, nothing = tmp_path / "empty.md", tmp_path / "nothing"
    empty.touch()
    nothing.mkdir()
    open_window.files.bring_in([empty, boiler, nothing, tmp_path / "gone.jsonl"])
    looked_at(open_window, qtbot)
    page = open_window.imports
    assert [entry.tone is Tone.FAULT for entry in page.chosen.view.entries.records] == [True, False, True, True]
    assert notes(page)[0].startswith("empty.md is of no known format.")
    assert notes(page)[3] == "gone.jsonl does not exist."
    assert page.arrivals.tabs.tabText(page.arrivals.tabs.currentIndex()) == "Why no format"
    wait(qtbot, lambda: page.begin.text() == "Import")
    press(qtbot, page.begin)
    imported(open_window, qtbot)
    assert page.importing.sources[1].stage is Stage.DONE


def test_a_file_that_vanished_since_is_told_beside_it(
    looked: ImportPage, open_window: Window, boiler: Path, qtbot: QtBot
) -> None:
    boiler.unlink()
    press(qtbot, looked.begin)
    imported(open_window, qtbot)
    assert notes(looked) == ["boiler.jsonl does not exist."]
    assert looked.arrivals.outcome.text == "boiler.jsonl does not exist."
    assert not open_window.notice.text


def test_what_failed_is_told_to_who_has_gone_elsewhere(
    looked: ImportPage, open_window: Window, boiler: Path, qtbot: QtBot
) -> None:
    boiler.unlink()
    press(qtbot, looked.begin)
    open_window.go_to_recall()
    wait(qtbot, lambda: "does not exist" in open_window.notice.text)


def test_the_open_vault_itself_is_no_source(
    page: ImportPage, open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    open_window.files.bring_in([vault_path])
    looked_at(open_window, qtbot)
    assert "this vault itself" in notes(page)[0]
    wait(qtbot, lambda: not page.begin.isEnabled())


# ---------------------------------------------------------------- coming in


def test_an_import_says_what_it_brought_and_leads_to_the_history(
    looked: ImportPage, open_window: Window, qtbot: QtBot
) -> None:
    qtbot.keyClick(looked.chosen.view, Qt.Key.Key_Return, CONTROL)
    imported(open_window, qtbot)
    assert looked.arrivals.outcome.text.startswith("Imported 3 records, 2 items were skipped. Read 2 sessions in ")
    assert looked.chosen.view.entries.records[0].tone is Tone.GOOD
    assert open_window.status.news == "Import done: 3 records came in."
    assert not looked.begin.isEnabled()
    press(qtbot, looked.arrivals.outcome.history)
    assert open_window.browser.place is open_window.history
    open_window.actions_by_id["view.back"].trigger()
    assert open_window.browser.place is looked


def test_what_all_would_bring_together_is_told(
    looked: ImportPage, open_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    assert looked.chosen.whole == ""
    open_window.files.bring_in([lines(tmp_path / "other.jsonl", {"text": "The shed code is PLUM-3."})])
    looked_at(open_window, qtbot)
    whole = "2 sources together: 4 new, 1 inactive at the source, 2 skipped"
    wait(qtbot, lambda: looked.chosen.whole == whole)
    assert looked.begin.text() == "Import 2 sources"


def test_a_source_that_is_in_can_be_linked_as_it_was_read(
    looked: ImportPage, open_window: Window, vault_path: Path, boiler: Path, qtbot: QtBot
) -> None:
    looked.arrivals.manner.app.setCurrentText("cellar")
    press(qtbot, looked.begin)
    imported(open_window, qtbot)
    press(qtbot, looked.arrivals.outcome.link)
    wait(qtbot, lambda: open_window.status.news.startswith("Linked "))
    with Vault.open(vault_path) as vault:
        (linked,) = linking.links(vault)
    assert (linked.path, linked.app) == (boiler, "cellar")
    press(qtbot, looked.arrivals.outcome.link)
    wait(qtbot, lambda: bool(open_window.notice.text))


def test_undo_takes_the_import_back(looked: ImportPage, open_window: Window, qtbot: QtBot) -> None:
    press(qtbot, looked.begin)
    undo = open_window.actions_by_id["edit.undo"]
    wait(qtbot, undo.isEnabled)
    undo.trigger()
    wait(qtbot, lambda: "Undid" in open_window.status.news)
    open_window.imports.add([looked.importing.sources[0].path])
    looked_at(open_window, qtbot)
    assert "come back" in looked.arrivals.figures.text


def test_all_that_were_chosen_come_in_and_each_is_an_act_of_its_own(
    open_window: Window, tmp_path: Path, vault_path: Path, qtbot: QtBot
) -> None:
    sources = [lines(tmp_path / f"{at}.jsonl", {"text": f"The code is {at}."}) for at in range(50)]
    bring_in(open_window, qtbot, *sources)
    page = open_window.imports
    assert {some.stage for some in page.importing.sources} == {Stage.DONE}
    assert len(texts(open_window)) == 50
    wait(qtbot, lambda: not open_window.session.work.is_running)


def test_an_import_that_is_stopped_brings_nothing_and_can_be_begun_again(
    looked: ImportPage, open_window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    began, before = threading.Event(), jobs.aside.import_path

    def import_path(vault: Vault, path: Path, progress: Callable[[int, int | None], None], **how: object) -> object:
        began.set()
        while True:
            progress(1, None)

    monkeypatch.setattr(jobs.aside, "import_path", import_path)
    press(qtbot, looked.begin)
    wait(qtbot, lambda: began.is_set() and looked.is_settled)
    assert notes(looked) == ["Being imported, wholly or not at all…"]
    press(qtbot, open_window.status._work.cancel)
    looked_at(open_window, qtbot)
    wait(qtbot, lambda: notes(looked)[0].startswith("3 new") and looked.begin.isEnabled())
    monkeypatch.setattr(jobs.aside, "import_path", before)
    press(qtbot, looked.begin)
    imported(open_window, qtbot)
    assert looked.importing.sources[0].stage is Stage.DONE


@pytest.mark.parametrize("ending", ["txt", "json"])
def test_the_summary_can_be_kept(
    looked: ImportPage, open_window: Window, tmp_path: Path, ending: str, qtbot: QtBot
) -> None:
    assert not looked.chosen.save.isVisible()
    press(qtbot, looked.begin)
    wait(qtbot, looked.chosen.save.isVisible)
    press(qtbot, looked.chosen.save)
    kept = tmp_path / f"kept.{ending}"
    pick(open_window, qtbot, kept)
    wait(qtbot, kept.exists)
    written = kept.read_text(encoding="utf-8")
    if ending == "json":
        (told,) = json.loads(written)
        assert (told["records"], told["skip_count"], told["skipped"][0]["position"]) == (3, 2, "line 2")
        assert told["seconds"] >= 0
    else:
        assert "boiler.jsonl" in written
        assert "Imported 3 records" in written
        assert "line 2: not JSON" in written


# ---------------------------------------------------------------- the list, and the keys


def test_delete_takes_a_source_off_the_list_and_clear_all_of_them(
    looked: ImportPage, open_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    open_window.files.bring_in([lines(tmp_path / "other.jsonl", {"text": "The shed code is PLUM-3."})])
    looked_at(open_window, qtbot)
    qtbot.keyClick(looked.chosen.view, Qt.Key.Key_Delete)
    assert [some.path.name for some in looked.importing.sources] == ["boiler.jsonl"]
    press(qtbot, looked.chosen.clear)
    assert looked.landing.isVisible()
    assert QApplication.focusWidget() is looked.landing.files


def test_escape_leads_from_what_would_come_in_to_the_sources_and_out(
    looked: ImportPage, open_window: Window, qtbot: QtBot
) -> None:
    qtbot.keyClick(looked.chosen.view, Qt.Key.Key_Return)
    qtbot.keyClick(looked.arrivals.arrivals.sessions, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is looked.chosen.view
    qtbot.keyClick(looked.chosen.view, Qt.Key.Key_Escape)
    assert open_window.browser.place is open_window.recall


def test_areas_are_the_head_the_sources_and_what_would_come_in(looked: ImportPage, open_window: Window) -> None:
    looked.chosen.take_focus()
    reached = []
    for _ in range(3):
        open_window.browser.next_area()
        reached.append(QApplication.focusWidget())
    assert reached == [looked.arrivals.tabs.tabBar(), looked.begin, looked.chosen.view]


def test_the_sources_are_those_of_the_open_vault(
    looked: ImportPage, open_window: Window, words_vault: Path, qtbot: QtBot
) -> None:
    open_window.session.open(words_vault)
    wait(qtbot, lambda: open_window.session.path == words_vault)
    assert looked.importing.sources == ()
