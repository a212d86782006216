"""Objections: made while the clock runs, one of an entry at a time, answered before the final."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from clubs.models.users import User
from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening
from tests.tournaments.referee.conftest import IN_TIME, LATE, OUT
from tournaments.ending import close_objections, declare_final, publish_provisional
from tournaments.events import change_tournament, fixed_in, plans_of
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.referee import Objection
from tournaments.models.rounds import Match, Seat
from tournaments.objections import (
    answer_objection,
    answered_as,
    entry_and_match,
    make_objection,
    objections_of,
    own_objections,
    take_from_aside,
)
from tournaments.stages import objections_run

TEXT = "Al terzo turno mancano 100 punti"


@pytest.fixture
def pair(provisional_evening: Tournament) -> Entry:
    return provisional_evening.entries.get(number=2)


def doubted(pair: Entry, text: str = TEXT, *, now: datetime.datetime = IN_TIME) -> Objection:
    return make_objection(entry=pair, text=text, now=now)


def accepted(objection: Objection, *, by: User | None = None) -> Objection:
    return answer_objection(objection=objection, decision="accepted", answer="Corretto", by=by, now=LATE)


def test_the_clock_runs_for_the_minutes_of_the_evening(provisional_evening: Tournament) -> None:
    assert provisional_evening.objections_until == LATE
    assert objections_run(provisional_evening, IN_TIME)
    assert not objections_run(provisional_evening, LATE)
    assert Act.objects.get(verb=Act.Verb.PROVISIONAL).facts["minutes"] == 15


def test_a_player_objects_without_a_login(pair: Entry) -> None:
    match = Match.objects.active().filter(seats__entry=pair, round__number=1).get()
    objection = make_objection(entry=pair, match=match, text=f" {TEXT} ", now=IN_TIME)
    assert (objection.by, objection.text, objection.decision) == (None, TEXT, "open")
    act = Act.objects.latest("pk")
    assert (act.verb, act.by, act.facts["entry"]) == (Act.Verb.OBJECTION, None, 2)
    assert (act.facts["table"], act.round, act.facts["reason"]) == (match.table_number, match.round, TEXT)


def test_one_press_twice_is_one_and_an_entry_has_one_open_about_each_matter(pair: Entry) -> None:
    assert doubted(pair) == doubted(pair)
    with pytest.raises(ValidationError, match="Number 2 has an objection about this that waits"):
        doubted(pair, "Un’altra cosa")
    accepted(Objection.objects.get())
    with pytest.raises(ValidationError, match="has been answered"):
        doubted(pair)
    assert doubted(pair, "Un’altra cosa").decision == "open"
    first = Match.objects.active().get(seats__entry=pair, round__number=1)
    about = make_objection(entry=pair, match=first, text=TEXT, now=IN_TIME)
    with pytest.raises(ValidationError, match="about this that waits"):
        make_objection(entry=pair, match=first, text="Ancora", now=IN_TIME)
    assert (about.decision, Objection.objects.count()) == ("open", 3)


@pytest.mark.parametrize("about_a_match", [True, False])
def test_the_database_holds_one_open_about_each_matter(pair: Entry, about_a_match: bool) -> None:
    match = Match.objects.active().get(seats__entry=pair, round__number=1) if about_a_match else None
    first = make_objection(entry=pair, match=match, text=TEXT, now=IN_TIME)
    with pytest.raises(IntegrityError), transaction.atomic():
        Objection.objects.create(tournament=pair.tournament, entry=pair, match=match, text="Altro")
    accepted(first)
    assert Objection.objects.create(tournament=pair.tournament, entry=pair, match=match, text="Altro").pk


def test_what_is_obviously_none_is_set_aside_by_who_directs(
    cast: Cast, provisional_evening: Tournament, pair: Entry
) -> None:
    secretary, objection = cast.users[SECRETARY], doubted(pair)
    for _press in range(2):
        answer_objection(objection=objection, decision="aside", answer="Non è loro", by=secretary, now=LATE)
    act = Act.objects.latest("seq")
    assert (act.verb, act.by, act.facts["change"]) == (Act.Verb.ANSWER, secretary, "aside")
    (own,) = own_objections(provisional_evening, 2)
    assert (own.is_open, own.decision, own.answer) == (False, "aside", "Non è loro")
    with pytest.raises(ValidationError, match="has been answered"):
        doubted(pair)
    again = make_objection(entry=pair, text=TEXT, by=secretary, now=LATE)
    assert again.decision == "open", "the staff may write it again"
    with pytest.raises(ValidationError, match="call Ranuncolo Tullio"):
        answer_objection(objection=again, decision="refused", answer="No", by=secretary, now=LATE)
    accepted(again)
    declare_final(tournament=provisional_evening, by=None, now=LATE)


def test_after_the_hour_only_the_staff_writes_one_down(pair: Entry, referee: User) -> None:
    with pytest.raises(ValidationError, match=r"was over at 23\.40"):
        doubted(pair, now=LATE)
    with pytest.raises(ValidationError, match=r"was over at 26 November, 23\.40"):
        doubted(pair, now=LATE + datetime.timedelta(days=1))
    assert make_objection(entry=pair, text=TEXT, by=referee, now=LATE).by == referee


def test_before_the_standings_are_out_nobody_objects(cast: Cast, referee: User) -> None:
    entry = make_evening(cast.club, entries=4).entries.get(number=1)
    for by in (None, referee):
        with pytest.raises(ValidationError, match="not out yet"):
            make_objection(entry=entry, text=TEXT, by=by, now=IN_TIME)


def test_only_what_is_there_can_be_doubted(provisional_evening: Tournament, pair: Entry) -> None:
    with pytest.raises(ValidationError, match="Nobody plays with number 99"):
        entry_and_match(provisional_evening, 99, None)
    with pytest.raises(ValidationError, match="was at no table in round 9"):
        entry_and_match(provisional_evening, 2, 9)
    entry, match = entry_and_match(provisional_evening, 2, 1)
    assert (entry, Seat.objects.filter(match=match, entry=pair).exists()) == (pair, True)
    foreign = Match.objects.active().filter(round__number=1).exclude(pk=match.pk).get()
    with pytest.raises(ValidationError, match="Choose a match of this entry"):
        make_objection(entry=pair, match=foreign, text=TEXT, now=IN_TIME)
    with pytest.raises(ValidationError):
        doubted(pair, "x" * 501)
    with pytest.raises(ValidationError):
        doubted(pair, " ")
    assert not Objection.objects.exists()


def test_the_answer_is_accepted_or_refused_with_a_word(pair: Entry, referee: User) -> None:
    objection = doubted(pair)
    for decision, answer in (("open", "Sì"), ("", "Sì"), ("maybe", "Sì"), ("accepted", "  ")):
        with pytest.raises(ValidationError):
            answer_objection(objection=objection, decision=decision, answer=answer, by=referee)
    for _press in range(2):
        answered = accepted(objection, by=referee)
    assert (answered.decided_by, answered.decided_at) == (referee, LATE)
    assert Act.objects.filter(verb=Act.Verb.ANSWER).count() == 1
    with pytest.raises(ValidationError, match="answered it already: accepted"):
        answer_objection(objection=objection, decision="refused", answer="No", by=referee)


def test_an_answer_is_changed_by_who_has_seen_it_until_the_final(
    provisional_evening: Tournament, pair: Entry, referee: User
) -> None:
    first = accepted(doubted(pair), by=referee)
    seen, change = answered_as(first), {"decision": "refused", "answer": "Era giusto", "by": referee}
    for _press in range(2):
        answer_objection(objection=first, now=LATE, seen=seen, **change)
    act = Act.objects.latest("seq")
    assert (act.facts["was"], act.facts["change"], act.facts["reason"]) == (
        "accepted",
        "refused",
        "Era giusto",
    )
    assert Act.objects.filter(verb=Act.Verb.ANSWER).count() == 2
    (own,) = own_objections(provisional_evening, 2)
    assert (own.decision, own.answer) == ("refused", "Era giusto")
    with pytest.raises(ValidationError, match="answered it already: refused"):
        answer_objection(objection=first, decision="accepted", answer="Sì", by=referee)
    with pytest.raises(ValidationError, match="answered it already: refused"):
        answer_objection(
            objection=first, decision="aside", answer="No", by=referee, seen=answered_as(own_row())
        )
    declare_final(tournament=provisional_evening, by=None, now=LATE)
    with pytest.raises(ValidationError, match="objections are over"):
        answer_objection(
            objection=first, decision="accepted", answer="Sì", by=referee, seen=answered_as(own_row())
        )


def own_row() -> Objection:
    return Objection.objects.get()


def test_what_was_set_aside_waits_again_when_that_is_undone(
    cast: Cast, provisional_evening: Tournament, pair: Entry, referee: User
) -> None:
    secretary, objection = cast.users[SECRETARY], doubted(pair)
    answer_objection(objection=objection, decision="aside", answer="Non è loro", by=secretary, now=LATE)
    for _press in range(2):
        take_from_aside(objection=objection, by=secretary)
    assert (own_row().decision, own_row().answer, own_row().decided_by) == ("open", "", None)
    act = Act.objects.latest("seq")
    assert (act.verb, act.by, act.facts["was"]) == (Act.Verb.ANSWER, secretary, "aside")
    assert Act.objects.filter(verb=Act.Verb.ANSWER).count() == 2
    with pytest.raises(ValidationError, match="1 objection waits"):
        declare_final(tournament=provisional_evening, by=None, now=LATE)
    accepted(objection, by=referee)
    with pytest.raises(ValidationError, match="answered it already: accepted"):
        take_from_aside(objection=objection, by=secretary)


def test_what_was_set_aside_does_not_wait_beside_another(
    cast: Cast, provisional_evening: Tournament, pair: Entry
) -> None:
    first = doubted(pair)
    answer_objection(objection=first, decision="aside", answer="No", by=cast.users[SECRETARY], now=LATE)
    doubted(pair, "Un’altra cosa")
    with pytest.raises(ValidationError, match="waits for its answer"):
        take_from_aside(objection=first, by=cast.users[SECRETARY])


def test_what_everybody_reads_is_the_answer_and_never_the_text(pair: Entry) -> None:
    accepted(doubted(pair))
    (own,) = own_objections(pair.tournament, 2)
    assert (own.is_open, own.decision, own.answer) == (False, "accepted", "Corretto")
    assert not hasattr(own, "text")
    assert own_objections(pair.tournament, 1) == []


def test_those_that_wait_come_first(provisional_evening: Tournament) -> None:
    made = [doubted(entry) for entry in provisional_evening.entries.order_by("number")[:3]]
    accepted(made[2])
    assert [row.objection for row in objections_of(provisional_evening)] == [made[1], made[0], made[2]]


def test_the_final_waits_for_the_hour_and_for_the_answers(
    provisional_evening: Tournament, pair: Entry
) -> None:
    with pytest.raises(ValidationError, match=r"until 23\.40"):
        declare_final(tournament=provisional_evening, by=None, now=IN_TIME)
    objection = doubted(pair)
    with pytest.raises(ValidationError, match="1 objection waits"):
        declare_final(tournament=provisional_evening, by=None, now=LATE)
    accepted(objection)
    declare_final(tournament=provisional_evening, by=None, now=LATE)
    with pytest.raises(ValidationError, match="objections are over"):
        doubted(pair, "Troppo tardi", now=IN_TIME)


def test_the_time_is_closed_early_once(provisional_evening: Tournament, pair: Entry) -> None:
    early = OUT + datetime.timedelta(minutes=5)
    for _press in range(2):
        close_objections(tournament=provisional_evening, by=None, now=early)
    assert Act.objects.filter(facts__change="objections_closed").count() == 1
    with pytest.raises(ValidationError, match=r"was over at 23\.30"):
        doubted(pair)
    declare_final(tournament=provisional_evening, by=None, now=early)
    with pytest.raises(ValidationError, match="while the standings are provisional"):
        close_objections(tournament=provisional_evening, by=None, now=early)


def test_after_the_hour_there_is_nothing_to_close(provisional_evening: Tournament) -> None:
    close_objections(tournament=provisional_evening, by=None, now=LATE + datetime.timedelta(minutes=1))
    assert Tournament.objects.get().objections_until == LATE


def test_the_minutes_change_until_the_clock_runs(cast: Cast, provisional_evening: Tournament) -> None:
    evening = make_evening(cast.club, entries=4)
    change_tournament(tournament=evening, facts={"objection_minutes": 30}, phases=plans_of(evening), by=None)
    evening.refresh_from_db()
    assert evening.objection_minutes == 30
    assert "objection_minutes" in fixed_in(provisional_evening).facts
    provisional_evening.state = Tournament.State.PLAYING
    assert "objection_minutes" not in fixed_in(provisional_evening).facts


def test_without_minutes_the_standings_can_be_final_at_once(
    cast: Cast, provisional_evening: Tournament
) -> None:
    Tournament.objects.update(objection_minutes=0, state=Tournament.State.PLAYING)
    publish_provisional(tournament=provisional_evening, by=None, now=OUT)
    declare_final(tournament=provisional_evening, by=None, now=OUT)
    assert Tournament.objects.get().state == Tournament.State.FINAL
