"""A knock-out says who is out, who goes on, and whom she meets; the director sees what is not decided."""

import random
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs.models.people import Person
from clubs.saving import save_checked
from tests.cast import REFEREE, Cast
from tests.evenings import open_round, record_random, the_round
from tests.tournaments.shown.conftest import Read, close_although_level, draw, end_level, knock_out, show
from tournaments import draws, rounds
from tournaments.knockouts import bracket_of, stakes_of, undecided
from tournaments.models.rounds import Match, Round, Seat
from tournaments.names import entry_names
from tournaments.pairing.draws import NotDecided
from tournaments.papers.seats import fields, seats_on_paper
from tournaments.papers.slips import round_slips
from tournaments.reads import seat_rows
from tournaments.scores import swap_lines

pytestmark = pytest.mark.django_db


def matches_of(round_: Round) -> list[Match]:
    return list(round_.matches.active().select_related("round__phase__tournament"))


def test_the_draft_says_who_is_out_and_does_not_offer_to_swap_her(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 1)
    draw(evening, 2)
    html = read("director", evening.pk, raw=True)
    row = next(row for row in html.split("<tr") if ">out</th>" in row)
    out = Seat.objects.active().filter(round__tournament=evening, round__number=2, reason="out")
    assert out.count() == 4
    assert row.count("<b>") == 4
    assert "checkbox" not in row
    assert html.count('name="seat"') == 4


def test_players_see_who_is_out(client: Client, read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 1)
    show(evening, 2)
    client.logout()
    assert len(re.findall(r"P\d{3} Prova[^P]*\bout\b", read("seats", evening.pk))) == 8
    out = Seat.objects.active().filter(round__tournament=evening, round__number=2, reason="out")[0]
    assert "Out of the knock-out" in read("entry_card", evening.pk, out.entry.number)
    assert "4 are out of the knock-out" in read("rounds", evening.pk)


@pytest.mark.parametrize("entries", [8, 11])
def test_the_bracket_says_who_met_who_went_on_and_who_comes_next(cast: Cast, entries: int) -> None:
    evening = knock_out(cast, entries, 1)
    (first,) = bracket_of(evening)
    assert len([bout for bout in first.bouts if bout.table]) == len(matches_of(the_round(evening, 1)))
    promised = {
        frozenset({bout.winner.entry_id, bout.following.entry_id})
        for bout in first.bouts
        if bout.winner and bout.following
    }
    show(evening, 2)
    drawn = {frozenset(m.seats.values_list("entry", flat=True)) for m in matches_of(the_round(evening, 2))}
    assert promised == drawn
    second, first = bracket_of(evening)
    assert {frozenset(who.entry_id for who in bout.entries) for bout in second.bouts} == drawn
    assert all(bout.following is None for bout in second.bouts)
    assert {bout.following_table for bout in second.bouts} == {bout.table for bout in second.bouts}


def test_the_last_round_says_which_table_is_the_final(client: Client, read: Read, cast: Cast) -> None:
    """In the draft, where the seats are announced, on a player's own page and on the papers."""
    evening = knock_out(cast, 8, 2)
    assert stakes_of(draw(evening, 3)) != {}
    assert stakes_of(the_round(evening, 2)) == {}
    winners = {
        bout.winner.entry_id
        for stage in bracket_of(evening)
        if stage.size == 2
        for bout in stage.bouts
        if bout.winner
    }
    last = the_round(evening, 3)
    of_final = {
        match.pk
        for match in last.matches.active()
        if winners == {seat.entry_id for seat in match.seats.active()}
    }
    assert len(of_final) == 1
    words = {
        match.pk: "Final" if match.pk in of_final else "For the third place"
        for match in last.matches.active()
    }
    assert stakes_of(last) == words
    rows = {table.number: table.stake for table in seat_rows(last, entry_names(evening)) if table.number}
    assert rows == {match.table_number: words[match.pk] for match in last.matches.active()}
    assert "For the third place" in read("director", evening.pk)
    (field,) = fields(seats_on_paper(last), entry_names(evening))
    assert {table.number: table.stake for table in field.tables} == rows
    assert {slip.table: slip.stake for slip in round_slips(last, entry_names(evening))} == rows
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 3), by=None)
    client.logout()
    seats = read("seats", evening.pk)
    assert seats.count("Final ·") == seats.count("For the third place ·") == 4
    by_table = read("rounds", evening.pk).split("Round 3")[1].split("Round 2")[0]
    for match in matches_of(the_round(evening, 3)):
        names = min(entry_names(evening)[seat.entry_id].public[0] for seat in match.seats.active())
        assert re.search(rf"\b{match.table_number} {words[match.pk]} \D*?P\d{{3}}", by_table)
        assert re.search(rf"{words[match.pk]} (?:(?!Final|For the third).)*{names}", by_table)
        assert f"Round 3 · {words[match.pk]} · {match.code}" in read("match_by_code", match.code)
    assert "third place" not in read("rounds", evening.pk).split("Round 2")[1]
    number = evening.entries.get(pk=min(winners)).number
    assert "Final" in read("entry_card", evening.pk, number)


def test_the_final_stays_the_final_when_a_semifinal_is_corrected(cast: Cast) -> None:
    evening = knock_out(cast, 4, 1)
    show(evening, 2)
    before = stakes_of(the_round(evening, 2))
    semifinal = matches_of(the_round(evening, 1))[0]
    swap_lines(match=semifinal, by=cast.users[REFEREE], seen_version=semifinal.version, note="al contrario")
    assert stakes_of(the_round(evening, 2)) == before
    assert sorted(before.values()) == ["Final", "For the third place"]


def test_the_bracket_ends_with_a_winner_and_a_third(client: Client, read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 3)
    final, semifinals, quarters = bracket_of(evening)
    assert (final.size, semifinals.size, quarters.size) == (1, 2, 4)
    assert final.third is not None
    assert all(bout.for_third for bout in semifinals.bouts)
    client.logout()
    words = read("bracket", evening.pk)
    assert words.index("Final") < words.index("Semifinals") < words.index("Quarter-finals")
    assert [words.count(f" {word} ") for word in ("wins", "second", "fourth")] == [1, 1, 1]
    assert "For the third place" in words
    assert words.count("plays for the third place") == 2
    assert words.count(" out ") == 4


def test_nothing_of_a_draft_is_in_the_bracket(client: Client, cast: Cast) -> None:
    evening = knock_out(cast, 8, 0)
    draw(evening, 1)
    here = reverse("tournaments:bracket", args=[evening.pk])
    assert not re.search(r"\bP\d{3}\b", client.get(here).content.decode())
    assert bracket_of(evening) == ()


@pytest.mark.experience(23)
def test_a_hidden_name_is_in_no_bracket(client: Client, cast: Cast) -> None:
    evening = knock_out(cast, 4, 2)
    person = evening.entries.get(number=2).members.all()[0].person
    here = reverse("tournaments:bracket", args=[evening.pk])
    assert person.last_name in client.get(here).content.decode()
    person.last_name, person.name_shown = "Nascosta", Person.NameShown.HIDDEN
    save_checked(person, ["last_name", "name_shown"])
    cache.clear()
    page = client.get(here).content.decode()
    assert "Nascosta" not in page
    assert "N. " in page


def test_an_evening_without_a_knock_out_has_no_bracket(client: Client, cast: Cast) -> None:
    evening = knock_out(cast, 8, 0)
    evening.phases.update(movement="mitchell")
    assert client.get(reverse("tournaments:bracket", args=[evening.pk])).status_code == 404


def test_the_director_sees_by_name_what_is_not_decided(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 4, 0)
    level, other = matches_of(open_round(evening, 1))
    assert undecided(the_round(evening, 1)) == ()
    end_level(level)
    (found,) = undecided(the_round(evening, 1))
    assert found.table == level.table_number
    said = read("director", evening.pk)
    for who in (found.one, found.other):
        assert f"{who.number} {' – '.join(who.full)}" in said
    record_random(other, random.Random(1))
    close_although_level(evening, 1)
    with pytest.raises(NotDecided) as refused:
        draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    found = undecided(the_round(evening, 1))
    assert [{each.one.entry_id, each.other.entry_id} for each in found] == list(
        map(set, refused.value.entries)
    )
    planned = read("director", evening.pk, raw=True)
    assert "Nobody goes on" not in planned
    assert "Matches decided: 1 of 2" in planned
    assert reverse("tournaments:draw", args=[evening.pk, 2]) not in planned


def test_nobody_goes_on_only_where_every_match_is_level(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 4, 0)
    first, second = matches_of(open_round(evening, 1))
    end_level(first)
    page = read("director", evening.pk)
    assert "Matches decided: 0 of 2" in page, "the other one is played still"
    assert "Nobody goes on" not in page
    end_level(second)
    page = read("director", evening.pk)
    assert "Nobody goes on" in page
    assert "Matches decided" not in page
