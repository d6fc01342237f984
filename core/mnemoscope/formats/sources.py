"""What importers read: a file, the files of a folder or those inside a ZIP; every failure is a sentence."""

from __future__ import annotations

import codecs
import io
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from gzip import GzipFile
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, cast

from mnemoscope.errors import VaultError
from mnemoscope.messages import message
from mnemoscope.records import PassedOver, Skipped
from mnemoscope.texts import clean
from mnemoscope.vault import is_open_here

if TYPE_CHECKING:
    from typing_extensions import Buffer

_since = ContextVar("since", default=0)
"""Files of a folder that have not changed since are left out."""
_ZIP = b"PK\x03\x04"
_ENCRYPTED = 1
_LOOKED_AT = 50
"""Files of a folder or ZIP by which it is told what it is a folder of."""
_LARGE, _RATIO = 1 << 26, 200
"""A member beyond this many bytes that shrank to less than a two-hundredth is no memory of anybody."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file to be read, wherever it lies."""

    name: str
    """Relative to its folder or ZIP, with slashes; a single file's own name."""
    size: int
    """Bytes, unpacked."""
    open: Callable[[], AbstractContextManager[BinaryIO]]
    """Its bytes from the start. Raises ``VaultError`` where it cannot be read."""


def documents(source: Path) -> Iterator[Document | Skipped]:
    """The file itself, the files of the ZIP that it is, or those of a folder; each in order of its name.

    Hidden files and folders of a folder are left out, links to folders are skipped and said. Raises ``VaultError``
    where the source itself cannot be read.
    """
    if source.is_dir():
        ensure_readable(source)
        yield from _in_folder(source)
    elif is_zip(source):
        yield from _in_zip(source)
    else:
        with opened(source):
            pass
        yield Document(clean(source.name), source.stat().st_size, partial(opened, source))


def json_documents(source: Path) -> Iterator[Document]:
    """The files of a source that may be JSON by their names, or the source itself whatever it is called."""
    for document in documents(source):
        if isinstance(document, Document) and (document.name.endswith(".json") or is_itself(source, document)):
            yield document


def is_itself(source: Path, document: Document) -> bool:
    """Whether the source is this very file."""
    return source.is_file() and document.name == clean(source.name)


def head(source: Path | Document, size: int) -> bytes:
    """How a file begins, without byte order mark and blanks; empty where it cannot be read."""
    try:
        with in_utf8(source) as file:
            return file.read(size).removeprefix(b"\xef\xbb\xbf").lstrip()
    except VaultError:
        return b""


def is_zip(source: Path) -> bool:
    """Whether the content is a ZIP, by its first bytes. Never raises."""
    try:
        with opened(source) as file:
            return file.read(len(_ZIP)) == _ZIP
    except VaultError:
        return False


@contextmanager
def opened(source: Path | Document) -> Iterator[BinaryIO]:
    """The file's bytes as they are now: of one that grows meanwhile, no more than it has at the start.

    Raises ``VaultError`` for what is no file, as reading a pipe or a device might never end, and for a vault that is
    open here.
    """
    if isinstance(source, Document):
        with source.open() as file:
            yield file
        return
    with _in_words(source):
        if not source.is_file():
            raise VaultError("format.no_file" if source.exists() else "format.missing", path=source)
        if is_open_here(source.stat()):
            raise VaultError("import.itself", path=source)
        with source.open("rb", buffering=0) as file:
            yield io.BufferedReader(_Bounded(file, os.fstat(file.fileno()).st_size), 1 << 16)


@contextmanager
def in_utf8(source: Path | Document) -> Iterator[BinaryIO]:
    """The bytes of a text in UTF-8: one that begins with the mark of UTF-16 is recoded.

    What cannot be decoded is no UTF-8 here either, so that only the item that holds it is skipped. Raises
    ``VaultError`` as ``opened`` does, and for a text in UTF-32.
    """
    with opened(source) as file:
        start = cast(io.BufferedReader, file).peek(4)[:4]
        if start in (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE):
            raise VaultError("format.not_utf8", path=source.name)
        if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            yield io.BufferedReader(_Recoded(file), 1 << 16)
        else:
            yield file


def of_kind(source: Path, endings: tuple[str, ...]) -> Iterator[Document | Skipped | PassedOver]:
    """The source itself, or the files of a folder or ZIP whose names end so; others are passed over."""
    for document in documents(source):
        if isinstance(document, Skipped) or is_itself(source, document) or document.name.lower().endswith(endings):
            yield document
        else:
            yield PassedOver(document.name)


def mostly(source: Path, endings: tuple[str, ...]) -> list[Document]:
    """The source itself, or the files of a folder or ZIP that end so, where that is at least half of the first ones."""
    found = [some for some in islice(of_kind(source, endings), _LOOKED_AT) if not isinstance(some, Skipped)]
    kind = [some for some in found if isinstance(some, Document)]
    return kind if 2 * len(kind) >= len(found) else []


def ensure_readable(source: Path) -> None:
    """Raises ``VaultError`` unless this is a file or a folder that can be read."""
    with _in_words(source):
        if source.is_dir():
            next(source.iterdir(), None)
        else:
            with opened(source):
                pass


@contextmanager
def only_changed(since: int | None) -> Iterator[None]:
    """Meanwhile a folder has those files alone that were written, or put there, since: a moment of ``last_change``."""
    token = _since.set(0 if since is None else since)
    try:
        yield
    finally:
        _since.reset(token)


def last_change(found: os.stat_result) -> int:
    """When a file was written or put where it is, in nanoseconds, by the clock of its disk."""
    return max(found.st_mtime_ns, found.st_ctime_ns)


def _is_wanted(file: Path) -> bool:
    """Whether a file has changed since the moment that was set; what cannot be looked at is told by its reader."""
    if not (since := _since.get()):
        return True
    try:
        return last_change(file.stat()) >= since
    except OSError:
        return True


def _is_open_vault(file: Path) -> bool:
    try:
        return is_open_here(file.stat())
    except OSError:
        return False


def walk(folder: Path) -> Iterator[Path | Skipped | None]:
    """The files of a folder, and what is skipped of it; ``None`` for what is hidden, for what ``only_changed`` leaves
    out and for each folder inside, so that a caller can count what was looked at."""
    faults: list[OSError] = []

    def told() -> Iterator[Skipped]:
        for fault in faults:
            yield _unreadable(folder, Path(fault.filename), fault)
        faults.clear()

    for root, folders, files in os.walk(folder, onerror=faults.append):
        yield from told()
        linked = [name for name in folders if not name.startswith(".") and os.path.islink(os.path.join(root, name))]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in linked)
        for name in sorted(linked):
            yield Skipped(place(folder, Path(root, name)), message("skipped.folder_link"))
        for name in sorted(files):
            path = Path(root, name)
            if _is_open_vault(path):
                yield Skipped(place(folder, path), message("skipped.own_vault"))
            else:
                yield path if not name.startswith(".") and _is_wanted(path) else None
        yield from (None for _ in folders)
    yield from told()


def place(folder: Path, path: Path) -> str:
    """Where in a folder a file stands, with slashes."""
    return clean(path.relative_to(folder).as_posix())


def _unreadable(folder: Path, path: Path, error: OSError) -> Skipped:
    return Skipped(place(folder, path), message("skipped.unreadable", detail=error.strerror or str(error)))


def _in_folder(folder: Path) -> Iterator[Document | Skipped]:
    for found in walk(folder):
        if not isinstance(found, Path):
            if found is not None:
                yield found
            continue
        try:
            size = found.stat().st_size
        except OSError as error:
            yield _unreadable(folder, found, error)
            continue
        yield Document(place(folder, found), size, partial(opened, found))


def _in_zip(source: Path) -> Iterator[Document | Skipped]:
    """The members in order of their names. Nothing is unpacked to the disk, and no more is read of a member than its
    head says."""
    with _in_words(source), _unpacking(source):
        archive = zipfile.ZipFile(source)  # open as long as one of its documents is there: its list may be long
        members = sorted((info for info in archive.infolist() if not info.is_dir()), key=lambda info: info.filename)
    for info in members:
        path = PurePosixPath(info.filename.replace("\\", "/"))
        name = clean(path.as_posix())
        if any(part.startswith(".") and part != ".." for part in path.parts) or path.parts[:1] == ("__MACOSX",):
            continue  # hidden, or of a system
        if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
            yield Skipped(name, message("skipped.unsafe_name"))
        elif info.flag_bits & _ENCRYPTED:
            yield Skipped(name, message("skipped.encrypted"))
        elif info.file_size > _LARGE and info.file_size > _RATIO * max(info.compress_size, 1):
            yield Skipped(name, message("skipped.bomb"))
        else:
            yield Document(name, info.file_size, partial(_unpacked, source, archive, info))


@contextmanager
def _unpacked(source: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[BinaryIO]:
    with _in_words(source):
        with _unpacking(source):
            file = archive.open(info)
        with file:
            yield cast(BinaryIO, file)


class _Bounded(io.RawIOBase):
    """A file up to the size that it had at the start."""

    def __init__(self, file: io.FileIO, size: int) -> None:
        self._file, self._left = file, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)[: self._left]
        read = self._file.readinto(view) or 0
        self._left -= read
        return read


class Unswollen(io.RawIOBase):
    """What a packed file holds; raises ``VaultError`` where that is more than anybody's memories can have shrunk to."""

    def __init__(self, unpacked: BinaryIO | GzipFile, document: Document) -> None:
        self._unpacked, self._document = unpacked, document
        self._left = max(_LARGE, _RATIO * document.size)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        given = self._unpacked.read(len(view))
        self._left -= len(given)
        if self._left < 0:
            raise VaultError("format.bomb", path=self._document.name)
        view[: len(given)] = given
        return len(given)


class _Recoded(io.RawIOBase):
    """UTF-16 as UTF-8."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._ready = file, b""
        self._decoder = codecs.getincrementaldecoder("utf-16")("surrogatepass")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        while not self._ready and (block := self._file.read(1 << 16)):
            self._ready = self._decoder.decode(block).encode(errors="surrogatepass")
        if not self._ready and self._decoder.getstate()[0]:  # it ends within a character
            self._decoder.reset()
            self._ready = b"\xff"
        view = memoryview(buffer)
        given, self._ready = self._ready[: len(view)], self._ready[len(view) :]
        view[: len(given)] = given
        return len(given)


@contextmanager
def _unpacking(source: Path) -> Iterator[None]:
    """What ``zipfile`` says of heads that are damaged, or of a later version or way of packing than it knows."""
    try:
        yield
    except (NotImplementedError, RuntimeError, ValueError, OverflowError, struct.error) as error:
        raise VaultError("format.unreadable", path=source, detail=str(error)) from error


@contextmanager
def _in_words(source: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise VaultError("format.unreadable", path=source, detail=error.strerror or str(error)) from error
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        raise VaultError("format.unreadable", path=source, detail=str(error) or "it ends early") from error
