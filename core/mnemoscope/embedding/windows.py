"""Windows: a text longer than a sentence-transformers model reads is cut into several, never cut off.

Each window's vector is weighted by its tokens; their sum, brought to norm 1, is the text's vector. The C engine of
the bundled model does the same, so that both engines agree on long texts too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

from mnemoscope.embedding import Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Window(Generic[Content]):
    """A part of a text that the model reads in one go."""

    owner: int
    """The text's place in the batch."""
    tokens: int
    """Its weight: how many tokens of the text and its prompt it holds."""
    content: Content


class Windowing(Protocol[Content]):
    """Cuts texts into windows, and gives the vector of each."""

    def cut(self, texts: Sequence[str], query: bool) -> list[Window[Content]]:
        """At least one window for each text."""
        ...

    def vectors(self, windows: Sequence[Window[Content]], query: bool) -> Vectors:
        """Shape (len(windows), dimension), float32, not brought to norm 1 where the model allows that."""
        ...


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a BERT-like encoder takes."""

    ids: list[int]
    types: list[int]


class TokenWindows:
    """For an encoder with a fast tokenizer: tokenised once, prompt included, and cut between tokens."""

    def __init__(self, model: SentenceTransformer, prompts: tuple[str, str]) -> None:
        self._modules = list(model.eval())
        while type(self._modules[-1]).__name__ == "Normalize":
            self._modules.pop()
        self._device = model.device
        self._prompts = prompts
        tokenizer = model.tokenizer
        self._pad = tokenizer.pad_token_id or 0
        self._pads_left = tokenizer.padding_side == "left"
        self._typed = "token_type_ids" in tokenizer.model_input_names
        # Configured once and never again: several threads may then use it at once.
        self._tokenizer = tokenizer.backend_tokenizer
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._tokenizer.encode_special_tokens = bool(getattr(tokenizer, "split_special_tokens", False))
        if model.max_seq_length is not None:
            self._tokenizer.enable_truncation(model.max_seq_length)

    @staticmethod
    def fit(model: SentenceTransformer) -> bool:
        """Whether this way of cutting is right for the model."""
        from transformers import PreTrainedTokenizerFast

        first = model[0]
        return (
            type(first).__name__ == "Transformer"
            and isinstance(first.tokenizer, PreTrainedTokenizerFast)
            and getattr(first, "query_expansion", None) is None
            and all(getattr(module, "include_prompt", True) for module in model)
        )

    def cut(self, texts: Sequence[str], query: bool) -> list[Window[Tokens]]:
        """The tokenizer's own truncation, with what it would throw away as further windows."""
        prompt = self._prompts[0 if query else 1]
        windows = []
        for owner, whole in enumerate(self._tokenizer.encode_batch([prompt + text for text in texts])):
            for part in (whole, *whole.overflowing):
                tokens = len(part.ids) - sum(part.special_tokens_mask)
                windows.append(Window(owner, max(tokens, 1), Tokens(part.ids, part.type_ids)))
        return windows

    def vectors(self, windows: Sequence[Window[Tokens]], query: bool) -> Vectors:
        """Pooled in float32 whatever the encoder computes in."""
        import torch

        width = max(len(window.content.ids) for window in windows)
        ids = np.full((len(windows), width), self._pad, np.int64)
        types = np.zeros_like(ids)
        mask = np.zeros_like(ids)
        for row, window in enumerate(windows):
            length = len(window.content.ids)
            place = slice(width - length, width) if self._pads_left else slice(0, length)
            ids[row, place] = window.content.ids
            types[row, place] = window.content.types
            mask[row, place] = 1
        arrays = {"input_ids": ids, "attention_mask": mask} | ({"token_type_ids": types} if self._typed else {})
        with torch.inference_mode():
            features = {name: torch.from_numpy(array).to(self._device) for name, array in arrays.items()}
            for module in self._modules:
                features = module(features)
                if "token_embeddings" in features:
                    features["token_embeddings"] = features["token_embeddings"].float()
            vectors: Vectors = features["sentence_embedding"].float().cpu().numpy()
        return vectors


class TextWindows:
    """For any other model: cut between words where the model's tokenizer counts too many, embedded by ``encode``."""

    def __init__(self, model: SentenceTransformer, prompts: tuple[str, str]) -> None:
        self._model = model
        self._prompts = prompts

    def cut(self, texts: Sequence[str], query: bool) -> list[Window[str]]:
        """Halved until each part fits."""
        prompt = self._prompts[0 if query else 1]
        return [window for owner, text in enumerate(texts) for window in self._halved(owner, text, prompt)]

    def vectors(self, windows: Sequence[Window[str]], query: bool) -> Vectors:
        """As the model's own ``encode`` makes them."""
        encode = self._model.encode_query if query else self._model.encode_document
        parts = [window.content for window in windows]
        prompt = self._prompts[0 if query else 1]
        vectors = encode(parts, prompt=prompt, batch_size=len(parts), show_progress_bar=False)
        return np.asarray(vectors, np.float32)

    def _halved(self, owner: int, text: str, prompt: str) -> list[Window[str]]:
        tokens = self._count(prompt + text)
        if tokens <= (self._model.max_seq_length or math.inf) or len(text) < 2:
            return [Window(owner, tokens, text)]
        middle = len(text) // 2
        space = text.rfind(" ", 1, middle)
        cut = middle if space < 0 else space
        return self._halved(owner, text[:cut], prompt) + self._halved(owner, text[cut:], prompt)

    def _count(self, text: str) -> int:
        encode = getattr(self._model.tokenizer, "encode", None)
        return max(1, len(encode(text))) if encode else 1
