"""The trail goes back and forward as a browser does, and what is typed on the way is one spot."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope.records import PROFILES, Query, RecordId
from mnemoscope_gui.state.trail import Spot, Trail


def spot(text: str, selected: str | None = None, place: str = "recall", profile: str = "fused") -> Spot:
    return Spot(place, "list", Query(text, PROFILES[profile]), RecordId(selected) if selected else None)


def walked(*texts: str) -> Trail:
    trail = Trail()
    for text in texts:
        trail.move(spot(text))
        trail.keep()
    return trail


def test_nowhere_yet() -> None:
    trail = Trail()
    assert trail.here is None
    assert not trail.can_go_back
    assert not trail.can_go_forward
    assert trail.back() is None


def test_letters_of_one_question_are_one_spot() -> None:
    trail = Trail()
    for text in ("", "A", "Ad", "Admon"):
        trail.move(spot(text))
    assert trail.here == spot("Admon")
    assert not trail.can_go_back


def test_a_question_that_was_kept_is_come_back_to_and_left_again() -> None:
    trail = walked("one", "two", "three")
    assert trail.back() == spot("two")
    assert trail.back() == spot("one")
    assert trail.back() is None
    assert trail.forward() == spot("two")
    assert trail.can_go_forward


def test_another_way_from_an_earlier_spot_ends_the_later_ones() -> None:
    trail = walked("one", "two", "three")
    trail.back()
    trail.back()
    trail.move(spot("other"))
    assert not trail.can_go_forward
    assert trail.back() == spot("one")


def test_walking_along_the_rows_stays_in_the_spot_and_is_remembered_there() -> None:
    trail = walked("one")
    trail.move(spot("one", "aa"))
    trail.move(spot("one", "bb"))
    assert not trail.can_go_back
    trail.move(spot("two"))
    assert trail.back() == spot("one", "bb")


def test_a_leap_keeps_where_it_began_even_for_the_same_question() -> None:
    trail = Trail()
    trail.move(spot("one", "aa"))
    trail.leap(spot("one", "bb"))
    trail.leap(spot("one", "bb", profile="vectors"))
    assert trail.back() == spot("one", "bb")
    assert trail.back() == spot("one", "aa")


def test_the_trail_is_bounded() -> None:
    trail = walked(*(str(number) for number in range(300)))
    steps = 0
    while trail.back():
        steps += 1
    assert steps == 99


@given(st.lists(st.sampled_from(["a", "b", "c", "keep", "back", "forward", "leap"])))
def test_going_back_and_forward_again_is_where_one_was(steps: list[str]) -> None:
    trail = Trail()
    for number, step in enumerate(steps):
        if step == "keep":
            trail.keep()
        elif step == "back":
            trail.back()
        elif step == "forward":
            trail.forward()
        elif step == "leap":
            trail.leap(spot(str(number)))
        else:
            trail.move(spot(step))
    here = trail.here
    if trail.back() is not None:
        assert trail.forward() == here
    assert trail.here == here
