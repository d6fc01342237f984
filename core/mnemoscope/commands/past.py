"""Commands that look back: what was done and asked, and a recall of the log then and now."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import bar, looked_at, opened
from mnemoscope.messages import message

if TYPE_CHECKING:
    from mnemoscope.timeline import Wanted
    from mnemoscope.vault import Vault


def show_history(options: argparse.Namespace) -> int:
    """The latest acts, and the recalls of the log where they are wanted."""
    from mnemoscope import plain, printing, timeline

    with looked_at(options.vault) as vault:
        places = timeline.places(vault, _wanted(vault, options), limit=options.limit)
        entries = list(timeline.read(vault, places).values())
    if options.json:
        print(plain.dumps([plain.entry(entry) for entry in entries]))
        return 0
    for line in printing.history(entries):
        print(line)
    return 0


def _wanted(vault: Vault, options: argparse.Namespace) -> Wanted:
    from mnemoscope import reading, timeline

    record = reading.record(vault, options.record).id if options.record is not None else None
    what = None if options.recalls else timeline.What.ACT
    return timeline.Wanted(what, options.actor, None, record)


def replay(options: argparse.Namespace) -> int:
    """A logged recall as of its minute, and what is different now."""
    from mnemoscope import hindsight, plain, printing

    with looked_at(options.vault) as vault, bar("Asking again") as progress:
        found = hindsight.look_back(vault, options.number, progress)
    if options.json:
        print(plain.dumps(plain.hindsight(found)))
        return 0
    for line in printing.hindsight(found):
        print(line)
    return 0


def switch_log(options: argparse.Namespace) -> int:
    """Switch the recall log on or off, or say how it stands."""
    from mnemoscope import recall_log

    if options.state is None:
        with looked_at(options.vault) as vault:
            print("on" if recall_log.is_on(vault) else "off")
        return 0
    with opened(options.vault) as vault:
        recall_log.switch(vault, options.state == "on")
    print(message(f"log.{options.state}"))
    return 0
