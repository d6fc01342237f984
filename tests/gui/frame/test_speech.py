"""The window in every language: nothing is cut, and another language keeps everything where it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialogButtonBox, QLabel, QScrollArea, QSizePolicy, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope.glance import Copy, Glance
from mnemoscope_gui import languages, look, sheet, wording
from mnemoscope_gui.app import Browser, make_application
from mnemoscope_gui.frame import speech
from mnemoscope_gui.frame.dialogs import ShortcutsDialog
from mnemoscope_gui.languages import LANGUAGES
from mnemoscope_gui.languages.language import Language
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.views.headline import Headline
from mnemoscope_gui.window import Window

from ..conftest import PATIENCE
from ..values import hit, recall

QUESTION = "What shift was Admon on Sunday?"


@pytest.fixture
def browser(qtbot: QtBot, settings: Settings) -> Iterator[Browser]:
    """The application's own window, in English."""
    sheet.dress(make_application(), Scheme.LIGHT)
    settings.language = "en"
    made = Browser(settings)
    made.window.resize(1280, 800)
    made.window.show()
    yield made
    made.window.close()
    assert made.window.session.close()
    made.window.deleteLater()  # what is alive is dressed again by every test after
    settings.language = "en"
    made._speak()
    QLocale.setDefault(QLocale.c())


def choose(browser: Browser, id: str, qtbot: QtBot) -> Window:
    """Choose a language in the menu and wait for its window."""
    old = browser.window
    old.actions_by_id[f"view.language_{id}"].trigger()
    qtbot.waitUntil(lambda: browser.window is not old, timeout=PATIENCE)
    browser.window.activateWindow()
    return browser.window


def ask(window: Window, question: str, qtbot: QtBot) -> None:
    edit = window.recall.query.question
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, question)
    qtbot.waitUntil(lambda: not window.session.is_asking, timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.session.detail is not None, timeout=PATIENCE)


def open_vault(window: Window, vault: Path, qtbot: QtBot) -> None:
    window.session.open(vault)
    qtbot.waitUntil(lambda: window.session.path == vault, timeout=PATIENCE)


def cut(window: QWidget) -> list[str]:
    """The texts on show that have less room than they want, and do not say so with an ellipsis."""
    labels = [label for label in window.findChildren(QLabel) if label.text() and not label.wordWrap()]
    labels = [label for label in labels if label.sizePolicy().horizontalPolicy() != QSizePolicy.Policy.Ignored]
    widgets: list[QLabel | QAbstractButton] = [*labels, *window.findChildren(QAbstractButton)]
    return [
        f"{widget.text()!r}: {widget.width()} of {widget.sizeHint().width()}"
        for widget in widgets
        if widget.isVisible() and widget.text() and widget.width() < widget.sizeHint().width()
    ]


# ---------------------------------------------------------------- another language


def test_another_language_keeps_question_record_and_everything_chosen(
    browser: Browser, vault_path: Path, qtbot: QtBot, settings: Settings
) -> None:
    window = browser.window
    open_vault(window, vault_path, qtbot)
    window.recall.query.profile.setCurrentText("context")
    window.recall.sight.see("home", False)
    ask(window, "Nil double", qtbot)
    window.recall.query.question.remember()
    ask(window, QUESTION, qtbot)
    rows = window.recall.results.model.records
    window.recall.results.view.setCurrentIndex(window.recall.results.model.index(2, 0))
    chosen = rows[2].hit.id
    qtbot.waitUntil(lambda: window.session.detail is not None and window.session.detail.record.id == chosen)
    window.inspector.tabs.setCurrentIndex(2)
    window.resize(1310, 820)
    size = window.size()

    french = choose(browser, "fr", qtbot)
    qtbot.waitUntil(lambda: french.session.detail is not None, timeout=PATIENCE)
    qtbot.waitUntil(lambda: french.session.selected == chosen, timeout=PATIENCE)
    assert french.recall.query.question.text() == QUESTION
    assert [row.hit.id for row in french.recall.results.model.records] == [row.hit.id for row in rows]
    assert french.recall.results.selected == chosen
    assert french.recall.query.profile.currentText() == "context"
    assert french.session.scope == french.recall.sight.scope == ("ward",)
    assert french.inspector.tabs.currentIndex() == 2
    assert french.size() == size
    assert french.actions_by_id["view.language_fr"].isChecked()
    assert french.inspector.tabs.tabText(0) == "Pourquoi"
    assert settings.language == "fr"
    qtbot.keyClick(french.recall.query.question, Qt.Key.Key_Up)
    assert french.recall.query.question.text() == "Nil double"


def test_the_old_window_is_gone_with_its_threads(browser: Browser, vault_path: Path, qtbot: QtBot) -> None:
    old = browser.window
    open_vault(old, vault_path, qtbot)
    lanes = old.session.connection._lanes
    assert lanes is not None
    with qtbot.waitSignal(old.destroyed, timeout=PATIENCE):
        choose(browser, "ca", qtbot)
    assert all(not lane._thread.is_alive() for lane in lanes.all)


def test_first_run_changes_its_language_too(browser: Browser, qtbot: QtBot) -> None:
    assert choose(browser, "es", qtbot).welcome.open_vault.accessibleName() == "Abrir un cofre"
    assert choose(browser, "en", qtbot).welcome.open_vault.accessibleName() == "Open a vault"


def test_the_language_already_spoken_changes_nothing(browser: Browser, qtbot: QtBot) -> None:
    window = browser.window
    window.actions_by_id["view.language_en"].trigger()
    qtbot.wait(50)
    assert browser.window is window


def test_work_under_way_is_finished_first(browser: Browser, words_vault: Path, qtbot: QtBot) -> None:
    window = browser.window
    open_vault(window, words_vault, qtbot)
    window.session.finish()
    window.actions_by_id["view.language_fr"].trigger()
    assert browser.window is window
    assert window.status.news == "The language changes as soon as the work under way is done."
    qtbot.waitUntil(lambda: browser.window is not window, timeout=PATIENCE)
    qtbot.waitUntil(lambda: browser.window.session.health is not None, timeout=PATIENCE)
    health = browser.window.session.health
    assert health is not None
    assert health.to_embed == 0


def test_the_systems_language_is_spoken_until_one_is_chosen(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "of_system", lambda: languages.CATALAN)
    assert speech.chosen(settings) is languages.CATALAN
    settings.language = "fr"
    assert speech.chosen(settings) is languages.FRENCH
    settings.language = "tlh"
    assert speech.chosen(settings) is languages.CATALAN


def test_qts_own_buttons_and_calendars_speak_the_language(browser: Browser, qtbot: QtBot) -> None:
    choose(browser, "fr", qtbot)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert box.buttons()[0].text() == "Annuler"
    assert QLocale().language() == QLocale.Language.French
    choose(browser, "en", qtbot)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_a_text_that_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = {id: entry for id, entry in languages.FRENCH.catalogue.items() if id != "notice.close"}
    lacking = Language("fr", "", languages.FRENCH.locale, catalogue, languages.FRENCH.ordinal, languages.FRENCH.plural)
    wording.speak(lacking)
    try:
        assert wording.say("notice.close") == "Close"
        assert wording.say("tab.why") == "Pourquoi"
    finally:
        wording.speak(languages.ENGLISH)


# ---------------------------------------------------------------- room


@pytest.mark.parametrize("id", LANGUAGES)
def test_nothing_is_cut(id: str, browser: Browser, vault_path: Path, qtbot: QtBot) -> None:
    window = choose(browser, id, qtbot) if id != "en" else browser.window
    window.resize(1280, 800)
    qtbot.wait(20)
    assert cut(window) == []
    open_vault(window, vault_path, qtbot)
    ask(window, QUESTION, qtbot)
    qtbot.wait(20)
    for tab in range(window.inspector.tabs.count()):
        window.inspector.tabs.setCurrentIndex(tab)
        assert cut(window) == []
    tabs = window.inspector.tabs.tabBar()
    assert tabs.sizeHint().width() <= tabs.width()
    keys = ShortcutsDialog(window)
    keys.show()
    assert cut(keys) == []
    for area in keys.findChildren(QScrollArea):  # as wide as it wants, on a screen of 900
        assert area.widget().sizeHint().width() <= 900 * 0.9
    keys.close()


TIGHT = {
    "hits.fused": (44, True, {}),
    "hits.sum": (52, False, {}),
    "hits.cosine": (48, False, {}),
    "hits.vectors": (52, True, {}),
    "hits.bar": (120, False, {"k": "60"}),
    "hits.words": (52, True, {}),
    "hits.score": (40, False, {}),
    "hits.record": (120, False, {}),
    "opened.above": (104, False, {"margin": "0,00306"}),
    "opened.first_cut": (104, False, {}),
    "opened.beyond": (96, False, {"depth": "200"}),
    "opened.share": (84, False, {"percent": "100"}),
}
"""Texts that the list paints: how wide their place is, and whether they are strong."""


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_painted_titles_have_room(language: Language, browser: Browser) -> None:
    for id, (width, strong, parameters) in TIGHT.items():
        entry = language.catalogue[id]
        assert isinstance(entry, str)
        metrics = QFontMetricsF(look.font(look.Size.META, strong=strong))
        assert metrics.horizontalAdvance(entry.format(**parameters)) <= width, (id, entry)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("width", [look.CENTRE_MINIMUM, 904, 1500])
def test_the_headline_cuts_no_word_of_its_sentence_figures_and_chips(
    language: Language, width: int, browser: Browser, qtbot: QtBot
) -> None:
    wording.speak(language)
    headline = Headline()
    qtbot.addWidget(headline)
    served = recall(tuple(hit(rank, vector=rank * 2) for rank in range(1, 33)))
    copies = (Copy(served.hits[2].id, served.hits[0].id, 0.9),) * 3
    headline.show_recall(served, Glance(22, 615, 0, copies))
    headline.show_filtered(12, 32)
    headline.resize(width, headline.height())
    headline.show()
    QApplication.processEvents()
    for part in (headline._figures, headline._finders):
        assert part.width() >= part.sizeHint().width()
        assert headline.rect().contains(part.geometry())
    assert headline._sentence.width() >= headline._sentence.width_wanted


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_window_fits_its_size_with_larger_text(
    browser: Browser, language: str, vault_path: Path, qtbot: QtBot
) -> None:
    """Three sizes of text; the question is answered, for its time stands in its box."""
    browser.window.session.open(vault_path)
    qtbot.waitUntil(lambda: browser.window.session.path is not None, timeout=PATIENCE)
    window = choose(browser, language, qtbot) if language != "en" else browser.window
    ask(window, QUESTION, qtbot)
    for zoom, width, height in ((100, 900, 600), (150, 1080, 620), (200, 1280, 800)):
        look.set_zoom(zoom)
        sheet.dress(make_application(), Scheme.LIGHT)
        for place in window.places:
            window.go_to(place)
            qtbot.wait(30)
            least = window.minimumSizeHint()
            assert (least.width() <= width, least.height() <= height) == (True, True), (zoom, place, least)
    look.set_zoom(100)
