"""What papers say of a round to come is what the program then draws, whoever came and went before."""

import random
from collections.abc import Callable

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round, record_random, the_round
from tournaments import draws, rounds
from tournaments.arrivals import admit_late, ways_in
from tournaments.departures import withdraw_entry
from tournaments.entries import Name, readmit_entry, why_not_back
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match
from tournaments.pairing.draws import PastRound
from tournaments.papers import guide_cards, way_cards
from tournaments.papers.plan_ahead import plans
from tournaments.programmes import INDIVIDUALS, PAIRS, TEAMS, PhasePlan, Programme
from tournaments.seats import current_seats, history
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Movement = Phase.Movement
FIELDS = [
    (INDIVIDUALS, Movement.INDIVIDUAL, 8, 23),
    (INDIVIDUALS, Movement.INDIVIDUAL, 8, 14),
    (PAIRS, Movement.MITCHELL, 8, 11),
    (PAIRS, Movement.HOWELL, 5, 9),
    (PAIRS, Movement.ROUND_ROBIN, 5, 9),
    (PAIRS, Movement.DOUBLE_ROUND_ROBIN, 4, 6),
    (TEAMS, Movement.ROUND_ROBIN, 5, 7),
]
AWARDS = {"sit_out_vp": 12, "sit_out_mp": 160, "absence_vp": 8, "absence_mp": -160}
ROUNDS = 4


def evening_of(club: Club, kind: str, movement: str, entries: int) -> Tournament:
    table = "teams" if kind == TEAMS else "hands-2"
    plan = PhasePlan(movement, ROUNDS, hands=2, vp_table=table, **AWARDS)
    return make_evening(club, entries=entries, programme=Programme("", kind, (plan,)))


def foretold(evening: Tournament, number: int) -> PastRound | None:
    """The round behind this one as the sheet has it that is made when this one closes."""
    coming = [the_round(evening, each.number) for each in evening.rounds.filter(number__gt=number)]
    made = plans(the_round(evening, number), coming, standings(evening, through=number))
    return next((each for plan in made for each in plan.rounds if each.number == number + 1), None)


def told_by_cards(evening: Tournament) -> list[PastRound]:
    """All rounds as guide cards have them that are asked for now."""
    return way_cards.foretold(the_round(evening, 1))


def score_and_close(evening: Tournament, number: int) -> None:
    matches = Match.objects.active().filter(round__tournament=evening, round__number=number)
    for match in matches.select_related("round__phase__tournament"):
        if not match.seats.filter(award__isnull=False).exists():
            record_random(match, random.Random(match.pk))
    rounds.close(round=the_round(evening, number), by=None)
    evening.refresh_from_db()


def leave(evening: Tournament, one: int) -> None:
    here = list(evening.entries.filter(state=Entry.State.PRESENT).order_by("number"))
    if len(here) > 4:
        withdraw_entry(entry=here[one % len(here)], by=None)


def come_late(evening: Tournament, one: int) -> None:
    if evening.is_teams or not any(way.how == "next" for way in ways_in(evening)):
        return
    size = 1 if evening.is_individual else 2
    persons = [Name(f"Ritardo{one}", f"Prova{each}") for each in range(size)]
    admit_late(tournament=evening, persons=persons, how="next", by=None)


def come_back(evening: Tournament, one: int) -> None:
    gone = list(evening.entries.filter(state=Entry.State.WITHDRAWN).order_by("number"))
    if gone and not why_not_back(gone[one % len(gone)]):
        readmit_entry(entry=gone[one % len(gone)], by=None)


Mishap = tuple[Callable[[Tournament, int], None], int]
MISHAPS = [leave, come_late, come_back]
mishap = st.tuples(st.sampled_from(MISHAPS), st.integers(0, 99))


def play_and_compare(evening: Tournament, mishaps: list[list[Mishap]]) -> None:
    open_round(evening, 1)
    for number in range(1, ROUNDS):
        evening.refresh_from_db()
        for act, one in mishaps[number - 1]:
            act(evening, one)
        score_and_close(evening, number)
        said, card = foretold(evening, number), told_by_cards(evening)
        draws.draw_round(round=the_round(evening, number + 1), by=None)
        drawn = current_seats(the_round(evening, number + 1))
        if said is None:
            break
        assert (said.seatings, {*said.rests}) == (drawn.seatings, {*drawn.rests})
        assert card[: number + 1] == [*history(evening, number + 1), said]
        for verb in (rounds.confirm, rounds.announce, rounds.start):
            verb(round=the_round(evening, number + 1), by=None)


@given(
    st.sampled_from(FIELDS).flatmap(lambda each: st.tuples(st.just(each), st.integers(each[2], each[3]))),
    st.lists(st.lists(mishap, max_size=2), min_size=ROUNDS - 1, max_size=ROUNDS - 1),
)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_sheet_after_a_round_is_the_draw_of_the_next(
    club: Club, field: tuple[tuple[str, str, int, int], int], mishaps: list[list[Mishap]]
) -> None:
    (kind, movement, _fewest, _most), entries = field
    with transaction.atomic():
        play_and_compare(evening_of(club, kind, movement, entries), mishaps)
        transaction.set_rollback(True)


def test_single_players_rest_as_the_sheet_says_after_one_has_left(club: Club) -> None:
    evening = evening_of(club, INDIVIDUALS, Movement.INDIVIDUAL, 22)
    play_and_compare(evening, [[(leave, 11)], [], []])


def test_a_card_asked_for_after_departures_and_arrivals_says_what_holds_now(club: Club) -> None:
    """Who left has none, who came late has one from her first round on; the others' are the rounds drawn."""
    evening = evening_of(club, INDIVIDUALS, Movement.INDIVIDUAL, 22)
    open_round(evening, 1)
    evening.refresh_from_db()
    for act, one in ((leave, 11), (leave, 3), (come_late, 1)):
        act(evening, one)
    made = {card.entry.number: card for card in way_cards.cards(the_round(evening, 1))}
    assert {*made} == {*range(1, 24)} - {12, 4}
    assert [stop.round for stop in made[23].stops] == [2, 3, 4]
    for number in range(1, ROUNDS):
        score_and_close(evening, number)
        draws.draw_round(round=the_round(evening, number + 1), by=None)
        for verb in (rounds.confirm, rounds.announce, rounds.start):
            verb(round=the_round(evening, number + 1), by=None)
    numbers = dict(evening.entries.values_list("pk", "number"))
    told = {
        (
            number,
            stop.round,
            stop.table,
            stop.line,
            *(who.number for who in (*stop.partner, *stop.opponents)),
        )
        for number, card in made.items()
        for stop in card.stops
    }
    for each in history(evening, ROUNDS + 1)[1:]:
        for seating in each.seatings:
            for line, own, others in (("NS", seating.ns, seating.ew), ("EW", seating.ew, seating.ns)):
                for entry in own:
                    beside = [numbers[other] for other in own if other != entry]
                    met = (*beside, *(numbers[other] for other in others))
                    assert (numbers[entry], each.number, seating.table, line, *met) in told
        for rest in each.rests:
            assert (numbers[rest.entry], each.number, None, "") in told


def test_a_mitchell_card_keeps_its_promise_after_a_departure(club: Club) -> None:
    """Who has to leave her line is told the line of each round, not that she stays or moves."""
    evening = evening_of(club, PAIRS, Movement.MITCHELL, 9)
    open_round(evening, 1)
    evening.refresh_from_db()
    for one in (0, 0):
        leave(evening, one)
    score_and_close(evening, 1)
    made = guide_cards.cards(the_round(evening, 1))
    assert [card.entry.number for card in made] == list(range(3, 10))
    stops = {card.entry.entry_id: [stop for band in card.bands for stop in band] for card in made}
    for card in made:
        own = stops[card.entry.entry_id]
        stays = {stop.line for stop in own} == {card.line} and (
            card.line == "EW" or len({stop.table for stop in own}) == 1
        )
        assert stays is bool(card.line)
    for number in range(2, ROUNDS + 1):
        draws.draw_round(round=the_round(evening, number), by=None)
        for verb in (rounds.confirm, rounds.announce, rounds.start):
            verb(round=the_round(evening, number), by=None)
        for seating in current_seats(the_round(evening, number)).seatings:
            for line, (entry,) in (("NS", seating.ns), ("EW", seating.ew)):
                stop = stops[entry][number - 1]
                assert (stop.round, stop.table, stop.line, stop.rests) == (number, seating.table, line, False)
        score_and_close(evening, number)
