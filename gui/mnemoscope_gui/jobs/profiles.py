"""The profiles of a vault: read, saved, removed."""

from __future__ import annotations

from collections.abc import Mapping

from mnemoscope import profiles
from mnemoscope.progress import Progress
from mnemoscope.records import Profile
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs.acts import Act


def read_profiles(vault: Vault, progress: Progress) -> Mapping[str, Profile]:
    """Every profile by name: the built-in ones, then those of the vault."""
    return profiles.profiles(vault)


def save_profile(profile: Profile) -> Act:
    """Keep a profile under its name."""
    return lambda vault: profiles.save_profile(vault, profile)


def remove_profile(name: str) -> Act:
    """Remove a saved profile."""
    return lambda vault: profiles.remove_profile(vault, name)
