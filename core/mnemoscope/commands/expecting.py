"""Commands for expectations and for the profiles that they are asked by."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mnemoscope.commands.acts import act
from mnemoscope.commands.asking import scope
from mnemoscope.commands.doors import bar, looked_at, opened

if TYPE_CHECKING:
    from mnemoscope.records import Profile
    from mnemoscope.vault import Vault


def expect(options: argparse.Namespace) -> int:
    """Save an expectation, and check it."""
    from mnemoscope import checks, expectations, plain

    with opened(options.vault) as vault:
        changes = expectations.expect(
            vault, options.query, options.record, options.within, options.profile, scope(options, vault)
        )
        number = expectations.saved_by(vault, changes).number
        (found,) = checks.check(vault, numbers=[number])
    if options.json:
        print(plain.dumps(plain.checked(found)))
    else:
        print(f"{changes.label}: #{number}\n{found.sentence}")
    return 0


def unexpect(options: argparse.Namespace) -> int:
    """Remove an expectation."""
    from mnemoscope import expectations

    return act(options, lambda vault: expectations.unexpect(vault, options.number))


def check(options: argparse.Namespace) -> int:
    """Ask every expectation again; the exit status says whether all hold."""
    from mnemoscope import checks, plain, printing, profiles

    with looked_at(options.vault) as vault:
        profile = profiles.profile(vault, options.profile) if options.profile else None
        with bar("Checking", " expectations") as progress:
            found = checks.check(vault, progress, profile)
        if options.json:
            print(plain.dumps(plain.checks(found)))
        else:
            print(*printing.checks(vault, found), sep="\n")
    return 0 if all(some.holds for some in found) else 1


def show_or_save_profiles(options: argparse.Namespace) -> int:
    """List the profiles, or save or remove one."""
    from mnemoscope import plain, printing, profiles

    values = {field: value for field in profiles.FIELDS if (value := getattr(options, field)) is not None}
    if options.save is None and (values or options.origin):
        options.refuse("values are for a profile that is saved: --save NAME")
    if options.save is not None:
        return act(options, lambda vault: profiles.save_profile(vault, _adjusted(vault, options, values)))
    if options.remove is not None:
        return act(options, lambda vault: profiles.remove_profile(vault, options.remove))
    with looked_at(options.vault) as vault:
        found = profiles.profiles(vault)
    if options.json:
        print(plain.dumps([plain.profile(some) for some in found.values()]))
    else:
        print(*printing.profiles(found), sep="\n")
    return 0


def _adjusted(vault: Vault, options: argparse.Namespace, values: Mapping[str, object]) -> Profile:
    """The profile to save: another one's values, or what is saved under its name already, with some changed."""
    from mnemoscope import profiles

    known = profiles.profiles(vault)
    origin = options.origin or (options.save if options.save in known else "fused")
    return profiles.restored(options.save, {**profiles.settings(profiles.profile(vault, origin)), **values})
