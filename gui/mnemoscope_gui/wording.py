"""Every text of the window, as a message id with parameters, and how numbers and days are written.

``say`` renders an id of this catalogue, ``text`` a message that came from the library. Another language is another
catalogue and another ``QLocale``, here and nowhere else.
"""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QDate, QLocale

from mnemoscope import messages
from mnemoscope.messages import Catalogue, Message, message
from mnemoscope.records import Record, When
from mnemoscope_gui.languages.english import ENGLISH

_LOCALE = QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
_CATALOGUE: Catalogue = {**messages.ENGLISH, **ENGLISH}


def say(id: str, /, **parameters: object) -> str:
    """A text of the window."""
    return text(message(id, **parameters))


def text(sentence: Message) -> str:
    """A sentence of the library or of the window."""
    return sentence.render(_CATALOGUE)


def number(value: int) -> str:
    """A whole number with its thousands apart."""
    return _LOCALE.toString(value)


def decimal(value: float, places: int) -> str:
    """A number with fixed decimals, so that a column stands under its point."""
    return _LOCALE.toString(float(value), "f", places)


def signed(value: float, places: int) -> str:
    """A difference, with its sign."""
    return f"{'+' if value >= 0 else '−'}{decimal(abs(value), places)}"


def milliseconds(value: float) -> str:
    """A duration, in whole milliseconds."""
    return say("milliseconds", value=number(round(value))) if value >= 1 else say("milliseconds.less")


def day(record: Record) -> str:
    """The day of a record; the year only where it is not this one."""
    return _day_of(record.happened_at, record.added_at, short=True)


def full_day(record: Record) -> str:
    """The day of a record with its year."""
    return _day_of(record.happened_at, record.added_at, short=False)


def _day_of(happened: When | None, added: int, *, short: bool) -> str:
    if happened is not None and not happened.zoned:
        moment = datetime.fromtimestamp(happened.utc / 1000, UTC)
    else:
        moment = datetime.fromtimestamp((happened.utc if happened else added) / 1000).astimezone()
    return _date(moment, short=short)


def day_at(utc: int) -> str:
    """The local day of a moment; the year only where it is not this one."""
    return _date(datetime.fromtimestamp(utc / 1000).astimezone(), short=True)


def clock(utc: int) -> str:
    """The local time of day of a moment."""
    return f"{datetime.fromtimestamp(utc / 1000).astimezone():%H:%M}"


def _date(moment: datetime, *, short: bool) -> str:
    this_year = moment.year == datetime.now().astimezone().year
    form = "d MMM" if short and this_year else "d MMM yyyy"
    return _LOCALE.toString(QDate(moment.year, moment.month, moment.day), form)
