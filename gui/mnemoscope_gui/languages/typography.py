"""The no-break spaces of a language, so that its catalogue is written with the spaces that a keyboard has."""

from __future__ import annotations

import re
from collections.abc import Callable

from mnemoscope.messages import Catalogue

NO_BREAK = "\u00a0"
NARROW = "\u202f"

_BEFORE_UNIT = re.compile(r"(?<=[\d}]) (?=%|ms\b|M[Bo]\b|h\b)")
_AFTER_SIGN = re.compile(r"\b(n°|núm\.|n\.º) ")
_BEFORE_STOP = re.compile(r" (?=[;!?])")
_GUILLEMETS = re.compile(r"(?<=«) | (?=[»:])")


def common_spaces(text: str) -> str:
    """A number stays with its unit, its percent sign and its *No.*"""
    return _AFTER_SIGN.sub(rf"\1{NO_BREAK}", _BEFORE_UNIT.sub(NO_BREAK, text))


def french_spaces(text: str) -> str:
    """French also sets a narrow space before ; ! ? and a full one before : and inside « »."""
    return _GUILLEMETS.sub(NO_BREAK, _BEFORE_STOP.sub(NARROW, common_spaces(text)))


def typeset(catalogue: Catalogue, spaces: Callable[[str], str]) -> Catalogue:
    """The catalogue with its no-break spaces."""
    return {
        id: spaces(entry) if isinstance(entry, str) else tuple(spaces(form) for form in entry)
        for id, entry in catalogue.items()
    }
