"""The history of the open vault: what of it is wanted, what is told of its rows, and the entry that is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope import timeline
from mnemoscope.errors import VaultError
from mnemoscope.hindsight import Hindsight, Others
from mnemoscope.plans import Impact
from mnemoscope.recourse import Way
from mnemoscope.timeline import ALL, Day, Place, Wanted, What
from mnemoscope_gui.jobs import history as jobs
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Listed, Told, Touched
from mnemoscope_gui.wording import say, text

HELD = 4000
"""Places of which is known what is told of them; beyond, all but those in sight are let go."""
FIRST = 100
"""Records of an act that are read at once."""
_ASIDE = 60
"""Milliseconds to wait where a recall is on its way."""
_PATIENCE = 0.6
"""Seconds: where asking what an act changed takes longer, only the act that is looked at is asked about."""


class History(QObject):
    """Reads only while somebody looks. What was found out stays on show until it is found out anew."""

    listed = Signal()
    """Other places are wanted, or came in."""
    told = Signal()
    """More is told of the rows."""
    looked = Signal()
    """More is known of the entry that is looked at."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.wanted: Wanted = ALL
        self.range: tuple[date, date] | None = None
        """The days that are wanted; ``None`` is all."""
        self.list: Listed | None = None
        self.lines: dict[Place, Told] = {}
        self.others: dict[int, Others | None] = {}
        """Of recalls, by number; ``None`` where that could not be found out."""
        self.impacts: dict[int, Impact | None] = {}
        """Of acts, by number."""
        self.selected: Place | None = None
        self.hindsight: Hindsight | None = None
        """Of the selected recall, once it has been asked again."""
        self.touched: Touched | None = None
        """By the selected act."""
        self._fresh: set[Place] = set()
        self._compared: set[int] = set()
        self._seen: tuple[Place, ...] = ()
        self._is_watched, self._is_stale = False, True
        self._is_busy = False
        """Whether a recall or an act is being compared."""
        self._round = self._looks = 0
        self._slowest = 0.0
        self._aside = QTimer(self, singleShot=True, interval=_ASIDE)
        self._aside.timeout.connect(self._compare_next)
        session.opened.connect(self._on_opened)
        session.acted.connect(lambda _: self._look_anew())
        session.health_changed.connect(lambda _: self._on_health_changed())
        session.written.connect(self._look_anew)

    # ------------------------------------------------------------ what is wanted

    def watch(self, watched: bool) -> None:
        """Whether somebody looks."""
        self._is_watched = watched
        if watched and self._is_stale:
            self.list_anew()
        elif watched:
            self._compare_next()

    def want(self, wanted: Wanted) -> None:
        """List these only."""
        if wanted != self.wanted:
            self.wanted = wanted
            self.list_anew()

    def want_days(self, chosen: tuple[date, date] | None) -> None:
        """List these days only."""
        if chosen != self.range:
            self.range = chosen
            self.listed.emit()

    @property
    def is_narrowed(self) -> bool:
        """Whether something is left out."""
        return self.wanted != ALL or self.range is not None

    @property
    def places(self) -> tuple[Place, ...]:
        """What is listed, newest first."""
        if self.list is None:
            return ()
        if self.range is None:
            return self.list.places
        since, until = timeline.span(*self.range)
        return tuple(place for place in self.list.places if since <= place.at < until)

    @property
    def days(self) -> tuple[Day, ...]:
        """The days of what is listed."""
        return self.list.days if self.list is not None and self.range is None else timeline.days(self.places)

    def list_anew(self) -> None:
        """List what there is now."""
        self._is_stale = False
        job = jobs.list_places(self.wanted, text)
        self._session.submit("background", job, self._on_listed, key="history")

    def switch_log(self, on: bool) -> None:
        """Keep the recall log from now on, or no more."""

        def on_switched(on: bool) -> None:
            self._session.informed.emit(say("timeline.log.on" if on else "timeline.log.off"))
            self.list_anew()

        self._session.submit("act", jobs.switch_log(on), on_switched)

    def _on_opened(self) -> None:
        self.wanted, self.range, self.list, self.selected = ALL, None, None, None
        self.lines, self.others, self.impacts = {}, {}, {}
        self._seen = ()
        self._is_stale, self._slowest = True, 0.0
        self._forget_findings()
        self._look(None)
        self.listed.emit()
        if self._is_watched:
            self.list_anew()

    def _look_anew(self) -> None:
        if self._is_watched:
            self.list_anew()
        else:
            self._is_stale = True

    def _on_health_changed(self) -> None:
        """Another index, other vectors: other recalls."""
        if self.list is not None:
            self.list = replace(self.list, last_act=-1)
            self._look_anew()

    def _on_listed(self, listed: Listed) -> None:
        if listed.wanted != self.wanted:
            return  # meanwhile something else is wanted
        before, self.list = self.list, listed
        is_other = before is None or before.last_act != listed.last_act
        if is_other:
            self._forget_findings()
        if before is None or before != listed:
            self.listed.emit()
        if is_other and self.selected is not None:
            self._look(self.selected)
        self._read()

    def _forget_findings(self) -> None:
        """They were true of the vault as it was."""
        self._round += 1
        self._is_busy = False
        self._fresh.clear()
        self._compared.clear()

    # ------------------------------------------------------------ what is told of the rows

    def see(self, places: Sequence[Place]) -> None:
        """These are in sight."""
        self._seen = tuple(places)
        self._read()

    def _read(self) -> None:
        missing = tuple(place for place in self._seen if place not in self._fresh)
        if not missing:
            self._compare_next()
            return
        current = self._round

        def on_told(told: dict[Place, Told]) -> None:
            if current != self._round:
                return
            self.lines.update(told)
            self._fresh.update(missing)
            if len(self.lines) > HELD:
                kept = {*self._seen, self.selected}
                self.lines = {place: line for place, line in self.lines.items() if place in kept}
                self._fresh &= kept
            self.told.emit()
            self._read()

        self._session.submit("background", jobs.tell(missing), on_told, key="history rows")

    def _compare_next(self) -> None:
        """One after the other, the one that is looked at first; none beside a recall that somebody waits for."""
        if self._is_busy or not self._is_watched:
            return
        wanted = [place for place in (self.selected, *self._seen) if place is not None and self._is_unknown(place)]
        if not wanted:
            return
        if self._session.is_recalling:
            self._aside.start()
        else:
            self._compare(wanted[0])

    def _is_unknown(self, place: Place) -> bool:
        if place.what is What.RECALL:
            return place.number not in self._compared
        is_wanted = place == self.selected or self._slowest < _PATIENCE
        return is_wanted and place.number not in self.impacts

    def _compare(self, place: Place) -> None:
        current, number = self._round, place.number
        self._is_busy = True

        def known(found: object) -> None:
            if current != self._round:
                return
            self._is_busy = False
            if place.what is What.RECALL:
                self._compared.add(number)
                self.others[number] = found if isinstance(found, Others) else None
            else:
                impact, seconds = found if isinstance(found, tuple) else (None, 0.0)
                self.impacts[number] = impact
                self._slowest = max(self._slowest, seconds)
            self.told.emit()
            self._compare_next()

        def on_error(error: BaseException) -> None:
            known(None)
            if not isinstance(error, VaultError):
                self._session.connection.tell_error(error)

        job = (
            jobs.compare(number)
            if place.what is What.RECALL
            else jobs.changed_by(number, lambda: current == self._round and self._is_watched)
        )
        self._session.submit("background", job, known, on_error=on_error, on_cancelled=lambda: known(None))

    # ------------------------------------------------------------ one entry

    def select(self, place: Place | None) -> None:
        """Look at this one."""
        if place != self.selected:
            self.selected = place
            self._look(place)
            self._compare_next()

    @property
    def line(self) -> Told | None:
        """What is told of the selected one."""
        return self.lines.get(self.selected) if self.selected is not None else None

    def read_more(self) -> None:
        """More of the records that the selected act touched."""
        touched = self.touched
        if self.selected is not None and touched is not None and not touched.is_whole:
            self._touch(self.selected, len(touched.records) * 2)

    def _look(self, place: Place | None) -> None:
        self._looks += 1
        look = self._looks
        if self.hindsight is not None and (place is None or self.hindsight.logged.number != place.number):
            self.hindsight = None
        if self.touched is not None and (place is None or self.touched.act != place.number):
            self.touched = None
        if place is None:
            self.looked.emit()
        elif place.what is What.ACT:
            self.hindsight = None
            self._touch(place, FIRST)
        else:
            self.touched = None

            def on_found(found: Hindsight) -> None:
                if look == self._looks:
                    self.hindsight = found
                    self.looked.emit()

            job = jobs.look_back(place.number, lambda: look == self._looks)
            self._session.submit("background", job, on_found, "hindsight", self._on_look_failed)
        if place is not None:
            self.looked.emit()

    def _touch(self, place: Place, limit: int) -> None:
        def on_touched(touched: Touched) -> None:
            if place == self.selected:
                self.touched = touched
                self.looked.emit()

        self._session.submit("background", jobs.touched(place.number, limit), on_touched, "history touched")

    def _on_look_failed(self, error: BaseException) -> None:
        if isinstance(error, VaultError):  # it was forgotten meanwhile
            self.list_anew()
        else:
            self._session.connection.tell_error(error)

    # ------------------------------------------------------------ acts

    def take_back(self, place: Place) -> None:
        """Undo this window's last act, or revert another one."""
        told = self.lines.get(place)
        way = told.recourse.way if told is not None and told.recourse is not None else None
        if way is Way.UNDO:
            self._session.undo()
        elif place.what is What.ACT:
            self._session.carry_out(jobs.revert(place.number))
