"""The door as an MCP server on standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from mnemoscope import __version__, door, plain
from mnemoscope.door import Answer, Door, Grant
from mnemoscope.errors import VaultError

_INSTRUCTIONS = """Long-term memory. Call `standing` once at the start and follow what it says. Call `recall` with the
user's question before answering anything that may depend on earlier conversations. Call `remember` for what should be
known later; where it replaces something recalled, name that record in `supersedes`. Call `deactivate` with a reason for
what is no longer true. `why` tells why a record ranks where it does."""
_READING = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_ADDING = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_CHANGING = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
_Query = Annotated[str, Field(description="What is asked, in the user's own words, with names and numbers.")]
_Id = Annotated[str, Field(description="A record's id, or the beginning of it.")]


def serve(path: Path, grant: Grant) -> None:
    """Serve until the client goes. Raises ``VaultError`` before the first message where the vault cannot be opened."""
    worker = ThreadPoolExecutor(1, "mnemoscope door")  # one thread: the vault's connection belongs to it
    opened = worker.submit(Door, path, grant).result()
    embedder = ThreadPoolExecutor(1, "mnemoscope embedding")
    try:
        _server(opened, worker, lambda: embedder.submit(door.bring_up_to_date, path, grant)).run("stdio")
    finally:
        worker.submit(opened.close)
        worker.shutdown()
        embedder.shutdown(wait=False, cancel_futures=True)


def _server(opened: Door, worker: ThreadPoolExecutor, embed: Callable[[], object]) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer(
        "mnemoscope", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING"
    )

    async def run(call: Callable[[], Answer]) -> CallToolResult:
        try:
            answer = await asyncio.get_running_loop().run_in_executor(worker, call)
        except VaultError as error:
            return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)
        content = TextContent(type="text", text=plain.dumps(answer))
        return CallToolResult(content=[content], structured_content=answer)

    @server.tool(annotations=_READING)
    async def recall(
        query: _Query,
        profile: Annotated[str | None, Field(description="How to rank; leave it out for the vault's own way.")] = None,
        budget: Annotated[int | None, Field(description="How many records at most, 1 to 200.")] = None,
        as_of: Annotated[str | None, Field(description="A past day, 2026-11-30: what was true then.")] = None,
    ) -> CallToolResult:
        """What the memory holds for a question: standing instructions, then records, the most fitting first."""
        return await run(partial(opened.recall, query, profile, budget, as_of))

    @server.tool(annotations=_ADDING)
    async def remember(
        text: Annotated[str, Field(description="One fact or note that makes sense by itself.")],
        kind: Annotated[str, Field(description="note, fact, turn or standing (an instruction for always).")] = "note",
        supersedes: Annotated[str | None, Field(description="The id of the record that this replaces.")] = None,
        app: Annotated[str | None, Field(description="Only where this door serves several apps.")] = None,
    ) -> CallToolResult:
        """Keep something for later conversations."""
        result = await run(partial(opened.remember, text, kind, supersedes, app))
        embed()
        return result

    @server.tool(annotations=_CHANGING)
    async def supersede(
        older: _Id, newer: _Id, reason: Annotated[str, Field(description="Why, for whoever reads the history.")] = ""
    ) -> CallToolResult:
        """Say that the newer of two records takes the older one's place."""
        return await run(partial(opened.supersede, older, newer, reason))

    @server.tool(annotations=_CHANGING)
    async def deactivate(
        record: _Id, reason: Annotated[str, Field(description="Why it is no longer true.")]
    ) -> CallToolResult:
        """Take a record out of every recall; its owner can bring it back."""
        return await run(partial(opened.deactivate, record, reason))

    @server.tool(annotations=_READING)
    async def standing() -> CallToolResult:
        """The standing instructions: what its owner wants to hold in every conversation."""
        return await run(opened.standing)

    @server.tool(annotations=_READING)
    async def why(
        query: _Query,
        record: Annotated[str | None, Field(description="A record's id.")] = None,
        containing: Annotated[str | None, Field(description="Or a text that the records hold.")] = None,
    ) -> CallToolResult:
        """Why a record ranks where it does for a question, and whether it is served."""
        return await run(partial(opened.why, query, record, containing))

    return server
