"""What an act would do to the questions that are asked again."""

from __future__ import annotations

import time
from collections.abc import Callable

from mnemoscope import impact
from mnemoscope.plans import Impact, Plan
from mnemoscope.progress import Progress, while_wanted
from mnemoscope.vault import Vault

_ASIDE = 0.01
"""Seconds between two looks whether a recall still runs."""


def foresee(
    plan: Plan, is_wanted: Callable[[], bool], is_recalling: Callable[[], bool]
) -> Callable[[Vault, Progress], Impact]:
    """The impact of a plan; given up between two questions where nobody wants to know any more, and held there while
    somebody waits for a recall."""
    give_up = while_wanted(is_wanted)

    def go_on(done: int, total: int | None) -> None:
        while is_wanted() and is_recalling():
            time.sleep(_ASIDE)
        give_up(done, total)

    def job(vault: Vault, progress: Progress) -> Impact:
        go_on(0, None)
        return impact.impact(vault, plan, go_on)

    return job
