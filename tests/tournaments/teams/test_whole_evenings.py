"""Teams of four play whole evenings through the pages: 4.8 of the movements' rules holds in every round."""

import random
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import make_evening, open_round, record_random
from tests.tournaments.shown.conftest import words_of
from tests.tournaments.teams.conftest import say_awards
from tournaments.departures import absent_at_table
from tournaments.ending import declare_final, publish_provisional
from tournaments.formats import limits_in_proportion, vp_table
from tournaments.models.events import Tournament
from tournaments.models.rounds import Encounter, Match, Round, Seat
from tournaments.programmes import PROGRAMMES, PhasePlan, Programme
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


def play(secretary: Client, evening: Tournament, number: int, rng: random.Random) -> None:
    """Press a round through, every page that shows it looked at on the way."""
    page = reverse("tournaments:director", args=[evening.pk])
    for name in ("draw", "confirm", "announce", "start"):
        secretary.post(reverse(f"tournaments:{name}", args=[evening.pk, number]))
        assert secretary.get(page).status_code == 200
    assert evening.rounds.get(number=number).state == Round.State.PLAYING
    for match in Match.objects.active().filter(round__tournament=evening, round__number=number):
        match.round.tournament = match.round.phase.tournament = evening
        record_random(match, rng)
        slip = secretary.get(reverse("tournaments:match_desk", args=[evening.pk, match.pk]))
        words = (
            "other tables of this meeting are" if evening.team_pairs > 2 else "other table of this meeting is"
        )
        assert words in slip.content.decode()
    secretary.post(reverse("tournaments:close", args=[evening.pk, number]))
    assert evening.rounds.get(number=number).state == Round.State.CLOSED
    for name in ("standings", "seats", "rounds", "rounds_csv", "staff_standings", "seats_csv", "results_csv"):
        assert secretary.get(reverse(f"tournaments:{name}", args=[evening.pk])).status_code == 200


def keeps_the_rules(evening: Tournament, number: int) -> None:
    """Each pair of a team sits once, N-S and E-W as evenly as can be, at adjacent tables and against the
    pairs of one team; every person once; VP 20, MP antisymmetric."""
    pairs = evening.team_pairs
    phase = evening.rounds.get(number=number).phase
    seats = Seat.objects.active().filter(round__tournament=evening, round__number=number)
    assert set(seats.values_list("entry", flat=True)) == set(
        evening.entries.present().values_list("pk", flat=True)
    )
    scores = {
        row.entry_id: score for row in standings(evening).rows for score in [row.in_round(number)] if score
    }
    for meeting in Encounter.objects.filter(draw__round__tournament=evening, draw__round__number=number):
        own = seats.filter(match__encounter=meeting)
        last = pairs * meeting.number
        assert sorted(own.values_list("table_number", flat=True).distinct().order_by()) == list(
            range(last - pairs + 1, last + 1)
        )
        teams = Counter(own.values_list("entry", flat=True))
        assert sorted(teams.values()) == [pairs, pairs]
        for team in teams:
            lines = Counter(own.filter(entry=team).values_list("line", flat=True))
            assert abs(lines["NS"] - lines["EW"]) == pairs % 2
            assert own.filter(entry=team).values("match").distinct().order_by().count() == pairs
        ours, theirs = (scores[team] for team in teams)
        assert (ours.kind, theirs.kind) == ("played", "played")
        assert (ours.vp or 0) + (theirs.vp or 0) == 20
        assert ours.mp == -(theirs.mp or 0)
        assert ours.vp == vp_table(phase).lookup(int(ours.mp or 0), 5)[0]
    persons = [key for pair in seats.values_list("first_player", "second_player") for key in pair if key]
    assert len(persons) == len(set(persons)) == 2 * pairs * (evening.entries.present().count() // 2) * 2


ALL_FOUR_TIMES = Programme(PROGRAMMES["all"].name, "teams", (PhasePlan("round_robin", 5, vp_table="teams"),))
KNOCKOUT = Programme(PROGRAMMES["knockout"].name, "teams", (PhasePlan("knockout", 3, vp_table="teams"),))
LARGER = {
    pairs: tuple(
        Programme(
            PROGRAMMES["teams-swiss"].name,
            "teams",
            (PhasePlan(movement, 3, vp_table="own", vp_limits=limits_in_proportion(pairs)),),
            team_pairs=pairs,
        )
        for movement in ("swiss", "mitchell")
    )
    for pairs in (3, 4)
}
MITCHELL = Programme(PROGRAMMES["4m"].name, "teams", (PhasePlan("mitchell", 3, vp_table="teams"),))


@pytest.mark.parametrize(
    ("programme", "teams"),
    [
        ("teams-swiss", 6),
        ("teams-swiss", 7),
        ("teams-danish", 6),
        ("teams-danish", 7),
        (ALL_FOUR_TIMES, 6),
        (MITCHELL, 6),
        (LARGER[3][0], 5),
        (LARGER[3][1], 6),
        (LARGER[4][0], 4),
    ],
)
def test_a_whole_evening_of_teams(
    secretary: Client, cast: Cast, programme: str | Programme, teams: int
) -> None:
    evening = make_evening(cast.club, entries=teams, programme=programme)
    say_awards(evening)
    rng = random.Random(teams)
    for number in evening.rounds.order_by("number").values_list("number", flat=True):
        play(secretary, evening, number, rng)
        keeps_the_rules(evening, number)
    publish_provisional(tournament=evening, by=None)
    declare_final(tournament=evening, by=None)
    found = standings(evening)
    assert [row.names.full for row in found.rows] != []
    assert {row.names.full[0] for row in found.rows} == {f"Squadra {at}" for at in range(1, teams + 1)}
    assert found.check is not None
    assert found.check.agrees
    assert found.missing_matches == 0
    rests = Counter(Seat.objects.active().filter(reason="rests").values_list("entry", flat=True))
    assert max(rests.values(), default=0) <= 1
    assert sum(rests.values()) == (evening.rounds.count() if teams % 2 else 0)


def test_a_team_that_is_alone_at_its_tables_has_come(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme=KNOCKOUT)
    say_awards(evening)
    round_ = open_round(evening, 1)
    for at, absent in enumerate((1, 2, 1, 1)):
        match = round_.matches.active().get(table_number=2 * at + 1)
        teams = list(match.seats.values_list("entry", flat=True).order_by("pk")[:absent])
        absent_at_table(match=match, absent=teams, by=None)
    page = words_of(secretary.get(reverse("tournaments:director", args=[evening.pk])).content.decode())
    assert page.count("nobody came, so neither goes on") == 1


def test_who_wins_the_sum_goes_on_in_a_knock_out(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme=KNOCKOUT)
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(5))
    rows = standings(evening).rows
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]
    final = Encounter.objects.get(draw__round__number=3)
    assert {row.entry_id for row in rows[:2]} == set(
        Seat.objects.filter(match__encounter=final).values_list("entry", flat=True)
    )
