"""Python counts characters, Qt counts UTF-16 units; they part beyond the basic plane (emoji, rare ideographs)."""

from __future__ import annotations


def units(text: str, position: int) -> int:
    """A place among the characters, as Qt counts it."""
    if text.isascii():
        return position
    return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2


def characters(text: str, position: int) -> int:
    """A place among Qt's units, in characters; half a character is none."""
    if text.isascii():
        return position
    encoded = text.encode("utf-16-le", "surrogatepass")[: 2 * position]
    return len(encoded.decode("utf-16-le", "ignore"))
