"""Commands made into Qt's actions and menus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from mnemoscope.records import Act
from mnemoscope_gui.commands import COMMANDS, MENUS, Needs, Reach, menu_lists
from mnemoscope_gui.models.offers import Offer
from mnemoscope_gui.values import ActKind
from mnemoscope_gui.wording import number, say, text

_LABEL = 60
"""Characters of an act in a menu."""


def make_actions(window: QMainWindow, reaches: Mapping[Reach, tuple[QWidget, ...]]) -> dict[str, QAction]:
    """An action for each command, by id; single letters work only in the widgets of their reach."""
    groups: dict[str, QActionGroup] = {}
    actions: dict[str, QAction] = {}
    for command in COMMANDS:
        action = QAction(say(f"command.{command.id}"), window)
        action.setObjectName(command.id)
        action.setCheckable(command.checkable)
        action.setShortcut(QKeySequence(command.shortcut))
        if command.choice:
            groups.setdefault(command.choice, QActionGroup(window)).addAction(action)
        handler: Callable[[], object] = attrgetter(command.handler)(window)
        action.triggered.connect(lambda _=False, handler=handler: handler())
        if command.reach is not Reach.WINDOW:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for widget in reaches.get(command.reach, ()):
                widget.addAction(action)
        actions[command.id] = action
    return actions


def make_menus(window: QMainWindow, actions: Mapping[str, QAction]) -> list[QMenu]:
    """The menus of the menu bar, in order."""
    menus = []
    for id, entries in MENUS:
        menu = QMenu(say(f"menu.{id}"), window)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            elif isinstance(entry, str):
                menu.addAction(actions[entry])
            else:
                menu.addMenu(say(f"menu.{entry[0]}")).addActions([actions[inner] for inner in entry[1]])
        _give_letters_to(menu, actions)
        menus.append(menu)
    return menus


def _give_letters_to(menu: QMenu, actions: Mapping[str, QAction]) -> None:
    """While a menu is open its own underlined letters count, and no letter acts on a record behind it."""
    letters = [(actions[c.id], QKeySequence(c.shortcut)) for c in COMMANDS if c.reach is not Reach.WINDOW]
    own = [action for action, _ in letters if action in menu.actions()]
    if own:  # its entries show their letters, which choose them here too
        for action in own:
            action.triggered.connect(menu.hide)
        return

    def take() -> None:
        for action, _ in letters:
            action.setShortcut(QKeySequence())

    def give_back() -> None:
        for action, letter in letters:
            action.setShortcut(letter)

    menu.aboutToShow.connect(take)
    menu.aboutToHide.connect(give_back)


def tell_acts(actions: Mapping[str, QAction], undoable: Act | None, redoable: Act | None) -> None:
    """Undo and redo say what they would do."""
    for id, act in (("edit.undo", undoable), ("edit.redo", redoable)):
        said = say(f"command.{id}.act", act=_most(text(act.label))) if act is not None else say(f"command.{id}")
        actions[id].setText(said)


def tell_targets(actions: Mapping[str, QAction], marked: int) -> None:
    """The acts say how many they would be on, while records are marked."""
    for kind in ActKind:
        words = {"count": marked, "number": number(marked)}
        id = f"command.record.{kind}"
        actions[f"record.{kind}"].setText(say(f"{id}.marked", **words) if marked else say(id))


def plain_text(action: QAction) -> str:
    """What an action says, without the sign of its letter."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def _most(label: str) -> str:
    shown = label if len(label) <= _LABEL else f"{label[:_LABEL].rstrip()}…"
    return shown.replace("&", "&&")


def offers(actions: Mapping[str, QAction], met: Needs) -> list[Offer]:
    """Every command for the palette, in the order of the menus."""
    by_id = {command.id: command for command in COMMANDS}
    return [
        Offer(
            plain_text(actions[id]).rstrip("…"),
            say(f"menu.{menu}").replace("&", ""),
            actions[id].trigger,
            native(by_id[id].shortcut),
            _why_not(by_id[id].needs & ~met),
        )
        for menu, ids in menu_lists()
        for id in ids
        if id != "help.palette"
    ]


def _why_not(missing: Needs) -> str:
    """The first thing that a command lacks, in words."""
    return next((say(f"needs.{need.name.lower()}") for need in missing if need.name), "")


def native(shortcut: str) -> str:
    """A key as this system writes it."""
    return QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)


def enable(actions: Mapping[str, QAction], has: Needs) -> None:
    """Enable the commands whose needs are met."""
    for command in COMMANDS:
        actions[command.id].setEnabled(command.needs & has == command.needs)
