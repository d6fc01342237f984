"""A number that is set with a slider or typed: a name, the slider, the number."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QLabel, QSizePolicy, QSlider, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.wording import spoken

_FINENESS = 300
"""Positions of a slider."""
_WIDEST = 1e7
"""What may be typed: whether it can be is said by the library, in a sentence."""

_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -10,
    Qt.Key.Key_PageUp: 10,
}


@dataclass(frozen=True, slots=True)
class Scale:
    """Which values a slider offers, from the least to the most, and what one press of an arrow changes."""

    least: float
    most: float
    step: float = 1.0
    places: int = 0
    logarithmic: bool = False
    """Equal distances are equal factors."""

    def value(self, position: int) -> float:
        """The value at a position of the slider, as it can be written."""
        share = position / _FINENESS
        if self.logarithmic:
            return round(self.least * float((self.most / self.least) ** share), self.places)
        return round(round((self.least + share * (self.most - self.least)) / self.step) * self.step, self.places)

    def position(self, value: float) -> int:
        """Where the slider stands for a value; at an end for what lies beyond."""
        value = min(max(value, self.least), self.most)
        if self.logarithmic:
            share = math.log(value / self.least) / math.log(self.most / self.least)
        else:
            share = (value - self.least) / (self.most - self.least)
        return round(share * _FINENESS)

    def stepped(self, value: float, steps: int) -> float:
        """So many steps further, no further than the ends unless it lies beyond already."""
        wanted = round(value + steps * self.step, self.places)
        return min(max(wanted, self.least), max(self.most, value))


class Knob(QWidget):
    """One setting. What a person types is told at every key, also what cannot be."""

    turned = Signal(float)
    """A person set another value."""
    left = Signal()
    """The number lost the focus, or Enter was pressed in it."""

    def __init__(self, name: str, scale: Scale, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale = scale
        self.name = QLabel(name)
        self.name.setProperty("role", "control")
        self.name.setVisible(bool(name))
        self.slider, self.number = _Slider(), _Number(scale)
        self.slider.stepped.connect(self._on_stepped)
        self.slider.valueChanged.connect(self._on_slid)
        self.number.valueChanged.connect(self._on_typed)
        self.number.editingFinished.connect(self.left)
        self.name.setBuddy(self.number)
        for widget in (self, self.slider, self.number, self.name):
            widget.setToolTip(tip)
        for control in (self.slider, self.number):
            control.setAccessibleDescription(tip)
        self.set_spoken(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.SPACE + 2)
        for widget in (self.name, self.slider, self.number):
            row.addWidget(widget)

    def set_spoken(self, name: str) -> None:
        """What a screen reader calls it."""
        self.slider.setAccessibleName(name)
        self.number.setAccessibleName(name)

    @property
    def value(self) -> float:
        """What the number says."""
        return self.number.value()

    def show_value(self, value: float) -> None:
        """Put a value there without setting it; who types in the number is not disturbed."""
        self._slide_to(value)
        if self.number.value() != value:
            self.number.blockSignals(True)
            self.number.setValue(value)
            self.number.blockSignals(False)

    def show_flaw(self, flawed: bool) -> None:
        """Whether the value cannot be."""
        if bool(self.number.property("flawed")) != flawed:
            self.number.setProperty("flawed", flawed)
            self.number.style().unpolish(self.number)
            self.number.style().polish(self.number)

    def _slide_to(self, value: float) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(self._scale.position(value))
        self.slider.blockSignals(False)

    def _turn(self, value: float) -> None:
        self.show_value(value)
        self.turned.emit(value)

    def _on_slid(self, position: int) -> None:
        value = self._scale.value(position)
        if value != self.number.value():
            self._turn(value)

    def _on_stepped(self, steps: int) -> None:
        value = self._scale.stepped(self.number.value(), steps)
        if value != self.number.value():
            self._turn(value)

    def _on_typed(self, value: float) -> None:
        self._slide_to(value)
        self.turned.emit(value)


class _Slider(QSlider):
    """Arrows go by steps of the setting, not of the picture. The wheel turns it only where it has the focus."""

    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(0, _FINENESS)
        self.setMinimumWidth(look.SLIDER)
        self.setMaximumWidth(look.SLIDER)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = _STEPS.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(steps)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            self.stepped.emit(1 if event.angleDelta().y() > 0 else -1)
        else:
            event.ignore()


class _Number(QDoubleSpinBox):
    """The number box: arrows go by steps within what can be; digits may say what cannot.

    The style sheet makes its buttons nothing wide: without any, Qt gives a dressed box no room for its text.
    """

    def __init__(self, scale: Scale) -> None:
        super().__init__()
        self._scale = scale
        self.setLocale(spoken().locale)
        self.setDecimals(scale.places)
        self.setRange(-_WIDEST, _WIDEST)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        look.follow(self, lambda box: box.setFixedSize(look.scaled(look.NUMBER), look.Height.CONTROL))

    def stepBy(self, steps: int) -> None:
        self.setValue(self._scale.stepped(self.value(), steps))
        self.selectAll()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()
