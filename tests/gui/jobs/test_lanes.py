"""Lanes: one thread and one connection each, newest wins, results on the UI thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from mnemoscope.errors import VaultError
from mnemoscope.progress import Progress
from mnemoscope_gui.jobs.lanes import Lane, Lanes, Ticket
from mnemoscope_gui.state.work import Work


class Held:
    """A connection that knows the threads that opened and closed it."""

    def __init__(self) -> None:
        self.opened_in = threading.get_ident()
        self.closed_in: int | None = None

    def close(self) -> None:
        self.closed_in = threading.get_ident()


@pytest.fixture
def connections() -> list[Held]:
    return []


@pytest.fixture
def lane(qtbot: QtBot, connections: list[Held]) -> Iterator[Lane]:
    def opened() -> Held:
        connections.append(Held())
        return connections[-1]

    made = Lane("test", opened)
    yield made
    made.close()
    assert made.join(5)


def held_until(gate: threading.Event) -> Callable[[Held, Progress], str]:
    def job(connection: Held, progress: Progress) -> str:
        assert gate.wait(5)
        return "held"

    return job


def saying(word: str) -> Callable[[Held, Progress], str]:
    return lambda connection, progress: word


def test_result_arrives_on_the_ui_thread(lane: Lane, qtbot: QtBot) -> None:
    seen: list[tuple[str, int]] = []
    lane.submit(Ticket(saying("done"), lambda result: seen.append((result, threading.get_ident()))))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [("done", threading.get_ident())]


def test_connection_is_opened_once_and_closed_in_its_own_lane(
    qtbot: QtBot, lane: Lane, connections: list[Held]
) -> None:
    seen: list[int] = []
    for _ in range(3):
        lane.submit(Ticket(lambda connection, progress: threading.get_ident(), seen.append))
    qtbot.waitUntil(lambda: len(seen) == 3)
    lane.close()
    assert lane.join(5)
    (connection,) = connections
    assert {connection.opened_in, connection.closed_in, *seen} == {connection.opened_in}
    assert connection.opened_in != threading.get_ident()


def test_newest_of_a_key_replaces_the_waiting_one_and_leaves_the_running_one(lane: Lane, qtbot: QtBot) -> None:
    gate = threading.Event()
    seen: list[str] = []
    running = threading.Event()

    def first(connection: Held, progress: Progress) -> str:
        running.set()
        assert gate.wait(5)
        return "first"

    lane.submit(Ticket(first, seen.append, key="recall"))
    assert running.wait(5)
    for word in ("second", "third", "fourth"):
        lane.submit(Ticket(saying(word), seen.append, key="recall"))
    gate.set()
    qtbot.waitUntil(lambda: len(seen) == 2)
    qtbot.wait(50)
    assert seen == ["first", "fourth"]


def test_jobs_without_a_key_all_run_in_order(lane: Lane, qtbot: QtBot) -> None:
    seen: list[str] = []
    for word in "abcdef":
        lane.submit(Ticket(saying(word), seen.append))
    qtbot.waitUntil(lambda: len(seen) == 6)
    assert seen == list("abcdef")


def test_error_reaches_whoever_asked_and_the_lane_goes_on(lane: Lane, qtbot: QtBot) -> None:
    def failing(connection: Held, progress: Progress) -> None:
        raise VaultError("undo.nothing")

    errors: list[BaseException] = []
    seen: list[str] = []
    lane.submit(Ticket(failing, on_error=errors.append))
    lane.submit(Ticket(saying("next"), seen.append))
    qtbot.waitUntil(lambda: bool(seen))
    assert isinstance(errors[0], VaultError)


def test_a_vault_that_cannot_be_opened_is_an_error_of_the_job(qtbot: QtBot) -> None:
    def refuse() -> Held:
        raise VaultError("undo.nothing")

    errors: list[BaseException] = []
    lane = Lane("refused", refuse)
    lane.submit(Ticket(saying("never"), on_error=errors.append))
    qtbot.waitUntil(lambda: bool(errors))
    lane.close()
    assert lane.join(5)


def test_cancelling_stops_at_the_next_progress_and_says_so(lane: Lane, qtbot: QtBot) -> None:
    begun = threading.Event()
    steps: list[int] = []

    def endless(connection: Held, progress: Progress) -> None:
        for step in range(100_000):
            steps.append(step)
            progress(step, None)
            begun.set()

    results: list[object] = []
    cancelled: list[bool] = []
    ticket = Ticket(endless, results.append, on_cancelled=lambda: cancelled.append(True))
    gate = threading.Event()
    ticket.job = lambda connection, progress: (begun.set(), gate.wait(5), progress(1, None))
    lane.submit(ticket)
    assert begun.wait(5)
    ticket.cancel()
    gate.set()
    qtbot.waitUntil(lambda: bool(cancelled))
    assert results == []


def test_progress_is_told_with_the_last_step_always(lane: Lane, qtbot: QtBot) -> None:
    told: list[tuple[int, int | None]] = []

    def counting(connection: Held, progress: Progress) -> None:
        for done in range(1, 501):
            progress(done, 500)

    lane.submit(Ticket(counting, on_progress=lambda done, total: told.append((done, total))))
    qtbot.waitUntil(lambda: bool(told) and told[-1] == (500, 500))
    assert len(told) < 100


def test_closed_lane_delivers_nothing_more(lane: Lane, qtbot: QtBot) -> None:
    gate = threading.Event()
    seen: list[str] = []
    lane.submit(Ticket(held_until(gate), seen.append))
    lane.submit(Ticket(saying("waiting"), seen.append))
    qtbot.waitUntil(lambda: lane.busy)
    qtbot.wait(20)
    lane.close()
    gate.set()
    assert lane.join(5)
    qtbot.wait(20)
    assert seen == []


def test_what_is_on_its_way_when_a_lane_closes_does_not_arrive(lane: Lane, qtbot: QtBot) -> None:
    """A window that gives way to one of another language is deleted, and another vault has other numbers."""
    seen: list[object] = []
    lane.submit(Ticket(saying("done"), seen.append, on_progress=lambda *told: seen.append(told)))
    while lane.busy:  # the event loop stands: nothing can arrive yet
        pass
    lane.close()
    qtbot.wait(20)
    assert seen == []


def test_a_long_bulk_job_delays_neither_query_nor_act(qtbot: QtBot) -> None:
    lanes = Lanes(Held)
    gate = threading.Event()
    seen: list[str] = []
    lanes.bulk.submit(Ticket(held_until(gate), seen.append))
    lanes.query.submit(Ticket(saying("query"), seen.append))
    lanes.act.submit(Ticket(saying("act"), seen.append))
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert set(seen) == {"query", "act"}
    gate.set()
    lanes.close()
    assert lanes.join(5)


def test_cancelling_work_stops_what_runs_and_what_waits_and_is_told_once(lane: Lane, qtbot: QtBot) -> None:
    gate, begun = threading.Event(), threading.Event()
    results: list[object] = []
    stopped: list[bool] = []
    work = Work()
    work.stopped.connect(lambda: stopped.append(True))

    def long(connection: Held, progress: Progress) -> str:
        begun.set()
        assert gate.wait(5)
        progress(1, 2)
        return "never"

    for job in (long, saying("waiting")):
        work.start(lane, "Embedding", job, results.append, results.append)
    assert begun.wait(5)
    work.cancel()
    gate.set()
    with qtbot.waitSignal(work.ended):
        pass
    qtbot.waitUntil(lambda: stopped == [True])
    assert results == []
    assert not work.is_running
