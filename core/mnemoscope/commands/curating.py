"""Commands that change dates, apps and texts, and that take back any earlier act."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mnemoscope.commands.acts import act
from mnemoscope.commands.doors import bar, opened

if TYPE_CHECKING:
    from mnemoscope.records import Keep, When


def set_dates(options: argparse.Namespace) -> int:
    """Say until when records are valid, and when to look at them again."""
    from mnemoscope import curation

    valid_until, review_after = (_date(given) for given in (options.valid_until, options.review_after))
    with bar("Dating") as progress:
        return act(
            options,
            lambda vault: curation.set_dates(
                vault, options.ids, valid_until=valid_until, review_after=review_after, progress=progress
            ),
        )


def move(options: argparse.Namespace) -> int:
    """Move records to another app."""
    from mnemoscope import curation

    with bar("Moving") as progress:
        return act(options, lambda vault: curation.move(vault, options.ids, options.app, progress))


def edit(options: argparse.Namespace) -> int:
    """Write a new text in the place of a record's."""
    from mnemoscope import ingest, plain, reading
    from mnemoscope.commands.intake import bring_up_to_date

    with opened(options.vault) as vault:
        added = ingest.edit(vault, options.id, options.text)
        bring_up_to_date(vault)
        if options.json:
            print(plain.dumps([plain.record(reading.record(vault, id)) for id in added.ids]))
        else:
            print(added.changes.label)
    return 0


def revert(options: argparse.Namespace) -> int:
    """Take back an earlier act."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.revert(vault, options.number))


def _date(given: When | str | None) -> When | Keep | None:
    """What an option says: nothing keeps the date, ``none`` removes it."""
    from mnemoscope.records import KEEP

    if given is None:
        return KEEP
    return None if isinstance(given, str) else given
