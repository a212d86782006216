"""Which seats of a draft change places: groups, finals and brackets keep what they stand for."""

import random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, play_round, record_random, the_round
from tests.tournaments.finals.conftest import programme, two_hands
from tournaments import draws, rounds
from tournaments.departures import withdraw_entry
from tournaments.groups import groups_of
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Seat
from tournaments.pairing.finals import BESIDE
from tournaments.scores import swap_lines
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Movement = Phase.Movement


def seats(evening: Tournament, number: int, **facts: object) -> list[Seat]:
    return list(the_round(evening, number).seats.active().filter(**facts).order_by("table_number", "pk"))


def swap(evening: Tournament, number: int, one: Seat, other: Seat) -> None:
    draws.swap_seats(round=the_round(evening, number), one=one.pk, other=other.pk, by=None)


def drawn(evening: Tournament, number: int) -> None:
    """The rounds before played, this one a draft."""
    for before in range(1, number):
        play_round(evening, before, random.Random(before))
    draws.draw_round(round=the_round(evening, number), by=None, seed=1)


def group_sizes(evening: Tournament, number: int) -> dict[int, int]:
    found = list(the_round(evening, number).seats.active().values_list("group", flat=True))
    return {group: found.count(group) for group in sorted(set(found))}


def test_a_draft_with_one_seat_offers_no_swap(cast: Cast, client: Client) -> None:
    """One of two finalists has left: the other goes on without playing, and there is nobody to swap with."""
    evening = make_evening(cast.club, entries=4, programme=programme(two_hands(Movement.KNOCKOUT, 2)))
    drawn(evening, 1)
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 1), by=None)
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    for match in the_round(evening, 1).matches.active().select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    rounds.close(round=the_round(evening, 1), by=None)
    offered = []
    for gone in (0, 1):
        for row in standings(evening).rows[:gone]:
            withdraw_entry(entry=Entry.objects.get(pk=row.entry_id), by=None)
        draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
        page = client.get(reverse("tournaments:director", args=[evening.pk])).content.decode()
        assert "Round 2: draft" in page
        offered.append(("Swap the two ticked" in page, page.count('name="seat"')))
        rounds.undo_draw(round=the_round(evening, 2), by=None)
    assert offered == [(True, 2), (False, 0)]


@pytest.mark.parametrize("movement", [Movement.KNOCKOUT, Movement.DANISH, Movement.MITCHELL])
def test_nobody_is_swapped_into_a_final_or_out_of_it(cast: Cast, client: Client, movement: str) -> None:
    plan = programme(two_hands(Movement.DANISH, 2), two_hands(movement, 2, qualify_each=4, others="play"))
    evening = make_evening(cast.club, entries=10, programme=plan)
    drawn(evening, 3)
    finalist, beside = seats(evening, 3, group=51)[0], seats(evening, 3, group=BESIDE)[0]
    with pytest.raises(ValidationError, match="nobody is swapped into a final or out of it"):
        swap(evening, 3, finalist, beside)
    others = seats(evening, 3, group=BESIDE)
    swap(evening, 3, others[0], others[-1])
    client.force_login(cast.users[SECRETARY])
    for name in ("confirm", "announce"):
        client.post(reverse(f"tournaments:{name}", args=[evening.pk, 3]))
    for name in ("director", "standings", "rounds"):
        assert client.get(reverse(f"tournaments:{name}", args=[evening.pk])).status_code == 200


def test_nobody_is_swapped_with_who_is_out(cast: Cast) -> None:
    plan = programme(two_hands(Movement.DANISH, 1), two_hands(Movement.SWISS, 1, qualify_each=4))
    evening = make_evening(cast.club, entries=8, programme=plan)
    drawn(evening, 2)
    with pytest.raises(ValidationError, match="nobody is swapped with who is out"):
        swap(evening, 2, seats(evening, 2, reason="plays")[0], seats(evening, 2, reason="out")[0])


def test_in_the_first_round_of_groups_two_exchange_their_groups_whole(cast: Cast) -> None:
    plan = programme(two_hands(Movement.ROUND_ROBIN, 3, groups=2, groups_by="lot"))
    evening = make_evening(cast.club, entries=9, programme=plan)
    drawn(evening, 1)
    sizes = group_sizes(evening, 1)
    one, other = seats(evening, 1, group=1)[0], seats(evening, 1, group=2)[-1]
    swap(evening, 1, one, other)
    assert group_sizes(evening, 1) == sizes
    _play_drawn(evening)
    play_round(evening, 2, random.Random(2))
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    for number in (1, 2, 3):
        groups = {seat.entry_id: seat.group for seat in seats(evening, number)}
        assert (groups[one.entry_id], groups[other.entry_id]) == (2, 1)
        assert group_sizes(evening, number) == sizes
    listed = {
        each.letter: {row.entry_id for row in each.standings.rows}
        for each in groups_of(evening, standings(evening)).groups
    }
    assert one.entry_id in listed["B"]
    assert other.entry_id in listed["A"]
    with pytest.raises(ValidationError, match="of different groups"):
        swap(evening, 3, seats(evening, 3, group=1)[0], seats(evening, 3, group=2)[0])


def _play_drawn(evening: Tournament) -> None:
    """Round 1 as it was swapped, played to its close."""
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 1), by=None)
    matches = the_round(evening, 1).matches.active()
    for match in matches.select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    rounds.close(round=the_round(evening, 1), by=None)


def test_from_the_second_round_a_bracket_says_who_meets_whom(cast: Cast) -> None:
    """A winner of a semifinal swapped with a loser made another final of it, and another third place."""
    evening = make_evening(
        cast.club, entries=4, programme=programme(two_hands(Movement.KNOCKOUT, 2, third_place=True))
    )
    drawn(evening, 2)
    final, third = seats(evening, 2, table_number=1), seats(evening, 2, table_number=2)
    with pytest.raises(ValidationError, match="only the two of one table can change lines"):
        swap(evening, 2, final[0], third[0])
    lines = {seat.entry_id: seat.line for seat in final}
    swap(evening, 2, *final)
    assert {seat.entry_id: seat.line for seat in seats(evening, 2, table_number=1)} == {
        final[0].entry_id: lines[final[1].entry_id],
        final[1].entry_id: lines[final[0].entry_id],
    }


def test_a_table_that_is_not_whole_is_not_confirmed(cast: Cast) -> None:
    """Whatever made the draft so: the pages after would have nobody to show."""
    evening = make_evening(cast.club, entries=8)
    drawn(evening, 1)
    seat = seats(evening, 1)[0]
    Seat.objects.filter(pk=seat.pk).update(match=None, reason="rests")
    with pytest.raises(ValidationError, match="Table 1 is not complete"):
        rounds.confirm(round=the_round(evening, 1), by=None)
    Seat.objects.filter(pk=seat.pk).update(match=seat.match, reason="plays", group=2)
    with pytest.raises(ValidationError, match="Table 1 is not complete"):
        rounds.confirm(round=the_round(evening, 1), by=None)
    Seat.objects.filter(pk=seat.pk).update(group=0)
    gone = seats(evening, 1, table_number=2)
    Seat.objects.filter(pk__in=[each.pk for each in gone]).update(is_active=False)
    the_round(evening, 1).matches.filter(table_number=2).update(is_active=False)
    with pytest.raises(ValidationError, match="Not everybody who is present has a place"):
        rounds.confirm(round=the_round(evening, 1), by=None)


def test_a_final_of_others_than_those_who_qualify_now_is_not_confirmed(cast: Cast) -> None:
    plan = programme(two_hands(Movement.DANISH, 1), two_hands(Movement.SWISS, 1, qualify_each=4))
    evening = make_evening(cast.club, entries=8, programme=plan)
    drawn(evening, 2)
    finalists = {seat.entry_id for seat in seats(evening, 2, reason="plays")}
    for match in the_round(evening, 1).matches.active().select_related("round__phase__tournament"):
        swap_lines(match=match, by=cast.users[REFEREE], seen_version=match.version, note="al contrario")
    with pytest.raises(ValidationError, match="A score has changed since round 2 was drawn: draw it again"):
        rounds.confirm(round=the_round(evening, 2), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    assert {seat.entry_id for seat in seats(evening, 2, reason="plays")} != finalists
    rounds.confirm(round=the_round(evening, 2), by=None)
    rounds.announce(round=the_round(evening, 2), by=None)
