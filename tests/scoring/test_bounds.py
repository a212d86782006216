"""Bounds are derived, and give the figures the domain prints."""

from typing import Any

import pytest

from scoring.bases import Question, Setting, explained, explanations, reachable
from scoring.bounds import bounds, cheapest_meld
from scoring.cards import CARDS_PER_DECK, WILD_RANKS
from scoring.regulations import DEFAULT, PRESETS, BurracoKind, changed
from tests.scoring.golden import golden

TABLE = golden("bounds.json")
FIBUR = PRESETS[DEFAULT]


@pytest.mark.parametrize("row", TABLE["rows"], ids=lambda row: f"{row['regulations']} for {row['players']}")
def test_the_table_of_the_domain_follows_from_the_cards(row: dict[str, Any]) -> None:
    found = bounds(PRESETS[row["regulations"]], row["players"])
    for name in ("live", "points_closed", "points_open", "burrachi", "wilds"):
        assert getattr(found, name) == row[name], name
    for name in ("lowest_total", "highest_total"):
        assert list(getattr(found, name)) == row.get(name, list(getattr(found, name))), name
    for closer, held in enumerate(row["held_closed"]):
        sides = range(len(found.sizes))
        assert [found.held_closed[i] if i == closer else found.held_open[i] for i in sides] == held


@pytest.mark.parametrize("code", PRESETS)
def test_the_cheapest_melds_follow_from_the_values(code: str) -> None:
    regulations = PRESETS[code]
    assert {str(kind): cheapest_meld(regulations, kind) for kind in regulations.bonuses} == TABLE["cheapest"][
        code
    ]


def test_wilds_that_count_nothing_on_the_table_make_melds_cheaper() -> None:
    free = changed(FIBUR, table_values={**FIBUR.table_values, **dict.fromkeys(WILD_RANKS, 0)})
    found = {str(kind): cheapest_meld(free, kind) for kind in free.bonuses}
    assert found == TABLE["cheapest_where_wilds_count_nothing"]
    # Cards may still be held at their full value, so the deck is worth what it was.
    assert bounds(free).live == bounds(FIBUR).live


@pytest.mark.parametrize("code", PRESETS)
def test_the_step_is_the_greatest_common_divisor(code: str) -> None:
    assert bounds(PRESETS[code]).step == TABLE["step"][code]


@pytest.mark.parametrize("code", TABLE["deck"])
def test_two_decks_are_worth_what_the_documents_say(code: str) -> None:
    values = PRESETS[code].table_values
    assert 2 * sum(values[rank] * copies for rank, copies in CARDS_PER_DECK.items()) == TABLE["deck"][code]


def test_reachable_bases_begin_as_the_domain_says() -> None:
    bases = reachable(Setting(FIBUR), None, (0, 1))
    assert [base for base in bases if base <= 400] == TABLE["reachable_up_to_400"][DEFAULT]
    assert max(bases) == 14 * 200 + 100


def test_a_base_of_minus_100_or_50_proves_a_missed_pozzetto() -> None:
    for base in (-100, 50):
        assert {way.missed for way in explanations(Setting(FIBUR), Question(base, None, (0, 1)))} == {1}


def test_reachable_bases_agree_with_counting_everything() -> None:
    """Brute force over all counts of FIBUR's three kinds, for one hand of four players."""
    limit = bounds(FIBUR)
    found = set()
    for clean in range(15):
        for semi in range(13):
            for dirty in range(13 - semi):
                if 7 * clean + 8 * semi + 7 * dirty <= limit.cards:
                    bonus = 200 * clean + 150 * semi + 100 * dirty
                    found |= {bonus, bonus - 100} | ({bonus + 100} if bonus else set())
    assert set(reachable(Setting(FIBUR), None, (0, 1))) == found


def test_a_base_never_takes_more_wilds_than_there_are() -> None:
    dear = changed(FIBUR, bonuses={BurracoKind.CLEAN: 4000, BurracoKind.DIRTY: 100})
    below = [base for base in reachable(Setting(dear), None, (0, 1)) if base < 3000]
    assert max(below) == 12 * 100 + 100


def test_a_base_never_takes_more_cards_than_there_are() -> None:
    """Of 102 cards come fourteen burracos of seven, and the closing."""
    fitab = PRESETS["fitab-2025"]
    bonuses = {BurracoKind.CLEAN: 100, BurracoKind.DIRTY: 100, BurracoKind.SUPER: 5000}
    below = [
        base for base in reachable(Setting(changed(fitab, bonuses=bonuses)), None, (0, 1)) if base < 4000
    ]
    assert max(below) == 14 * 100 + 100


def test_bases_together_take_no_more_wilds_than_there_are() -> None:
    fine = changed(FIBUR, bonuses={BurracoKind.CLEAN: 200, BurracoKind.DIRTY: 195})
    seven, five = Question(7 * 195, None, (0, 1)), Question(5 * 195, None, (0, 1))
    assert [way.wilds for way in explanations(Setting(fine), seven)] == [7]
    assert explained(Setting(fine), (seven, five))
    assert not explained(Setting(fine), (seven, seven))


def test_bases_together_take_no_more_cards_than_there_are() -> None:
    """Three players by the guide's stock: of 108 cards three stay out, so fifteen burracos of seven lie."""
    guide = PRESETS["guida"]
    plain = changed(guide, bonuses={BurracoKind.CLEAN: 200, BurracoKind.DIRTY: 100})
    setting = Setting(plain, players=3)
    eight, seven = Question(1600, 0, (0, 0)), Question(1400, 0, (0, 0))
    assert explained(setting, (eight, seven))
    assert not explained(setting, (eight, eight))


def test_the_lowest_base_of_who_closed() -> None:
    assert bounds(FIBUR).lowest_closed_base == 200
    assert bounds(PRESETS["guida"]).lowest_closed_base == 100


@pytest.mark.parametrize(("players", "sides"), [(1, 2), (4, 3), (4, 4), (6, 2), (3, 5)])
def test_players_who_cannot_form_such_sides_are_refused(players: int, sides: int) -> None:
    with pytest.raises(ValueError, match="do not form"):
        bounds(FIBUR, players, sides)
