"""Sources that are linked to a vault: what is new in them comes in by itself.

``links`` makes, lists and removes links, ``refreshing`` reads again what has changed, ``prints`` tells whether it has.
"""

from mnemoscope.linking.links import Linked, LinkedSource, link, linked, links, unlink
from mnemoscope.linking.refreshing import Refreshed, refresh

__all__ = ["Linked", "LinkedSource", "Refreshed", "link", "linked", "links", "refresh", "unlink"]
