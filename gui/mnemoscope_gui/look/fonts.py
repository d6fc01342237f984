"""The interface font, with figures that stand in columns."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase

from mnemoscope_gui.look.metrics import Size

_FALLBACKS = ("Inter", "Noto Sans", "DejaVu Sans")
_GENERIC = frozenset({"", "Sans Serif", "sans-serif", "Sans", "MS Shell Dlg 2"})


def families() -> list[str]:
    """The system's own interface font first, then what is commonly there."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    named = [] if system in _GENERIC else [system]
    return [*named, *(family for family in _FALLBACKS if family not in named)]


def font(size: int | None = None, *, strong: bool = False, italic: bool = False, struck: bool = False) -> QFont:
    """An interface font with tabular figures, so that digits of a column stand under each other. Not to be changed."""
    return _font(Size.TEXT if size is None else size, strong=strong, italic=italic, struck=struck)


@lru_cache
def _font(size: int, *, strong: bool, italic: bool, struck: bool) -> QFont:
    result = QFont()
    result.setFamilies(families())
    result.setPixelSize(size)
    result.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    result.setItalic(italic)
    result.setStrikeOut(struck)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result
