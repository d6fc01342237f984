"""Cycles of dead objects are swept in the UI thread alone.

Python sweeps them in whichever thread happens to allocate. A dead widget that is destroyed in a lane's thread takes the
process down, so the automatic sweep is off while a window runs, and a timer asks as often as Python would.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 1000
"""Milliseconds between two looks."""


class Sweeper(QObject):
    """Sweeps while it lives; whoever ends it has the automatic sweep back."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.timeout.connect(sweep)
        self._timer.start()

    def end(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()


def sweep() -> None:
    """Collect the oldest generation whose time has come by Python's own thresholds, if one's has."""
    due = [count > threshold > 0 for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if due[0]:
        gc.collect(2 if due[2] and due[1] else 1 if due[1] else 0)
