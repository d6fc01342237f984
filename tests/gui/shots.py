"""Pictures of the real window, to be looked at: ``python tests/gui/shots.py FOLDER [VAULT]``.

Runs offscreen on the demo vault (made first where it is missing) or on another one, and drives the window as a
person would.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import candidates
from PySide6.QtCore import QElapsedTimer, QEventLoop, QSettings, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCalendarWidget, QMenu, QWidget

from mnemoscope import curation, demo, ingest, reading, recall_log
from mnemoscope.candidates import Matter
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Query
from mnemoscope.vault import Vault
from mnemoscope_gui import sheet
from mnemoscope_gui.app import make_application
from mnemoscope_gui.frame.dialogs import CrashDialog, ShortcutsDialog
from mnemoscope_gui.frame.export_dialog import ExportDialog
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.values import Course
from mnemoscope_gui.views.drags import Drags, mime_of
from mnemoscope_gui.window import Window

SIZES = ((1280, 800), (1920, 1080))
PATIENCE = 20_000
"""Milliseconds after which a picture is given up."""


class Photographer:
    """Drives one window and keeps its pictures."""

    def __init__(self, folder: Path) -> None:
        self.application = make_application()
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        settings.clear()
        sheet.dress(self.application, Scheme.LIGHT)
        self.window = Window(Settings(settings))
        self.window.resize(*SIZES[0])
        self.window.show()

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Let the window work until this holds."""
        clock = QElapsedTimer()
        clock.start()
        while not holds():
            if clock.elapsed() > PATIENCE:
                raise TimeoutError("the window did not get there")
            self.application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)

    def settle(self) -> None:
        """Let everything be painted."""
        for _ in range(10):
            self.application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)

    def take(
        self,
        name: str,
        schemes: tuple[Scheme, ...] = (Scheme.LIGHT, Scheme.DARK),
        sizes: tuple[tuple[int, int], ...] = SIZES,
    ) -> None:
        """One picture for each size and scheme."""
        for width, height in sizes:
            self.window.resize(width, height)
            for scheme in schemes:
                sheet.dress(self.application, scheme)
                self.settle()
                self.window.grab().save(str(self.folder / f"{name}-{width}-{scheme}.png"))
        sheet.dress(self.application, Scheme.LIGHT)

    def open(self, vault: Path) -> None:
        """Open a vault and wait for it."""
        self.window.session.open(vault)
        self.wait_until(lambda: self.window.session.path == vault)
        self.window.go_to("recall")
        self.settle()

    def ask(self, question: str) -> None:
        """Type a question over the old one, and wait for what it brings."""
        edit = self.window.recall.query.question
        edit.setFocus()
        edit.selectAll()
        QTest.keyClicks(edit, question)
        self.wait_until(lambda: not self.window.session.is_asking)
        self.wait_until(lambda: self.window.session.selected is None or self.window.session.detail is not None)
        self.settle()

    def choose(self, word: str) -> None:
        """Make the first served record that holds the word current."""
        rows = self.window.recall.results.model.records
        row = next((place for place, row in enumerate(rows) if word in row.record.text), 0)
        self.window.recall.results.view.setFocus()
        self.window.recall.results.view.setCurrentIndex(self.window.recall.results.model.index(row, 0))
        self.wait_until(lambda: self.window.session.detail is not None)
        self.settle()

    def key(self, key: Qt.Key) -> None:
        """Press a key in the list."""
        self.key_in(self.window.recall.results.view, key)

    def key_in(self, widget: QWidget, key: Qt.Key) -> None:
        """Press a key there."""
        QTest.keyClick(widget, key)
        self.settle()


def main(folder: Path, vault: Path) -> None:
    """Every screen."""
    camera = Photographer(folder)
    photograph_start(camera)
    photograph_recall(camera, vault)
    photograph_supersession(camera)
    photograph_adjusted(camera)
    photograph_missed(camera)
    photograph_expectations(camera)
    photograph_history(camera)
    photograph_many(camera)
    photograph_import(camera)
    photograph_doctor(camera)
    photograph_review(camera)
    camera.open(camera.folder / "demo.vault")
    photograph_small(camera)
    photograph_strange_texts(camera)
    photograph_popups(camera)
    camera.window.close()


def photograph_start(camera: Photographer) -> None:
    """The first-run page, and an error on it."""
    camera.settle()
    camera.take("empty")
    camera.window.session.open(camera.folder / "nowhere.vault")
    camera.wait_until(lambda: bool(camera.window.notice.text))
    camera.take("error", (Scheme.LIGHT,))


def photograph_recall(camera: Photographer, vault: Path) -> None:
    """A question, the three tabs, a reason, a struck row, the choice of a replacement."""
    window = camera.window
    copy = camera.folder / "demo.vault"  # what is done here is done to a copy
    for old in camera.folder.glob("demo.vault*"):
        old.unlink()
    with Vault.open(vault) as source:
        source.connection.execute("VACUUM INTO ?", (str(copy),))
    camera.open(copy)
    camera.wait_until(lambda: bool(window.recall.records.model.rowCount()))
    window.recall.records.view.setFocus()
    camera.key_in(window.recall.records.view, Qt.Key.Key_Down)
    camera.wait_until(lambda: window.session.detail is not None)
    camera.settle()
    camera.take("records")
    camera.ask(demo.QUESTION)
    camera.choose("Sunday N Admon")
    camera.take("list")
    for tab, name in ((1, "session"), (2, "chain")):
        window.inspector.tabs.setCurrentIndex(tab)
        camera.take(name, (Scheme.LIGHT,))
    window.inspector.tabs.setCurrentIndex(0)
    camera.key(Qt.Key.Key_D)
    camera.take("reason", (Scheme.LIGHT,))
    QTest.keyClicks(window.inspector.reason, "moved house")
    QTest.keyClick(window.inspector.reason, Qt.Key.Key_Return)
    camera.wait_until(window.actions_by_id["record.restore"].isEnabled)
    camera.settle()
    camera.take("struck")
    window.session.undo()
    camera.wait_until(window.actions_by_id["record.supersede"].isEnabled)
    window.recall.show_view("ladder")
    camera.wait_until(lambda: window.recall.ladder.view.content is not None)
    camera.take("ladder")
    window.recall.show_view("list")
    window.recall.query.profile.setCurrentText("lexical")
    camera.ask("Admon")
    camera.take("words-alone", (Scheme.LIGHT,))
    window.recall.query.profile.setCurrentText("fused")


def photograph_supersession(camera: Photographer) -> None:
    """What is near by, what a search brings, the question before it is done, a drag, the chain, a text written anew."""
    window, part = camera.window, camera.window.recall.replacing_part
    everywhere = (*SIZES, (900, 600))
    camera.ask(demo.QUESTION)
    camera.choose("Sunday N Admon")
    camera.key(Qt.Key.Key_S)
    camera.wait_until(lambda: part.choosing.model.rowCount() > 0)
    camera.settle()
    camera.take("near-by", sizes=everywhere)
    QTest.keyClicks(part.choosing.box, "Sunday night Admon")
    camera.wait_until(lambda: part.choosing.answered)
    camera.key_in(part.choosing.box, Qt.Key.Key_Down)
    camera.take("choosing")
    camera.key_in(part.choosing.view, Qt.Key.Key_Return)
    camera.wait_until(lambda: part.replacing.are_copies_known)
    camera.settle()
    camera.take("replacement", sizes=everywhere)
    part.replacing.end()
    photograph_drag(camera)
    with Vault.open(camera.folder / "demo.vault") as vault:
        first = reading.containing(vault, "Sunday N Admon")[0]
        newer = ingest.edit(vault, first.id, first.text.replace("Admon", "Sanaa and Admon"))
        ingest.edit(vault, newer.ids[0], first.text.replace("Admon", "Benoît").replace("5 degrees", "4 degrees"))
        added = ingest.add(vault, first.text.replace("Sunday", "Saturday"), app=first.app)
        curation.supersede(vault, added.ids[0], newer.ids[0])
    window.navigation.look_at(newer.ids[0])
    window.inspector.tabs.setCurrentIndex(window.inspector.tabs.count() - 1)
    camera.wait_until(lambda: len(window.inspector.chain.rows.records) == 4)
    camera.take("timeline", sizes=everywhere)
    window.navigation.look_at(window.inspector.chain.rows.records[0].record.id)
    camera.wait_until(window.actions_by_id["record.edit"].isEnabled)
    window.actions_by_id["record.edit"].trigger()
    camera.take("edit", sizes=everywhere)
    camera.key_in(window.inspector.editor.box, Qt.Key.Key_Escape)
    window.inspector.tabs.setCurrentIndex(0)
    for _ in range(4):
        with Vault.open(camera.folder / "demo.vault") as vault:
            curation.undo(vault)


def photograph_drag(camera: Photographer) -> None:
    """A record held over another one, and over one that cannot be."""
    results = camera.window.recall.results
    rows = results.model.records
    onto = next(row for row in rows[1:] if row.record.app == rows[0].record.app)
    other = next(row for row in rows if row.record.app != rows[0].record.app)
    data = mime_of(rows[0].record)
    for row, name in ((onto, "drag"), (other, "drag-refused")):
        Drags.in_hand = (rows[0].record, rows[0].short)
        at = results.view.visualRect(results.model.index(rows.index(row), 0)).center()
        for kind in (QDragEnterEvent, QDragMoveEvent):
            held = kind(at, Qt.DropAction.LinkAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
            camera.application.sendEvent(results.view.viewport(), held)
        camera.take(name, sizes=SIZES[:1])
        camera.application.sendEvent(results.view.viewport(), QDragLeaveEvent())
    Drags.in_hand = None


def photograph_adjusted(camera: Photographer) -> None:
    """Adjust with moves, a value that cannot be, and the same question by two profiles."""
    recall, session = camera.window.recall, camera.window.session
    camera.ask(demo.QUESTION)
    camera.choose("Sunday N Admon")
    camera.key(Qt.Key.Key_A)
    recall.adjust.knobs["rrf_k"].number.setValue(5)
    camera.wait_until(lambda: not session.is_asking and bool(recall.results.headline.moves))
    camera.take("adjusted")
    recall.adjust.knobs["budget"].number.setValue(0)
    camera.take("impossible", (Scheme.LIGHT,))
    recall.adjust_part.reset()
    recall.adjust_part.toggle()
    recall.show_view("compare")
    camera.wait_until(lambda: not recall.compare_part.comparing.is_asking)
    camera.take("compare")
    recall.show_view("list")


def photograph_missed(camera: Photographer) -> None:
    """The words under the X-ray, and a text that is looked for: found, misspelt."""
    window = camera.window
    camera.ask(demo.QUESTION)
    camera.choose("Sunday N Admon")
    window.inspection.show_xray()
    camera.wait_until(lambda: bool(window.inspector.why.xray.meetings.rows))
    camera.settle()
    camera.take("xray")
    window.inspector.why.xray.button.click()
    window.show_missed()
    for wanted, name in (("Admon", "missed"), ("Adman", "missed-nearest")):
        window.recall.missed.look_for(wanted)
        camera.wait_until(lambda: "…" not in window.recall.missed.count_line)
        camera.settle()
        camera.take(name)
    window.recall.missed_part.leave()


def photograph_expectations(camera: Photographer) -> None:
    """What must come back: the line that asks for it, the list with one that holds and one that fails, the palette."""
    window = camera.window
    window.go_to("measure")
    camera.settle()
    camera.take("measure-empty", (Scheme.LIGHT,))
    window.go_to("recall")
    for question, word in (("Who owes Admon money?", "twelve euros"), (demo.QUESTION, "Sunday N Admon")):
        camera.ask(question)
        camera.choose(word)
        camera.key(Qt.Key.Key_E)
        if question == demo.QUESTION:
            camera.take("expect", (Scheme.LIGHT,))
        saved = len(window.expectations.rows)
        QTest.keyClick(window.inspector.within.number, Qt.Key.Key_Return)
        camera.wait_until(lambda saved=saved: len(window.expectations.rows) > saved)
    window.session.deactivate("the rota of another year")
    camera.wait_until(lambda: any(row.holds is False for row in window.expectations.rows))
    window.go_to("measure")
    view = window.measure.panel.view
    view.setFocus()
    failing = next(at for at, row in enumerate(window.measure.panel.model.records) if row.holds is False)
    view.setCurrentIndex(window.measure.panel.model.index(failing, 0))
    camera.wait_until(lambda: window.session.detail is not None)
    camera.settle()
    camera.take("measure")
    window.go_to("recall")
    camera.ask(demo.QUESTION)
    window.open_palette()
    QTest.keyClicks(window.commands.typed, "ex")
    camera.settle()
    camera.take("palette")
    window.commands.close()


def photograph_import(camera: Photographer) -> None:
    """What files would bring, what is left out and why, the columns of a table, what came in; and what may leave."""
    window, page = camera.window, camera.window.imports
    window.go_to("import")
    camera.take("import-empty", (Scheme.LIGHT,))
    window.files.bring_in(sources_to_import(camera.folder / "sources"))
    camera.wait_until(lambda: all(some.preview or some.failure for some in page.importing.sources))
    everywhere = (*SIZES, (900, 600))
    for row, tab, name in ((0, 0, "import"), (0, 1, "import-columns"), (1, 2, "import-left-out"), (2, 3, "import-why")):
        page.chosen.view.setCurrentIndex(page.chosen.view.entries.index(row, 0))
        page.arrivals.tabs.setCurrentIndex(tab)
        camera.wait_until(lambda tab=tab: tab < 3 or bool(page.arrivals.findings.entries.records))
        camera.settle()
        camera.take(name, (Scheme.LIGHT, Scheme.DARK) if tab < 2 else (Scheme.LIGHT,), everywhere)
    page.begin.click()
    camera.wait_until(lambda: not page.importing.is_importing)
    page.chosen.view.setCurrentIndex(page.chosen.view.entries.index(0, 0))
    camera.settle()
    camera.take("import-done", sizes=everywhere)
    window.actions_by_id["vault.export"].trigger()
    (dialog,) = window.findChildren(ExportDialog)
    dialog.formats["jsonl"].click()
    dialog.by_app.click()
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        sheet.dress(camera.application, scheme)
        camera.settle()
        dialog.grab().save(str(camera.folder / f"export-{scheme}.png"))
    dialog.reject()
    sheet.dress(camera.application, Scheme.LIGHT)
    window.session.work.cancel()
    camera.wait_until(lambda: not window.session.work.is_running)
    window.go_to("recall")


def sources_to_import(folder: Path) -> list[Path]:
    """A table, a file with broken lines and a long name that runs from right to left, one of no format, and notes."""
    folder.mkdir(exist_ok=True)
    table, broken = folder / "cellar.csv", folder / f"{'جلسة الحديقة ' * 8}.jsonl"
    empty, notes = folder / "empty.md", folder / "notes"
    rows = (f"{at},Week {at // 4},Clara,The boiler in the cellar was serviced on day {at},calm" for at in range(900))
    table.write_text("\n".join(("id,session,speaker,text,mood", *rows)), encoding="utf-8")
    lines = ['{"text": "شفت يوم الأحد الحديقة مع Admon", "session": "جلسة الحديقة"}'] * 300
    lines += ['{"text": '] * 10_000
    broken.write_text("\n".join(lines), encoding="utf-8")
    empty.touch()
    notes.mkdir(exist_ok=True)
    (notes / "garden.md").write_text("# Garden\n\nThe tomatoes by the wall want water.\n", encoding="utf-8")
    return [table, broken, empty, notes]


def photograph_doctor(camera: Photographer) -> None:
    """A vault that is empty, one that is whole, one with wrong data of both kinds, repaired, and a damaged file."""
    window, page = camera.window, camera.window.doctor
    everywhere, folder = (*SIZES, (900, 600)), camera.folder
    for old in folder.glob("doctor-*.vault*"):
        old.unlink()

    def look_at(name: str, *damage: str) -> None:
        path = folder / f"doctor-{name}.vault"
        if name == "empty":
            Vault.create(path).close()
        else:
            with Vault.open(folder / "demo.vault") as whole:
                whole.connection.execute("VACUUM INTO ?", (str(path),))
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in damage:
                connection.execute(statement)
        camera.open(path)
        window.go_to("doctor")
        camera.wait_until(lambda: page.doctor.checkup.course is Course.DONE)
        camera.settle()
        camera.take(f"doctor-{name}", sizes=everywhere)

    look_at("empty")
    look_at("whole")
    look_at(
        "wrong",
        "UPDATE term SET postings = postings + 1 WHERE id < 9",
        "UPDATE vector_segment SET hashes = zeroblob(length(hashes)) WHERE id = 1",
        "UPDATE record SET text = text || ' (night)' WHERE ordinal < 9",
    )
    page.verdict.repair.click()
    camera.wait_until(lambda: page.doctor.checkup.course is Course.DONE)
    window.session.work.cancel()
    camera.wait_until(lambda: not window.session.work.is_running)
    camera.take("doctor-repaired", (Scheme.LIGHT,))
    look_at("damaged", "UPDATE supersession SET newer = 99999")
    window.go_to("recall")


def photograph_review(camera: Photographer) -> None:
    """A vault that nobody searched, then each matter of the queue, strange texts, and the end of it."""
    window, place = camera.window, camera.window.review
    path = camera.folder / "review.vault"
    for old in camera.folder.glob("review.vault*"):
        old.unlink()
    camera.open(candidates.build(path, searched=False, more=candidates.STRANGE))
    window.go_to("review")
    camera.wait_until(lambda: place.review.is_known)
    camera.take("review-unsearched", (Scheme.LIGHT,))
    place.again.click()
    camera.wait_until(lambda: bool(place.queue.model.records) and not place.review.is_searching)
    wide, small = (*SIZES, (1440, 900)), ((900, 600),)
    for name, matter, word in (
        ("contradiction", Matter.CONTRADICTION, "clinic"),
        ("group", Matter.DUPLICATE, "latex"),
        ("supersession", Matter.SUPERSESSION, ""),
        ("stale", Matter.STALE, "room 3"),
        ("rtl", Matter.CONTRADICTION, "המשמרת"),
        ("unbreakable", Matter.CONTRADICTION, "unbreakable"),
    ):
        rows = place.queue.model.records
        found = [at for at, row in enumerate(rows) if row.matter is matter and word in row.records[0].text]
        if not found:
            continue
        place.queue.view.setFocus()
        place.queue.view.setCurrentIndex(place.queue.model.index(found[0], 0))
        camera.wait_until(lambda: place.panel.examined is not None and place.foresight.impact is not None)
        camera.settle()
        is_first = name == "contradiction"
        camera.take(f"review-{name}", sizes=wide if is_first else SIZES[:1])
        camera.take(f"review-{name}", (Scheme.LIGHT,), small)
    window.resize(*SIZES[0])
    while place.queue.model.records:
        camera.key_in(place.queue.view, Qt.Key.Key_T)
    camera.take("review-done", (Scheme.LIGHT,), SIZES[:1])


def photograph_history(camera: Photographer) -> None:
    """Acts and recalls of several actors, a recall then and now, an act, chosen days, a replay, and what is empty."""
    window, history = camera.window, camera.window.history
    with Vault.open(camera.folder / "demo.vault", "ward") as vault:
        for question in ("Who owes Admon money?", demo.QUESTION):
            recall_log.log(vault, recall(vault, Query(question, PROFILES["fused"])).recall)
        served = recall(vault, Query(demo.QUESTION, PROFILES["fused"])).recall.hits
        vault.actor = "command line"
        curation.deactivate(vault, [served[2].id, served[9].id], "an old rota")
    window.go_to("history")
    view, model = history.panel.view, history.panel.model
    camera.wait_until(lambda: "Deactivated 2 records" in str(model.data(model.index(1, 0))))
    view.setFocus()
    camera.key_in(view, Qt.Key.Key_Home)
    camera.wait_until(lambda: history.history.touched is not None)
    camera.settle()
    camera.take("history-act", (Scheme.LIGHT,))
    camera.key_in(view, Qt.Key.Key_Down)
    camera.wait_until(lambda: history.history.hindsight is not None)
    camera.settle()
    camera.take("history")
    camera.take("history-small", (Scheme.LIGHT,), ((900, 600),))
    camera.key_in(view, Qt.Key.Key_R)
    camera.wait_until(lambda: window.session.known is not None and not window.session.is_asking)
    camera.take("replay", (Scheme.LIGHT,))
    window.navigation.back()
    camera.key_in(view, Qt.Key.Key_C)
    camera.wait_until(lambda: not window.recall.compare_part.comparing.is_asking)
    camera.take("then-and-now", (Scheme.LIGHT,))
    window.refresh()
    window.recall.show_view("list")
    window.go_to("history")
    history.days.setFocus()
    camera.key_in(history.days, Qt.Key.Key_Left)
    camera.take("history-days", (Scheme.LIGHT,))
    camera.key_in(history.days, Qt.Key.Key_Escape)
    history.search.setText("nowhere to be found")
    camera.wait_until(lambda: bool(history.panel.nothing.text()))
    camera.take("history-nothing", (Scheme.LIGHT,))
    history.search.clear()
    history.switch_log()
    camera.wait_until(lambda: not history.is_logging)
    camera.take("history-log-off", (Scheme.LIGHT,))
    history.switch_log()
    window.go_to("recall")


def photograph_many(camera: Photographer) -> None:
    """Marked rows in the lists and in the ladder, and what is asked before an act on them."""
    window, view = camera.window, camera.window.recall.results.view
    camera.ask(demo.QUESTION)
    camera.choose("Sunday N Admon")
    camera.key(Qt.Key.Key_Space)
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    camera.settle()
    camera.take("marked", sizes=(*SIZES, (900, 600)))
    window.recall.show_view("ladder")
    camera.wait_until(lambda: window.recall.ladder.view.content is not None)
    camera.take("marked-ladder", (Scheme.LIGHT,))
    window.recall.show_view("list")
    for kind in ("deactivate", "dates", "move", "forget"):
        view.setFocus()
        window.actions_by_id[f"record.{kind}"].trigger()
        camera.wait_until(lambda: "…" not in window.curating.foreseen.text)
        camera.settle()
        camera.take(f"ask-{kind}", sizes=((1280, 800), (900, 600)))
        window.curating.proposal.dismiss()
    window.recall.query.question.clear()
    camera.wait_until(lambda: window.session.answer is None)
    camera.settle()
    camera.take("marked-records", (Scheme.LIGHT,))
    window.recall.marking.clear()


def photograph_small(camera: Photographer) -> None:
    """The smallest window, and the largest text."""
    window = camera.window
    camera.ask(demo.QUESTION)
    camera.choose("Admon")
    for view in window.recall.views:
        window.recall.show_view(view)
        camera.take(f"small-{view}", (Scheme.LIGHT,), ((900, 600),))
    window.recall.show_view("list")


def photograph_strange_texts(camera: Photographer) -> None:
    """Right-to-left, mixed, very long and unbreakable texts, in a vault without vectors."""
    path = camera.folder / "strange.vault"
    path.unlink(missing_ok=True)
    with Vault.create(path) as vault:
        for text in _STRANGE:
            ingest.add(vault, text, app="an app with quite a long name")
    camera.open(path)
    camera.ask("Admon")
    camera.take("strange")


def photograph_popups(camera: Photographer) -> None:
    """Menus and dialogs, which are windows of their own."""
    window = camera.window
    menus = [menu for menu in window.menuBar().findChildren(QMenu) if menu.title()]
    widgets: dict[str, QWidget] = {"shortcuts": ShortcutsDialog(window), "crash": CrashDialog(ValueError("x"), window)}
    widgets |= {f"menu-{number}": menu for number, menu in enumerate(menus)}
    if (moment := window.recall.sight.findChild(QCalendarWidget)) is not None:
        widgets["calendar"] = moment
    for name, widget in widgets.items():
        for scheme in (Scheme.LIGHT, Scheme.DARK):
            sheet.dress(camera.application, scheme)
            widget.ensurePolished()
            widget.adjustSize()
            widget.grab().save(str(camera.folder / f"{name}-{scheme}.png"))


_STRANGE = (
    "شفت يوم الأحد الحديقة مع Admon وكانت جميلة جدا، ثم رجعنا إلى البيت قبل المساء وتكلمنا عن العمل",
    "בתורנות של יום ראשון Admon החליף את Marta, והמפתחות נשארו בשולחן",
    "Admon " + "a very long note that goes on about the rota and the keys and the badge list " * 30,
    "https://example.org/" + "unbreakable" * 40 + "/Admon",
    "First line\nsecond line with Admon\n\n\tand a third one after a gap",
    "Admon 日曜日の夜勤は誰ですか。鍵は机の上にあります。",
    "<b>Admon</b> & <script>alert(1)</script>",
    "Admon 👩🏽\u200d⚕️ is on the night shift 🌙 until Sunday",
)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else demo.make(demo.path()))
