"""The box of profiles: the built-in ones, those of the vault, and the one that was adjusted and not saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope.records import PROFILES, Profile
from mnemoscope_gui import look
from mnemoscope_gui.wording import say

_TIP = int(Qt.ItemDataRole.ToolTipRole)


class ProfileBox(QComboBox):
    """Chooses a profile. A saved one can be removed where it is listed: with its cross, or with Del."""

    profile_chosen = Signal(object)
    """A ``Profile``."""
    removal_requested = Signal(str)
    """A saved profile, by name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Profile = PROFILES["fused"]
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setItemDelegate(_EntryDelegate(self))
        self.view().viewport().installEventFilter(self)
        self.view().installEventFilter(self)
        self.view().setAccessibleName(say("profile.name"))
        self.show_profiles(PROFILES, self._shown)
        self.currentIndexChanged.connect(self._on_chosen)

    def show_profiles(self, profiles: Mapping[str, Profile], shown: Profile, offered: Sequence[Profile] = ()) -> None:
        """Put these there, one of them in use, without choosing it; adjusted ones stand first, as such."""
        self.blockSignals(True)
        self.clear()
        self._shown = shown
        adjusted = [some for some in dict.fromkeys((shown, *offered)) if profiles.get(some.name) != some]
        for some in adjusted:
            self._add(say("profile.adjusted", name=some.name), some, say("profile.adjusted.tip", name=some.name))
        for name, profile in profiles.items():
            if name == next((some for some in profiles if some not in PROFILES), None):
                self.insertSeparator(self.count())
            self._add(name, profile, say(f"profile.{name}") if name in PROFILES else say("profile.saved"))
        self.setCurrentIndex(0 if shown in adjusted else self.findText(shown.name))
        self.setToolTip(str(self.currentData(_TIP)))
        self.blockSignals(False)

    def _add(self, name: str, profile: Profile, tip: str) -> None:
        self.addItem(name, profile)
        self.setItemData(self.count() - 1, tip, _TIP)

    def _on_chosen(self, place: int) -> None:
        profile = self.itemData(place)
        if isinstance(profile, Profile) and profile != self._shown:
            self._shown = profile
            self.setToolTip(str(self.itemData(place, _TIP)))
            self.profile_chosen.emit(profile)

    # ------------------------------------------------------------ removing

    def removable(self, place: int) -> str:
        """The name of the saved profile at a place of the list; empty where there is none."""
        profile = self.itemData(place)
        is_saved = isinstance(profile, Profile) and profile.name not in PROFILES
        return profile.name if is_saved and self.itemText(place) == profile.name else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        view, place = self.view(), -1
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            index = view.indexAt(event.position().toPoint())
            if index.isValid() and cross(view.visualRect(index)).contains(event.position().toPoint()):
                place = index.row()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and _removes(event):
            place = view.currentIndex().row()
        if place >= 0 and (name := self.removable(place)):
            self.hidePopup()
            self.removal_requested.emit(name)
            return True
        return super().eventFilter(watched, event)


def _removes(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Delete and event.modifiers() == Qt.KeyboardModifier.NoModifier


def cross(row: QRect) -> QRect:
    """Where the cross of a row stands."""
    return QRect(row.right() - look.Height.ROW, row.top(), look.Height.ROW, row.height())


class _EntryDelegate(QStyledItemDelegate):
    """A row of the list, with a cross where the profile can be removed."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        box = self.parent()
        if isinstance(box, ProfileBox) and box.removable(index.row()):
            painter.setPen(look.colour(look.colours().muted))
            painter.setFont(look.font(look.Size.RANK))
            painter.drawText(cross(option.rect), int(Qt.AlignmentFlag.AlignCenter), "×")
