"""The window's texts, one catalogue a language."""
