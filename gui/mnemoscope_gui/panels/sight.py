"""*Assistant sees*: the apps and the moment of a recall, which change its ranks."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget, QWidgetAction

from mnemoscope_gui import look
from mnemoscope_gui.wording import day_at, number, say

_MOST = 5
"""Apps that get a chip of their own."""


def end_of_day(day: date) -> int:
    """The last millisecond of a local day, in UTC."""
    return round(datetime(day.year, day.month, day.day, 23, 59, 59, 999000).astimezone().timestamp() * 1000)


class SightPanel(QWidget):
    """A strip of chips: one for each app that is seen, one to see more, one for the moment."""

    sight_chosen = Signal(object, object)
    """The scope (a tuple of apps, or ``None`` for all) and the moment (UTC milliseconds, or ``None`` for now)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._apps: tuple[str, ...] = ()
        self._seen: tuple[str, ...] = ()
        self._at: int | None = None
        self._label = label = QLabel(say("sight.label"))
        label.setProperty("role", "muted")
        self._chips = QHBoxLayout()
        self._chips.setSpacing(look.SPACE + 2)
        self._more = _chip("+", say("sight.more"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._moment = _chip("", say("sight.moment"))
        self._moment.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._moment.setMenu(self._moment_menu())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.SPACE + 2)
        row.addWidget(label)
        row.addSpacing(look.SPACE)
        row.addLayout(self._chips)
        row.addWidget(self._more)
        row.addSpacing(look.SPACE)
        row.addWidget(self._moment)
        row.addStretch(1)
        self._show_moment()

    def set_apps(self, apps: tuple[str, ...]) -> None:
        """The vault's apps. What was hidden stays hidden; a new app is seen."""
        hidden = set(self._apps) - set(self._seen)
        if apps == self._apps:
            return
        self._apps = apps
        self._seen = tuple(app for app in apps if app not in hidden)
        self._show_apps()

    def reset(self, apps: tuple[str, ...]) -> None:
        """All apps, now."""
        self._apps, self._seen, self._at = apps, apps, None
        self._show_apps()
        self._show_moment()

    def show_sight(self, scope: tuple[str, ...] | None, at: int | None) -> None:
        """Put a scope and a moment there without choosing them."""
        self._seen = self._apps if scope is None else tuple(app for app in self._apps if app in scope)
        self._at = at
        self._show_apps()
        self._show_moment()

    @property
    def scope(self) -> tuple[str, ...] | None:
        """The apps that are seen; ``None`` where nothing is hidden."""
        return None if self._seen == self._apps else self._seen

    @property
    def at(self) -> int | None:
        """The moment; ``None`` is now."""
        return self._at

    def choose_moment(self, day: date | None) -> None:
        """As of the end of a day, or of now."""
        self._at = end_of_day(day) if day is not None else None
        self._show_moment()
        self._emit()

    def see(self, app: str, seen: bool) -> None:
        """Show an app to the recall, or hide it; the last one stays."""
        wanted = tuple(some for some in self._apps if (seen if some == app else some in self._seen))
        if not wanted or wanted == self._seen:
            self._show_apps()
            return
        self._seen = wanted
        self._show_apps()
        self._emit()

    def _emit(self) -> None:
        self.sight_chosen.emit(self.scope, self._at)

    def _show_apps(self) -> None:
        while (item := self._chips.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        previous: QWidget = self
        for app in self._seen:
            removable = len(self._seen) > 1
            text = say("sight.app.removable" if removable else "sight.app", app=app)
            chip = _chip(text, say("sight.hide", app=app) if removable else "")
            chip.setEnabled(removable or len(self._apps) == 1)
            if removable:
                chip.clicked.connect(lambda _=False, app=app: self.see(app, False))
            self._chips.addWidget(chip)
            self.setTabOrder(previous, chip)
            previous = chip
        self._more.setVisible(len(self._apps) > 1)
        menu = QMenu(self._more)
        for app in self._apps:
            action = QAction(app, menu, checkable=True, checked=app in self._seen)
            action.toggled.connect(lambda seen, app=app: self.see(app, seen))
            menu.addAction(action)
        self._more.setMenu(menu)
        self.setTabOrder(previous, self._more)
        self._make_room()

    def _make_room(self) -> None:
        """As many app chips as fit, at most a few; the rest are counted on the last one."""
        chips = self._app_chips
        self._more.setText(say("sight.others", count=len(chips), number=number(len(chips))))
        room = self.width() - self.minimumSizeHint().width()
        shown = 0
        for chip in chips[:_MOST]:
            room -= chip.sizeHint().width() + self._chips.spacing()
            shown += room >= 0
        for place, chip in enumerate(chips):
            chip.setVisible(place < shown)
        hidden = len(chips) - shown
        self._more.setText(say("sight.others", count=hidden, number=number(hidden)) if hidden else "+")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    @property
    def _app_chips(self) -> list[QWidget]:
        items = (self._chips.itemAt(at) for at in range(self._chips.count()))
        return [chip for item in items if item is not None and (chip := item.widget()) is not None]

    def sizeHint(self) -> QSize:
        chips = sum(chip.sizeHint().width() + self._chips.spacing() for chip in self._app_chips[:_MOST])
        return self.minimumSizeHint() + QSize(chips + 8 * look.SPACE, 0)

    def minimumSizeHint(self) -> QSize:
        fixed = (widget for widget in (self._label, self._more, self._moment) if not widget.isHidden())
        width = sum(widget.sizeHint().width() for widget in fixed) + 8 * look.SPACE
        return QSize(width, super().minimumSizeHint().height())

    def _show_moment(self) -> None:
        day = say("sight.today") if self._at is None else day_at(self._at)
        self._moment.setText(say("sight.as_of", day=day))
        self._moment.setProperty("changed", self._at is not None)
        self._moment.style().unpolish(self._moment)
        self._moment.style().polish(self._moment)

    def _moment_menu(self) -> QMenu:
        menu = QMenu(self._moment)
        menu.addAction(say("sight.now")).triggered.connect(lambda: self.choose_moment(None))
        menu.addSeparator()
        calendar = QCalendarWidget()
        calendar.setMaximumDate(QDate.currentDate())
        calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        for weekend in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            calendar.setWeekdayTextFormat(weekend, QTextCharFormat())

        def on_day(day: QDate) -> None:
            menu.close()
            self.choose_moment(date(day.year(), day.month(), day.day()))

        calendar.clicked.connect(on_day)
        calendar.activated.connect(on_day)
        action = QWidgetAction(menu)
        action.setDefaultWidget(calendar)
        menu.addAction(action)
        return menu


def _chip(text: str, tip: str) -> QToolButton:
    chip = QToolButton()
    chip.setText(text)
    chip.setToolTip(tip)
    chip.setAccessibleName(tip or text)
    chip.setProperty("chip", True)
    return chip
