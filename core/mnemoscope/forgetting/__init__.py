"""Forgetting: what would be lost, the act itself, what quotes the forgotten, and the search for their bytes."""

from mnemoscope.forgetting.erasure import finish
from mnemoscope.forgetting.forget import Forgotten, forget
from mnemoscope.forgetting.losses import Losses, preview

__all__ = ["Forgotten", "Losses", "finish", "forget", "preview"]
