"""Both palettes, and wearing one of them.

They live here because a platform's colour scheme may be unknown (offscreen it does nothing). A widget that paints asks
``colours()`` at paint time; ``wear`` changes the scheme, and Qt then sends every widget a ``PaletteChange``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QStyleFactory

from mnemoscope_gui.look.fonts import font


class Scheme(StrEnum):
    """Which palette to wear."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette, as ``#rrggbb``."""

    window: str
    panel: str
    selection: str
    hover: str
    ink: str
    muted: str
    vectors: str
    """The vectors, always on the left."""
    words: str
    """The words, always on the right."""
    accent: str
    """Focus, the selected row, the current tab."""
    border: str
    """Of controls; 3 : 1 on the panel."""
    edge: str
    """Of panels: decoration, carries no meaning."""
    hairline: str
    good: str
    warning: str
    area: str
    """The body of a distribution."""
    mark: str
    """Behind words in which two texts differ; they are in ink."""


LIGHT = Colours(
    window="#f8f7f5",
    panel="#ffffff",
    selection="#eef3fa",
    hover="#f6f5f3",
    ink="#1e2227",
    muted="#5b626c",
    vectors="#0072b2",
    words="#b34700",
    accent="#1b5faa",
    border="#8a9097",
    edge="#e4e2de",
    hairline="#f0eeeb",
    good="#1f7a45",
    warning="#9a5b00",
    area="#e4e2de",
    mark="#fde8a6",
)
DARK = Colours(
    window="#17191c",
    panel="#1f2226",
    selection="#273141",
    hover="#26292e",
    ink="#e6e7e9",
    muted="#a9afb7",
    vectors="#5ab4ea",
    words="#f0964a",
    accent="#5ab4ea",
    border="#72787f",
    edge="#33383e",
    hairline="#282c31",
    good="#56c98a",
    warning="#e0b04c",
    area="#33383e",
    mark="#4d3c10",
)

_worn = LIGHT


def colours() -> Colours:
    """The palette now worn."""
    return _worn


def stale(c: Colours) -> Colours:
    """The palette of numbers that belong to other settings than those in use: none of them stands out."""
    return replace(c, ink=c.muted, vectors=c.muted, words=c.muted)


def colour(value: str) -> QColor:
    """A palette entry as Qt wants it."""
    return QColor(value)


def icon(name: str, value: str, size: int = 20) -> QPixmap:
    """An icon of the assets in one colour."""
    pixmap = QIcon(f"assets:{name}.svg").pixmap(size, size)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), QColor(value))
    painter.end()
    return pixmap


def wear(application: QApplication, scheme: Scheme, style_sheet: Callable[[Colours], str]) -> None:
    """Put the scheme on the application: palette, font, and the style sheet made of the palette."""
    global _worn  # noqa: PLW0603 - one application wears one palette
    _worn = _resolved(application, scheme)
    sheet = style_sheet(_worn)
    if application.styleSheet() == sheet:
        return  # dressing every widget again takes a fifth of a second
    if application.style().objectName() != "fusion":
        application.setStyle(QStyleFactory.create("Fusion"))
    application.setFont(font())
    application.setPalette(_palette(_worn))
    application.setStyleSheet(sheet)


def _resolved(application: QApplication, scheme: Scheme) -> Colours:
    if scheme is Scheme.SYSTEM:
        return DARK if application.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return DARK if scheme is Scheme.DARK else LIGHT


def _palette(c: Colours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for name, value in {
        role.Window: c.window,
        role.WindowText: c.ink,
        role.Base: c.panel,
        role.AlternateBase: c.window,
        role.Text: c.ink,
        role.Button: c.panel,
        role.ButtonText: c.ink,
        role.ToolTipBase: c.panel,
        role.ToolTipText: c.ink,
        role.PlaceholderText: c.muted,
        role.Highlight: c.accent,
        role.HighlightedText: c.panel,
        role.Accent: c.accent,
        role.Link: c.accent,
        role.Light: c.hairline,
        role.Midlight: c.hairline,
        role.Mid: c.border,
        role.Dark: c.border,
        role.Shadow: c.edge,
    }.items():
        palette.setColor(name, QColor(value))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(c.muted))
    return palette


def contrast(one: str, other: str) -> float:
    """WCAG 2.1 contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(value: str) -> float:
    channels = (int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
