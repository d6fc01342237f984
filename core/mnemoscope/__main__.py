"""``python -m mnemoscope`` is the command ``mnemoscope``."""

from __future__ import annotations

import sys

from mnemoscope.cli import main

if __name__ == "__main__":
    sys.exit(main())
