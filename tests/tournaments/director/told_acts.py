"""Acts of an evening of which the log tells before and after, each with what must come first."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.utils.translation import override

from scoring.regulations import PRESETS
from tests.cast import REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, the_round
from tests.slips import E6, quick
from tests.tournaments.events.test_events import facts_of
from tests.tournaments.shown.conftest import end_level
from tournaments import calls, check_in, draws, ending, entries, objections, penalties, rounds
from tournaments.absences import take_absence_away
from tournaments.arrivals import admit_late, replace_player
from tournaments.awards import Given, award_match, take_award_back
from tournaments.deciding import decide_final
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.events import change_tournament, plans_of, publish
from tournaments.likeness import Name
from tournaments.line_ups import change_line_up
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import ScoreChange
from tournaments.programmes import PAIRS, PhasePlan, Programme
from tournaments.reads import log_lines
from tournaments.regulations import add_copy, change_copy
from tournaments.scores import record_match, swap_lines
from tournaments.table_moves import move_table, reopen_table
from tournaments.tables.log import LogTable
from tournaments.undoing import restore, undo

Verb = Act.Verb
WITH_A_FINAL = Programme(
    "Con la finale",
    PAIRS,
    (PhasePlan(Phase.Movement.DANISH, 1), PhasePlan(Phase.Movement.DANISH, 1, qualify_each=2)),
)


class Hall:
    """An evening that is played by verbs, read afresh for each."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.evening = cast, None  # type: ignore[var-annotated]

    def make(self, programme: str | Programme = "4d", **facts: Any) -> Tournament:
        self.evening = make_evening(self.cast.club, programme=programme, **{"entries": 4, **facts})
        return self.evening

    def fresh(self) -> Tournament:
        return Tournament.objects.get(pk=self.evening.pk)

    def entry(self, number: int) -> Any:
        return self.evening.entries.select_related("tournament").get(number=number)

    def called(self, number: int) -> str:
        members = self.entry(number).members.filter(is_current=True).select_related("person")
        return f"{number} {' – '.join(str(member.person) for member in members)}"

    def table(self, number: int = 1) -> Match:
        found = Match.objects.active().select_related("round__phase__tournament")
        return found.get(round__tournament=self.evening, table_number=number)

    def at(self, match: Match, line: str) -> int:
        return match.seats.get(line=line).entry.number

    def playing(self, programme: str | Programme = "4d", **facts: Any) -> Match:
        """Table 1 of round 1."""
        open_round(self.make(programme, **facts), 1)
        return self.table()

    def drawn(self, programme: str = "4d", **facts: Any) -> Any:
        self.make(programme, **facts)
        draws.draw_round(round=the_round(self.evening, 1), by=None, seed=1)
        return the_round(self.evening, 1)

    def last(self) -> int:
        return Act.objects.filter(tournament=self.evening).latest("seq").seq

    def said(self, verb: str) -> tuple[str, str]:
        """Before and after of the last act of that kind, as its file has them."""
        act = Act.objects.filter(tournament=self.evening, verb=verb).latest("seq")
        with override("en"):
            head, row = LogTable(log_lines(self.evening, [act]), apart=True).as_values()
            cells = dict(zip(head, row, strict=True))
        return str(cells["Before"] or ""), str(cells["After"] or "")


def state_of_the_round(prepare: str, verb: Callable[..., object]) -> Callable[[Hall], None]:
    """A round goes on or back by one verb, after those named."""

    def act(hall: Hall) -> None:
        hall.drawn()
        for name in prepare.split():
            getattr(rounds, name)(round=the_round(hall.evening, 1), by=None)
        verb(round=the_round(hall.evening, 1), by=None)

    return act


def check_in_opened(hall: Hall) -> None:
    evening = hall.make()
    Tournament.objects.filter(pk=evening.pk).update(state="before")
    check_in.open_check_in(tournament=hall.fresh(), by=None)


def present(hall: Hall) -> None:
    hall.make()
    check_in.set_present(entry=hall.entry(2), present=False, by=None)


def promoted(hall: Hall) -> None:
    hall.make()
    hall.evening.entries.filter(number=4).update(state="waiting")
    entries.promote_entry(entry=hall.entry(4), by=None)


def changed(hall: Hall) -> None:
    evening = hall.make()
    phases = [replace(plan, rounds_count=5, minutes=40) for plan in plans_of(evening)]
    facts = facts_of(
        evening, venue="Sala grande", capacity=40, entry_mode="total", criteria=["raw_points", "vp", "mp"]
    )
    change_tournament(tournament=evening, facts=facts, phases=phases, by=None)


def published(hall: Hall) -> None:
    publish(tournament=hall.make(published=False), by=None)


def swapped_seats(hall: Hall) -> None:
    drawn = hall.drawn(entries=8)
    one, other = (drawn.seats.active().get(table_number=table, line="NS").pk for table in (1, 2))
    draws.swap_seats(round=drawn, one=one, other=other, by=None)


def other_line_up(hall: Hall) -> None:
    drawn = hall.drawn("teams-danish")
    one, two, three, four = hall.entry(1).members.order_by("position").values_list("person", flat=True)
    change_line_up(round=drawn, entry=hall.entry(1), pairs=[(one, three), (two, four)], by=None)


def drawn_again(hall: Hall) -> None:
    draws.draw_round(round=hall.drawn(), by=None, seed=2)


def closed(hall: Hall) -> None:
    hall.make()
    play_round(hall.evening, 1, random.Random(1))


def reopened(hall: Hall) -> None:
    closed(hall)
    rounds.reopen(round=the_round(hall.evening, 1), by=None)


def corrected(hall: Hall) -> None:
    record_match(match=hall.playing(), hands=quick(E6), by=None, seen_version=0)
    higher = quick([(500, 165, 0, -10), *E6[1:]])
    record_match(
        match=hall.table(),
        hands=higher,
        by=None,
        seen_version=1,
        reason=ScoreChange.Reason.COPY,
        confirmed={"V13"},
    )


def revoked(hall: Hall) -> None:
    match = hall.playing()
    given = penalties.give_penalty(entry=hall.entry(1), round=match.round, mp=-100, reason="tardi", by=None)
    penalties.revoke_penalty(penalty=given, by=None)


def fills_a_table(hall: Hall) -> None:
    hall.playing(entries=5)
    admit_late(
        tournament=hall.fresh(), persons=[Name("Tardi", "Uno"), Name("Tardi", "Due")], how="fill", by=None
    )


def absent(hall: Hall) -> None:
    match = hall.playing()
    absent_at_table(match=match, absent={match.seats.get(line="EW").entry_id}, by=None)


def withdrawn(hall: Hall) -> None:
    match = hall.playing()
    withdraw_entry(entry=hall.entry(hall.at(match, "NS")), by=None)


def replaced(hall: Hall) -> None:
    hall.playing()
    leaving = hall.entry(1).members.order_by("position")[0].person_id
    replace_player(entry=hall.entry(1), leaving=leaving, arriving=Name("Tardi", "Uno"), by=None)


def a_round_by(verb: Callable[..., object]) -> Callable[[Hall], None]:
    def act(hall: Hall) -> None:
        hall.playing()
        verb(tournament=hall.fresh(), seen=4, by=None)

    return act


def moved(hall: Hall) -> None:
    move_table(match=hall.playing(), to=7, by=None)


def at_the_table(*verbs: Callable[..., object]) -> Callable[[Hall], None]:
    """These verbs one after the other at table 1 of a round that is played."""

    def act(hall: Hall) -> None:
        hall.playing()
        for verb in verbs:
            verb(match=hall.table(), by=None)

    return act


def awarded(hall: Hall) -> None:
    match = hall.playing()
    for vp in (12, 11):
        given = {"NS": Given(vp, 305), "EW": Given(20 - vp, -305)}
        award_match(match=match, given=given, reason="Rissa", by=None, confirmed=True)


def called_back(hall: Hall) -> None:
    match = hall.playing()
    called = calls.Called(match.round, "Che cosa", match=match, entry=hall.entry(1))
    calls.take_back(call=calls.warn(called=called, by=None, told=1), by=None)


def decided(hall: Hall) -> None:
    hall.playing(WITH_A_FINAL)
    for number in (1, 2):
        end_level(hall.table(number))
    rounds.close(round=the_round(hall.evening, 1), by=None)
    phase, tied = hall.evening.phases.get(number=2), [entry.pk for entry in hall.evening.entries.all()]
    decide_final(phase=phase, tied=tied, through=None, by=None)


def objected(hall: Hall) -> Any:
    play_evening(hall.make("2m2d", objection_minutes=15), random.Random(3))
    ending.publish_provisional(tournament=hall.fresh(), by=None)
    return objections.make_objection(entry=hall.entry(1), text="Somma", by=hall.cast.users[REFEREE])


def answered_twice(hall: Hall) -> None:
    objection, referee = objected(hall), hall.cast.users[REFEREE]
    objections.answer_objection(objection=objection, decision="refused", answer="No", by=referee)
    objection.refresh_from_db()
    seen = objections.answered_as(objection)
    objections.answer_objection(objection=objection, decision="accepted", answer="Si", by=referee, seen=seen)


def score_undone(hall: Hall) -> None:
    corrected(hall)
    undo(tournament=hall.fresh(), seq=hall.last(), by=None)


def gone_back(hall: Hall) -> None:
    moved(hall)
    seq = Act.objects.get(tournament=hall.evening, verb=Verb.ANNOUNCE).seq
    restore(tournament=hall.fresh(), seq=seq, by=None)


def finished(hall: Hall) -> None:
    play_evening(hall.make(), random.Random(3))
    ending.publish_provisional(tournament=hall.fresh(), by=None)
    ending.declare_final(tournament=hall.fresh(), by=None)


def lines_swapped(hall: Hall) -> None:
    record_match(match=hall.playing(), hands=quick(E6), by=None, seen_version=0)
    swap_lines(match=hall.table(), by=None, seen_version=1)


def hands_added(hall: Hall) -> None:
    record_match(match=hall.playing(), hands=quick(E6[:2]), by=None, seen_version=0)
    record_match(match=hall.table(), hands=quick(E6), by=None, seen_version=1)


def absence_taken_back(hall: Hall) -> None:
    absent(hall)
    take_absence_away(match=hall.table(), by=None)


def award_taken_back(hall: Hall) -> None:
    awarded(hall)
    take_award_back(match=hall.table(), by=None)


def moved_and_closed(hall: Hall) -> None:
    move_table(match=hall.playing(), to=7, by=None, closes=True)


def used_again(hall: Hall) -> None:
    moved_and_closed(hall)
    reopen_table(tournament=hall.fresh(), table=1, by=None)


def asked_aside(hall: Hall) -> None:
    objection, secretary = objected(hall), hall.cast.users[SECRETARY]
    objections.answer_objection(objection=objection, decision="aside", answer="Per gioco", by=secretary)
    objections.take_from_aside(objection=objection, by=secretary)


def placed(hall: Hall) -> None:
    hall.make()
    facts = {"club_name": "Circolo accanto", "family": "", "fixed_table": 2}
    entries.place_entry(entry=hall.entry(3), by=None, **facts)  # type: ignore[arg-type]


def other_rules(hall: Hall) -> None:
    club, figures = hall.cast.club, PRESETS["fibur-2026"]
    copy = add_copy(club=club, name="Le nostre", based_on="fibur-2026", regulations=figures, by=None)
    evening = hall.make()
    change_tournament(
        tournament=evening,
        facts=facts_of(evening, regulations="", regulations_copy=copy),
        phases=plans_of(evening),
        by=None,
    )


def rules_changed(hall: Hall) -> None:
    other_rules(hall)
    copy = hall.fresh().regulations_copy
    assert copy is not None
    change_copy(
        copy=copy, name="Le altre", regulations=PRESETS["fibur-2026"], seen_version=copy.version, by=None
    )


def drawn_again_large(hall: Hall) -> None:
    draws.draw_round(round=hall.drawn(entries=24), by=None, seed=2)


def undone_twice(hall: Hall) -> None:
    score_undone(hall)
    undo(tournament=hall.fresh(), seq=hall.last(), by=None)


def gone_back_over_scores(hall: Hall) -> None:
    seq = Act.objects.filter(tournament=hall.playing().round.tournament).latest("seq").seq
    record_match(match=hall.table(), hands=quick(E6), by=None, seen_version=0)
    swap_lines(match=hall.table(), by=None, seen_version=1)
    restore(tournament=hall.fresh(), seq=seq, by=None)
