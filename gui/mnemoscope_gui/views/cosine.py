"""The vectors' side of an explanation as rich text: the cosine, and how far from this question's mean it lies."""

from __future__ import annotations

from mnemoscope.explanations import VectorExplanation
from mnemoscope.records import Recall
from mnemoscope_gui.look import Colours
from mnemoscope_gui.views import rich
from mnemoscope_gui.wording import decimal, number, say, setting, signed


def cosine_html(vector: VectorExplanation, recall: Recall, c: Colours) -> str:
    """The heading above the distribution of cosines, and the sum behind it."""
    place = vector.place
    if place is None:
        return rich.head(rich.term("cosine", say("explain.vectors.none"), c.muted), c)
    records = sum(vector.bins)
    over = say("explain.vectors.over", count=records, records=number(records))
    heading = say(
        "explain.vectors",
        cosine=rich.term("cosine", decimal(place.cosine, 3), c.muted),
        sigma=rich.term("sigma", say("sigma", value=signed(place.sigma, 1)), c.muted),
        over=over,
    )
    parts = [rich.head(heading, c)]
    if vector.deviation:
        parts.append(
            rich.line(
                say(
                    "explain.sigma_is",
                    sigma=signed(place.sigma, 2),
                    cosine=decimal(place.cosine, 4),
                    mean=decimal(vector.mean, 4),
                    deviation=decimal(vector.deviation, 4),
                ),
                c.ink,
            )
        )
    if place.factor != 1.0:
        parts.append(
            rich.line(
                say(
                    "explain.boosted",
                    cosine=decimal(place.cosine, 3),
                    factor=setting(place.factor),
                    product=decimal(place.cosine * place.factor, 3),
                ),
                c.ink,
            )
        )
    return "".join(parts)
