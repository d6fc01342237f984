"""What another process does to a vault: act without end until it is killed, or a number of acts.

    python actors.py VAULT ACTOR SEED COUNT

Prints a line when it begins. COUNT 0 is without end.
"""

from __future__ import annotations

import random
import sys
from itertools import count
from pathlib import Path

from mnemoscope import curation, ingest
from mnemoscope.errors import Refused
from mnemoscope.records import Changes
from mnemoscope.times import until
from mnemoscope.vault import Vault


def some_act(vault: Vault, chance: random.Random, ids: list[str], count: int) -> Changes | None:
    """One act of any kind on some of these records; ``None`` where it is refused."""
    some = chance.sample(ids, min(len(ids), 6))
    try:
        match chance.randrange(9):
            case 0:
                return curation.deactivate(vault, some, "of no use")
            case 1:
                return curation.restore(vault, some)
            case 2:
                return curation.supersede_all(vault, some[1:3], some[0], "newer")
            case 3:
                return curation.set_dates(vault, some, valid_until=until(f"20{chance.randrange(30, 99)}-01-01"))
            case 4:
                return curation.move(vault, some[:2], chance.choice(["here", "there"]))
            case 5:
                return ingest.edit(vault, some[0], f"edited by {vault.actor}, {count}").changes
            case 6:
                return curation.undo(vault)
            case 7:
                return curation.redo(vault)
            case _:
                return ingest.add(vault, f"added by {vault.actor}, {count}", app="here").changes
    except Refused:
        return None


def main(path: Path, actor: str, seed: int, acts: int) -> None:
    chance = random.Random(seed)
    with Vault.open(path, actor) as vault:
        ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal LIMIT 40")]
        print("begins", flush=True)
        done = 0
        for number in count():
            if some_act(vault, chance, ids, number) is not None:
                done += 1
            if done == acts > 0:
                return


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
