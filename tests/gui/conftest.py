"""A small vault of our own, and a window that opens it."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from pytestqt.qtbot import QtBot

from mnemoscope import indexing, ingest
from mnemoscope.records import Draft, Kind, RecordDraft, SessionDraft
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault
from mnemoscope_gui import look, sheet
from mnemoscope_gui.app import make_application
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

PATIENCE = 15_000
_TESTS = count(1)

_SPOKEN = (
    ("ward", "Rota, week 19", "Ilse", "Rota: early Ilse, late Joan, night Admon; keys at the desk."),
    ("ward", "Rota, week 19", "Pere", "Shift changes on Sunday at 21:00, badge list below."),
    ("ward", "Rota, week 19", "Marta", "Who works Sunday? I swapped the early shift with Nil."),
    ("ward", "Rota, week 20", "Nil", "The Sunday shift pays double until September."),
    ("ward", "Rota, week 20", "Pere", "Swapped: Pere does Sunday, I do the Monday shift."),
    ("ward", "Rota, week 20", "Clara", "El torn de diumenge el fa qui va plegar tard dissabte."),
    ("home", "Small debts", "Clara", "I still owe Admon twelve euros from the spring."),
    ("home", "Small debts", "Roser", "Marta owes me a lunch since the exam."),
    ("home", "Garden", "Roser", "The tomatoes by the wall want water in the evening."),
    ("home", "Garden", "Clara", "شفت يوم الأحد الحديقة مع Admon وكانت جميلة"),
)


def drafts(filler: int = 30) -> Iterator[Draft]:
    """Two apps, five sessions, one standing instruction."""
    yield SessionDraft("arrangements", "Arrangements", "ward")
    yield RecordDraft("arrangements", "Answer in the language of the question.", app="ward", kind=Kind.STANDING)
    known = set()
    for number, (app, session, speaker, text) in enumerate(_SPOKEN):
        if session not in known:
            known.add(session)
            yield SessionDraft(session, session, app)
        happened = parse_iso(f"2025-05-{number + 1:02}T09:00:00+02:00")
        yield RecordDraft(session, text, f"spoken-{number}", app, speaker=speaker, happened_at=happened)
    yield SessionDraft("bulletins", "Bulletins", "ward")
    for number in range(filler):
        text = f"Bulletin {number}: the weekly shift list of floor {number % 4} hangs by the lift."
        yield RecordDraft("bulletins", text, f"bulletin-{number}", "ward", Kind.NOTE)


@pytest.fixture(autouse=True)
def _swept() -> Iterator[None]:
    """Dead widgets are destroyed in this thread, between two tests, and never in a lane's: a style sheet is put on all
    that live."""
    gc.disable()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(1 if next(_TESTS) % 20 else 2)


@pytest.fixture(scope="session")
def _indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("vaults") / "small.vault"
    with Vault.create(path) as vault:
        ingest.import_drafts(vault, drafts(), format="jsonl", source="small.jsonl")
    return path


@pytest.fixture(scope="session")
def _embedded(_indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("vaults") / "embedded.vault"
    shutil.copy(_indexed, path)
    with Vault.open(path) as vault:
        indexing.embed_pending(vault, bulk=False)
    return path


@pytest.fixture
def words_vault(_indexed: Path, tmp_path: Path) -> Path:
    """A vault with a complete word index and no vector."""
    return Path(shutil.copy(_indexed, tmp_path / "words.vault"))


@pytest.fixture
def vault_path(_embedded: Path, tmp_path: Path) -> Path:
    """A vault with both channels complete."""
    return Path(shutil.copy(_embedded, tmp_path / "ward.vault"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of this test alone."""
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def window(qtbot: QtBot, settings: Settings) -> Iterator[Window]:
    """The real window, with no vault open."""
    application = make_application()
    look.set_zoom(100)
    sheet.dress(application, Scheme.LIGHT)
    shown = Window(settings)
    qtbot.addWidget(shown)
    shown.resize(1280, 800)
    shown.show()
    shown.activateWindow()
    yield shown
    assert shown.session.close()


@pytest.fixture
def open_window(window: Window, vault_path: Path, qtbot: QtBot) -> Window:
    """The real window on a vault with both channels complete."""
    window.session.open(vault_path)
    qtbot.waitUntil(lambda: window.session.path is not None, timeout=PATIENCE)
    return window


@pytest.fixture
def ask(open_window: Window, qtbot: QtBot) -> Callable[[str], None]:
    """Types a question as a person would, and waits for its answer."""

    def typed(question: str) -> None:
        edit = open_window.recall.query.question
        edit.setFocus()
        edit.selectAll()
        qtbot.keyClicks(edit, question)
        qtbot.waitUntil(lambda: not open_window.session.is_asking, timeout=PATIENCE)
        qtbot.waitUntil(lambda: _is_explained(open_window), timeout=PATIENCE)

    return typed


def _is_explained(window: Window) -> bool:
    """Whether the inspector shows the record under the answer that is shown."""
    detail = window.session.detail
    return detail is not None and detail.answer is window.session.explained_by
