"""Unpacking the bundled weights: whole or absent, once for all processes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from mnemoscope.embedding import unpacking

from .conftest import Run


def test_two_processes_at_once_get_one_whole_folder(unpackings: list[str], cache: Path) -> None:
    assert unpackings[0] == unpackings[1]
    assert [path.name for path in (cache / "models").iterdir()] == [Path(unpackings[0]).name]
    assert unpacking.code_point_map(Path(unpackings[0])) is not None


def test_second_time_nothing_is_read_or_written(unpackings: list[str]) -> None:
    assert unpacking.unpacked(Path("there is no such file")) == Path(unpackings[0])


def test_killed_unpacking_leaves_no_folder_and_is_swept_later(
    python: Run, weights_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "import pathlib; from mnemoscope.embedding import unpacking;"
        f"unpacking.unpacked(pathlib.Path({str(weights_file)!r}))"
    )
    process = python(program, MNEMOSCOPE_CACHE=str(tmp_path))
    models = tmp_path / "models"
    while not list(models.glob(".*/model.safetensors")) and process.poll() is None:
        time.sleep(0.005)
    process.kill()
    process.communicate()
    (left,) = models.iterdir()
    assert left.name.startswith(".")
    os.utime(left, (0, 0))
    monkeypatch.setenv("MNEMOSCOPE_CACHE", str(tmp_path))
    with pytest.raises(FileNotFoundError):
        unpacking.unpacked(tmp_path / "no such file")
    assert list(models.iterdir()) == []


def test_map_replaces_and_marks_what_no_piece_holds() -> None:
    code_points = unpacking.CodePointMap({0xFB01: "fi", 7: "", 0xFDFA: "aβ"}, "afix")
    assert "ﬁx\a ﷺ".translate(code_points) == "fix a\U0010ffff"
    assert "a β".translate(code_points) == "a \U0010ffff"


def test_any_other_folder_has_no_map(tmp_path: Path) -> None:
    assert unpacking.code_point_map(tmp_path) is None
