"""Who of a team sits where: the last line-up stays until the director changes it, before the announcement."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models.people import Person
from tests.bad_input import assert_survives
from tests.cast import Cast
from tests.evenings import make_evening, open_round, the_round
from tests.facts import facts_of
from tests.tournaments.teams.conftest import table, write
from tournaments import draws, rounds
from tournaments.arrivals import replace_player
from tournaments.hall import hall_seats, own_evening
from tournaments.line_ups import change_line_up, teams_in
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round, Seat
from tournaments.names import entry_names
from tournaments.papers.seats import people
from tournaments.papers.slips import round_slips
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Four teams of four, the first with a reserve as well; round 1 is a draft."""
    made = make_evening(cast.club, entries=4, programme="teams-danish")
    fifth = Person.objects.create(club=cast.club, last_name="Quinto", first_name="Prova")
    EntryMember.objects.create(entry=team(made), tournament=made, person=fifth, position=5)
    draws.draw_round(round=the_round(made, 1), by=None, seed=1)
    return made


def team(evening: Tournament, number: int = 1) -> Entry:
    return evening.entries.get(number=number)


def players(evening: Tournament, number: int = 1) -> list[int]:
    members = EntryMember.objects.filter(entry=team(evening, number), is_current=True)
    return list(members.order_by("position").values_list("person", flat=True))


def called(evening: Tournament, position: int, number: int = 1) -> str:
    """The name of a player of a team, by position from 1."""
    return str(Person.objects.get(pk=players(evening, number)[position - 1]))


def pairs_of(evening: Tournament, number: int, of: int = 1) -> list[tuple[int, int]]:
    seats = Seat.objects.active().filter(round__tournament=evening, round__number=number, entry__number=of)
    return list(seats.order_by("slot").values_list("first_player", "second_player"))


def change(evening: Tournament, number: int, *pairs: tuple[int, int]) -> Round:
    return change_line_up(round=the_round(evening, number), entry=team(evening), pairs=pairs, by=None)


def finish(evening: Tournament, number: int) -> None:
    for verb in (rounds.confirm, rounds.announce, rounds.start):
        verb(round=the_round(evening, number), by=None)
    for at in (1, 2, 3, 4):
        write(table(evening, number, at), 1000 + 5 * at, 900)
    rounds.close(round=the_round(evening, number), by=None)


def test_the_first_four_sit_two_by_two_and_the_reserve_waits(evening: Tournament) -> None:
    one, two, three, four, _fifth = players(evening)
    assert pairs_of(evening, 1) == [(one, two), (three, four)]
    [first] = [each for each in teams_in(the_round(evening, 1)) if each.names.number == 1]
    assert [who.full[1:] for _seat, who in first.seated] == [
        (called(evening, 1), called(evening, 2)),
        (called(evening, 3), called(evening, 4)),
    ]


def test_a_line_up_stays_for_the_next_round_and_for_another_draw(evening: Tournament) -> None:
    one, two, three, four, fifth = players(evening)
    change(evening, 1, (one, fifth), (four, three))
    draws.draw_round(round=the_round(evening, 1), by=None, seed=2)
    assert pairs_of(evening, 1) == [(one, fifth), (four, three)]
    finish(evening, 1)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=3)
    assert pairs_of(evening, 2) == [(one, fifth), (four, three)]
    change(evening, 2, (one, two), (three, four))
    assert pairs_of(evening, 1) == [(one, fifth), (four, three)]


def test_wrong_line_ups_are_refused_in_sentences(evening: Tournament) -> None:
    one, two, three, four, fifth = players(evening)
    stranger = players(evening, 2)[0]
    wrong = {
        f"{called(evening, 1)} cannot sit on two chairs.": [(one, two), (one, four)],
        f"{called(evening, 1, 2)} is not of this team.": [(one, two), (three, stranger)],
        "4 of a team play: 2 pairs of two.": [(one, two), (three, four), (fifth, one)],
    }
    before = facts_of(evening)
    for sentence, pairs in wrong.items():
        with pytest.raises(ValidationError) as refusal:
            change(evening, 1, *pairs)
        assert sentence in refusal.value.messages
    assert facts_of(evening) == before


def test_a_line_up_is_changed_while_confirmed_and_locked_when_announced(evening: Tournament) -> None:
    one, two, three, four, fifth = players(evening)
    rounds.confirm(round=the_round(evening, 1), by=None)
    change(evening, 1, (fifth, two), (three, four))
    rounds.announce(round=the_round(evening, 1), by=None)
    with pytest.raises(ValidationError, match="Round 1 is announced: its line-ups stand"):
        change(evening, 1, (one, two), (three, four))
    assert pairs_of(evening, 1) == [(fifth, two), (three, four)]


def test_the_same_line_up_again_is_no_act(evening: Tournament) -> None:
    acts = Act.objects.count()
    change(evening, 1, *pairs_of(evening, 1))
    assert Act.objects.count() == acts


def test_an_undo_brings_the_line_up_back(evening: Tournament) -> None:
    one, two, _three, four, fifth = players(evening)
    before = facts_of(evening)
    change(evening, 1, (two, one), (fifth, four))
    assert facts_of(evening) != before
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_who_plays_instead_takes_the_chair_and_the_past_stays(evening: Tournament, cast: Cast) -> None:
    one, two, three, four, _fifth = players(evening)
    finish(evening, 1)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=2)
    other = Person.objects.create(club=cast.club, last_name="Sesto", first_name="Prova")
    before = facts_of(evening)
    replace_player(entry=team(evening), leaving=three, arriving=other, by=None)
    assert pairs_of(evening, 2) == [(one, two), (other.pk, four)]
    assert pairs_of(evening, 1) == [(one, two), (three, four)]
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_whole_teams_change_places_in_a_draft(evening: Tournament) -> None:
    before = facts_of(evening)
    seats = Seat.objects.active().filter(round__tournament=evening)
    one, other = seats.get(table_number=1, line="NS"), seats.get(table_number=4, line="NS")
    pairs = {number: pairs_of(evening, 1, number) for number in (1, 2, 3, 4)}
    draws.swap_seats(round=the_round(evening, 1), one=one.pk, other=other.pk, by=None)
    assert {number: pairs_of(evening, 1, number) for number in pairs} == pairs
    assert set(seats.filter(table_number__in=[1, 2]).values_list("entry", flat=True)) >= {other.entry_id}
    assert one.entry_id not in seats.filter(table_number__in=[1, 2]).values_list("entry", flat=True)
    own = seats.filter(table_number__in=[1, 2]).exclude(entry=other.entry_id)
    assert own.values("entry").distinct().order_by().count() == 1
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_a_resting_team_changes_places_with_one_that_plays(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="teams-danish")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    before = facts_of(evening)
    seats = Seat.objects.active().filter(round__tournament=evening)
    rest, playing = seats.get(reason="rests"), seats.filter(match__isnull=False, slot=2)[0]
    draws.swap_seats(round=the_round(evening, 1), one=rest.pk, other=playing.pk, by=None)
    assert seats.get(reason="rests").entry_id == playing.entry_id
    assert seats.get(reason="rests").first_player is None
    number = rest.entry.number
    one, two, three, four = players(evening, number)
    assert pairs_of(evening, 1, number) == [(one, two), (three, four)]
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_two_seats_of_one_team_are_not_swapped(evening: Tournament) -> None:
    one, other = Seat.objects.active().filter(round__tournament=evening, entry=team(evening))
    with pytest.raises(ValidationError, match="two different teams"):
        draws.swap_seats(round=the_round(evening, 1), one=one.pk, other=other.pk, by=None)


def test_hall_slips_and_papers_say_who_sits_where(evening: Tournament) -> None:
    _one, two, three, four, fifth = players(evening)
    change(evening, 1, (fifth, two), (three, four))
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 1), by=None)
    round_, names = the_round(evening, 1), entry_names(evening, at_round=1)
    found = {seat.surname_first: seat for seat in hall_seats(round_)}
    assert len(found) == 17
    assert found["Quinto Prova"].table is not None
    assert found[called(evening, 1)].rests
    where = {
        name: slip.table
        for slip in round_slips(round_, names)
        for entry in (*slip.ns, *slip.ew)
        for name in entry.names
        if not name.startswith("Squadra")
    }
    assert where == {name: seat.table for name, seat in found.items() if seat.table}
    on_paper = {each.name: each.table for each in people(list(round_.seats.active()), names)}
    assert on_paper == {name: seat.table for name, seat in found.items()}
    own = own_evening(evening, 1)
    assert own is not None
    assert [who.public_persons for _table, _line, who in own.places] == [
        (called(evening, 5), called(evening, 2)),
        (called(evening, 3), called(evening, 4)),
    ]


def test_the_page_changes_a_line_up_and_says_why_not(secretary: Client, evening: Tournament) -> None:
    one, two, three, _four, fifth = players(evening)
    page = reverse("tournaments:line_ups", args=[evening.pk, 1])
    post = reverse("tournaments:line_up", args=[evening.pk, 1, team(evening).pk])
    shown = secretary.get(page).content.decode()
    assert f"Squadra 1 – {called(evening, 1)} – {called(evening, 2)}" in shown
    sent = {"first": fifth, "second": one, "third": two, "fourth": three}
    assert secretary.post(post, sent).status_code == 302
    assert pairs_of(evening, 1) == [(fifth, one), (two, three)]
    refused = secretary.post(post, sent | {"fourth": two}).content.decode()
    assert f"{called(evening, 2)} cannot sit on two chairs." in refused
    assert pairs_of(evening, 1) == [(fifth, one), (two, three)]
    old = secretary.post(post, sent | {"seen": "another page"}).status_code
    assert old == 302  # the same line-up again asks for nothing
    stale = secretary.post(post, sent | {"first": one, "second": fifth, "seen": "another page"})
    assert "The draft has changed in the meantime" in stale.content.decode()
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 1), by=None)
    assert "Round 1 is announced: its line-ups stand." in secretary.get(page).content.decode()
    late = secretary.post(post, sent | {"first": one, "second": fifth}).content.decode()
    assert late.count("Round 1 is announced: its line-ups stand.") == 1


def test_line_ups_are_for_teams(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    page = secretary.get(reverse("tournaments:line_ups", args=[evening.pk, 1])).content.decode()
    assert "Line-ups are for teams" in page


def test_the_form_survives_bad_input(secretary: Client, evening: Tournament) -> None:
    one, two, three, _four, fifth = players(evening)
    valid = {"first": fifth, "second": one, "third": two, "fourth": three}
    url = reverse("tournaments:line_up", args=[evening.pk, 1, team(evening).pk])
    assert_survives(secretary, url, valid, lambda: {"acts": Act.objects.count()}, n=60)
