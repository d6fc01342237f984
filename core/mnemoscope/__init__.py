"""Mnemoscope: what a memory hands its assistant, why, and what it missed.

Importing this package imports neither torch nor Qt.
"""

__version__ = "0.1.0"
