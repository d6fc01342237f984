"""How large text is, and what grows with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

ZOOMS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Per cent."""

_followers: WeakKeyDictionary[QWidget, Callable[[Any], None]] = WeakKeyDictionary()
_zoom = 100

Sized = TypeVar("Sized", bound=QWidget)


def zoom() -> int:
    """How large text is, in per cent."""
    return _zoom


def scaled(pixels: float) -> int:
    """A length at 100 % that holds text, as long as it is now."""
    return round(pixels * _zoom / 100)


class Length:
    """A length that holds text, declared at 100 %: as an attribute it is as long as it is now, in whole pixels."""

    def __init__(self, pixels: int) -> None:
        self._pixels = pixels

    def __get__(self, instance: object, owner: type) -> int:
        return scaled(self._pixels)


class FineLength:
    """A ``Length`` that is no whole number of pixels."""

    def __init__(self, pixels: float) -> None:
        self._pixels = pixels

    def __get__(self, instance: object, owner: type) -> float:
        return self._pixels * _zoom / 100


def set_zoom(percent: int) -> None:
    """Text of this size: every ``Length`` changes, and the widgets that follow are measured. Dress again after it."""
    global _zoom  # noqa: PLW0603 - one application has one zoom
    _zoom = min(max(percent, ZOOMS[0]), ZOOMS[-1])
    for widget, measure in list(_followers.items()):
        if isValid(widget):
            measure(widget)


def follow(widget: Sized, measure: Callable[[Sized], None]) -> None:
    """Measure the widget now and at each zoom. ``measure`` is given the widget and holds none, so that it can go."""
    _followers[widget] = measure
    measure(widget)
