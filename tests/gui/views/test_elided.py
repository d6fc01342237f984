"""A label that shortens its text."""

from __future__ import annotations

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from mnemoscope_gui.views.elided import ElidedLabel


def painted(label: ElidedLabel, text: str) -> QImage:
    label.setText(text)
    return label.grab().toImage()


def test_ending_is_seen_where_the_middle_is_left_out(qtbot: QtBot) -> None:
    for middle in (True, False):
        label = ElidedLabel(middle=middle)
        qtbot.addWidget(label)
        label.resize(160, 24)
        name = "an export with a rather long name of its own"
        assert (painted(label, f"{name}.csv") != painted(label, f"{name}.zip")) is middle
        assert label.toolTip() == f"{name}.zip"
