"""The bundled weights as a sentence-transformers folder in the user's cache: one embedding space, two engines."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import platformdirs

from mnemoscope.embedding.weights import KNOWN, Tensor, Vocabulary, Weights

CODE_POINTS = "code_points.json"
"""What ``code_point_map`` reads: replacements by code point, and every character that some piece holds."""

_UNKNOWN = "\U0010ffff"
"""Stands for each character that no piece holds. The C engine counts them one by one, a Unigram tokenizer melts a run
of them into one; one character for them all can be split off cheaply."""

_FOLDER = f"multilingual-e5-small-{KNOWN[:12]}-1"
"""The last figure counts the layouts written here: another layout is another folder."""

_STALE_SECONDS = 3600.0

_LAYER_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_PARAMETERS = {"w": "weight", "b": "bias"}


def cache_folder() -> Path:
    """Where unpacked models stay; the environment's ``MNEMOSCOPE_CACHE`` overrides it."""
    chosen = os.environ.get("MNEMOSCOPE_CACHE")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("mnemoscope"))
    return root / "models"


def unpacked(file: Path) -> Path:
    """The folder made from a known weights file, made now if needed. Raises ``OSError`` or ``ValueError``.

    It is built aside and renamed, so that it is whole or absent whatever is killed, and two processes may do it at
    once.
    """
    final = cache_folder() / _FOLDER
    if final.is_dir():
        return final
    final.parent.mkdir(parents=True, exist_ok=True)
    _sweep(final.parent)
    aside = Path(tempfile.mkdtemp(prefix=f".{_FOLDER}-", dir=final.parent))
    try:
        write_folder(Weights(file.read_bytes()), aside)
        aside.rename(final)
    except OSError:
        if not final.is_dir():
            raise  # else another process was first
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return final


class CodePointMap(dict[int, str]):
    """For ``str.translate``, before the tokenizer: what the C engine makes of each code point."""

    def __init__(self, replacements: Mapping[int, str], known: str) -> None:
        characters = frozenset(known)
        for code_point, text in replacements.items():
            self[code_point] = "".join(each if each in characters or each == " " else _UNKNOWN for each in text)
        self._known = characters

    def __missing__(self, code_point: int) -> str:
        character = chr(code_point)
        self[code_point] = character if character in self._known or character == " " else _UNKNOWN
        return self[code_point]


def code_point_map(folder: Path) -> CodePointMap | None:
    """The map of an unpacked folder; any other model's folder has none."""
    try:
        content = json.loads((folder / CODE_POINTS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    replacements = {int(code_point): text for code_point, text in content["replacements"].items()}
    return CodePointMap(replacements, content["known"])


def discard(folder: Path) -> None:
    """Takes away an unpacked folder that does not load, so that the next need makes it anew."""
    shutil.rmtree(folder, ignore_errors=True)


def write_folder(weights: Weights, folder: Path) -> None:
    """A sentence-transformers folder: BERT encoder, mean pooling, norm 1, and the two prompts of an e5."""
    from safetensors.numpy import save_file

    save_file(_state(weights), folder / "model.safetensors", metadata={"format": "pt"})
    _write_tokenizer(weights.vocabulary, weights.shape.positions, folder)
    for name, content in _configuration(weights).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")


def _sweep(parent: Path) -> None:
    """What a killed unpacking left."""
    for left in parent.glob(f".{_FOLDER}-*"):
        try:
            old = time.time() - left.stat().st_mtime > _STALE_SECONDS
        except OSError:
            continue  # its own process has just renamed it
        if old:
            shutil.rmtree(left, ignore_errors=True)


def _state(weights: Weights) -> dict[str, Tensor]:
    """The tensors under the names of ``BertModel``."""
    shape = weights.shape
    hidden = shape.hidden
    state = {
        "embeddings.word_embeddings.weight": weights.tensor("emb.word").reshape(-1, hidden),
        "embeddings.position_embeddings.weight": weights.tensor("emb.pos").reshape(-1, hidden),
        "embeddings.token_type_embeddings.weight": weights.tensor("emb.type").reshape(-1, hidden),
        "embeddings.LayerNorm.weight": weights.tensor("emb.ln.w"),
        "embeddings.LayerNorm.bias": weights.tensor("emb.ln.b"),
        # Unused by mean pooling, but the class has it and would fill it with noise, and say so.
        "pooler.dense.weight": np.zeros((hidden, hidden), np.float16),
        "pooler.dense.bias": np.zeros(hidden, np.float16),
    }
    for layer in range(shape.layers):
        for short, long in _LAYER_NAMES.items():
            for letter, parameter in _PARAMETERS.items():
                values = weights.tensor(f"l{layer}.{short}.{letter}")
                if letter == "w" and not short.endswith("ln"):
                    values = values.reshape(-1, shape.feed_forward if short == "fo" else hidden)
                state[f"encoder.layer.{layer}.{long}.{parameter}"] = values
    return state


def _write_tokenizer(vocabulary: Vocabulary, positions: int, folder: Path) -> None:
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    pieces = list(vocabulary.pieces)
    # Never matched: spaces have become another character when pieces are looked up. "<unk>" in a text is text.
    pieces[vocabulary.unknown] = ("unknown piece", pieces[vocabulary.unknown][1])
    tokenizer = Tokenizer(models.Unigram(pieces, vocabulary.unknown, False))
    tokenizer.normalizer = normalizers.Replace(Regex(" {2,}"), " ")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Metaspace(prepend_scheme="always"), pre_tokenizers.Split(_UNKNOWN, "isolated")]
    )
    begin, end = pieces[vocabulary.begin][0], pieces[vocabulary.end][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin} $A {end} $B {end}",
        special_tokens=[(begin, vocabulary.begin), (end, vocabulary.end)],
    )
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": positions,
        "bos_token": begin,
        "eos_token": end,
        "pad_token": pieces[vocabulary.pad][0],
        "unk_token": pieces[vocabulary.unknown][0],
        # A text that says "</s>" is text.
        "split_special_tokens": True,
        "model_input_names": ["input_ids", "attention_mask"],
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")


def _configuration(weights: Weights) -> dict[str, object]:
    shape = weights.shape
    modules = ("Transformer", ""), ("Pooling", "1_Pooling"), ("Normalize", "2_Normalize")
    return {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "hidden_act": "gelu",
            "hidden_size": shape.hidden,
            "num_hidden_layers": shape.layers,
            "num_attention_heads": shape.heads,
            "intermediate_size": shape.feed_forward,
            "vocab_size": shape.vocabulary,
            "max_position_embeddings": shape.positions,
            "type_vocab_size": shape.types,
            "layer_norm_eps": shape.epsilon,
            "pad_token_id": weights.vocabulary.pad,
            "dtype": "float32",
        },
        "modules.json": [
            {"idx": number, "name": str(number), "path": path, "type": f"sentence_transformers.models.{name}"}
            for number, (name, path) in enumerate(modules)
        ],
        "sentence_bert_config.json": {"max_seq_length": shape.positions, "do_lower_case": False},
        "config_sentence_transformers.json": {"prompts": {"query": "query: ", "passage": "passage: "}},
        "1_Pooling/config.json": {"word_embedding_dimension": shape.hidden, "pooling_mode_mean_tokens": True},
        CODE_POINTS: {
            "replacements": weights.vocabulary.code_points,
            "known": "".join(sorted({character for piece, _ in weights.vocabulary.pieces for character in piece})),
        },
    }
