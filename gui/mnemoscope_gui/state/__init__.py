"""The state of a window, from the session up: what is known, asked and waited for. No widgets."""
