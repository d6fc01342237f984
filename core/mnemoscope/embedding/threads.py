"""How both engines' threads wait for each other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_POLICY = "OMP_WAIT_POLICY"


@contextmanager
def patient() -> Iterator[None]:
    """An OpenMP library that is loaded inside lets its threads sleep, not spin; a policy set by the user stands.

    OpenMP reads the policy once, as it is loaded. Spinning, where other programs keep all cores busy, a question to
    the C engine took 5 s instead of 0.1 s, and one to torch 1 s.
    """
    if _POLICY in os.environ:
        yield
        return
    os.environ[_POLICY] = "PASSIVE"
    try:
        yield
    finally:
        os.environ.pop(_POLICY, None)
