"""Records into the vault: curated rows and postings in one transaction.

``additions`` is what a person or an assistant writes, ``importing`` brings what a source holds, ``arrivals`` tells what
each item of a source is to the vault, ``places`` where it stands in its session, ``ends`` what the end of an
import decides of records that are there, ``previewing`` what would come in.
"""

from mnemoscope.ingest.additions import DEFAULT_APP, Added, add, edit
from mnemoscope.ingest.importing import ImportSummary, import_drafts, import_path
from mnemoscope.ingest.previewing import preview
from mnemoscope.pending import purge

__all__ = [
    "DEFAULT_APP",
    "Added",
    "ImportSummary",
    "add",
    "edit",
    "import_drafts",
    "import_path",
    "preview",
    "purge",
]
