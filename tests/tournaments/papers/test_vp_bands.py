"""The VP table on the slip is the table that counts."""

import pytest

from scoring.victory_points import VP_TABLES
from tournaments.papers.vp_bands import Band, bands


def test_four_hands() -> None:
    found = bands(VP_TABLES["hands-4"], 5)
    assert [band.difference for band in found[:3]] == ["0–100", "105–300", "305–500"]
    assert found[9] == Band("1705–2000", "19–1")
    assert found[10].points == "20–0"
    assert len(found) == 11


@pytest.mark.parametrize("code", ["hands-2", "hands-3", "hands-4", "teams"])
def test_every_difference_falls_in_the_band_that_pays_it(code: str) -> None:
    table = VP_TABLES[code]
    for band in bands(table, 5)[:-1]:
        lowest, highest = map(int, band.difference.split("–"))
        for difference in (lowest, highest):
            assert "{}–{}".format(*table.lookup(difference)) == band.points


def test_win_draw_and_loss() -> None:
    assert [band.points for band in bands(VP_TABLES["win-draw-loss"], 5)] == ["1–1", "2–0"]


def test_raw_points_need_no_table() -> None:
    assert bands(VP_TABLES["raw"], 5) == ()
