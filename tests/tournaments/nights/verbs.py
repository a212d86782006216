"""Acts of an evening by the program's verbs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from clubs.models.people import Person
from tests.cast import Cast
from tests.evenings import the_round
from tests.tournaments.nights.acts import ANSWER, ASKED, WARNINGS, Refused, Who
from tournaments import (
    calls,
    check_in,
    departures,
    draws,
    ending,
    entries,
    objections,
    penalties,
    round_plan,
    rounds,
    undoing,
)
from tournaments.absences import take_absence_away
from tournaments.arrivals import admit_late, join_team, replace_player
from tournaments.awards import Given, award_match, take_award_back
from tournaments.deciding import decide_final, decide_satellite, fill_place
from tournaments.events import change_tournament, plans_of
from tournaments.forms.mishaps import late_reason
from tournaments.hands import NumberedHand
from tournaments.lateness import LATE_MP, lateness
from tournaments.likeness import Name
from tournaments.line_ups import change_line_up
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.referee import Objection, RefereeCall
from tournaments.models.rounds import Match
from tournaments.models.scores import Penalty
from tournaments.pairing.draws import MovementRefused, Seating
from tournaments.qualified_entries import enter_qualified
from tournaments.roster import persons_named
from tournaments.scores import StaleScore, TypedScore, record_match, swap_lines
from tournaments.table_moves import move_table, put_back, put_off, reopen_table, start_table

ROUND_VERBS: dict[str, Callable[..., object]] = {
    "undo_draw": rounds.undo_draw,
    "confirm": rounds.confirm,
    "back_to_draft": rounds.back_to_draft,
    "announce": rounds.announce,
    "take_back": rounds.take_back,
    "start": rounds.start,
    "close": rounds.close,
    "reopen": rounds.reopen,
}
TOURNAMENT_VERBS: dict[str, Callable[..., object]] = {
    "open_check_in": check_in.open_check_in,
    "reopen_check_in": check_in.reopen_check_in,
    "provisional": ending.publish_provisional,
    "final": ending.declare_final,
    "close_objections": ending.close_objections,
}
ENTRY_VERBS: dict[str, Callable[..., object]] = {
    "entry_cancel": entries.cancel_entry,
    "entry_reinstate": entries.reinstate_entry,
    "entry_readmit": entries.readmit_entry,
}


class ByVerbs:
    """Acts by calling the verbs, with everything read afresh as a request does."""

    def __init__(self, cast: Cast, tournament: Tournament) -> None:
        self.cast, self.pk = cast, tournament.pk

    def at(self, tournament: Tournament) -> "ByVerbs":
        return ByVerbs(self.cast, tournament)

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.pk)

    def do(self, name: str, role: str, facts: dict[str, Any]) -> None:
        """Do one act; Refused when the program refuses it."""
        by = self.cast.user(role)
        try:
            getattr(self, name, partial(self._plain, name))(by=by, **facts)
        except (ValidationError, MovementRefused) as refusal:
            raise Refused(str(refusal)) from refusal

    def _plain(self, name: str, *, by: Any, number: int = 0, entry: int = 0) -> None:
        if name in ROUND_VERBS:
            ROUND_VERBS[name](round=the_round(self.tournament, number), by=by)
        elif name in ENTRY_VERBS:
            ENTRY_VERBS[name](entry=self._entry(entry), by=by)
        else:
            TOURNAMENT_VERBS[name](tournament=self.tournament, by=by)

    def _entry(self, key: int) -> Entry:
        return Entry.objects.select_related("tournament").get(pk=key)

    def _match(self, key: int) -> Match:
        return Match.objects.select_related("round__phase__tournament", "round__tournament").get(pk=key)

    def _persons(self, players: Sequence[Who]) -> list[Person | Name]:
        return persons_named(self.cast.club, players)

    def set_present(self, *, entry: int, present: bool, by: Any) -> None:
        check_in.set_present(entry=self._entry(entry), present=present, by=by)

    def close_check_in(self, *, seen: int, by: Any) -> None:
        check_in.close_check_in(tournament=self.tournament, by=by, absent_seen=seen)

    def add_entry(self, *, players: Sequence[Who], name: str = "", by: Any) -> None:
        entries.add_entry(tournament=self.tournament, persons=self._persons(players), name=name, by=by)

    def change_members(self, *, entry: int, players: Sequence[Who], name: str = "", by: Any) -> None:
        entries.change_members(entry=self._entry(entry), persons=self._persons(players), name=name, by=by)

    def change_phases(self, *, rounds: int, by: Any) -> None:
        """So many rounds of the last phase."""
        *others, last = plans_of(self.tournament)
        plans = [*others, replace(last, rounds_count=rounds)]
        change_tournament(tournament=self.tournament, facts={}, phases=plans, by=by)

    def draw(self, *, number: int, seed: int, by: Any) -> None:
        draws.draw_round(round=the_round(self.tournament, number), by=by, seed=seed)

    def seat_by_hand(self, *, number: int, seatings: Sequence[Seating], by: Any) -> None:
        draws.seat_by_hand(round=the_round(self.tournament, number), seatings=seatings, by=by)

    def swap(self, *, number: int, one: int, other: int, by: Any) -> None:
        draws.swap_seats(round=the_round(self.tournament, number), one=one, other=other, by=by)

    def line_up(self, *, number: int, entry: int, pairs: Sequence[tuple[int, int]], by: Any) -> None:
        change_line_up(round=the_round(self.tournament, number), entry=self._entry(entry), pairs=pairs, by=by)

    def join_team(self, *, entry: int, arriving: Who, by: Any) -> None:
        [person] = self._persons([arriving])
        join_team(entry=self._entry(entry), arriving=person, by=by)

    def decide(self, *, phase: int, tied: Sequence[int], through: Sequence[int] | None, by: Any) -> None:
        found = self.tournament.phases.get(number=phase)
        decide_final(phase=found, tied=tied, through=through, by=by)

    def decide_place(self, *, tied: Sequence[int], through: Sequence[int] | None, by: Any) -> None:
        decide_satellite(tournament=self.tournament, tied=tied, through=through, by=by)

    def enter_qualified(self, *, only: int | None, by: Any) -> None:
        enter_qualified(tournament=self.tournament, by=by, only=only)

    def fill_place(self, *, phase: int, entry: int, is_filled: bool, by: Any) -> None:
        found = self.tournament.phases.get(number=phase)
        fill_place(phase=found, entry=entry, is_filled=is_filled, by=by)

    def award(self, *, match: int, given: dict[str, Given], by: Any) -> None:
        award_match(match=self._match(match), given=given, reason="deciso", by=by, confirmed=True)

    def award_back(self, *, match: int, by: Any) -> None:
        take_award_back(match=self._match(match), by=by)

    def throw_away(self, *, number: int, typed: int, by: Any) -> None:
        draws.throw_away(round=the_round(self.tournament, number), typed=typed, by=by)

    def score(
        self,
        *,
        match: int,
        hands: Sequence[NumberedHand],
        seen: int,
        reason: str,
        override: str = "",
        by: Any,
    ) -> None:
        try:
            record_match(
                match=self._match(match),
                hands=hands,
                by=by,
                seen_version=seen,
                reason=reason,
                confirmed=WARNINGS,
                override=override,
            )
        except StaleScore as stale:
            if seen == stale.version:
                raise AssertionError("a score is refused as stale that is not") from stale
            raise Refused("stale") from stale

    def swap_lines(self, *, match: int, seen: int, by: Any) -> None:
        try:
            swap_lines(match=self._match(match), by=by, seen_version=seen)
        except StaleScore as stale:
            if seen == stale.version:
                raise AssertionError("a score is refused as stale that is not") from stale
            raise Refused("stale") from stale

    def penalty(self, *, entry: int, number: int, vp: int, mp: int, reason: str, by: Any) -> None:
        penalties.give_penalty(
            entry=self._entry(entry),
            round=the_round(self.tournament, number),
            reason=reason,
            by=by,
            vp=vp,
            mp=mp,
        )

    def revoke(self, *, penalty: int, by: Any) -> None:
        found = Penalty.objects.select_related("entry__tournament").get(pk=penalty)
        penalties.revoke_penalty(penalty=found, by=by)

    def give_again(self, *, penalty: int, by: Any) -> None:
        penalties.give_again(
            penalty=Penalty.objects.select_related("entry__tournament").get(pk=penalty), by=by
        )

    def call(
        self, *, number: int, table: int, kind: str, entry: int | None, seen: int, told: int, by: Any
    ) -> None:
        round_ = the_round(self.tournament, number)
        match = calls.match_at(round_, table)
        if match is None:
            raise Refused("no such table")
        who = self._entry(entry) if entry else None
        called = calls.Called(round_, ASKED, match=match, entry=who, seen=seen)
        if kind == RefereeCall.Kind.WARNING:
            calls.warn(called=called, by=by, told=told)
        else:
            calls.write_call(called=called, by=by)

    def take_call_back(self, *, call: int, by: Any) -> None:
        calls.take_back(call=RefereeCall.objects.select_related("tournament").get(pk=call), by=by)

    def _late_at(self, match: int, consequence: str) -> tuple[Match, str]:
        """A table whose clock says so, as its page asks, and what is written there."""
        found = self._match(match)
        late = lateness(found, timezone.now())
        if late.consequence != consequence:
            raise Refused("the page of the table says so too")
        return found, late_reason(late)

    def table_warn(self, *, match: int, entry: int, told: int, seen: int, by: Any) -> None:
        found, reason = self._late_at(match, "warning")
        who = self._entry(entry)
        called = calls.Called(found.round, reason, match=found, entry=who, seen=seen, is_late=True)
        calls.warn(called=called, by=by, told=told)

    def table_late(self, *, match: int, entry: int, told: int, seen: int, by: Any) -> None:
        del told  # of warnings only
        found, reason = self._late_at(match, "penalty")
        penalties.give_penalty(
            entry=self._entry(entry),
            round=found.round,
            mp=LATE_MP,
            reason=reason,
            late=found,
            seen=seen,
            by=by,
        )

    def absent_back(self, *, match: int, by: Any) -> None:
        take_absence_away(match=self._match(match), by=by)

    def put_back(self, *, match: int, by: Any) -> None:
        put_back(match=self._match(match), by=by)

    def object(self, *, number: int, round: int | None, code: str | None, text: str, by: Any) -> None:
        entry, match = objections.entry_and_match(self.tournament, number, round, code)
        objections.make_objection(entry=entry, match=match, text=text, by=by)

    def answer(self, *, objection: int, decision: str, seen: str, by: Any) -> None:
        found = Objection.objects.select_related("tournament").get(pk=objection)
        if decision == "back":
            objections.take_from_aside(objection=found, by=by)
        else:
            objections.answer_objection(objection=found, decision=decision, answer=ANSWER, by=by, seen=seen)

    def place(self, *, entry: int, club: str, family: str, table: int | None, by: Any) -> None:
        found = self._entry(entry)
        entries.place_entry(entry=found, club_name=club, family=family, fixed_table=table, by=by)

    def absent(self, *, match: int, entries: Sequence[int], by: Any) -> None:
        departures.absent_at_table(match=self._match(match), absent=set(entries), by=by)

    def start_table(self, *, match: int, by: Any) -> None:
        start_table(match=self._match(match), by=by)

    def move_table(self, *, match: int, to: int, closes: bool, by: Any) -> None:
        move_table(match=self._match(match), to=to, closes=closes, by=by)

    def reopen_table(self, *, table: int, by: Any) -> None:
        reopen_table(tournament=self.tournament, table=table, by=by)

    def put_off(self, *, match: int, by: Any) -> None:
        put_off(match=self._match(match), by=by)

    def late(self, *, players: Sequence[Who], how: Any, name: str = "", by: Any) -> None:
        admit_late(tournament=self.tournament, persons=self._persons(players), how=how, name=name, by=by)

    def withdraw(self, *, entry: int, justified: bool, hands: Sequence[NumberedHand], by: Any) -> None:
        typed = TypedScore(tuple(hands), seen_version=0, confirmed=WARNINGS) if hands else None
        departures.withdraw_entry(entry=self._entry(entry), by=by, justified=justified, typed=typed)

    def replace(self, *, entry: int, leaving: int, arriving: Who, by: Any) -> None:
        [person] = self._persons([arriving])
        replace_player(entry=self._entry(entry), leaving=leaving, arriving=person, by=by)

    def add_round(self, *, seen: int, by: Any) -> None:
        round_plan.add_round(tournament=self.tournament, seen=seen, by=by)

    def drop_round(self, *, seen: int, by: Any) -> None:
        round_plan.drop_round(tournament=self.tournament, seen=seen, by=by)

    def undo(self, *, seq: int, by: Any) -> None:
        undoing.undo(tournament=self.tournament, seq=seq, by=by)

    def restore(self, *, seq: int, acts: int, by: Any) -> None:
        del acts  # a second look that only the page asks for
        undoing.restore(tournament=self.tournament, seq=seq, by=by)
