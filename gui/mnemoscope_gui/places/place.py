"""What the window's frame asks of a place."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QWidget

from mnemoscope_gui.panels.inspector import Lead


class Place(Protocol):
    """The parts that the frame lays out, and where the focus goes in them."""

    strip: QWidget
    """Below the header row, as wide as the window; hidden while folded in."""
    body: QWidget
    """Beside the inspector."""
    lead: Lead | None
    """What the inspector shows first; ``None`` is the record and why it ranks where it does."""

    @property
    def head(self) -> QWidget:
        """In the header row, right of the places."""

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The areas that F6 walks through: each with the widget that takes the focus."""

    def take_focus(self) -> None:
        """The place comes to the front."""

    def leave(self) -> None:
        """Another place comes to the front."""

    def refresh(self) -> None:
        """F5: look at the vault as it is now."""

    def step_back(self) -> None:
        """Esc where nothing else takes it."""
