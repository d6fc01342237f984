"""Files that grow while they are imported, made of the demo vault's material."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from mnemoscope.identity import record_id

APPS = ("ward", "home")
FILES = 6
_START, _MOST = 8, 40


def texts() -> list[str]:
    """The texts of the demo vault."""
    source = resources.files("mnemoscope").joinpath("data", "demo.jsonl").read_text(encoding="utf-8")
    return [json.loads(line)["text"] for line in source.splitlines()]


@dataclass(frozen=True, slots=True)
class Inbox:
    """A folder of files, JSON Lines and ChatGPT exports, each of which only ever grows.

    What stands in a place of a file follows from the file and the place alone, so that two who make it grow at once
    write the same.
    """

    folder: Path
    material: list[str]

    def some(self, chance: random.Random) -> Path:
        """One of the files: made, grown, or as it was."""
        number = chance.randrange(FILES)
        file = self.folder / f"{'chat' if number % 3 == 2 else 'grown'}-{number}.json{'' if number % 3 == 2 else 'l'}"
        sizes = self.sizes(file)
        if not sizes or chance.random() < 0.6:
            self._write(file, max(sizes, default=0) + chance.randint(_START, _MOST))
        return file

    def sizes(self, file: Path) -> list[int]:
        """Every number of records that the file has had."""
        kept = file.with_suffix(".sizes")
        return [int(line) for line in kept.read_text().split()] if kept.exists() else []

    def _write(self, file: Path, size: int) -> None:
        with file.with_suffix(".sizes").open("a") as sizes:
            sizes.write(f"{size}\n")
        passing = file.with_suffix(f".{os.getpid()}")
        make = _chat if file.suffix == ".json" else _lines
        passing.write_text(make(file.stem, self._said(file.stem, size)), encoding="utf-8")
        passing.replace(file)

    def _said(self, name: str, size: int) -> list[str]:
        first = random.Random(name).randrange(len(self.material))
        return [f"{self.material[(first + n) % len(self.material)]} ({name}, {n})" for n in range(size)]

    def torn(self, vault: sqlite3.Connection) -> list[str]:
        """The files that are in the vault in part: not as they were at any one time. What was forgotten counts as
        having come in."""
        there = {row[0] for table in ("record", "tombstone") for row in vault.execute(f"SELECT id FROM {table}")}
        found = []
        for file in sorted(self.folder.glob("*.json*")):
            sizes = self.sizes(file)
            ids = [_id(file, number) for number in range(max(sizes))]
            came = [id in there for id in ids]
            if sum(came) not in {0, *sizes} or came != sorted(came, reverse=True):
                found.append(f"{file.name}: {sum(came)} of {max(sizes)} records, sizes {sizes}")
        return found


def _id(file: Path, number: int) -> bytes:
    app, format = ("default", "chatgpt") if file.suffix == ".json" else (_app(file.stem), "jsonl")
    return record_id(app, format, f"{file.stem}-{number}")


def _app(name: str) -> str:
    return APPS[int(name[-1]) % 2]


def _lines(name: str, said: list[str]) -> str:
    rows = ({"id": f"{name}-{n}", "session": name, "app": _app(name), "text": text} for n, text in enumerate(said))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _chat(name: str, said: list[str]) -> str:
    nodes: dict[str, object] = {"root": {"id": "root", "parent": None, "children": [f"{name}-0"], "message": None}}
    parent = "root"
    for number, text in enumerate(said):
        id = f"{name}-{number}"
        message = {
            "id": id,
            "author": {"role": "assistant" if number % 2 else "user"},
            "create_time": 1.75e9 + number * 60,
            "content": {"content_type": "text", "parts": [text]},
        }
        children = [f"{name}-{number + 1}"] if number + 1 < len(said) else []
        nodes[id] = {"id": id, "parent": parent, "children": children, "message": message}
        parent = id
    return json.dumps([{"id": name, "title": name, "current_node": parent, "mapping": nodes}], ensure_ascii=False)
