"""Who may know whom: imports go down the floors of the window, never up, and panels do not know each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mnemoscope_gui

ROOT = Path(mnemoscope_gui.__file__).parent
FLOORS = (
    ("app",),
    ("window", "doorbell", "garbage"),
    ("frame",),
    ("places",),
    ("panels",),
    ("views",),
    ("state", "sheet", "actions"),
    ("jobs",),
    ("models",),
    ("settings", "commands"),
    ("values", "look", "wording"),
    ("languages",),
)
"""From the top; whoever stands on one floor knows those below, and its own room."""
STRANGERS = {
    "panels": {"state", "jobs", "settings", "actions"},
    "views": {"state", "jobs", "settings", "actions"},
    "models": {"look"},
    "state": {"models", "look"},
}
"""Rooms that stand lower and are yet none of one's business: what is shown does not know where it comes from."""
MODULES = sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.py"))


def room(module: str) -> str:
    """The package of a module, or the module itself where it stands at the root."""
    return module.split("/", maxsplit=1)[0]


def floor(name: str) -> int:
    """How far down a room stands."""
    return next(at for at, rooms in enumerate(FLOORS) if name in rooms)


def known_by(module: str) -> Iterator[str]:
    """The modules of the window that one imports."""
    for node in ast.walk(ast.parse((ROOT / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            package, _, inner = node.module.partition(".")
            if package == "mnemoscope_gui":
                base = inner.replace(".", "/")
                names = (f"{base}/{alias.name}" if base else alias.name for alias in node.names)
                yield from (name if name in MODULES or not base else base for name in names)


@pytest.mark.parametrize("module", [module for module in MODULES if module != "__init__"])
def test_module_knows_only_what_stands_below_it(module: str) -> None:
    own = room(module)
    for known in known_by(module):
        assert room(known) == own or floor(room(known)) > floor(own), f"{module} knows {known}, which stands above it"
        assert room(known) not in STRANGERS.get(own, ()), f"{module} knows {known}, which is none of its business"


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) == "panels"])
def test_panel_knows_no_other_panel(module: str) -> None:
    assert [known for known in known_by(module) if room(known) == "panels"] == []


def test_imports_are_seen() -> None:
    assert "frame/navigation" in known_by("window")
    assert "models/table" in known_by("models/hits")
    assert "look" in known_by("panels/results")
