"""Whether a vault is whole: SQLite's own check, then rows against postings, vectors, columns, hashes and journal.

Derived data that are wrong can be made anew (``repair``); curated data are only told, never changed.
"""

from mnemoscope.doctor.examination import examine, of_file, repair
from mnemoscope.doctor.findings import LISTED, NAMED, Check, Diagnosis, Finding, Inspected

__all__ = ["LISTED", "NAMED", "Check", "Diagnosis", "Finding", "Inspected", "examine", "of_file", "repair"]
