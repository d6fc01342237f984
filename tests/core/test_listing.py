"""All records: which are shown, in which order, and pages that survive a changing vault."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from memories import ask, draft, embed, fill, id_of

from mnemoscope import curation, ingest, listing, ordering, reading
from mnemoscope.listing import ALL, By, Listing, Order, Show, State, facets, list_records, matches, page, sessions
from mnemoscope.records import Kind, Record, SessionDraft
from mnemoscope.times import now, parse_iso
from mnemoscope.vault import Vault

DAY = 86_400_000
FIRST = parse_iso("2026-03-01T00:00:00Z").utc


@pytest.fixture
def many(vault: Vault) -> Vault:
    """Sixty records of two apps, of every kind and state, half of them embedded."""
    fill(vault, [record_draft(n) for n in range(30)])
    embed(vault)
    fill(vault, [record_draft(n) for n in range(30, 60)])
    curation.deactivate(vault, [id_of(vault, text(n)) for n in range(0, 60, 7)], "stale")
    return vault


def text(n: int) -> str:
    return f"{n} {'word ' * (n * 7 % 10)}"


def record_draft(n: int) -> object:
    return draft(
        text(n), f"{n}", f"session_{n // 6}", "ab"[n % 2], f"2026-03-{1 + n * 11 % 20:02}T00:00:00Z",
        "2026-04-01T00:00:00Z" if n % 11 == 3 else None, speaker=("Kim", "lee", None)[n % 3],
        kind=list(Kind)[n % 4], superseded_by=f"{n + 2}" if n % 10 == 4 else None,
    )  # fmt: skip


def shown(vault: Vault, listed: Listing) -> list[Record]:
    found = page(vault, listed, 0, len(listed))
    return [record for record in found if record]


def everything(vault: Vault) -> list[Record]:
    return shown(vault, list_records(vault))


# ---------------------------------------------------------------- which


def test_every_published_record_is_listed_whatever_its_state(many: Vault):
    listed = list_records(many)
    assert len(listed) == listed.whole == 60
    assert len({record.id for record in shown(many, listed)}) == 60


def test_record_of_a_pending_import_is_not_listed(many: Vault):
    many.connection.execute("UPDATE import SET published_at = NULL WHERE id = 2")
    assert len(list_records(many)) == 30
    assert facets(many).whole == 30
    assert sum(some.records for some in sessions(many)) == 30


@pytest.mark.parametrize(
    "show",
    [
        ALL,
        Show(session=("a", "session_3")),
        Show(session=("nowhere", "session_3")),
        Show(kinds=frozenset([Kind.FACT])),
        Show(kinds=frozenset([Kind.FACT, Kind.STANDING])),
        *(Show(states=frozenset([state])) for state in State),
        Show(states=frozenset([State.EXPIRED, State.SUPERSEDED])),
        Show(since=FIRST + 5 * DAY),
        Show(until=FIRST + 5 * DAY),
        Show(since=FIRST + 5 * DAY, until=FIRST + 6 * DAY),
        Show(embedded=True),
        Show(embedded=False),
        Show(apps=frozenset("b")),
        Show(apps=frozenset(["b", "nowhere"]), kinds=frozenset([Kind.NOTE]), states=frozenset([State.ACTIVE])),
    ],
)
def test_list_shows_exactly_what_the_filter_says_of_each_record(many: Vault, show: Show):
    moment = now()
    embedded = {record.id for record in everything(many) if int(record.text.split()[0]) < 30}
    expected = {some.id for some in everything(many) if matches(show, some, moment, some.id in embedded)}
    listed = list_records(many, show)
    assert {record.id for record in shown(many, listed)} == expected
    assert len(listed) == len(expected)
    assert bool(expected) == (show.session != ("nowhere", "session_3"))
    assert len(expected) < 60 or show == ALL


def test_dead_record_is_every_state_that_it_is(vault: Vault):
    fill(vault, [draft("old", "1", superseded_by="2", until="2020-01-01"), draft("new", "2")])
    curation.deactivate(vault, [id_of(vault, "old")])
    for state in State:
        assert [some.text for some in shown(vault, list_records(vault, Show(states=frozenset([state]))))] == [
            "new" if state is State.ACTIVE else "old"
        ]


def test_filter_of_a_recalls_hits_changes_none_of_their_numbers(many: Vault):
    found = ask(many, "word 12")
    kept = [hit for hit in found.recall.hits if matches(Show(apps=frozenset("b")), hit.record, now(), bool(hit.vector))]
    assert 0 < len(kept) < len(found.recall.hits)
    assert all(hit.record.app == "b" for hit in kept)


def test_unknown_embedding_is_not_asked_for(many: Vault):
    record = everything(many)[0]
    assert matches(Show(embedded=True), record, now())
    assert not matches(Show(embedded=True), record, now(), embedded=False)


def test_scope_and_moment_are_those_of_a_recall(many: Vault):
    assert len(list_records(many, scope=("a",))) == 30
    early = list_records(many, at=FIRST + 5 * DAY)
    assert 0 < len(early) < 60
    assert all(record.time <= FIRST + 5 * DAY for record in shown(many, early))
    expired = Show(states=frozenset([State.EXPIRED]))
    assert len(list_records(many, expired, at=FIRST + 25 * DAY)) == 0
    assert len(list_records(many, expired)) > 0


# ---------------------------------------------------------------- order


KEYS: dict[By, Callable[[Record], object]] = {
    By.TIME: lambda some: some.time,
    By.ADDED: lambda some: int(some.text.split()[0]),
    By.SESSION: lambda some: int(some.session.split("_")[1]),
    By.LENGTH: lambda some: len(some.text),
    By.SPEAKER: lambda some: (some.speaker or "").lower(),
    By.KIND: lambda some: list(Kind).index(some.kind),
    By.STATE: lambda some: 3 * (not some.active) or 2 * bool(some.superseded_by) or bool(some.valid_until),
    By.APP: lambda some: some.app,
}


@pytest.mark.parametrize("by", list(By))
def test_list_is_sorted_and_descending_is_its_reverse(many: Vault, by: By):
    rising = shown(many, list_records(many, order=Order(by)))
    keys = [KEYS[by](record) for record in rising]
    assert all(one <= two for one, two in pairwise(keys))  # type: ignore[operator]
    assert keys[0] != keys[-1]
    falling = shown(many, list_records(many, order=Order(by, descending=True)))
    assert falling == rising[::-1]


def test_turns_of_one_moment_stand_as_their_session_reads(vault: Vault):
    fill(vault, [draft(f"{n}", f"{n}", f"s{n % 2}", happened="2026-03-01") for n in range(20)])
    texts = [record.text for record in shown(vault, list_records(vault, order=listing.OLDEST))]
    assert texts == [f"{n}" for n in (*range(0, 20, 2), *range(1, 20, 2))]


def test_longest_text_added_after_the_list_was_first_sorted_comes_first(many: Vault):
    list_records(many, order=listing.LONGEST)
    ingest.add(many, "long " * 100)
    first = page(many, list_records(many, order=listing.LONGEST), 0, 1)[0]
    assert first
    assert first.text == "long " * 100


def test_name_of_a_speaker_whose_records_are_gone_is_not_kept(many: Vault):
    assert "Kim" in ordering.measures(many).names
    many.connection.execute("DELETE FROM supersession")
    many.connection.execute("DELETE FROM state_change")
    many.connection.execute("DELETE FROM record WHERE speaker = 'Kim'")
    assert "Kim" not in ordering.measures(many).names
    assert {record.speaker for record in shown(many, list_records(many, order=Order(By.SPEAKER)))} == {"lee", None}


# ---------------------------------------------------------------- pages


def test_pages_are_the_list_cut_up(many: Vault):
    listed = list_records(many)
    pages = [page(many, listed, first, 7) for first in range(0, 63, 7)]
    assert [len(some) for some in pages] == [7] * 8 + [4]
    assert [record for some in pages for record in some] == shown(many, listed)
    assert page(many, listed, 60, 7) == page(many, listed, -9, 7) == ()


def test_record_forgotten_meanwhile_holds_its_place_empty(many: Vault):
    listed = list_records(many)
    gone = listed.id(3)
    for table, column in (("supersession", "older"), ("supersession", "newer"), ("state_change", "record")):
        many.connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (reading.ordinal(many.connection, gone),))
    many.connection.execute("DELETE FROM record WHERE id = ?", (bytes.fromhex(gone),))
    ingest.add(many, "new")
    records = page(many, listed, 2, 3)
    assert [record is None for record in records] == [False, True, False]
    assert (len(listed), listed.id(3), listed.find(gone)) == (60, gone, 3)


def test_record_is_found_at_its_place(many: Vault):
    listed = list_records(many, Show(apps=frozenset("a")))
    for place, record in enumerate(shown(many, listed)):
        assert listed.find(record.id) == place
        assert listed.id(place) == record.id
    assert listed.find(shown(many, list_records(many, Show(apps=frozenset("b"))))[0].id) is None


def test_empty_vault_has_an_empty_list(vault: Vault):
    for by in By:
        assert len(list_records(vault, order=Order(by))) == 0
    assert (facets(vault).whole, sessions(vault)) == (0, ())


# ---------------------------------------------------------------- what may be chosen


def test_facet_counts_are_what_choosing_it_shows(many: Vault):
    found = facets(many)
    assert (found.whole, found.embedded) == (60, len(list_records(many, Show(embedded=True))))
    for kind in Kind:
        assert found.kinds[kind] == len(list_records(many, Show(kinds=frozenset([kind]))))
    for state in State:
        assert found.states[state] == len(list_records(many, Show(states=frozenset([state])))) > 0
    assert found.apps == {"a": 30, "b": 30}
    assert facets(many, scope=("a",)).apps == {"a": 30}


def test_sessions_are_found_by_title_or_key_newest_first(vault: Vault):
    fill(
        vault,
        [
            SessionDraft("one", "Rota of MARCH"), draft("1", "1", "one", happened="2026-03-01"),
            SessionDraft("march-2"), draft("2", "2", "march-2", happened="2026-03-02"),
            draft("3", "3", "march-2", happened="2026-02-01"), draft("4", "4", "other"),
        ],
    )  # fmt: skip
    found = sessions(vault, "march")
    assert [(some.key, some.title, some.records) for some in found] == [
        ("march-2", "", 2),
        ("one", "Rota of MARCH", 1),
    ]
    assert len(list_records(vault, Show(session=(found[0].app, found[0].key)))) == 2
    assert len(sessions(vault)) == 3
    assert len(sessions(vault, limit=1)) == 1
    assert sessions(vault, "no such") == sessions(vault, scope=("nowhere",)) == ()


def test_ids_of_a_stretch_are_those_of_its_places(many: Vault) -> None:
    listed = list_records(many, order=ordering.LONGEST)
    assert listed.ids() == tuple(listed.id(place) for place in range(len(listed)))
    assert listed.ids(3, 9) == tuple(listed.id(place) for place in range(3, 9))
    assert listed.ids(len(listed)) == ()
