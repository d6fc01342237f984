"""The profiles of a vault: read, saved, removed; and how many expectations hold under one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mnemoscope import checks, profiles
from mnemoscope.errors import Cancelled
from mnemoscope.progress import Progress
from mnemoscope.records import Profile
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs.acts import Act
from mnemoscope_gui.values import Kept


def read_profiles(vault: Vault, progress: Progress) -> Mapping[str, Profile]:
    """Every profile by name: the built-in ones, then those of the vault."""
    return profiles.profiles(vault)


def save_profile(profile: Profile) -> Act:
    """Keep a profile under its name."""
    return lambda vault: profiles.save_profile(vault, profile)


def remove_profile(name: str) -> Act:
    """Remove a saved profile."""
    return lambda vault: profiles.remove_profile(vault, name)


def keep(profile: Profile, is_wanted: Callable[[], bool]) -> Callable[[Vault, Progress], Kept]:
    """How many expectations hold under this profile; given up between two where nobody wants to know any more."""

    def job(vault: Vault, progress: Progress) -> Kept:
        def go_on(done: int, total: int | None) -> None:
            if not is_wanted():
                raise Cancelled
            progress(done, total)

        checked = checks.check(vault, go_on, profile)
        return Kept(profile, sum(some.holds for some in checked), len(checked))

    return job
