"""The timeline as it is painted: words that came and went stand out by shape and by colour, also from right to left."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from mnemoscope_gui import look
from mnemoscope_gui.models.chain import chain_rows
from mnemoscope_gui.views.chain import ChainView

from .. import values
from ..values import record


def shown(qtbot: QtBot, older: str, newer: str, width: int = 320) -> ChainView:
    top = record(9, newer)
    below = record(5, older, superseded_by=top.id, superseded_since=values.record().added_at)
    view = ChainView("chain")
    qtbot.addWidget(view)
    view.resize(width, 400)
    view.set_rows(chain_rows((top, below), top.id, {}))
    view.show()
    return view


@pytest.mark.parametrize(
    ("older", "newer", "gone", "come"),
    [
        ("The shift ends at 21:00.", "The shift ends at 22:00.", ["21:00"], ["22:00"]),
        ("المناوبة تنتهي يوم الأحد مساء", "المناوبة تنتهي يوم الاثنين مساء", ["الأحد"], ["الاثنين"]),
        ("👩🏽‍⚕️ The shift is on Sunday", "👩🏽‍⚕️ The shift is on Monday", ["Sunday"], ["Monday"]),
    ],
)
def test_words_are_underlined_where_they_came_and_struck_where_they_went(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, older: str, newer: str, gone: list[str], come: list[str]
) -> None:
    painted: list[tuple[str, bool, bool, str]] = []
    draw = QTextLayout.draw

    def drawn(layout: QTextLayout, *arguments: object) -> object:
        text = layout.text().encode("utf-16-le")
        for some in layout.formats():
            words = text[2 * some.start : 2 * (some.start + some.length)].decode("utf-16-le")
            style = some.format
            painted.append((words, style.fontUnderline(), style.fontStrikeOut(), style.foreground().color().name()))
        assert layout.lineCount() > 0
        return draw(layout, *arguments)

    monkeypatch.setattr(QTextLayout, "draw", drawn)
    shown(qtbot, older, newer).grab()
    c = look.colours()
    assert {words for words, under, struck, colour in painted if under and not struck and colour == c.good} == set(come)
    assert {words for words, under, struck, colour in painted if struck and not under and colour == c.warning} == set(
        gone
    )


@pytest.mark.parametrize("c", [look.LIGHT, look.DARK], ids=["light", "dark"])
def test_marks_are_legible_on_every_row(c: look.Colours) -> None:
    for ink in (c.good, c.warning, c.muted):
        assert min(look.contrast(ink, ground) for ground in (c.panel, c.selection)) >= 4.5


def test_a_long_text_is_shown_round_what_differs(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    filler = "It goes on about the rota and the keys and the badge list. " * 40
    texts: list[str] = []
    draw = QTextLayout.draw

    def drawn(layout: QTextLayout, *arguments: object) -> object:
        texts.append(layout.text())
        return draw(layout, *arguments)

    monkeypatch.setattr(QTextLayout, "draw", drawn)
    view = shown(qtbot, f"{filler}It ends at 21:00.", f"{filler}It ends at 22:00.")
    view.grab()
    assert any("22:00" in text for text in texts)
    assert any("21:00" in text for text in texts)
    delegate, option = view.itemDelegate(), QStyleOptionViewItem()
    assert delegate.sizeHint(option, view.rows.index(0, 0)).height() <= 8 * look.Height.LINE
    assert view.sizeHint() != QSize()
