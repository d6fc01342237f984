"""A model of the curated tables that is too simple to be wrong, and the tables in its terms.

An act is what it wrote: a value for each cell it touched. The vault is what the acts that count wrote, one after the
other. To undo an act is to leave it out, to do it again is to let it count again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mnemoscope.vault import Vault

WITHDRAWN = (False, "undone")
PAST, FUTURE = "2020-01-01", "2999-01-01"

Cell = tuple[object, ...]
"""``("state" | "app" | "valid" | "review" | "edge", record)``, ``("expect", number)`` or ``("verdict", pair)``."""


@dataclass
class Act:
    """An act of the model."""

    number: int
    actor: str
    wrote: Mapping[Cell, object]
    brought: frozenset[str] = frozenset()
    counts: bool = True
    found: frozenset[int] = frozenset()
    """The acts that counted before it on its records."""

    @property
    def records(self) -> set[object]:
        return {cell[1] for cell in self.wrote if cell[0] in {"state", "app", "valid", "review", "edge"}}

    @property
    def others(self) -> set[Cell]:
        """Expectations and verdicts."""
        return {cell for cell in self.wrote if cell[0] in {"expect", "verdict"}}

    @property
    def newer(self) -> set[object]:
        """What its supersessions, drawn or removed, lead to."""
        return {value[2] for cell, value in self.wrote.items() if cell[0] == "edge"}  # type: ignore[index]

    def of(self, kind: str) -> set[object]:
        return {cell[1] for cell in self.wrote if cell[0] == kind}

    def meets(self, other: Act, again: bool) -> bool:
        """Whether what the other did stands in the way of undoing this act, or of doing it ``again``."""
        return bool(
            self.records & other.records
            or self.others & other.others
            or (self.brought | self.of("app")) & other.newer
            or self.newer & other.of("app")
            or (again and self.newer & other.of("state"))
            or (not again and self.brought & other.expected)
        )

    @property
    def expected(self) -> set[object]:
        """The records whose expectations it saved or removed."""
        return {value[2] for cell, value in self.wrote.items() if cell[0] == "expect"}  # type: ignore[index]


class NotAllowed(Exception):
    """The rules of curation do not allow it."""


@dataclass
class Model:
    """The curated tables."""

    acts: list[Act] = field(default_factory=list)
    log: list[tuple[int, str, str, int]] = field(default_factory=list)
    """The history: number, kind, actor and, for what reverses, the number of the act; else 0."""
    born: dict[Cell, object] = field(default_factory=dict)
    """What a record is while the act that brought it does not count."""

    def __getitem__(self, cell: Cell) -> object:
        """A cell as the acts that count left it."""
        for act in reversed(self.acts):
            if act.counts and cell in act.wrote:
                return act.wrote[cell]
        return self.born.get(cell)

    # ------------------------------------------------------------ acts

    def do(self, number: int, actor: str, wrote: Mapping[Cell, object], brought: Iterable[str] = ()) -> None:
        act = Act(number, actor, wrote, frozenset(brought))
        act.found = self._before(act)
        self.acts.append(act)
        self.log.append((number, "do", actor, 0))

    def _before(self, act: Act) -> frozenset[int]:
        earlier = (some for some in self.acts if some.number < act.number and some.counts)
        return frozenset(some.number for some in earlier if act.meets(some, again=True))

    def undo(self, actor: str) -> int:
        """Leave out the last act of an actor; its number."""
        return self._leave_out([act for act in self.acts if act.counts and act.actor == actor][-1:])

    def revert(self, number: int) -> int:
        """Leave out any act; its number."""
        return self._leave_out([act for act in self.acts if act.counts and act.number == number])

    def _leave_out(self, acts: list[Act]) -> int:
        for act in acts:
            if not self._later(act, again=False):
                self._turn(act, counts=False)
                return act.number
        raise NotAllowed

    def redo(self, actor: str) -> int:
        """Let count again what an actor left out last; its number."""
        for number, kind, by, of in reversed(self.log):
            if by == actor and kind == "do":
                break
            if by == actor and kind == "undo":
                act = next(act for act in self.acts if act.number == of)
                if act.counts or any(later > number and about == of for later, _, _, about in self.log):
                    continue
                if self._later(act, again=True) or self._before(act) != act.found:
                    break
                self._turn(act, counts=True)
                return of
        raise NotAllowed

    def _later(self, act: Act, again: bool) -> bool:
        return any(some.counts and some.number > act.number and act.meets(some, again) for some in self.acts)

    def _turn(self, act: Act, counts: bool) -> None:
        act.counts = counts
        if self.has_circle():
            act.counts = not counts
            raise NotAllowed

    # ------------------------------------------------------------ what stands

    @property
    def records(self) -> list[str]:
        return [str(cell[1]) for cell in self.born if cell[0] == "state"]

    def is_active(self, record: str) -> bool:
        return bool(self["state", record][0])  # type: ignore[index]

    def newer_of(self, record: str) -> str | None:
        edge = self["edge", record]
        return edge[2] if edge and edge[0] else None  # type: ignore[index]

    def edges(self) -> dict[str, str]:
        found = ((record, self.newer_of(record)) for record in self.records)
        return {older: newer for older, newer in found if newer is not None}

    def has_circle(self) -> bool:
        edges = self.edges()
        for first in edges:
            at: str | None = first
            for _ in range(len(edges) + 1):
                at = edges.get(at) if at else None
            if at is not None:
                return True
        return False

    def linked(self, records: Iterable[str]) -> set[str]:
        found, edges = set(records), self.edges()
        while more := {n for o, n in edges.items() if o in found} | {o for o, n in edges.items() if n in found}:
            if more <= found:
                break
            found |= more
        return found

    def recallable(self, app: str | None = None) -> set[str]:
        return {
            record
            for record in self.records
            if self.is_active(record)
            and self.newer_of(record) is None
            and self["valid", record] != PAST
            and app in {None, self["app", record]}
        }

    def image(self) -> dict[str, object]:
        """Everything, as ``image`` reads it of a vault."""
        numbers = sorted({int(cell[1]) for act in self.acts for cell in act.wrote if cell[0] == "expect"})
        pairs = {cell[1] for act in self.acts for cell in act.wrote if cell[0] == "verdict"}
        return {
            "records": {
                record: (*self["state", record], self["app", record], self["valid", record], self["review", record])  # type: ignore[misc]
                for record in self.records
            },
            "edges": {(older, newer, self["edge", older][1]) for older, newer in self.edges().items()},  # type: ignore[index]
            "expectations": {
                number: saved[1:]
                for number in numbers
                if (saved := self["expect", number]) and saved[0]  # type: ignore[index]
            },
            "verdicts": {pair: self["verdict", pair] for pair in pairs if self["verdict", pair]},
            "log": self.log,
            "undone": {act.number for act in self.acts if not act.counts},
        }


def image(vault: Vault) -> dict[str, object]:
    """The curated tables of a vault, records by their texts."""
    rows = vault.connection.execute
    return {
        "records": {
            text: (bool(active), reason, app, valid, review)
            for text, active, reason, app, valid, review in rows(
                "SELECT r.text, active, reason, a.name, valid_until_text, review_after_text"
                " FROM record r JOIN app a ON a.id = r.app ORDER BY ordinal"
            )
        },
        "edges": set(
            rows(
                "SELECT o.text, n.text, e.reason FROM supersession e JOIN record o ON o.ordinal = e.older"
                " JOIN record n ON n.ordinal = e.newer WHERE e.until IS NULL"
            )
        ),
        "expectations": {
            number: (query, text)
            for number, query, text in rows(
                "SELECT e.id, query, text FROM expectation e JOIN record r ON r.ordinal = e.record"
            )
        },
        "verdicts": {
            (first, second): answer
            for first, second, answer in rows(
                "SELECT f.text, s.text, answer FROM verdict v JOIN record f ON f.ordinal = v.first"
                " JOIN record s ON s.ordinal = v.second"
            )
        },
        "log": rows("SELECT id, kind, actor, coalesce(of, 0) FROM act ORDER BY id").fetchall(),
        "undone": {number for (number,) in rows("SELECT id FROM act WHERE undone")},
    }
