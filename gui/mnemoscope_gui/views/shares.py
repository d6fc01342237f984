"""Every word of the question with what it adds to the record's BM25 sum, as a table that can be checked by hand."""

from __future__ import annotations

from collections.abc import Iterator

from mnemoscope.analysis import Term
from mnemoscope.explanations import Explanation, LexicalExplanation, TermShare
from mnemoscope.records import Profile, Recall
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.views import rich
from mnemoscope_gui.views.snippet import ELLIPSIS
from mnemoscope_gui.wording import decimal, number, say, setting

_COLUMNS = ("question", "here", "in_records", "idf", "gain", "score", "share")
_LONGEST = 15
"""Characters of a word that the table has room for."""
MOST = 40
"""Words that are written out; a question may have hundreds."""


def shares_html(explanation: Explanation, recall: Recall, c: Colours) -> str:
    """The words' side of an explanation, or why there is none."""
    words, profile = explanation.lexical, recall.query.profile
    if words is None or not words.shares:
        return _dropped(explanation.dropped, c)
    total = words.place.score if words.place else 0.0
    rows = [_titles(c)]
    for share in words.shares[:MOST]:
        rows += _share_rows(share, profile, c) if share.records else _unknown_rows(share.term, c)
    rows.append(_total_row(total, c))
    left_out = len(words.shares) - MOST
    more = say("explain.more_words", count=left_out, number=number(left_out)) if left_out > 0 else ""
    heading = rich.term("bm25", say("explain.words", score=decimal(total, 2)), c.muted)
    return (
        rich.head(heading, c)
        + rich.table(rows)
        + (rich.line(more, c.muted, look.Size.META) if more else "")
        + _length_line(words, c)
        + _dropped(explanation.dropped, c)
    )


def _titles(c: Colours) -> str:
    titles = (rich.term(name, say(f"explain.{name}"), c.muted) for name in _COLUMNS)
    return rich.row(titles, c.muted, size=look.Size.SMALL)


def _share_rows(share: TermShare, profile: Profile, c: Colours) -> Iterator[str]:
    colour = c.ink if share.count else c.muted
    score = decimal(share.score, 2)
    cells = (
        _word(share.term),
        _count(share.count),
        number(share.records),
        decimal(share.idf, 2),
        decimal(share.gain, 3),
        rich.strong(score, c.words) if share.count else score,
        say("percent", value=number(round(100 * share.part))) if share.count else say("absent"),
    )
    yield rich.row(cells, colour)
    notes = [_became(share.term)]
    if profile.context_weight:
        before, after = share.neighbours
        weight = setting(profile.context_weight)
        notes.append(say("explain.context", own=share.own, weight=weight, before=before, after=after))
    yield rich.wide_row(" · ".join(notes), len(_COLUMNS), c.muted)


def _unknown_rows(term: Term, c: Colours) -> Iterator[str]:
    absent = say("absent")
    yield rich.row((_word(term), absent, number(0), absent, absent, absent, absent), c.muted)
    yield rich.wide_row(f"{_became(term)} · {say('explain.unknown')}", len(_COLUMNS), c.muted)


def _total_row(total: float, c: Colours) -> str:
    label = rich.strong(say("explain.total"))
    cells = (label, "", "", "", "", rich.strong(decimal(total, 2), c.words), "")
    return rich.row(cells, c.ink, above=3, rule=c.border)


def _word(term: Term) -> str:
    word = term.surface if len(term.surface) <= _LONGEST else f"{term.surface[: _LONGEST - 1]}{ELLIPSIS}"
    return rich.left_to_right(rich.text(word))


def _became(term: Term) -> str:
    return say("explain.became", term=rich.left_to_right(rich.text(term.text)))


def _count(value: float) -> str:
    return number(int(value)) if value == int(value) else decimal(value, 1)


def _length_line(words: LexicalExplanation, c: Colours) -> str:
    title = rich.term("length", say("explain.length"), c.muted)
    says = say(
        "explain.length_is",
        factor=decimal(words.shares[0].length_factor, 3),
        length=_count(words.length),
        mean=decimal(words.mean_length, 1),
    )
    return f'<p style="font-size:{look.Size.META}px; color:{c.muted}; margin:6px 0 0 0">{title} {says}</p>'


def _dropped(words: tuple[str, ...], c: Colours) -> str:
    if not words:
        return ""
    said = say("explain.dropped", words=rich.text(", ".join(words)), count=len(words))
    sentence = rich.term("stop", said, c.muted)
    return f'<p style="font-size:{look.Size.META}px; margin:4px 0 0 0">{sentence}</p>'
