"""Two windows, a command line and an assistant at work on one vault at once; then everything must be whole.

    python tests/bench/soak.py [--minutes 10] [--seed 1] [--folder FOLDER]

The windows are real ones in processes of their own (offscreen), driven by a timer; the command line runs every command
that writes; the assistant is the SDK's own client of ``mnemoscope mcp``. What is refused in words is counted; a
traceback, a busy vault, a window's crash or anything that the doctor finds ends with status 1. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["MNEMO_LEXICAL_FUSION"] = "1"

ROOT = Path(__file__).parents[2]
QUESTIONS = ("What shift was Admon on Sunday?", "who waters the tomatoes", "torn de diumenge", "keys at the desk")
WORDS = (
    "Admon",
    "Ilse",
    "Pere",
    "Joan",
    "rota",
    "shift",
    "Sunday",
    "keys",
    "desk",
    "tomatoes",
    "water",
    "ferry",
    "kiln",
)
PAUSE = (0.2, 0.8)
"""Seconds between two steps of an actor."""


class Log:
    """What an actor did, a JSON line each."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a", encoding="utf-8", buffering=1)

    def note(self, step: str, *, fault: str = "", refusal: str = "", **more: Any) -> None:
        line = {"step": step, "at": round(time.time(), 3), "fault": fault, "refusal": refusal, **more}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")


# ---------------------------------------------------------------- files that grow


class Sources:
    """A few files in formats that people have; each grows now and then, or changes a line."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._folder, self._chance = folder, chance
        self._turns: dict[int, list[str]] = {}
        folder.mkdir(exist_ok=True)

    def sentence(self) -> str:
        """Some words."""
        return " ".join(self._chance.choices(WORDS, k=self._chance.randint(4, 30))) + "."

    def some(self) -> Path:
        """A file that has just been made, or has grown."""
        number = self._chance.randrange(6)
        turns = self._turns.setdefault(number, [])
        turns.extend(self.sentence() for _ in range(self._chance.randint(1, 40)))
        if self._chance.random() < 0.3:
            turns[self._chance.randrange(len(turns))] = self.sentence()
        write = (self._jsonl, self._markdown, self._chatgpt)[number % 3]
        return write(number, turns)

    def _put(self, name: str, text: str) -> Path:
        path = self._folder / name
        aside = path.with_name(f".{name}.part")
        aside.write_text(text, encoding="utf-8")
        os.replace(aside, path)
        return path

    def _jsonl(self, number: int, turns: list[str]) -> Path:
        lines = [
            json.dumps({"id": f"{number}-{turn}", "session": f"s{number}", "text": text, "app": "ward"})
            for turn, text in enumerate(turns)
        ]
        return self._put(f"facts-{number}.jsonl", "\n".join(lines) + "\n")

    def _markdown(self, number: int, turns: list[str]) -> Path:
        parts = [f"## Part {turn}\n\n{text}\n" for turn, text in enumerate(turns)]
        return self._put(f"notes-{number}.md", f"# Notes {number}\n\n" + "\n".join(parts))

    def _chatgpt(self, number: int, turns: list[str]) -> Path:
        nodes: dict[str, Any] = {"r": {"id": "r", "parent": None, "children": ["0"], "message": None}}
        for turn, text in enumerate(turns):
            message = {
                "id": f"{number}-{turn}",
                "author": {"role": "assistant" if turn % 2 else "user"},
                "create_time": 1.7e9 + turn,
                "content": {"content_type": "text", "parts": [text]},
            }
            parent, children = str(turn - 1) if turn else "r", [str(turn + 1)] if turn + 1 < len(turns) else []
            nodes[str(turn)] = {"id": str(turn), "parent": parent, "children": children, "message": message}
        whole = {"title": f"Talk {number}", "id": f"c{number}", "current_node": str(len(turns) - 1), "mapping": nodes}
        return self._put(f"conversations-{number}.json", json.dumps([whole]))


# ---------------------------------------------------------------- the command line


def command_line(vault: Path, folder: Path, seed: int, until: float) -> None:
    """Random commands, each a process of its own."""
    chance, log = random.Random(seed), Log(folder / "command-line.log")
    sources = Sources(folder / "sources", chance)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "mnemoscope", *arguments], capture_output=True, text=True, timeout=300, check=False
        )
        told = done.stderr.strip().splitlines()
        step = arguments[0]
        if done.returncode not in (0, 1) or "Traceback" in done.stderr or len(told) > 3 * (done.returncode + 1):
            log.note(step, fault=done.stderr[-1500:] or f"status {done.returncode}")
        elif done.returncode and told:
            busy = "writing to" in told[-1] or "locked" in told[-1]
            log.note(step, fault=told[-1] if busy else "", refusal="" if busy else told[-1])
        else:
            log.note(step)
        return done.stdout

    def ids(count: int) -> list[str]:
        found = json.loads(run("recall", str(vault), chance.choice(QUESTIONS), "--json") or "{}").get("hits", [])
        return [hit["id"] for hit in chance.sample(found, min(count, len(found)))]

    def act() -> None:
        some = ids(3)
        if len(some) < 3:
            return
        match chance.randrange(11):
            case 0 | 1:
                run("import", str(vault), str(sources.some()), "--no-embed")
            case 2:
                run("add", str(vault), sources.sentence(), "--app", chance.choice(("ward", "home")))
            case 3:
                run("deactivate", str(vault), *some[:2], "--reason", "soak")
            case 4:
                run("restore", str(vault), *some[:2])
            case 5:
                run("supersede", str(vault), some[0], some[1])
            case 6:
                run("edit", str(vault), some[0], sources.sentence())
            case 7:
                run(chance.choice(("undo", "redo")), str(vault))
            case 8:
                run("forget", str(vault), some[0], "--yes")
            case 9:
                run("embed", str(vault))
            case _:
                target = folder / chance.choice(("all.mnemoscope", "all.jsonl", "all.csv", "copy.vault"))
                target.unlink(missing_ok=True)
                run("backup" if target.suffix == ".vault" else "export", str(vault), str(target))

    while time.time() < until:
        act()
        time.sleep(chance.uniform(*PAUSE))


# ---------------------------------------------------------------- the assistant


def assistant(vault: Path, folder: Path, seed: int, until: float) -> None:
    """The SDK's client calls every tool."""
    from mcp import Client, StdioServerParameters

    chance, log = random.Random(seed), Log(folder / "assistant.log")
    sources = Sources(folder / "unused", chance)

    async def go() -> None:
        arguments = ["-m", "mnemoscope", "mcp", str(vault), "--app", "ward"]
        server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
        async with Client(server) as client:

            async def call(name: str, **given: Any) -> Any:
                result = await client.call_tool(name, given)
                text = "".join(getattr(part, "text", "") for part in result.content)
                if not result.is_error:
                    log.note(name)
                    return result.structured_content
                wrong = "Traceback" in text or "writing to" in text or "locked" in text
                log.note(name, fault=text if wrong else "", refusal="" if wrong else text)
                return None

            while time.time() < until:
                found = await call("recall", query=chance.choice(QUESTIONS)) or {}
                hits = [hit["id"] for hit in found.get("hits", [])]
                if len(hits) > 2:
                    one, two = chance.sample(hits, 2)
                    match chance.randrange(6):
                        case 0 | 1:
                            await call("remember", text=sources.sentence())
                        case 2:
                            await call("remember", text=sources.sentence(), supersedes=one)
                        case 3:
                            await call("supersede", older=one, newer=two)
                        case 4:
                            await call("deactivate", record=one, reason="soak")
                        case _:
                            await call("why", query=chance.choice(QUESTIONS), record=one)
                await call("standing")
                await asyncio.sleep(chance.uniform(*PAUSE))

    asyncio.run(go())


# ---------------------------------------------------------------- a window


def window(vault: Path, folder: Path, seed: int, until: float) -> None:
    """The real window; a timer presses what a person would."""
    from PySide6.QtCore import QSettings, Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from mnemoscope_gui import sheet
    from mnemoscope_gui.app import make_application
    from mnemoscope_gui.look import Scheme
    from mnemoscope_gui.settings import Settings
    from mnemoscope_gui.window import Window

    chance, log = random.Random(seed), Log(folder / f"window-{seed}.log")
    sources = Sources(folder / f"sources-{seed}", chance)
    application = make_application()
    sheet.dress(application, Scheme.LIGHT)
    shown = Window(Settings(QSettings(str(folder / f"window-{seed}.ini"), QSettings.Format.IniFormat)))
    shown.resize(1280, 800)
    shown.show()

    def crash(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        import traceback

        log.note("crash", fault="".join(traceback.format_exception(kind, error, trace))[-2000:])

    sys.excepthook = crash
    shown.session.crashed.connect(lambda error: log.note("crash", fault=repr(error)))
    shown.session.open(vault)

    def press(id: str, *, typed: str = "") -> None:
        action = shown.actions_by_id[id]
        if not action.isEnabled():
            log.note(id, refusal="not enabled")
            return
        action.trigger()
        focus = QApplication.focusWidget()
        if typed and focus is not None:
            QTest.keyClicks(focus, typed)
            QTest.keyClick(focus, Qt.Key.Key_Return)
        log.note(id)

    def ask() -> None:
        shown.go_to_question()
        edit = shown.recall.query.question
        edit.selectAll()
        QTest.keyClicks(edit, chance.choice(QUESTIONS))
        log.note("ask")

    def choose() -> None:
        model, view = shown.recall.results.model, shown.recall.results.view
        if model.rowCount():
            view.setFocus()
            view.setCurrentIndex(model.index(chance.randrange(min(model.rowCount(), 32)), 0))
        log.note("choose")

    def bring_in() -> None:
        shown.files.bring_in([sources.some()])
        QTimer.singleShot(1500, lambda: QTest.mouseClick(shown.imports.begin, Qt.MouseButton.LeftButton))
        log.note("import")

    steps: tuple[Callable[[], None], ...] = (
        ask,
        ask,
        choose,
        choose,
        choose,
        lambda: press("record.deactivate", typed="soak"),
        lambda: press("record.deactivate", typed="soak"),
        lambda: press("record.restore"),
        lambda: press("edit.undo"),
        lambda: press("edit.redo"),
        lambda: press("record.expect"),
        bring_in,
        shown.go_to_review,
        lambda: shown.go_to(chance.choice(list(shown.places))),
        shown.go_to_recall,
        shown.go_to_recall,
    )
    log.note("begin", resident=resident())
    beat = {"last": time.perf_counter(), "longest": 0.0}

    def tick() -> None:
        now = time.perf_counter()
        beat["longest"] = max(beat["longest"], now - beat["last"])
        beat["last"] = now

    heart = QTimer(shown)
    heart.timeout.connect(tick)
    heart.start(5)

    def step() -> None:
        if time.time() > until:
            QTimer.singleShot(8000, end)  # what others wrote last arrives
            return
        if shown.session.path is not None:
            chance.choice(steps)()
        tick()
        beat["last"] = time.perf_counter()  # the typing of a step is no hold
        QTimer.singleShot(round(1000 * chance.uniform(*PAUSE)), step)

    def end() -> None:
        health = shown.session.health
        log.note(
            "end", resident=resident(), records=health.records if health else -1, longest=round(beat["longest"], 3)
        )
        shown.session.close()
        application.quit()

    QTimer.singleShot(1000, step)
    application.exec()


def resident() -> int:
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# ---------------------------------------------------------------- all of them, and what is left


def waits(vault: Path, until: float, found: list[float]) -> None:
    """How long a writer waits for the lock, once a second."""
    while time.time() < until:
        connection = sqlite3.connect(vault, timeout=60, isolation_level=None)
        since = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        found.append(time.perf_counter() - since)
        connection.execute("ROLLBACK")
        connection.close()
        time.sleep(1)


ACTORS: dict[str, Callable[[Path, Path, int, float], None]] = {
    "window": window,
    "command-line": command_line,
    "assistant": assistant,
}


def soak(folder: Path, minutes: float, seed: int) -> int:
    """Run them all; returns how much is wrong."""
    from mnemoscope import demo

    vault = folder / "soak.vault"
    demo.make(vault)
    until = time.time() + 60 * minutes
    crew = [("window", seed), ("window", seed + 1), ("command-line", seed + 2), ("assistant", seed + 3)]
    processes = [
        subprocess.Popen(
            [sys.executable, __file__, "--actor", name, "--vault", vault, "--seed", str(number), "--until", str(until)],
            cwd=folder,
        )
        for name, number in crew
    ]
    waited: list[float] = []
    probe = threading.Thread(target=waits, args=(vault, until, waited))
    probe.start()
    wrong = 0
    for (name, _), process in zip(crew, processes, strict=True):
        status = process.wait(60 * minutes + 400)
        if status:
            print(f"{name} ended with status {status}")
            wrong += 1
    probe.join()
    wrong += tell(folder) + check(folder, vault)
    print(
        f"waiting for the write lock: median {1000 * sorted(waited)[len(waited) // 2]:.1f} ms, "
        f"longest {1000 * max(waited):.0f} ms of {len(waited)}"
    )
    return wrong


def tell(folder: Path) -> int:
    """What each actor did; returns the number of faults."""
    wrong = 0
    for log in sorted(folder.glob("*.log")):
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        steps = Counter(line["step"] for line in lines)
        print(f"\n{log.stem}: " + ", ".join(f"{step} {count}" for step, count in steps.most_common()))
        for refusal, count in Counter(_kind(line["refusal"]) for line in lines if line["refusal"]).most_common(12):
            print(f"    {count:4} x {refusal}")
        for line in lines:
            if line["fault"]:
                wrong += 1
                print(f"    FAULT in {line['step']}: {line['fault']}")
            if "resident" in line:
                print(
                    f"    {line['step']}: {line['resident'] / 1e6:.0f} MB, {line.get('records', '')} records, "
                    f"longest hold {line.get('longest', 0):.2f} s"
                )
        if log.stem.startswith("window") and lines[-1]["step"] != "end":
            wrong += 1
            print("    FAULT: it did not come to its end")
    return wrong


def _kind(sentence: str) -> str:
    return re.sub(r"\b[0-9a-f]{4,32}\b|\d+", "#", sentence)[:110]


def check(folder: Path, vault: Path) -> int:
    """The doctor, the journal told again, and each source read again; returns what is wrong."""
    sys.path.insert(0, str(ROOT / "tests" / "core"))
    import retelling

    from mnemoscope import doctor, ingest
    from mnemoscope.vault import Vault

    wrong = 0
    with Vault.open(vault) as opened:
        found = doctor.examine(opened)
        print(f"\ndoctor: {found.records} records, {len(found.findings)} findings")
        for finding in found.findings:
            print(f"    {finding.what}")
        wrong += len(found.findings)
        retelling.check(opened)
        print("the tables are as the journal tells them")
        with opened.reading() as connection:
            count = connection.execute("SELECT count(*) FROM record").fetchone()[0]
    for log in folder.glob("window-*.log"):
        last = json.loads(log.read_text(encoding="utf-8").splitlines()[-1])
        if last.get("records") != count:
            wrong += 1
            print(f"FAULT: {log.stem} showed {last.get('records')} records of {count}")
    with Vault.open(vault) as opened:
        for source in sorted(folder.glob("sources*/*")):
            ingest.import_path(opened, source)
            again = ingest.import_path(opened, source)
            if again.records:
                wrong += 1
                print(f"FAULT: {source.name} brought {again.records} records the second time")
        found = doctor.examine(opened)
        wrong += len(found.findings)
        print(f"every source read twice: {found.records} records, {len(found.findings)} findings")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--actor", choices=ACTORS, help=argparse.SUPPRESS)
    parser.add_argument("--vault", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.actor:
        ACTORS[options.actor](options.vault, options.vault.parent, options.seed, options.until)
        return 0
    folder = options.folder or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    try:
        wrong = soak(folder.resolve(), options.minutes, options.seed)
    finally:
        if not options.folder:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"\n{wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
