"""Profiles by name: the built-in ones, and those that a vault holds."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import asdict, fields
from unicodedata import normalize

import regex

from mnemoscope import journal
from mnemoscope.errors import NoSuchProfile, Refused
from mnemoscope.messages import Message, message
from mnemoscope.records import PROFILES, Changes, Profile
from mnemoscope.texts import clean
from mnemoscope.vault import Vault

LONGEST_NAME = 40
SWITCH = "MNEMO_LEXICAL_FUSION"
"""Environment: ``0`` makes ``vectors`` the default."""

FIELDS = tuple(field.name for field in fields(Profile) if field.name != "name")
"""The values of a profile."""

_NAME = regex.compile(r"[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.+-]*[\p{L}\p{M}\p{N}_.+-])?")
_COUNTS = ("vector_depth", "lexical_depth", "budget")


def default_name() -> str:
    """The name of the profile that a question gets when none is asked for."""
    return "vectors" if os.environ.get(SWITCH) == "0" else "fused"


def profiles(vault: Vault) -> Mapping[str, Profile]:
    """Every profile by name: the built-in ones, then those of this vault by name."""
    with vault.reading() as connection:
        rows = connection.execute("SELECT name, settings FROM profile ORDER BY name").fetchall()
    saved = {name: restored(name, json.loads(settings)) for name, settings in rows}
    return {**PROFILES, **{name: some for name, some in saved.items() if name not in PROFILES}}


def profile(vault: Vault, name: str) -> Profile:
    """The profile of that name. Raises ``NoSuchProfile``, which lists those there are."""
    found = profiles(vault)
    if name not in found:
        raise NoSuchProfile("profile.none", name=name, known=", ".join(found))
    return found[name]


def save_profile(vault: Vault, profile: Profile) -> Changes:
    """Keep a profile under its name, in the place of a saved one of that name.

    Raises ``Refused`` for a bad name, the name of a built-in profile, values that cannot be, and for no change.
    """
    name = normalize("NFC", clean(profile.name)).strip()
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise Refused("profile.bad_name", name=name, most=LONGEST_NAME)
    if name.casefold() in PROFILES:
        raise Refused("profile.built_in", name=name)
    for mistake in mistakes(profile).values():
        raise Refused(mistake.id, **mistake.parameters)
    held = profiles(vault).get(name)
    with journal.act(vault, message("act.change_profile" if held else "act.save_profile", name=name)) as act:
        act.set_profile(name, settings(profile))
        if act.changes.act is None:
            raise Refused("profile.same", name=name)
    return act.changes


def remove_profile(vault: Vault, name: str) -> Changes:
    """Remove a saved profile. Raises ``NoSuchProfile``, and ``Refused`` for a built-in or an expected one."""
    if name in PROFILES:
        raise Refused("profile.built_in", name=name)
    profile(vault, name)
    with journal.act(vault, message("act.remove_profile", name=name)) as act:
        count = act.connection.execute("SELECT count(*) FROM expectation WHERE profile = ?", (name,)).fetchone()[0]
        if count:
            raise Refused("profile.expected", name=name, count=count)
        act.set_profile(name, None)
    return act.changes


def mistakes(profile: Profile) -> Mapping[str, Message]:
    """What is wrong with a profile's values: a sentence for each field that cannot be (pure)."""
    found: dict[str, Message] = {}
    for field in _COUNTS:
        value = getattr(profile, field)
        if type(value) is not int or value < 1:
            found[field] = message(f"profile.bad_{field}")
    for field, least, most in (("k1", 0.0, math.inf), ("b", 0.0, 1.0), ("context_weight", 0.0, math.inf)):
        if not _finite(getattr(profile, field)) or not least <= getattr(profile, field) <= most:
            found[field] = message(f"profile.bad_{field}")
    for field in ("rrf_k", "boost"):
        if not _finite(getattr(profile, field)) or getattr(profile, field) <= 0:
            found[field] = message(f"profile.bad_{field}")
    if not profile.vector and not profile.lexical:
        found["vector"] = message("profile.no_channel")
    return found


def settings(profile: Profile) -> dict[str, object]:
    """A profile's values without its name, as they are stored."""
    return {name: value for name, value in asdict(profile).items() if name != "name"}


def restored(name: str, settings: Mapping[str, object]) -> Profile:
    """The profile that ``settings`` are of; what another version stored beside is left out."""
    return Profile(name, **{field: value for field, value in settings.items() if field in FIELDS})  # type: ignore[arg-type]


def _finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
