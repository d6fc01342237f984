"""An act tried out: ``--dry-run`` prints what it would change of the expectations and the latest recalls."""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import bar, looked_at
from mnemoscope.errors import Refused
from mnemoscope.usage import Command

if TYPE_CHECKING:
    from mnemoscope.plans import Plan
    from mnemoscope.records import RecordId

Planned = Callable[[argparse.Namespace, Callable[[str], "RecordId"]], "Plan"]
"""The plan of a command: its arguments, and what makes a typed id whole."""


def unless_tried(act: Command, planned: Planned) -> Command:
    """The command of an act, which with ``--dry-run`` prints its impact and writes nothing."""

    def command(options: argparse.Namespace) -> int:
        if options.dry_run:
            return _try(options, planned)
        if options.json:
            options.refuse("--json goes with --dry-run")
        return act(options)

    return command


def deactivated(options: argparse.Namespace, whole: Callable[[str], RecordId]) -> Plan:
    """What ``deactivate`` would do."""
    from mnemoscope.plans import Plan

    return Plan(deactivate=tuple(map(whole, options.ids)))


def restored(options: argparse.Namespace, whole: Callable[[str], RecordId]) -> Plan:
    """What ``restore`` would do."""
    from mnemoscope.plans import Plan

    return Plan(restore=tuple(map(whole, options.ids)))


def superseded(options: argparse.Namespace, whole: Callable[[str], RecordId]) -> Plan:
    """What ``supersede`` would do."""
    from mnemoscope.plans import Plan

    return Plan(supersede=((whole(options.older), whole(options.newer)),))


def unsuperseded(options: argparse.Namespace, whole: Callable[[str], RecordId]) -> Plan:
    """What ``unsupersede`` would do."""
    from mnemoscope.plans import Plan

    return Plan(unsupersede=((whole(options.older), whole(options.newer)),))


def dated(options: argparse.Namespace, whole: Callable[[str], RecordId]) -> Plan:
    """What ``dates`` would do: a day of review changes no recall. Raises ``Refused`` for no date at all."""
    from mnemoscope.plans import Plan

    if options.valid_until is None and options.review_after is None:
        raise Refused("dates.nothing")
    until = options.valid_until
    moment = None if until is None or isinstance(until, str) else until.utc
    return Plan() if until is None else Plan(expire={whole(id): moment for id in options.ids})


def moved(options: argparse.Namespace, whole: Callable[[str], RecordId]) -> Plan:
    """What ``move`` would do. Raises ``Refused`` for no app."""
    from mnemoscope import curation
    from mnemoscope.plans import Plan

    app = curation.named(options.app)
    return Plan(move={whole(id): app for id in options.ids})


def _try(options: argparse.Namespace, planned: Planned) -> int:
    from mnemoscope import impact, plain, printing

    with looked_at(options.vault) as vault, vault.reading() as connection:
        plan = planned(options, lambda id: _whole(connection, id))
        with bar("Asking", " questions") as progress:
            found = impact.impact(vault, plan, progress)
        if options.json:
            print(plain.dumps(plain.impact(found)))
            return 0
        for line in printing.impact(vault, found):
            print(line)
    return 0


def _whole(connection: sqlite3.Connection, prefix: str) -> RecordId:
    from mnemoscope import reading

    number = reading.ordinal(connection, prefix)
    return reading.by_ordinal(connection, [number])[number].id
