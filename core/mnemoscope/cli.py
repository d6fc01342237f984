"""The command line: a door for those without a window. Prints; everything it prints is computed elsewhere.

Errors are one sentence on standard error and exit status 1; wrong usage is 2. Numbers in JSON are never localised.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mnemoscope import __version__
from mnemoscope.errors import Cancelled, NotAVault, NotWritable, OlderSchema, VaultBusy, VaultError
from mnemoscope.messages import message
from mnemoscope.progress import Progress, silent
from mnemoscope.records import PROFILES, Kind

if TYPE_CHECKING:
    from mnemoscope.ingest import ImportSummary
    from mnemoscope.recall import Recalled
    from mnemoscope.records import Changes, Profile, Query
    from mnemoscope.vault import Vault

ACTOR = "command line"
Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")
    parser = _parser()
    options = parser.parse_args(arguments)
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


# ---------------------------------------------------------------- usage


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mnemoscope", description="See what a memory hands its assistant, why, and what it missed. Then repair it."
    )
    parser.add_argument("--version", action="version", version=f"mnemoscope {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, command: Command, help: str, vault: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(command=command)
        if vault:
            sub.add_argument("vault", type=Path, metavar="VAULT", help="the vault's file")
        return sub

    add("demo", _demo, "make the demo vault if needed and open it; without a display, print its recall", vault=False)
    sub = add("open", _open, "open a vault in the window", vault=False)
    sub.add_argument("vault", type=Path, nargs="?", metavar="VAULT", help="the vault's file; the last one by default")
    sub = add("import", _import, "read files or folders into a vault, which is made if it does not exist")
    sub.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    sub.add_argument("--format", metavar="F", help="the format, instead of recognising it by content")
    sub.add_argument("--app", default="default", metavar="A", help="the app of records whose source names none")
    sub.add_argument("--dry-run", action="store_true", help="say what would come in and write nothing")
    sub.add_argument("--no-embed", action="store_true", help="leave the vectors to `mnemoscope embed`")
    _json(sub)
    sub = add("add", _add, "add one record to a vault")
    sub.add_argument("text", metavar="TEXT")
    sub.add_argument("--kind", choices=[kind.value for kind in Kind], default=Kind.NOTE.value, metavar="K")
    sub.add_argument("--app", default="default", metavar="A")
    sub.add_argument("--supersedes", metavar="ID", help="the record that this one replaces")
    _json(sub)
    _question(add("recall", _recall, "what the memory hands its assistant for a question"))
    sub = add("why", _why, "why a record ranks where it does")
    _question(sub)
    which = sub.add_mutually_exclusive_group(required=True)
    which.add_argument("--record", metavar="ID")
    which.add_argument("--containing", metavar="TEXT", help="every record that holds this text")
    for name, command, help in (
        ("deactivate", _deactivate, "take records out of every recall"),
        ("restore", _restore, "make deactivated records active again"),
    ):
        sub = add(name, command, help)
        sub.add_argument("ids", nargs="+", metavar="ID")
        if name == "deactivate":
            sub.add_argument("--reason", default="", metavar="R")
    for name, command, help in (
        ("supersede", _supersede, "the newer record takes the older one's place in every recall"),
        ("unsupersede", _unsupersede, "remove a supersession"),
    ):
        sub = add(name, command, help)
        sub.add_argument("older", metavar="OLDER")
        sub.add_argument("newer", metavar="NEWER")
        if name == "supersede":
            sub.add_argument("--reason", default="", metavar="R")
    sub = add("history", _history, "the acts on a vault, newest first")
    sub.add_argument("--limit", type=_whole, default=50, metavar="N")
    _json(sub)
    for name, command, help in (
        ("undo", _undo, "take back the last act of the command line"),
        ("redo", _redo, "do again what the command line undid last"),
    ):
        sub = add(name, command, help)
        sub.add_argument("--any", action="store_true", help="of whoever acted last")
    sub = add("embed", _embed, "embed the records that have no vector yet")
    sub.add_argument("--model", metavar="M", help="a sentence-transformers model by name or folder, or `default`")
    sub = add("index", _index, "bring the word index up to date")
    sub.add_argument("--rebuild", action="store_true", help="build it anew")
    _json(add("stats", _stats, "what a vault holds, in numbers"))
    sub = add("bench", _bench, "measure the profiles on a data set of questions with known evidence", vault=False)
    sub.add_argument("dataset", type=Path, metavar="DATASET", help="a LoCoMo or LongMemEval file")
    sub.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the rows and the summary")
    sub.add_argument("--profile", action="append", choices=list(PROFILES), metavar="P", help="repeatable; default all")
    sub.add_argument("--separate", action="store_true", help="one vault per conversation instead of one for all")
    sub.add_argument("--model", metavar="M", help="a sentence-transformers model by name or folder")
    _json(sub)
    return parser


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _question(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument("--profile", choices=list(PROFILES), metavar="P", help=f"one of {', '.join(PROFILES)}")
    parser.add_argument("--app", action="append", metavar="A", help="an app that the recall may see; repeatable")
    parser.add_argument("--budget", type=_whole, metavar="N", help="how many records are served (32)")
    parser.add_argument("--as-of", type=_moment, metavar="DATE", help="as it was at the end of that day")
    parser.add_argument("--no-timings", action="store_true", help="leave timings out, so that outputs can be compared")
    _json(parser)


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return min(int(text), 2**31 - 1)  # all of them; more than that no store can count


def _moment(text: str) -> int:
    from mnemoscope.times import end_of_day

    try:
        return end_of_day(text)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-05-03") from error


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
    from mnemoscope import reading
    from mnemoscope.records import Query
    from mnemoscope.texts import clean

    default = "vectors" if os.environ.get("MNEMO_LEXICAL_FUSION") == "0" else "fused"
    profile: Profile = PROFILES[options.profile or default]
    if options.budget is not None:
        profile = profile.with_budget(options.budget)
    scope = tuple(dict.fromkeys(clean(name) for name in options.app)) if options.app else None
    known = reading.apps(vault)
    for name in scope or ():
        if name not in known:
            raise VaultError("app.none", app=name, known=", ".join(known) or "none")
    return Query(options.query, profile, scope, options.as_of)


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


if __name__ == "__main__":
    sys.exit(main())
