"""The token X-ray as rows: a word of the question, and what it met in the record or just missed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from mnemoscope.xray import Form, Meeting, Near, Token, Way
from mnemoscope_gui.models.table import Column, TableModel
from mnemoscope_gui.values import Xray
from mnemoscope_gui.wording import number, say

_BESIDE = 3
"""Words of the record that are drawn beside one of the question."""


@dataclass(frozen=True, slots=True)
class Becoming:
    """A word as typed, the steps it went through, and what it became."""

    surface: str
    became: str
    steps: str
    """Which normalisations changed it, in words; empty where none did."""


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A word of the question and the words of the record beside it."""

    asked: Becoming
    held: tuple[Becoming, ...]
    met: bool
    note: str
    """Why it met none, or how many more it met."""


def meeting_rows(xray: Xray) -> tuple[MeetingRow, ...]:
    """A row for each word of the question."""
    return tuple(_row(meeting) for meeting in xray.meetings)


def _row(meeting: Meeting) -> MeetingRow:
    token = meeting.token
    if meeting.met:
        shared = meeting.met[0][1]
        distinct = {(held.surface, term): _becoming(held, term) for held, term in meeting.met}
        more = len(distinct) - _BESIDE
        note = say("xray.more", count=more, number=number(more)) if more > 0 else ""
        return MeetingRow(_becoming(token, shared), tuple(distinct.values())[:_BESIDE], True, note)
    if not any(form.asked for form in token.forms):
        return MeetingRow(Becoming(token.surface, "", say("xray.stop")), (), False, say("xray.stop"))
    if meeting.near:
        near = meeting.near[0]
        held = tuple(_becoming(one.token, one.held) for one in meeting.near[:1])
        return MeetingRow(_becoming(token, near.asked), held, False, apart(near))
    return MeetingRow(_becoming(token), (), False, say("xray.none"))


def apart(near: Near) -> str:
    """What kept two words from meeting."""
    return say(f"xray.apart.{near.apart.value}", asked=near.asked, held=near.held)


def _becoming(token: Token, term: str = "") -> Becoming:
    """The word by the way that gives the term, or by its first way."""
    forms = [form for form in token.forms if form.term == term] or list(token.forms)
    if not forms:
        return Becoming(token.surface, "", "")
    return Becoming(token.surface, _chain(forms[0]), steps(forms[0]))


def _chain(form: Form) -> str:
    """What it became, step by step, from the part of the word that this term is of."""
    made = [one.text for one in form.made if one.text != form.term]
    start = [form.surface] if form.way is not Way.PLAIN and form.surface != form.term else []
    return " → ".join((*start[:1], *made[-1:], form.term))


def steps(form: Form) -> str:
    """Which normalisations changed a word."""
    said = [] if form.way is Way.PLAIN else [say(f"xray.way.{form.way.value}", part=form.surface)]
    said += [say(f"xray.step.{made.step.value}", made=made.text) for made in form.made]
    return ", ".join(said) or say("xray.unchanged")


class MeetingsModel(TableModel[MeetingRow]):
    """The rows of one X-ray."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[MeetingRow], ...] = (
            Column(say("xray.asked"), lambda row: f"{row.asked.surface} ({row.asked.steps})"),
            Column(say("xray.held"), lambda row: ", ".join(f"{held.surface} ({held.steps})" for held in row.held)),
            Column(say("xray.outcome"), lambda row: row.note or say("xray.met")),
        )
        super().__init__(columns, parent)


# ---------------------------------------------------------------- the record's words


@dataclass(frozen=True, slots=True)
class Cell:
    """A word of the record over what it became, or a gap."""

    surface: str
    became: str
    met: bool = False
    tip: str = ""
    is_gap: bool = False


_AROUND = 4
_FIRST = 12
MOST = 1_500
"""Words that are drawn at most."""


def cells(xray: Xray, whole: bool) -> tuple[Cell, ...]:
    """The record's words: those around the ones that met, or as many as are drawn."""
    met = {(token.start, token.end): term for meeting in xray.meetings for token, term in meeting.met}
    shown: list[Cell] = []
    for stretch in xray.stretches:
        if shown:
            shown.append(_gap(""))
        shown += _stretch_cells(stretch, met, whole)
    if not xray.is_whole and not (shown and shown[-1].is_gap):
        shown.append(_gap(""))
    return tuple(shown[:MOST])


def _stretch_cells(stretch: tuple[Token, ...], met: dict[tuple[int, int], str], whole: bool) -> list[Cell]:
    places = [place for place, token in enumerate(stretch) if (token.start, token.end) in met]
    kept = range(len(stretch)) if whole else _near(places, len(stretch))
    shown: list[Cell] = []
    before = -1
    for place in kept:
        if place > before + 1:
            shown.append(_gap(number(place - before - 1)))
        shown.append(_cell(stretch[place], met))
        before = place
    if before + 1 < len(stretch):
        shown.append(_gap(number(len(stretch) - before - 1)))
    return shown


def _near(places: list[int], size: int) -> list[int]:
    """The places around those that met; without any, the first ones."""
    if not places:
        return list(range(min(_FIRST, size)))
    return sorted({near for at in places for near in range(max(0, at - _AROUND), min(size, at + _AROUND + 1))})


def _cell(token: Token, met: dict[tuple[int, int], str]) -> Cell:
    term = met.get((token.start, token.end), "")
    made = _becoming(token, term)
    return Cell(token.surface, term or (token.forms[0].term if token.forms else ""), bool(term), made.steps)


def _gap(count: str) -> Cell:
    return Cell(say("xray.gap", number=count) if count else "…", "", is_gap=True)
