"""Who comes when the evening has begun, and who plays instead of somebody."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from clubs.models.people import Person
from clubs.models.users import User
from tournaments import stages
from tournaments.departures import absence_awards, give_award
from tournaments.drafts import next_start
from tournaments.entries import (
    check_still_free,
    entry_of_exactly,
    name_of,
    on_the_list,
    people_of,
    write_entry,
)
from tournaments.journal import ENTRIES, drawn_rounds, open_rounds
from tournaments.likeness import Name
from tournaments.log import locked, write_act
from tournaments.models.entries import NEVER_PLAYED, Entry, EntryMember
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Encounter, Match, Round, Seat
from tournaments.models.scores import Award
from tournaments.pairing.draws import RoundDraw, Seating
from tournaments.pairing.finals import BESIDE
from tournaments.pairing.teams import team_tables
from tournaments.roster import most_of, size_of
from tournaments.rounds import drop_drafts, refuse
from tournaments.seats import behind_the_last_table, seats_of_meetings
from tournaments.team_pairs import LINE_UP
from tournaments.trial_draws import WHO_COMES, may_lose_seat, who_waits

How = Literal["fill", "next"]


@dataclass(frozen=True, slots=True)
class Way:
    """A way in for who is late: `fill` the incomplete table of the round being played, or play from the
    `next` one. `round` is the first she plays, `missed` the rounds that give her the award of an absence,
    `redrawn` those drawn already that are to be drawn again, `with_` the key of the entry she meets. She
    `waits` where no seat is empty from that round on, until the round `then` in which the next phase begins;
    0 where none does or it takes nobody. `contested`: it is a seat that others left, and have again if they
    come back before the draw."""

    how: How
    round: int
    missed: tuple[int, ...]
    redrawn: tuple[int, ...] = ()
    with_: int | None = None
    waits: bool = False
    then: int = 0
    contested: bool = False


def ways_in(tournament: Tournament) -> tuple[Way, ...]:
    """What the evening's state allows to who comes now; nothing before the first announcement, when the
    check-in is the way, and nothing after the last draw."""
    if tournament.state != Tournament.State.PLAYING:
        return ()
    rounds = list(tournament.rounds.order_by("number"))
    public = [round_ for round_ in rounds if round_.is_public]
    if not public:
        return ()
    ways = []
    resting = _table_to_fill(public[-1]) if len(public) == 1 else None
    if resting is not None:
        later = tuple(round_.number for round_ in rounds if round_.state in {"draft", "confirmed"})
        ways.append(Way("fill", public[-1].number, (), later, resting.entry_id))
    to_come = [round_ for round_ in rounds if not round_.is_public]
    if to_come and _takes_late(to_come[0].phase):
        pending = tuple(r.number for r in to_come if r.state != Round.State.PLANNED)
        missed = tuple(round_.number for round_ in public)
        waits = WHO_COMES in who_waits(to_come[0], coming=(WHO_COMES,))
        then = next_start(to_come[0]) if waits else 0
        contested, number = may_lose_seat(to_come[0]), to_come[0].number
        ways.append(Way("next", number, missed, pending, waits=waits, then=then, contested=contested))
    return tuple(ways)


def _takes_late(phase: Phase) -> bool:
    """A knock-out takes nobody later, a final only to play beside it."""
    return phase.plays_beside if phase.is_final else phase.movement != Phase.Movement.KNOCKOUT


@dataclass(frozen=True, slots=True)
class NoWay:
    """Why nobody comes in now, and where it goes on instead: the check-in, one round more, playing for
    somebody, or nowhere."""

    why: str
    instead: Literal["check_in", "more", "replace", ""] = ""


def why_no_way(tournament: Tournament) -> NoWay:
    """Why there are no `ways_in`."""
    if over := stages.ended(tournament):
        return NoWay(over)
    if not tournament.rounds.announced().exists():
        drawn = stages.check_in_over(tournament)
        return NoWay(drawn or _("Round 1 is not announced yet: whoever comes is entered here."), "check_in")
    rounds = list(tournament.rounds.select_related("phase").order_by("number"))
    why = stages.no_draw_left(tournament) or _why_closed([each for each in rounds if not each.is_public])
    if rounds[-1].is_public:
        return NoWay(why, "" if rounds[-1].phase.movement == Phase.Movement.KNOCKOUT else "more")
    if _is_half_over(rounds):
        return NoWay(why)
    instead = _("Who comes now can play instead of somebody who goes.")
    return NoWay(f"{why} {instead}", "replace")


def _why_closed(to_come: Sequence[Round]) -> str:
    """Why the next round takes nobody new, and which one will."""
    following = to_come[0]
    if following.phase.is_final:
        return _("The next round is a final: only who qualified plays it.")
    return _("The next round begins a knock-out: only who has played so far is in it.")


def _table_to_fill(round_: Round) -> Seat | None:
    """The one pair or team that rests in a first round without standings yet: who is late can meet it."""
    if not round_.takes_scores or round_.phase.table_size != 4 or round_.tournament.is_individual:
        return None
    resting = list(round_.seats.active().filter(reason=Seat.Reason.RESTS).order_by("pk")[:2])
    return resting[0] if len(resting) == 1 else None


@transaction.atomic
def admit_late(
    *, tournament: Tournament, persons: Sequence[Person | Name], how: How, by: User | None, name: str = ""
) -> Entry:
    """Enter who comes late, present at once, by one of the `ways_in`. The same persons twice are one entry;
    a team has a `name`.

    Raises ValidationError: a way that the state does not allow any more, somebody entered already, an award
    that nobody has said.
    """
    tournament = locked(tournament, drawn_rounds)
    people, name = people_of(tournament, persons), name_of(tournament, name)
    same = entry_of_exactly(tournament, people)
    if same is not None and same.state == Entry.State.PRESENT:
        return same
    way = next((way for way in ways_in(tournament) if way.how == how), None)
    if way is None:
        raise refuse(stages.ended(tournament) or _why_not_by(tournament, how))
    if len(people) < size_of(tournament):
        raise ValidationError(_("Both players of the pair must be here."), code="alone")
    check_still_free(tournament, people, way.round)
    dropped = drop_drafts(tournament)
    entry = write_entry(tournament, people, Entry.State.PRESENT, way.round, name)
    for number in way.missed:
        _write_missed(entry, tournament.rounds.select_related("phase").get(number=number))
    table = _sit_down(entry, tournament.rounds.get(number=way.round), way) if way.with_ else None
    write_act(
        tournament=tournament,
        verb=Act.Verb.LATE,
        by=by,
        round=tournament.rounds.get(number=way.round),
        numbers=[entry.number],
        **dropped,
        **({"table": table} if table else {}),
    )
    return entry


def _why_not_by(tournament: Tournament, how: How) -> str:
    """Why a way in that was offered is lost."""
    announced = list(tournament.rounds.announced()[:2])
    if how == "fill" and len(announced) == 1 and announced[0].takes_scores:
        return _("Nobody rests any more in round %(number)d, so nobody can be met at once: choose again.") % {
            "number": announced[0].number
        }
    if how == "next" and announced and not ways_in(tournament):
        return why_no_way(tournament).why
    return _("The evening has moved on: choose again how she comes in.")


def first_tables(entry: Entry) -> tuple[Round | None, tuple[int, ...]]:
    """Where who came late sits down: her first round with a place, and its tables; no round if none yet."""
    seats = Seat.objects.active().filter(entry=entry, match__isnull=False).select_related("round")
    found = list(seats.order_by("round__number", "table_number"))
    if not found:
        return None, ()
    first = found[0].round
    return first, tuple(sorted({seat.table_number for seat in found if seat.round_id == first.pk}))


def _write_missed(entry: Entry, round_: Round) -> None:
    draw = round_.draws.get(superseded_at__isnull=True)
    group = BESIDE if round_.phase.is_final else 0  # nobody comes into a final
    seat = Seat.objects.create(round=round_, draw=draw, entry=entry, reason=Seat.Reason.ABSENT, group=group)
    give_award(seat, absence_awards(round_.phase, all_absent=False)[1], Award.Kind.ABSENCE)


def _sit_down(entry: Entry, round_: Round, way: Way) -> int:
    """Open a table for who rests and who came; in Mitchell the one kept for them. Its number."""
    rest = round_.seats.active().get(entry=way.with_)
    Award.objects.filter(seat=rest).delete()
    if round_.tournament.is_teams:
        return _meet(entry, rest)
    table = rest.table_number or behind_the_last_table(rest.draw, round_.tournament.closed_tables)
    last = rest.draw.encounters.aggregate(last=Max("number"))["last"] or 0
    encounter = Encounter.objects.create(draw=rest.draw, number=last + 1)
    match = Match.objects.create(encounter=encounter, round=round_, table_number=table)
    rest.match, rest.table_number = match, table
    rest.line, rest.reason = rest.line or Seat.Line.NS, Seat.Reason.PLAYS
    rest.save()
    other = Seat.Line.EW if rest.line == Seat.Line.NS else Seat.Line.NS
    Seat.objects.create(
        round=round_,
        draw=rest.draw,
        match=match,
        entry=entry,
        line=other,
        table_number=table,
        group=rest.group,
    )
    return table


def _meet(entry: Entry, rest: Seat) -> int:
    """Open the tables of a meeting between the team that rests and the one that came, with the usual pairs of
    both; in Mitchell those kept for it. The number of the first."""
    round_, draw = rest.round, rest.draw
    drawn = set(draw.encounters.values_list("number", flat=True))
    number = max(drawn, default=0) + 1
    if rest.table_number is not None and rest.table_number not in drawn:
        number = rest.table_number
    first, second = (entry, rest.entry) if rest.line == Seat.Line.EW else (rest.entry, entry)
    meeting = Seating(number, (first.pk,), (second.pk,), group=rest.group)
    tables = team_tables(RoundDraw((meeting,)), pairs=entry.tournament.team_pairs)
    closed = set(round_.tournament.closed_tables)
    taken = closed.union(round_.matches.active().values_list("table_number", flat=True))
    if taken & {table.table for table in tables}:  # one was moved there, or is out of use
        ahead = behind_the_last_table(draw, closed) - tables[0].table
        tables = tuple(replace(table, table=table.table + ahead) for table in tables)
    encounter = Encounter.objects.create(draw=draw, number=number)
    seats = seats_of_meetings(draw, {number: encounter}, tables)
    for seat in seats:
        if (seat.entry_id, seat.slot) == (rest.entry_id, rest.slot):
            seat.pk = rest.pk
        seat.save()
    return tables[0].table


@dataclass(frozen=True, slots=True)
class Exchange:
    """From which round somebody would play for another."""

    member: EntryMember
    round: int


def exchange_of(entry: Entry, leaving: int) -> Exchange:
    """What `replace_player` would do for the person of that key. Raises ValidationError as it does.

    A substitution is possible until half of the evening's rounds have begun.
    """
    tournament = entry.tournament
    if tournament.state != Tournament.State.PLAYING or entry.state != Entry.State.PRESENT:
        raise refuse(stages.ended(tournament) or _("Players are changed in the list of entries now."))
    member = entry.members.filter(is_current=True, person=leaving).select_related("person").first()
    if member is None:
        raise ValidationError(_("This person is not in the entry."), code="leaving")
    rounds = list(tournament.rounds.order_by("number"))
    current = next((round_ for round_ in reversed(rounds) if round_.takes_scores), None)
    first = next((r.number for r in rounds if not r.is_public), rounds[-1].number)
    if current is not None and not _has_score(entry, current):
        first = current.number
    if _is_half_over(rounds, first):
        raise refuse(_("More than half of the rounds have begun: nobody is replaced any more."))
    return Exchange(member, first)


def _is_half_over(rounds: Sequence[Round], first: int = 1) -> bool:
    """Whether more than half of the rounds have begun, or will have before she plays in round `first`: who is
    in an entry then stands. Source: domain 7."""
    begun = [round_ for round_ in rounds if round_.state in {Round.State.PLAYING, Round.State.CLOSED}]
    return 2 * max(len(begun), first - 1) > len(rounds)


def _has_score(entry: Entry, round_: Round) -> bool:
    seats = round_.seats.active().filter(entry=entry)
    return seats.filter(match__hand_records__isnull=False).exists()


@transaction.atomic
def replace_player(*, entry: Entry, leaving: int, arriving: Person | Name, by: User | None) -> Entry:
    """Somebody plays for another from the round being played, if it has no score yet, else from the next.

    What was played keeps its player. The same again changes nothing. Raises ValidationError.
    """
    tournament = locked(entry.tournament, open_rounds)
    entry = Entry.objects.get(pk=entry.pk)
    entry.tournament = tournament
    [person] = on_the_list(tournament, [arriving])
    if entry.members.filter(is_current=True, person=person).exists():
        if entry.members.filter(is_current=True, person=leaving).exists():
            sentence = _("A pair is made of two different persons.")
            if tournament.is_teams:
                sentence = _("This person is in the team already: change the line-up instead.")
            raise ValidationError(sentence, code="same")
        return entry
    exchange = exchange_of(entry, leaving)
    check_still_free(tournament, [person], exchange.round)
    _take_over(entry, exchange, person)
    write_act(
        tournament=tournament,
        verb=Act.Verb.SUBSTITUTE,
        by=by,
        round=tournament.rounds.get(number=exchange.round),
        numbers=[entry.number],
        persons=[leaving, person.pk],
    )
    return entry


def _take_over(entry: Entry, exchange: Exchange, person: Person) -> None:
    """The person has the other's position in the entry, and her chairs, from that round on."""
    old = exchange.member
    old.is_current, old.to_round = False, max(exchange.round - 1, NEVER_PLAYED)
    old.save(update_fields=["is_current", "to_round"])
    new = EntryMember(
        entry=entry,
        tournament=entry.tournament,
        person=person,
        position=old.position,
        from_round=exchange.round,
    )
    new.full_clean()
    new.save()
    for column in LINE_UP:  # of a team's line-ups; nobody else's seats name persons
        chairs = Seat.objects.active().filter(entry=entry, round__number__gte=exchange.round)
        chairs.filter(**{column: old.person_id}).update(**{column: person})


def joins_from(entry: Entry) -> int:
    """The number of the round from which `join_team` would let a player more sit in a team: the first that is
    not announced. Raises ValidationError as it does."""
    tournament = entry.tournament
    if not tournament.is_teams:
        raise refuse(_("Only a team takes one player more."))
    if tournament.state != Tournament.State.PLAYING or entry.state != Entry.State.PRESENT:
        raise refuse(stages.ended(tournament) or _("Players are changed in the list of entries now."))
    rounds = list(tournament.rounds.order_by("number"))
    coming = next((round_.number for round_ in rounds if not round_.is_public), None)
    if _is_half_over(rounds):
        raise refuse(_("More than half of the rounds have begun: teams stay as they are."))
    if entry.members.filter(is_current=True).count() >= most_of(tournament):
        raise refuse(_("This team has %(most)d players: it takes no more.") % {"most": most_of(tournament)})
    if coming is None:
        raise refuse(_("The last round is announced: its line-ups stand."))
    if _is_half_over(rounds, coming):
        sentence = _(
            "She could play from round %(round)d only, when more than half of the rounds are over: "
            "teams stay as they are."
        )
        raise refuse(sentence % {"round": coming})
    return coming


@transaction.atomic
def join_team(*, entry: Entry, arriving: Person | Name, by: User | None) -> Entry:
    """A player more for a team in the middle of the evening: she is its reserve until a line-up seats her.

    The same again changes nothing. Raises ValidationError: the team is full, half of the rounds are over,
    she plays for others.
    """
    tournament = locked(entry.tournament, ENTRIES)
    entry = Entry.objects.get(pk=entry.pk)
    entry.tournament = tournament
    [person] = on_the_list(tournament, [arriving])
    if entry.members.filter(is_current=True, person=person).exists():
        return entry
    number = joins_from(entry)
    check_still_free(tournament, [person], number)
    taken = set(entry.members.filter(is_current=True).values_list("position", flat=True))
    free = next(position for position in range(1, most_of(tournament) + 1) if position not in taken)
    new = EntryMember(entry=entry, tournament=tournament, person=person, position=free, from_round=number)
    new.full_clean()
    new.save()
    write_act(
        tournament=tournament,
        verb=Act.Verb.ENTRY_STATE,
        by=by,
        round=tournament.rounds.get(number=number),
        numbers=[entry.number],
        change="one_more",
        persons=[person.pk],
    )
    return entry
