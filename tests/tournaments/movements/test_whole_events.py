"""Every programme runs a whole evening through the director's pages, with fields that fit and that do not."""

import random
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, record_random
from tournaments.ending import declare_final, publish_provisional
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round, Seat
from tournaments.programmes import PhasePlan, Programme
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
EVENTS = [
    ("swiss", 10),
    ("swiss", 9),
    ("groups", 12),
    ("groups", 13),
    ("all", 8),
    ("all", 7),
    ("howell", 6),
    ("howell", 5),
    ("knockout", 16),
    ("knockout", 11),
    ("individual-rotation", 20),
    ("individual-rotation", 14),
    ("individual-danish", 12),
    ("individual-danish", 15),
]


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def press(secretary: Client, name: str, evening: Tournament, number: int) -> None:
    secretary.post(reverse(f"tournaments:{name}", args=[evening.pk, number]))


def play(secretary: Client, evening: Tournament, number: int, rng: random.Random) -> None:
    """Press a round through from its draw to its close, every page looked at on the way."""
    page = reverse("tournaments:director", args=[evening.pk])
    for name in ("draw", "confirm", "announce", "start"):
        press(secretary, name, evening, number)
        assert secretary.get(page).status_code == 200
    round_ = evening.rounds.get(number=number)
    assert round_.state == Round.State.PLAYING, (number, round_.state)
    for match in Match.objects.active().filter(round=round_).select_related("round__phase__tournament"):
        record_random(match, rng)
    press(secretary, "close", evening, number)
    for name in ("standings", "seats", "rounds"):
        assert secretary.get(reverse(f"tournaments:{name}", args=[evening.pk])).status_code == 200


def nobody_twice(evening: Tournament, number: int) -> None:
    """Everybody present has exactly one seat, and a table two lines of one or two."""
    seats = Seat.objects.active().filter(round__tournament=evening, round__number=number)
    assert sorted(seats.values_list("entry", flat=True)) == sorted(
        evening.entries.present().values_list("pk", flat=True)
    )
    tables = Counter(seats.filter(match__isnull=False).values_list("table_number", "line"))
    assert set(tables.values()) <= {2 if evening.is_individual else 1}


@pytest.mark.parametrize(("programme", "entries"), EVENTS)
def test_a_whole_evening_by_the_pages(secretary: Client, cast: Cast, programme: str, entries: int) -> None:
    evening = make_evening(cast.club, entries=entries, programme=programme)
    rng = random.Random(entries)
    for number in evening.rounds.order_by("number").values_list("number", flat=True):
        play(secretary, evening, number, rng)
        nobody_twice(evening, number)
    publish_provisional(tournament=evening, by=None)
    declare_final(tournament=evening, by=None)
    table = standings(evening)
    assert len(table.rows) == entries
    if table.check is not None and programme != "knockout":
        assert table.check.agrees
    rests = Counter(Seat.objects.active().filter(reason="rests").values_list("entry", flat=True))
    if programme in {"swiss", "all", "howell"}:
        counts = [rests[row.entry_id] for row in table.rows]
        assert max(counts) - min(counts) <= 1


def test_a_knock_out_ranks_by_how_far_one_came(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="knockout")
    Round.objects.filter(tournament=evening, number=4).update(state=Round.State.DROPPED)
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(3))
    rows = standings(evening).rows
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 5, 5, 5]
    final = Match.objects.active().get(round__number=3, table_number=1)
    assert {rows[0].entry_id, rows[1].entry_id} == set(final.seats.values_list("entry", flat=True))
    assert [row.shared for row in rows] == [False] * 4 + [True] * 4


def test_groups_meet_among_themselves(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=12, programme="groups")
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(1))
    before = [row.entry_id for row in standings(evening).rows]
    for number in (4, 5):
        play(secretary, evening, number, random.Random(number))
        for match in Match.objects.active().filter(round__number=number):
            assert len({seat.group for seat in match.seats.all()}) == 1
    for number in (4, 5):
        first = Seat.objects.active().filter(round__number=number, group=1)
        assert set(first.values_list("entry", flat=True)) == set(before[:6])


@pytest.mark.parametrize("entries", [12, 11])
def test_a_howell_in_groups_lets_everybody_of_a_group_meet(
    secretary: Client, cast: Cast, entries: int
) -> None:
    howell = PhasePlan("howell", 5, groups=2, groups_by="lot")
    evening = make_evening(cast.club, entries=entries, programme=Programme("", "pairs", (howell,)))
    for number in range(1, 6):
        play(secretary, evening, number, random.Random(number))
        nobody_twice(evening, number)
    met = [
        frozenset(match.seats.values_list("entry", flat=True))
        for match in Match.objects.active().filter(round__tournament=evening)
    ]
    assert len(set(met)) == len(met) == (30 if entries == 12 else 25)
    papers = secretary.get(reverse("tournaments:papers", args=[evening.pk])).content.decode()
    assert "Guide cards" in papers
