"""The window: panels in a frame, commands on menus and keys, and the wiring between session and panels."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.plans import Affected
from mnemoscope.records import PROFILES, Act, Query, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.actions import enable, make_actions, make_menus, offers, tell_acts, tell_targets
from mnemoscope_gui.commands import Needs, Reach
from mnemoscope_gui.frame.appearance import Appearance
from mnemoscope_gui.frame.browser import Browser
from mnemoscope_gui.frame.copying import Copying
from mnemoscope_gui.frame.curating import Curating
from mnemoscope_gui.frame.dialogs import CrashDialog, ShortcutsDialog
from mnemoscope_gui.frame.files import VAULT, Files
from mnemoscope_gui.frame.inspection import Inspection
from mnemoscope_gui.frame.leaving import Leaving
from mnemoscope_gui.frame.navigation import Navigation
from mnemoscope_gui.frame.needs import met
from mnemoscope_gui.frame.presence import Presence
from mnemoscope_gui.frame.recent import RecentMenu
from mnemoscope_gui.frame.speech import Speech
from mnemoscope_gui.frame.unfinished import Unfinished
from mnemoscope_gui.jobs import importing
from mnemoscope_gui.models.expectations import fallen_sentence
from mnemoscope_gui.panels.drop import DropPanel
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.panels.palette import PalettePanel
from mnemoscope_gui.panels.status import StatusPanel
from mnemoscope_gui.panels.welcome import WelcomePanel
from mnemoscope_gui.places.doctor import DoctorPage
from mnemoscope_gui.places.history import HistoryPlace
from mnemoscope_gui.places.importing import ImportPage
from mnemoscope_gui.places.measure import MeasurePlace
from mnemoscope_gui.places.page import Page
from mnemoscope_gui.places.place import Place
from mnemoscope_gui.places.recall import RecallPlace
from mnemoscope_gui.places.review import ReviewPlace
from mnemoscope_gui.places.sources import SourcesPage
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.expectations import Expectations
from mnemoscope_gui.state.reversal import Reversal
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.state.sources import Sources
from mnemoscope_gui.state.work import Work
from mnemoscope_gui.values import Answer, Expected, Health
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.asking import ask_files, ask_folder
from mnemoscope_gui.wording import number, say

_BUTTONS = (
    "record.deactivate",
    "record.restore",
    "record.supersede",
    "record.edit",
    "record.expect",
    "record.cause",
)
_ENTRY_BUTTONS = ("history.again", "history.compare", "history.expect")
_SOURCE_BUTTONS = (
    "sources.read",
    "sources.open",
    "sources.unlink",
    "sources.link_folder",
    "sources.link_file",
    "sources.watch",
)


class Window(QMainWindow):
    """One window on one vault."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.session = Session(self)
        self.speech = Speech(settings, self)
        self.reversal = Reversal(self.session, self)
        self.recall = RecallPlace(self.session, settings, self)
        self.expectations = Expectations(self.session, self)
        self.measure = MeasurePlace(self.session, self.expectations, self)
        self.review = ReviewPlace(self.session, settings, self)
        self.history = HistoryPlace(self.session, settings, self)
        self.places: dict[str, Place] = {
            "recall": self.recall,
            "review": self.review,
            "measure": self.measure,
            "history": self.history,
        }
        """The places of the window, by id."""
        self.linked = Sources(self.session, settings, self)
        self.sources = SourcesPage(self.linked, self)
        self.imports = ImportPage(self.session, self)
        self.doctor = DoctorPage(self.session, self)
        self.pages: dict[str, Page] = {"sources": self.sources, "import": self.imports, "doctor": self.doctor}
        """The pages of the Vault menu, by id."""
        self.inspection = Inspection(self.session, settings, self)
        self.inspector = self.inspection.panel
        self.status, self.welcome = StatusPanel(), WelcomePanel(importing.best_known())
        self.notice, self.drop, self.commands = NoticePanel(), DropPanel(self), PalettePanel(self)
        self.navigation = Navigation(self.session, self.recall, self)
        self.presence = Presence(self.session, self.navigation, self)
        self.appearance = Appearance(settings, self)
        self.copying = Copying(self.session)
        self.files = Files(self.session, settings, self)
        self.leaving = Leaving(self.session, self.recall.showing, self.notice, self)
        self.works = (
            self.session.acting,
            self.leaving.exporting.work,
            self.doctor.doctor.work,
            self.session.work,
            self.session.following,
        )
        """Long work; of several at once the first one is told of, and stopped."""
        self.browser = Browser(self.places, self.pages, self.inspector)
        self.curating = Curating(self.session, self.recall, self.inspection, self.browser)
        self.unfinished = Unfinished(self.session, self)
        self.actions_by_id: dict[str, QAction] = {}
        self._expected: RecordId | None = None
        """To be expected as soon as it is shown under its question."""
        self._vault_name = QLabel()
        self._pages = QStackedWidget()
        self._make_actions()
        self._lay_out()
        self._wire()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(True)  # Enter presses the one that has the focus, as in a dialog
        self._restore()

    # ------------------------------------------------------------ building

    def _make_actions(self) -> None:
        reaches = {
            Reach.RECORDS: (*self.recall.record_views, self.measure.panel.view, self.inspector),
            Reach.MARKS: self.recall.marking_views,
            Reach.HISTORY: self.history.letter_views,
            Reach.SOURCES: (self.sources.head, self.sources.body),
        }
        self.actions_by_id = make_actions(self, reaches)
        for menu in make_menus(self, self.actions_by_id):
            self.menuBar().addMenu(menu)
            if self.actions_by_id["vault.demo"] in menu.actions():
                menu.insertMenu(self.actions_by_id["vault.demo"], RecentMenu(self.files, menu))
        for id in _BUTTONS:
            self.inspector.add_action(self.actions_by_id[id])
        self.review.add_undo(self.actions_by_id["edit.undo"])
        for id in _SOURCE_BUTTONS:
            self.sources.panel.add_action(self.actions_by_id[id])
        self.doctor.add_actions(self.actions_by_id["vault.export"], self.actions_by_id["vault.open"])
        for id in _ENTRY_BUTTONS:
            self.history.add_action(self.actions_by_id[id])
        self.curating.add_buttons(self.actions_by_id)
        adjust = self.actions_by_id["recall.adjust"]
        adjust.setChecked(self._settings.adjust)
        self.recall.adjust.add_action(adjust)
        self.recall.query.add_button(ActionButton(adjust, self.recall.adjust_part.toggle))

    def _lay_out(self) -> None:
        ignored = QSizePolicy.Policy.Ignored
        self.welcome.setSizePolicy(ignored, ignored)  # it leaves its picture out rather than keep the window large
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.browser)
        central = QWidget()
        outer = QVBoxLayout(central)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        for notice in (self.unfinished.notice, self.notice):
            above = QWidget()
            above.hide()
            notice.shown.connect(above.setVisible)
            strip = QHBoxLayout(above)
            strip.setContentsMargins(look.MARGIN, look.SPACE * 2, look.MARGIN, 0)
            strip.addWidget(notice)
            outer.addWidget(above)
        outer.addWidget(self._pages, 1)
        self.setCentralWidget(central)
        self.setStatusBar(self.status)
        self._vault_name.setProperty("role", "muted")
        self._vault_name.setContentsMargins(0, look.SPACE * 2, look.MARGIN, 0)
        self.menuBar().setCornerWidget(self._vault_name)
        self.setWindowTitle(say("window.title"))

    def _wire(self) -> None:
        session = self.session
        session.opened.connect(self._on_opened)
        session.answered.connect(self._on_answered)
        session.inspected.connect(lambda _: self._refresh_actions())
        session.health_changed.connect(self._on_health_changed)
        self.recall.replacing.marked = lambda: self.curating.targets
        self.recall.replacing.done.connect(lambda ids: self.recall.marking.marks.mark(ids, False))
        for told in (self.recall.replacing.changed, self.recall.replacing.proposed):
            told.connect(lambda _: self._refresh_actions())
        self.reversal.changed.connect(self._refresh_actions)
        for work in self.works:
            if work is not session.following:  # which says when it takes long enough to be told of
                work.progressed.connect(partial(self._on_progressed, work))
            work.ended.connect(self._on_work_ended)
        self.linked.progressed.connect(partial(self._on_progressed, session.following))
        self.linked.told.connect(self.status.tell)
        self.linked.warned.connect(self.status.warn)
        self.linked.changed.connect(self._refresh_actions)
        self.sources.chosen.connect(self._refresh_actions)
        self.sources.link_requested.connect(self.link_folder)
        self.curating.changed.connect(self._refresh_actions)
        self.curating.forgotten.connect(self.unfinished.tell)
        session.informed.connect(self._on_informed)
        session.failed.connect(self._on_failed)
        self.presence.lost.connect(self._on_lost)
        self.presence.returned.connect(lambda: session.informed.emit(say("presence.returned")))
        session.crashed.connect(self.show_crash)
        session.written_elsewhere.connect(self._on_written_elsewhere)
        self.browser.switch.chosen.connect(self.go_to)
        self.recall.front_requested.connect(lambda: self.go_to("recall"))
        self.recall.arrived.connect(self._on_arrived)
        self.recall.replacing_part.front_requested.connect(self.go_to_recall)
        for drags in self.inspector.drags:
            self.recall.replacing_part.listen(drags)
        self.inspector.text_left.connect(self._on_line_dismissed)
        self.inspection.record_requested.connect(self._on_record_requested)
        self.recall.why_requested.connect(self.inspection.show_why)
        self.recall.adjust_part.folded.connect(self.actions_by_id["recall.adjust"].setChecked)
        self.recall.adjust_part.stale_changed.connect(self.inspector.show_stale)
        self.recall.adjust_part.changed.connect(self._refresh_actions)
        self.expectations.changed.connect(lambda: self.status.expectations.show_rows(self.expectations.rows))
        self.expectations.fallen.connect(lambda rows: self.status.warn(fallen_sentence(rows)))
        self.measure.chosen.connect(self._refresh_actions)
        self.measure.open_requested.connect(self._on_open_requested)
        for signal in (self.measure.act_requested, self.inspector.act_requested):
            signal.connect(self.show_act)
        self.history.chosen.connect(self._refresh_actions)
        self.history.recall_requested.connect(self._on_recall_requested)
        self.history.expectation_requested.connect(self._on_expectation_requested)
        session.known_changed.connect(self._refresh_actions)
        session.refused.connect(self._on_refused)
        for place in (self.review, self.measure, self.history):
            place.left.connect(self.go_to_recall)
        for page in self.pages.values():
            page.left.connect(self.leave_page)
        self.browser.shown.connect(self._on_shown)
        for listed in (self.review, self.history, self.doctor):
            listed.record_requested.connect(self._on_record_requested)
        self.doctor.told.connect(self.status.tell)
        self.doctor.warned.connect(self.status.warn)
        beside = self.inspector
        self.review.watch_beside(beside.tabs.tabBar(), beside.session, beside.chain, beside.history)
        self.review.counted.connect(self._on_review_counted)
        for shows_impact in (self.review, self.curating):
            shows_impact.question_requested.connect(self._on_question_requested)
        self.status.expectations_requested.connect(self.go_to_measure)
        self.inspector.resized.connect(self.recall.query.set_side_width)
        self.inspection.shown.connect(self.actions_by_id["view.inspector"].setChecked)
        self.inspector.record_requested.connect(self.navigation.look_at)
        self.navigation.changed.connect(self._refresh_actions)
        self.navigation.place_requested.connect(self.go_to)
        self.navigation.watch_mouse(self)
        self.inspector.within.accepted.connect(self.expectations.expect)
        for line in (self.inspector.reason, self.inspector.within):
            line.dismissed.connect(self._on_line_dismissed)
        self.status.hint.setText(say("status.palette", key=self.actions_by_id["help.palette"].shortcut().toString()))
        self.status.palette_requested.connect(self.open_palette)
        self.status.finish_requested.connect(session.finish)
        self.status.cancel_requested.connect(self._on_cancel_requested)
        self.welcome.demo_requested.connect(session.open_demo)
        self.welcome.import_requested.connect(self.files.import_files)
        self.welcome.open_requested.connect(self.files.open_vault)
        self.drop.dropped.connect(self._on_dropped)
        self.files.arrived.connect(self._on_files_arrived)
        self.imports.files_requested.connect(self.files.import_files)
        self.imports.folder_requested.connect(self.files.import_folder)
        self.imports.act_requested.connect(self.show_act)
        for lay_out_again in (self.inspection.lay_out_again, self.review.panel.lay_out_again):
            self.appearance.zoomed.connect(lay_out_again)

    def _restore(self) -> None:
        self.resize(*look.WINDOW)
        if (geometry := self._settings.geometry("window")) is not None:
            self.restoreGeometry(geometry)
        if (sizes := self._settings.geometry("splitter")) is not None:
            self.browser.restore_sizes(sizes)
        self.inspection.restore()
        self.actions_by_id[f"view.{self._settings.scheme}"].setChecked(True)
        self.actions_by_id[self.speech.command].setChecked(True)
        self.session.set_profile(PROFILES.get(self._settings.profile, self.session.profile))
        if self._settings.profile not in PROFILES:
            self.recall.adjust_part.adjustment.wish(self._settings.profile)
        self._refresh_actions()

    # ------------------------------------------------------------ the session speaks

    def _on_opened(self) -> None:
        path = self.session.path
        if path is None:
            return
        self.drop.set_target(path.name)
        self._vault_name.setText(path.name)
        self._vault_name.setToolTip(str(path))
        self.menuBar().setCornerWidget(self._vault_name)
        self.setWindowTitle(say("window.title.vault", name=path.name))
        self.notice.clear()
        self.status.clear_news()
        self._pages.setCurrentWidget(self.browser)
        self.welcome.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # it needs no room any more
        kept = self._settings.choice("place")
        self.go_to(kept if kept in self.places else "recall")
        self._refresh_actions()

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        self.status.show_recall(answer.recall if answer is not None else None)
        if answer is not None and not again and not self.presence.is_lost:
            self.notice.clear()
        self._refresh_actions()

    def _on_shown(self) -> None:
        self.drop.set_following(self.browser.place is self.sources)
        self._refresh_actions()

    def _on_dropped(self, paths: list[Path]) -> None:
        """On the page of the linked sources files are linked, elsewhere they are imported."""
        if self.browser.place is self.sources and paths and all(path.suffix != VAULT for path in paths):
            self.sources.link(paths)
        else:
            self.files.take(paths)

    def _on_line_dismissed(self) -> None:
        if self.browser.place is self.recall:
            self.recall.focus_rows()
        else:
            self.browser.place.take_focus()

    def _on_open_requested(self, row: Expected) -> None:
        """What is listed elsewhere is opened where one asks: its question, its way to recall, its record."""
        if row.profile is None:
            self.notice.tell(say("expected.no_profile", profile=row.expectation.profile), is_error=True)
            return
        self.go_to_recall()
        self.recall.open(Query(row.expectation.query, row.profile, row.expectation.scope), row.record.id)

    def _on_recall_requested(self, query: Query, id: RecordId | None, view: str) -> None:
        """A recall of the log is asked where one asks, as its minute knew the vault."""
        self.go_to_recall()
        if view == "compare":
            self.recall.compare_part.comparing.compare_with_present(query.profile, query.at)
        self.recall.show_view(view)
        self.recall.open(query, id)

    def _on_expectation_requested(self, query: Query, id: RecordId) -> None:
        """A record must come back for the question of a logged recall: among how many is asked where one asks."""
        self.go_to_recall()
        self._expected = id
        self.recall.open(query, id)

    def _on_arrived(self, id: RecordId) -> None:
        if id == self._expected:
            self.inspection.expect_once(id)
        self._expected = None

    def _on_record_requested(self, id: RecordId) -> None:
        """A record that is listed elsewhere is looked at where one asks."""
        self.navigation.look_at(id, "recall")
        self.inspection.show(True)
        self.inspector.tabs.tabBar().setFocus(Qt.FocusReason.OtherFocusReason)  # its letters are about this record

    def _on_review_counted(self, left: int) -> None:
        counted = say("place.review.count", number=number(left)) if left else say("place.review")
        self.browser.switch.set_text("review", counted)

    def _on_files_arrived(self, paths: list[Path]) -> None:
        self.imports.add(paths)
        self.go_to("import")

    def _on_question_requested(self, some: Affected) -> None:
        """A question that an act would change is asked where one asks, in its own way where that is still known."""
        row = next((row for row in self.expectations.rows if row.expectation == some.expectation), None)
        if row is not None:
            self._on_open_requested(row)
            return
        self.go_to_recall()
        self.recall.open(some.asked, None)

    def _on_health_changed(self, health: Health) -> None:
        self.status.show_health(health)

    def _on_failed(self, sentence: str) -> None:
        if not self.presence.is_lost:  # what fails then fails for that, and it is said already
            self.notice.tell(sentence, is_error=True)

    def _on_refused(self, sentence: str, act: int) -> None:
        if not self.presence.is_lost:
            show = partial(self.show_act, act)
            self.notice.tell(sentence, is_error=True, button=say("notice.show_act"), call=show)

    def _on_lost(self) -> None:
        path = self.session.path
        self.notice.tell(say("presence.lost", path=path), is_error=True, can_close=False)
        self._refresh_actions()

    def _on_informed(self, sentence: str) -> None:
        if not self.presence.is_lost:
            self.notice.clear()
        self.status.tell(sentence)

    def _on_progressed(self, work: Work, label: str, done: int, total: int | None) -> None:
        if work is self._shown_work or self._shown_work is None:
            self.status.show_work(label, done, total)

    def _on_work_ended(self) -> None:
        if self._shown_work is None:
            self.status.end_work()

    def _on_cancel_requested(self) -> None:
        if (work := self._shown_work) is not None:
            work.cancel()

    @property
    def _shown_work(self) -> Work | None:
        running = (work for work in self.works if work.is_running)
        return next((work for work in running if work is not self.session.following or self.linked.is_long), None)

    def _on_written_elsewhere(self, act: Act) -> None:
        self.status.tell_act(act)

    # ------------------------------------------------------------ commands

    def show_missed(self) -> None:
        """Look for a literal text, and see where the records that hold it rank."""
        if self.browser.place is not self.recall:
            self.go_to("recall")
        self.recall.missed_part.open()

    def go_to_recall(self) -> None:
        """What comes back for a question."""
        self.go_to("recall")

    def go_to_review(self) -> None:
        """What may not be true any more."""
        self.go_to("review")

    def go_to_history(self) -> None:
        """What was done and asked."""
        self.go_to("history")

    def show_act(self, number: int) -> None:
        """An act, where it stands in the history."""
        self.history.show_act(number)
        self.go_to("history")

    def go_to_measure(self) -> None:
        """What must come back."""
        self.go_to("measure")

    def go_to_sources(self) -> None:
        """What the vault follows."""
        self.go_to("sources")

    def link_files(self) -> None:
        """Choose files, and follow them."""
        ask_files(self, say("file.link"), self._link)

    def link_folder(self) -> None:
        """Choose a folder, and follow it."""
        ask_folder(self, say("file.link_folder"), self._link)

    def _link(self, paths: list[Path]) -> None:
        self.go_to_sources()
        self.sources.link(paths)

    def go_to_import(self) -> None:
        """What files and folders would bring; without an open vault, they are chosen first."""
        if self.session.path is None:
            self.files.import_files()
        else:
            self.go_to("import")

    def go_to_doctor(self) -> None:
        """Whether the vault is whole."""
        self.go_to("doctor")

    def leave_page(self) -> None:
        """The place behind a page."""
        self.go_to(self.browser.behind)

    def refresh(self) -> None:
        """Look at the vault as it is now."""
        self.browser.place.refresh()

    def go_to(self, place: str) -> None:
        """Bring a place or a page to the front."""
        self.browser.show_place(place)
        self.navigation.show_place(place)
        if place in self.places:
            self._settings.keep_choice("place", place)

    def go_to_question(self) -> None:
        """The question box, its text selected."""
        self.go_to("recall")
        self.recall.go_to_question()

    def come_forward(self) -> None:
        """Before every other window; where the desktop denies that, its entry in the taskbar asks for attention."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)

    def open_palette(self) -> None:
        """Everything that can be done, by a few letters."""
        commands = offers(self.actions_by_id, self.met)
        self.commands.open((*commands, *self.review.offers(), *self.recall.offers(), *self.files.offers()))

    def show_shortcuts(self) -> None:
        """Every key."""
        ShortcutsDialog(self).show()

    def show_about(self) -> None:
        """What this is."""
        QMessageBox.about(self, say("window.title"), say("about"))

    def show_crash(self, error: BaseException) -> None:
        """A bug, with everything needed to report it."""
        CrashDialog(error, self).show()

    # ------------------------------------------------------------ enabled, dropped, closed

    def _refresh_actions(self) -> None:
        tell_acts(self.actions_by_id, self.reversal.undoable, self.reversal.redoable)
        tell_targets(self.actions_by_id, len(self.curating.targets))
        again = self.history.action_text
        self.actions_by_id["history.again"].setText(f"&{again}" if again else say("command.history.again"))
        self.actions_by_id["recall.log"].setChecked(self.history.is_logging)
        self.actions_by_id["sources.watch"].setChecked(self.linked.is_watching)
        enable(self.actions_by_id, self.met)

    @property
    def met(self) -> Needs:
        """What there is that a command may need."""
        places = (self.recall, self.measure, self.history)
        return met(
            self.session,
            *places,
            self.navigation,
            self.reversal,
            self.curating,
            self.browser,
            self.sources,
            self.presence.is_lost,
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "recall"):
            self.recall.results.view.viewport().update()
            self.recall.records.view.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc that nobody took, wherever the focus is: a step back."""
        if event.key() == Qt.Key.Key_Escape and self._pages.currentWidget() is self.browser:
            self.browser.place.step_back()
        else:
            super().keyPressEvent(event)

    def keep_geometry(self) -> None:
        """Remember size and place, for the next window."""
        self._settings.keep_geometry("window", QByteArray(self.saveGeometry()))
        self._settings.keep_geometry("splitter", QByteArray(self.browser.sizes))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.keep_geometry()
        self.hide()  # a lane may still finish a batch
        self.session.close()
        super().closeEvent(event)
