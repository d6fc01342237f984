"""What the history asks of the library: its places, what is told of them, and a recall looked at again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from mnemoscope import curation, hindsight, impact, reading, recall_log, recourse, replay, timeline
from mnemoscope.errors import Refused
from mnemoscope.hindsight import Hindsight, Others
from mnemoscope.messages import Message
from mnemoscope.plans import Impact
from mnemoscope.progress import Progress, while_wanted
from mnemoscope.records import ChannelState, Query, RecordId
from mnemoscope.timeline import Place, Wanted, What
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import acts, looking, recalling
from mnemoscope_gui.values import Detail, Listed, Told, Touched


def list_places(wanted: Wanted, written: Callable[[Message], str]) -> Callable[[Vault, Progress], Listed]:
    """Which acts and recalls there are, in order: places alone. ``written`` renders the labels that are searched."""

    def job(vault: Vault, progress: Progress) -> Listed:
        with vault.reading() as connection:
            places = timeline.places(vault, wanted, written=written)
            stats = reading.counts(connection)
            return Listed(
                wanted,
                places,
                timeline.days(places),
                timeline.actors(vault),
                replay.last_act(connection),
                recall_log.is_on(vault),
                *stats,
            )

    return job


def tell(places: Sequence[Place]) -> Callable[[Vault, Progress], dict[Place, Told]]:
    """What is told of some places; one that is gone is left out."""

    def job(vault: Vault, progress: Progress) -> dict[Place, Told]:
        with vault.reading():
            entries = timeline.read(vault, places)
            ways = recourse.recourses(vault, (place.number for place in entries if place.what is What.ACT))
        return {
            place: Told(entry, ways.get(place.number) if place.what is What.ACT else None)
            for place, entry in entries.items()
        }

    return job


def compare(number: int) -> Callable[[Vault, Progress], Others | None]:
    """Whether a recall of the log is answered the same now; ``None`` while the model is not loaded."""

    def job(vault: Vault, progress: Progress) -> Others | None:
        return hindsight.others(vault, number) if recalling.model_is_loaded(vault) else None

    return job


def changed_by(number: int, is_wanted: Callable[[], bool]) -> Callable[[Vault, Progress], tuple[Impact | None, float]]:
    """Which questions an act answered otherwise, and the seconds that it took to ask; ``None`` while the model is not
    loaded."""

    def job(vault: Vault, progress: Progress) -> tuple[Impact | None, float]:
        if not recalling.model_is_loaded(vault):
            return None, 0.0
        began = time.perf_counter()
        try:
            found = impact.of_act(vault, number, while_wanted(is_wanted))
        except Refused:  # a forget
            return None, time.perf_counter() - began
        return found, time.perf_counter() - began

    return job


def look_back(number: int, is_wanted: Callable[[], bool]) -> Callable[[Vault, Progress], Hindsight]:
    """A recall of the log, then and now; given up between two replays where nobody wants to know any more."""

    def job(vault: Vault, progress: Progress) -> Hindsight:
        engine = None if recalling.model_is_loaded(vault) else ChannelState.LOADING
        return hindsight.look_back(vault, number, while_wanted(is_wanted), embedder=engine)

    return job


def as_known(number: int) -> Callable[[Vault, Progress], Query]:
    """The question of a recall of the log, as its minute knew the vault."""

    def job(vault: Vault, progress: Progress) -> Query:
        logged = recall_log.entry(vault, number)
        return hindsight.query(logged, replay.known_at(vault, logged.at))

    return job


def touched(number: int, limit: int) -> Callable[[Vault, Progress], Touched]:
    """The first records that an act touched."""

    def job(vault: Vault, progress: Progress) -> Touched:
        with vault.reading():
            ids = reading.touched(vault, number, limit + 1)
            records = tuple(reading.record(vault, id) for id in ids[:limit])
            shorts = {record.id: reading.short_id(vault, record.id) for record in records}
        return Touched(number, records, shorts, len(ids) <= limit)

    return job


def look_at(id: RecordId, xrayed: bool = False) -> Callable[[Vault, Progress], Detail]:
    """A record, under no question."""
    return looking.look_at(None, id, xrayed)


def revert(number: int) -> acts.Act:
    """Take back an act, whoever did it and whatever came after."""
    return lambda vault: curation.revert(vault, number)


def switch_log(on: bool) -> Callable[[Vault, Progress], bool]:
    """Keep the recall log from now on, or keep it no more."""

    def job(vault: Vault, progress: Progress) -> bool:
        recall_log.switch(vault, on)
        return on

    return job
