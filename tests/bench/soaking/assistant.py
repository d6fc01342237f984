"""An assistant at its door: a client of the protocol, over standard input and output.

python -m soaking.assistant VAULT FOLDER SEED SECONDS
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from soaking.material import APPS, texts
from soaking.notes import Note, Notebook, id_of, refused

PATIENCE = 60
_TOOLS = {"recall": 5, "remember": 4, "supersede": 2, "deactivate": 2, "standing": 1, "why": 2}


class Assistant:
    """Knows the records that it was served, and acts on them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._chance, self._material = random.Random(seed), texts()
        self._notebook = Notebook(folder / "assistant.notes")
        self._served: list[str] = []

    async def act(self, client: Client) -> None:
        """One call of a tool, and the note of it."""
        (tool,) = self._chance.choices(list(_TOOLS), list(_TOOLS.values()))
        if len(self._served) < 4:
            tool = "recall"
        begun = time.monotonic()
        try:
            result = await asyncio.wait_for(client.call_tool(tool, self._arguments(tool)), PATIENCE)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
            self._notebook.write(Note(tool, time.monotonic() - begun, fault=f"{tool}: {error!r}"))
            return
        seconds = time.monotonic() - begun
        if result.is_error:
            sentence = " ".join(getattr(some, "text", "") for some in result.content)
            self._notebook.write(refused(tool, id_of(sentence), f"{tool}: {sentence}", seconds))
            return
        self._notebook.write(Note(tool, seconds))
        answer = result.structured_content or {}
        self._served += [hit["id"] for hit in answer.get("hits", ())][:8] + answer.get("added", [])
        del self._served[:-40]

    def _arguments(self, tool: str) -> dict[str, Any]:
        text = self._chance.choice(self._material)
        if tool == "recall":
            return {"query": text[:80], "budget": self._chance.randint(1, 32)}
        if tool == "remember":
            older = {"supersedes": self._id()} if self._chance.random() < 0.3 else {}
            return {"text": f"{text} {self._chance.randrange(1000)}", "app": self._chance.choice(APPS), **older}
        if tool == "supersede":
            return {"older": self._id(), "newer": self._id(), "reason": "newer"}
        if tool == "deactivate":
            return {"record": self._id(), "reason": "no longer so"}
        return {"query": text[:80], "record": self._id()} if tool == "why" else {}

    def _id(self) -> str:
        return self._chance.choice(self._served)


async def go(vault: Path, assistant: Assistant, seconds: float) -> None:
    """Start the server as its client would, and call until the time is over."""
    command = ["-m", "mnemoscope", "mcp", str(vault), *(word for app in APPS for word in ("--app", app))]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    end = time.monotonic() + seconds
    async with Client(server) as client:
        while time.monotonic() < end:
            await assistant.act(client)
            await asyncio.sleep(0.3)  # as quick as one may think


if __name__ == "__main__":
    asyncio.run(go(Path(sys.argv[1]), Assistant(Path(sys.argv[2]), int(sys.argv[3])), float(sys.argv[4])))
