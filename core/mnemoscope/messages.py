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
    # -- import
    "format.unknown": "{path} is of no known format. Known formats: {known}.",
    "format.no_such": "There is no format called {name}. Known formats: {known}.",
    "format.unreadable": "{path} cannot be read: {detail}",
    "format.missing": "{path} does not exist.",
    "format.no_file": "{path} is neither a file nor a folder.",
    "format.no_list": "{path} does not hold a JSON list.",
    "format.no_notes": "{path} holds no Markdown note.",
    "skipped.malformed": "not of the expected shape: {detail}",
    "skipped.empty": "empty text",
    "skipped.bad_time": "the time {value} cannot be read",
    "skipped.no_object": "not a JSON object",
    "skipped.no_list": "{field} is not a list",
    "skipped.no_text": "no text",
    "skipped.not_json": "not JSON: {detail}",
    "skipped.not_utf8": "not UTF-8",
    "skipped.too_long": "longer than {megabytes} MB",
    "skipped.too_deep": "nested too deeply, or too large",
    "skipped.repeated": "the id {key} stands here a second time",
    "skipped.ends_early": "the file ends here in the middle; what came before is complete",
    "skipped.goes_on": "the file goes on after the end of its list",
    "skipped.unreadable": "cannot be read: {detail}",
    "skipped.folder_link": "a link to a folder, which is not followed",
    "skipped.front_matter": "the front matter is not YAML and stays in the text: {detail}",
}
