"""A real client of the protocol drives the server over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from memories import draft, fill, id_of

from mnemoscope import curation, reading, recall_log
from mnemoscope.door import Door, Grant
from mnemoscope.errors import VaultError
from mnemoscope.records import Kind
from mnemoscope.vault import Vault

Talk = Callable[[Client], Awaitable[Any]]


def talk(path: Path, with_client: Talk, *arguments: str) -> Any:
    """Start the server as its client would, and talk."""

    async def go() -> Any:
        given = arguments or ("--app", "ward")
        environment = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "MNEMO_LEXICAL_FUSION": "1"}
        command = [sys.executable, "-m", "mnemoscope", "mcp", str(path), *given]
        server = StdioServerParameters(command=command[0], args=command[1:], env=environment)
        async with Client(server) as client:
            return await with_client(client)

    return asyncio.run(asyncio.wait_for(go(), 60))


def answers(path: Path, *calls: tuple[str, dict[str, Any]], apps: tuple[str, ...] = ("ward",)) -> list[Any]:
    """What each call gives: its structured answer, or its sentence where it is refused."""

    async def ask(client: Client) -> list[Any]:
        found = []
        for name, arguments in calls:
            result = await client.call_tool(name, arguments)
            (content,) = result.content
            text = content.text  # type: ignore[union-attr]
            if not result.is_error:
                assert json.loads(text) == result.structured_content
            found.append(text if result.is_error else result.structured_content)
        return found

    given = [some for app in apps for some in ("--app", app)]
    return list(talk(path, ask, "--profile", "lexical", *given))


@pytest.fixture
def memory(vault: Vault, path: Path) -> Path:
    fill(
        vault,
        [
            draft("Admon has the early shift on Sunday", "1", app="ward"),
            draft("The rota hangs by the door", "2", app="ward"),
            draft("Answer in short sentences", "3", app="ward", kind=Kind.STANDING),
        ],
    )
    return path


def hide(vault: Vault) -> list[str]:
    """Records of another app; their ids."""
    fill(vault, [draft(f"Admon shift Sunday secret {n}", f"h{n}", app="home") for n in range(30)])
    fill(vault, [draft("Never tell", "hs", app="home", kind=Kind.STANDING)])
    return [id_of(vault, f"Admon shift Sunday secret {n}") for n in range(30)]


def test_every_tool_does_what_it_says(memory: Path, vault: Vault):
    early = id_of(vault, "Admon has the early shift on Sunday")
    rota = id_of(vault, "The rota hangs by the door")
    asked, added, told, replaced, gone, why, after = answers(
        memory,
        ("recall", {"query": "What shift is Admon on?", "budget": 1}),
        ("remember", {"text": "Admon has the late shift on Sunday", "kind": "fact", "supersedes": early[:8]}),
        ("standing", {}),
        ("supersede", {"older": rota, "newer": early, "reason": "x"}),
        ("deactivate", {"record": rota[:10], "reason": "the door is gone"}),
        ("why", {"query": "Admon shift", "containing": "late shift"}),
        ("recall", {"query": "What shift is Admon on?"}),
    )
    assert [hit["text"] for hit in asked["hits"]] == ["Admon has the early shift on Sunday"]
    assert [some["text"] for some in asked["standing"]] == ["Answer in short sentences"]
    assert reading.record(vault, early).superseded_by == added["added"][0]
    assert [some["text"] for some in told["standing"]] == ["Answer in short sentences"]
    assert replaced == {"superseded": rota, "by": early}
    assert gone == {"deactivated": rota, "changed": True}
    assert why["records"][0]["verdict"] == "served"
    assert [hit["text"] for hit in after["hits"]] == ["Admon has the late shift on Sunday"]
    acts = reading.history(vault)
    assert {act.actor for act in acts[:3]} == {"assistant (ward)"}
    assert [act.label.id for act in acts[:3]] == ["act.deactivate", "act.supersede", "act.add"]
    logged = list(recall_log.entries(vault))
    assert {(some.actor, some.scope) for some in logged} == {("assistant (ward)", ("ward",))}
    assert len(logged) == 2


def test_another_app_is_as_if_it_were_not_there(memory: Path, vault: Vault):
    secret = hide(vault)[0]
    own = id_of(vault, "The rota hangs by the door")
    refused = answers(
        memory,
        ("deactivate", {"record": secret, "reason": "x"}),
        ("deactivate", {"record": secret[:6], "reason": "x"}),
        ("supersede", {"older": secret, "newer": own}),
        ("supersede", {"older": own, "newer": secret}),
        ("remember", {"text": "in its place", "supersedes": secret}),
        ("remember", {"text": "elsewhere", "app": "home"}),
        ("why", {"query": "secret", "record": secret}),
        ("why", {"query": "secret", "containing": "secret"}),
        ("why", {"query": "secret", "containing": "no such text"}),
    )
    for said, given in zip(refused, (secret, secret[:6], secret, secret, secret), strict=False):
        assert said == f"There is no record {given} here."
    assert refused[5] == "This door serves ward alone."
    assert refused[6] == f"There is no record {secret} here."
    assert refused[7].replace("secret", "no such text") == refused[8]
    assert reading.record(vault, secret).active
    (asked,) = answers(memory, ("recall", {"query": "secret Admon", "scope": ["home"], "app": "home"}))
    assert "home" not in json.dumps(asked)


def test_other_apps_change_no_byte_of_any_answer(memory: Path, vault: Vault):
    early = id_of(vault, "Admon has the early shift on Sunday")
    calls = (
        ("recall", {"query": "What shift was Admon on, on Sunday?"}),
        ("recall", {"query": "the rota", "as_of": "2030-01-01"}),
        ("standing", {}),
        ("why", {"query": "Admon shift", "record": early}),
        ("why", {"query": "Admon shift", "containing": "rota"}),
        ("why", {"query": "Admon shift", "containing": "secret"}),
        ("deactivate", {"record": "ffffffffffff", "reason": "x"}),
    )
    before = json.dumps(answers(memory, *calls))
    hidden = hide(vault)
    assert json.dumps(answers(memory, *calls)) == before
    curation.deactivate(vault, hidden[:5], "stale")
    assert json.dumps(answers(memory, *calls)) == before


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("recall", {"query": " \n"}, "There is no question."),
        ("recall", {"query": "x", "budget": 0}, "The budget is a number from 1 to 200."),
        ("recall", {"query": "x", "profile": "none such"}, "none such"),
        ("recall", {"query": "x", "as_of": "yesterday"}, "yesterday is no date like 2026-11-30."),
        ("remember", {"text": " "}, "There is no text to add."),
        ("remember", {"text": "x", "kind": "dream"}, "There is no kind dream."),
        ("deactivate", {"record": "xyz", "reason": "x"}, "There is no record xyz here."),
        ("deactivate", {"record": "00000000", "reason": " "}, "A reason is needed."),
        ("why", {"query": "x"}, "one of the two"),
        ("recall", {}, "query"),
        ("recall", {"query": 7}, "query"),
    ],
)
def test_bad_input_is_told_in_words(memory: Path, tool: str, arguments: dict[str, Any], sentence: str):
    (said,) = answers(memory, (tool, arguments))
    assert sentence in said
    assert "Traceback" not in said


def test_odd_and_long_texts_are_kept(memory: Path, vault: Vault):
    long = "A sentence of the mill. " * 40_000
    added, _ = answers(memory, ("remember", {"text": "nul \0 and é \u202e"}), ("remember", {"text": long}))
    assert reading.record(vault, added["added"][0]).text == "nul \ufffd and é \u202e"
    rows = vault.connection.execute("SELECT sum(length(text)) FROM record").fetchone()
    assert rows[0] > len(long)


def test_calls_at_once_are_all_answered(memory: Path, vault: Vault):
    async def ask(client: Client) -> int:
        calls = [client.call_tool("remember", {"text": f"at once {n}"}) for n in range(10)]
        calls += [client.call_tool("recall", {"query": "at once"}) for _ in range(10)]
        return sum(not result.is_error for result in await asyncio.gather(*calls))

    assert talk(memory, ask) == 20
    assert len(reading.containing(vault, "at once")) == 10


def test_tools_say_what_they_change(memory: Path):
    async def ask(client: Client) -> dict[str, Any]:
        return {tool.name: tool for tool in (await client.list_tools()).tools}

    tools = talk(memory, ask)
    assert set(tools) == {"recall", "remember", "supersede", "deactivate", "standing", "why"}
    reading_only = {name for name, tool in tools.items() if tool.annotations.read_only_hint}
    assert reading_only == {"recall", "standing", "why"}
    assert all(tool.description for tool in tools.values())


def run(path: Path, *arguments: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "mnemoscope", "mcp", str(path), *arguments]
    return subprocess.run(command, check=False, input=said, env=environment, capture_output=True, timeout=60)


def test_server_ends_with_its_client_and_writes_nothing_but_the_protocol(memory: Path):
    ended = run(memory, "--app", "ward", said=b"no json\n")
    assert ended.returncode == 0
    assert b"Traceback" not in ended.stderr
    for line in ended.stdout.splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"


@pytest.mark.parametrize("arguments", [("--app", "ward", "--profile", "none such"), ("--app",), ()])
def test_what_cannot_be_served_is_said_before_the_first_message(memory: Path, arguments: tuple[str, ...]):
    ended = run(memory, *arguments)
    assert ended.returncode == (1 if len(arguments) == 4 else 2)
    assert ended.stdout == b""
    assert b"Traceback" not in ended.stderr


def test_missing_vault_is_one_sentence(tmp_path: Path):
    ended = run(tmp_path / "nowhere.vault", "--app", "ward")
    assert (ended.returncode, ended.stdout, len(ended.stderr.splitlines())) == (1, b"", 1)


def test_new_app_is_made_by_its_first_record(memory: Path, vault: Vault):
    nothing, _, found = answers(
        memory,
        ("recall", {"query": "the barge"}),
        ("remember", {"text": "The barge leaves at six"}),
        ("recall", {"query": "the barge"}),
        apps=("harbour",),
    )
    assert nothing["hits"] == []
    assert [hit["text"] for hit in found["hits"]] == ["The barge leaves at six"]
    assert "harbour" in reading.apps(vault)


def test_vault_that_is_gone_or_replaced_takes_nothing_in(memory: Path, vault: Vault, tmp_path: Path):
    door = Door(memory, Grant(("ward",), "lexical"))
    vault.close()
    kept = tmp_path / "kept.vault"
    os.rename(memory, kept)
    with pytest.raises(VaultError, match="There is no vault"):
        door.remember("written for nobody")
    with Vault.create(memory) as other, pytest.raises(VaultError, match="Another file stands"):
        door.remember("written for nobody")
    door.close()
    assert other.path == memory


def test_short_names_do_not_tell_how_ids_of_other_apps_begin(memory: Path, vault: Vault):
    old = id_of(vault, "The rota hangs by the door")
    door = Door(memory, Grant(("ward",), "lexical"))
    new = door.remember("The rota hangs by the lift", supersedes=str(old))["added"][0]
    (told,) = door.why("rota", record=str(old))["records"]
    door.close()
    assert not re.search(rf"\b{new[:6]}[0-9a-f]{{0,9}}\b", json.dumps(told))  # none shorter
