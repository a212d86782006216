"""VP of teams are those of the sum of both tables; awards, lateness and leaving are of the whole team."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from scoring.hands import Hand, HandScore
from tests.cast import Cast
from tests.evenings import make_evening, open_round, the_round
from tests.facts import facts_of
from tests.slips import E6, posted
from tests.tournaments.teams.conftest import say_awards, table, write
from tournaments import draws, rounds
from tournaments.arrivals import admit_late, ways_in
from tournaments.awards import Given, award_match, award_of, take_award_back
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.early import early, is_asked
from tournaments.hands import NumberedHand
from tournaments.likeness import Name
from tournaments.match_views import match_view
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import Award
from tournaments.moves import what_it_would_move
from tournaments.penalties import give_penalty
from tournaments.programmes import PROGRAMMES, PhasePlan, Programme
from tournaments.round_scores import RoundScore
from tournaments.seats import current_seats, history
from tournaments.standings import standings
from tournaments.table_moves import move_table
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db
MITCHELL_OF_SIX = Programme(
    PROGRAMMES["4m"].name,
    "teams",
    (PhasePlan("mitchell", 3, vp_table="own", vp_limits="225 525 825"),),
    team_pairs=3,
)


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Four teams at four tables, round 1 being played."""
    made = make_evening(cast.club, entries=4, programme="teams-danish")
    say_awards(made)
    open_round(made, 1)
    made.refresh_from_db()
    return made


def team_at(evening: Tournament, at: int, line: str) -> Entry:
    seats = Seat.objects.active().filter(round__tournament=evening, round__number=1)
    return seats.get(table_number=at, line=line).entry


def score_of(evening: Tournament, entry: Entry) -> RoundScore:
    [row] = [row for row in standings(evening).rows if row.entry_id == entry.pk]
    score = row.in_round(1)
    assert score is not None
    return score


def test_the_vp_are_those_of_the_sum(evening: Tournament) -> None:
    """A difference of 530 by both tables together: 12–8 by the table of teams (example E7)."""
    ours, theirs = team_at(evening, 1, "NS"), team_at(evening, 1, "EW")
    write(table(evening, 1, 1), 1740, 1010)
    assert (score_of(evening, ours).kind, score_of(evening, ours).vp) == ("missing", None)
    write(table(evening, 1, 2), 1200, 1000)  # here ours sit E-W
    assert (score_of(evening, ours).vp, score_of(evening, ours).mp) == (12, 530)
    assert (score_of(evening, theirs).vp, score_of(evening, theirs).mp) == (8, -530)
    assert score_of(evening, ours).raw == 1740 + 1000
    assert standings(evening).missing_matches == 2
    check = standings(evening).check
    assert check is not None
    assert (check.expected_vp, check.found_vp, check.found_mp) == (20, 20, 0)


def test_a_table_tells_the_other_one_and_the_sum_so_far(evening: Tournament, secretary: Client) -> None:
    first, second = table(evening, 1, 1), table(evening, 1, 2)
    write(first, 1740, 1010)
    view = match_view(second)
    assert view.meeting is not None
    assert (view.meeting.others, view.meeting.missing) == ((1,), ())
    assert view.meeting.mp == -730  # who sits N-S here sits E-W there
    assert (view.complete, view.vp) == (False, None)
    assert match_view(first).complete
    page = secretary.get(reverse("tournaments:match_desk", args=[evening.pk, second.pk])).content.decode()
    assert "The other table of this meeting is 1." in page
    assert "Sum of both so far: −730 M.P. for N-S here." in page
    page = secretary.get(reverse("tournaments:match_desk", args=[evening.pk, first.pk])).content.decode()
    assert "It is still missing." in page
    write(second, 1200, 1000)
    assert (match_view(first).vp, match_view(second).vp) == ((12, 8), (8, 12))
    page = secretary.get(reverse("tournaments:match_by_code", args=[second.code])).content.decode()
    assert "Sum of both: −530 M.P. for N-S here, V.P. 8–12." in page


def test_a_saved_table_says_the_vp_of_the_meeting_or_what_they_wait_for(
    evening: Tournament, secretary: Client
) -> None:
    said = []
    for match, rows in ((table(evening, 1, 2), E6), (table(evening, 1, 1), E6)):
        desk = reverse("tournaments:match_desk", args=[evening.pk, match.pk])
        page = secretary.post(desk, posted(rows), follow=True)
        said.append(str(next(iter(page.context["messages"]))))
    assert said[0].endswith(". For the V.P. of the meeting table 1 is missing.")
    assert said[1].endswith(", V.P. 10–10")


def test_the_round_waits_for_both_tables(evening: Tournament) -> None:
    for at in (1, 3, 4):
        write(table(evening, 1, at), 1000, 900)
    with pytest.raises(ValidationError, match="Table 2 is missing"):
        rounds.close(round=the_round(evening, 1), by=None)


def test_the_public_pages_show_a_table_when_its_meeting_is_complete(
    evening: Tournament, secretary: Client
) -> None:
    write(table(evening, 1, 1), 1740, 1010)
    page = reverse("tournaments:rounds", args=[evening.pk])
    assert "1740" not in secretary.get(page).content.decode()
    write(table(evening, 1, 2), 1200, 1000)
    assert "1740" in secretary.get(page).content.decode()
    ours = team_at(evening, 1, "NS")
    card = secretary.get(reverse("tournaments:entry_card", args=[evening.pk, ours.number])).content.decode()
    assert "+530" in card


def test_a_correction_at_one_table_moves_the_sum(evening: Tournament) -> None:
    for at, (ns, ew) in enumerate([(1740, 1010), (1200, 1000), (1000, 900), (900, 900)], 1):
        write(table(evening, 1, at), ns, ew)
    turned = [NumberedHand(1, Hand((HandScore(total=1010), HandScore(total=1740)), covers=4))]
    would = {
        move.before.entry_id: (move.before.vp, move.after.vp)
        for move in what_it_would_move(table(evening, 1, 1), tuple(turned)).moves.every
    }
    ours, theirs = team_at(evening, 1, "NS"), team_at(evening, 1, "EW")
    assert (would[ours.pk], would[theirs.pk]) == ((12, 6), (8, 14))
    write(table(evening, 1, 1), 1010, 1740)
    assert (score_of(evening, ours).vp, score_of(evening, ours).mp) == (6, -930)


def test_nobody_is_absent_where_another_table_of_the_meeting_has_a_score(
    evening: Tournament, secretary: Client
) -> None:
    first, second, third = (table(evening, 1, at) for at in (1, 2, 3))
    write(second, 1740, 1010)
    said = "Table 2 of this meeting has a score, and an absence is of the whole team"
    with pytest.raises(ValidationError, match=said):
        absent_at_table(match=first, absent=[team_at(evening, 1, "NS").pk], by=None)
    for match, is_offered in ((first, False), (third, True)):
        page = secretary.get(reverse("tournaments:table_trouble", args=[evening.pk, match.pk]))
        assert (said not in page.content.decode()) == is_offered
        assert ("Write the absence" in page.content.decode()) == is_offered


def test_an_absent_team_loses_the_whole_meeting(evening: Tournament) -> None:
    ours, theirs = team_at(evening, 2, "NS"), team_at(evening, 2, "EW")
    before = facts_of(evening)
    absent_at_table(match=table(evening, 1, 2), absent=[theirs.pk], by=None)
    assert (score_of(evening, ours).kind, score_of(evening, ours).vp) == ("left_alone", 12)
    assert (score_of(evening, theirs).kind, score_of(evening, theirs).mp) == ("absent", -160)
    assert Award.objects.count() == 2
    for at, side in ((1, 1), (2, 0)):
        view = match_view(table(evening, 1, at))
        assert view.complete
        assert (view.sides[side].mp, view.sides[1 - side].mp) == (160, -160)
    assert standings(evening).missing_matches == 2
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


@pytest.mark.parametrize("at", [1, 2])
def test_the_referee_decides_the_whole_meeting_at_either_table(evening: Tournament, at: int) -> None:
    ours, theirs = team_at(evening, at, "NS"), team_at(evening, at, "EW")
    write(table(evening, 1, 1), 1740, 1010)
    before = facts_of(evening)
    given = {"NS": Given(15, 1100), "EW": Given(3, -1100)}
    award_match(match=table(evening, 1, at), given=given, reason="errore", by=None)
    assert award_of(table(evening, 1, at)) == given
    assert award_of(table(evening, 1, 3 - at)) == {"NS": given["EW"], "EW": given["NS"]}
    assert (score_of(evening, ours).kind, score_of(evening, ours).vp) == ("referee", 15)
    assert (score_of(evening, theirs).vp, score_of(evening, theirs).mp) == (3, -1100)
    assert match_view(table(evening, 1, at)).vp == (15, 3)
    assert match_view(table(evening, 1, 3 - at)).vp == (3, 15)
    assert all(match_view(table(evening, 1, each)).complete for each in (1, 2))
    assert standings(evening).missing_matches == 2
    take_award_back(match=table(evening, 1, 3 - at), by=None)
    assert facts_of(evening) == before
    assert score_of(evening, ours).kind == "missing"


def test_a_team_with_a_score_at_the_other_table_is_not_absent(evening: Tournament) -> None:
    write(table(evening, 1, 1), 1740, 1010)
    with pytest.raises(ValidationError, match="Table 1 of this meeting has a score"):
        absent_at_table(match=table(evening, 1, 2), absent=[team_at(evening, 2, "NS").pk], by=None)


def test_who_is_left_gets_the_better_of_the_award_and_the_sum_so_far(evening: Tournament) -> None:
    ours, theirs = team_at(evening, 1, "NS"), team_at(evening, 1, "EW")
    before_score = table(evening, 1, 1)
    write(before_score, 2740, 1010)  # 1730 ahead: 17 VP by the table of teams
    withdraw_entry(entry=theirs, by=None, justified=True)
    assert (score_of(evening, ours).vp, score_of(evening, ours).mp) == (17, 1730)
    assert (score_of(evening, theirs).vp, score_of(evening, theirs).mp) == (8, -160)
    assert match_view(table(evening, 1, 2)).complete
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert score_of(evening, ours).kind == "missing"


def test_who_is_left_before_a_hand_gets_the_award_of_a_sit_out(evening: Tournament) -> None:
    ours, theirs = team_at(evening, 1, "NS"), team_at(evening, 1, "EW")
    withdraw_entry(entry=theirs, by=None, justified=False)
    assert (score_of(evening, ours).vp, score_of(evening, ours).mp) == (12, 160)
    assert (score_of(evening, theirs).vp, score_of(evening, theirs).mp) == (0, -160)


def test_a_penalty_is_of_the_team(evening: Tournament) -> None:
    ours = team_at(evening, 1, "NS")
    write(table(evening, 1, 1), 1740, 1010)
    write(table(evening, 1, 2), 1200, 1000)
    give_penalty(entry=ours, round=the_round(evening, 1), reason="tardi", by=None, mp=-100)
    [row] = [row for row in standings(evening).rows if row.entry_id == ours.pk]
    assert (row.vp, row.mp) == (12, 430)


def test_a_late_team_plays_from_the_next_round(evening: Tournament, cast: Cast) -> None:
    [way] = ways_in(evening)
    assert (way.how, way.round) == ("next", 2)
    persons = [Name("Tardivo", each) for each in ("Ada", "Ugo", "Olga", "Ivo")]
    entry = admit_late(tournament=evening, persons=persons, how="next", by=None, name="Ritardatari")
    assert (entry.name, score_of(evening, entry).kind, score_of(evening, entry).vp) == (
        "Ritardatari",
        "absent",
        8,
    )
    for at in (1, 2, 3, 4):
        write(table(evening, 1, at), 1000, 900)
    rounds.close(round=the_round(evening, 1), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    assert Seat.objects.active().filter(entry=entry, round__number=2).exists()


@pytest.mark.parametrize(
    ("programme", "moved"), [("teams-danish", False), ("teams-danish", True), (MITCHELL_OF_SIX, False)]
)
def test_a_late_team_meets_at_once_the_one_that_rests(
    cast: Cast, programme: str | Programme, *, moved: bool
) -> None:
    evening = make_evening(cast.club, entries=5, programme=programme)
    say_awards(evening)
    round_ = open_round(evening, 1)
    evening.refresh_from_db()
    pairs = evening.team_pairs
    resting = Seat.objects.active().get(round=round_, reason="rests")
    if moved:  # a table stands where the meeting would sit
        move_table(match=table(evening, 1, 2), to=5, by=None)
    before, taken = facts_of(evening), set(round_.matches.active().values_list("table_number", flat=True))
    way = ways_in(evening)[0]
    assert (way.how, way.round, way.missed, way.with_) == ("fill", 1, (), resting.entry_id)
    persons = [Name("Tardivo", f"Ada{at}") for at in range(2 * pairs + 1)]
    entry = admit_late(tournament=evening, persons=persons, how="fill", by=None, name="Ritardatari")
    seats = Seat.objects.active().filter(round=round_, entry__in=[entry, resting.entry])
    tables = sorted(set(seats.values_list("table_number", flat=True)))
    assert tables == list(range(tables[0], tables[0] + pairs))
    assert not taken & set(tables)
    for team in (entry, resting.entry):
        own = seats.filter(entry=team).order_by("slot")
        assert [seat.slot for seat in own] == list(range(1, pairs + 1))
        assert abs(own.filter(line="NS").count() - own.filter(line="EW").count()) == pairs % 2
        seated = [key for pair in own.values_list("first_player", "second_player") for key in pair]
        members = team.members.order_by("position").values_list("person", flat=True)
        assert seated == list(members)[: 2 * pairs]
    for match in round_.matches.active():
        write(match, 1000, 900)
    assert standings(evening).missing_matches == 0
    assert {score_of(evening, team).kind for team in (entry, resting.entry)} == {"played"}
    rounds.close(round=the_round(evening, 1), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    while facts_of(evening) != before:
        undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert Seat.objects.active().get(round=round_, entry=resting.entry).reason == "rests"


def test_movements_read_a_meeting_as_one_seating(evening: Tournament) -> None:
    move_table(match=table(evening, 1, 3), to=9, by=None)
    past = current_seats(the_round(evening, 1))
    assert [seating.table for seating in past.seatings] == [1, 2]
    assert past.seatings == history(evening, 2)[0].seatings
    seats = Seat.objects.active().filter(round__tournament=evening, slot=1)
    for seating in past.seatings:
        company = seats.filter(match__encounter__number=seating.table)
        assert seating.ns == (company.get(line="NS").entry_id,)
        assert seating.ew == (company.get(line="EW").entry_id,)


def test_a_table_moved_elsewhere_stays_in_its_meeting(evening: Tournament) -> None:
    ours = team_at(evening, 1, "NS")
    move_table(match=table(evening, 1, 1), to=9, by=None)
    write(table(evening, 1, 9), 1740, 1010)
    write(table(evening, 1, 2), 1200, 1000)
    assert score_of(evening, ours).mp == 530
    for at in (3, 4):
        write(table(evening, 1, at), 1000, 900)
    rounds.close(round=the_round(evening, 1), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    met = {
        frozenset(match.seats.values_list("entry", flat=True))
        for match in Match.objects.active().filter(round__number__in=[1, 2], table_number__in=[1, 2, 3, 4, 9])
    }
    assert len(met) == 4  # two meetings in each round, and none again


def test_nothing_is_foreseen_of_the_next_round(evening: Tournament) -> None:
    write(table(evening, 1, 1), 1740, 1010)
    assert not is_asked(evening)
    assert early(evening) is None
