"""What every test shares: the optional folder of data sets, and the offscreen platform."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def datasets() -> Path:
    """The optional data folder; tests that need it skip without it."""
    folder = Path(os.environ.get("MNEMOSCOPE_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("the optional data folder is not here (set MNEMOSCOPE_DATA)")
    return folder
