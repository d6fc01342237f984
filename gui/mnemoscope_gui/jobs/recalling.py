"""A recall, what is seen of it beside the list, and its place in the vault's log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import cast

from mnemoscope import reading, recall_log, vectors
from mnemoscope.errors import ModelUnavailable
from mnemoscope.glance import glance as at_a_glance
from mnemoscope.ladder import Ladder, ladder
from mnemoscope.missed import Missed
from mnemoscope.missed import missed as find_missed
from mnemoscope.progress import Progress
from mnemoscope.recall import Recalled
from mnemoscope.recall import recall as run_recall
from mnemoscope.records import ChannelState, Query
from mnemoscope.vault import Vault
from mnemoscope_gui.values import Answer


def ask(query: Query, waits_for_model: bool = True) -> Callable[[Vault, Progress], Answer]:
    """Recall, with the short ids of what is served. A model that takes seconds to load is not waited for."""

    def job(vault: Vault, progress: Progress) -> Answer:
        ready = waits_for_model or not query.profile.vector or model_is_loaded(vault)
        recalled = run_recall(vault, query, None if ready else ChannelState.LOADING)
        shorts = {hit.id: reading.short_id(vault, hit.id) for hit in recalled.recall.hits}
        return Answer(recalled, recalled.recall, shorts, _rarest_first(recalled), at_a_glance(recalled.recall), query)

    return job


def model_is_loaded(vault: Vault) -> bool:
    """Whether a question can be embedded at once; also where there is nothing to embed it with."""
    with vault.reading() as connection:
        model = vectors.model_in_use(connection)
    if model is None:
        return True
    from mnemoscope.embedding import models

    return models.is_loaded(model.identity.key, model.location)


def load_model(vault: Vault, progress: Progress) -> None:
    """Load the vault's model; where that cannot be, the next recall says why."""
    from mnemoscope.embedding import models

    with vault.reading() as connection:
        model = vectors.model_in_use(connection)
    if model is not None:
        with contextlib.suppress(ModelUnavailable):
            models.query_embedder(model.identity.key, model.location)


def log(answer: Answer) -> Callable[[Vault, Progress], bool]:
    """Keep the recall in the vault's log."""
    return lambda vault, progress: recall_log.log(vault, answer.recall)


def _rarest_first(recalled: Recalled) -> tuple[str, ...]:
    matches = recalled.ranked.lexical.matches if recalled.ranked.lexical is not None else ()
    if not matches:
        return tuple(term.text for term in recalled.recall.terms)
    return tuple(match.term.text for match in sorted(matches, key=lambda match: -match.idf))


def missed(answer: Answer | None, wanted: str) -> Callable[[Vault, Progress], Missed]:
    """The records that hold a literal text, wherever they rank under this answer."""
    return lambda vault, progress: find_missed(vault, cast(Recalled, answer.recalled) if answer else None, wanted)


_BELOW = 32
"""How many records below the budget are fetched, so that a budget line can be dragged down over them."""


def rails(answer: Answer) -> Callable[[Vault, Progress], Ladder]:
    """Both rankings of a recall, and what comes next below its budget."""
    return lambda vault, progress: ladder(vault, cast(Recalled, answer.recalled), _BELOW)
