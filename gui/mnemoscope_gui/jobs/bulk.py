"""Long work: imports, and bringing the indexes up to date."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from mnemoscope import aside
from mnemoscope.errors import NotAVault, VaultError
from mnemoscope.formats import IMPORTERS
from mnemoscope.ingest import ImportSummary
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault
from mnemoscope_gui.values import Imported
from mnemoscope_gui.wording import number, say


def formats() -> tuple[str, ...]:
    """The names of the formats that can be imported, as a person knows them."""
    return tuple(importer.title for importer in reversed(IMPORTERS))


def bring_in(paths: Sequence[Path]) -> Callable[[Vault, Progress], Imported]:
    """Import files and folders; one that cannot be read does not keep the others out."""

    def job(vault: Vault, progress: Progress) -> Imported:
        summaries, failures = [], []
        for path in paths:
            try:
                summaries.append(aside.import_path(vault, path, progress))
            except NotAVault:  # the vault itself: nothing else comes in either
                raise
            except VaultError as error:
                failures.append(error.message)
        sentence = " ".join(map(summary_sentence, summaries))
        acts = frozenset(some.changes.act for some in summaries if some.changes and some.changes.act is not None)
        return Imported(sentence, tuple(failures), acts)

    return job


def summary_sentence(summary: ImportSummary) -> str:
    """What an import brought."""
    parts = [say("import.done", count=summary.records, number=number(summary.records), format=summary.format)]
    if summary.known:
        parts.append(say("import.known", count=summary.known, number=number(summary.known)))
    if summary.forgotten:
        parts.append(say("import.stays_out", count=summary.forgotten, number=number(summary.forgotten)))
    if summary.skip_count:
        parts.append(say("import.skipped", count=summary.skip_count, number=number(summary.skip_count)))
    return ", ".join(parts) + "."


def finish(vault: Vault, progress: Progress) -> int:
    """Index and embed what is not yet; returns how many records were embedded."""
    return aside.finish(vault, progress)
