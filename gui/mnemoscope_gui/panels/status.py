"""The status bar: each channel's state and time, news, and long work with its progress."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QStatusBar, QWidget

from mnemoscope.records import Act, Channel, ChannelReport, ChannelState, Recall
from mnemoscope_gui import look
from mnemoscope_gui.values import Health
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.expectations_status import ExpectationsStatus
from mnemoscope_gui.wording import actor, clock, milliseconds, number, say, text

_WITH_HINT = 700
"""Width from which on there is room to say how every command is found."""
_LEAST_NEWS = 120
"""Width that the states leave to the news."""
_NEWS = 8000
"""Milliseconds for which a success is told."""


class StatusPanel(QStatusBar):
    """Two channels, one line of news, one piece of long work."""

    finish_requested = Signal()
    cancel_requested = Signal()
    palette_requested = Signal()
    expectations_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._health: Health | None = None
        self._recall: Recall | None = None
        self._working = False
        self.vectors, self.words = _ChannelStatus(), _ChannelStatus()
        self.finish = QPushButton(say("status.finish"))
        self.finish.setProperty("small", True)
        self.finish.clicked.connect(self.finish_requested)
        self.expectations = ExpectationsStatus()
        self.expectations.clicked.connect(self.expectations_requested)
        self._news = ElidedLabel()
        self._news.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        look.follow(self._news, lambda news: news.setMinimumWidth(look.scaled(_LEAST_NEWS)))
        self._fade = QTimer(self, singleShot=True)
        self._fade.timeout.connect(self._news.clear)
        self._work = _WorkStatus()
        self._work.cancel.clicked.connect(self.cancel_requested)
        for widget in (self.vectors, self.words, self.finish, self.expectations):
            self.addWidget(widget)
        self.addWidget(self._news, 1)
        self.addPermanentWidget(self._work)
        self.hint = QPushButton()
        self.hint.setProperty("hint", True)
        self.hint.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its key is what it says
        self.hint.clicked.connect(self.palette_requested)
        self.addPermanentWidget(self.hint)
        self.setContentsMargins(look.MARGIN - 4, 0, look.MARGIN - 4, 0)
        self.show_health(None)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())  # what it says is cut rather than keep the window wide

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.hint.setVisible(self.width() >= look.scaled(_WITH_HINT))

    def show_health(self, health: Health | None) -> None:
        """How complete the indexes are; ``None`` while no vault is open."""
        self._health = health
        self._show()

    def show_recall(self, recall: Recall | None) -> None:
        """What each channel did in the last recall, and how long it took."""
        self._recall = recall
        self._show()

    def warn(self, sentence: str) -> None:
        """Something that went wrong elsewhere by what was done; it stays until there is other news."""
        self._fade.stop()
        self._news.setText(sentence)

    def tell(self, sentence: str) -> None:
        """Something that went well."""
        self._news.setText(sentence)
        self._fade.start(_NEWS)

    def clear_news(self) -> None:
        """Another vault: its news is none of the last one's."""
        self._news.clear()

    def tell_act(self, act: Act) -> None:
        """What another process did; it stays until there is other news."""
        self._fade.stop()
        self._news.setText(say("status.act", time=clock(act.at), actor=actor(act.actor), act=text(act.label)))

    def show_work(self, label: str, done: int, total: int | None) -> None:
        """Long work goes on."""
        self._working = True
        self._work.show_progress(label, done, total)
        self._show()

    def end_work(self) -> None:
        """Long work is over."""
        self._working = False
        self._work.hide()
        self._show()

    @property
    def news(self) -> str:
        """What is told."""
        return self._news.text()

    def _show(self) -> None:
        health = self._health
        self.words.setVisible(health is not None)
        if health is None:
            self.vectors.show_state(say("status.no_vault"), None)
            self.finish.hide()
            return
        incomplete = health.to_embed > 0 or health.words_missing > 0
        self.finish.setVisible(incomplete and not self._working)
        reports = self._recall.channels if self._recall else {}
        timings = self._recall.timings if self._recall else None
        self.vectors.show_state(
            _with_time(_vectors(health), timings.vector if timings else None),
            health.to_embed == 0 and _works(reports.get(Channel.VECTOR)),
            _reason(reports.get(Channel.VECTOR)),
        )
        self.words.show_state(
            _with_time(_words(health), timings.lexical if timings else None),
            health.words_missing == 0 and _works(reports.get(Channel.LEXICAL)),
            _reason(reports.get(Channel.LEXICAL)),
        )


def _vectors(health: Health) -> str:
    return say(
        "status.vectors",
        embedded=number(health.embedded),
        records=number(health.embedded + health.to_embed),
        model=health.model,
    ).rstrip()


def _words(health: Health) -> str:
    if health.words_missing == 0:
        return say("status.words")
    return say("status.words.missing", count=health.words_missing, missing=number(health.words_missing))


def _with_time(state: str, time: float | None) -> str:
    return say("status.timed", state=state, time=milliseconds(time)) if time else state


def _works(report: ChannelReport | None) -> bool:
    quiet = (ChannelState.USED, ChannelState.OFF, ChannelState.EMPTY)
    return report is None or report.state in quiet


def _reason(report: ChannelReport | None) -> str:
    return text(report.reason) if report is not None and report.reason is not None else ""


class _ChannelStatus(QWidget):
    """A dot and a state in words."""

    def __init__(self) -> None:
        super().__init__()
        self._dot = _Dot()
        self._text = ElidedLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, look.PADDING, 0)
        row.setSpacing(look.SPACE + 2)
        row.addWidget(self._dot)
        row.addWidget(self._text)

    def show_state(self, state: str, is_good: bool | None, reason: str = "") -> None:
        """The state, whether it is as it should be, and the whole reason in the tip."""
        self._dot.show_state(is_good)
        self._text.setText(state)
        self.setToolTip(reason)
        self.setAccessibleName(f"{state}. {reason}" if reason else state)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()


class _Dot(QWidget):
    """Filled green when all is well, a ring in amber when not, an empty ring when nothing is there."""

    def __init__(self) -> None:
        super().__init__()
        self._good: bool | None = None
        self.setFixedSize(QSize(10, 10))

    def show_state(self, is_good: bool | None) -> None:
        """Well, not well, or nothing there."""
        self._good = is_good
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = look.colours()
        if self._good:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.good))
            painter.drawEllipse(QPointF(5, 5), 4, 4)
        else:
            painter.setPen(QPen(QColor(c.border if self._good is None else c.warning), 2))
            painter.drawEllipse(QPointF(5, 5), 3.5, 3.5)


class _WorkStatus(QWidget):
    """What is being done, how far it is, and a way to stop it."""

    def __init__(self) -> None:
        super().__init__()
        self._label = QLabel()
        self._bar = QProgressBar()
        self._bar.setFixedWidth(160)
        self._bar.setTextVisible(False)
        self.cancel = QPushButton(say("work.cancel"))
        self.cancel.setProperty("small", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.SPACE * 2)
        for widget in (self._label, self._bar, self.cancel):
            row.addWidget(widget)
        self.hide()

    def show_progress(self, label: str, done: int, total: int | None) -> None:
        """So much of so much; without a total the bar is busy."""
        known = total is not None and total > 0
        self._bar.setRange(0, total if known and total is not None else 0)
        self._bar.setValue(done)
        shown = say("work.progress", label=label, done=number(done), total=number(total)) if known and total else label
        self._label.setText(shown)
        self.show()
