"""*Assistant sees*: the apps and the moment of a recall, which change its ranks."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget, QWidgetAction

from mnemoscope_gui import look
from mnemoscope_gui.views.chips import Chip
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
        self._label = QLabel(say("sight.label"))
        self._label.setProperty("role", "muted")
        self._chips = QHBoxLayout()
        self._chips.setSpacing(look.SPACE + 2)
        self._more = Chip("+", say("sight.more"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._moment = Chip("", say("sight.moment"))
        self._moment.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._moment.setMenu(self._moment_menu())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.SPACE + 2)
        row.addWidget(self._label)
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

    def _hide(self, app: str) -> None:
        """Where the chip goes the focus goes to its neighbour, not away."""
        had_focus = any(chip.hasFocus() for chip in self._app_chips)
        self.see(app, False)
        if had_focus:
            self._more.setFocus(Qt.FocusReason.OtherFocusReason)

    # ------------------------------------------------------------ room

    def sizeHint(self) -> QSize:
        return QSize(self._width(_MOST), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(0), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit(self.width())

    def widths(self) -> tuple[int, int]:
        """On one line: with one app's chip, and with all that may have one."""
        return self._width(1), self._width(_MOST)

    def fit(self, width: int) -> int:
        """As many apps as find room have a chip; returns the height."""
        self._show_most(next((most for most in range(_MOST, 0, -1) if self._width(most) <= width), 0))
        return self.sizeHint().height()

    @property
    def _app_chips(self) -> list[QWidget]:
        items = [self._chips.itemAt(place) for place in range(self._chips.count())]
        return [chip for item in items if item is not None and (chip := item.widget()) is not None]

    def _show_most(self, most: int) -> None:
        for place, chip in enumerate(self._app_chips):
            chip.setVisible(place < most)
        self._more.setText(self._more_text(most))

    def _more_text(self, most: int) -> str:
        others = len(self._seen) - most
        return say("sight.others", count=others, number=number(others)) if others > 0 else "+"

    def _width(self, most: int) -> int:
        chips = [chip.sizeHint().width() for chip in self._app_chips[:most]]
        metrics = self._more.fontMetrics()
        more = self._more.sizeHint().width() - metrics.horizontalAdvance(self._more.text())
        more += metrics.horizontalAdvance(self._more_text(most)) if len(self._apps) > 1 else 0
        fixed = [self._label.sizeHint().width(), more if len(self._apps) > 1 else 0, self._moment.sizeHint().width()]
        gap = look.SPACE + 2
        return sum(fixed) + sum(chips) + gap * (len(chips) + 2) + look.SPACE * 2

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
            chip = Chip(text, say("sight.hide", app=app) if removable else "")
            chip.setEnabled(removable or len(self._apps) == 1)
            chip.removable = removable
            if removable:
                chip.clicked.connect(lambda _=False, app=app: self._hide(app))
                chip.removed.connect(lambda app=app: self._hide(app))
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
        self.fit(self.width())

    def _show_moment(self) -> None:
        day = say("sight.today") if self._at is None else day_at(self._at)
        self._moment.setText(say("sight.as_of", day=day))
        self._moment.show_changed(self._at is not None)

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
