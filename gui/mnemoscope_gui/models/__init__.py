"""Table models over frozen records."""
