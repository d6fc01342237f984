"""*Import*: what files and folders would bring, before it comes in, and what came in then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from mnemoscope.mapping import ColumnMap
from mnemoscope_gui import look
from mnemoscope_gui.models.importing import as_text, source_entry, whole_sentence
from mnemoscope_gui.panels.arrivals import ArrivalsPanel
from mnemoscope_gui.panels.chosen import ChosenPanel
from mnemoscope_gui.panels.landing import LandingPanel
from mnemoscope_gui.places.page import Page
from mnemoscope_gui.state.importing import Importing
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Incoming, Manner, Stage
from mnemoscope_gui.views.asking import ask_target
from mnemoscope_gui.wording import number, say, text

REST = 30
"""Milliseconds for which news of sources is gathered: a thousand of them are heard of at once."""


class ImportPage(Page):
    """The chosen sources at the left, what the current one would bring at the right."""

    files_requested = Signal()
    folder_requested = Signal()
    act_requested = Signal(int)
    """An act, where it stands in the history."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(say("page.import"), parent)
        self._session = session
        self.importing = Importing(session, self)
        titles = self.importing.titles
        self.landing = LandingPanel(tuple(titles.values()))
        self.chosen, self.arrivals = ChosenPanel(), ArrivalsPanel(titles)
        self.begin = QPushButton()
        self._stack = QStackedWidget()
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._moved: set[Path] = set()
        """Of which more is known since."""
        self._lay_out()
        self._wire()
        self._on_changed()

    def _lay_out(self) -> None:
        self.begin.setToolTip(say("incoming.begin.tip"))
        look.follow(self.begin, lambda begin: begin.setFixedHeight(look.Height.HEADER))
        self.head.add(self.begin)
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.MARGIN)
        row.addWidget(self.chosen, 3)
        row.addWidget(self.arrivals, 7)
        self._stack.addWidget(self.landing)
        self._stack.addWidget(whole)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self.body)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._begin)

    def _wire(self) -> None:
        importing, chosen, arrivals = self.importing, self.chosen, self.arrivals
        importing.changed.connect(self._on_changed)
        importing.progressed.connect(self._on_progressed)
        importing.examined.connect(self._on_examined)
        importing.ended.connect(self._on_ended)
        self._rest.timeout.connect(self._on_rested)
        self._session.health_changed.connect(lambda _: self._show_current())
        for asked in (chosen, self.landing):
            asked.files_requested.connect(self.files_requested)
            asked.folder_requested.connect(self.folder_requested)
        chosen.chosen.connect(lambda _: self._show_current())
        chosen.taken.connect(arrivals.open)
        chosen.left.connect(self.left)
        chosen.clear_requested.connect(self._on_clear)
        chosen.save_requested.connect(self._ask_where)
        chosen.remove_requested.connect(importing.remove)
        arrivals.left.connect(chosen.take_focus)
        arrivals.manner_chosen.connect(self._on_manner_chosen)
        arrivals.columns_chosen.connect(self._on_columns_chosen)
        arrivals.app_for_all_requested.connect(importing.use_app_for_all)
        arrivals.findings_requested.connect(self._on_findings_requested)
        arrivals.stop_requested.connect(self._on_stop_requested)
        arrivals.act_requested.connect(self.act_requested)
        arrivals.link_requested.connect(self._on_link_requested)
        self.begin.clicked.connect(lambda _=False: self._begin())

    # ------------------------------------------------------------ the frame

    @property
    def first(self) -> QWidget:
        """The list, or what fills it."""
        return self.chosen.view if self.importing.sources else self.landing.files

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The head, the sources, and what the current one would bring."""
        if not self.importing.sources:
            return super().areas
        first = self.begin if self.begin.isEnabled() else self.head.back
        return (self.head, first), (self.chosen, self.chosen.view), (self.arrivals, self.arrivals.tabs.tabBar())

    def refresh(self) -> None:
        """F5: read the sources again."""
        self.importing.read_again()

    def step_back(self) -> None:
        """Esc: to the sources, and from there out of the page."""
        focus = QApplication.focusWidget()
        if focus is not None and self.arrivals.isAncestorOf(focus):
            self.chosen.take_focus()
        else:
            super().step_back()

    def add(self, paths: list[Path]) -> None:
        """Choose these; the first of them is current."""
        self.importing.add(paths)
        self.chosen.select(paths[0])

    # ------------------------------------------------------------ what is shown

    @property
    def current(self) -> Incoming | None:
        """The source that is current."""
        path = self.chosen.path
        return next((some for some in self.importing.sources if some.path == path), None)

    @property
    def is_settled(self) -> bool:
        """Whether all that is known of the sources is shown."""
        return not self._rest.isActive()

    def _on_changed(self) -> None:
        sources, titles = self.importing.sources, self.importing.titles
        self.chosen.show_sources(tuple(source_entry(some, titles) for some in sources))
        turned = self._stack.currentIndex() != bool(sources)
        self._stack.setCurrentIndex(1 if sources else 0)
        self._show_current()
        self._show_whole()
        if turned and self.is_in_front:
            self.first.setFocus()  # what had it is gone

    def _on_progressed(self, some: Incoming) -> None:
        self._moved.add(some.path)
        if not self._rest.isActive():
            self._rest.start()

    def _on_rested(self) -> None:
        moved = [some for some in self.importing.sources if some.path in self._moved]
        titles = self.importing.titles
        self.chosen.show_progress(tuple(source_entry(some, titles) for some in moved))
        if self.chosen.path in self._moved:
            self._show_current()
        self._moved.clear()
        self._show_whole()

    def _show_current(self) -> None:
        if (some := self.current) is not None:
            apps = self._session.health.apps if self._session.health is not None else ()
            self.arrivals.show_source(some, apps, is_one_of_many=len(self.importing.sources) > 1)

    def _show_whole(self) -> None:
        """What concerns all of them."""
        sources = self.importing.sources
        self.chosen.show_whole(whole_sentence(sources))
        count = sum(some.can_come_in for some in sources)
        self.begin.setText(
            say("incoming.begin", count=count, number=number(count)) if count > 1 else say("incoming.begin.one")
        )
        self.begin.setEnabled(count > 0)
        self.begin.setVisible(bool(sources))
        self.chosen.save.setVisible(any(some.stage is Stage.DONE for some in sources))
        self.chosen.clear.setEnabled(any(some.stage is not Stage.IMPORTING for some in sources))

    def _on_examined(self, path: Path, findings: object) -> None:
        if path == self.chosen.path and isinstance(findings, tuple):
            self.arrivals.show_findings(findings)

    # ------------------------------------------------------------ what a person does

    def _on_manner_chosen(self, manner: Manner) -> None:
        if (some := self.current) is not None:
            self.importing.read_as(some.path, manner)

    def _on_columns_chosen(self, columns: ColumnMap) -> None:
        if (some := self.current) is not None:
            self.importing.read_as(some.path, replace(some.manner, columns=columns))

    def _on_findings_requested(self) -> None:
        if (some := self.current) is not None:
            self.importing.examine(some.path)

    def _on_stop_requested(self) -> None:
        if (some := self.current) is not None:
            self.importing.stop_reading(some.path)
            self.chosen.take_focus()

    def _on_link_requested(self) -> None:
        if (some := self.current) is not None:
            self.importing.link(some.path)

    def _on_clear(self) -> None:
        self.importing.clear()

    def _begin(self) -> None:
        if self.begin.isEnabled():
            self.arrivals.manner.finish()
            self.importing.begin()
            self.chosen.take_focus()

    def _on_ended(self) -> None:
        """Who has gone elsewhere meanwhile is told what could not be imported."""
        sources = self.importing.sources
        failed = [some for some in sources if some.brought is not None and some.failure is not None]
        if failed and not self.is_in_front:
            first = text(failed[0].failure) if failed[0].failure is not None else ""
            self._session.failed.emit(
                say("import.failed", count=len(failed), first=first) if len(sources) > 1 else first
            )
        elif not failed:
            self._tell_end()

    def _tell_end(self) -> None:
        done = [some.brought.summary for some in self.importing.sources if some.brought is not None]
        count = sum(summary.records for summary in done if summary is not None)
        if done:
            self._session.informed.emit(say("import.ended", count=count, number=number(count)))

    # ------------------------------------------------------------ the summary

    def _ask_where(self) -> None:
        kinds = ((say("incoming.file.txt"), "txt"), (say("incoming.file.json"), "json"))
        ask_target(self.body, say("incoming.save"), say("incoming.file"), kinds, self._write)

    def _write(self, path: Path) -> None:
        sources = self.importing.sources
        is_json = path.suffix.lower() == ".json"
        words = self.importing.as_json() if is_json else as_text(sources, self.importing.titles)
        try:
            path.write_text(words + "\n", encoding="utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            self._session.failed.emit(say("incoming.not_saved", name=path.name, reason=reason))
        else:
            self._session.informed.emit(say("incoming.saved", name=path.name))
