"""Evenings at tables of two, three and five, alone and mixed with four: seats, scores, standings, the end."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from scoring.hands import EndReason, Hand, HandScore
from tests.cast import Cast
from tests.evenings import A_THURSDAY, make_evening, open_round, play_evening, play_round, the_round
from tests.slips import reread
from tournaments import draws, rounds
from tournaments.drafts import notes_of
from tournaments.ending import declare_final, publish_provisional
from tournaments.events import create_tournament
from tournaments.hands import NumberedHand, as_json, from_json, hands_of, same_score
from tournaments.match_views import match_view
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import HandSide
from tournaments.pairing.draws import Seating
from tournaments.programmes import PhasePlan, Programme
from tournaments.saves import history_of
from tournaments.scores import record_match, swap_lines
from tournaments.seats import current_seats, present_entries
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
DRAWN, MANUAL = Phase.Movement.DRAWN, Phase.Movement.MANUAL


def evening(
    cast: Cast,
    entries: int,
    *plans: PhasePlan,
    regulations: str = "fibur-2026",
) -> Tournament:
    """An evening of single players with these phases, everybody present."""
    return make_evening(
        cast.club, entries=entries, programme=Programme("", "individuals", plans, regulations)
    )


def three(**facts: object) -> PhasePlan:
    plan = PhasePlan(DRAWN, 1, hands=3, vp_table="hands-3", table_size=3)
    return replace(plan, **facts)


def quick(alone: int | None, *sides: tuple[int, int], number: int = 1, players: int = 3) -> NumberedHand:
    hand = Hand(tuple(HandScore(base=base, points=points) for base, points in sides))
    return NumberedHand(number, hand, players=players, alone=alone)


# Places 1, 2, 3 alone in turn: 570, 542.5, 272.5 (reckoned by hand in the golden file).
THREE_HANDS = (
    quick(1, (300, 120), (200, 185)),
    quick(2, (200, 100), (100, 100), number=2),
    quick(3, (0, -20), (0, 100), number=3),
)


def table_of(tournament: Tournament, number: int = 1) -> Match:
    return reread(the_round(tournament, 1).matches.active().get(table_number=number))


@pytest.mark.parametrize(
    ("entries", "plan", "players"),
    [
        (9, three(), [3, 3, 3]),
        (10, three(spare_size=4), [3, 3, 4]),
        (11, three(table_size=5), [5, 5]),
        (14, three(table_size=5, spare_size=4), [5, 5, 4]),
        (10, three(table_size=4, spare_size=3), [4, 3, 3]),
        (7, three(table_size=2), [2, 2, 2]),
        (7, three(table_size=2, spare_size=3), [2, 2, 3]),
    ],
)
def test_an_evening_plays_to_its_final_standings(
    cast: Cast, entries: int, plan: PhasePlan, players: list[int]
) -> None:
    tournament = evening(cast, entries, replace(plan, rounds_count=2))
    play_evening(tournament, random.Random(entries))
    for number in (1, 2):
        found = the_round(tournament, number).matches.active().order_by("table_number")
        assert [match.players for match in found] == players
        for match in found:
            seats = list(match.seats.active().order_by("line", "position"))
            assert len(seats) == match.players
            assert {seat.line for seat in seats} == ({""} if match.players in (3, 5) else {"NS", "EW"})
    table = standings(tournament)
    assert table.check is not None
    assert table.check.agrees
    assert (table.missing_matches, table.check.found_mp) == (0, 0)
    publish_provisional(tournament=tournament, by=None)
    kept = declare_final(tournament=tournament, by=None).data["rows"]
    assert [Fraction(row["vp"]) for row in kept] == [row.vp for row in table.rows]


def test_a_match_of_three_gives_exact_fractions(cast: Cast) -> None:
    tournament = evening(cast, 3, three())
    open_round(tournament, 1)
    match = table_of(tournament)
    record_match(match=match, hands=THREE_HANDS, by=None, seen_version=0)
    view = match_view(table_of(tournament))
    assert view.totals == (570, Fraction(1085, 2), Fraction(545, 2))
    assert view.vp == (Fraction(23, 2), Fraction(23, 2), 7)
    assert [side.mp for side in view.sides] == [Fraction(325, 2), Fraction(485, 4), Fraction(-1135, 4)]
    rows = standings(tournament).rows
    assert [(row.place, row.vp, row.mp) for row in rows] == [
        (1, Fraction(23, 2), Fraction(325, 2)),
        (2, Fraction(23, 2), Fraction(485, 4)),
        (3, 7, Fraction(-1135, 4)),
    ]
    own = rows[0].in_round(1)
    assert own is not None
    assert (own.line, own.partner, len(own.opponents)) == ("1", (), 2)


def test_the_clubs_page_says_who_won_with_which_fraction(cast: Cast, client: Client) -> None:
    tournament = evening(cast, 3, three())
    open_round(tournament, 1)
    record_match(match=table_of(tournament), hands=THREE_HANDS, by=None, seen_version=0)
    rounds.close(round=the_round(tournament, 1), by=None)
    publish_provisional(tournament=tournament, by=None)
    declare_final(tournament=tournament, by=None)
    cast.club.is_public = True
    cast.club.save()
    client.cookies["django_language"] = "it"
    page = client.get(reverse("tournaments:club", args=[cast.club.slug])).content.decode()
    assert "11,5" in page
    assert "23/2" not in page


def test_what_was_typed_is_stored_and_read_back(cast: Cast) -> None:
    tournament = evening(cast, 3, three())
    open_round(tournament, 1)
    record_match(match=table_of(tournament), hands=THREE_HANDS, by=None, seen_version=0)
    match = table_of(tournament)
    assert same_score(hands_of(match), THREE_HANDS)
    assert from_json(as_json(hands_of(match))) == hands_of(match)
    written = HandSide.objects.order_by("record__number", "pk").values_list("record__alone", "line", "base")
    assert list(written) == [
        (1, "1", 300),
        (1, "2", 200),
        (2, "2", 200),
        (2, "3", 100),
        (3, "3", 0),
        (3, "1", 0),
    ]
    rows = history_of(match)[0].after.rows
    assert [row.places for row in rows] == [
        "1",
        "2 + 3",
        "2",
        "3 + 1",
        "3",
        "1 + 2",
    ]


def refused_codes(match: Match, *hands: NumberedHand) -> set[str]:
    with pytest.raises(ValidationError) as caught:
        record_match(match=match, hands=hands, by=None, seen_version=match.version)
    return {fault.code for fault in (caught.value.params or {})["faults"] if fault.is_error}


def test_impossible_hands_are_refused_by_name(cast: Cast) -> None:
    tournament = evening(cast, 3, three(switch_at=400))
    open_round(tournament, 1)
    match = table_of(tournament)
    assert refused_codes(match, quick(4, (0, 0), (0, 0))) == {"T1"}
    assert refused_codes(match, quick(1, (0, 15), (0, 15), (0, 15))) == {"T2"}
    assert refused_codes(match, quick(1, (-100, 15), (0, 15))) == {"V2"}
    assert refused_codes(match, quick(1, (130, 15), (0, 47))) == {"V1", "V2"}
    assert refused_codes(match, THREE_HANDS[1]) == {"gap"}
    # The first hand took somebody to 420: from the second on everybody plays alone.
    assert refused_codes(match, *THREE_HANDS[:2]) == {"T1"}
    alone = [quick(None, (200, 60), (0, 40), (-100, -50), number=number) for number in (2, 3)]
    record_match(match=match, hands=[THREE_HANDS[0], *alone], by=None, seen_version=0)
    assert match_view(table_of(tournament)).complete


def test_what_the_sides_tell_counts_without_being_typed(cast: Cast) -> None:
    tournament = evening(cast, 3, three(hands=1, vp_table="hands-2"), regulations="manuale")
    open_round(tournament, 1)
    idle = HandScore(counts={}, closings=0, laid=60, left=40)
    hand = NumberedHand(1, Hand((idle,) * 3, end_reason=EndReason.STOCK), players=3)
    record_match(match=table_of(tournament), hands=[hand], by=None, seen_version=0)
    assert match_view(table_of(tournament)).totals == (-80, -80, -80)  # nobody took a pozzetto: −100 each


def test_a_hand_after_the_end_is_refused(cast: Cast) -> None:
    fourth = quick(1, (0, 15), (0, 5), number=4)
    tournament = evening(cast, 3, three())
    open_round(tournament, 1)
    assert refused_codes(table_of(tournament), *THREE_HANDS, fourth) == {"too_many_hands"}
    to_target = evening(cast, 3, three(hands=None, target=520, vp_table="win-draw-loss"))
    open_round(to_target, 1)
    match = table_of(to_target)
    assert refused_codes(match, *THREE_HANDS) == {"after_target"}
    record_match(match=match, hands=THREE_HANDS[:2], by=None, seen_version=0)
    assert match_view(table_of(to_target)).vp == (2, 1, 0)


def test_half_points_may_be_shown_rounded_up(cast: Cast) -> None:
    tournament = evening(cast, 3, three(round_up_halves=True))
    open_round(tournament, 1)
    record_match(match=table_of(tournament), hands=THREE_HANDS, by=None, seen_version=0)
    view = match_view(table_of(tournament))
    assert [side.points for side in view.sides] == [570, 543, 273]
    assert view.totals[1] == Fraction(1085, 2)


def test_a_table_of_two_is_one_against_one_by_its_own_bounds(cast: Cast) -> None:
    plan = three(table_size=2, movement=Phase.Movement.DANISH, hands=1, vp_table="hands-2")
    tournament = evening(cast, 4, plan)
    open_round(tournament, 1)
    match = table_of(tournament)
    # 1050 points are in the cards of two players who close, not of four.
    hand = NumberedHand(1, Hand((HandScore(base=1500, points=1050), HandScore(base=0, points=0))))
    record_match(match=match, hands=[hand], by=None, seen_version=0, confirmed={"V13", "V18"})
    assert match_view(table_of(tournament)).vp == (20, 0)


def test_a_table_without_lines_swaps_none(cast: Cast) -> None:
    tournament = evening(cast, 3, three())
    open_round(tournament, 1)
    record_match(match=table_of(tournament), hands=THREE_HANDS, by=None, seen_version=0)
    with pytest.raises(ValidationError, match="no lines"):
        swap_lines(match=table_of(tournament), by=None, seen_version=1)


def test_seats_by_hand_and_swaps_between_sizes(cast: Cast) -> None:
    tournament = evening(cast, 7, three(movement=MANUAL, spare_size=4))
    first = the_round(tournament, 1)
    a, b, c, d, e, f, g = present_entries(tournament)
    seatings = [Seating(1, (), (), (a, b, c)), Seating(2, (d, e), (f, g))]
    draws.seat_by_hand(round=first, seatings=seatings, by=None)
    one, other = Seat.objects.get(entry=b, is_active=True), Seat.objects.get(entry=g, is_active=True)
    draws.swap_seats(round=first, one=one.pk, other=other.pk, by=None)
    assert current_seats(the_round(tournament, 1)).seatings == (
        Seating(1, (), (), (a, g, c)),
        Seating(2, (d, e), (f, b)),
    )
    with pytest.raises(ValidationError) as caught:
        draws.seat_by_hand(round=first, seatings=seatings[:1], by=None)
    assert [problem.code for problem in (caught.value.params or {})["problems"]] == ["missing"]


def test_a_meeting_again_at_three_is_said_before_it_is_confirmed(cast: Cast) -> None:
    tournament = evening(cast, 3, three(rounds_count=2, hands=3))
    play_round(tournament, 1, random.Random(1))
    draws.draw_round(round=the_round(tournament, 2), by=None, seed=3)
    notes = notes_of(the_round(tournament, 2))
    assert {(note.code, note.rounds) for note in notes} == {("rematch", (1,))}
    assert len(notes) == 3


def test_pairs_and_movements_of_lines_stay_at_four(cast: Cast) -> None:
    def refused(kind: str, plan: PhasePlan) -> str:
        facts = {"name": "Prova", "starts_at": A_THURSDAY, "entry_kind": kind}
        with pytest.raises(ValidationError) as caught:
            create_tournament(club=cast.club, facts=facts, phases=[plan], by=None)
        return " ".join(caught.value.messages)

    assert "single players" in refused("pairs", three())
    assert "drawn, seated by hand" in refused("individuals", three(movement=Phase.Movement.DANISH))
    assert "two sizes differ" in refused("individuals", three(spare_size=3))
    mixed = three(table_size=2, spare_size=3, movement=Phase.Movement.MITCHELL)
    assert "drawn, seated by hand" in refused("individuals", mixed)


def test_too_few_for_a_table_are_told_how_many_are_needed(cast: Cast) -> None:
    tournament = evening(cast, 2, three(spare_size=4))
    with pytest.raises(ValidationError, match="At least 3"):
        draws.draw_round(round=the_round(tournament, 1), by=None, seed=1)


def test_the_database_refuses_a_sixth_place_and_a_third_on_a_line(cast: Cast) -> None:
    tournament = evening(cast, 5, three(table_size=5))
    draws.draw_round(round=the_round(tournament, 1), by=None, seed=1)
    seat = Seat.objects.active().get(position=5)
    for facts in ({"position": 6}, {"line": "NS"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(pk=seat.pk).update(**facts)


def test_the_programme_of_threes_is_offered(club: Club) -> None:
    tournament = make_evening(club, entries=7, programme="three")
    draws.draw_round(round=the_round(tournament, 1), by=None, seed=1)
    assert [len(each.everybody) for each in current_seats(the_round(tournament, 1)).seatings] == [3, 4]


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova")
