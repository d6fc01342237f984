"""Tests of the two engines and of the choice between them."""
