"""sentence-transformers: the bulk engine of the bundled weights, and any other model by name or folder.

Nothing but this module and ``windows`` imports torch, and neither before a model is opened.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import warnings
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mnemoscope.embedding import ModelIdentity, Vectors, threads
from mnemoscope.embedding.unpacking import code_point_map
from mnemoscope.embedding.windows import TextWindows, TokenWindows, Windowing
from mnemoscope.errors import ModelUnavailable
from mnemoscope.progress import Progress, silent
from mnemoscope.texts import clean

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_BATCH = 32
_CHUNK = 1024
"""Texts that are tokenised and sorted by length together."""

_E5 = re.compile(r"(?<![a-z0-9])e5(?![a-z0-9])", re.IGNORECASE)
_E5_PROMPTS = ("query: ", "passage: ")

_MODEL_FILES = frozenset({".json", ".txt", ".model", ".safetensors", ".bin", ".py"})
_OTHER_ENGINES = frozenset({"onnx", "openvino"})


def available() -> bool:
    """Whether sentence-transformers is installed; it is not imported."""
    return find_spec("sentence_transformers") is not None


class TransformerEmbedder:
    """A sentence-transformers model. Several threads may use it at once."""

    def __init__(
        self, identity: ModelIdentity, model: SentenceTransformer, code_points: Mapping[int, str] | None = None
    ) -> None:
        self.identity = identity
        self._code_points = code_points
        prompts = (identity.query_prompt, identity.passage_prompt)
        self._windowing: Windowing[Any] = (TokenWindows if TokenWindows.fit(model) else TextWindows)(model, prompts)

    def embed_query(self, text: str) -> Vectors:
        """Shape (dimension,), float32, norm 1."""
        vector: Vectors = self._embed([text], True, silent)[0]
        return vector

    def embed_passages(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """Shape (len(texts), dimension), float32, norm 1 in each row."""
        return self._embed(texts, False, progress)

    def _embed(self, texts: Sequence[str], query: bool, progress: Progress) -> Vectors:
        total = len(texts)
        sums = np.zeros((total, self.identity.dimension), np.float32)
        progress(0, total)
        for start in range(0, total, _CHUNK):
            chunk = [self._readable(text) for text in texts[start : start + _CHUNK]]
            windows = sorted(self._windowing.cut(chunk, query), key=lambda window: -window.tokens)
            for first in range(0, len(windows), _BATCH):
                batch = windows[first : first + _BATCH]
                for window, vector in zip(batch, self._windowing.vectors(batch, query), strict=True):
                    sums[start + window.owner] += window.tokens * vector
                share = (first + len(batch)) / len(windows)
                progress(start + int(len(chunk) * share), total)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        vectors: Vectors = sums / np.maximum(norms, np.float32(1e-12))
        return vectors

    def _readable(self, text: str) -> str:
        text = clean(text)
        return text if self._code_points is None else text.translate(self._code_points)


def open_folder(folder: Path) -> TransformerEmbedder:
    """Any model in a folder; its revision is a hash of its files. Raises ``ModelUnavailable``."""
    model = load(str(folder), folder.name, local_files_only=True)
    return embedder(model, folder.name, content_hash(folder), _origin(folder))


def open_unpacked(folder: Path, identity: ModelIdentity) -> TransformerEmbedder:
    """The bundled weights, unpacked: the same identity as the C engine's. Raises ``ModelUnavailable``."""
    model = load(str(folder), identity.name, local_files_only=True)
    if prefers_bfloat16(model):
        model.bfloat16()
    return TransformerEmbedder(identity, model, code_point_map(folder))


def embedder(model: SentenceTransformer, name: str, revision: str, origin: str = "") -> TransformerEmbedder:
    """A loaded model with the identity read off it; ``origin`` is another name by which an e5 may be known."""
    model.float()
    query, passage = _prompts(model, f"{name} {origin}")
    poolings = [module.pooling_mode for module in model if hasattr(module, "pooling_mode")]
    pooling = "+".join(str(each) for each in poolings) or "own"
    dimension = len(model.encode("", prompt="", show_progress_bar=False))
    return TransformerEmbedder(ModelIdentity(name, revision, dimension, query, passage, pooling), model)


def load(location: str, name: str, **options: object) -> SentenceTransformer:
    """The model, silently: neither progress bars nor warnings. Raises ``ModelUnavailable``."""
    if not available():
        raise ModelUnavailable("embedding.not_installed", model=name)
    # The tokenizer's threads gain nothing beside the encoder's, and it warns whoever forks after it.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        with threads.patient(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _silence()
            from sentence_transformers import SentenceTransformer

            return SentenceTransformer(location, **options)
    except Exception as error:  # whatever is wrong with somebody's folder or connection
        raise ModelUnavailable("embedding.failed", model=name, detail=_first_sentence(error)) from error


def prefers_bfloat16(model: SentenceTransformer) -> bool:
    """Whether its processor multiplies bfloat16 faster than float32; with AMX, three times."""
    import torch

    if model.device.type != "cpu":
        return False
    checks = ("_is_amx_tile_supported", "_is_avx512_bf16_supported")
    return any(check() for name in checks if (check := getattr(torch.cpu, name, None)))


def content_hash(folder: Path) -> str:
    """Of everything in a model's folder that shapes its vectors: 12 hexadecimal digits of a SHA-256."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if path.suffix not in _MODEL_FILES or _OTHER_ENGINES & set(inner.parts) or not path.is_file():
            continue
        with path.open("rb") as stream:
            digest.update(f"{inner.as_posix()}\0{hashlib.file_digest(stream, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def _origin(folder: Path) -> str:
    """What the model was called where it was made."""
    try:
        return str(json.loads((folder / "config.json").read_text(encoding="utf-8")).get("_name_or_path", ""))
    except (OSError, ValueError, AttributeError):
        return ""


def _prompts(model: SentenceTransformer, names: str) -> tuple[str, str]:
    """For questions and for passages: the model's own; those of an e5 where it is one and brings none."""
    own = {name: prompt for name, prompt in model.prompts.items() if prompt}
    usual = own.get(model.default_prompt_name or "", "")
    query = own.get("query", usual)
    passage = own.get("passage") or own.get("document", usual)
    if not (query or passage) and _E5.search(names) and "instruct" not in names.lower():
        return _E5_PROMPTS
    return query, passage


def _silence() -> None:
    from huggingface_hub.utils.tqdm import disable_progress_bars
    from transformers.utils import logging as transformers_logging

    disable_progress_bars()
    transformers_logging.disable_progress_bar()
    transformers_logging.set_verbosity_error()
    for name in ("sentence_transformers", "huggingface_hub", "httpx"):
        logging.getLogger(name).setLevel(logging.ERROR)


def _first_sentence(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    sentence = lines[0].strip().rstrip(".:")
    return f"{sentence[:200]}."
