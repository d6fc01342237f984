"""Text as it enters the vault: cleaned once, and split into parts that join to the text again."""

from __future__ import annotations

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def clean(text: str) -> str:
    """NUL and lone surrogates become U+FFFD: neither SQLite nor an embedding engine takes them."""
    return _UNSTORABLE.sub("�", text)


def split(text: str, limit: int = 1500) -> list[str]:
    """Adjacent parts that join to the text again."""
    return [text[i : i + limit] for i in range(0, len(text), limit)]
