"""How a source is to be read: its format, and the app of records that name none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.values import Incoming, Manner
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.quiet_combo import QuietCombo
from mnemoscope_gui.wording import say

_MOST = 240
"""Width of a combo box, at 100 %."""


class MannerRow(QWidget):
    """What a person may say about a source; what is not said is recognised."""

    chosen = Signal(object)
    """Another ``Manner``."""
    for_all_requested = Signal(str)
    """The app is to be that of every source."""

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = titles
        self._manner: Manner | None = None
        self.format, self.app = QuietCombo(), QuietCombo()
        self.for_all = QPushButton(say("manner.for_all"))
        self.for_all.setProperty("small", True)
        self.for_all.setToolTip(say("manner.for_all.tip"))
        self.app.setEditable(True)
        self.app.setInsertPolicy(QuietCombo.InsertPolicy.NoInsert)
        self.app.setToolTip(say("manner.app.tip"))
        self.format.addItem("", None)
        for name, title in sorted(titles.items(), key=lambda format: format[1].casefold()):
            self.format.addItem(title, name)
        flow = Flow(self, spacing=look.PADDING)
        flow.addWidget(_group(say("manner.format"), self.format))
        flow.addWidget(_group(say("manner.app"), self.app, self.for_all))
        for combo in (self.format, self.app):
            look.follow(combo, lambda combo: combo.setMaximumWidth(look.scaled(_MOST)))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.format.activated.connect(lambda _: self.finish())
        self.app.activated.connect(lambda _: self.finish())
        if (edit := self.app.lineEdit()) is not None:
            edit.setAccessibleName(say("manner.app"))
            edit.editingFinished.connect(self.finish)
        self.for_all.clicked.connect(self._on_for_all)

    def show_source(self, some: Incoming, apps: Sequence[str], *, is_one_of_many: bool) -> None:
        """How this one is read; ``apps`` are those of the vault."""
        self._manner = some.manner
        found = some.preview.format if some.preview is not None and some.manner.format is None else ""
        self.format.setItemText(
            0, say("manner.found", format=self._titles.get(found, found)) if found else say("manner.by_content")
        )
        self.format.setCurrentIndex(max(self.format.findData(some.manner.format), 0))
        offered = list(dict.fromkeys((*apps, some.manner.app)))
        if [self.app.itemText(at) for at in range(self.app.count())] != offered:
            self.app.clear()
            self.app.addItems(offered)
        edit = self.app.lineEdit()
        if edit is not None and not (edit.hasFocus() and edit.isModified()):
            self.app.setCurrentText(some.manner.app)
        self.for_all.setVisible(is_one_of_many)
        self.setEnabled(some.can_come_in or some.failure is not None)

    def finish(self) -> None:
        """What is typed or chosen is meant, also where the keys are still in it."""
        manner = self._manner
        if manner is None:
            return
        app, format = self.app.currentText().strip() or manner.app, self.format.currentData()
        chosen = replace(manner, app=app, format=format)
        if chosen != manner:
            self._manner = chosen
            self.chosen.emit(chosen)

    def _on_for_all(self) -> None:
        self.finish()
        if self._manner is not None:
            self.for_all_requested.emit(self._manner.app)


def _group(name: str, combo: QuietCombo, *more: QWidget) -> QWidget:
    group, label = QWidget(), QLabel(name)
    label.setProperty("role", "muted")
    label.setBuddy(combo)
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    combo.setAccessibleName(name)
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.SPACE * 2)
    for widget in (label, combo, *more):
        row.addWidget(widget)
    return group
