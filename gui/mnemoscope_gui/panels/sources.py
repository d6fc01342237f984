"""The linked sources: their rows, and what can be done with the current one; or a sentence where there are none."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.linking import LinkedSource
from mnemoscope_gui import look
from mnemoscope_gui.models.sources import SourcesModel
from mnemoscope_gui.values import Source
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.sentence import SentencePage
from mnemoscope_gui.views.sources import SourcesView
from mnemoscope_gui.wording import say


class SourcesPanel(QFrame):
    """One row is current while there are any."""

    chosen = Signal()
    """Another source is current, or none."""
    taken = Signal()
    """Enter on the current one."""
    link_requested = Signal()
    """The button where there are none."""
    left = Signal()
    """Esc in the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.view, self.model, self.nothing = SourcesView(), SourcesModel(self), SentencePage()
        self.view.setAccessibleName(say("sources.name"))
        self.view.setModel(self.model)
        self._hint = QLabel(say("sources.hint"))
        self._foot = Flow(spacing=look.SPACE * 2)
        self._body, self._stack = QWidget(), QStackedLayout()
        self._lay_out()
        self.view.moved.connect(self.chosen)
        self.view.taken.connect(self.taken)
        self.view.left.connect(self.left)
        self.nothing.pressed.connect(self.link_requested)
        self.show_rows(())

    def _lay_out(self) -> None:
        self._hint.setProperty("role", "muted")
        self._hint.setWordWrap(True)
        self._hint.setContentsMargins(look.PADDING, look.SPACE * 2, look.PADDING, 0)
        foot = QWidget()
        around = QVBoxLayout(foot)
        around.setContentsMargins(look.PADDING, look.SPACE * 2, look.PADDING, look.PADDING)
        around.addLayout(self._foot)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(1, look.SPACE, 1, 0)
        body.setSpacing(0)
        body.addWidget(self.view, 1)
        body.addWidget(self._hint)
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(self._body)
        self._stack.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._stack, 1)
        column.addWidget(foot)
        self.nothing.tell(say("sources.none"), say("sources.none.button"))

    def add_action(self, action: QAction) -> QPushButton:
        """What can be done, as a button below the rows: with the current source where there is one."""
        button = ActionButton(action)
        self._foot.addWidget(button)
        return button

    def show_rows(self, rows: tuple[Source, ...]) -> None:
        """These sources; the current one stays so."""
        selected, place = self.selected, max(self.view.currentIndex().row(), 0)
        has_focus = self.view.hasFocus() or self.nothing.button.hasFocus()
        if self.model.show(rows) and rows:
            paths: list[Path] = [row.linked.path for row in rows]
            stays = selected is not None and selected.path in paths
            row = paths.index(selected.path) if stays and selected is not None else min(place, len(rows) - 1)
            self.view.setCurrentIndex(self.model.index(row, 0))
        self._stack.setCurrentIndex(1 if rows else 0)
        if has_focus:
            self.first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.chosen.emit()

    @property
    def selected(self) -> LinkedSource | None:
        """The current one."""
        row = self.view.currentIndex().row()
        return self.model.records[row].linked if 0 <= row < len(self.model.records) else None

    @property
    def first(self) -> QWidget:
        """The rows, or what there is to do where there are none."""
        return self.view if self.model.records else self.nothing.button
