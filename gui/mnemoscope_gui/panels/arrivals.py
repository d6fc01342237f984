"""What one source would bring: how it is read, its counts, its sessions and records, and what is left out and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from mnemoscope.formats import Finding
from mnemoscope.ingest import ImportSummary
from mnemoscope.previews import Preview
from mnemoscope_gui import look
from mnemoscope_gui.models.importing import apps_sentence, as_a_path, figures, finding_entries, left_out, left_out_count
from mnemoscope_gui.values import Incoming, Stage
from mnemoscope_gui.views.arrivals import ArrivalsView
from mnemoscope_gui.views.column_map import ColumnMapView
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.entries import EntriesView
from mnemoscope_gui.views.figures import Figures
from mnemoscope_gui.views.manner import MannerRow
from mnemoscope_gui.views.outcome import Outcome
from mnemoscope_gui.views.tabs import Tabs
from mnemoscope_gui.wording import say


class ArrivalsPanel(QFrame):
    """Shows one ``Incoming``."""

    manner_chosen = Signal(object)
    """It is to be read in another ``Manner``."""
    columns_chosen = Signal(object)
    """It is to be read by another ``ColumnMap``."""
    app_for_all_requested = Signal(str)
    findings_requested = Signal()
    """Why it is of its format is asked."""
    stop_requested = Signal()
    link_requested = Signal()
    act_requested = Signal(int)
    left = Signal()
    """Esc in a list."""

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._some: Incoming | None = None
        self._found: Preview | ImportSummary | None = None
        self._path, self._sign, self._apps = ElidedLabel(middle=True), ElidedLabel(), QLabel()
        self.manner, self.outcome, self.figures = MannerRow(titles), Outcome(), Figures()
        self.arrivals, self.columns = ArrivalsView(), ColumnMapView()
        self.left_out = EntriesView(say("left_out.name"))
        self.findings = EntriesView(say("finding.name"))
        self.tabs = Tabs()
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        self._path.setProperty("role", "title")
        for label in (self._sign, self._apps):
            label.setProperty("role", "muted")
        self._apps.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, look.MARGIN, 1, 1)
        column.setSpacing(look.SPACE * 2)
        above = QVBoxLayout()
        above.setContentsMargins(look.PADDING, 0, look.PADDING, 0)
        above.setSpacing(look.SPACE * 2)
        parts: tuple[QWidget, ...] = (self._path, self._sign, self.manner, self.outcome, self.figures, self._apps)
        for part in parts:
            above.addWidget(part)
        column.addLayout(above)
        column.addWidget(self.tabs, 1)
        for part in (self.tabs, self.tabs.tabBar()):
            part.setAccessibleName(say("arrivals.tabs"))
        for widget, id in self._pages:
            self.tabs.addTab(widget, say(f"arrivals.{id}"))

    @property
    def _pages(self) -> tuple[tuple[QWidget, str], ...]:
        return (
            (self.arrivals, "contents"),
            (self.columns, "columns"),
            (self.left_out, "left_out"),
            (self.findings, "why"),
        )

    def _wire(self) -> None:
        self.manner.chosen.connect(self.manner_chosen)
        self.manner.for_all_requested.connect(self.app_for_all_requested)
        self.columns.chosen.connect(self.columns_chosen)
        self.outcome.stop_requested.connect(self.stop_requested)
        self.outcome.act_requested.connect(self.act_requested)
        self.outcome.link_requested.connect(self.link_requested)
        self.tabs.currentChanged.connect(lambda _: self._ask_for_findings())
        for view in (self.arrivals.sessions, self.left_out, self.findings):
            view.left.connect(self.left)

    def show_source(self, some: Incoming, apps: Sequence[str], *, is_one_of_many: bool) -> None:
        """This one; ``apps`` are those of the vault."""
        is_other = self._some is None or self._some.path != some.path
        self._some = some
        self._path.setText(as_a_path(some.path))
        preview, summary = some.preview, some.brought.summary if some.brought is not None else None
        sign = (summary.sign if summary is not None else None) or (preview.sign if preview is not None else None)
        self._sign.setText(say("arrivals.sign", sign=sign) if sign and some.manner.format is None else "")
        self._sign.setVisible(bool(self._sign.text()))
        self.manner.show_source(some, apps, is_one_of_many=is_one_of_many)
        self.manner.setVisible(some.stage is not Stage.DONE)
        self.outcome.show_source(some)
        self._show_preview(some, preview if some.stage is not Stage.FAILED else None, summary)
        if is_other:
            self.findings.show_entries(())
            self.tabs.setCurrentIndex(0)
        self._ask_for_findings()

    def _show_preview(self, some: Incoming, preview: Preview | None, summary: ImportSummary | None) -> None:
        is_ahead = preview is not None and summary is None
        self.figures.show_figures(figures(preview) if preview is not None and is_ahead else ())
        self.figures.setVisible(is_ahead)
        apps = apps_sentence(preview) if preview is not None and is_ahead else ""
        self._apps.setText(say("arrivals.apps", apps=apps) if apps else "")
        self._apps.setVisible(bool(apps))
        self.arrivals.show_preview(preview)
        offer = preview.columns if preview is not None else None
        if offer is not None:
            self.columns.show_map(offer, some.manner.columns if some.manner.columns is not None else offer.proposed)
        self.columns.setEnabled(some.can_come_in or some.failure is not None)
        found = summary or preview
        count = left_out_count(found) if found is not None else 0
        if found is not self._found:
            self._found = found
            self.left_out.entries.set_records(left_out(found) if found is not None else ())
        self.tabs.setTabText(2, say("arrivals.left_out.count", count=count) if count else say("arrivals.left_out"))
        self.tabs.setTabVisible(0, some.stage is not Stage.FAILED)
        self.tabs.setTabVisible(
            1, (offer is not None or some.manner.columns is not None) and some.stage is not Stage.DONE
        )
        self.tabs.setTabVisible(2, count > 0)
        self.tabs.setTabText(3, say("arrivals.why_none" if some.stage is Stage.FAILED else "arrivals.why"))
        if not self.tabs.isTabVisible(self.tabs.currentIndex()):
            self.tabs.setCurrentIndex(next(at for at in range(4) if self.tabs.isTabVisible(at)))

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """What every format says of it."""
        self.findings.show_entries(finding_entries(findings))

    def open(self) -> None:
        """The focus goes to what the tab in front shows."""
        first = {self.arrivals: self.arrivals.sessions, self.columns: self.columns.first}
        shown = self.tabs.currentWidget()
        first.get(shown, shown).setFocus()  # type: ignore[call-overload]

    def _ask_for_findings(self) -> None:
        if self.tabs.currentWidget() is self.findings and not self.findings.entries.records:
            self.findings_requested.emit()
