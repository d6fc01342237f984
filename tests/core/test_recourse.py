"""What can be done about an act now."""

from __future__ import annotations

from memories import id_of

from mnemoscope import curation, journal
from mnemoscope.messages import message
from mnemoscope.recourse import Recourse, Way, recourses
from mnemoscope.vault import Vault

CAT, FRIDAY = "The cat sleeps on the warm radiator all day", "The release v1.3.8 went out on Friday"


def ways(vault: Vault) -> list[str]:
    numbers = [row[0] for row in vault.connection.execute("SELECT id FROM act ORDER BY id")]
    return [recourses(vault, [number])[number].way.value for number in numbers]


def test_last_act_of_this_actor_can_be_undone_and_others_reverted(rota: Vault):
    curation.deactivate(rota, [id_of(rota, CAT)])
    curation.deactivate(rota, [id_of(rota, FRIDAY)])
    assert ways(rota)[1:] == ["revert", "undo"]
    rota.actor = "window"
    assert ways(rota)[1:] == ["revert", "revert"]


def test_later_act_on_the_same_record_is_named(rota: Vault):
    first = curation.deactivate(rota, [id_of(rota, CAT)]).act or 0
    second = curation.restore(rota, [id_of(rota, CAT)]).act
    (found,) = recourses(rota, [first]).values()
    assert found.way is Way.BUILT_ON
    assert found.by is not None
    assert found.by.number == second


def test_what_was_taken_back_cannot_be_again(rota: Vault):
    curation.deactivate(rota, [id_of(rota, CAT)])
    curation.undo(rota)
    assert ways(rota)[1] == "undone"


def test_forget_is_final(rota: Vault):
    ordinal = rota.connection.execute("SELECT ordinal FROM record WHERE text = ?", (CAT,)).fetchone()[0]
    with journal.act(rota, message("act.restore", count=1, record="x")) as act:
        act.forgotten(ordinal)
    assert ways(rota) == ["forgotten", "final"]


def test_act_that_is_not_there_is_left_out(rota: Vault):
    assert recourses(rota, [99]) == {}
    assert isinstance(recourses(rota, [1])[1], Recourse)
