"""A guide card foretells what the movement then draws, and nothing that depends on results."""

import random
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from pypdf import PdfReader

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round, play_round
from tests.tournaments.papers.conftest import size_of, text_of
from tournaments.models.papers import Paper
from tournaments.models.rounds import Seat
from tournaments.papers.guide_cards import cards

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


def test_a_danish_round_has_no_guide(club: Club, order: Callable[..., Paper]) -> None:
    evening = make_evening(club, entries=8)
    rng = random.Random(1)
    for number in (1, 2, 3):
        play_round(evening, number, rng)
    open_round(evening, 4)
    with pytest.raises(ValidationError):
        order(evening, "guide_cards", 4)
