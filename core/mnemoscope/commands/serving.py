"""The command that serves a vault to an assistant."""

from __future__ import annotations

import argparse

from mnemoscope.commands.doors import note
from mnemoscope.texts import clean


def serve(options: argparse.Namespace) -> int:
    """Serve within the apps that are granted here, until the client goes."""
    from mnemoscope import profiles, reading
    from mnemoscope.door import Grant
    from mnemoscope.messages import message
    from mnemoscope.server import serve
    from mnemoscope.vault import Vault

    grant = Grant(tuple(dict.fromkeys(clean(app) for app in options.app)), options.profile)
    with Vault.open(options.vault, grant.actor) as vault:
        if options.profile is not None:
            profiles.profile(vault, options.profile)
        for app in set(grant.apps) - set(reading.apps(vault)):
            note(message("door.new_app", app=app))
    serve(options.vault, grant)
    return 0
