"""The proof of an evening finds what is wrong: each fault here is made on purpose."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from scoring.small_tables import sides_of_hand
from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_round, the_round
from tests.tournaments.nights import checks
from tests.tournaments.nights.night import Night, Tally
from tests.tournaments.nights.programmes import PLANS
from tests.tournaments.nights.recount import vp_of, who_shares
from tests.tournaments.nights.rows import Picture, picture
from tests.tournaments.nights.verbs import ByVerbs
from tournaments.log import write_act
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Seat
from tournaments.models.scores import Penalty

pytestmark = pytest.mark.django_db


class Faulty(ByVerbs):
    """Does what it is told to, and then what it is not."""

    fault: Callable[[Tournament], Any]

    def do(self, name: str, role: str, facts: dict[str, Any]) -> None:
        super().do(name, role, facts)
        self.fault(self.tournament)


def a_penalty(tournament: Tournament) -> None:
    first = tournament.entries.get(number=1)
    Penalty.objects.create(entry=first, round=the_round(tournament, 1), vp=-1, reason="non scritta")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("tells only", lambda t: Seat.objects.filter(round__tournament=t).update(group=2)),
        ("tells only", a_penalty),
        ("wrote 2 acts", lambda t: write_act(tournament=t, verb=Act.Verb.START, by=None)),
        ("tells only", lambda t: Entry.objects.filter(tournament=t).update(note="di nascosto")),
    ],
)
def test_an_act_that_writes_more_than_it_says_is_found(
    cast: Cast, words: str, fault: Callable[[Tournament], Any]
) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    hands = Faulty(cast, evening)
    hands.fault = fault
    with pytest.raises(AssertionError, match=words):
        Night(cast, evening, hands, Tally()).do("take_back", SECRETARY, number=1)


def test_nothing_is_found_where_nothing_is_wrong(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="4d")
    night = Night(cast, evening, ByVerbs(cast, evening), tally := Tally())
    night.do("draw", SECRETARY, number=1, seed=1)
    night.do("announce", SECRETARY, number=1)
    night.do("confirm", SECRETARY, number=1)
    night.undo_last(SECRETARY)
    assert (tally.done, tally.refused) == (3, 1)
    evening.entries.update(note="di nascosto")
    with pytest.raises(AssertionError, match="wrote without a line"):
        night.do("start", SECRETARY, number=1)


def first(taken: Picture, name: str, **wanted: Any) -> dict[str, Any]:
    return next(row for row in taken[name].values() if all(row[c] == v for c, v in wanted.items()))


def add_up(taken: Picture) -> None:
    checks.standings_add_up(taken, next(iter(taken["tournament"])))


def seat_again(taken: Picture) -> None:
    taken["seat"][10_000] = {**first(taken, "seat", reason="plays"), "id": 10_000}


def rest_twice(taken: Picture) -> None:
    resting = first(taken, "seat", reason="rests")
    other = first(taken, "seat", reason="rests", round_id=resting["round_id"] + 1)
    played = first(taken, "seat", entry_id=resting["entry_id"], round_id=other["round_id"])
    played["entry_id"], other["entry_id"] = other["entry_id"], played["entry_id"]


def in_two_groups(taken: Picture) -> None:
    for group, number in ((1, 1), (2, 2)):
        first(
            taken,
            "seat",
            round_id=first(taken, "round", number=number)["id"],
            slot=1,
            entry_id=first(taken, "entry", number=1)["id"],
        )["group"] = group


def withdraw(taken: Picture) -> None:
    first(taken, "round", number=2)["state"] = "draft"
    first(taken, "entry", number=1)["state"] = "withdrawn"


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        (checks.nobody_sits_twice, seat_again),
        (checks.sit_outs_are_fair, rest_twice),
        (checks.drafts_seat_who_is_present, withdraw),
        (checks.groups_stand, in_two_groups),
        (checks.tables_are_whole, lambda taken: first(taken, "seat", line="NS").update(table_number=9)),
        (add_up, lambda taken: first(taken, "side", line="NS").update(base=900)),
        (add_up, lambda taken: first(taken, "award").update(vp=1)),
    ],
)
def test_each_check_fails_on_rows_that_are_wrong(
    cast: Cast, check: Callable[[Picture], None], fault: Callable[[Picture], Any]
) -> None:
    evening = make_evening(cast.club, entries=5, programme="4d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    taken = picture()
    checks.check_everything(taken, evening.pk)
    taken = picture()
    fault(taken)
    with pytest.raises(AssertionError):
        check(taken)


def one_line_for_both_pairs(taken: Picture) -> None:
    """The closed table of a meeting turned round: each team has both its pairs on one line."""
    for seat in taken["seat"].values():
        if seat["slot"] == 2:
            seat["line"] = {"NS": "EW", "EW": "NS"}[seat["line"]]


def one_player_at_both_tables(taken: Picture) -> None:
    one, other = first(taken, "seat", slot=1, reason="plays"), first(taken, "seat", slot=2)
    if one["entry_id"] != other["entry_id"]:
        other = first(taken, "seat", slot=2, entry_id=one["entry_id"])
    other["first_player_id"] = one["first_player_id"]


def somebody_of_another_team(taken: Picture) -> None:
    seat = first(taken, "seat", slot=1, reason="plays")
    other = next(row for row in taken["member"].values() if row["entry_id"] != seat["entry_id"])
    seat["first_player_id"] = other["person_id"]


def a_table_elsewhere(taken: Picture) -> None:
    match = first(taken, "match", table_number=2)
    for seat in taken.where("seat", match_id=match["id"]):
        seat["table_number"] = 9
    match["table_number"] = 9


def a_score_away(taken: Picture) -> None:
    match = first(taken, "match", table_number=2)
    for key in [key for key, record in taken["record"].items() if record["match_id"] == match["id"]]:
        del taken["record"][key]


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        (checks.teams_meet_at_their_tables, one_line_for_both_pairs),
        (checks.teams_meet_at_their_tables, one_player_at_both_tables),
        (checks.teams_meet_at_their_tables, somebody_of_another_team),
        (checks.teams_meet_at_their_tables, a_table_elsewhere),
        (checks.nobody_sits_twice, one_player_at_both_tables),
        (add_up, lambda taken: first(taken, "side", line="NS").update(base=900)),
        (add_up, lambda taken: first(taken, "award").update(vp=1)),
        (add_up, a_score_away),
    ],
)
def test_each_check_of_teams_fails_on_rows_that_are_wrong(
    cast: Cast, check: Callable[[Picture], None], fault: Callable[[Picture], Any]
) -> None:
    evening = make_evening(cast.club, entries=5, programme=PLANS["teams by swiss"].programme)
    play_round(evening, 1, random.Random(1))
    taken = picture()
    checks.check_everything(taken, evening.pk)
    taken = picture()
    fault(taken)
    with pytest.raises(AssertionError):
        check(taken)


def test_the_recount_of_teams_is_that_of_the_codes() -> None:
    """Example E7: 1740 to 1210 by both tables together are 12–8, and 150 is the last difference of 10–10."""
    found = [vp_of("teams", Fraction(difference)) for difference in (530, -530, 150, 155, 2500, 2505)]
    assert found == [12, 8, 10, 11, 19, 20]


def test_at_a_table_of_five_partners_sit_two_places_apart() -> None:
    """Source: domain 10, as `scoring.small_tables.sides_of_hand` writes it."""
    places = ("1", "2", "3", "4", "5")
    for alone in range(1, 6):
        for side in sides_of_hand(5, alone):
            assert who_shares(str(side[0]), alone, places) == sorted(map(str, side))


def test_an_undo_that_tells_less_than_it_wrote_is_found(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    hands = Faulty(cast, evening)
    hands.fault = lambda t: Seat.objects.filter(round__tournament=t).update(group=2)
    with pytest.raises(AssertionError, match="undo tells only"):
        Night(cast, evening, hands, Tally()).undo_last(SECRETARY)


def test_seats_that_everybody_saw_are_guarded(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    before, after = picture(), picture()
    first(after, "seat", line="NS")["line"] = "EW"
    checks.announced_seats_stand(before, after, "undo", {})
    with pytest.raises(AssertionError, match="changes seats of announced round 1"):
        checks.announced_seats_stand(before, after, "withdraw", {})
