"""What the documentation tells clients to start is something that the command line takes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from mnemoscope import cli
from mnemoscope.usage import parser

DOCUMENT = Path(__file__).parents[2] / "docs" / "assistants.md"


def test_configurations_parse_and_name_what_there_is():
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)]
    servers = [server for block in blocks for servers in block.values() for server in servers.values()]
    assert len(servers) == 3
    for server in servers:
        assert server["command"] == "mnemoscope"
        options = parser(cli.DOORS).parse_args(server["args"])
        assert options.command is cli.DOORS["mcp"]
        assert len(options.app) == 1
