"""What a record is known by: the same in every process and after every rebuild (pure)."""

from __future__ import annotations

from hashlib import blake2b

from mnemoscope.records import indexed_text


def record_id(app: str, format: str, external_id: str, part: int = 0) -> bytes:
    """128-bit BLAKE2b of where a record comes from."""
    return _digest("external", app, format, external_id, str(part))


def placed_id(app: str, session: str, position: int, text: str) -> bytes:
    """128-bit BLAKE2b of where a record stands, for one that has no external id."""
    return _digest("placed", app, session, str(position), text)


def text_hash(speaker: str | None, text: str) -> int:
    """64-bit BLAKE2b of what is embedded and indexed, as a signed integer."""
    digest = blake2b(indexed_text(speaker, text).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def changed_id(id: bytes, text: str) -> bytes:
    """128-bit BLAKE2b for a text that has changed at its source, under the external id of an older record."""
    return _digest("changed", id.hex(), text)


def _digest(*parts: str) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()
