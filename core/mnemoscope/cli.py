"""The command line: a door for those without a window. Prints; everything it prints is computed elsewhere.

Errors are one sentence on standard error and exit status 1; wrong usage is 2. Numbers in JSON are never localised.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mnemoscope.errors import Cancelled, NotAVault, NotWritable, OlderSchema, VaultBusy, VaultError
from mnemoscope.messages import message
from mnemoscope.progress import Progress, silent
from mnemoscope.records import PROFILES, Kind
from mnemoscope.usage import Command, parser

if TYPE_CHECKING:
    from mnemoscope.ingest import ImportSummary
    from mnemoscope.recall import Recalled
    from mnemoscope.records import Changes, Profile, Query
    from mnemoscope.vault import Vault

ACTOR = "command line"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")
    options = parser(DOORS).parse_args(arguments)
    command: Command = options.command
    try:
        return command(options)
    except VaultError as error:
        print(f"mnemoscope: {error}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, Cancelled):
        print("mnemoscope: stopped; what was written stays.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


# ---------------------------------------------------------------- doors


@contextmanager
def _opened(path: Path, create: bool = False) -> Iterator[Vault]:
    """The vault for acts; what a killed import left is purged."""
    from mnemoscope import ingest
    from mnemoscope.vault import Vault

    with Vault.open_or_create(path, ACTOR) if create else Vault.open(path, ACTOR) as vault:
        ingest.purge(vault)
        yield vault


@contextmanager
def _looked_at(path: Path) -> Iterator[Vault]:
    """The vault for reading, also where it cannot be written."""
    from mnemoscope import reading
    from mnemoscope.vault import Vault

    try:
        vault = Vault.open(path, ACTOR)
    except (NotWritable, VaultBusy):
        vault = Vault.open(path, ACTOR, read_only=True)
    with vault:
        if not vault.read_only and reading.has_pending_import(vault):
            from mnemoscope import ingest  # not before: it is half of the time that a question takes to start

            with suppress(NotWritable, VaultBusy):  # what is looked at does not depend on it
                ingest.purge(vault)
        yield vault


@contextmanager
def _bar(text: str, unit: str = " records") -> Iterator[Progress]:
    """A progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield silent
        return
    from tqdm import tqdm

    with tqdm(desc=text, unit=unit, leave=False, dynamic_ncols=True) as bar:

        def progress(done: int, total: int | None) -> None:
            bar.total = total
            bar.n = done
            bar.refresh()

        yield progress


def _note(text: object) -> None:
    print(f"mnemoscope: {text}", file=sys.stderr)


def _display() -> bool:
    """Whether a window can be shown: there is a display, and Qt."""
    from importlib.util import find_spec

    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform in {"offscreen", "minimal"} or find_spec("PySide6") is None:
        return False
    if platform or sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _window(vault: Path | None) -> int:
    """Start the window: the package that has one says so as an entry point, and is imported only here."""
    from importlib.metadata import entry_points

    for entry in entry_points(group="mnemoscope.window"):
        return int(entry.load()(vault))
    raise VaultError("open.no_window")


# ---------------------------------------------------------------- demo and open


def _demo(options: argparse.Namespace) -> int:
    from mnemoscope import demo

    target = demo.path()
    with _bar("Making the demo vault") as progress:
        try:
            demo.make(target, progress)
        except OSError as error:
            raise NotWritable("vault.not_writable", path=str(target), detail=error.strerror or str(error)) from error
    if _display():
        return _window(target)
    print(f"The demo vault is {target}. There is no display, so here is its recall.\n")
    status = main(["recall", str(target), demo.QUESTION])
    if status == 0:
        print()
        status = main(["why", str(target), demo.QUESTION, "--record", demo.answer()])
    return status


def _open(options: argparse.Namespace) -> int:
    from mnemoscope.vault import Vault

    if options.vault is not None:
        with suppress(OlderSchema):  # the window brings it up to date
            Vault.open(options.vault, ACTOR, read_only=True).close()  # what is wrong with it is said here, in words
    if not _display():
        raise VaultError("open.no_display")
    return _window(options.vault)


# ---------------------------------------------------------------- import and add


def _import(options: argparse.Namespace) -> int:
    from mnemoscope import ingest, plain
    from mnemoscope.formats import recognise

    if not options.vault.exists():
        for path in options.paths:  # do not leave an empty vault behind for a mistyped path
            if options.format is None or not path.exists():
                recognise(path)
    summaries = []
    failed = 0
    with _imported_into(options.vault, options.dry_run) as vault:
        for path in options.paths:
            with _bar(f"Reading {path.name}") as progress:
                try:
                    summary = ingest.import_path(
                        vault,
                        path,
                        format=options.format,
                        app=options.app,
                        dry_run=options.dry_run,
                        progress=progress,
                    )
                except NotAVault:  # nothing else comes in either
                    raise
                except VaultError as error:
                    failed += 1
                    _note(error)
                    continue
            summaries.append(summary)
            if not options.json:
                _print_summary(summary, options.dry_run)
        if not options.dry_run:
            _bring_up_to_date(vault, embed=not options.no_embed)
    if options.json:
        print(plain.dumps([plain.summary(summary) for summary in summaries]))
    return 1 if failed else 0


@contextmanager
def _imported_into(path: Path, dry_run: bool) -> Iterator[Vault]:
    """The vault for an import; a dry run makes none, but reads into one that is thrown away."""
    if path.exists() or not dry_run:
        with _opened(path, create=True) as vault:
            yield vault
        return
    with TemporaryDirectory() as folder, _opened(Path(folder) / "dry.vault", create=True) as vault:
        yield vault


def _print_summary(summary: ImportSummary, dry_run: bool) -> None:
    verb = "would bring" if dry_run else "brought"
    sign = f" (recognised: {summary.sign})" if summary.sign else ""
    print(f"{summary.source}: {summary.format}{sign}")
    print(
        f"  {verb} {summary.records:,} records of {summary.sessions:,} sessions; {summary.known:,} known already, "
        f"{summary.superseded:,} superseded, {len(summary.skipped):,} skipped"
    )
    for some in summary.skipped[:20]:
        print(f"  skipped {some.position}: {some.reason}")
    if len(summary.skipped) > 20:
        print(f"  ... and {len(summary.skipped) - 20:,} more; --json lists all")


def _add(options: argparse.Namespace) -> int:
    from mnemoscope import ingest, plain, reading

    with _opened(options.vault, create=True) as vault:
        added = ingest.add(vault, options.text, kind=Kind(options.kind), app=options.app, supersedes=options.supersedes)
        _bring_up_to_date(vault)
        if options.json:
            print(plain.dumps([plain.record(reading.record(vault, id)) for id in added.ids]))
        else:
            print(f"{added.changes.label}: {', '.join(reading.short_id(vault, id) for id in added.ids)}")
    return 0


def _bring_up_to_date(vault: Vault, embed: bool = True) -> None:
    """Vectors and upkeep after a write; a model that is not here is said and no failure."""
    from mnemoscope import indexing

    if embed:
        with _bar("Embedding") as progress:
            try:
                indexing.embed_pending(vault, progress)
            except NotAVault:
                raise
            except VaultError as error:
                _note(error)
    indexing.settle(vault)


# ---------------------------------------------------------------- recall and why


def _query(options: argparse.Namespace, vault: Vault) -> Query:
    from mnemoscope import profiles
    from mnemoscope.records import Query

    profile = profiles.profile(vault, options.profile or profiles.default_name())
    if options.budget is not None:
        profile = profile.with_budget(options.budget)
    return Query(options.query, profile, _scope(options, vault), options.as_of)


def _scope(options: argparse.Namespace, vault: Vault) -> tuple[str, ...] | None:
    """The apps that were asked for. Raises ``VaultError`` for one that there is not."""
    from mnemoscope import reading
    from mnemoscope.texts import clean

    scope = tuple(dict.fromkeys(clean(name) for name in options.app)) if options.app else None
    known = reading.apps(vault)
    for name in scope or ():
        if name not in known:
            raise VaultError("app.none", app=name, known=", ".join(known) or "none")
    return scope


def _ask(vault: Vault, options: argparse.Namespace) -> Recalled:
    from mnemoscope import recall_log
    from mnemoscope.recall import recall

    recalled = recall(vault, _query(options, vault))
    try:
        recall_log.log(vault, recalled.recall)
    except (VaultBusy, NotWritable):  # the answer does not depend on its being noted
        if not vault.read_only:
            _note(message("recall.not_logged"))
    return recalled


def _recall(options: argparse.Namespace) -> int:
    with _looked_at(options.vault) as vault:
        recalled = _ask(vault, options)
        if options.json:
            from mnemoscope import plain

            print(plain.dumps(plain.recall(recalled.recall, timings=not options.no_timings)))
        else:
            from mnemoscope import printing

            for line in printing.recall(vault, recalled.recall, timings=not options.no_timings):
                print(line)
    return 0


def _why(options: argparse.Namespace) -> int:
    from mnemoscope import plain, printing
    from mnemoscope.missed import missed
    from mnemoscope.why import why

    with _looked_at(options.vault) as vault:
        recalled = _ask(vault, options)
        ids: tuple[str, ...] = (options.record,) if options.record is not None else ()
        about = None
        if options.containing is not None:
            if not options.containing.strip():
                raise VaultError("why.no_text_given")
            held = missed(vault, recalled, options.containing, limit=100)
            about, ids = held.sentence, tuple(holder.record.id for holder in held.holders)
        found = [why(vault, recalled, id) for id in ids]
        if options.json:
            explanations = [plain.explanation(some) for some in found]
            print(
                plain.dumps(
                    explanations[0]
                    if about is None
                    else {"sentence": str(about), "message": plain.message(about), "records": explanations}
                )
            )
            return 0
        if about is not None:
            print(about)
        for some in found:
            print(*printing.explanation(vault, some), sep="\n")
    return 0


# ---------------------------------------------------------------- acts


def _act(options: argparse.Namespace, act: Callable[[Vault], Changes]) -> int:
    from mnemoscope import indexing

    with _opened(options.vault) as vault:
        changes = act(vault)
        indexing.settle(vault)
    print(changes.label)
    return 0


def _deactivate(options: argparse.Namespace) -> int:
    from mnemoscope import curation

    return _act(options, lambda vault: curation.deactivate(vault, options.ids, options.reason))


def _restore(options: argparse.Namespace) -> int:
    from mnemoscope import curation

    return _act(options, lambda vault: curation.restore(vault, options.ids))


def _supersede(options: argparse.Namespace) -> int:
    from mnemoscope import curation

    return _act(options, lambda vault: curation.supersede(vault, options.older, options.newer, options.reason))


def _unsupersede(options: argparse.Namespace) -> int:
    from mnemoscope import curation

    return _act(options, lambda vault: curation.unsupersede(vault, options.older, options.newer))


def _undo(options: argparse.Namespace) -> int:
    from mnemoscope import curation

    return _act(options, lambda vault: curation.undo(vault, any=options.any))


def _redo(options: argparse.Namespace) -> int:
    from mnemoscope import curation

    return _act(options, lambda vault: curation.redo(vault, any=options.any))


def _history(options: argparse.Namespace) -> int:
    from mnemoscope import plain, reading
    from mnemoscope.times import minute

    with _looked_at(options.vault) as vault:
        acts = reading.history(vault, options.limit)
    if options.json:
        print(plain.dumps([plain.act(act) for act in acts]))
        return 0
    for act in acts:
        undone = "  (undone)" if act.undone else ""
        print(f"{act.number:>6}  {minute(act.at)}  {act.actor:<14}  {act.label}{undone}")
    return 0


# ---------------------------------------------------------------- expectations and profiles


def _expect(options: argparse.Namespace) -> int:
    from mnemoscope import checks, expectations, plain

    with _opened(options.vault) as vault:
        changes = expectations.expect(
            vault, options.query, options.record, options.within, options.profile, _scope(options, vault)
        )
        number = expectations.saved_by(vault, changes).number
        (found,) = checks.check(vault, numbers=[number])
    if options.json:
        print(plain.dumps(plain.checked(found)))
    else:
        print(f"{changes.label}: #{number}\n{found.sentence}")
    return 0


def _unexpect(options: argparse.Namespace) -> int:
    from mnemoscope import expectations

    return _act(options, lambda vault: expectations.unexpect(vault, options.number))


def _check(options: argparse.Namespace) -> int:
    from mnemoscope import checks, plain, printing, profiles

    with _looked_at(options.vault) as vault:
        profile = profiles.profile(vault, options.profile) if options.profile else None
        with _bar("Checking", " expectations") as progress:
            found = checks.check(vault, progress, profile)
        if options.json:
            print(plain.dumps(plain.checks(found)))
        else:
            print(*printing.checks(vault, found), sep="\n")
    return 0 if all(some.holds for some in found) else 1


def _profiles(options: argparse.Namespace) -> int:
    from mnemoscope import plain, printing, profiles

    values = {field: value for field in profiles.FIELDS if (value := getattr(options, field)) is not None}
    if options.save is None and (values or options.origin):
        options.refuse("values are for a profile that is saved: --save NAME")
    if options.save is not None:
        return _act(options, lambda vault: profiles.save_profile(vault, _adjusted(vault, options, values)))
    if options.remove is not None:
        return _act(options, lambda vault: profiles.remove_profile(vault, options.remove))
    with _looked_at(options.vault) as vault:
        found = profiles.profiles(vault)
    if options.json:
        print(plain.dumps([plain.profile(some) for some in found.values()]))
    else:
        print(*printing.profiles(found), sep="\n")
    return 0


def _adjusted(vault: Vault, options: argparse.Namespace, values: Mapping[str, object]) -> Profile:
    """The profile to save: another one's values, or what is saved under its name already, with some changed."""
    from mnemoscope import profiles

    known = profiles.profiles(vault)
    origin = options.origin or (options.save if options.save in known else "fused")
    return profiles.restored(options.save, {**profiles.settings(profiles.profile(vault, origin)), **values})


# ---------------------------------------------------------------- derived data and numbers


def _embed(options: argparse.Namespace) -> int:
    from mnemoscope import indexing
    from mnemoscope.embedding import models

    with _opened(options.vault) as vault:
        if options.model and (notice := models.download_notice(options.model)):
            _note(notice)
        with _bar("Embedding") as progress:
            done = indexing.embed_pending(vault, progress, options.model)
        indexing.settle(vault)
        status = indexing.status(vault)
    print(f"Embedded {done:,} records; {status.embedded:,} of {status.records:,} have a vector of {status.model}.")
    return 0


def _index(options: argparse.Namespace) -> int:
    from mnemoscope import indexing

    with _opened(options.vault) as vault:
        with _bar("Indexing") as progress:
            done = indexing.index_words(vault, progress, options.rebuild)
        status = indexing.status(vault)
    print(f"Indexed {done:,} records; {status.indexed:,} of {status.records:,} are in the word index.")
    return 0


def _stats(options: argparse.Namespace) -> int:
    from mnemoscope import indexing, plain, printing, reading

    with _looked_at(options.vault) as vault:
        stats, status = reading.stats(vault), indexing.status(vault)
    if options.json:
        print(plain.dumps(plain.stats(stats) | {"indexed": status.indexed, "embedded": status.embedded}))
        return 0
    print(*printing.stats(stats, status), sep="\n")
    return 0


def _bench(options: argparse.Namespace) -> int:
    from mnemoscope import plain
    from mnemoscope.bench import run, table

    profiles = [PROFILES[name] for name in dict.fromkeys(options.profile or PROFILES)]
    with _bar("Measuring", " questions") as progress:
        summary = run.measure(
            options.dataset, options.out, profiles, separate=options.separate, model=options.model, progress=progress
        )
    if options.json:
        print(plain.dumps(summary))
    else:
        print(*table.lines(summary), sep="\n")
    return 0


DOORS: Mapping[str, Command] = {
    "demo": _demo,
    "open": _open,
    "import": _import,
    "add": _add,
    "recall": _recall,
    "why": _why,
    "deactivate": _deactivate,
    "restore": _restore,
    "supersede": _supersede,
    "unsupersede": _unsupersede,
    "history": _history,
    "expect": _expect,
    "unexpect": _unexpect,
    "check": _check,
    "profiles": _profiles,
    "undo": _undo,
    "redo": _redo,
    "embed": _embed,
    "index": _index,
    "stats": _stats,
    "bench": _bench,
}
"""What each command runs."""


if __name__ == "__main__":
    sys.exit(main())
