"""The bracket of a knock-out as it stands, and the matches from which nobody goes on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.brackets import absent_of, missed_of, winners_of
from tournaments.match_views import MatchView
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Draw, Round, Seat
from tournaments.models.scores import Award, HandRecord
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.draws import PastRound
from tournaments.pairing.finals import BESIDE
from tournaments.pairing.knockout import BracketMatch, BracketRound, bracket
from tournaments.pairing.reached import Progress, progress
from tournaments.seats import history
from tournaments.standings import Standings, results_of, standings

THIRD = 3
Ends = Literal["", "third", "third_shared", "fourth"]


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of the bracket: who meets, at which table, and what comes of it.

    `loser` is out, or plays for the third place (`for_third`). The winner meets `following` next; while that
    is open, the winner of `following_table`; `alone`: nobody. `extra`: it was level until an extra hand;
    `missed`: nobody came, or was still there; `left`: level, and both have left. `ends` is the place that the
    loser of a semifinal has without another match. All None while unknown, or where there is none: a bye, or
    a match that somebody (`gone`) left before it was drawn, has no table.
    """

    entries: tuple[EntryNames, ...]
    table: int | None
    winner: EntryNames | None
    loser: EntryNames | None = None
    for_third: bool = False
    following: EntryNames | None = None
    following_table: int | None = None
    extra: bool = False
    missed: bool = False
    gone: tuple[EntryNames, ...] = ()
    alone: bool = False
    left: bool = False
    ends: Ends = ""


@dataclass(frozen=True, slots=True)
class BracketStage:
    """A round of the bracket: `size` is how many matches it has room for, so 1 is the final."""

    number: int
    size: int
    bouts: tuple[Bout, ...]
    third: Bout | None

    @property
    def is_final(self) -> bool:
        return self.size == 1


def has_bracket(tournament: Tournament) -> bool:
    """Whether a phase of the evening is one knock-out of everybody."""
    return tournament.phases.filter(movement=Phase.Movement.KNOCKOUT, groups=0).exists()


def bracket_of(tournament: Tournament) -> tuple[BracketStage, ...]:
    """The announced rounds of the last knock-out that was announced, the newest first; a few queries more
    than the standings."""
    rounds = list(tournament.rounds.announced().select_related("phase").order_by("number"))
    phase = next((each.phase for each in reversed(rounds) if is_bracket(each.phase)), None)
    if phase is None:
        return ()
    found = standings(tournament, announced_only=True)
    past, names = past_of(tournament, found, phase, rounds), entry_names(tournament)
    extra = _with_extra_hands(phase)
    stages = bracket(past, past[0].order)
    present = frozenset(tournament.entries.present().values_list("pk", flat=True))
    gone = {row.entry_id for row in found.rows if row.withdrawn}
    reached = progress(past, third_place=phase.third_place, gone=gone)
    made = (
        _stage(each, _After(following, present, phase.third_place, reached), names)
        for each, following in reversed([*zip(stages, [*stages[1:], None], strict=True)])
    )
    return tuple(_with_extra(stage, extra) for stage in made)


def bracket_through(phase: Phase, through: int, found: Standings) -> tuple[BracketMatch, ...]:
    """The matches of a knock-out phase in its round `through`, which is drawn, from the top of the bracket;
    who won by the standings `found`."""
    rounds = list(phase.rounds.drawn().filter(number__lte=through).order_by("number"))
    past = past_of(phase.tournament, found, phase, rounds)
    first = Draw.objects.get(round=rounds[0], superseded_at__isnull=True)
    return bracket(past, tuple(first.order))[-1].matches


def _with_extra_hands(phase: Phase) -> set[tuple[int, int]]:
    """Round and table of the matches in which an extra hand was played."""
    records = HandRecord.objects.filter(
        match__round__phase=phase, match__is_active=True, number__gt=F("match__round__phase__hands")
    )
    return set(records.values_list("match__round__number", "match__table_number"))


def _with_extra(stage: BracketStage, extra: set[tuple[int, int]]) -> BracketStage:
    bouts = tuple(replace(bout, extra=(stage.number, bout.table) in extra) for bout in stage.bouts)
    third = stage.third and replace(stage.third, extra=(stage.number, stage.third.table) in extra)
    return replace(stage, bouts=bouts, third=third)


def is_bracket(phase: Phase) -> bool:
    return phase.movement == Phase.Movement.KNOCKOUT and not phase.groups


def past_of(
    tournament: Tournament, found: Standings, phase: Phase, rounds: list[Round]
) -> tuple[PastRound, ...]:
    """The rounds of the phase among those given, with their winners."""
    numbers = {each.number for each in rounds if each.phase_id == phase.pk}
    results = results_of({row.entry_id: row.rounds for row in found.rows})
    winners = winners_of(results, {row.entry_id for row in found.rows if row.withdrawn})
    missed, absent, orders = missed_of(results), absent_of(results), _orders(phase)
    return tuple(
        replace(
            _inside(each),
            winners=winners.get(each.number, ()),
            missed=missed.get(each.number, ()),
            absent=absent.get(each.number, ()),
            order=orders.get(each.number, ()),
        )
        for each in history(tournament, max(numbers) + 1)
        if each.number in numbers
    )


def _orders(phase: Phase) -> dict[int, tuple[int, ...]]:
    """The rankings that the rounds of a phase were drawn from, by their numbers."""
    draws = Draw.objects.filter(round__phase=phase, superseded_at__isnull=True)
    return {number: tuple(order) for number, order in draws.values_list("round__number", "order")}


def _inside(past: PastRound) -> PastRound:
    """The round without those who play on beside the bracket."""
    return replace(
        past,
        seatings=tuple(each for each in past.seatings if each.group != BESIDE),
        rests=tuple(each for each in past.rests if each.group != BESIDE),
    )


@dataclass(frozen=True, slots=True)
class _After:
    """What a round of the bracket leads to: the next one once announced, until then who is here; and how
    far everybody has come by now."""

    following: BracketRound | None
    present: frozenset[int]
    has_third: bool
    reached: tuple[Progress, ...]

    def ends(self, match: BracketMatch, beside: BracketMatch) -> Ends:
        """The place of who has lost this semifinal, once both are over; the other is the one `beside`."""
        if any(each.winner is None and not (each.missed or each.left) for each in (match, beside)):
            return ""
        places = [each.place for each in self.reached]
        place = next((each.place for each in self.reached if each.entry == loser_of(match)), 0)
        if place == THIRD:
            return "third_shared" if places.count(place) > 1 else "third"
        return "fourth" if place > THIRD else ""

    def plays_on(self, place: int, entry: int) -> bool:
        """Whether who won the match at this place from the top is still there for the next one."""
        if self.following is None:
            return entry in self.present
        return entry not in self.following.matches[place // 2].gone

    def for_third(self, match: BracketMatch, beside: BracketMatch) -> bool:
        """Whether who loses this semifinal meets, or may still meet, who loses the other."""
        if (after := self.following) is not None:
            return after.third is not None and loser_of(match) in after.third.entries
        return self.has_third and all(self._gives(each) for each in (match, beside))

    def _gives(self, semifinal: BracketMatch) -> bool:
        is_open = semifinal.winner is None and not (semifinal.missed or semifinal.left)
        return is_open or loser_of(semifinal) in self.present


def _stage(stage: BracketRound, after: _After, names: Mapping[int, EntryNames]) -> BracketStage:
    size = len(stage.matches)
    bouts = tuple(
        _bout(match, names) if size == 1 else _with_next(_bout(match, names), stage, place, after, names)
        for place, match in enumerate(stage.matches)
        if any(entry is not None for entry in match.entries)
    )
    return BracketStage(stage.number, size, bouts, stage.third and _bout(stage.third, names))


def _bout(match: BracketMatch, names: Mapping[int, EntryNames]) -> Bout:
    entries = tuple(names[entry] for entry in match.entries if entry is not None)
    winner = names[match.winner] if match.winner is not None else None
    loser = next((each for each in entries if winner not in (None, each)), None)
    left = tuple(map(names.__getitem__, match.gone))
    return Bout(entries, match.table, winner, loser, missed=match.missed, gone=left, left=match.left)


def _with_next(
    bout: Bout, stage: BracketRound, place: int, after: _After, names: Mapping[int, EntryNames]
) -> Bout:
    """The match with whom its winner meets next, and whether its loser plays for the third place."""
    match, beside = stage.matches[place], stage.matches[place ^ 1]
    if len(stage.matches) == 2:
        for_third = after.for_third(match, beside)
        bout = replace(bout, for_third=for_third, ends="" if for_third else after.ends(match, beside))
    if match.missed or match.left or (match.winner is not None and not after.plays_on(place, match.winner)):
        return bout
    if beside.winner is not None and after.plays_on(place, beside.winner):
        return replace(bout, following=names[beside.winner])
    if beside.winner is None and not (beside.missed or beside.left):
        return replace(bout, following_table=beside.table)
    return replace(bout, alone=True)


def has_no_winner(found: Standings) -> bool:
    """Whether these are the standings of a knock-out whose final nobody has won: the first place is empty."""
    return bool(found.rows) and found.rows[0].place > 1


@dataclass(frozen=True, slots=True)
class Instead:
    """A match that `winner` has won by its score as it is now; `sits` went on to the round `following`."""

    table: int
    winner: EntryNames
    sits: EntryNames
    following: int


def stakes_of(round: Round) -> dict[int, str]:
    """What the two last matches of a bracket are for, in words by the key of the match, drafts too; empty
    where there are not both, a final and a match for the third place.

    Where a score was corrected since, the seats stand: the final is the match drawn first. Where a finalist
    has left, there is only the other one.
    """
    phase = round.phase
    if not (is_bracket(phase) and phase.third_place):
        return {}
    earlier = list(phase.rounds.filter(number__lte=round.number).order_by("number"))
    seats = round.seats.active().filter(match__isnull=False).exclude(group=BESIDE)
    drawn = dict(seats.order_by("match__encounter__number").values_list("entry", "match__encounter"))
    if len(earlier) < 2 or not drawn or len(set(drawn.values())) > 2:
        return {}
    found = standings(round.tournament, through=round.number - 1)
    first = Draw.objects.get(round=earlier[0], superseded_at__isnull=True)
    last = bracket(past_of(round.tournament, found, phase, earlier), tuple(first.order))[-1]
    if len(last.matches) != 1 or last.third is None:
        return {}
    final, third = ({drawn.get(entry or 0) for entry in m.entries} for m in (last.matches[0], last.third))
    if last.matches[0].table is None:
        final = {min(set(drawn.values()) - (third if len(third) == 1 else set()), default=0)}
    words = {True: pgettext("of a knock-out", "Final"), False: _("For the third place")}
    matches = round.matches.active().filter(encounter__in=set(drawn.values()))
    return {key: words[meeting in final] for key, meeting in matches.values_list("pk", "encounter")}


def with_stakes(round: Round, views: Iterable[MatchView]) -> tuple[MatchView, ...]:
    """Matches of the round, each with what it is for as `stakes_of` says it."""
    stakes = stakes_of(round)
    return tuple(replace(view, stake=stakes.get(view.match_id, "")) for view in views)


@dataclass(frozen=True, slots=True)
class Level:
    """A match whose score is in, or that was put off, and from which nobody goes on.

    `decided` of the `matches` of its round have somebody who goes on; `alone`: of the round nobody does.
    """

    round: int
    table: int
    one: EntryNames
    other: EntryNames
    decided: int
    matches: int
    alone: bool


def undecided_at_the_end(tournament: Tournament) -> tuple[Level, ...]:
    """The matches of the last announced round that the standings wait for: a final, or the match for the
    third place, that nobody won."""
    last = tournament.rounds.announced().select_related("phase").order_by("number").last()
    if last is None:
        return ()
    last.tournament = last.phase.tournament = tournament
    return undecided(last)


def is_followed(round: Round) -> bool:
    """Whether the next round of the knock-out is announced: who sits there has gone on."""
    return round.phase.rounds.announced().filter(number__gt=round.number).exists()


def goes_on_anyway(round: Round, found: Standings | None = None) -> tuple[Instead, ...]:
    """The matches of a round of a knock-out, by table, whose winner by the scores of `found` (None: by those
    stored) is not who went on, because the next round was announced already: its seats stand."""
    following = round.phase.rounds.announced().filter(number__gt=round.number).order_by("number").first()
    if not is_bracket(round.phase) or following is None:
        return ()
    rounds = list(round.phase.rounds.announced().order_by("number"))
    past = past_of(round.tournament, found or standings(round.tournament), round.phase, rounds)
    (stage,) = (each for each in bracket(past, past[0].order) if each.number == round.number)
    (own,) = (each for each in past if each.number == round.number)
    names = entry_names(round.tournament)
    return tuple(
        Instead(match.table, names[winner], names[match.winner], following.number)
        for match in stage.matches
        if match.table is not None and match.winner is not None
        for winner in match.entries
        if winner in own.winners and winner != match.winner
    )


def loser_of(match: BracketMatch) -> int | None:
    """Who lost a match that was played."""
    lost = [entry for entry in match.entries if entry not in (None, match.winner)]
    return lost[0] if match.winner is not None and match.table is not None and lost else None


def undecided(round: Round) -> tuple[Level, ...]:
    """The matches of a round of a knock-out that nobody won, by table: the next round waits for them.

    Of a round being played only those whose score is in; of one that is closed those put off too.
    """
    if not round.is_public or not is_bracket(round.phase) or is_followed(round):
        return ()
    found = standings(round.tournament, through=round.number)
    scores = {row.entry_id: score for row in found.rows if (score := row.in_round(round.number))}
    complete = {entry for entry, score in scores.items() if score.vp is not None}
    waits = not round.takes_scores
    present = set(round.tournament.entries.present().values_list("pk", flat=True))
    (past,) = past_of(round.tournament, found, round.phase, [round])
    names, matches = entry_names(round.tournament), len(past.seatings)
    level = [
        (table, one, other)
        for table, one, other in _level(past)
        if {one, other} <= present and (waits or {one, other} <= complete)
    ]
    decided = sum(not {*past.winners}.isdisjoint(each.everybody) for each in past.seatings)
    alone = len(level) == matches and not past.rests
    return tuple(
        Level(round.number, table, names[one], names[other], decided, matches, alone)
        for table, one, other in level
    )


def _level(past: PastRound) -> Iterator[tuple[int, int, int]]:
    for seating in past.seatings:
        one, other = seating.everybody
        if (one in past.winners) == (other in past.winners) and not {one, other} <= {*past.missed}:
            yield seating.table, one, other


@dataclass(frozen=True, slots=True)
class NobodyCame:
    """A match of a knock-out to which neither side came, so neither goes on; `is_last`: nobody would."""

    pk: int
    table_number: int
    is_last: bool


def nobody_came(round: Round) -> list[NobodyCame]:
    """The matches of a round of a knock-out to which neither side came, by table; none beside it."""
    if not round.is_public or not is_bracket(round.phase):
        return []
    firsts = Seat.objects.active().filter(match__round=round, slot=1).exclude(group=BESIDE)
    came = firsts.exclude(award__kind=Award.Kind.ABSENCE)
    found = firsts.exclude(match__in=came.values("match")).order_by("match__table_number")
    tables = found.values_list("match", "match__table_number").distinct()
    is_last = not round.phase.rounds.filter(number__gt=round.number).exists()
    return [NobodyCame(pk, number, is_last) for pk, number in tables]


def level_words(tables: Sequence[int]) -> str:
    """What a round of a knock-out, or the end of the evening, waits for at these tables."""
    return ngettext(
        "Table %(tables)s is level: let them play an extra hand and write it on the slip, "
        "or let the referee decide.",
        "Tables %(tables)s are level: let them play an extra hand and write it on the slip, "
        "or let the referee decide.",
        len(tables),
    ) % {"tables": ", ".join(map(str, tables))}
