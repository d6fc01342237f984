"""Links made, listed and removed: each an act, which brings no record and takes none."""

from __future__ import annotations

import json
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mnemoscope import formats, journal
from mnemoscope.errors import Refused
from mnemoscope.formats.sources import ensure_readable
from mnemoscope.ingest import DEFAULT_APP
from mnemoscope.ingest.importing import chosen
from mnemoscope.mapping import ColumnMap
from mnemoscope.messages import Message, message
from mnemoscope.records import Changes
from mnemoscope.texts import clean
from mnemoscope.vault import ENDINGS, Vault

_LINKS = """
SELECT s.path, s.format, s.app, s.columns, s.linked_at, n.at, n.fault, (
    SELECT count(*) FROM import i JOIN record r ON r.import = i.id
    WHERE i.source = s.path AND i.published_at IS NOT NULL
)
FROM source s LEFT JOIN source_seen n ON n.path = s.path ORDER BY s.linked_at, s.path
"""


@dataclass(frozen=True, slots=True)
class Linked:
    """A link that was made."""

    path: Path
    format: str
    sign: Message | None
    """By what the format was recognised; ``None`` where it was named."""
    changes: Changes


@dataclass(frozen=True, slots=True)
class LinkedSource:
    """A source that a vault follows, and how it stood when it was last looked at."""

    path: Path
    """Absolute."""
    format: str
    app: str
    columns: ColumnMap
    """Empty where the format has none, or where the proposed ones are taken."""
    linked_at: int
    read_at: int | None
    """``None`` where it has not been read yet."""
    fault: Message | None
    """Why it could not be read the last time; that it is gone, for one."""
    records: int
    """How many it has brought, also before it was linked."""

    @property
    def is_gone(self) -> bool:
        """Whether nothing was there the last time."""
        return self.fault is not None and self.fault.id == "source.gone"


def link(
    vault: Vault,
    path: Path,
    *,
    format: str | None = None,
    app: str = DEFAULT_APP,
    columns: ColumnMap | None = None,
) -> Linked:
    """Follow a file or folder from now on; ``refresh`` reads it. ``app`` and ``columns`` are as for an import.

    Raises ``UnknownFormat`` and other ``VaultError``s of an import, and ``Refused`` for files of the vault itself and
    for what is linked already, also as a part or as the whole of something else.
    """
    path = absolute(path)
    if (storable := clean(str(path))) != str(path):
        raise Refused("link.unstorable", path=storable)
    _check_is_no_part_of(vault, path)
    ensure_readable(path)
    importer, sign = chosen(vault, path, format)
    if columns:
        next(iter(formats.read(importer, path, columns)), None)  # a map that does not fit is refused now
    with journal.act(vault, message("act.link", source=str(path))) as act:
        _check_apart(act.connection, path)
        row = {
            "format": importer.name,
            "app": clean(app),
            "columns": json.dumps(dict(columns or {}), ensure_ascii=False, sort_keys=True),
            "linked_at": act.at,
        }
        act.set_source(str(path), row)
    return Linked(path, importer.name, sign, act.changes)


def unlink(vault: Vault, path: Path) -> Changes:
    """Follow a source no longer; its records stay. Raises ``Refused`` where it is not linked."""
    source = linked(vault, path)
    with journal.act(vault, message("act.unlink", source=str(source.path))) as act:
        act.set_source(str(source.path), None)
    return act.changes


def links(vault: Vault) -> tuple[LinkedSource, ...]:
    """What the vault follows, in the order in which it was linked."""
    with vault.reading() as connection:
        return tuple(_source(*row) for row in connection.execute(_LINKS))


def linked(vault: Vault, path: Path) -> LinkedSource:
    """The link to a source, by whatever way its path leads there. Raises ``Refused`` where there is none."""
    path = absolute(path)
    sources = links(vault)
    found = next((some for some in sources if some.path == path), None)
    if found is None:
        found = next((some for some in sources if some.path.resolve() == path.resolve()), None)
    if found is None:
        raise Refused("link.none", path=clean(str(path)))
    return found


def absolute(path: Path) -> Path:
    """A path from the root, without ``..``; a symbolic link stays one, so that it may lead elsewhere some day."""
    return Path(os.path.abspath(path.expanduser()))


def _source(
    path: str, format: str, app: str, columns: str, linked_at: int, at: int | None, fault: str | None, records: int
) -> LinkedSource:
    return LinkedSource(Path(path), format, app, json.loads(columns), linked_at, at or None, fault_in(fault), records)


def fault_in(stored: str | None) -> Message | None:
    """A fault as ``source_seen`` keeps it."""
    if stored is None:
        return None
    id, parameters = json.loads(stored)
    return Message.from_row(id, json.dumps(parameters))


def stored_fault(fault: Message) -> str:
    """How ``source_seen`` keeps a fault."""
    plain = {name: str(value) if isinstance(value, Path) else value for name, value in fault.parameters.items()}
    return json.dumps([fault.id, json.loads(Message(fault.id, plain).parameters_json())], ensure_ascii=False)


# ---------------------------------------------------------------- refused


def _check_is_no_part_of(vault: Vault, path: Path) -> None:
    """Refuse the files of the vault itself, and a folder with them in it: each reading would change it."""
    real, own = path.resolve(), vault.path.resolve()
    if real in {own.with_name(own.name + ending) for ending in ENDINGS}:
        raise Refused("link.itself", path=str(path))
    if own.is_relative_to(real):
        raise Refused("link.holds_vault", path=str(path), vault=vault.path.name)


def _check_apart(connection: sqlite3.Connection, path: Path) -> None:
    real = path.resolve()
    rows: list[tuple[Any, ...]] = connection.execute("SELECT path FROM source ORDER BY path").fetchall()
    for other in (Path(row[0]) for row in rows):
        held = other.resolve()
        if held == real:
            raise Refused("link.twice", path=str(other))
        if real.is_relative_to(held):
            raise Refused("link.inside", path=str(path), folder=str(other))
        if held.is_relative_to(real):
            raise Refused("link.around", path=str(path), inner=str(other))
