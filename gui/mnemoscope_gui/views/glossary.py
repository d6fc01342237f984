"""What the terms of an explanation mean, with the formula and this recall's own constants in it."""

from __future__ import annotations

from mnemoscope.records import Profile
from mnemoscope_gui.views.rich import text
from mnemoscope_gui.wording import number, say, setting

TERMS = (
    "rrf",
    "depth",
    "budget",
    "margin",
    "vectors",
    "words",
    "hangs",
    "boost",
    "bm25",
    "question",
    "here",
    "in_records",
    "idf",
    "gain",
    "score",
    "length",
    "share",
    "stop",
    "cosine",
    "sigma",
    "xray",
)
"""Every term that is explained: its name is ``meaning.<term>``, its formula ``formula.<term>`` where it has one."""

FORMULAS = frozenset({"rrf", "bm25", "here", "idf", "gain", "score", "length", "share", "cosine", "sigma"})


def glossary(profile: Profile, recallable: int) -> dict[str, str]:
    """Every term as the rich text of a tip."""
    values = {
        "k": setting(profile.rrf_k),
        "k1": setting(profile.k1),
        "b": setting(profile.b),
        "rest": setting(1 - profile.b),
        "weight": setting(profile.context_weight),
        "factor": setting(profile.boost),
        "budget": number(profile.budget),
        "vector_depth": number(profile.vector_depth),
        "lexical_depth": number(profile.lexical_depth),
        "records": number(recallable),
    }
    return {name: _tip(name, values) for name in TERMS}


def _tip(name: str, values: dict[str, str]) -> str:
    meaning = f"<p>{text(say(f'meaning.{name}', **values))}</p>"
    return f"{meaning}<p>{text(say(f'formula.{name}', **values))}</p>" if name in FORMULAS else meaning
