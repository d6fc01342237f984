"""A file and a folder that can be linked."""

from __future__ import annotations

from pathlib import Path

import pytest
from growing import age, lines


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A file of two records, written an hour ago."""
    path = tmp_path / "talk.jsonl"
    path.write_text(lines("first", "second"), encoding="utf-8")
    age(path)
    return path


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of two notes."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "garden.md").write_text("# Garden\n\nThe tomatoes want water.\n", encoding="utf-8")
    (folder / "rota.md").write_text("# Rota\n\nAdmon has the night.\n", encoding="utf-8")
    return folder
