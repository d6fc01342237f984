"""The window of Mnemoscope."""
