"""*Adjust*: the settings of the profile in use, each to be turned while the answer follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.messages import Message, message
from mnemoscope.profiles import LONGEST_NAME, mistakes
from mnemoscope.records import PROFILES, Channel, Profile
from mnemoscope_gui import look
from mnemoscope_gui.values import Kept
from mnemoscope_gui.views.control_rows import ControlRows
from mnemoscope_gui.views.knob import Knob, Scale
from mnemoscope_gui.wording import say, text

_DEPTH = Scale(1, 2000, 10, logarithmic=True)
SCALES: Mapping[str, Scale] = {
    "vector_depth": _DEPTH,
    "lexical_depth": _DEPTH,
    "rrf_k": Scale(1, 1000, logarithmic=True),
    "budget": Scale(1, 200, logarithmic=True),
    "k1": Scale(0, 3, 0.05, 2),
    "b": Scale(0, 1, 0.05, 2),
    "context_weight": Scale(0, 2, 0.05, 2),
}
"""What the sliders offer, by the profile's field."""
MOST = {"vector_depth": 100_000, "lexical_depth": 100_000, "budget": 1000}
"""What the window takes: a list of more would be no list that anybody reads."""
_WHOLE = ("vector_depth", "lexical_depth", "budget")
_OF_WORDS = ("lexical_depth", "k1", "b", "context_weight")


class AdjustPanel(QFrame):
    """A strip; hidden while folded in. An impossible value is said in a sentence and asked of nobody."""

    profile_adjusted = Signal(object)
    """A ``Profile`` with other values."""
    flawed = Signal(bool)
    """Whether what the strip shows cannot be, so that the numbers below it belong to other settings."""
    reset_requested = Signal()
    save_requested = Signal(str)
    """Keep these settings under a name."""
    list_requested = Signal()
    """Esc: back to the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("adjust")
        self.setProperty("panel", True)
        self.setAccessibleName(say("adjust.name"))
        self._profile = self._draft = Profile("fused")
        self.channels = {Channel.VECTOR: QCheckBox(say("hits.vectors")), Channel.LEXICAL: QCheckBox(say("hits.words"))}
        self.knobs = {
            field: Knob("" if field in _WHOLE[:2] else say(f"adjust.{field}"), scale, say(f"adjust.{field}.tip"))
            for field, scale in SCALES.items()
        }
        self.kept, self.sentence = QLabel(), QLabel()
        self.reset, self.save_as = QPushButton(say("adjust.reset")), QPushButton(say("adjust.save_as"))
        self.name = _NameEdit()
        self._buttons = QStackedWidget()
        self._lay_out()
        self._wire()
        self.show_profile(self._profile, is_adjusted=False)

    # ------------------------------------------------------------ building

    def _lay_out(self) -> None:
        self.sentence.setProperty("role", "meta")
        self.sentence.setWordWrap(True)
        self.sentence.setContentsMargins(0, 0, 0, look.SPACE * 2)
        self.sentence.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING, 1, look.PADDING, 1)
        column.setSpacing(0)
        column.addWidget(ControlRows((self._depths(), self._fusion(), self._words()), self._end()))
        column.addWidget(self.sentence)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _depths(self) -> QWidget:
        label = QLabel(say("adjust.depth"))
        label.setProperty("role", "muted")
        for channel, box in self.channels.items():
            box.setProperty("channel", channel.value)
            box.setToolTip(say(f"adjust.{channel.value}.tip"))
        for field, channel in (("vector_depth", Channel.VECTOR), ("lexical_depth", Channel.LEXICAL)):
            self.knobs[field].set_spoken(f"{say('adjust.depth')} {self.channels[channel].text()}")
        return _row(
            label,
            self.channels[Channel.VECTOR],
            self.knobs["vector_depth"],
            look.MARGIN - look.SPACE,
            self.channels[Channel.LEXICAL],
            self.knobs["lexical_depth"],
        )

    def _fusion(self) -> QWidget:
        return _row(self.knobs["rrf_k"], look.MARGIN, self.knobs["budget"])

    def _words(self) -> QWidget:
        return _row(
            self.knobs["k1"], look.MARGIN - look.SPACE, self.knobs["b"], look.MARGIN, self.knobs["context_weight"]
        )

    def _end(self) -> QWidget:
        self.kept.setProperty("role", "meta")
        self.kept.setTextFormat(Qt.TextFormat.RichText)
        self.reset.setProperty("quiet", True)
        for button in (self.reset, self.save_as):
            look.follow(button, lambda own: own.setFixedHeight(look.Height.CONTROL))
        self._buttons.addWidget(_row(None, self.reset, self.save_as))
        self._buttons.addWidget(_row(None, self.name))
        self._buttons.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        return _row(self.kept, look.SPACE, self._buttons)

    def _wire(self) -> None:
        for field, knob in self.knobs.items():
            knob.turned.connect(lambda value, field=field: self._on_turned(field, value))
            knob.left.connect(self._give_up)
        for channel, box in self.channels.items():
            box.clicked.connect(lambda on, channel=channel: self._on_switched(channel, on))
        self.reset.clicked.connect(self.reset_requested)
        self.save_as.clicked.connect(self.ask_name)
        self.name.accepted.connect(self.save_requested)
        self.name.dismissed.connect(self._on_name_dismissed)

    # ------------------------------------------------------------ what is shown

    def show_profile(self, profile: Profile, *, is_adjusted: bool) -> None:
        """These settings, and whether they can be taken back."""
        self._profile = self._draft = profile
        for field, knob in self.knobs.items():
            knob.show_value(getattr(profile, field))
            knob.setEnabled(profile.lexical if field in _OF_WORDS else profile.vector or field != "vector_depth")
        for channel, box in self.channels.items():
            box.setChecked(getattr(profile, channel.value))
        self.reset.setEnabled(is_adjusted)
        self._show_flaws({})

    def show_kept(self, kept: Kept | None) -> None:
        """How many expectations hold; muted while the settings shown are being checked."""
        if kept is None:
            self.kept.setEnabled(False)
            return
        fails = kept.held < kept.total
        sign = f"{say('adjust.warning')} " if fails else ""
        self.kept.setText(sign + say("adjust.kept", held=kept.held, total=kept.total, count=kept.total))
        self.kept.setToolTip(say("adjust.kept.tip"))
        self.kept.setVisible(kept.total > 0)
        self.kept.setEnabled(True)

    @property
    def first(self) -> QWidget:
        """The first slider that can be turned."""
        return next(knob for knob in self.knobs.values() if knob.isEnabled()).slider

    def take_focus(self) -> None:
        """The first slider that can be turned has the focus."""
        self.first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def ask_name(self) -> None:
        """The name to keep the settings under, in the place of the buttons."""
        self.name.open("" if self._profile.name in PROFILES else self._profile.name)
        self._buttons.setCurrentIndex(1)

    def end_asking(self) -> None:
        """The buttons again."""
        self._buttons.setCurrentIndex(0)

    @property
    def is_flawed(self) -> bool:
        """Whether something is shown that cannot be."""
        return self._draft != self._profile

    @property
    def is_asking_name(self) -> bool:
        """Whether a name is asked for."""
        return self._buttons.currentIndex() == 1

    # ------------------------------------------------------------ what a person does

    def _on_turned(self, field: str, value: float) -> None:
        values: dict[str, Any] = {field: round(value) if field in _WHOLE else value}
        self._try(replace(self._draft, **values))

    def _on_switched(self, channel: Channel, on: bool) -> None:
        values: dict[str, Any] = {channel.value: on}
        wanted = replace(self._draft, **values)
        if not wanted.vector and not wanted.lexical:  # refused at once: a box has no half-typed state
            self.channels[channel].setChecked(True)
            self._say(mistakes(wanted)["vector"])
            return
        self._try(wanted)

    def _try(self, wanted: Profile) -> None:
        self._draft = wanted
        found = {**_too_many(wanted, self._profile), **mistakes(wanted)}
        self._show_flaws(found)
        if not found and wanted != self._profile:
            self._profile = wanted
            self.profile_adjusted.emit(wanted)

    def _give_up(self) -> None:
        """The number that cannot be is left: the last one that can is there again."""
        if self._draft != self._profile:
            self.show_profile(self._profile, is_adjusted=self.reset.isEnabled())

    def _show_flaws(self, found: Mapping[str, Message]) -> None:
        for field, knob in self.knobs.items():
            knob.show_flaw(field in found)
        if found:
            self._say(next(iter(found.values())))
        else:
            self.sentence.hide()
        self.flawed.emit(bool(found))

    def _say(self, sentence: Message) -> None:
        self.sentence.setText(f"{say('adjust.warning')} {text(sentence)}")
        self.sentence.show()

    def _on_name_dismissed(self) -> None:
        self.end_asking()
        self.save_as.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._give_up()
            self.list_requested.emit()
        else:
            super().keyPressEvent(event)

    def add_action(self, action: QAction) -> None:
        """A command whose key works in the strip too."""
        self.addAction(action)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


def _too_many(wanted: Profile, now: Profile) -> dict[str, Message]:
    """What is more than the window takes; a profile that holds more already stays as it is."""
    return {
        field: message(f"adjust.most.{field}", most=most)
        for field, most in MOST.items()
        if getattr(wanted, field) > max(most, getattr(now, field))
    }


def _row(*parts: QWidget | int | None) -> QWidget:
    """Widgets side by side; a number is a distance, ``None`` takes the room that is left."""
    widget = QWidget()
    widget.setProperty("plain", True)
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.SPACE * 2)
    for part in parts:
        if isinstance(part, int):
            row.addSpacing(part)
        elif part is None:
            row.addStretch(1)
        else:
            row.addWidget(part)
    return widget


class _NameEdit(QLineEdit):
    """A name for a profile: Enter accepts, Esc lets it be."""

    accepted = Signal(str)
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("profile_name")
        self.setPlaceholderText(say("adjust.save.placeholder"))
        self.setToolTip(say("adjust.save.tip"))
        self.setAccessibleName(say("adjust.save.name"))
        self.setMaxLength(LONGEST_NAME)
        look.follow(self, lambda box: box.setFixedSize(look.scaled(look.NAME_WIDTH), look.Height.CONTROL))
        self.returnPressed.connect(lambda: self.accepted.emit(self.text()))

    def open(self, name: str) -> None:
        """Ask, with this name to begin with."""
        self.setText(name)
        self.selectAll()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)
