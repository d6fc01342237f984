"""The arithmetic of *Why* as rich text: the verdict, the fused sum, what it hangs on.

Numbers of a column have the same decimals and tabular figures and are right-aligned, so they stand under their point.
"""

from __future__ import annotations

from mnemoscope.explanations import Explanation, FusionPart
from mnemoscope.records import Channel
from mnemoscope_gui.look import Colours
from mnemoscope_gui.views import rich
from mnemoscope_gui.wording import decimal, number, say, setting, text


def arithmetic_html(explanation: Explanation, c: Colours) -> str:
    """The sum, what it hangs on, and what multiplying the cosine would do."""
    parts = [_sum_table(explanation, c)]
    if explanation.hangs_on:
        parts += [
            rich.head(rich.term("hangs", say("explain.hangs_on"), c.muted), c),
            *(rich.line(rich.text(text(sentence)), c.ink) for sentence in explanation.hangs_on),
        ]
    if explanation.boost is not None:
        parts += [
            rich.head(rich.term("boost", say("explain.boost"), c.muted), c),
            rich.line(rich.text(text(explanation.boost)), c.ink),
        ]
    return "".join(parts)


def _sum_table(explanation: Explanation, c: Colours) -> str:
    if not explanation.parts:
        return ""
    rows = [_part_row(part, explanation.rrf_k, c) for part in explanation.parts]
    fused = rich.term("rrf", rich.strong(say("explain.fused")), c.ink)
    rows.append(rich.row((fused, "", rich.strong(decimal(explanation.score, 5))), c.ink, above=4, rule=c.border))
    if explanation.rival_score is not None and explanation.rival_rank is not None:
        which = "explain.first_cut" if explanation.rival_rank > explanation.budget else "explain.last_served"
        label = rich.term("budget", say(which, rank=number(explanation.rival_rank)), c.muted)
        difference = explanation.score - explanation.rival_score
        margin = say("explain.margin" if difference >= 0 else "explain.short")
        rows += [
            rich.row((label, "", decimal(explanation.rival_score, 5)), c.muted),
            rich.row((rich.term("margin", margin, c.muted), "", decimal(abs(difference), 5)), c.muted),
        ]
    return rich.table(rows)


def _part_row(part: FusionPart, k: float, c: Colours) -> str:
    vectors = part.channel is Channel.VECTOR
    colour = c.vectors if vectors else c.words
    label = rich.term("vectors" if vectors else "words", say(f"channel.{part.channel.value}"), colour)
    if part.rank is None:
        how = rich.term("depth", say("explain.unranked"), c.muted)
    elif part.counted:
        how = rich.term("rrf", say("explain.part", k=setting(k), rank=number(part.rank)), c.muted)
    else:
        beyond = say("explain.beyond", rank=number(part.rank), depth=number(part.depth))
        how = rich.term("depth", f"<i>{beyond}</i>", c.muted)
    value = decimal(part.value, 5)
    return rich.row((label, how, value if part.counted else f'<span style="color:{c.muted}">{value}</span>'), c.ink)
