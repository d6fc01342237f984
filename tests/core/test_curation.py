"""The rules of deactivating, restoring and superseding."""

from __future__ import annotations

import pytest
from memories import ask, curated, draft, edges, fill, id_of, served, states

from mnemoscope import curation, ingest, reading
from mnemoscope.errors import NoSuchRecord, Refused
from mnemoscope.vault import Vault


@pytest.fixture
def five(vault: Vault) -> Vault:
    fill(vault, [draft(text, text, app="b" if text == "e" else "a") for text in "abcde"])
    return vault


def found(vault: Vault) -> str:
    """The texts that a question for each brings back."""
    return "".join(text for text in "abcde" if text in served(ask(vault, text, "lexical")))


def refused(vault: Vault, act, *arguments: object) -> str:
    """The sentence of a refusal that changed nothing."""
    before = curated(vault)
    with pytest.raises(Refused) as error:
        act(vault, *arguments)
    assert curated(vault) == before
    return str(error.value)


def test_deactivated_record_leaves_every_recall_and_keeps_its_reason(five: Vault):
    changes = curation.deactivate(five, [id_of(five, "a")], "moved house")
    assert states(five)["a"] == (False, "moved house")
    assert str(changes.label) == f"Deactivated record {reading.short_id(five, id_of(five, 'a'))}"
    assert changes.records == 1
    assert "record" in changes.tables
    assert "a" not in served(ask(five, "a", "lexical"))
    curation.restore(five, [id_of(five, "a")])
    assert states(five)["a"] == (True, "")
    assert "a" in served(ask(five, "a", "lexical"))


def test_several_records_are_one_act(five: Vault):
    ids = [id_of(five, text) for text in "abc"]
    changes = curation.deactivate(five, [*ids, ids[0]])
    assert changes.records == 3
    assert str(changes.label) == "Deactivated 3 records"
    assert len(reading.history(five)) == 2
    curation.undo(five)
    assert all(active for active, _ in states(five).values())


def test_records_that_are_inactive_already_are_left_as_they_are(five: Vault):
    curation.deactivate(five, [id_of(five, "a")], "first")
    curation.deactivate(five, [id_of(five, "a"), id_of(five, "b")], "second")
    assert states(five)["a"] == (False, "first")
    assert states(five)["b"] == (False, "second")
    curation.undo(five)
    assert states(five)["a"] == (False, "first")
    assert states(five)["b"] == (True, "")


def test_act_that_would_change_nothing_is_refused(five: Vault):
    assert "active already" in refused(five, curation.restore, [id_of(five, "a")])
    curation.deactivate(five, [id_of(five, "a")])
    assert "inactive already" in refused(five, curation.deactivate, [id_of(five, "a")])


@pytest.mark.parametrize("id", ["", "xyz", "0" * 33, "ffffff", "é"])
def test_act_on_no_record_is_refused_in_words(five: Vault, id: str):
    before = curated(five)
    with pytest.raises(NoSuchRecord) as error:
        curation.deactivate(five, [id_of(five, "a"), id])
    assert str(error.value).endswith(".")
    assert curated(five) == before


def test_superseded_record_gives_its_place_to_the_newer(five: Vault):
    curation.supersede(five, id_of(five, "b"), id_of(five, "c"), "typo")
    assert edges(five) == {("b", "c", "typo")}
    assert reading.record(five, id_of(five, "b")).superseded_by == id_of(five, "c")
    assert reading.record(five, id_of(five, "c")).supersedes == (id_of(five, "b"),)
    assert found(five) == "acde"
    curation.unsupersede(five, id_of(five, "b"), id_of(five, "c"))
    assert edges(five) == set()
    assert found(five) == "abcde"


def test_one_newer_may_replace_many_older(five: Vault):
    for older in "abc":
        curation.supersede(five, id_of(five, older), id_of(five, "d"))
    assert reading.record(five, id_of(five, "d")).supersedes == tuple(id_of(five, text) for text in "abc")


def test_record_cannot_supersede_itself(five: Vault):
    assert "itself" in refused(five, curation.supersede, id_of(five, "a"), id_of(five, "a"))


def test_second_newer_is_refused_and_the_first_is_named(five: Vault):
    curation.supersede(five, id_of(five, "a"), id_of(five, "b"))
    sentence = refused(five, curation.supersede, id_of(five, "a"), id_of(five, "c"))
    assert id_of(five, "b")[:6] in sentence
    assert "already" in refused(five, curation.supersede, id_of(five, "a"), id_of(five, "b"))


def test_circle_of_three_is_refused(five: Vault):
    a, b, c = (id_of(five, text) for text in "abc")
    curation.supersede(five, a, b)
    assert "circle" in refused(five, curation.supersede, b, a)
    curation.supersede(five, b, c)
    assert "circle" in refused(five, curation.supersede, c, a)


def test_record_of_another_app_cannot_supersede(five: Vault):
    sentence = refused(five, curation.supersede, id_of(five, "a"), id_of(five, "e"))
    assert "app a" in sentence
    assert "app b" in sentence


def test_supersession_that_is_not_there_cannot_be_removed(five: Vault):
    curation.supersede(five, id_of(five, "a"), id_of(five, "b"))
    refused(five, curation.unsupersede, id_of(five, "b"), id_of(five, "a"))
    refused(five, curation.unsupersede, id_of(five, "a"), id_of(five, "c"))


def test_deactivated_newer_does_not_bring_the_older_back(five: Vault):
    curation.supersede(five, id_of(five, "b"), id_of(five, "c"))
    curation.deactivate(five, [id_of(five, "c")])
    assert found(five) == "ade"


def test_pending_record_cannot_be_acted_on(five: Vault):
    refusals = []

    def act(done: int, total: int | None) -> None:
        with pytest.raises(NoSuchRecord) as error:
            curation.deactivate(five, [id_of(five, "coming")])
        refusals.append(error)

    ingest.import_drafts(five, [draft("coming", "new")], format="test", source="x", progress=act)
    assert len(refusals) == 1


def test_text_that_is_not_unicode_reaches_no_column(five: Vault):
    curation.deactivate(five, [id_of(five, "a")], "odd \udcff reason")
    assert states(five)["a"] == (False, "odd \ufffd reason")
    curation.supersede(five, id_of(five, "b"), id_of(five, "c"), "\ud800")
    assert ("b", "c", "\ufffd") in edges(five)
