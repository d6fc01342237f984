"""A person at a window: the real one, driven by keys and commands at random.

python -m soaking.browsing VAULT FOLDER SEED SECONDS NAME

Acts until the time is over, waits until the file ``quiet`` is there, shows all records, and notes how many it shows.
"""

from __future__ import annotations

import faulthandler
import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QMessageLogContext, QObject, QSettings, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mnemoscope.errors import VaultError
from mnemoscope_gui import sheet
from mnemoscope_gui.app import make_application
from mnemoscope_gui.garbage import Sweeper
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.values import Done, Incoming, Stage
from mnemoscope_gui.window import Window
from soaking.material import APPS, Inbox, texts
from soaking.notes import Note, Notebook, refused

PAUSE = 200
"""Milliseconds between two steps."""
REST = 4_000
"""Milliseconds of quiet after which everything has come in that others wrote."""
_ASKING = (
    "vault.demo", "vault.new", "vault.open", "vault.quit", "record.forget", "view.language", "recall.export", "help."
)  # fmt: skip
"""The beginnings of commands that are left out: they open something else, or end it. Forgetting has its own weight."""
_ACTS = ("deactivate", "deactivate", "restore", "edit", "supersede", "dates", "move")
_KEYS = [Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Space, Qt.Key.Key_Tab, Qt.Key.Key_Escape]
_LETTERS = [Qt.Key.Key_A, Qt.Key.Key_B, Qt.Key.Key_T, Qt.Key.Key_N, Qt.Key.Key_D, Qt.Key.Key_R, Qt.Key.Key_L]


class Person(QObject):
    """Does one thing after the other in a window, and notes what came of it."""

    def __init__(self, window: Window, vault: Path, folder: Path, seed: int, seconds: float, name: str) -> None:
        super().__init__(window)
        self._window, self._vault, self._quiet = window, vault, folder / "quiet"
        self._chance, self._material = random.Random(seed), texts()
        self._inbox = Inbox(folder / "inbox", self._material)
        self._notebook = Notebook(folder / f"{name}.notes")
        self._end = time.monotonic() + seconds
        self._steps: list[tuple[int, Callable[[], None]]] = [
            (8, self._ask),
            (16, self._walk),
            (4, self._mark),
            (5, self._command),
            (6, self._type_key),
            (24, self._curate),
            (1, self._forget),
            (1, self._bring_in),
            (3, self._window.actions_by_id["edit.undo"].trigger),
            (2, self._window.actions_by_id["edit.redo"].trigger),
        ]
        self._beaten = time.monotonic()
        self._longest = 0.0
        heart = QTimer(self, interval=5)
        heart.timeout.connect(self._on_beat)
        heart.start()
        self._timer = QTimer(self, interval=PAUSE)
        self._timer.timeout.connect(self._on_time)
        self._listen()
        self._timer.start()

    def _listen(self) -> None:
        session = self._window.session
        session.acted.connect(self._on_acted)
        session.connection.failed.connect(self._on_failed)
        session.crashed.connect(lambda error: self._fault("crashed", _whole(error)))
        self._window.imports.importing.progressed.connect(self._on_import)
        sys.excepthook = self._on_exception
        qInstallMessageHandler(self._on_warning)

    # ------------------------------------------------------------ what came of it

    def _on_acted(self, done: Done) -> None:
        self._notebook.write(Note(done.changes.label.id))

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, VaultError):
            self._notebook.write(refused("act", error.message.id, str(error)))

    def _on_import(self, some: Incoming) -> None:
        if some.failure is not None:
            self._notebook.write(refused("import", some.failure.id, str(some.failure)))
        elif some.stage is Stage.DONE:
            self._notebook.write(Note("import"))

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._fault("exception", _whole(error))

    def _on_warning(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and "propagateSizeHints" not in text:
            self._fault("warning", text)

    def _fault(self, did: str, what: str) -> None:
        self._notebook.write(Note(did, fault=f"{did}: {what}"))

    # ------------------------------------------------------------ one step

    def _on_time(self) -> None:
        if (modal := QApplication.activeModalWidget()) is not None:
            modal.close()
        elif time.monotonic() < self._end:
            QTimer.singleShot(0, self, self._step)  # a dialog that it opens and waits in must not stop this timer
        elif self._quiet.exists():
            self._timer.stop()
            self._show_all()

    def _on_beat(self) -> None:
        now = time.monotonic()
        self._longest, self._beaten = max(self._longest, now - self._beaten), now

    def _step(self) -> None:
        if self._chance.random() > 0.6 or not self._answer():
            (step,) = self._chance.choices([step for _, step in self._steps], [weight for weight, _ in self._steps])
            step()
        self._beaten = time.monotonic()  # many keys at once: no hold that a person would feel

    def _ask(self) -> None:
        question = self._window.recall.query.question
        self._window.go_to_question()
        question.setText(self._chance.choice(self._material)[:60] if self._chance.random() < 0.9 else "")
        QTest.keyClick(question, Qt.Key.Key_Return)

    def _walk(self) -> None:
        recall = self._window.recall
        view = recall.results.view if recall.results.view.isVisible() else recall.records.view
        if view.isVisible():
            view.setFocus()
            for _ in range(self._chance.randint(1, 6)):
                QTest.keyClick(view, self._chance.choice([Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up]))

    def _mark(self) -> None:
        self._walk()
        QTest.keyClick(self._focus(), Qt.Key.Key_Space)

    def _command(self) -> None:
        allowed = [
            action
            for id, action in self._window.actions_by_id.items()
            if action.isEnabled() and not id.startswith(_ASKING)
        ]
        self._chance.choice(allowed).trigger()

    def _curate(self) -> None:
        if self._window.browser.place is not self._window.recall:
            self._window.go_to_recall()
        else:
            actions = [self._window.actions_by_id[f"record.{id}"] for id in _ACTS]
            if allowed := [action for action in actions if action.isEnabled()]:
                self._chance.choice(allowed).trigger()

    def _forget(self) -> None:
        self._window.recall.marking.clear()
        self._window.actions_by_id["record.forget"].trigger()

    def _answer(self) -> bool:
        """Yes to whatever is asked; whether something is."""
        proposal, inspector = self._window.curating.proposal, self._window.inspector
        if proposal.isVisible():
            proposal.reason.edit.setText("of no use")
            if proposal.dates.isVisible():
                QTest.keyClicks(proposal.dates.valid_until, f"20{self._chance.randint(30, 60)}-01-01")
            proposal.app.box.setEditText(self._chance.choice(APPS))
            QTest.mouseClick(proposal.go, Qt.MouseButton.LeftButton)
        elif inspector.editor.isVisible():
            inspector.editor.box.setPlainText(f"{self._chance.choice(self._material)} {self._chance.randrange(1000)}")
            QTest.keyClick(inspector.editor.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        elif inspector.reason.isVisible() or self._window.recall.replacing.is_open:
            QTest.keyClick(self._focus(), self._chance.choice([Qt.Key.Key_Return, Qt.Key.Key_Down]))
        else:
            return False
        return True

    def _type_key(self) -> None:
        keys = _LETTERS if self._window.browser.place is self._window.review else _KEYS
        QTest.keyClick(self._focus(), self._chance.choice(keys))

    def _bring_in(self) -> None:
        importing = self._window.imports.importing
        if importing.is_importing:
            return
        self._window.files.bring_in([self._inbox.some(self._chance)])
        QTimer.singleShot(2_000, self, lambda: QTest.mouseClick(self._window.imports.begin, Qt.MouseButton.LeftButton))

    def _focus(self) -> QObject:
        return QApplication.focusWidget() or self._window

    # ------------------------------------------------------------ the end

    def _show_all(self) -> None:
        """Everything, without a question; what others wrote and what still runs has its time to come in."""
        self._window.go_to_recall()
        self._window.session.return_to_present()
        self._window.session.set_sight(None, None)
        self._window.recall.query.question.clear()
        self._window.recall.showing.clear()
        self._wait()

    def _wait(self) -> None:
        if any(work.is_running for work in self._window.works):
            QTimer.singleShot(PAUSE, self, self._wait)
        else:
            QTimer.singleShot(REST, self, self._tell)

    def _tell(self) -> None:
        health, shown = self._window.session.health, self._window.recall.records.model.rowCount()
        self._notebook.write(Note("the event loop was held", self._longest))
        self._notebook.write(Note(f"counts {health.records if health else -1} records and shows {shown}"))
        if not self._window.session.close():
            self._fault("closing", "a lane did not end")
        QApplication.exit()


def _whole(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


def main() -> None:
    """Open the vault in a new window, and begin."""
    faulthandler.enable()
    vault, folder, seed, seconds, name = sys.argv[1:]
    application = make_application()
    sheet.dress(application, Scheme.LIGHT)
    sweeper = Sweeper(application)
    window = Window(Settings(QSettings(str(Path(folder) / f"{name}.ini"), QSettings.Format.IniFormat)))
    window.resize(1280, 800)
    window.session.open(Path(vault))
    window.show()
    window.activateWindow()
    person = Person(window, Path(vault), Path(folder), int(seed), float(seconds), name)
    application.exec()
    sweeper.end()
    person.deleteLater()


if __name__ == "__main__":
    main()
