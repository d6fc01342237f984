"""The window: panels in a frame, commands on menus and keys, and the wiring between session and panels."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMessageBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.records import PROFILES, Act, Channel, ChannelState, Profile, Record, RecordId
from mnemoscope_gui import look, sheet
from mnemoscope_gui.actions import enable, make_actions, make_menus
from mnemoscope_gui.commands import Needs
from mnemoscope_gui.dialogs import CrashDialog, ShortcutsDialog
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.panels.inspector import InspectorPanel
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.panels.query import QueryPanel
from mnemoscope_gui.panels.results import ResultsPanel
from mnemoscope_gui.panels.sight import SightPanel
from mnemoscope_gui.panels.status import StatusPanel
from mnemoscope_gui.panels.welcome import WelcomePanel
from mnemoscope_gui.session import Session
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.values import Answer, Detail, Done, Health
from mnemoscope_gui.wording import say, text

_TROUBLED = (ChannelState.INCOMPLETE, ChannelState.MISMATCH, ChannelState.LOADING, ChannelState.UNAVAILABLE)
_BUTTONS = ("record.deactivate", "record.restore", "record.supersede")


class Window(QMainWindow):
    """One window on one vault."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.session = Session(self)
        self.query, self.sight, self.results = QueryPanel(), SightPanel(), ResultsPanel()
        self.inspector, self.status, self.welcome = InspectorPanel(), StatusPanel(), WelcomePanel()
        self.notice, self.channel_notice, self.banner = NoticePanel(), NoticePanel(), NoticePanel()
        self.actions_by_id: dict[str, QAction] = {}
        self._vault_name = QLabel()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._pages = QStackedWidget()
        self._browser = QWidget()
        self.setAcceptDrops(True)
        self._make_actions()
        self._lay_out()
        self._wire()
        self._restore()

    # ------------------------------------------------------------ building

    def _make_actions(self) -> None:
        self.actions_by_id = make_actions(self, (self.results.view, self.inspector))
        for menu in make_menus(self, self.actions_by_id):
            self.menuBar().addMenu(menu)
        for id in _BUTTONS:
            self.inspector.add_action(self.actions_by_id[id])

    def _lay_out(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.SPACE * 2)
        for widget in (self.sight, self.banner, self.channel_notice):
            column.addWidget(widget)
        column.addWidget(self.results, 1)
        self._splitter.addWidget(centre)
        self._splitter.addWidget(self.inspector)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self._splitter.setHandleWidth(look.MARGIN)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setSizes([look.WINDOW[0] - look.INSPECTOR_WIDTH, look.INSPECTOR_WIDTH])
        self._browser.setObjectName("browser")
        page = QVBoxLayout(self._browser)
        page.setContentsMargins(look.MARGIN, look.SPACE * 2, look.MARGIN, look.SPACE * 2)
        page.setSpacing(look.SPACE * 2)
        page.addWidget(self.query)
        page.addWidget(self._splitter, 1)
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self._browser)
        central = QWidget()
        outer = QVBoxLayout(central)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        above = QWidget()
        above.hide()
        self.notice.shown.connect(above.setVisible)
        strip = QHBoxLayout(above)
        strip.setContentsMargins(look.MARGIN, look.SPACE * 2, look.MARGIN, 0)
        strip.addWidget(self.notice)
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
        session.record_selected.connect(self._on_record_selected)
        session.detailed.connect(self._on_detailed)
        session.acted.connect(self._on_acted)
        session.health_changed.connect(self._on_health_changed)
        session.replacing_changed.connect(self._on_replacing_changed)
        session.work.progressed.connect(self.status.show_work)
        session.work.ended.connect(self.status.end_work)
        session.informed.connect(self._on_informed)
        session.failed.connect(lambda sentence: self.notice.tell(sentence, is_error=True))
        session.crashed.connect(self.show_crash)
        session.written_elsewhere.connect(self._on_written_elsewhere)
        self.query.asked.connect(session.ask)
        self.query.accepted.connect(self._on_accepted)
        self.query.down_requested.connect(self._on_down)
        self.query.escape_requested.connect(self._on_escape_in_question)
        self.query.profile_chosen.connect(self._on_profile_chosen)
        self.sight.sight_chosen.connect(session.set_sight)
        self.results.question_requested.connect(self._on_escape_in_list)
        self.results.record_chosen.connect(session.select)
        self.results.record_taken.connect(self._on_record_taken)
        self.inspector.resized.connect(self.query.set_side_width)
        self.inspector.deactivation_accepted.connect(session.deactivate)
        self.inspector.record_requested.connect(session.select)
        self.inspector.reason.dismissed.connect(self.results.view.setFocus)
        self.status.finish_requested.connect(session.finish)
        self.status.cancel_requested.connect(session.work.cancel)
        self.welcome.demo_requested.connect(session.open_demo)
        self.welcome.import_requested.connect(self.import_file)
        self.welcome.open_requested.connect(self.open_vault)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_scheme)

    def _restore(self) -> None:
        self.resize(*look.WINDOW)
        if (geometry := self._settings.geometry("window")) is not None:
            self.restoreGeometry(geometry)
        if (sizes := self._settings.geometry("splitter")) is not None:
            self._splitter.restoreState(sizes)
        self.inspector.setVisible(self._settings.inspector)
        self.actions_by_id["view.inspector"].setChecked(self._settings.inspector)
        self.actions_by_id[f"view.{self._settings.scheme}"].setChecked(True)
        profile = PROFILES.get(self._settings.profile, self.session.profile)
        self.session.profile = profile
        self.query.show_profile(profile)
        self._refresh_actions()

    # ------------------------------------------------------------ the session speaks

    def _on_opened(self) -> None:
        path = self.session.path
        if path is None:
            return
        self._settings.vault = path
        self._vault_name.setText(path.name)
        self._vault_name.setToolTip(str(path))
        self.menuBar().setCornerWidget(self._vault_name)
        self.setWindowTitle(say("window.title.vault", name=path.name))
        self.sight.reset(self.session.health.apps if self.session.health else ())
        self.query.show_question("")
        self.notice.clear()
        self.status.clear_news()
        self._pages.setCurrentWidget(self._browser)
        self.query.question.setFocus(Qt.FocusReason.OtherFocusReason)
        self._refresh_actions()

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        health = self.session.health
        self.results.show_answer(answer, again=again, records=health.records if health else 0)
        recall = answer.recall if answer is not None else None
        self.query.question.set_timing(recall.timings if recall else None)
        self.status.show_recall(recall)
        self._show_trouble(answer)

    def _show_trouble(self, answer: Answer | None) -> None:
        """A channel that could not do its part is never passed over in silence."""
        reports = answer.recall.channels if answer is not None else {}
        troubled = [
            reports[channel] for channel in Channel if channel in reports and reports[channel].state in _TROUBLED
        ]
        sentences = [text(report.reason) for report in troubled if report.reason is not None]
        if not sentences:
            self.channel_notice.clear()
            return
        mendable = any(report.state is ChannelState.INCOMPLETE for report in troubled)
        button = say("status.finish") if mendable else ""
        self.channel_notice.tell(" ".join(sentences), can_close=False, button=button, call=self.session.finish)

    def _on_record_selected(self, id: RecordId | None) -> None:
        if id is None:
            self.inspector.show_nothing()
            self._refresh_actions()
        else:
            self.results.select(id)  # what can be done with it shows with its detail: no flicker while typing

    def _on_detailed(self, detail: Detail) -> None:
        answer = self.session.answer
        terms = answer.terms if answer else ()
        self.results.show_detail(detail)
        self.inspector.show_detail(detail, terms, answer.recall.recallable if answer else 0)
        self._refresh_actions()

    def _on_acted(self, done: Done) -> None:
        self.results.show_records(done.records)
        self.notice.clear()

    def _on_health_changed(self, health: Health) -> None:
        self.status.show_health(health)
        self.sight.set_apps(health.apps)

    def _on_replacing_changed(self, older: Record | None) -> None:
        if older is None:
            self.banner.clear()
            self.query.show_question(self.session.text)
            self.results.view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            short = self.session.detail.short if self.session.detail else older.id[:6]
            self.banner.tell(
                say("replacing.choose", record=short, text=_beginning(older.indexed_text)),
                can_close=False,
                button=say("replacing.cancel"),
                call=self.session.end_replacing,
            )
            self.query.question.selectAll()
            self.query.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._refresh_actions()

    def _on_informed(self, sentence: str) -> None:
        self.status.tell(sentence)

    def _on_written_elsewhere(self, act: Act) -> None:
        self.status.tell_act(act)

    # ------------------------------------------------------------ the panels speak

    def _on_accepted(self) -> None:
        self.session.settle()
        if self.session.replacing is not None and self.results.selected is not None:
            self._on_record_taken(self.results.selected)

    def _on_record_taken(self, id: RecordId) -> None:
        if self.session.replacing is None:
            self.show_why()
        elif not self.session.is_asking:
            self.session.end_replacing(id)

    def _on_down(self) -> None:
        self.session.settle()
        if self.results.model.rowCount():
            self.results.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_escape_in_question(self) -> None:
        if self.session.replacing is not None:
            self.session.end_replacing()
        else:
            self.query.question.remember()
            self.query.question.clear()

    def _on_escape_in_list(self) -> None:
        self.go_to_question()

    def _on_profile_chosen(self, profile: Profile) -> None:
        self._settings.profile = profile.name
        self.session.set_profile(profile)

    # ------------------------------------------------------------ commands: vault

    def new_vault(self) -> None:
        """Make a vault where the person says."""
        if (path := self._ask_new_vault()) is not None:
            self.session.create(path)

    def _ask_new_vault(self) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(self, say("file.new"), say("file.name"), say("file.vaults"))
        return Path(name).with_suffix(".vault") if name else None

    def open_vault(self) -> None:
        """Open a vault of this computer."""
        name, _ = QFileDialog.getOpenFileName(self, say("file.open"), "", say("file.vaults"))
        if name:
            self.session.open(Path(name))

    def import_file(self) -> None:
        """Bring in one file."""
        name, _ = QFileDialog.getOpenFileName(self, say("file.import"), "", say("file.any"))
        if name:
            self.bring_in([Path(name)])

    def import_folder(self) -> None:
        """Bring in a folder."""
        name = QFileDialog.getExistingDirectory(self, say("file.import_folder"))
        if name:
            self.bring_in([Path(name)])

    def bring_in(self, paths: list[Path]) -> None:
        """Import these; without an open vault, into a new one."""

        def go() -> None:
            for path in paths:
                self.session.bring_in(path)

        if self.session.path is not None:
            go()
        elif (path := self._ask_new_vault()) is not None:
            self.session.create(path, go)

    # ------------------------------------------------------------ commands: acts

    def deactivate(self) -> None:
        """Ask for a reason, in the inspector."""
        self._show_inspector(True)
        self.inspector.ask_reason()

    def show_why(self) -> None:
        """Bring up the explanation."""
        self._show_inspector(True)
        self.inspector.show_why()

    def copy_record(self) -> None:
        """The record's text, to the clipboard."""
        if self.session.detail is not None:
            QGuiApplication.clipboard().setText(self.session.detail.record.indexed_text)

    # ------------------------------------------------------------ commands: view and help

    def go_to_question(self) -> None:
        """The question box, its text selected."""
        self.query.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.query.question.selectAll()

    def toggle_inspector(self) -> None:
        """Show the inspector, or hide it."""
        self._show_inspector(self.inspector.isHidden())

    def _show_inspector(self, shown: bool) -> None:
        self.inspector.setVisible(shown)
        self._settings.inspector = shown
        self.actions_by_id["view.inspector"].setChecked(shown)

    def next_area(self) -> None:
        """Question, list, inspector, and round again."""
        areas: list[QWidget] = [self.query.question, self.results.view, self.inspector.tabs.tabBar()]
        focus = QApplication.focusWidget()
        inside = [area for area in (self.query, self.results, self.inspector) if focus and area.isAncestorOf(focus)]
        place = (self.query, self.results, self.inspector).index(inside[0]) if inside else -1
        for step in range(1, 4):
            area = areas[(place + step) % 3]
            if area.isVisible():
                area.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def wear_system(self) -> None:
        """Light or dark as the system says."""
        self._wear(Scheme.SYSTEM)

    def wear_light(self) -> None:
        """Light."""
        self._wear(Scheme.LIGHT)

    def wear_dark(self) -> None:
        """Dark."""
        self._wear(Scheme.DARK)

    def _wear(self, scheme: Scheme) -> None:
        self._settings.scheme = scheme
        application = QApplication.instance()
        if isinstance(application, QApplication):
            sheet.dress(application, scheme)

    def _on_system_scheme(self) -> None:
        if self._settings.scheme is Scheme.SYSTEM:
            self._wear(Scheme.SYSTEM)

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
        has = Needs.NOTHING
        if self.session.path is not None:
            has |= Needs.VAULT
        detail = self.session.detail
        if detail is not None and self.session.replacing is None:
            in_force = detail.record.active and detail.record.superseded_by is None
            has |= Needs.RECORD | (Needs.IN_FORCE if in_force else Needs.OUT_OF_FORCE)
        enable(self.actions_by_id, has)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if len(paths) == 1 and paths[0].suffix == ".vault":
            self.session.open(paths[0])
        elif paths:
            self.bring_in(paths)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "results"):
            self.results.view.viewport().update()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._settings.keep_geometry("window", QByteArray(self.saveGeometry()))
        self._settings.keep_geometry("splitter", QByteArray(self._splitter.saveState()))
        self.hide()  # a lane may still finish a batch
        self.session.close()
        super().closeEvent(event)


def _beginning(text: str, most: int = 28) -> str:
    """The first words of a text."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[:most].rsplit(' ', 1)[0]} …"
