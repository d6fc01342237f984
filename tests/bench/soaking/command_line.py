"""A person at a command line: random commands, one after the other.

python -m soaking.command_line VAULT FOLDER SEED SECONDS
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from mnemoscope.reading import PUBLISHED
from soaking.material import Inbox, texts
from soaking.notes import Note, Notebook, id_of, refused

PATIENCE = 120
_RANDOM = f"SELECT lower(hex(r.id)) FROM record r WHERE {PUBLISHED} ORDER BY random() LIMIT 6"
_EDGES = "SELECT o.id, n.id FROM supersession JOIN record o ON o.ordinal = older JOIN record n ON n.ordinal = newer"


class CommandLine:
    """Chooses a command and runs it as its own process, as a shell would."""

    def __init__(self, vault: Path, folder: Path, seed: int) -> None:
        self._vault, self._folder, self._chance = vault, folder, random.Random(seed)
        self._material = texts()
        self._inbox = Inbox(folder / "inbox", self._material)
        self._notebook = Notebook(folder / "command line.notes")
        self._commands: list[tuple[int, Callable[[], list[str]]]] = [
            (5, lambda: ["import", "VAULT", str(self._inbox.some(self._chance))]),
            (2, lambda: ["import", "VAULT", str(self._inbox.some(self._chance)), "--no-embed"]),
            (3, lambda: ["add", "VAULT", self._text(), "--app", self._chance.choice(("ward", "home"))]),
            (3, lambda: ["deactivate", "VAULT", *self._some(4), "--reason", "of no use"]),
            (3, lambda: ["restore", "VAULT", *self._some(6)]),
            (3, lambda: ["supersede", "VAULT", *self._some(2, exactly=True), "--reason", "newer"]),
            (2, lambda: ["unsupersede", "VAULT", *self._edge()]),
            (3, lambda: ["edit", "VAULT", *self._some(1), self._text()]),
            (1, lambda: ["move", "VAULT", *self._some(2), "--app", "home"]),
            (3, lambda: ["undo", "VAULT", *self._chance.choice(([], ["--any"]))]),
            (2, lambda: ["redo", "VAULT"]),
            (2, lambda: ["forget", "VAULT", *self._some(2), "--yes"]),
            (1, lambda: ["embed", "VAULT"]),
            (1, lambda: ["index", "VAULT", *self._chance.choice(([], ["--rebuild"]))]),
            (1, lambda: ["export", "VAULT", str(folder / "out.mnemoscope"), "--force", "--format", "mnemoscope"]),
            (1, lambda: ["backup", "VAULT", str(folder / "copy.vault"), "--force"]),
            (3, lambda: ["recall", "VAULT", self._text(), "--json"]),
            (1, lambda: ["history", "VAULT"]),
        ]

    def act(self) -> None:
        """One command, and the note of it."""
        (choose,) = self._chance.choices(
            [command for _, command in self._commands], [weight for weight, _ in self._commands]
        )
        words = [str(self._vault) if word == "VAULT" else word for word in choose()]
        begun = time.monotonic()
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "mnemoscope", *words],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            self._notebook.write(Note(words[0], PATIENCE, fault=f"{words[0]} did not end in {PATIENCE} s"))
            return
        seconds = time.monotonic() - begun
        said = ended.stderr.strip()
        if ended.returncode == 0 and "Traceback" not in said:
            self._notebook.write(Note(words[0], seconds))
        elif ended.returncode == 1 and said and "Traceback" not in said:
            sentence = said.splitlines()[-1].removeprefix("mnemoscope: ")
            self._notebook.write(refused(words[0], id_of(sentence), f"{' '.join(words)}: {sentence}", seconds))
        else:
            self._notebook.write(Note(words[0], seconds, fault=f"{' '.join(words)}: {ended.returncode} {said}"))

    def _text(self) -> str:
        return f"{self._chance.choice(self._material)} {self._chance.randrange(1000)}"

    def _some(self, most: int, *, exactly: bool = False) -> list[str]:
        ids = [row[0] for row in self._rows(_RANDOM)]
        return ids[: most if exactly else self._chance.randint(1, most)]

    def _edge(self) -> list[str]:
        rows = self._rows(f"{_EDGES} WHERE until IS NULL ORDER BY random() LIMIT 1")
        return [id.hex() for id in rows[0]] if rows else self._some(2, exactly=True)

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"{self._vault.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(query).fetchall()


def main() -> None:
    """Act until the time is over."""
    person = CommandLine(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
    end = time.monotonic() + float(sys.argv[4])
    while time.monotonic() < end:
        person.act()


if __name__ == "__main__":
    main()
