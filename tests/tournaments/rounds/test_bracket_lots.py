"""A knock-out with which an evening begins: its lot keeps families and clubs apart, or they are named."""

import random
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, play_round, the_round
from tournaments import draws, rounds
from tournaments.knockouts import bracket_of
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Draw, Match
from tournaments.pairing.knockout import seed_order
from tournaments.programmes import PhasePlan, Programme

pytestmark = pytest.mark.django_db


def make_cup(cast: Cast, entries: int, length: int, *, clubs_apart: int = 0) -> Tournament:
    plan = PhasePlan(Phase.Movement.KNOCKOUT, length, hands=2, vp_table="hands-2", clubs_apart=clubs_apart)
    return make_evening(cast.club, entries=entries, programme=Programme("Prova", "pairs", (plan,)))


def tables(evening: Tournament, number: int = 1) -> list[set[int]]:
    """The numbers of the entries at each table, from the first."""
    found = Match.objects.active().filter(round__tournament=evening, round__number=number)
    return [{*each.seats.values_list("entry__number", flat=True)} for each in found.order_by("table_number")]


def halves(evening: Tournament) -> tuple[set[int], set[int]]:
    """The numbers in the two halves of the bracket, by the tables, which come from its top."""
    seated = tables(evening)
    middle = len(seated) // 2
    return set().union(*seated[:middle]), set().union(*seated[middle:])


@pytest.mark.parametrize(
    ("field", "entries", "clubs_apart", "together"),
    [("family", 8, 0, {4, 5, 6}), ("club_name", 16, 1, {3, 4, 5, 6}), ("club_name", 8, 2, {5, 6})],
)
def test_drawn_again_and_again_nobody_meets_her_own(
    cast: Cast, field: str, entries: int, clubs_apart: int, together: set[int]
) -> None:
    evening = make_cup(cast, entries, 3 if entries == 8 else 4, clubs_apart=clubs_apart)
    evening.entries.filter(number__in=together).update(**{field: "Tre Pini"})
    for seed in range(1, 13):
        draws.draw_round(round=the_round(evening, 1), by=None, seed=seed)
        assert max(len(together & seated) for seated in tables(evening)) == 1
        if clubs_apart != 1:
            assert {len(together & half) for half in halves(evening)} <= {1, 2}


def test_clubs_that_are_not_asked_for_meet_by_the_lot(cast: Cast) -> None:
    evening = make_cup(cast, 8, 3)
    evening.entries.filter(number__in=(1, 2, 3, 4)).update(club_name="Tre Pini")
    together = 0
    for seed in range(1, 9):
        draws.draw_round(round=the_round(evening, 1), by=None, seed=seed)
        together += max(len({1, 2, 3, 4} & seated) for seated in tables(evening)) == 2
    assert together


def test_of_a_family_too_large_the_page_names_those_who_meet(client: Client, cast: Cast) -> None:
    evening = make_cup(cast, 8, 3)
    evening.entries.filter(number__lte=5).update(family="Rossi")
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    client.post(reverse("tournaments:draw", args=[evening.pk, 1]))
    html = client.get(reverse("tournaments:director", args=[evening.pk])).content.decode()
    page = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))
    assert page.count("are of one family, and meet.") == 1
    assert "Confirm" in page


@pytest.mark.parametrize("entries", [8, 6])
def test_the_bracket_goes_on_as_the_lot_had_it(cast: Cast, entries: int) -> None:
    """Whoever wins: the next tables are those of the lines that lie together in the lot."""
    evening = make_cup(cast, entries, 3)
    evening.entries.filter(number__lte=2).update(family="Rossi")
    play_round(evening, 1, random.Random(4))
    order = Draw.objects.get(round__tournament=evening).order
    numbers = dict(Entry.objects.filter(tournament=evening).values_list("pk", "number"))
    lines = [numbers[order[s - 1]] if s <= entries else None for s in seed_order(8)]
    quarters = [{*lines[:4]}, {*lines[4:]}]
    assert all(len({1, 2} & half) == 1 for half in quarters)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    assert [seated <= half for seated, half in zip(tables(evening, 2), quarters, strict=True)] == [True, True]
    assert len(bracket_of(evening)) == 1


@pytest.mark.parametrize(("entries", "one", "other"), [(8, 1, 7), (6, 2, 5), (6, 1, 3), (5, 3, 4), (8, 1, 8)])
def test_two_that_change_places_by_hand_change_their_lines(
    cast: Cast, entries: int, one: int, other: int
) -> None:
    """By seed: those two alone, whoever has the better one; everybody else goes on as the lot had it."""
    evening = make_cup(cast, entries, 3)
    draw = draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    seeds = list(draw.order)
    seats = {seat.entry_id: seat.pk for seat in draw.seats.all()}
    a, b = seeds[one - 1], seeds[other - 1]
    draws.swap_seats(round=the_round(evening, 1), one=seats[a], other=seats[b], by=None)
    seeds[one - 1], seeds[other - 1] = b, a
    for verb in (rounds.confirm, rounds.announce, rounds.start):
        verb(round=the_round(evening, 1), by=None)
    (stage,) = bracket_of(evening)
    lines = [seeds[s - 1] if s <= entries else None for s in seed_order(8)]
    expected = [{*match} - {None} for match in zip(lines[::2], lines[1::2], strict=True)]
    assert [{who.entry_id for who in bout.entries} for bout in stage.bouts] == expected
