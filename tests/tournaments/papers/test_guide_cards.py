"""A guide card foretells what the movement then draws, and nothing that depends on results."""

import random
import re
from collections.abc import Callable, Iterable

import pytest
from django.core.exceptions import ValidationError
from pypdf import PdfReader

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.evenings import make_evening, open_round, play_round, record_random
from tests.tournaments.papers.conftest import last_ink, lines_of, size_of, text_of
from tournaments import rounds
from tournaments.models.events import Phase, Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Match, Round, Seat
from tournaments.papers import way_cards
from tournaments.papers.guide_cards import Card, cards
from tournaments.programmes import PhasePlan, Programme

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]


def test_cards_say_where_everybody_then_sits_and_rests(club: Club) -> None:
    evening = make_evening(club, entries=11)
    rng = random.Random(1)
    play_round(evening, 1, rng)
    made = {card.entry.entry_id: card for card in cards(evening.rounds.get(number=1))}
    for number in (2, 3):
        play_round(evening, number, rng)
    seats = Seat.objects.active().filter(round__tournament=evening, round__number__lte=3)
    assert seats.count() == 33
    for seat in seats.select_related("round"):
        stop = next(
            stop for band in made[seat.entry_id].bands for stop in band if stop.round == seat.round.number
        )
        assert (stop.table, stop.rests) == (seat.table_number, seat.reason == Seat.Reason.RESTS)
        assert made[seat.entry_id].line == seat.line


def test_ten_cards_share_an_a4(club: Club, printed: Printed) -> None:
    evening = make_evening(club, entries=11)
    open_round(evening, 1)
    reader = printed(evening, "guide_cards", 1)
    assert len(reader.pages) == 2
    assert size_of(reader) == (210, 297)
    text = text_of(reader)
    assert text.count("you stay at your table") == 6
    assert text.count("you move every round") == 5
    assert text.count("As long as nobody comes or goes.") == 11


def test_a_danish_round_has_no_guide(club: Club, order: Callable[..., Paper]) -> None:
    evening = make_evening(club, entries=8)
    rng = random.Random(1)
    for number in (1, 2, 3):
        play_round(evening, number, rng)
    open_round(evening, 4)
    with pytest.raises(ValidationError):
        order(evening, "guide_cards", 4)


@pytest.mark.parametrize(
    ("movement", "entries", "rounds", "fixed"),
    [
        ("howell", 6, 5, 0),
        ("howell", 7, 7, 0),
        ("howell", 8, 6, 3),
        ("individual", 8, 7, 0),
        ("individual", 13, 6, 0),
        ("individual", 20, 5, 2),
    ],
)
def test_the_way_on_paper_is_the_way_on_the_screen(
    club: Club, movement: str, entries: int, rounds: int, fixed: int
) -> None:
    kind = "individuals" if movement == Phase.Movement.INDIVIDUAL else "pairs"
    plan = PhasePlan(movement, rounds, hands=2, vp_table="hands-2")
    evening = make_evening(club, entries=entries, programme=Programme("", kind, (plan,)))
    if fixed:
        evening.entries.filter(number=2).update(fixed_table=fixed)
    rng = random.Random(3)
    play_round(evening, 1, rng)
    made = way_cards.cards(evening.rounds.select_related("phase__tournament").get(number=1))
    assert [card.entry.number for card in made] == list(range(1, entries + 1))
    for number in range(2, rounds + 1):
        play_round(evening, number, rng)
    seats = list(Seat.objects.active().filter(round__tournament=evening).select_related("round", "match"))
    beside: dict[tuple[int | None, str], set[int]] = {}
    for seat in seats:
        beside.setdefault((seat.match_id, seat.line), set()).add(seat.entry_id)
    cards_of = {card.entry.entry_id: card for card in made}
    for seat in seats:
        stop = cards_of[seat.entry_id].stops[seat.round.number - 1]
        assert stop.round == seat.round.number
        if seat.match is None:
            assert (stop.table, stop.opponents) == (None, ())
            continue
        facing = "EW" if seat.line == "NS" else "NS"
        assert (stop.table, stop.line) == (seat.match.table_number, seat.line)
        assert {who.entry_id for who in stop.opponents} == beside[seat.match_id, facing]
        assert {who.entry_id for who in stop.partner} == beside[seat.match_id, seat.line] - {seat.entry_id}
    assert all(len(card.stops) == rounds for card in made)


@pytest.mark.parametrize(
    ("programme", "entries", "pages"), [("howell", 6, 1), ("individual-rotation", 20, 4)]
)
def test_ways_are_printed_two_by_two(
    club: Club, printed: Printed, programme: str, entries: int, pages: int
) -> None:
    evening = make_evening(club, entries=entries, programme=programme)
    open_round(evening, 1)
    reader = printed(evening, "guide_cards", 1)
    assert len(reader.pages) == pages
    assert size_of(reader) == (210, 297)
    text = text_of(reader)
    assert text.count("Against") == entries
    assert text.count("With") == (entries if programme != "howell" else 0)
    first = way_cards.cards(evening.rounds.select_related("phase__tournament").get(number=1))[0]
    assert any(f"{first.stops[1].opponents[0].number} P" in line for line in lines_of(reader))
    assert last_ink(reader) < 0.99


def test_a_paper_made_in_parts_counts_no_pages(club: Club, printed: Printed) -> None:
    """A part knows nothing of the pages of the others: five pages began with "1/4"."""
    evening = make_evening(club, entries=28, programme="individual-rotation")
    open_round(evening, 1)
    reader = printed(evening, "guide_cards", 1)
    assert len(reader.pages) == 5
    assert not [line for line in lines_of(reader) if re.search(r"\d ?/ ?\d$", line)]


def test_a_howell_of_eleven_rounds_and_long_names_stays_on_its_card(club: Club, printed: Printed) -> None:
    plan = PhasePlan(Phase.Movement.HOWELL, 11, hands=2, vp_table="hands-2")
    evening = make_evening(club, entries=12, programme=Programme("", "pairs", (plan,)))
    for member in evening.entries.get(number=1).members.select_related("person"):
        member.person.last_name = "Gelsomino Della Bella Addormentata"
        member.person.save()
    open_round(evening, 1)
    reader = printed(evening, "guide_cards", 1)
    assert len(reader.pages) == 3
    assert text_of(reader).count("As long as nobody comes or goes.") == 12


@pytest.mark.parametrize(("programme", "entries", "rows"), [("howell", 7, 3), ("individual-rotation", 14, 2)])
def test_long_names_leave_no_half_page_empty(
    club: Club, printed: Printed, programme: str, entries: int, rows: int
) -> None:
    """One row of cards fewer shares a page rather than one that does not fit."""
    evening = make_evening(club, entries=entries, programme=programme)
    Person.objects.filter(club=club).update(last_name="Bella Addormentata", first_name="Biancaneve Rosa")
    open_round(evening, 1)
    reader = printed(evening, "guide_cards", 1)
    assert len(reader.pages) == -(-entries // (2 * rows))
    for page in reader.pages[:-1]:
        assert page.extract_text().count("As long as nobody comes or goes.") == 2 * rows


@pytest.mark.parametrize(
    ("movement", "entries", "rounds", "by"),
    [
        ("howell", 12, 5, "lot"),
        ("howell", 11, 5, "lot"),
        ("howell", 14, 5, "standing"),
        ("mitchell", 12, 3, "lot"),
        ("mitchell", 13, 3, "lot"),
    ],
)
def test_each_group_goes_its_own_way_on_paper_as_on_the_screen(
    club: Club, movement: str, entries: int, rounds: int, by: str
) -> None:
    plan = PhasePlan(movement, rounds, hands=2, vp_table="hands-2", groups=2, groups_by=by)
    evening = make_evening(club, entries=entries, programme=Programme("", "pairs", (plan,)))
    rng = random.Random(4)
    play_round(evening, 1, rng)
    first = evening.rounds.select_related("phase__tournament").get(number=1)
    told = places_told(first)
    assert len(told) == entries * rounds
    for number in range(2, rounds + 1):
        play_round(evening, number, rng)
    assert told == places_taken(evening, range(1, rounds + 1))


@pytest.mark.parametrize(
    ("movement", "others"), [("mitchell", "play"), ("howell", "play"), ("howell", "stop")]
)
def test_of_a_final_only_those_who_play_it_have_cards(club: Club, movement: str, others: str) -> None:
    swiss = PhasePlan(Phase.Movement.SWISS, 1, hands=2, vp_table="hands-2")
    final = PhasePlan(movement, 2, hands=2, vp_table="hands-2", qualify_each=4, others=others)
    evening = make_evening(club, entries=9, programme=Programme("", "pairs", (swiss, final)))
    rng = random.Random(5)
    play_round(evening, 1, rng)
    play_round(evening, 2, rng)
    told = places_told(evening.rounds.select_related("phase__tournament").get(number=2))
    play_round(evening, 3, rng)
    taken = places_taken(evening, (2, 3))
    finalists = {entry for entry, _ in told}
    assert len(finalists) == 4
    assert told == {where: place for where, place in taken.items() if where[0] in finalists}


@pytest.mark.parametrize("movement", ["knockout", "danish", "mitchell"])
@pytest.mark.parametrize("entries", [10, 11])
def test_a_mitchell_beside_a_final_has_cards_of_its_own(
    club: Club, printed: Printed, movement: str, entries: int
) -> None:
    swiss = PhasePlan(Phase.Movement.SWISS, 1, hands=2, vp_table="hands-2")
    final = PhasePlan(movement, 2, hands=2, vp_table="hands-2", qualify_each=4, others="mitchell")
    evening = make_evening(club, entries=entries, programme=Programme("", "pairs", (swiss, final)))
    rng = random.Random(5)
    play_round(evening, 1, rng)
    open_round(evening, 2)
    told = places_of(cards(evening.rounds.select_related("phase__tournament").get(number=2)))
    assert (
        text_of(printed(evening, "guide_cards", 2)).count("As long as nobody comes or goes.") == len(told) / 2
    )
    rounds.close(round=played(evening, 2, rng), by=None)
    play_round(evening, 3, rng)
    taken = places_taken(evening, (2, 3))
    seats = Seat.objects.active().filter(round__tournament=evening, round__number=2, group=52)
    beside = set(seats.values_list("entry", flat=True))
    assert len(beside) == entries - 4
    expected = {at: place for at, place in taken.items() if movement == "mitchell" or at[0] in beside}
    assert told == expected


def played(evening: Tournament, number: int, rng: random.Random) -> Round:
    """The round with a score at every table."""
    for match in Match.objects.active().filter(round__tournament=evening, round__number=number):
        record_random(match, rng)
    return evening.rounds.get(number=number)


def places_of(made: list[Card]) -> dict[tuple[int, int], tuple[int | None, bool]]:
    return {
        (card.entry.entry_id, stop.round): (stop.table, stop.rests)
        for card in made
        for band in card.bands
        for stop in band
    }


def places_told(first: Round) -> dict[tuple[int, int], tuple[int | None, bool]]:
    """Table and rest by entry and round, as the cards of the phase that begins there say it."""
    if first.phase.movement == Phase.Movement.MITCHELL:
        return places_of(cards(first))
    return {
        (card.entry.entry_id, stop.round): (stop.table, stop.table is None)
        for card in way_cards.cards(first)
        for stop in card.stops
    }


def places_taken(
    evening: Tournament, rounds: Iterable[int]
) -> dict[tuple[int, int], tuple[int | None, bool]]:
    """The same as everybody then sat."""
    seats = Seat.objects.active().filter(round__tournament=evening, round__number__in=rounds)
    return {
        (seat.entry_id, seat.round.number): (seat.table_number, seat.reason == Seat.Reason.RESTS)
        for seat in seats.exclude(reason=Seat.Reason.OUT).select_related("round")
    }
