"""Measuring recall on data sets of questions whose evidence is known."""
