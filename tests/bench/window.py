"""Speed of the window on a large vault: from a key press to painted results, and how long the event loop is held.

    python tests/bench/window.py [--records 100000] [--imported 5000] [--vault FILE]

Drives the real window offscreen. Records are synthetic (see ``channels.py``); the question is embedded by the bundled
model, and that time is taken off, because the goal is stated without it. The peer of each figure is one repainting of
the whole window in the same run. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import channels
from PySide6.QtCore import QElapsedTimer, QEvent, QEventLoop, QObject, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from mnemoscope.embedding import models
from mnemoscope_gui import sheet
from mnemoscope_gui.app import make_application
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

PAUSE = 90
"""Milliseconds between two keys: a quick typist."""
PATIENCE = 60_000


class Painted(QObject):
    """Notes when a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.at = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self._note)  # the painting itself counts
        return False

    def _note(self) -> None:
        self.at = time.perf_counter()


class Heart:
    """Beats in the event loop; a gap between two beats is what held it."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._beat)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now

    @contextmanager
    def listening(self) -> Iterator[Heart]:
        self.gaps, self._last = [], time.perf_counter()
        self._timer.start()
        yield self
        self._timer.stop()


def wait(holds: Callable[[], bool], patience: int = PATIENCE) -> None:
    clock = QElapsedTimer()
    clock.start()
    while not holds():
        if clock.elapsed() > patience:
            raise TimeoutError("the window did not get there")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)


def pause(milliseconds: int) -> None:
    until = time.perf_counter() + milliseconds / 1000
    wait(lambda: time.perf_counter() >= until)


def share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def report(what: str, values: list[float], goal: str) -> None:
    print(
        f"{what:<50} p50 {share(values, 0.5):7.1f}  p95 {share(values, 0.95):7.1f}  max {max(values):7.1f} ms  {goal}"
    )


def holds(what: str, heart: Heart) -> None:
    over = sum(1 for gap in heart.gaps if gap > 50)
    longest = max(heart.gaps, default=0.0)
    print(
        f"{what:<52} longest {longest:7.1f} ms, {over} over 50 of {len(heart.gaps)} beats   goal <= 50 ms", flush=True
    )


def type_questions(window: Window, words: list[str], rounds: int) -> list[float]:
    """Milliseconds from each key to the painting of its answer (or of a newer one), without the embedding."""
    edit, painted = window.recall.query.question, Painted(window.recall.results.view.viewport())
    found = []
    for number in range(rounds):
        edit.selectAll()
        for letter in " ".join(words[number * 4 : number * 4 + 4]):
            pressed = time.perf_counter()
            QTest.keyClick(edit, letter)
            wait(lambda: not window.session.is_asking)
            answer, answered = window.session.answer, time.perf_counter()
            if answer is None or not answer.recall.hits:
                continue
            wait(lambda answered=answered: painted.at > answered - 0.002)
            found.append((painted.at - pressed) * 1000 - answer.recall.timings.embed)
            pause(max(1, round(PAUSE - (time.perf_counter() - pressed) * 1000)))
    return found


def scroll_all_records(window: Window, steps: int = 300) -> list[float]:
    """Milliseconds from each move of the scroll bar, over all records, to the painting of its rows' texts."""
    window.recall.query.question.clear()
    panel = window.recall.records
    wait(lambda: panel.isVisible() and panel.model.rowCount() > 1_000)
    bar, painted, found = panel.view.verticalScrollBar(), Painted(panel.view.viewport()), []
    for step in range(steps):
        moved = time.perf_counter()
        bar.setValue(bar.maximum() * step // steps)
        first, last = panel.view.seen()
        rows = range(first, min(last, panel.model.rowCount()))
        wait(lambda rows=rows: all(panel.model.row(row) is not None for row in rows))
        read = time.perf_counter()
        wait(lambda read=read: painted.at > read - 0.002)
        found.append((painted.at - moved) * 1000)
    return found


def imported_file(folder: Path, count: int, words: list[str]) -> Path:
    file = folder / "more.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for number, text in enumerate(channels.texts(count, words)):
            lines.write(json.dumps({"text": text, "session": f"import {number // 40}", "id": f"more-{number}"}) + "\n")
    return file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--imported", type=int, default=5_000)
    parser.add_argument("--vault", type=Path, help="build it here once, then use it again")
    options = parser.parse_args()
    words = channels.vocabulary()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        vault = options.vault or folder / "large.vault"
        if not vault.exists():
            channels.build(vault, channels.texts(options.records, words), models.DEFAULT).close()
        measure(vault, folder, words, options.imported)


def measure(vault: Path, folder: Path, words: list[str], imported: int) -> None:
    application = make_application()
    sheet.dress(application, Scheme.LIGHT)
    window = Window(Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)))
    window.resize(1280, 800)
    window.show()
    window.session.open(vault)
    wait(lambda: window.session.path == vault)
    window.activateWindow()
    frequent = words[:400]
    type_questions(window, frequent, 1)  # the first opens the lanes and reads the vectors
    window.grab()
    started = time.perf_counter()
    for _ in range(10):
        window.grab()
    print(f"peer: the whole window repainted {(time.perf_counter() - started) * 100:.1f} ms")
    heart = Heart()
    with heart.listening():
        typed = type_questions(window, frequent[40:], 6)
    report("key to painted results", typed, "goal p95 <= 50 ms")
    holds("event loop while typing", heart)
    with heart.listening():
        scrolled = scroll_all_records(window)
    report("scroll bar to painted rows, all records", scrolled, "")
    holds("event loop while scrolling all records", heart)
    window.imports.importing.add([imported_file(folder, imported, words)])
    window.imports.importing.begin()
    wait(lambda: window.session.work.is_running)
    with heart.listening():
        typed = type_questions(window, frequent[120:], 4)
        still = window.session.work.is_running
        window.session.work.cancel()
        wait(lambda: not window.session.work.is_running)
    report("key to painted results, during an import", typed, "" if still else "(the import ended earlier)")
    holds("event loop during an import", heart)
    window.close()


if __name__ == "__main__":
    main()
