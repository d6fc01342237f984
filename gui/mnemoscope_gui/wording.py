"""Every text of the window, as a message id with parameters, and how numbers and days are written.

``say`` renders an id of the catalogue, ``text`` a message that came from the library, both in the language that is
spoken now. Who changes the language makes the window anew: a widget keeps the texts it was made with.
"""

from __future__ import annotations

from datetime import UTC, datetime

from mnemoscope import times
from mnemoscope.messages import Catalogue, Message, message
from mnemoscope.records import Record, When
from mnemoscope_gui.languages import ENGLISH
from mnemoscope_gui.languages.language import Language

_spoken: Language = ENGLISH
_catalogue: Catalogue = ENGLISH.catalogue


def speak(language: Language) -> None:
    """From now on every text is in this language; one that it lacks is in English."""
    global _spoken, _catalogue  # noqa: PLW0603 - one application speaks one language
    _spoken = language
    _catalogue = {**ENGLISH.catalogue, **language.catalogue}


def spoken() -> Language:
    """The language that is spoken now."""
    return _spoken


def say(id: str, /, **parameters: object) -> str:
    """A text of the window."""
    return text(message(id, **parameters))


def text(sentence: Message) -> str:
    """A sentence of the library or of the window."""
    return sentence.render(_catalogue, _spoken.formats)


def actor(name: str) -> str:
    """Who acted, as the journal calls them: our own doors in words, everybody else by name."""
    known = f"actor.{name.replace(' ', '_')}"
    return say(known) if known in _catalogue else name


def number(value: int) -> str:
    """A whole number with its thousands apart."""
    return _spoken.number(value)


def decimal(value: float, places: int) -> str:
    """A number with fixed decimals, so that a column stands under its point."""
    return _spoken.decimal(value, places)


def setting(value: float) -> str:
    """A setting, with the decimals that it has: 60, 0.75."""
    return decimal(value, len(f"{value:g}".partition(".")[2]))


def signed(value: float, places: int) -> str:
    """A difference, with its sign."""
    return f"{'+' if value >= 0 else '−'}{decimal(abs(value), places)}"


def milliseconds(value: float) -> str:
    """A duration, in whole milliseconds."""
    return say("milliseconds", value=number(round(value))) if value >= 1 else say("milliseconds.less")


def day(record: Record) -> str:
    """The day of a record; the year only where it is not this one."""
    return _spoken.day(_moment_of(record.happened_at, record.added_at), short=True)


def full_day(record: Record) -> str:
    """The day of a record with its year."""
    return _spoken.day(_moment_of(record.happened_at, record.added_at), short=True, year=True)


def _moment_of(happened: When | None, added: int) -> datetime:
    if happened is not None and not happened.zoned:
        return datetime.fromtimestamp(happened.utc / 1000, UTC)
    return _local(happened.utc if happened else added)


def day_at(utc: int) -> str:
    """The local day of a moment; the year only where it is not this one."""
    return _spoken.day(_local(utc), short=True)


def day_of(when: When) -> str:
    """The day of a source's time: local where it names a zone; the year only where it is not this one."""
    return _spoken.day(times.day_of(when), short=True)


def clock(utc: int) -> str:
    """The local time of day of a moment."""
    return _spoken.clock(_local(utc))


def _local(utc: int) -> datetime:
    return datetime.fromtimestamp(utc / 1000).astimezone()


def moment(record: Record) -> str:
    """The day of a record, with its minute where the source told one."""
    happened, when = record.happened_at, _moment_of(record.happened_at, record.added_at)
    timed = happened is None or ":" in happened.text
    return f"{_spoken.day(when, short=True)} {_spoken.clock(when)}" if timed else _spoken.day(when, short=True)
