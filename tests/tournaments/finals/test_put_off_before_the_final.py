"""A match before the final was put off and is decided without being played: the pages say what that moves
among those who qualify, or that the final stays as it was drawn."""

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening, open_round, the_round
from tests.slips import reread
from tests.tournaments.finals.conftest import Movement, address, look, programme, two_hands
from tournaments import draws, rounds
from tournaments.awards import Given, award_match
from tournaments.cuts import cut_of
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match
from tournaments.names import entry_names
from tournaments.standings import standings
from tournaments.table_moves import put_off

pytestmark = pytest.mark.django_db

LAST = 3  # the table that was put off
STAYS = "The final is drawn and announced: who plays it stays, whatever the standings say now."


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Two rounds of six pairs, whose first two play the final. The table of round 2 that was put off would
    bring its N-S pair, which is behind by one round, before all others."""
    final = two_hands(Movement.DANISH, 2, qualify_each=2, others="stop")
    evening = make_evening(cast.club, entries=6, programme=programme(two_hands(Movement.MITCHELL, 2), final))
    for number in (1, 2):
        for match in open_round(evening, number).matches.active():
            if number == 2 and match.table_number == LAST:
                put_off(match=reread(match), by=None)
            else:
                level(match)
        rounds.close(round=the_round(evening, number), by=None)
    return evening


def level(match: Match) -> None:
    """V.P. for both alike; M.P. that leave nobody equal, the lower table before."""
    mp = 10 * (LAST + 1 - match.table_number)
    given = {"NS": Given(10, mp), "EW": Given(10, -mp)}
    award_match(match=reread(match), given=given, reason="Pari", by=None)


def waits(evening: Tournament) -> Match:
    found = Match.objects.active().filter(round__tournament=evening, round__number=2)
    return found.get(table_number=LAST)


def leaves(evening: Tournament, line: str = "EW") -> int:
    return int(waits(evening).seats.get(line=line).entry_id)


def named(evening: Tournament, entry: int) -> str:
    who = entry_names(evening)[entry]
    return f"{who.number} {' – '.join(who.full)}"


def qualified(evening: Tournament) -> list[int]:
    """The two who qualify by the standings as they are, the first before."""
    phase = Phase.objects.get(tournament=evening, number=2)
    rows = standings(evening, through=2).rows
    return [row.entry_id for row in rows if row.entry_id in cut_of(phase).field.entries]


def draw_the_final(evening: Tournament, *, announced: bool) -> None:
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    if announced:
        for verb in (rounds.confirm, rounds.announce):
            verb(round=the_round(evening, 3), by=None)


def test_before_the_draw_the_page_says_who_qualifies_by_it(secretary: Client, evening: Tournament) -> None:
    shown = look(secretary, "leave", evening, leaves(evening))
    assert "which was put off, is not played any more" in shown
    stays, second = (named(evening, each) for each in (leaves(evening, "NS"), qualified(evening)[1]))
    assert f"For the final qualify now: {stays}." in shown
    assert f"For the final do not qualify any more: {second}." in shown
    assert STAYS not in shown


def test_once_it_is_announced_a_withdrawal_says_that_the_final_stays_and_who_would_have_come(
    secretary: Client, evening: Tournament
) -> None:
    draw_the_final(evening, announced=True)
    shown, second = look(secretary, "leave", evening, leaves(evening)), qualified(evening)[1]
    stays = leaves(evening, "NS")
    assert f"{STAYS} By the standings would come in: {named(evening, stays)}." in shown
    assert f"By the standings would not qualify any more: {named(evening, second)}." in shown
    secretary.post(address("leave", evening, leaves(evening)), {"justified": "yes", "leave": "1"})
    assert qualified(evening)[0] == stays, "it was true"
    assert second not in qualified(evening)


def test_an_absence_at_that_table_says_it_too(secretary: Client, evening: Tournament) -> None:
    match = waits(evening)
    assert "The final is drawn" not in look(secretary, "table_trouble", evening, match.pk)
    draw_the_final(evening, announced=False)
    again = "The final is drawn and not announced: if others qualify by this, draw it again afterwards."
    assert again in look(secretary, "table_trouble", evening, match.pk)
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 3), by=None)
    assert STAYS in look(secretary, "table_trouble", evening, match.pk)


def test_a_withdrawal_without_a_match_to_decide_says_nothing_of_it(
    secretary: Client, evening: Tournament
) -> None:
    draw_the_final(evening, announced=True)
    played = Match.objects.active().filter(round__tournament=evening, round__number=2, table_number=1)[0]
    entry = played.seats.get(line="NS").entry_id
    assert STAYS not in look(secretary, "leave", evening, entry)


def test_the_page_changes_nothing(secretary: Client, evening: Tournament) -> None:
    acts = evening.acts.count()
    secretary.get(address("leave", evening, leaves(evening)))
    assert evening.acts.count() == acts
