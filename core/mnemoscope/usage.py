"""The usage of the command line: every command with its arguments."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from mnemoscope import __version__
from mnemoscope.candidates import Matter
from mnemoscope.mapping import FIELDS
from mnemoscope.records import PROFILES, Kind, When

Command = Callable[[argparse.Namespace], int]
"""What a command runs; returns the exit status."""


def parser(doors: Mapping[str, Command]) -> argparse.ArgumentParser:
    """The parser of the command line; ``doors`` has what each command runs."""
    whole = argparse.ArgumentParser(
        prog="mnemoscope", description="See what a memory hands its assistant, why, and what it missed. Then repair it."
    )
    whole.add_argument("--version", action="version", version=f"mnemoscope {__version__}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, help: str, vault: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(command=doors[name], refuse=sub.error)
        if vault:
            sub.add_argument("vault", type=Path, metavar="VAULT", help="the vault's file")
        return sub

    sub = add("demo", "make the demo vault if needed and open it; without a display, print its recall", vault=False)
    _new_window(sub)
    sub = add("open", "open a vault in the window, or bring the window that has it to the front", vault=False)
    _new_window(sub)
    sub.add_argument("vault", type=Path, nargs="?", metavar="VAULT", help="the vault's file; the last one by default")
    sub = add("import", "read files or folders into a vault, which is made if it does not exist")
    sub.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    sub.add_argument("--format", metavar="F", help="the format, instead of recognising it by content")
    sub.add_argument("--app", default="default", metavar="A", help="the app of records whose source names none")
    sub.add_argument("--map", action="append", default=[], type=_mapped, metavar="FIELD=COLUMN", help="of a table")
    sub.add_argument("--dry-run", action="store_true", help="say what would come in and write nothing")
    sub.add_argument("--why-format", action="store_true", help="say what every format finds in the file, and stop")
    sub.add_argument("--save", type=Path, metavar="FILE", help="write the summary to a file too: JSON, or text")
    sub.add_argument("--no-embed", action="store_true", help="leave the vectors to `mnemoscope embed`")
    _json(sub)
    sub = add("link", "follow a file or folder: what is new in it comes in at each refresh")
    sub.add_argument("path", type=Path, metavar="PATH")
    sub.add_argument("--format", metavar="F", help="the format, instead of recognising it by content")
    sub.add_argument("--app", default="default", metavar="A", help="the app of records whose source names none")
    sub.add_argument("--map", action="append", default=[], type=_mapped, metavar="FIELD=COLUMN", help="of a table")
    sub = add("unlink", "follow a file or folder no longer; its records stay")
    sub.add_argument("path", type=Path, metavar="PATH")
    _json(add("sources", "the files and folders that a vault follows, and how they stood when they were last read"))
    sub = add("refresh", "read again what has changed of the linked files and folders")
    sub.add_argument("path", type=Path, nargs="?", metavar="PATH", help="this one alone")
    sub.add_argument("--watch", action="store_true", help="go on until it is stopped, and read each change as it comes")
    sub.add_argument("--no-embed", action="store_true", help="leave the vectors to `mnemoscope embed`")
    sub = add("export", "write everything, or a part, into one file: mnemoscope (loses nothing), jsonl, csv, markdown")
    sub.add_argument("file", type=Path, metavar="FILE", help="by its suffix; - is the output")
    sub.add_argument("--format", choices=["mnemoscope", "jsonl", "csv", "markdown"], metavar="F")
    sub.add_argument("--app", action="append", metavar="A", help="only of this app; repeatable")
    sub.add_argument("--kind", action="append", default=[], choices=[kind.value for kind in Kind], metavar="K")
    sub.add_argument(
        "--state", action="append", default=[], choices=["active", "inactive", "superseded", "expired"], metavar="S"
    )
    sub.add_argument("--since", type=_day, metavar="DATE")
    sub.add_argument("--until", type=_day, metavar="DATE", help="the last day")
    sub.add_argument("--session", metavar="KEY", help="only of this session of the one app that is named")
    sub.add_argument("--containing", default="", metavar="TEXT")
    sub.add_argument("--force", action="store_true", help="replace the file if it is there")
    _json(sub)
    sub = add("doctor", "look whether the vault is whole; status 1 where something is found and stays")
    sub.add_argument("--repair", action="store_true", help="make derived data anew; nothing else is changed")
    _json(sub)
    sub = add("mcp", "serve a memory to an assistant by the Model Context Protocol, on standard input and output")
    sub.add_argument("--app", action="append", required=True, metavar="A", help="what it may see; repeatable")
    sub.add_argument("--profile", metavar="P", help="how to recall where a call does not say")
    sub = add("backup", "copy the vault into one file while others write, and check the copy")
    sub.add_argument("file", type=Path, metavar="FILE")
    sub.add_argument("--force", action="store_true", help="replace the file if it is there")
    _json(sub)
    sub = add("add", "add one record to a vault")
    sub.add_argument("text", metavar="TEXT")
    sub.add_argument("--kind", choices=[kind.value for kind in Kind], default=Kind.NOTE.value, metavar="K")
    sub.add_argument("--app", default="default", metavar="A")
    sub.add_argument("--supersedes", metavar="ID", help="the record that this one replaces")
    _json(sub)
    _question(add("recall", "what the memory hands its assistant for a question"))
    sub = add("why", "why a record ranks where it does")
    _question(sub)
    which = sub.add_mutually_exclusive_group(required=True)
    which.add_argument("--record", metavar="ID")
    which.add_argument("--containing", metavar="TEXT", help="every record that holds this text")
    for name, help in (
        ("deactivate", "take records out of every recall"),
        ("restore", "make deactivated records active again"),
    ):
        sub = add(name, help)
        _ids(sub)
        if name == "deactivate":
            sub.add_argument("--reason", default="", metavar="R")
        _dry_run(sub)
    sub = add("forget", "take records out for good: their text, vectors and words, and what quotes them")
    _ids(sub)
    sub.add_argument("--yes", action="store_true", help="do not ask; needed where there is no terminal")
    for name, help in (
        ("supersede", "the newer record takes the older one's place in every recall"),
        ("unsupersede", "remove a supersession"),
    ):
        sub = add(name, help)
        sub.add_argument("older", metavar="OLDER")
        sub.add_argument("newer", metavar="NEWER")
        if name == "supersede":
            sub.add_argument("--reason", default="", metavar="R")
        _dry_run(sub)
    sub = add("dates", "until when records are valid, and when to look at them again")
    _ids(sub)
    for option, help in (("--valid-until", "the last day of validity"), ("--review-after", "the day before a review")):
        sub.add_argument(option, type=_date, metavar="DATE", help=f"{help}, or `none`")
    _dry_run(sub)
    sub = add("move", "move records to another app, with what supersessions link to them")
    _ids(sub)
    sub.add_argument("--app", required=True, metavar="A", help="the app, which is made where it is new")
    _dry_run(sub)
    sub = add("edit", "a new text in the place of a record's, which it supersedes")
    sub.add_argument("id", metavar="ID")
    sub.add_argument("text", metavar="TEXT")
    _json(sub)
    sub = add("history", "the acts on a vault, newest first")
    sub.add_argument("--recalls", action="store_true", help="also the recalls of the log")
    sub.add_argument("--limit", type=_whole, default=50, metavar="N")
    sub.add_argument("--actor", metavar="A", help="of one actor: `window`, `command line`, an assistant by name")
    sub.add_argument("--record", metavar="ID", help="what touched or served this record")
    _json(sub)
    sub = add("replay", "a recall of the log as of its minute, and what is different now")
    sub.add_argument("number", type=_whole, metavar="NUMBER", help="as `mnemoscope history --recalls` shows it")
    _json(sub)
    sub = add("log", "switch the recall log of a vault on or off, or say how it stands")
    sub.add_argument("state", choices=("on", "off"), nargs="?")
    sub = add("expect", "from now on, a record must come back for a question")
    sub.add_argument("query", metavar="QUERY")
    sub.add_argument("record", metavar="ID")
    sub.add_argument("--within", type=_whole, metavar="N", help="among how many; by default as many as are served")
    _profile_and_apps(sub)
    _json(sub)
    sub = add("unexpect", "remove an expectation")
    sub.add_argument("number", type=_whole, metavar="NUMBER", help="as `mnemoscope check` shows it")
    sub = add("check", "ask every expectation again; exit status 1 where one does not hold")
    sub.add_argument("--profile", metavar="P", help="under this profile in the place of their own")
    _json(sub)
    sub = add("profiles", "the profiles of a vault; save or remove one")
    what = sub.add_mutually_exclusive_group()
    what.add_argument(
        "--save", metavar="NAME", help="save a profile with the values below, in the place of one so called"
    )
    what.add_argument("--remove", metavar="NAME", help="remove a saved profile")
    sub.add_argument(
        "--from", dest="origin", metavar="P", help="whose values to start from: by default its own, or fused"
    )
    _values(sub)
    _json(sub)
    sub = add("review", "what may be stale, doubled, contradicted or replaced, as the last search found it")
    sub.add_argument("--search", action="store_true", help="search first")
    sub.add_argument(
        "--matter", action="append", choices=[some.value for some in Matter], metavar="M", help="repeatable"
    )
    _json(sub)
    for name, help in (
        ("undo", "take back the last act of the command line"),
        ("redo", "do again what the command line undid last"),
    ):
        sub = add(name, help)
        sub.add_argument("--any", action="store_true", help="of whoever acted last")
    sub = add("revert", "take back any earlier act, where nothing later touched its records")
    sub.add_argument("number", type=_whole, metavar="NUMBER", help="as `mnemoscope history` shows it")
    sub = add("embed", "embed the records that have no vector yet")
    sub.add_argument("--model", metavar="M", help="a sentence-transformers model by name or folder, or `default`")
    sub = add("index", "bring the word index up to date")
    sub.add_argument("--rebuild", action="store_true", help="build it anew")
    _json(add("stats", "what a vault holds, in numbers"))
    sub = add("bench", "measure the profiles on a data set of questions with known evidence", vault=False)
    sub.add_argument("dataset", type=Path, metavar="DATASET", help="a LoCoMo or LongMemEval file")
    sub.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the rows and the summary")
    sub.add_argument("--profile", action="append", choices=list(PROFILES), metavar="P", help="repeatable; default all")
    sub.add_argument("--separate", action="store_true", help="one vault per conversation instead of one for all")
    sub.add_argument("--model", metavar="M", help="a sentence-transformers model by name or folder")
    _json(sub)
    return whole


def _new_window(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--new-window", action="store_true", help="even where a window has the vault already")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _dry_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dry-run", action="store_true", help="say which expectations and recalls it would change, and write nothing"
    )
    parser.add_argument("--json", action="store_true", help="with --dry-run, print JSON")


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date like 2026-11-30") from None


def _mapped(text: str) -> tuple[str, str]:
    field, sign, column = text.partition("=")
    if not sign or field not in FIELDS or not column:
        raise argparse.ArgumentTypeError(f"{text!r} is not FIELD=COLUMN; fields are {', '.join(FIELDS)}")
    return field, column


def _ids(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help="as few digits as name it; `-` reads ids from lines")


def _question(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY")
    _profile_and_apps(parser)
    parser.add_argument("--budget", type=_whole, metavar="N", help="how many records are served (32)")
    parser.add_argument("--as-of", type=_moment, metavar="DATE", help="as it was at the end of that day")
    parser.add_argument("--no-timings", action="store_true", help="leave timings out, so that outputs can be compared")
    _json(parser)


def _profile_and_apps(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="P", help=f"one of {', '.join(PROFILES)}, or a saved one")
    parser.add_argument("--app", action="append", metavar="A", help="an app that the recall may see; repeatable")


def _values(parser: argparse.ArgumentParser) -> None:
    """The values of a profile, each under the name of its field."""
    values = parser.add_argument_group("values of the profile that is saved")
    for option, field, help in (
        ("--depth-vectors", "vector_depth", "how far down the vectors are looked at"),
        ("--depth-words", "lexical_depth", "how far down the words are looked at"),
        ("--budget", "budget", "how many records are served"),
    ):
        values.add_argument(option, dest=field, type=_whole, metavar="N", help=help)
    for option, field, help in (
        ("--k", "rrf_k", "k of the fusion"),
        ("--k1", "k1", "k1 of BM25"),
        ("--b", "b", "b of BM25"),
        ("--context-weight", "context_weight", "share of the records before and after"),
        ("--boost", "boost", "factor on the cosine of a record that holds a distinctive term"),
    ):
        values.add_argument(option, dest=field, type=float, metavar="X", help=help)
    for channel, field in (("vectors", "vector"), ("words", "lexical")):
        values.add_argument(
            f"--{channel}", dest=field, action=argparse.BooleanOptionalAction, help=f"whether the {channel} rank"
        )


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return min(int(text), 2**31 - 1)  # all of them; more than that no store can count


def _date(text: str) -> When | str:
    """A day, or the word ``none``."""
    from mnemoscope.times import until

    if text.strip().casefold() == "none":
        return "none"
    try:
        return until(text)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-05-03, nor `none`") from error


def _moment(text: str) -> int:
    from mnemoscope.times import end_of_day

    try:
        return end_of_day(text)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-05-03") from error
