"""A language as a value: its texts, and how it writes numbers, ranks, days and times of day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime

from PySide6.QtCore import QDate, QLocale

from mnemoscope.messages import Catalogue, Formats


@dataclass(frozen=True, slots=True)
class Language:
    """How the window speaks. What Qt knows of it comes from ``locale``; the rest is written out."""

    id: str
    """Its tag, as systems name it: ``fr``."""
    name: str
    """As its own speakers call it."""
    locale: QLocale
    catalogue: Catalogue
    """The texts of the window and of the library."""
    ordinal: Callable[[int, str], str]
    """The rank, and the same rank with its thousands apart: ``17th``."""
    plural: Callable[[int], int]
    long_day: tuple[str, str] = ("d MMMM", "d MMMM yyyy")
    """Of a day in a sentence, Qt's forms without and with the year."""
    short_day: tuple[str, str] = ("d MMM", "d MMM yyyy")
    """Of a day in a list."""
    compact: Callable[[str], str] = "{}".format
    """What is left out of a day with its year where a list shows it."""
    first: str = "1"
    """The first day of a month."""
    clock: Callable[[datetime], str] = "{:%H:%M}".format
    on: Callable[[str, datetime, str], str] = lambda clock, moment, day: f"{clock} on {day}"
    """A minute and its day, in a sentence after *at*; the day is empty where it is today."""
    joined: Callable[[str, str], str] = "{}{}".format
    """What a sentence says before a value, and the value: where a word bends before a number."""
    formats: Formats = field(init=False)
    """The same for the messages of the library."""

    def __post_init__(self) -> None:
        formats = Formats(
            number=self.number,
            ordinal=lambda value: self.ordinal(value, self.number(value)),
            decimal=self.decimal,
            day=self.day,
            moment=self.moment,
            plural=self.plural,
            joined=self.joined,
        )
        object.__setattr__(self, "formats", formats)

    def number(self, value: int) -> str:
        """A whole number with its thousands apart."""
        return self.locale.toString(value)

    def decimal(self, value: float, places: int) -> str:
        """A number with fixed decimals."""
        return self.locale.toString(float(value), "f", places)

    def day(self, value: date, *, short: bool = False, year: bool | None = None) -> str:
        """A day; its year only where it is not this one, unless ``year`` says."""
        forms = self.short_day if short else self.long_day
        with_year = value.year != datetime.now().astimezone().year if year is None else year
        written = self.locale.toString(QDate(value.year, value.month, value.day), forms[with_year])
        if value.day == 1:
            written = self.first + written[1:]
        return self.compact(written) if short and with_year else written

    def moment(self, value: datetime) -> str:
        """The minute of a moment, as it follows *at*; its day only where it is not today."""
        today = value.date() == datetime.now().astimezone().date()
        return self.on(self.clock(value), value, "" if today else self.day(value.date()))
