"""Why records are a candidate, in words that hold their very words, numbers and dates; and how that is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from mnemoscope.candidates import Ground, Matter
from mnemoscope.claims.differences import Difference, Span
from mnemoscope.claims.judging import Judgement
from mnemoscope.claims.units import Sort
from mnemoscope.messages import Message, message
from mnemoscope.reading import SHORTEST

QUOTED = 80
"""Characters of a text that a ground quotes."""
_TERMS = 3
_DAY = 86_400_000
_PAIRED = {
    Sort.NUMBER: "number", Sort.DATE: "date", Sort.NAME: "name", Sort.NEGATION: "negation", Sort.ANTONYM: "antonym",
    Sort.WORD: "value",
}  # fmt: skip


def of_pair(
    judged: Judgement, older: str, newer: str, cosine: float | None, records: Mapping[str, int], apart: int
) -> tuple[Ground, ...]:
    """Why two records are a candidate; ``records`` says how many hold a word, ``apart`` the milliseconds between."""
    found = []
    if judged.cue:
        found.append(Ground("cue", message("ground.cue", words=judged.cue)))
    found += [_differing(some, older, newer) for some in judged.differences]
    found.append(subject(judged.shared, cosine, records))
    days = apart // _DAY
    if days:
        found.append(Ground("distance", message("ground.distance", count=days)))
    else:
        found.append(Ground("distance", message("ground.same_day")))
    return tuple(found)


def _differing(some: Difference, older: str, newer: str) -> Ground:
    kind = _PAIRED[some.kind]
    if some.first and some.second:
        said = message("ground.exchanged", first=_cut(older, some.first), second=_cut(newer, some.second))
    elif some.kind is Sort.NEGATION and some.second:
        said = message("ground.denied_by_newer", words=_cut(newer, some.second))
    elif some.kind is Sort.NEGATION and some.first:
        said = message("ground.denied_by_older", words=_cut(older, some.first))
    elif some.second:
        said = message("ground.only_newer", words=_cut(newer, some.second))
    else:
        said = message("ground.only_older", words=_cut(older, some.first))
    return Ground(kind, said)


def subject(shared: Sequence[str], cosine: float | None, records: Mapping[str, int]) -> Ground:
    """What makes records speak of one subject: their cosine, and the rarest words that they share."""
    rarest = sorted(dict.fromkeys(shared), key=lambda word: records.get(word, 0))[:_TERMS]
    terms: Message | None = None
    for word in rarest:
        one = message("ground.term", word=word, count=records.get(word, 0))
        terms = one if terms is None else message("ground.terms", first=terms, second=one)
    if cosine is None:
        return Ground("subject", message("ground.subject_words", terms=terms or ""))
    if terms is None:
        return Ground("subject", message("ground.subject_vectors", cosine=round(cosine, 6)))
    return Ground("subject", message("ground.subject", cosine=round(cosine, 6), terms=terms))


def reason(ground: Ground) -> Message:
    """A ground as the reason of a deactivation: it outlives the other record, and so quotes nothing of it."""
    names = {"newer": str(ground.said.parameters.get("newer_id", ""))[:SHORTEST]}
    if ground.kind in {"contradicted", "version", "orphaned"}:
        return message(f"reason.{ground.kind}", **names)
    return ground.said


def quote(text: str) -> str:
    """A text in one line, cut to ``QUOTED`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= QUOTED else line[: QUOTED - 1] + "…"


def _cut(text: str, span: Span | None) -> str:
    return quote(text[span[0] : span[1]]) if span else ""


# ---------------------------------------------------------------- stored


def stored(grounds: Sequence[Ground]) -> str:
    """Grounds as a row of the table ``candidate`` keeps them."""
    return json.dumps(
        [
            {"kind": some.kind, "message": some.said.id, "parameters": json.loads(some.said.parameters_json())}
            for some in grounds
        ],
        ensure_ascii=False,
    )


def restored(text: str) -> tuple[Ground, ...]:
    """Grounds as ``stored`` wrote them."""
    return tuple(
        Ground(some["kind"], Message.from_row(some["message"], json.dumps(some["parameters"])))
        for some in json.loads(text)
    )


def question(matter: Matter, ground: Ground | None) -> str:
    """What a verdict answers: of a pair whether both stand, of one record a reason to doubt it."""
    if matter is not Matter.STALE or ground is None:
        return "pair"
    day = ground.said.parameters.get("day")
    return ground.kind if ground.kind != "review_due" else f"{ground.kind} {day}"
