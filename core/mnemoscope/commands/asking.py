"""Commands that ask: a recall, and why a record ranks where it does."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import looked_at, note
from mnemoscope.errors import NotWritable, VaultBusy, VaultError
from mnemoscope.messages import message

if TYPE_CHECKING:
    from mnemoscope.recall import Recalled
    from mnemoscope.records import Query
    from mnemoscope.vault import Vault


def _query(options: argparse.Namespace, vault: Vault) -> Query:
    from mnemoscope import profiles
    from mnemoscope.records import Query

    profile = profiles.profile(vault, options.profile or profiles.default_name())
    if options.budget is not None:
        profile = profile.with_budget(options.budget)
    return Query(options.query, profile, scope(options, vault), options.as_of)


def scope(options: argparse.Namespace, vault: Vault) -> tuple[str, ...] | None:
    """The apps that were asked for. Raises ``VaultError`` for one that there is not."""
    from mnemoscope import reading
    from mnemoscope.texts import clean

    wanted = tuple(dict.fromkeys(clean(name) for name in options.app)) if options.app else None
    known = reading.apps(vault)
    for name in wanted or ():
        if name not in known:
            raise VaultError("app.none", app=name, known=", ".join(known) or "none")
    return wanted


def _ask(vault: Vault, options: argparse.Namespace) -> Recalled:
    from mnemoscope import recall_log
    from mnemoscope.recall import recall

    recalled = recall(vault, _query(options, vault))
    try:
        recall_log.log(vault, recalled.recall)
    except (VaultBusy, NotWritable):  # the answer does not depend on its being noted
        if not vault.read_only:
            note(message("recall.not_logged"))
    return recalled


def ask(options: argparse.Namespace) -> int:
    """What comes back for a question."""
    with looked_at(options.vault) as vault:
        recalled = _ask(vault, options)
        if options.json:
            from mnemoscope import plain

            print(plain.dumps(plain.recall(recalled.recall, timings=not options.no_timings)))
        else:
            from mnemoscope import printing

            for line in printing.recall(vault, recalled.recall, timings=not options.no_timings):
                print(line)
    return 0


def explain(options: argparse.Namespace) -> int:
    """Why records rank where they do under a question."""
    from mnemoscope import plain, printing
    from mnemoscope.missed import missed
    from mnemoscope.why import why

    with looked_at(options.vault) as vault:
        recalled = _ask(vault, options)
        ids: tuple[str, ...] = (options.record,) if options.record is not None else ()
        about = None
        if options.containing is not None:
            if not options.containing.strip():
                raise VaultError("why.no_text_given")
            held = missed(vault, recalled, options.containing, limit=100)
            about, ids = held.sentence, tuple(holder.record.id for holder in held.holders)
        found = [why(vault, recalled, id) for id in ids]
        if options.json:
            explanations = [plain.explanation(some) for some in found]
            print(
                plain.dumps(
                    explanations[0]
                    if about is None
                    else {"sentence": str(about), "message": plain.message(about), "records": explanations}
                )
            )
            return 0
        if about is not None:
            print(about)
        for some in found:
            print(*printing.explanation(vault, some), sep="\n")
    return 0
