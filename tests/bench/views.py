"""Speed of what the window shows beside the hits, as ratios to the whole recall it belongs to, in one run.

    python tests/bench/views.py [--records 100000] [--vault FILE]

Records are synthetic (see ``channels.py``). Nothing here is a test.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

import channels

from mnemoscope import analysis
from mnemoscope.comparison import compare
from mnemoscope.embedding import models
from mnemoscope.glance import glance
from mnemoscope.ladder import ladder
from mnemoscope.listing import By, Order, facets, list_records, page, sessions
from mnemoscope.missed import missed
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Query
from mnemoscope.vault import Vault
from mnemoscope.why import why
from mnemoscope.xray import match, xray


def views_of(vault: Vault) -> None:
    embedder = channels.Ready()
    first = vault.connection.execute("SELECT text FROM record ORDER BY ordinal LIMIT 1").fetchone()[0]
    question = " ".join(first.split()[: channels.TERMS])
    query = Query(question, PROFILES["fused"])
    whole = median(channels.timed(lambda: recall(vault, query, embedder)))
    found = recall(vault, query, embedder)
    alone = recall(vault, Query(question, PROFILES["vectors"]), embedder)
    listed = list_records(vault)
    last = found.recall.hits[-1].record
    works: dict[str, tuple[Callable[[], object], str]] = {
        "why, a served record": (lambda: why(vault, found, last.id), "tens of ms"),
        "ladder": (lambda: ladder(vault, found), "a few ms"),
        "comparison": (lambda: compare(alone.recall, found.recall), "1 ms"),
        "glance, texts analysed before": (lambda: glance(found.recall), "2 ms"),
        "glance, texts never analysed": (lambda: (_forget_terms(), glance(found.recall)), "20 ms"),
        "X-ray of a question and a record": (lambda: match(xray(question, True), xray(last.text, False)), "20 ms"),
        "why missed, a word that many hold": (lambda: missed(vault, found, first.split()[0]), "500 ms"),
        "why missed, a text that none holds": (lambda: missed(vault, found, "zyzzyva"), "500 ms"),
        "a page of 60 records": (lambda: page(vault, listed, len(listed) // 2, 60), "5 ms"),
        "facets": (lambda: facets(vault), "10 ms"),
        "sessions": (lambda: sessions(vault, "1"), "50 ms"),
    }
    for by in By:
        works[f"list by {by}"] = (lambda by=by: list_records(vault, order=Order(by, descending=True)), "100 ms")
    for what, (work, goal) in works.items():
        channels.say(what, median(channels.timed(work)), whole, "the recall", goal)


def _forget_terms() -> None:
    analysis._terms_between_blanks.__self__.clear()  # type: ignore[attr-defined]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--vault", type=Path)
    options = parser.parse_args()
    if options.vault is not None:
        with Vault.open(options.vault) as vault:
            views_of(vault)
        return
    some = channels.texts(options.records, channels.vocabulary())
    with (
        tempfile.TemporaryDirectory() as folder,
        channels.build(Path(folder) / "big.vault", some, models.DEFAULT) as vault,
    ):
        views_of(vault)


if __name__ == "__main__":
    main()
