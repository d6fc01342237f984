"""Every command of the window as a value; menus, shortcuts and their test derive from these tuples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Flag, auto


class Needs(Flag):
    """What must be there for a command to be enabled; all of it."""

    NOTHING = 0
    VAULT = auto()
    RECORD = auto()
    """A record is selected."""
    IN_FORCE = auto()
    """The selected record is active and not superseded."""
    SUPERSEDED = auto()
    """The selected record is superseded."""
    TARGET = auto()
    """A record is selected, or some are marked, for an act to be on."""
    TO_DEACTIVATE = auto()
    """The selected record is in force, or some are marked."""
    TO_RESTORE = auto()
    """The selected record is out of force, or some are marked."""
    MARKABLE = auto()
    """Records are on show that can be marked."""
    MARKED = auto()
    """Some are marked, and on show is where."""
    UNDOABLE = auto()
    """There is an act of this window to take back."""
    REDOABLE = auto()
    """There is one to do again."""
    ADJUSTED = auto()
    """The settings in use differ from the profile's own."""
    SAVED_PROFILE = auto()
    """The profile in use is one of the vault's own."""
    EARLIER = auto()
    """There is a place to go back to."""
    LATER = auto()
    """One went back, and can go forward again."""
    ANSWER = auto()
    """A question is answered."""
    UNDER_QUESTION = auto()
    """The record that is looked at stands under the question of Recall."""
    EXPECTATION = auto()
    """An expectation is current, in Measure."""
    ENDED = auto()
    """The current expectation fails, and an act is known that ended it."""
    KNOWN = auto()
    """The vault is asked as it was known at an earlier moment."""
    LOGGED = auto()
    """A recall of the log is current, in History."""
    ACTIONABLE = auto()
    """A recall of the log is current, or an act that can be taken back, in History."""
    BETWEEN = auto()
    """An act is between then and now, in History."""
    OF_LOGGED = auto()
    """A record of a logged recall is looked at, in History."""
    PLACE = auto()
    """A place is in front, and no page."""
    SOURCE = auto()
    """A linked source is current, on its page."""


class Reach(Flag):
    """Where a shortcut works."""

    WINDOW = auto()
    RECORDS = auto()
    """Where records are shown, not where a text is typed: single letters."""
    HISTORY = auto()
    """Where the history is shown: single letters that mean something else elsewhere."""
    SOURCES = auto()
    """On the page of the linked sources."""
    MARKS = auto()
    """In the lists whose rows can be marked."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person can do. ``handler`` is the dotted name of a method, from the window on; the text is
    ``command.<id>``."""

    id: str
    handler: str
    shortcut: str = ""
    needs: Needs = Needs.NOTHING
    reach: Reach = Reach.WINDOW
    checkable: bool = False
    choice: str = ""
    """Commands with the same choice exclude each other."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that is no command, because it means something else elsewhere; its text is ``key.<place>.<id>``."""

    place: str
    """Where it works; the title of its group is ``keys.<place>``."""
    id: str
    keys: tuple[str, ...]


KEYS: tuple[Key, ...] = (
    Key("question", "rows", ("Down",)),
    Key("question", "older", ("Up",)),
    Key("question", "settle", ("Return",)),
    Key("question", "clear", ("Esc",)),
    Key("rows", "walk", ("Up", "Down")),
    Key("rows", "page", ("PgUp", "PgDown")),
    Key("rows", "ends", ("Home", "End")),
    Key("rows", "take", ("Return",)),
    Key("rows", "stretch", ("Shift+Down",)),
    Key("rows", "back", ("Esc",)),
    Key("missed", "rows", ("Down",)),
    Key("missed", "back", ("Esc",)),
    Key("review", "keep_first", ("A",)),
    Key("review", "keep_second", ("B",)),
    Key("review", "both_true", ("T",)),
    Key("review", "not_the_same", ("N",)),
    Key("review", "deactivate", ("D",)),
    Key("review", "restore", ("R",)),
    Key("review", "later", ("Space", "L")),
    Key("review", "walk", ("Up", "Down")),
    Key("review", "preview", ("Left", "Right")),
    Key("review", "take", ("Return",)),
    Key("timeline", "search", ("Up",)),
    Key("timeline", "open", ("Return",)),
    Key("timeline", "days", ("Left", "Right")),
    Key("timeline", "range", ("Shift+Left",)),
    Key("sources", "read", ("Return",)),
    Key("sources", "back", ("Esc",)),
    Key("choosing", "rows", ("Down",)),
    Key("choosing", "take", ("Return",)),
    Key("choosing", "tick", ("Space",)),
    Key("choosing", "back", ("Esc",)),
    Key("replacement", "accept", ("Return",)),
    Key("replacement", "turn", ("T",)),
    Key("replacement", "impact", ("I",)),
    Key("replacement", "tick", ("Space",)),
    Key("replacement", "back", ("Esc",)),
    Key("chain", "go", ("Return",)),
    Key("chain", "remove", ("Del",)),
    Key("editor", "keep", ("Ctrl+Return",)),
    Key("editor", "leave", ("Esc",)),
    Key("acts", "accept", ("Return",)),
    Key("acts", "day", ("Up", "Down")),
    Key("acts", "dismiss", ("Esc",)),
    Key("import", "begin", ("Ctrl+Return",)),
    Key("import", "open", ("Return",)),
    Key("import", "remove", ("Del",)),
    Key("import", "back", ("Esc",)),
    Key("doctor", "repair", ("Ctrl+Return",)),
    Key("doctor", "open", ("Return",)),
    Key("doctor", "back", ("Esc",)),
    Key("elsewhere", "back", ("Esc",)),
    Key("elsewhere", "tabs", ("Left", "Right")),
    Key("elsewhere", "open", ("Return",)),
    Key("elsewhere", "next", ("Tab",)),
)
"""What the keys do that are not commands, for the page of keys."""


COMMANDS: tuple[Command, ...] = (
    Command("vault.new", "files.new_vault", "Ctrl+N"),
    Command("vault.open", "files.open_vault", "Ctrl+O"),
    Command("vault.demo", "session.open_demo"),
    Command("vault.import", "go_to_import", "Ctrl+I"),
    Command("vault.import_folder", "files.import_folder", "Ctrl+Shift+I"),
    Command("vault.sources", "go_to_sources", "F7", Needs.VAULT),
    Command("vault.export", "leaving.export", "Ctrl+Shift+E", Needs.VAULT),
    Command("vault.back_up", "leaving.back_up", "Ctrl+Shift+B", Needs.VAULT),
    Command("vault.doctor", "go_to_doctor", "Ctrl+Shift+D", Needs.VAULT),
    Command("vault.finish", "session.finish", needs=Needs.VAULT),
    Command("sources.link_file", "link_files", "F", Needs.VAULT, Reach.SOURCES),
    Command("sources.link_folder", "link_folder", "L", Needs.VAULT, Reach.SOURCES),
    Command("sources.read", "sources.read", "R", Needs.SOURCE, Reach.SOURCES),
    Command("sources.open", "sources.open_folder", "O", Needs.SOURCE, Reach.SOURCES),
    Command("sources.unlink", "sources.unlink", "Del", Needs.SOURCE, Reach.SOURCES),
    Command("sources.watch", "sources.toggle_watching", "P", Needs.VAULT, Reach.SOURCES, checkable=True),
    Command("vault.quit", "close", "Ctrl+Q"),
    Command("edit.undo", "session.undo", "Ctrl+Z", Needs.UNDOABLE),
    Command("edit.redo", "session.redo", "Ctrl+Shift+Z", Needs.REDOABLE),
    Command("history.again", "history.again", "R", Needs.ACTIONABLE, Reach.HISTORY),
    Command("history.compare", "history.compare", "C", Needs.LOGGED, Reach.HISTORY),
    Command("history.expect", "history.expect", "E", Needs.OF_LOGGED, Reach.HISTORY),
    Command("history.cause", "history.show_cause", "H", Needs.BETWEEN, Reach.HISTORY),
    Command("recall.question", "go_to_question", "Ctrl+L", Needs.VAULT),
    Command("recall.again", "refresh", "F5", Needs.VAULT),
    Command("recall.show_all", "recall.showing.clear", needs=Needs.VAULT),
    Command("recall.missed", "show_missed", "Ctrl+F", Needs.VAULT),
    Command("recall.adjust", "recall.open_adjust", "A", Needs.VAULT, Reach.RECORDS, checkable=True),
    Command("recall.reset", "recall.adjust_part.reset", "", Needs.ADJUSTED),
    Command("recall.remove_profile", "recall.adjust_part.remove_profile", "", Needs.SAVED_PROFILE),
    Command("recall.export_svg", "recall.ladder_part.export_svg", needs=Needs.ANSWER),
    Command("recall.export_png", "recall.ladder_part.export_png", needs=Needs.ANSWER),
    Command("recall.copy_markdown", "copying.markdown", "Ctrl+M", Needs.ANSWER),
    Command("recall.copy_json", "copying.json", "Ctrl+J", Needs.ANSWER),
    Command("recall.copy_ids", "copying.ids", needs=Needs.ANSWER),
    Command("recall.present", "recall.return_to_present", needs=Needs.KNOWN),
    Command("recall.log", "history.switch_log", needs=Needs.VAULT, checkable=True),
    Command("recall.forget_questions", "recall.forget_questions", needs=Needs.VAULT),
    Command("record.deactivate", "curating.deactivate", "D", Needs.TARGET | Needs.TO_DEACTIVATE, Reach.RECORDS),
    Command("record.restore", "curating.restore", "R", Needs.TARGET | Needs.TO_RESTORE, Reach.RECORDS),
    Command("record.supersede", "recall.replacing.begin", "S", Needs.TARGET | Needs.TO_DEACTIVATE, Reach.RECORDS),
    Command(
        "record.supersedes", "recall.replacing.begin_newer", "Shift+S", Needs.RECORD | Needs.IN_FORCE, Reach.RECORDS
    ),
    Command("record.copies", "recall.replacing.begin_copies", "", Needs.RECORD | Needs.SUPERSEDED),
    Command("record.edit", "inspection.edit", "Ctrl+E", Needs.RECORD | Needs.IN_FORCE),
    Command("record.dates", "curating.date", "V", Needs.TARGET, Reach.RECORDS),
    Command("record.move", "curating.move", "M", Needs.TARGET, Reach.RECORDS),
    Command("record.forget", "curating.forget", "Shift+Del", Needs.TARGET, Reach.RECORDS),
    Command("record.foresee", "curating.foresee", "I", Needs.TARGET, Reach.RECORDS),
    Command("record.mark", "recall.marking.toggle", "Space", Needs.MARKABLE, Reach.MARKS),
    Command("record.mark_all", "recall.marking.mark_all", "Ctrl+A", Needs.MARKABLE, Reach.MARKS),
    Command("record.unmark_all", "recall.marking.clear", "Ctrl+Shift+A", Needs.MARKED, Reach.MARKS),
    Command("record.expect", "inspection.expect", "E", Needs.RECORD | Needs.UNDER_QUESTION, Reach.RECORDS),
    Command("record.unexpect", "measure.remove", "Del", Needs.EXPECTATION, Reach.RECORDS),
    Command("record.cause", "measure.show_cause", "H", Needs.ENDED, Reach.RECORDS),
    Command("record.why", "inspection.show_why", "W", Needs.RECORD, Reach.RECORDS),
    Command("record.xray", "inspection.show_xray", needs=Needs.RECORD),
    Command("record.copy", "copying.text", "Ctrl+C", Needs.RECORD, Reach.RECORDS),
    Command("record.copy_id", "copying.id", "Ctrl+Shift+C", Needs.RECORD),
    Command("view.recall", "go_to_recall", "F2", Needs.VAULT),
    Command("view.review", "go_to_review", "F3", Needs.VAULT),
    Command("view.measure", "go_to_measure", "F4", Needs.VAULT),
    Command("view.history", "go_to_history", "F8", Needs.VAULT),
    Command("view.back", "navigation.back", "Alt+Left", Needs.EARLIER),
    Command("view.forward", "navigation.forward", "Alt+Right", Needs.LATER),
    Command("view.inspector", "inspection.toggle", "F9", Needs.VAULT | Needs.PLACE, checkable=True),
    Command("view.next_area", "browser.next_area", "F6", Needs.VAULT),
    Command("view.next_view", "recall.next_view", "Ctrl+PgDown", Needs.VAULT),
    Command("view.previous_view", "recall.previous_view", "Ctrl+PgUp", Needs.VAULT),
    Command("view.larger", "appearance.larger", "Ctrl++"),
    Command("view.smaller", "appearance.smaller", "Ctrl+-"),
    Command("view.normal", "appearance.normal", "Ctrl+0"),
    Command("view.system", "appearance.wear_system", checkable=True, choice="scheme"),
    Command("view.light", "appearance.wear_light", checkable=True, choice="scheme"),
    Command("view.dark", "appearance.wear_dark", checkable=True, choice="scheme"),
    Command("view.language_system", "speech.as_system", checkable=True, choice="language"),
    Command("view.language_en", "speech.english", checkable=True, choice="language"),
    Command("view.language_fr", "speech.french", checkable=True, choice="language"),
    Command("view.language_ca", "speech.catalan", checkable=True, choice="language"),
    Command("view.language_es", "speech.spanish", checkable=True, choice="language"),
    Command("help.palette", "open_palette", "Ctrl+K"),
    Command("help.shortcuts", "show_shortcuts", "F1"),
    Command("help.about", "show_about"),
)

Submenu = tuple[str, tuple[str, ...]]
"""A menu within a menu: its id and its commands."""

MENUS: tuple[tuple[str, tuple[str | Submenu | None, ...]], ...] = (
    (
        "vault",
        (
            "vault.new",
            "vault.open",
            "vault.demo",
            None,
            "vault.import",
            "vault.import_folder",
            "vault.sources",
            (
                "sources",
                (
                    "sources.link_file",
                    "sources.link_folder",
                    "sources.read",
                    "sources.open",
                    "sources.unlink",
                    "sources.watch",
                ),
            ),
            "vault.finish",
            None,
            "vault.export",
            "vault.back_up",
            "vault.doctor",
            None,
            "vault.quit",
        ),
    ),
    (
        "edit",
        (
            "edit.undo",
            "edit.redo",
            None,
            "record.mark",
            "record.mark_all",
            "record.unmark_all",
            None,
            ("history", ("history.again", "history.compare", "history.expect", "history.cause")),
        ),
    ),
    (
        "recall",
        (
            "recall.question",
            "recall.again",
            "recall.missed",
            "recall.show_all",
            None,
            "recall.adjust",
            "recall.reset",
            "recall.remove_profile",
            None,
            "recall.copy_markdown",
            "recall.copy_json",
            "recall.copy_ids",
            None,
            "recall.export_svg",
            "recall.export_png",
            None,
            "recall.present",
            "recall.log",
            "recall.forget_questions",
        ),
    ),
    (
        "record",
        (
            "record.deactivate",
            "record.restore",
            "record.supersede",
            "record.supersedes",
            "record.copies",
            "record.edit",
            "record.dates",
            "record.move",
            "record.foresee",
            "record.forget",
            None,
            "record.expect",
            "record.unexpect",
            "record.cause",
            None,
            "record.why",
            "record.xray",
            None,
            "record.copy",
            "record.copy_id",
        ),
    ),
    (
        "view",
        (
            "view.recall",
            "view.review",
            "view.measure",
            "view.history",
            None,
            "view.next_view",
            "view.previous_view",
            None,
            "view.back",
            "view.forward",
            None,
            "view.inspector",
            "view.next_area",
            None,
            "view.larger",
            "view.smaller",
            "view.normal",
            None,
            "view.system",
            "view.light",
            "view.dark",
            None,
            (
                "language",
                (
                    "view.language_system",
                    "view.language_en",
                    "view.language_fr",
                    "view.language_ca",
                    "view.language_es",
                ),
            ),
        ),
    ),
    ("help", ("help.palette", "help.shortcuts", "help.about")),
)
"""The menu bar: the menu's id (its text is ``menu.<id>``) and the commands and menus in it; ``None`` is a
line."""


def menu_lists() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each menu with the commands that stand in it, a menu within a menu on its own after it."""
    for menu, entries in MENUS:
        yield menu, tuple(entry for entry in entries if isinstance(entry, str))
        yield from (entry for entry in entries if isinstance(entry, tuple))
