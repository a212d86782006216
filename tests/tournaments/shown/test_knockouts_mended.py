"""What a knock-out says when a score is corrected after the draw, when somebody leaves, when nobody comes."""

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import make_evening, open_round, the_round
from tests.tournaments.shown.conftest import Read, draw, knock_out, show, words_of
from tests.tournaments.shown.semifinals import (
    EW_WINS,
    LEVEL,
    NS_WINS,
    hands_of_four,
    matches,
    pair,
    places,
    score,
    semifinals,
)
from tournaments import ending, rounds
from tournaments.cuts import cut_of
from tournaments.deciding import fill_place
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.entries import readmit_entry, why_not_back
from tournaments.forms.moves import correction_sentences
from tournaments.hands import NumberedHand, hands_of
from tournaments.knockouts import bracket_of, undecided
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Seat
from tournaments.moves import what_it_would_move
from tournaments.pairing.finals import BESIDE
from tournaments.programmes import PhasePlan, Programme
from tournaments.scores import record_match

pytestmark = pytest.mark.django_db


def final_and_third(evening: Tournament) -> tuple[set[int], set[int]]:
    (stage, *_earlier) = bracket_of(evening)
    assert stage.third is not None
    return {who.entry_id for who in stage.bouts[0].entries}, {who.entry_id for who in stage.third.entries}


@pytest.mark.parametrize("corrected", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize("points", [EW_WINS, LEVEL])
def test_a_corrected_semifinal_moves_nobody_out_of_an_announced_final(
    client: Client, read: Read, cast: Cast, corrected: tuple[int, ...], points: tuple[int, int]
) -> None:
    evening = semifinals(cast)
    semis = matches(evening, 1)
    show(evening, 2)
    announced = final_and_third(evening)
    assert announced[0] == {pair(match)[0].pk for match in semis}
    for at in corrected:
        match = matches(evening, 1)[at]
        said = correction_sentences(what_it_would_move(match, hands_of_four(points)))
        assert any("would have gone on instead" in each for each in said) == (points == EW_WINS)
        score(match, points)
    assert final_and_third(evening) == announced
    assert undecided(the_round(evening, 1)) == ()
    page = read("director", evening.pk, query="?fase=1")
    assert page.count("would have gone on instead") == (len(corrected) if points == EW_WINS else 0)
    assert "Nobody goes on" not in page
    final, third = matches(evening, 2)
    score(final, NS_WINS)
    score(third, EW_WINS)
    expected = [pair(final)[0], pair(final)[1], pair(third)[1], pair(third)[0]]
    assert places(evening) == {entry.pk: (place, False) for place, entry in enumerate(expected, 1)}
    cache.clear()
    client.logout()
    words = words_of(client.get(reverse("tournaments:bracket", args=[evening.pk])).content.decode())
    assert "without playing" not in words
    assert [words.count(f" {word} ") for word in ("wins", "second", "fourth")] == [1, 1, 1]


def test_who_keeps_a_table_for_the_third_place_does_not_make_it_the_final(cast: Cast) -> None:
    evening = semifinals(cast)
    loser = pair(matches(evening, 1)[0])[1]
    Entry.objects.filter(pk=loser.pk).update(fixed_table=1)
    show(evening, 2)
    announced = final_and_third(evening)
    assert loser.pk in announced[1]
    for match in matches(evening, 1):
        score(match, EW_WINS)
    assert final_and_third(evening) == announced


@pytest.mark.parametrize("wins", [0, 1])
def test_a_finalist_leaves_before_the_final(read: Read, cast: Cast, wins: int) -> None:
    evening = semifinals(cast)
    one, two = matches(evening, 1)
    (leaving, lost), (stays, also_lost) = (pair(one), pair(two)) if wins else (pair(two), pair(one))
    said = read("leave", evening.pk, leaving.pk)
    assert f"{stays.number} " in said
    assert "win the final without playing" in said
    withdraw_entry(entry=leaving, by=None)
    show(evening, 2)
    (third,) = matches(evening, 2)
    assert {each.pk for each in pair(third)} == {lost.pk, also_lost.pk}
    score(third, NS_WINS)
    rounds.close(round=the_round(evening, 2), by=None)
    best, worse = pair(third)
    expected = [stays, leaving, best, worse]
    assert places(evening) == {entry.pk: (place, False) for place, entry in enumerate(expected, 1)}
    words = read("bracket", evening.pk)
    assert [words.count(f" {word} ") for word in ("wins", "second", "fourth")] == [1, 1, 1]
    ending.publish_provisional(tournament=evening, by=None)


def test_a_losing_semifinalist_leaves_and_the_other_is_third(read: Read, cast: Cast) -> None:
    evening = semifinals(cast)
    one, two = matches(evening, 1)
    assert "third without playing" in read("leave", evening.pk, pair(one)[1].pk)
    withdraw_entry(entry=pair(one)[1], by=None)
    show(evening, 2)
    (final,) = matches(evening, 2)
    score(final, NS_WINS)
    expected = [*pair(final), pair(two)[1], pair(one)[1]]
    assert places(evening) == {entry.pk: (place, False) for place, entry in enumerate(expected, 1)}


def test_before_any_later_round_the_opponent_goes_on_without_playing(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 1)
    bout = bracket_of(evening)[0].bouts[0]
    assert bout.winner is not None
    assert bout.following is not None
    said = read("leave", evening.pk, bout.winner.entry_id)
    assert f"{bout.following.number} " in said
    assert "go on without playing" in said
    withdraw_entry(entry=Entry.objects.get(pk=bout.winner.entry_id), by=None)
    show(evening, 2)
    rested = the_round(evening, 2).seats.active().get(reason="rests")
    assert rested.entry_id == bout.following.entry_id


@pytest.mark.parametrize("at", [0, 1])
def test_a_level_final_or_third_place_holds_the_end(client: Client, read: Read, cast: Cast, at: int) -> None:
    evening = semifinals(cast)
    show(evening, 2)
    for number, match in enumerate(matches(evening, 2)):
        score(match, LEVEL if number == at else NS_WINS)
    table = matches(evening, 2)[at].table_number
    with pytest.raises(ValidationError, match=f"Table {table} is level"):
        rounds.close(round=the_round(evening, 2), by=None)
    page = read("director", evening.pk, raw=True)
    assert reverse("tournaments:close", args=[evening.pk, 2]) not in page
    score(matches(evening, 2)[at], NS_WINS)
    rounds.close(round=the_round(evening, 2), by=None)
    score(matches(evening, 2)[at], LEVEL)
    with pytest.raises(ValidationError, match=f"Table {table} is level"):
        ending.publish_provisional(tournament=evening, by=None)
    page = read("director", evening.pk, query="?fase=end", raw=True)
    assert f"?turno=2&amp;tavolo={table}" in page
    assert 'aria-describedby="why-check"' in page
    assert page.count("A match of the knock-out has no winner yet: it is decided first.") == 1
    assert reverse("tournaments:provisional", args=[evening.pk]) not in page
    score(matches(evening, 2)[at], NS_WINS)
    ending.publish_provisional(tournament=evening, by=None)
    score(matches(evening, 2)[at], LEVEL)
    with pytest.raises(ValidationError, match=f"Table {table} is level"):
        ending.declare_final(tournament=evening, by=None)
    page = read("director", evening.pk, raw=True)
    assert 'aria-describedby="why-final"' in page
    assert page.count("A match of the knock-out has no winner yet: it is decided first.") == 1
    assert reverse("tournaments:final", args=[evening.pk]) not in page
    extra = (*hands_of_four(LEVEL), NumberedHand(5, hands_of_four(NS_WINS)[0].hand))
    match = matches(evening, 2)[at]
    record_match(match=match, hands=extra, by=None, seen_version=match.version, confirmed={"V13", "V18"})
    assert hands_of(matches(evening, 2)[at])[-1].number == 5, "an addition needs no reason"
    ending.declare_final(tournament=evening, by=None)


def test_who_leaves_after_a_level_final_loses_it(cast: Cast) -> None:
    evening = semifinals(cast)
    show(evening, 2)
    final, third = matches(evening, 2)
    score(third, NS_WINS)
    score(final, LEVEL)
    stays, leaves = pair(final)
    withdraw_entry(entry=leaves, by=None)
    rounds.close(round=the_round(evening, 2), by=None)
    assert places(evening)[stays.pk] == (1, False)
    assert places(evening)[leaves.pk] == (2, False)


def test_to_a_match_nobody_comes(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 0)
    open_round(evening, 1)
    first, *others = matches(evening, 1)
    for match in others:
        score(match, NS_WINS)
    absent_at_table(match=first, absent=[each.pk for each in pair(first)], by=None)
    assert undecided(the_round(evening, 1)) == ()
    page = read("director", evening.pk, raw=True)
    assert "Nobody goes on" not in page
    assert "neither goes on" in page
    assert reverse("tournaments:award", args=[evening.pk, first.pk]) in page
    rounds.close(round=the_round(evening, 1), by=None)
    by_playing, away = {pair(match)[1].pk for match in others}, {each.pk for each in pair(first)}
    for place, losers in ((5, by_playing), (7, away)):
        assert {entry for entry, found in places(evening).items() if found == (place, True)} == losers
    bout = next(each for each in bracket_of(evening)[0].bouts if each.table == first.table_number)
    assert bout.missed
    draw(evening, 2)
    out = the_round(evening, 2).seats.active().filter(reason="out").values_list("entry", flat=True)
    assert set(out) == by_playing | away
    assert the_round(evening, 2).seats.active().filter(reason="rests").count() == 1
    words = read("bracket", evening.pk)
    assert words.count("did not come") == 2


def finals(cast: Cast) -> Tournament:
    """A round of eight pairs, then a knock-out of its best four; the others stop."""
    plan = Programme(
        "4 of 8",
        Tournament.EntryKind.PAIRS,
        (
            PhasePlan(Phase.Movement.DANISH, 1, minutes=60),
            PhasePlan(Phase.Movement.KNOCKOUT, 2, minutes=60, qualify_each=4, third_place=True),
        ),
    )
    evening = make_evening(cast.club, entries=8, programme=plan)
    open_round(evening, 1)
    for match in matches(evening, 1):
        score(match, NS_WINS)
    rounds.close(round=the_round(evening, 1), by=None)
    return evening


def test_only_who_will_play_is_offered_to_come_back(client: Client, read: Read, cast: Cast) -> None:
    evening = finals(cast)
    phase = evening.phases.get(number=2)
    inside, *_others = cut_of(phase).field.entries
    outside = cut_of(phase).others[0]
    for key in (inside, outside):
        withdraw_entry(entry=Entry.objects.get(pk=key), by=None)
    gone, never = Entry.objects.get(pk=inside), Entry.objects.get(pk=outside)
    assert why_not_back(gone) == ""
    assert "play the final" in why_not_back(never)
    with pytest.raises(ValidationError, match="play the final"):
        readmit_entry(entry=never, by=None)
    address = reverse("tournaments:entry_readmit", args=[evening.pk, inside])
    assert address in read("entry", evening.pk, inside, raw=True)
    phase = Phase.objects.get(pk=phase.pk)
    phase.tournament = evening
    fill_place(phase=phase, entry=inside, is_filled=True, by=None)
    assert "play the final" in why_not_back(Entry.objects.get(pk=inside))
    assert address not in read("entry", evening.pk, inside, raw=True)


def test_who_is_out_of_a_final_under_way_does_not_come_back(cast: Cast) -> None:
    evening = finals(cast)
    evening.phases.filter(number=2).update(others=Phase.Others.PLAY)
    show(evening, 2)
    for match in matches(evening, 2):
        score(match, NS_WINS)
    rounds.close(round=the_round(evening, 2), by=None)
    inside = Seat.objects.active().filter(round__tournament=evening, round__number=2).exclude(group=BESIDE)
    beside = Seat.objects.active().filter(round__tournament=evening, round__number=2, group=BESIDE)
    for key in (inside[0].entry_id, beside[0].entry_id):
        withdraw_entry(entry=Entry.objects.get(pk=key), by=None)
    assert "only who won goes on" in why_not_back(Entry.objects.get(pk=inside[0].entry_id))
    assert why_not_back(Entry.objects.get(pk=beside[0].entry_id)) == ""
