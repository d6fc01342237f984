"""An open vault: the places with their heads and strips and the inspector beside them, or a page in their stead."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.panels.inspector import InspectorPanel
from mnemoscope_gui.places.place import Place
from mnemoscope_gui.views.switch import Switch
from mnemoscope_gui.wording import say


class Browser(QWidget):
    """Lays places and pages out, and brings one of them to the front."""

    shown = Signal()
    """Another place is in front, or the same again."""

    def __init__(self, places: Mapping[str, Place], pages: Mapping[str, Place], inspector: InspectorPanel) -> None:
        super().__init__()
        self.setObjectName("browser")
        self._places, self._inspector = {**places, **pages}, inspector
        self._pages = pages
        self.switch = Switch(say("places.name"), tuple((id, say(f"place.{id}")) for id in places))
        self._heads, self._bodies, self._whole = QStackedWidget(), QStackedWidget(), QStackedWidget()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._front = self._behind = next(iter(places))
        self._unfolded: dict[str, bool] = {}
        """Whether the strip of a place was there when another came to the front."""
        for place in places.values():
            self._heads.addWidget(place.head)
            self._bodies.addWidget(place.body)
            if place.lead is not None:
                inspector.adopt(place.lead)
        self._splitter.addWidget(self._bodies)
        self._splitter.addWidget(inspector)
        self._splitter.setStretchFactor(0, 5)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setHandleWidth(look.MARGIN)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setSizes([look.WINDOW[0] - look.INSPECTOR_WIDTH, look.INSPECTOR_WIDTH])
        self._whole.addWidget(self._splitter)
        for page in pages.values():
            self._heads.addWidget(page.head)
            self._whole.addWidget(page.body)
        self._feet: list[tuple[QWidget, Callable[[], QWidget]]] = []
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(look.MARGIN, look.SPACE * 2, look.MARGIN, look.SPACE * 2)
        column.setSpacing(look.SPACE * 2)
        column.addLayout(self._head_row())
        for place in self._places.values():
            column.addWidget(place.strip)
        column.addWidget(self._whole, 1)

    def add_foot(self, foot: QWidget, target: Callable[[], QWidget]) -> None:
        """A strip below every place; ``target`` is what takes the focus in it."""
        self._feet.append((foot, target))
        self._column.addWidget(foot)

    def _head_row(self) -> QHBoxLayout:
        look.follow(self.switch, lambda switch: switch.setFixedHeight(look.Height.HEADER))
        self.switch.setVisible(len(self.switch.buttons) > 1)
        look.follow(self._heads, lambda heads: heads.setFixedHeight(look.Height.HEADER))
        row = QHBoxLayout()
        row.setSpacing(look.MARGIN)
        row.addWidget(self.switch)
        row.addWidget(self._heads, 1)
        return row

    @property
    def place(self) -> Place:
        """The place in front, or the page."""
        return self._places[self._front]

    @property
    def is_page(self) -> bool:
        """Whether a page is in front, without the inspector."""
        return self._front in self._pages

    @property
    def behind(self) -> str:
        """The place that comes to the front when the page is left."""
        return self._behind

    def show_place(self, id: str) -> None:
        """Bring a place or a page to the front; its strip comes and goes with it."""
        place = self._places[id]
        if self.place is not place:
            self.place.leave()
            self._unfolded[self._front] = not self.place.strip.isHidden()
            self.place.strip.hide()
            place.strip.setVisible(self._unfolded.get(id, False))
        self._front = id
        self._heads.setCurrentWidget(place.head)
        for page in self._pages.values():  # what is behind keeps no window wide
            for part in (page.head, page.body):
                policy = QSizePolicy.Policy.Preferred if page is place else QSizePolicy.Policy.Ignored
                part.setSizePolicy(policy, policy)
        if self.is_page:
            self.switch.show_none()
            self._whole.setCurrentWidget(place.body)
        else:
            self._behind = id
            self.switch.show_choice(id)
            self._whole.setCurrentWidget(self._splitter)
            self._bodies.setCurrentWidget(place.body)
        self._inspector.show_lead(place.lead)
        place.take_focus()
        self.shown.emit()

    def next_area(self) -> None:
        """Question, list, inspector, and round again."""
        feet = ((foot, target()) for foot, target in self._feet)
        areas = (*self.place.areas, (self._inspector, self._inspector.tabs.tabBar()), *feet)
        focus = QApplication.focusWidget()
        inside = [at for at, (area, _) in enumerate(areas) if focus and (area is focus or area.isAncestorOf(focus))]
        place = inside[0] if inside else -1
        for step in range(1, len(areas) + 1):
            target = areas[(place + step) % len(areas)][1]
            if target.isVisible():
                target.setFocus(Qt.FocusReason.TabFocusReason)
                return

    @property
    def sizes(self) -> QByteArray:
        """How the width is shared, to be remembered."""
        return self._splitter.saveState()

    def restore_sizes(self, sizes: QByteArray) -> None:
        """Share the width as it was."""
        self._splitter.restoreState(sizes)
