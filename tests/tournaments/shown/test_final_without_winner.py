"""Nobody is left to win a final: the first place stays empty, who lost it is second, and all pages say so."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import the_round
from tests.tournaments.shown.conftest import Read, knock_out, show
from tests.tournaments.shown.semifinals import NS_WINS, matches, pair, places, score, semifinals
from tournaments import ending, rounds
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round

pytestmark = pytest.mark.django_db
EMPTY = "Nobody has won the final: the first place stays empty."


def close_and_look(evening: Tournament, read: Read) -> str:
    """The bracket, when the last round is closed, the standings are out and every page has said it."""
    number = evening.rounds.order_by("number").last().number
    if the_round(evening, number).state == Round.State.ANNOUNCED:
        rounds.start(round=the_round(evening, number), by=None)
    rounds.close(round=the_round(evening, number), by=None)
    assert EMPTY in read("staff_standings", evening.pk)
    ending.publish_provisional(tournament=evening, by=None)
    assert EMPTY in read("standings", evening.pk)
    ending.declare_final(tournament=evening, by=None)
    words = read("bracket", evening.pk)
    assert EMPTY in words
    assert "not decided yet" not in words
    return words


def test_neither_finalist_comes(read: Read, cast: Cast) -> None:
    evening = semifinals(cast)
    show(evening, 2)
    final, third = matches(evening, 2)
    assert "nobody wins a final" in read("table_trouble", evening.pk, final.pk)
    absent_at_table(match=final, absent=[each.pk for each in pair(final)], by=None)
    assert "nobody wins it" in read("director", evening.pk)
    score(third, NS_WINS)
    close_and_look(evening, read)
    expected = {each.pk: (2, True) for each in pair(final)}
    assert places(evening) == expected | {pair(third)[0].pk: (3, False), pair(third)[1].pk: (4, False)}


def test_who_is_alone_at_the_table_has_come(read: Read, cast: Cast) -> None:
    evening = semifinals(cast)
    show(evening, 2)
    final, third = matches(evening, 2)
    absent_at_table(match=final, absent=[pair(final)[0].pk], by=None)
    withdraw_entry(entry=pair(third)[0], by=None)
    assert "nobody" not in read("director", evening.pk)


def test_both_finalists_leave_before_the_final(read: Read, cast: Cast) -> None:
    evening = semifinals(cast)
    one, two = (pair(match) for match in matches(evening, 1))
    assert "win the final without playing" in read("leave", evening.pk, one[0].pk)
    withdraw_entry(entry=one[0], by=None)
    assert "Nobody is left for the final" in read("leave", evening.pk, two[0].pk)
    withdraw_entry(entry=two[0], by=None)
    show(evening, 2)
    (third,) = matches(evening, 2)
    assert {each.pk for each in pair(third)} == {one[1].pk, two[1].pk}
    score(third, NS_WINS)
    best, last = pair(third)
    words = close_and_look(evening, read)
    assert [words.count(f" {word} ") for word in ("wins", "fourth")] == [0, 1]
    expected = {one[0].pk: (2, True), two[0].pk: (2, True), best.pk: (3, False), last.pk: (4, False)}
    assert places(evening) == expected


@pytest.mark.parametrize("third_place", [True, False])
def test_nobody_at_all_is_left_for_the_last_round(read: Read, cast: Cast, third_place: bool) -> None:
    evening = semifinals(cast)
    evening.phases.update(third_place=third_place)
    one, two = (pair(match) for match in matches(evening, 1))
    for entry in (one[0], two[0], one[1]):
        withdraw_entry(entry=entry, by=None)
    show(evening, 2)
    assert matches(evening, 2) == []
    for page in ("director", "rounds", "desk"):
        read(page, evening.pk)
    close_and_look(evening, read)
    semis = (
        {two[1].pk: (3, False), one[1].pk: (4, False)}
        if third_place
        else {each.pk: (3, True) for each in (one[1], two[1])}
    )
    assert places(evening) == {one[0].pk: (2, True), two[0].pk: (2, True)} | semis


def test_one_leaves_after_the_other_has_left_the_final_and_has_won_it(read: Read, cast: Cast) -> None:
    evening = semifinals(cast)
    show(evening, 2)
    final, third = matches(evening, 2)
    first, then = pair(final)
    withdraw_entry(entry=first, by=None)
    withdraw_entry(entry=then, by=None)
    score(third, NS_WINS)
    rounds.start(round=the_round(evening, 2), by=None)
    rounds.close(round=the_round(evening, 2), by=None)
    assert places(evening)[then.pk] == (1, False)
    assert places(evening)[first.pk] == (2, False)
    assert EMPTY not in read("standings", evening.pk)


def test_nobody_reaches_a_final_that_two_empty_semifinals_lead_to(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 1)
    show(evening, 2)
    for match in matches(evening, 2):
        absent_at_table(match=match, absent=[each.pk for each in pair(match)], by=None)
    rounds.start(round=the_round(evening, 2), by=None)
    rounds.close(round=the_round(evening, 2), by=None)
    assert sorted(place for place, _shared in places(evening).values()) == [3] * 4 + [5] * 4
    present = Entry.objects.filter(tournament=evening).present().count()
    assert present == 8
    show(evening, 3)
    close_and_look(evening, read)
    assert sorted(place for place, _shared in places(evening).values()) == [3] * 4 + [5] * 4


def test_a_round_of_a_knock_out_that_is_not_drawn_has_its_pages(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 0)
    for number in (1, 2, 3):
        read("throw_away", evening.pk, number)
    show(evening, 1)
    read("throw_away", evening.pk, 3)


@pytest.mark.parametrize("pressed", [(), ("confirm",), ("confirm", "announce")])
def test_a_round_without_tables_is_ended_by_one_press(
    secretary: Client, read: Read, cast: Cast, pressed: tuple[str, ...]
) -> None:
    evening = semifinals(cast)
    evening.phases.update(third_place=False)
    withdraw_entry(entry=pair(matches(evening, 1)[0])[0], by=None)
    for name in ("draw", *pressed):
        secretary.post(reverse(f"tournaments:{name}", args=[evening.pk, 2]))
    page = read("director", evening.pk, raw=True)
    assert "Nothing is to be played in this round" in page
    assert "tables of 0" not in page
    for name in ("confirm", "announce", "start"):
        assert f'action="{reverse(f"tournaments:{name}", args=[evening.pk, 2])}"' not in page
    close = reverse("tournaments:close", args=[evening.pk, 2])
    assert page.count(f'action="{close}"') == 1
    secretary.post(close)
    assert the_round(evening, 2).state == Round.State.CLOSED
    acts = the_round(evening, 2).acts.order_by("seq").values_list("verb", flat=True)
    assert list(acts) == ["draw", "confirm", "announce", "close"]
    assert "Open the check of the standings" in read("director", evening.pk)


def test_a_draft_that_has_tables_is_not_closed_by_that_press(secretary: Client, cast: Cast) -> None:
    evening = semifinals(cast)
    secretary.post(reverse("tournaments:draw", args=[evening.pk, 2]))
    secretary.post(reverse("tournaments:close", args=[evening.pk, 2]))
    assert the_round(evening, 2).state == Round.State.DRAFT


def test_an_empty_round_drawn_before_somebody_came_back_is_not_closed(
    secretary: Client, read: Read, cast: Cast
) -> None:
    evening = semifinals(cast)
    withdraw_entry(entry=pair(matches(evening, 1)[0])[0], by=None)
    evening.phases.update(third_place=False)
    secretary.post(reverse("tournaments:draw", args=[evening.pk, 2]))
    Entry.objects.filter(tournament=evening).update(state=Entry.State.PRESENT)
    page = read("director", evening.pk, raw=True)
    close = reverse("tournaments:close", args=[evening.pk, 2])
    assert f'action="{close}"' not in page
    assert "draw the round again" in page
    secretary.post(close)
    assert the_round(evening, 2).state == Round.State.DRAFT
