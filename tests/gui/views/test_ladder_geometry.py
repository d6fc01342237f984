"""The ladder's heights, widths and rows, by numbers worked out by hand."""

from __future__ import annotations

import pytest

from mnemoscope_gui.look import LadderGrid as Grid
from mnemoscope_gui.views.ladder_geometry import Band, Layout, Scale, curve, moved_budget, nearest, rank_labels

USUAL = Scale(60, 200, 46, 527)
"""k 60, depth 200, on the rail of a window of 1440 x 900: 31 rows of 17."""


def test_the_first_rank_is_at_the_top_and_the_depth_at_the_bottom() -> None:
    assert USUAL.y(1) == 46
    assert USUAL.y(200) == 46 + 527


@pytest.mark.parametrize(
    ("rank", "y"),
    [
        (2, 11.1055),  # (1/61 - 1/62) / (1/61 - 1/260) = 0.00026441 / 0.01254729 = 0.021073, of 527
        (32, 232.009),  # (1/61 - 1/92) / 0.01254729 = 0.00552388 / 0.01254729 = 0.440245
        (100, 426.036),  # (1/61 - 1/160) / 0.01254729 = 0.01014344 / 0.01254729 = 0.808417
    ],
)
def test_height_is_what_a_rank_adds(rank: int, y: float) -> None:
    assert USUAL.y(rank) - 46 == pytest.approx(y, abs=1e-3)


def test_equal_distances_are_equal_points() -> None:
    points = [1 / (60 + rank) for rank in (1, 10, 50)]
    heights = [USUAL.y(rank) for rank in (1, 10, 50)]
    assert (heights[1] - heights[0]) / (heights[2] - heights[1]) == pytest.approx(
        (points[0] - points[1]) / (points[1] - points[2])
    )


def test_k_and_depth_are_those_of_the_recall() -> None:
    steep = Scale(1, 10, 0, 100)
    # (1/2 - 1/3) / (1/2 - 1/11) = 0.166667 / 0.409091 = 0.407407
    assert steep.y(2) == pytest.approx(40.7407, abs=1e-3)
    assert Scale(0, 10, 0, 90).y(2) == pytest.approx(50)  # (1 - 1/2) / (1 - 1/10) x 90


def test_a_depth_of_one_stands_at_the_top() -> None:
    assert Scale(60, 1, 46, 527).y(1) == 46


def test_a_line_is_thick_by_what_it_adds() -> None:
    assert USUAL.thickness(1) == 2.6
    assert USUAL.thickness(200) == pytest.approx(0.7)
    assert Scale(0, 2, 0, 1).thickness(1.5) == pytest.approx(2.6 - 1.9 * 2 / 3)  # (1 - 1/1.5) / (1 - 1/2) = 2/3


def test_the_band_below_the_depth_is_logarithmic() -> None:
    band = Band(100, 10_000, 500, 60)
    assert [band.y(rank) for rank in (100, 1000, 10_000)] == pytest.approx([500, 530, 560])
    assert Band(201, 201, 500, 60).y(201) == 500


def test_rows_are_as_high_as_in_the_picture_and_end_with_the_rail() -> None:
    layout = Layout(1034, 699, 32, 3)
    assert layout.row_height == 17
    assert layout.rail_height == 527
    assert [layout.row_y(row) for row in (0, 16, 31)] == [46, 318, 573]
    assert layout.line == 588  # 573 + 8.5 + 6.5
    assert [layout.row_y(row) for row in (32, 33, 34)] == [608, 625, 642]  # 588 + 11.5 + 8.5, and on
    assert layout.rows_in_sight == tuple(range(35))
    assert layout.band_top == 605
    assert layout.foot == 684


def test_columns_are_those_of_the_picture() -> None:
    layout = Layout(1034, 699, 32, 3)
    assert (layout.rail_left, layout.rail_right) == (100, 934)
    assert layout.rows_left == pytest.approx(240.9, abs=0.1)  # 100 + 0.169 x 834
    assert layout.rows_right == pytest.approx(793.1, abs=0.1)
    assert layout.shows_sums


def test_all_the_usual_rows_fit_at_1280_by_800() -> None:
    assert len(Layout(902, 598, 32, 3).rows_in_sight) == 35
    assert Layout(902, 598, 32, 3).most_scroll == 0


def test_where_they_cannot_fit_rows_are_comfortable_and_scroll() -> None:
    low = Layout(616, 420, 32, 3)
    assert low.row_height == 17
    assert low.fitting == 15  # 420 - 46 - 66.5 - 3.5 x 17 = 248: 14 steps of 17 and a row
    assert low.most_scroll == 17 * 17
    assert low.rows_in_sight == (*range(15), 32, 33, 34)


def test_a_narrow_ladder_gives_up_scores_and_sums_first() -> None:
    narrow = Layout(616, 400, 32, 3)
    assert not narrow.is_wide
    assert not narrow.shows_sums
    assert narrow.rows_right - narrow.rows_left > 300


def test_a_smaller_budget_lifts_the_line_and_leaves_rows_and_rails_alone() -> None:
    usual, less = Layout(1034, 699, 32, 3), Layout(1034, 699, 20, 15)
    assert (less.row_height, less.rail_height) == (usual.row_height, usual.rail_height)
    assert less.row_y(19) == usual.row_y(19) == 369
    assert less.line == 384
    assert less.rows_in_sight == tuple(range(35))


def test_more_than_fits_scrolls_below_rails_that_stay() -> None:
    layout = Layout(1034, 699, 48, 3)
    assert (layout.fitting, layout.most_scroll) == (32, 16 * 17)
    assert layout.rows_in_sight == (*range(32), 48, 49, 50)
    end = Layout(1034, 699, 48, 3, scroll=16 * 17)
    assert end.rows_in_sight == (*range(16, 48), 48, 49, 50)
    assert end.row_y(47) == 573
    assert end.line == layout.line == 588


def test_a_row_is_brought_in_sight_by_the_least_scroll() -> None:
    layout = Layout(1034, 699, 48, 3, scroll=100)
    assert layout.scroll_to(47) == 16 * 17
    assert layout.scroll_to(0) == 0
    assert layout.scroll_to(10) == 100
    assert layout.scroll_to(49) == 100  # a cut row is always in sight


def test_a_point_finds_its_row_or_the_line() -> None:
    layout = Layout(1034, 699, 32, 3)
    assert layout.row_at(500, 318) == 16
    assert layout.row_at(500, 625) == 33
    assert layout.row_at(120, 318) is None
    assert layout.is_line(500, 592)
    assert not layout.is_line(500, 608)
    assert not layout.is_line(120, 588)


@pytest.mark.parametrize(("served", "rows"), [(1, (0,)), (0, ())])
def test_one_record_and_none(served: int, rows: tuple[int, ...]) -> None:
    layout = Layout(1034, 699, served, 0)
    assert layout.rows_in_sight == rows
    assert layout.line == pytest.approx(46 + (served - 0.5) * 17 + 6.5)


def test_a_line_dragged_by_a_row_is_one_record() -> None:
    assert moved_budget(32, 17, 17, 64) == 33
    assert moved_budget(32, -12 * 17, 17, 64) == 20
    assert moved_budget(32, 8, 17, 64) == 32
    assert (moved_budget(32, -9999, 17, 64), moved_budget(32, 9999, 17, 64)) == (1, 64)


def test_lines_leave_and_arrive_horizontally() -> None:
    start, one, other, end = curve((100, 50), (240, 300))
    assert (start, end) == ((100, 50), (240, 300))
    assert one == (170, 50)
    assert other == (170, 300)


def test_ranks_beside_a_rail_give_way_where_there_is_no_room() -> None:
    labels = dict(rank_labels(USUAL, (32, 1, 200), 200))
    assert labels == {1: True, 2: False, 3: False, 5: False, 10: False, 20: False, 32: True, 50: False, 100: False} | {
        200: True
    }
    low = dict(rank_labels(Scale(60, 200, 46, 200), (32, 1, 200), 200))
    assert 2 not in low
    assert low[32]
    assert dict(rank_labels(USUAL, (2, 1, 40), 1)) == {1: True}


def test_the_nearest_mark_within_reach() -> None:
    places = [(10.0, 0), (14.0, 1), (40.0, 2)]
    assert nearest(13, places, Grid.REACH) == 1
    assert nearest(26, places, Grid.REACH) is None
    assert nearest(5, [], Grid.REACH) is None
