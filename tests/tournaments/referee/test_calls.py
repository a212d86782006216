"""Calls and warnings: each second warning of the evening takes a VP; taken back, it gives it back."""

import random

import pytest
from django.core.exceptions import ValidationError

from clubs.models.users import User
from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.slips import version_of
from tournaments import rounds
from tournaments.arrivals import admit_late
from tournaments.calls import Called, calls_of, match_at, take_back, warn, warnings_of, write_call
from tournaments.forms.referee import CallForm
from tournaments.likeness import Name
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Penalty
from tournaments.penalties import give_penalty, revoke_penalty
from tournaments.standings import standings


def warned(entry: Entry, round_: Round, what: str, *, told: int = 0, mp: int = 0) -> RefereeCall:
    seen = version_of(round_.tournament)
    return warn(called=Called(round_, what, entry=entry, seen=seen), by=None, told=told, mp=mp)


def taken(entry: Entry) -> list[tuple[int, int]]:
    """VP and MP of the entry's penalties that stand."""
    standing = Penalty.objects.filter(entry=entry, revoked_at__isnull=True)
    return list(standing.values_list("vp", "mp"))


def test_a_call_keeps_place_people_and_decision(playing: Round, match: Match, referee: User) -> None:
    call = write_call(
        called=Called(playing, "Carta fuori turno", "Si gioca", match=match, hand=3), by=referee
    )
    (row,) = calls_of(playing.tournament)
    assert (row.call, row.names, row.number, row.goes) == (call, None, 0, None)
    assert {who.entry_id for who in row.seated} == set(match.seats.values_list("entry_id", flat=True))
    act = Act.objects.latest("pk")
    assert (act.verb, act.by, act.round, act.facts["table"]) == (Act.Verb.CALL, referee, playing, 1)
    assert (act.facts["hand"], act.facts["reason"]) == (3, "Carta fuori turno")
    assert act.facts["decision"] == "Si gioca"


def test_one_press_twice_is_one_row_and_the_same_words_later_are_two(playing: Round, north: Entry) -> None:
    for _press in range(2):
        warn(called=Called(playing, "Parla", entry=north), by=None)
    assert warnings_of(playing.tournament) == {north.pk: 1}
    warned(north, playing, "Parla", told=2)
    assert warnings_of(playing.tournament) == {north.pk: 2}


def test_the_second_warning_is_said_before_it_takes_a_point(playing: Round, north: Entry) -> None:
    warned(north, playing, "Parla")
    acts = Act.objects.count()
    with pytest.raises(ValidationError, match=r"This is warning no\. 2 of number") as refusal:
        warned(north, playing, "Parla ancora", mp=-50)
    assert (refusal.value.code, refusal.value.params["number"]) == ("told", 2)
    assert "−1 V.P., −50 M.P." in str(refusal.value)
    assert (taken(north), Act.objects.count()) == ([], acts)
    warned(north, playing, "Parla ancora", told=2, mp=-50)
    assert taken(north) == [(-1, -50)]
    act = Act.objects.latest("pk")
    assert Act.objects.count() == acts + 1, "the warning and its penalty are one act"
    assert (act.facts["vp"], act.facts["mp"], act.facts["warning"]) == (-1, -50, 2)


def test_warnings_add_up_over_the_rounds_and_the_standings_lose_the_point(
    north: Entry, playing: Round
) -> None:
    evening = playing.tournament
    for each in playing.matches.active():
        each.round = playing
        record_random(each, random.Random(1))
    rounds.close(round=the_round(evening, 1), by=None)
    warned(north, playing, "Parla")
    before = {row.entry_id: row.vp for row in standings(evening).rows}
    second = open_round(evening, 2)
    warned(north, second, "Ritardo", told=2)
    after = {row.entry_id: row.vp for row in standings(evening).rows}
    assert after == before | {north.pk: before[north.pk] - 1}
    assert Penalty.objects.get().round == second


def test_the_third_warning_takes_nothing_and_the_fourth_again(playing: Round, north: Entry) -> None:
    for number in range(1, 5):
        warned(north, playing, f"Parla {number}", told=number)
    assert taken(north) == [(-1, 0), (-1, 0)]


def test_warnings_of_others_do_not_count(playing: Round, north: Entry) -> None:
    other = playing.tournament.entries.exclude(pk=north.pk).first()
    warned(north, playing, "Parla")
    warned(other, playing, "Parla")
    assert not Penalty.objects.exists()


def test_a_warning_is_taken_back_with_its_penalty(playing: Round, north: Entry) -> None:
    warned(north, playing, "Parla")
    second = warned(north, playing, "Parla ancora", told=2, mp=-50)
    (row, _first) = calls_of(playing.tournament)
    assert (row.goes, row.vp, row.mp) == (second.penalty, -1, -50)
    for _press in range(2):
        take_back(call=second, by=None)
    assert (taken(north), warnings_of(playing.tournament)) == ([], {north.pk: 1})
    act = Act.objects.latest("pk")
    assert (act.facts["change"], act.facts["vp"], act.facts["mp"]) == ("warning_back", 1, 50)
    assert Act.objects.filter(facts__change="warning_back").count() == 1


def test_taking_the_first_of_two_back_gives_the_point_back_too(playing: Round, north: Entry) -> None:
    first = warned(north, playing, "Parla")
    warned(north, playing, "Parla ancora", told=2)
    assert [row.goes is not None for row in calls_of(playing.tournament)] == [True, True]
    take_back(call=first, by=None)
    assert taken(north) == []
    warned(north, playing, "Di nuovo", told=2)
    assert taken(north) == [(-1, 0)]


def test_of_three_warnings_one_goes_and_two_still_take_their_point(playing: Round, north: Entry) -> None:
    warned(north, playing, "Uno")
    second = warned(north, playing, "Due", told=2)
    warned(north, playing, "Tre")
    assert {row.goes for row in calls_of(playing.tournament)} == {None}
    take_back(call=second, by=None)
    assert (taken(north), warnings_of(playing.tournament)) == ([(-1, 0)], {north.pk: 2})


def test_a_penalty_that_was_revoked_by_hand_is_not_revoked_again(playing: Round, north: Entry) -> None:
    warned(north, playing, "Uno")
    second = warned(north, playing, "Due", told=2)
    revoke_penalty(penalty=second.penalty, by=None)
    take_back(call=second, by=None)
    assert "vp" not in Act.objects.latest("pk").facts


def test_who_is_warned_sits_at_the_table_that_is_named(playing: Round, north: Entry) -> None:
    assert warned(north, playing, "Parla").match == match_at(playing, 1)
    with pytest.raises(ValidationError, match="does not sit at table 2 in round 1"):
        warn(called=Called(playing, "Parla", match=match_at(playing, 2), entry=north), by=None)
    assert match_at(playing, 99) is None


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [({"question": " "}, "cannot be blank"), ({"hand": 61}, "has 4 hands")],
)
def test_what_cannot_be_is_refused(playing: Round, facts: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        write_call(called=Called(**{"round": playing, "question": "Chiamata", **facts}), by=None)
    assert not RefereeCall.objects.exists()


def test_calls_wait_for_the_announcement_and_end_with_the_final(playing: Round, north: Entry) -> None:
    with pytest.raises(ValidationError, match="Round 2 is not announced yet"):
        write_call(called=Called(the_round(playing.tournament, 2), "Chiamata"), by=None)
    call = warned(north, playing, "Parla")
    Tournament.objects.update(state=Tournament.State.FINAL)
    for verb in (
        lambda: write_call(called=Called(playing, "Chiamata"), by=None),
        lambda: warned(north, playing, "Parla"),
        lambda: take_back(call=call, by=None),
    ):
        with pytest.raises(ValidationError, match="the referee's log is closed"):
            verb()


def test_a_warning_without_a_name_is_none(playing: Round) -> None:
    with pytest.raises(ValidationError, match="Say who is warned"):
        warn(called=Called(playing, "Parla"), by=None)
    assert not RefereeCall.objects.exists()


def test_a_hand_that_no_match_has_and_mp_of_a_plain_call_are_refused(playing: Round, match: Match) -> None:
    with pytest.raises(ValidationError, match="has 4 hands"):
        write_call(called=Called(playing, "Carta vista", match=match, hand=9), by=None)
    assert not RefereeCall.objects.exists()
    assert write_call(called=Called(playing, "Carta vista", match=match, hand=4), by=None).hand == 4
    data = {"kind": "call", "round": 1, "question": "Carta vista", "mp": "-100"}
    form = CallForm(data, names={}, playing=(), warnings={}, rounds=[1])
    assert list(form.errors) == ["mp"]


def test_nobody_is_punished_for_a_round_before_she_came(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    play_round(evening, 1, random.Random(1))
    evening = Tournament.objects.get(pk=evening.pk)
    persons = [Name("Tarda", "Ida"), Name("Tarda", "Eva")]
    late = admit_late(tournament=evening, persons=persons, how="next", by=None)
    with pytest.raises(ValidationError, match="is not in round 1"):
        give_penalty(entry=late, round=evening.rounds.get(number=1), reason="Voce alta", by=None, mp=-100)
