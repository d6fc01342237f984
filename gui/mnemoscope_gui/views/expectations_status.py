"""How many expectations hold, at the foot of the window; pressed, it leads to them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from mnemoscope_gui import look
from mnemoscope_gui.values import Expected
from mnemoscope_gui.views.signs import Sign
from mnemoscope_gui.wording import number, say


class ExpectationsStatus(QPushButton):
    """A sign and a count; hidden where nothing is expected."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("hint", True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # F4 leads there
        self.setToolTip(say("status.expectations.tip"))
        self._sign, self._text = Sign(), QLabel()
        for part in (self._sign, self._text):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, look.MARGIN, 0)
        row.setSpacing(look.SPACE + 2)
        row.addWidget(self._sign)
        row.addWidget(self._text)
        self.hide()

    def sizeHint(self) -> QSize:
        return self._row.sizeHint()

    minimumSizeHint = sizeHint

    def show_rows(self, rows: tuple[Expected, ...]) -> None:
        """The count of these; while some have never been looked at, how many there are."""
        known = all(row.checked is not None for row in rows)
        fails = any(row.holds is False for row in rows)
        self._sign.show_sign(False if fails else True if known else None)
        held = number(sum(row.holds is True for row in rows))
        said = {"held": held, "number": number(len(rows)), "count": len(rows)}
        self._text.setText(say("status.expectations" if known else "status.expectations.unknown", **said))
        self.setAccessibleName(self.text)
        self.setVisible(bool(rows))
        self.updateGeometry()

    @property
    def text(self) -> str:  # type: ignore[override]
        """What it says."""
        return self._text.text()
