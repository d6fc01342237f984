"""Counts side by side, each with what is counted below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.models.importing import Figure
from mnemoscope_gui.views.flow import Flow


class Figures(QWidget):
    """As many lines as they need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = Flow(self, spacing=look.PADDING)
        self._shown: tuple[Figure, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def text(self) -> str:
        """What they say."""
        return ", ".join(f"{figure.number} {figure.label}" for figure in self._shown)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """These, in their order."""
        if tuple(figures) == self._shown:
            return
        self._shown = tuple(figures)
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for figure in figures:
            self._flow.addWidget(_Count(figure))
        self.setAccessibleName(self.text)
        self.updateGeometry()


class _Count(QWidget):
    def __init__(self, figure: Figure) -> None:
        super().__init__()
        number, label = QLabel(figure.number), QLabel(figure.label)
        number.setProperty("role", "title")
        label.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.SPACE + 1)
        row.addWidget(number)
        row.addWidget(label)
        self.setToolTip(figure.tip)
