"""Which records are alike: pairs of near vectors, and pairs that share rare terms. Arrays in, arrays out.

Vectors are compared block by block, so that memory grows with the pairs kept and not with the square of the vault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mnemoscope.embedding import Vectors
from mnemoscope.progress import Progress, silent
from mnemoscope.vectors import BLOCK, Snapshot

STEP = 2048
"""Rows of one product: 2048 x 8192 float32 are 64 MB."""
ACROSS = 8192
NEIGHBOURS = 12
"""Pairs kept of one record with later ones."""
_CROWD = 8
_SAMPLED = 1024
_E5 = 0.80
_WEIGHT = 50

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of records with what they are alike by; ``first`` is the lower ordinal. Shapes (n,)."""

    first: Places
    second: Places
    cosine: npt.NDArray[np.float32]
    """NaN where no vector says."""

    @property
    def columns(self) -> tuple[Places, Places, npt.NDArray[np.float32]]:
        """Its three arrays."""
        return self.first, self.second, self.cosine

    def __iter__(self) -> Iterator[tuple[int, int, float]]:
        return zip(self.first.tolist(), self.second.tolist(), self.cosine.tolist(), strict=True)


def rows(snapshot: Snapshot, places: Places) -> Vectors:
    """The vectors at ascending places of the snapshot, shape (n, dimension)."""
    found = np.empty((len(places), snapshot.blocks[0].shape[1]), np.float32)
    blocks = places // BLOCK
    for number in np.unique(blocks):
        own = blocks == number
        found[own] = snapshot.blocks[number][places[own] - number * BLOCK]
    return found


def mean_cosine(snapshot: Snapshot) -> float:
    """The mean cosine of two records of different texts, over pairs that are drawn the same way each time."""
    places = _distinct(snapshot)
    if len(places) < 2:
        return 0.0
    drawn = np.sort(places[np.random.default_rng(0).permutation(len(places))[:_SAMPLED]])
    some = rows(snapshot, drawn).astype(np.float64)
    total = some.sum(axis=0)
    return float((total @ total - np.sum(some * some)) / (len(some) * (len(some) - 1)))


def _distinct(snapshot: Snapshot) -> Places:
    """One place of each text: a text that is stored a thousand times would else be what any two records are like."""
    _, first = np.unique(snapshot.hashes[snapshot.ordinals], return_index=True)
    return np.sort(first).astype(np.int64)


def near(snapshot: Snapshot, places: Places, least: float, progress: Progress = silent) -> Pairs:
    """Pairs among these rows whose cosine is ``least`` or more; of a record with many only its nearest."""
    found: list[tuple[Places, Places, npt.NDArray[np.float32]]] = []
    ordinals = snapshot.ordinals.astype(np.int64)
    for at in range(0, len(places), STEP):
        progress(at, len(places))
        block = rows(snapshot, places[at : at + STEP])
        best: list[tuple[Places, Places, npt.NDArray[np.float32]]] = []
        for across in range(at, len(places), ACROSS):
            products = block @ rows(snapshot, places[across : across + ACROSS]).T
            if across < at + STEP:  # only later rows, each pair once
                later = np.arange(across, across + products.shape[1])[None, :] > np.arange(at, at + len(block))[:, None]
                products[~later] = -1.0
            one, two = _above(products, least)
            best.append((one, two + across, products[one, two]))
        found.append(_nearest(at, *(np.concatenate(part) for part in zip(*best, strict=True))))
    if not found:
        return none()
    one, two, cosines = (np.concatenate(part) for part in zip(*found, strict=True))
    first, second = ordinals[places[one]], ordinals[places[two]]
    return Pairs(np.minimum(first, second), np.maximum(first, second), cosines)


def none() -> Pairs:
    """No pair."""
    return Pairs(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))


def _above(products: Vectors, least: float) -> tuple[Places, Places]:
    """Where products are ``least`` or more; where nearly all are, only the nearest of each row, to save memory."""
    enough = products >= least
    if np.count_nonzero(enough) <= _CROWD * NEIGHBOURS * len(products):
        one, two = np.nonzero(enough)
        return one, two
    two = np.argpartition(products, -NEIGHBOURS, axis=1)[:, -NEIGHBOURS:].ravel()
    one = np.repeat(np.arange(len(products)), NEIGHBOURS)
    kept = enough[one, two]
    return one[kept], two[kept]


def _nearest(
    at: int, one: Places, two: Places, cosines: npt.NDArray[np.float32]
) -> tuple[Places, Places, npt.NDArray[np.float32]]:
    """At most ``NEIGHBOURS`` of each row, the nearest."""
    order = np.lexsort((two, -cosines, one))
    one, two, cosines = one[order], two[order], cosines[order]
    starts = np.flatnonzero(np.diff(one, prepend=-1))
    rank = np.arange(len(one)) - np.repeat(starts, np.diff(np.append(starts, len(one))))
    kept = rank < NEIGHBOURS
    return one[kept] + at, two[kept], cosines[kept]


def sharing(
    terms: npt.NDArray[np.int64], ordinals: Places, apps: npt.NDArray[np.int32], least: int = 2
) -> tuple[Places, Places]:
    """Pairs of one app that share ``least`` of the terms; one entry of both arrays per term and record, by term."""
    starts = np.flatnonzero(np.diff(terms, prepend=-1))
    ends = np.append(starts[1:], len(terms))
    sizes = ends - starts
    keys: list[Places] = []
    for size in np.unique(sizes[sizes > 1]):
        members = np.sort(ordinals[starts[sizes == size][:, None] + np.arange(size)], axis=1)
        i, j = np.triu_indices(int(size), 1)
        one, two = members[:, i].ravel(), members[:, j].ravel()
        same = apps[one] == apps[two]
        keys.append((one[same] << 32) | two[same])
    if not keys:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    found, counts = np.unique(np.concatenate(keys), return_counts=True)
    found = found[counts >= least]
    return found >> 32, found & 0xFFFFFFFF


def centre(snapshot: Snapshot) -> float:
    """The cosine of two records that have nothing in common: 0 of the scale on which nearness is measured.

    Models differ in the band that their cosines lie in. It is measured on the vault; of few records the mean says
    little, and the bundled model's own stands beside it with the weight of ``_WEIGHT`` records.
    """
    own = _E5 if snapshot.model is not None and "e5" in snapshot.model.identity.name else 0.0
    count = len(_distinct(snapshot))
    return (count * mean_cosine(snapshot) + _WEIGHT * own) / (count + _WEIGHT)


def with_cosines(snapshot: Snapshot, embedded: npt.NDArray[np.bool_], first: Places, second: Places) -> Pairs:
    """The same pairs with their cosines; NaN where one has no vector."""
    cosines = np.full(len(first), np.nan, np.float32)
    if len(snapshot.ordinals) and len(first):
        place = np.full(len(embedded), -1, np.int64)
        own = snapshot.ordinals[snapshot.ordinals < len(embedded)]
        place[own] = np.arange(len(snapshot.ordinals))[snapshot.ordinals < len(embedded)]
        known = np.flatnonzero(embedded[first] & embedded[second])
        for at in range(0, len(known), STEP):
            some = known[at : at + STEP]
            one, two = (rows(snapshot, place[side[some]]) for side in (first, second))
            cosines[some] = np.einsum("ij,ij->i", one, two)
    return Pairs(first, second, cosines)


def joined(parts: list[Pairs]) -> Pairs:
    """All pairs, each once: first those that no vector says anything of, then the nearest."""
    first, second, cosine = (np.concatenate(some) for some in zip(*(part.columns for part in parts), strict=True))
    _, once = np.unique((first << 32) | second, return_index=True)
    order = once[np.argsort(np.where(np.isnan(cosine[once]), -2.0, -cosine[once]), kind="stable")]
    return Pairs(first[order], second[order], cosine[order])
