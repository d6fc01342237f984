"""Packed columns equal what plain SQL says, whatever was done before; and the mask that they make."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import draft, edges, fill, id_of, ordinal_of

from mnemoscope import columns, curation, ingest, pending
from mnemoscope.errors import VaultError
from mnemoscope.records import Kind
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault

NAMES = columns.PACKED.names or ()


def plain(vault: Vault) -> dict[int, tuple[int, ...]]:
    """Every record's values straight from the curated tables."""
    replaced = {row[0] for row in vault.connection.execute("SELECT older FROM supersession WHERE until IS NULL")}
    rows = vault.connection.execute(
        "SELECT ordinal, kind, active, app, session, position, import, text_hash, happened_utc, added_at,"
        " valid_until_utc, id FROM record"
    )
    found = {}
    for ordinal, kind, active, app, session, position, number, hash, happened, added, until, id in rows:
        since = added if happened is None else happened
        ends = columns.FOREVER if until is None else until
        high, low = int.from_bytes(id[:8], "big"), int.from_bytes(id[8:], "big")
        found[ordinal] = (
            True, kind, bool(active), ordinal in replaced, app, session, position, number or 0, hash, since, ends,
            high, low,
        )  # fmt: skip
    return found


def packed(held: columns.Columns) -> dict[int, tuple[int, ...]]:
    arrays = [getattr(held, "imported" if name == "import" else name) for name in NAMES]
    return {int(number): tuple(some[number].item() for some in arrays) for number in np.flatnonzero(held.exists)}


ACTS = st.lists(st.tuples(st.sampled_from("addirsuxyzpbq"), st.integers(0, 30), st.integers(0, 30)), max_size=14)


def perform(vault: Vault, verb: str, first: int, second: int) -> None:
    """One of everything that changes records, edges or chunks; what the rules refuse changes nothing."""
    ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal")]
    one, other = ids[first % len(ids)], ids[second % len(ids)]
    with contextlib.suppress(VaultError):
        if verb == "a":
            ingest.add(vault, f"text {first}", kind=list(Kind)[second % 4], app=f"app{second % 2}")
        elif verb == "d":
            curation.deactivate(vault, [one, other], "why")
        elif verb == "i":
            fill(vault, [draft(f"imported {first} {n}", f"i{first}/{n}", app=f"app{n % 2}") for n in range(second % 4)])
        elif verb == "r":
            curation.restore(vault, [one])
        elif verb == "s":
            curation.supersede(vault, one, other)
        elif verb == "u":
            curation.unsupersede(vault, one, other)
        elif verb == "x":
            curation.undo(vault)
        elif verb == "y":
            curation.redo(vault)
        elif verb == "z":
            with vault.transaction() as connection:
                connection.execute("DELETE FROM column_chunk WHERE chunk = ?", (second % 2,))
            vault.cache.snapshots.clear()  # as if no process had the vault open
        elif verb in "pb":
            with vault.transaction() as connection:
                columns.pack(connection) if verb == "p" else columns.rebuild(connection)
        elif verb == "q":
            columns.load(vault)


@settings(max_examples=30, deadline=None)
@given(ACTS)
def test_columns_equal_plain_sql_after_any_acts(acts: list[tuple[str, int, int]]):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "some.vault"
        with Vault.create(path) as vault, Vault.open(path) as cold:
            fill(vault, [draft(f"first {n}", f"f{n}", app=f"app{n % 2}") for n in range(3)])
            vault.connection.execute("UPDATE sqlite_sequence SET seq = 1021 WHERE name = 'record'")
            for act in acts:
                perform(vault, *act)
                if act[0] != "q":
                    assert packed(columns.load(vault)) == plain(vault)
            cold.cache.snapshots.clear()
            assert packed(columns.load(cold)) == plain(vault)


def test_write_marks_its_chunk_as_stale_and_pack_writes_it_back(vault: Vault):
    fill(vault, ["one", "two"])
    vault.connection.execute("UPDATE sqlite_sequence SET seq = 2047 WHERE name = 'record'")
    fill(vault, ["three"])

    def is_packed() -> list[bool]:
        return [row[0] for row in vault.connection.execute("SELECT packed NOTNULL FROM column_chunk ORDER BY chunk")]

    with vault.transaction() as connection:
        columns.pack(connection)
    assert is_packed() == [True, False]  # the last chunk will be added to
    curation.deactivate(vault, [id_of(vault, "two")])
    assert is_packed() == [False, False]
    with vault.transaction() as connection:
        assert columns.pack(connection) == 1
    curation.supersede(vault, id_of(vault, "one"), id_of(vault, "three"))
    assert is_packed() == [False, False]


def test_cut_short_blob_is_packed_anew(vault: Vault):
    fill(vault, ["one"])
    vault.connection.execute("UPDATE column_chunk SET packed = x'00'")
    vault.cache.snapshots.clear()
    assert packed(columns.load(vault)) == plain(vault)


def test_dropped_table_rows_are_made_again(vault: Vault):
    fill(vault, ["one", "two"])
    vault.connection.execute("DELETE FROM column_chunk")
    assert packed(columns.load(vault)) == plain(vault)
    curation.deactivate(vault, [id_of(vault, "one")])
    assert packed(columns.load(vault)) == plain(vault)


def test_unchanged_vault_gives_the_very_same_snapshot(vault: Vault):
    fill(vault, ["one"])
    assert columns.load(vault) is columns.load(vault)


def test_empty_vault_has_columns_without_records(vault: Vault):
    assert not columns.load(vault).exists.any()
    seen = columns.view(vault, None, 0, past=True)
    assert not seen.recallable.any()


# ---------------------------------------------------------------- the mask

MOMENT = parse_iso("2026-06-01T00:00:00Z").utc


def recallable(vault: Vault, scope: tuple[str, ...] | None = None, at: int | None = None) -> set[str]:
    seen = columns.view(vault, scope, MOMENT if at is None else at, at is not None)
    texts = dict(vault.connection.execute("SELECT ordinal, text FROM record"))
    return {texts[int(number)] for number in np.flatnonzero(seen.recallable)}


def test_only_published_live_records_in_scope_are_recallable(vault: Vault):
    fill(
        vault,
        [
            draft("live", "1", app="a"),
            draft("other app", "2", app="b"),
            draft("inactive", "3", app="a", active=False),
            draft("replaced", "4", app="a", superseded_by="1"),
            draft("expired", "5", app="a", until="2026-05-01T00:00:00Z"),
            draft("expires later", "6", app="a", until="2026-07-01T00:00:00Z"),
            draft("standing", "7", app="a", kind=Kind.STANDING),
        ],
    )
    assert recallable(vault) == {"live", "other app", "expires later"}
    assert recallable(vault, ("a",)) == {"live", "expires later"}
    assert recallable(vault, ("b", "no such")) == {"other app"}
    assert recallable(vault, ()) == set()
    seen = columns.view(vault, ("a",), MOMENT, False)
    assert seen.standing.nonzero()[0].tolist() == [ordinal_of(vault, "standing")]
    assert not columns.view(vault, ("b",), MOMENT, False).standing.any()


def test_record_expires_at_its_very_moment(vault: Vault):
    fill(vault, [draft("until noon", "1", until="2026-06-01T12:00:00Z", happened="2026-01-01T00:00:00Z")])
    noon = parse_iso("2026-06-01T12:00:00Z").utc
    assert recallable(vault, at=noon - 1) == {"until noon"}
    assert recallable(vault, at=noon) == set()


def test_pending_import_is_invisible_until_it_is_published(vault: Vault):
    seen = []

    def look(done: int, total: int | None) -> None:
        seen.append(recallable(vault))

    fill(vault, ["before"])
    ingest.import_drafts(vault, [draft("coming", "1")], format="test", source="x", progress=look)
    assert seen == [{"before"}]
    assert recallable(vault) == {"before", "coming"}


def test_past_has_the_states_of_its_moment(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    clock = iter(range(1_000_000_000_000, 2_000_000_000_000, 1_000))
    for module in (pending, curation.journal):
        monkeypatch.setattr(module, "now", lambda: next(clock))
    fill(
        vault, [draft("old", "1", happened="2001-01-01T00:00:00Z"), draft("new", "2", happened="2001-02-01T00:00:00Z")]
    )
    old, new = id_of(vault, "old"), id_of(vault, "new")

    def at() -> int:
        return next(clock)

    both = at()
    curation.deactivate(vault, [old])
    without = at()
    curation.restore(vault, [old])
    again = at()
    curation.supersede(vault, old, new)
    replaced = at()
    curation.unsupersede(vault, old, new)
    removed = at()
    curation.undo(vault)
    redrawn = at()
    curation.deactivate(vault, [new])
    neither = at()
    assert edges(vault) == {("old", "new", "")}
    for moment, texts in (
        (parse_iso("2000-12-31T00:00:00Z").utc, set()),
        (parse_iso("2001-01-15T00:00:00Z").utc, {"old"}),
        (both, {"old", "new"}),
        (without, {"new"}),
        (again, {"old", "new"}),
        (replaced, {"new"}),
        (removed, {"old", "new"}),
        (redrawn, {"new"}),
        (neither, set()),
    ):
        assert recallable(vault, at=moment) == texts


def test_record_without_a_time_of_its_own_exists_from_its_addition(vault: Vault):
    added = ingest.add(vault, "typed")
    at = vault.connection.execute("SELECT added_at FROM record").fetchone()[0]
    assert added.ids
    assert recallable(vault, at=at - 1) == set()
    assert recallable(vault, at=at) == {"typed"}


def test_neighbours_are_those_of_the_session_in_reading_order(vault: Vault):
    fill(vault, [draft("a1", "1", "a"), draft("b1", "2", "b"), draft("a2", "3", "a"), draft("a3", "4", "a")])
    fill(vault, [draft("a1", "1", "a"), draft("a2", "3", "a"), draft("a3", "4", "a"), draft("a4", "5", "a")])
    previous, following = columns.neighbours(columns.load(vault))
    texts = {0: "", **dict(vault.connection.execute("SELECT ordinal, text FROM record"))}
    beside = {texts[n]: (texts[int(previous[n])], texts[int(following[n])]) for n in texts if n}
    assert beside == {
        "a1": ("", "a2"), "a2": ("a1", "a3"), "a3": ("a2", "a4"), "a4": ("a3", ""), "b1": ("", "")
    }  # fmt: skip


def test_derived_data_of_another_text_do_not_match(vault: Vault):
    fill(vault, ["one", "two"])
    held = columns.load(vault)
    present, hashes = np.zeros(3, np.bool_), np.zeros(3, np.int64)
    present[:] = True
    hashes[1] = held.hash[1]
    assert columns.matching(held, present, hashes)[:3].tolist() == [True, True, False]  # 0 is no record
    assert not columns.matching(held, present, hashes)[3:].any()
