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
    # -- embedding
    "embedding.not_installed": "The embedding model {model} is not installed here.",
    "embedding.failed": "The embedding model {model} could not be loaded: {detail}",
    "embedding.download": "{model} will be downloaded once, about {megabytes} MB.",
    "embedding.download_unsized": "{model} will be downloaded once.",
    "embedding.not_on_hub": "The model hub has no embedding model called {model}.",
    "embedding.unreachable": "The embedding model {model} is not on this machine, and the model hub cannot be reached.",
    "embedding.no_folder": "There is no folder {path} to load an embedding model from.",
    "embedding.changed": "The model at {location} is not the one whose vectors are in this vault.",
    "embedding.unknown_weights": "The weights {path} are not the known ones, so the bundled engine embeds everything.",
    "embedding.not_unpacked": "The bundled weights cannot be unpacked, so embedding goes on slowly: {detail}",
    # -- import
    "format.unknown": "{path} is of no known format. Known formats: {known}.",
    "format.no_such": "There is no format called {name}. Known formats: {known}.",
    "format.unreadable": "{path} cannot be read: {detail}",
    "skipped.malformed": "not of the expected shape: {detail}",
    "skipped.empty": "empty text",
    "skipped.bad_time": "the time {value} cannot be read",
}
