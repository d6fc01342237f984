"""Finding candidates for review: pairs that are alike, groups of copies, records that may be stale, and why."""

from mnemoscope.suggest.search import SEARCHED, Copy, copies, drop, search

__all__ = ["SEARCHED", "Copy", "copies", "drop", "search"]
