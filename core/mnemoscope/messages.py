"""Every sentence for a person, as an id with parameters, and its English.

A message is stored and passed as ``Message(id, parameters)``; only a door (command line, window) renders it. A
catalogue entry is a format string, or a pair (one, other) chosen by the parameter ``count``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Catalogue = Mapping[str, str | tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for a person, not yet in any language."""

    id: str
    parameters: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def render(self, catalogue: Catalogue) -> str:
        """The sentence in the catalogue's language. Raises ``KeyError`` for an unknown id."""
        entry = catalogue[self.id]
        if isinstance(entry, tuple):
            entry = entry[0] if self.parameters.get("count") == 1 else entry[1]
        return entry.format(**self.parameters)


def message(id: str, **parameters: object) -> Message:
    """A message with its parameters as keywords."""
    return Message(id, parameters)


ENGLISH: Catalogue = {
    # -- opening a vault
    "vault.newer": "This vault was made by a newer version: schema {found}, this program knows {known}.",
    "vault.missing": "There is no vault at {path}.",
    "vault.folder": "{path} is a folder, not a vault.",
    "vault.not_a_vault": "{path} is not a vault.",
    "vault.damaged": "{path} is damaged or cut short; restore it from a backup.",
    "vault.unreadable": "{path} cannot be read: {detail}.",
    "vault.exists": "{path} exists already.",
    "vault.no_folder": "There is no folder {path}.",
    "vault.busy": "Another process is writing to {path} just now; nothing was changed, try again.",
    "vault.disk_full": "The disk that holds {path} is full; nothing was changed.",
    "vault.not_writable": "{path} cannot be written ({detail}); nothing was changed.",
    "vault.read_only": "{path} is open for reading only; nothing was changed.",
    # -- embedding
    "embedding.not_installed": "The embedding model {model} is not installed here.",
    "embedding.failed": "The embedding model {model} could not be loaded: {detail}",
    "embedding.download": "{model} will be downloaded once, about {megabytes} MB.",
    # -- import
    "format.unknown": "{path} is of no known format. Known formats: {known}.",
    "format.no_such": "There is no format called {name}. Known formats: {known}.",
    "format.unreadable": "{path} cannot be read: {detail}",
    "skipped.malformed": "not of the expected shape: {detail}",
    "skipped.empty": "empty text",
    "skipped.bad_time": "the time {value} cannot be read",
}
