"""Answers judged elsewhere, end to end: does one way of recall answer more questions than another, beyond the noise?

A judgement is a JSON line ``{qid, arm, run, verdict}``. A question counts as answered under an arm where at least two
runs say so, and more than say otherwise. Two runs of one arm differ by chance alone: how far is the floor of noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from mnemoscope.bench import flips
from mnemoscope.errors import VaultError
from mnemoscope.formats import lines

_TRUE = frozenset({"true", "yes", "correct", "hit", "pass", "1"})
_FALSE = frozenset({"false", "no", "wrong", "incorrect", "miss", "fail", "0"})
SURE = 0.05

Judgements = Mapping[str, Mapping[str, Mapping[str, bool]]]
"""By arm, question and run."""


@dataclass(frozen=True, slots=True)
class Noise:
    """How far the runs of one arm are from each other."""

    arm: str
    runs: int
    flips: int
    """Most questions that two runs judge differently."""
    net: int
    """Most that one run answers more than another."""


@dataclass(frozen=True, slots=True)
class Paired:
    """Two arms on the questions that both were judged on."""

    first: str
    second: str
    both: int
    neither: int
    flips: flips.Flips
    noise: int
    """The largest net difference between two runs of either arm."""

    @property
    def clears(self) -> bool:
        """Whether the difference is larger than that of identical runs, and unlikely by chance."""
        return self.flips.p < SURE and abs(self.flips.gained - self.flips.lost) > self.noise


@dataclass(frozen=True, slots=True)
class Compared:
    """Every arm by itself, and against the first one."""

    hits: Mapping[str, tuple[int, int]]
    """Questions answered, of those judged."""
    noise: tuple[Noise, ...]
    pairs: tuple[Paired, ...]


def read(files: Sequence[Path]) -> Judgements:
    """Judgements of files. Raises ``VaultError`` naming the first line that is none."""
    found: dict[str, dict[str, dict[str, bool]]] = {}
    for path in files:
        for number, raw in lines.lines(path):
            line = lines.parsed_or_none(raw)
            verdict = None if line is None else _verdict(line.get("verdict"))
            if line is None or verdict is None or not {"qid", "arm", "run"} <= line.keys():
                raise VaultError("verdicts.no_line", path=str(path), line=number)
            found.setdefault(str(line["arm"]), {}).setdefault(str(line["qid"]), {})[str(line["run"])] = verdict
    if not found:
        raise VaultError("verdicts.nothing")
    return found


def compare(judgements: Judgements) -> Compared:
    """Arms in the order of the files, each against the first."""
    hits = {arm: {qid: _hit(runs) for qid, runs in by_question.items()} for arm, by_question in judgements.items()}
    noise = tuple(_noise(arm, by_question) for arm, by_question in judgements.items())
    net = {some.arm: some.net for some in noise}
    first, *others = hits
    return Compared(
        {arm: (sum(found.values()), len(found)) for arm, found in hits.items()},
        noise,
        tuple(_paired(first, other, hits, max(net[first], net[other])) for other in others),
    )


def _verdict(value: object) -> bool | None:
    word = str(value).strip().casefold()
    return True if word in _TRUE else False if word in _FALSE else None


def _hit(runs: Mapping[str, bool]) -> bool:
    said = sum(runs.values())
    return said >= 2 and 2 * said > len(runs)


def _noise(arm: str, by_question: Mapping[str, Mapping[str, bool]]) -> Noise:
    names = sorted({run for runs in by_question.values() for run in runs})
    most = net = 0
    for one, two in combinations(names, 2):
        pairs = [(runs[one], runs[two]) for runs in by_question.values() if one in runs and two in runs]
        most = max(most, sum(a != b for a, b in pairs))
        net = max(net, abs(sum(a for a, _ in pairs) - sum(b for _, b in pairs)))
    return Noise(arm, len(names), most, net)


def _paired(first: str, second: str, hits: Mapping[str, Mapping[str, bool]], noise: int) -> Paired:
    common = [qid for qid in hits[first] if qid in hits[second]]
    one, two = ([hits[arm][qid] for qid in common] for arm in (first, second))
    both = sum(a and b for a, b in zip(one, two, strict=True))
    neither = sum(not a and not b for a, b in zip(one, two, strict=True))
    return Paired(first, second, both, neither, flips.flips(one, two), noise)


def told(compared: Compared) -> list[str]:
    """As lines for a terminal."""
    found = [
        f"{arm:<16}  {hit:>6} of {count} answered ({hit / count:.3f})" for arm, (hit, count) in compared.hits.items()
    ]
    found += [
        f"{some.arm:<16}  {some.runs} runs: at most {some.flips} judged differently, net {some.net}"
        for some in compared.noise
    ]
    for pair in compared.pairs:
        gained, lost = pair.flips.gained, pair.flips.lost
        found += [
            "",
            f"{pair.second} against {pair.first}: both {pair.both}, only {pair.second} {gained}, "
            f"only {pair.first} {lost}, neither {pair.neither}; exact p {pair.flips.p:.4f}",
            f"The difference of {gained - lost:+} questions "
            + ("clears" if pair.clears else "does not clear")
            + f" the noise floor of {pair.noise}, with p {'below' if pair.flips.p < SURE else 'not below'} {SURE}.",
        ]
    return found
