"""Rich text of explanations: tables whose numbers stand under their point, and terms that say what they mean.

A term of the trade is a link ``help:<name>``; a ``RichLabel`` shows what its glossary says of it when it is pointed at,
and on Enter when it is walked to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours

_HELP = "help:"
_BACKWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_UNBROKEN = re.compile(r"\S{31,}")


def term(name: str, shown: str, colour: str) -> str:
    """A word that the glossary explains under ``name``."""
    return f'<a href="{_HELP}{name}" style="color:{colour}; text-decoration:none">{shown}</a>'


def text(value: str) -> str:
    """A text that is no markup; what cannot be broken and would widen the page is cut in its middle."""
    return escape(_UNBROKEN.sub(_shortened, value), quote=False)


def left_to_right(value: str) -> str:
    """A text in a column that starts at the left, whatever its own direction.

    Fonts lack the marks, and another font makes the line higher: only what needs them gets them.
    """
    return f"\u200e\u2068{value}\u2069" if _BACKWARDS.search(value) else value


def _shortened(run: re.Match[str]) -> str:
    return f"{run[0][:18]}…{run[0][-8:]}"


def strong(value: str, colour: str = "") -> str:
    """In bold, in a colour of its own where one is given."""
    return f'<b style="color:{colour}">{value}</b>' if colour else f"<b>{value}</b>"


def table(rows: Iterable[str]) -> str:
    """Rows as wide as the page."""
    return f'<table width="100%" cellspacing="0" cellpadding="0" style="margin:0">{"".join(rows)}</table>'


def row(
    cells: Iterable[str], colour: str, *, size: int | None = None, gap: int = 6, above: int = 1, rule: str = ""
) -> str:
    """One row: the first cell at the left, the others right-aligned; ``rule`` is the colour of a line above it."""
    line = f"border-top:1px solid {rule};" if rule else ""
    style = (
        f"font-size:{size or look.Size.CONTROL}px; color:{colour}; padding-top:{above}px; padding-bottom:1px; {line}"
    )
    first, *others = cells
    right = "".join(f'<td align="right" style="{style} padding-left:{gap}px">{cell}</td>' for cell in others)
    return f'<tr><td style="{style}">{first}</td>{right}</tr>'


def wide_row(cell: str, columns: int, colour: str) -> str:
    """A row of one cell below the one it belongs to."""
    style = f"font-size:{look.Size.META}px; color:{colour}; padding-bottom:3px"
    return f'<tr><td colspan="{columns}" style="{style}">{cell}</td></tr>'


def head(title: str, c: Colours) -> str:
    """A heading; it may hold terms."""
    return f'<p style="font-size:{look.Size.META}px; font-weight:600; color:{c.muted}; margin:14px 0 4px 0">{title}</p>'


def line(sentence: str, colour: str, size: int | None = None) -> str:
    """A sentence of its own."""
    return f'<p style="font-size:{size or look.Size.CONTROL}px; color:{colour}; margin:0 0 2px 0">{sentence}</p>'


class RichLabel(QLabel):
    """Selectable rich text whose terms explain themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glossary: Mapping[str, str] = {}
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.linkHovered.connect(self._on_hovered)
        self.linkActivated.connect(self._on_activated)

    def show_html(self, html: str, glossary: Mapping[str, str]) -> None:
        """This text, and what its terms mean."""
        self._glossary = glossary
        if html != self.text():  # a selection stays where nothing changed
            self.setText(html)

    def tip(self, link: str) -> str:
        """What the glossary says of a link."""
        return self._glossary.get(link.removeprefix(_HELP), "")

    def _on_hovered(self, link: str) -> None:
        self._tell(link, QCursor.pos())

    def _on_activated(self, link: str) -> None:
        pointed_at = self.underMouse()
        self._tell(link, QCursor.pos() if pointed_at else self.mapToGlobal(QPoint(0, 0)))

    def _tell(self, link: str, at: QPoint) -> None:
        if tip := self.tip(link):
            QToolTip.showText(at, tip, self)
        else:
            QToolTip.hideText()
