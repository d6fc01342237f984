"""The files for a desktop keep to its rules: desktop entry 1.5 and AppStream, by the simple ones."""

from __future__ import annotations

import shlex
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope import cli, usage
from mnemoscope_gui.app import make_application

ASSETS = Path(__file__).parents[2] / "assets"
ENTRY, METAINFO = ASSETS / "mnemoscope.desktop", ASSETS / "mnemoscope.metainfo.xml"
LANGUAGES = ("fr", "ca", "es")
TAGS = (
    "id", "metadata_license", "project_license", "name", "summary", "description", "launchable", "content_rating",
)  # fmt: skip


@pytest.fixture
def entry() -> RawConfigParser:
    parser = RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[method-assign,assignment]
    parser.read_string(ENTRY.read_text(encoding="utf-8"))
    return parser


def test_entry_has_what_a_desktop_asks_for(entry: RawConfigParser) -> None:
    main = entry["Desktop Entry"]
    assert (main["Type"], main["Name"], main["Terminal"]) == ("Application", "Mnemoscope", "false")
    assert {"Development", "Database"} <= set(main["Categories"].rstrip(";").split(";"))
    assert all(main[key].endswith(";") for key in ("Categories", "Keywords", "Actions"))
    assert (ASSETS / f"{main['Icon']}.svg").is_file()
    for key in ("GenericName", "Comment"):
        assert not main[key].endswith(".")
        assert all(main[f"{key}[{language}]"] for language in LANGUAGES)


def test_every_action_is_described_and_every_command_is_one_of_ours(entry: RawConfigParser) -> None:
    actions = [f"Desktop Action {name}" for name in entry["Desktop Entry"]["Actions"].rstrip(";").split(";")]
    assert entry.sections() == ["Desktop Entry", *actions]
    parser = usage.parser(cli.DOORS)
    for section in entry.sections():
        program, *arguments = shlex.split(entry[section]["Exec"])
        assert program == "mnemoscope"
        assert parser.parse_args([a for a in arguments if a != "%f"]).vault is None


def test_window_is_known_to_the_desktop_by_the_entrys_name(qapp: QApplication) -> None:
    assert make_application().desktopFileName() == ENTRY.stem


def test_metainfo_has_what_a_software_centre_asks_for() -> None:
    root = ElementTree.parse(METAINFO).getroot()
    assert (root.tag, root.get("type")) == ("component", "desktop-application")
    assert not [tag for tag in TAGS if root.find(tag) is None]
    assert root.findtext("launchable") == ENTRY.name
    assert root.findtext("project_license") == "MIT"
    summaries = root.findall("summary")
    assert len(summaries) == 1 + len(LANGUAGES)
    assert not [some.text for some in summaries if not some.text or some.text.endswith(".") or len(some.text) > 90]
    assert all(paragraph.text for paragraph in root.findall("description/p"))


def test_summary_and_comment_say_the_same(entry: RawConfigParser) -> None:
    root = ElementTree.parse(METAINFO).getroot()
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    for some in root.findall("summary"):
        key = f"Comment[{some.get(lang)}]" if some.get(lang) else "Comment"
        assert entry["Desktop Entry"][key] == some.text


@pytest.mark.parametrize("size", [16, 24, 32, 48, 256])
def test_icon_shows_three_colours_on_its_own_ground_at_every_size(size: int, qtbot: QtBot) -> None:
    make_application()
    image = QIcon("assets:mnemoscope.svg").pixmap(QSize(size, size)).toImage()
    assert image.size() == QSize(size, size)
    image = image.convertToFormat(QImage.Format.Format_ARGB32)

    def colour(x: float, y: float) -> QColor:
        return image.pixelColor(int(x * size), int(y * size))

    left, middle, right, ground = colour(0.25, 0.5), colour(0.5, 0.5), colour(0.75, 0.5), colour(0.5, 0.12)
    assert left.blue() > left.red() + 60
    assert right.red() > right.blue() + 60
    assert middle.lightness() < 60
    assert ground.lightness() > 240
    assert image.pixelColor(0, 0).alpha() < 128
