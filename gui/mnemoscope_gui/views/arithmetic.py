"""The arithmetic of *Why* as rich text: the fused sum, what it hangs on, every word's share.

Numbers of a column have the same decimals and tabular figures and are right-aligned, so they stand under their point.
"""

from __future__ import annotations

from html import escape

from mnemoscope.records import (
    Channel,
    Explanation,
    FusionPart,
    LexicalExplanation,
    TermShare,
    VectorExplanation,
)
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.wording import decimal, number, say, signed, text


def arithmetic_html(explanation: Explanation, c: Colours) -> str:
    """The sum, what it hangs on, and the words' shares."""
    parts = [_sum_table(explanation, c)]
    if explanation.hangs_on:
        parts += [
            _head(say("explain.hangs_on"), c),
            *(_line(escape(text(m), quote=False), c) for m in explanation.hangs_on),
        ]
    if explanation.boost is not None:
        parts += [_head(say("explain.boost"), c), _line(escape(text(explanation.boost), quote=False), c)]
    if explanation.lexical is not None:
        parts.append(_words(explanation, explanation.lexical, c))
    return "".join(parts)


def _sum_table(explanation: Explanation, c: Colours) -> str:
    if not explanation.parts:
        return ""
    rows = [_part_row(part, explanation.rrf_k, c) for part in explanation.parts]
    rows.append(_row((_strong(say("explain.fused")), "", _strong(decimal(explanation.score, 5))), c.ink))
    if explanation.rival_score is not None and explanation.rival_rank is not None:
        which = "explain.first_cut" if explanation.rival_rank > explanation.budget else "explain.last_served"
        label = say(which, rank=number(explanation.rival_rank))
        difference = explanation.score - explanation.rival_score
        rows.append(_row((label, "", decimal(explanation.rival_score, 5)), c.muted))
        rows.append(
            _row(
                (say("explain.margin" if difference >= 0 else "explain.short"), "", decimal(abs(difference), 5)),
                c.muted,
            )
        )
    return _table(rows)


def _part_row(part: FusionPart, k: float, c: Colours) -> str:
    vectors = part.channel is Channel.VECTOR
    label = f'<span style="color:{c.vectors if vectors else c.words}">{say(f"channel.{part.channel.value}")}</span>'
    if part.rank is None:
        how = say("explain.unranked")
    elif part.counted:
        how = say("explain.part", k=f"{k:g}", rank=number(part.rank))
    else:
        how = say("explain.beyond", rank=number(part.rank), depth=number(part.depth))
    value = decimal(part.value, 5) if part.counted else say("explain.nothing")
    return _row((label, f'<span style="color:{c.muted}">{how}</span>', value), c.ink)


def _words(explanation: Explanation, words: LexicalExplanation, c: Colours) -> str:
    if not words.shares:
        return _dropped(explanation.dropped, c)
    total = words.place.score if words.place else sum(share.score for share in words.shares)
    lengths = {"length": _length(words.length), "mean": number(round(words.mean_length))}
    header = _row(
        tuple(say(f"explain.{column}") for column in ("question", "here", "in_records", "idf", "gain", "score")),
        c.muted,
        small=True,
    )
    rows = [header, *(_share_row(share, c) for share in words.shares)]
    head = say("explain.words", score=decimal(total, 2), **lengths)
    return _head(head, c) + _table(rows) + _dropped(explanation.dropped, c)


def _share_row(share: TermShare, c: Colours) -> str:
    before, after = share.neighbours
    here = (
        _length(share.count)
        if not (before or after)
        else say("explain.context", own=number(share.own), before=number(before), after=number(after))
    )
    score = decimal(share.score, 2)
    if share.count:
        score = f'<b style="color:{c.words}">{score}</b>'
    colour = c.ink if share.count else c.muted
    gain = decimal(share.gain, 3)
    return _row((escape(share.term.surface), here, number(share.records), decimal(share.idf, 2), gain, score), colour)


def _length(value: float) -> str:
    return number(int(value)) if value == int(value) else decimal(value, 1)


def _dropped(words: tuple[str, ...], c: Colours) -> str:
    if not words:
        return ""
    sentence = say("explain.dropped", words=escape(", ".join(words)), count=len(words))
    return f'<p style="font-size:{look.META_SIZE}px; color:{c.muted}; margin:4px 0 0 0">{sentence}</p>'


def vectors_head(vector: VectorExplanation, records: int) -> str:
    """The title above the distribution of cosines."""
    if vector.place is None:
        return say("explain.vectors.none")
    return say(
        "explain.vectors",
        cosine=decimal(vector.place.cosine, 3),
        sigma=signed(vector.place.sigma, 1),
        count=records,
        records=number(records),
    )


def _table(rows: list[str]) -> str:
    return f'<table width="100%" cellspacing="0" cellpadding="1" style="margin:0">{"".join(rows)}</table>'


def _row(cells: tuple[str, ...], colour: str, *, small: bool = False) -> str:
    size = look.META_SIZE if small else look.CONTROL_SIZE
    style = f"font-size:{size}px; color:{colour}"
    first, *others = cells
    right = "".join(f'<td align="right" style="{style}; padding-left:6px">{cell}</td>' for cell in others)
    return f'<tr><td style="{style}">{first}</td>{right}</tr>'


def _strong(value: str) -> str:
    return f"<b>{value}</b>"


def _head(title: str, c: Colours) -> str:
    return (
        f'<p style="font-size:{look.META_SIZE}px; font-weight:600; color:{c.muted}; margin:14px 0 4px 0">'
        f"{escape(title, quote=False)}</p>"
    )


def _line(sentence: str, c: Colours) -> str:
    return f'<p style="font-size:{look.CONTROL_SIZE}px; color:{c.ink}; margin:0 0 2px 0">{sentence}</p>'
