"""Where the keys go back to."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid


def give_back(widget: QWidget | None, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> bool:
    """Whether what had the focus before is still there and in sight: then it has it again."""
    if widget is None or not isValid(widget) or not widget.isVisible():  # a popup may have gone meanwhile
        return False
    widget.setFocus(reason)
    return True
