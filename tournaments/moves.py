"""What the correction of a delivered score moves: places, the first three, later draws (domain 8)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import TypeAlias

from tournaments.cuts import cut_of, first_of
from tournaments.drafts import awards_then_and_now, follows_results
from tournaments.hands import NumberedHand, fingerprint_of, from_json, same_score
from tournaments.knockouts import Instead, goes_on_anyway
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Round
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.finals import BESIDE
from tournaments.results import progress_of, rules_of
from tournaments.satellites import Qualification, later_of_event, qualification_of
from tournaments.standings import StandingRow, Standings, Tried, before_and_after

Hands: TypeAlias = tuple[NumberedHand, ...]

PODIUM = 3  # places whose change is a change of prizes
SHOWN = 8  # lines that a page shows of a longer list


@dataclass(frozen=True, slots=True)
class Move:
    """An entry whose place or VP a correction changes: its row of the standings before and after."""

    before: StandingRow
    after: StandingRow

    @property
    def changes_place(self) -> bool:
        """Whether it stands elsewhere, or shares its place with others than before."""
        return _place(self.before) != _place(self.after)


@dataclass(frozen=True, slots=True)
class Moves:
    """Everybody whom a correction moves, the best place first; `podium`: the first three are others, or in
    another order. `through` is the round that the places are those after, None: all."""

    every: tuple[Move, ...]
    podium: bool
    through: int | None = None

    @property
    def shown(self) -> tuple[Move, ...]:
        return self.every[:SHOWN]

    @property
    def others(self) -> int:
        """How many `shown` leaves out."""
        return len(self.every) - len(self.shown)

    @property
    def places(self) -> int:
        """How many stand in another place."""
        return sum(move.changes_place for move in self.every)


@dataclass(frozen=True, slots=True)
class LaterDraws:
    """Numbers of the later rounds that were drawn from the standings.

    Announced, their seats `stand`; not yet, they are to be drawn `again`, unless they `fit`: they were drawn
    from the score that is now typed.
    """

    stand: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    fit: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Qualifying:
    """Who qualifies after a correction and did not before, and the other way round; `event` is empty where it
    is the final of this very evening, `selection` names another tournament that the places come from. `tied`:
    it makes a tie at the cut, to be decided. `kept`: the list was declared, and stands. `entered` are those
    who are in the event already, with their number there. `drawn` is the final's first round, where its seats
    are announced. `so_far`: rounds before it are still to be played."""

    event: str
    coming: tuple[EntryNames, ...]
    going: tuple[EntryNames, ...]
    tied: bool = False
    selection: str = ""
    kept: bool = False
    entered: tuple[tuple[EntryNames, int], ...] = ()
    drawn: int = 0
    so_far: bool = False


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Who won a match of a knock-out and who wins it after a correction; None: nobody. `too_late`: a later
    round is announced with who had won."""

    before: EntryNames | None
    after: EntryNames | None
    too_late: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction moves and what becomes of later draws. `countersigned`: the standings are out, so the
    account that saves it signs for the referee. `qualifying` is for the final, and for the event that the
    tournament leads to. `goes_on`: another one wins this match of a knock-out; `instead` who would have gone
    on where the next round is announced."""

    moves: Moves
    later: LaterDraws
    countersigned: bool
    qualifying: tuple[Qualifying, ...] = ()
    instead: tuple[Instead, ...] = ()
    goes_on: GoesOn | None = None

    @property
    def touched(self) -> str:
        """Another word for every other draw, final or match of a knock-out that it touches. Places are not in
        it: they move by themselves while other tables come in."""
        facts = (self.later, self.countersigned, self.qualifying, self.instead, self.goes_on)
        return sha256(repr(facts).encode()).hexdigest()[:12]

    def told(self, hands: Sequence[NumberedHand]) -> str:
        """What a page has said that showed this: of these very records, and of all that they touch."""
        return f"{fingerprint_of(hands)}{self.touched}"


def is_correction(match: Match, stored: Sequence[NumberedHand], hands: Sequence[NumberedHand]) -> bool:
    """Whether these records change a delivered score: another one is stored, or the round is closed.

    Hands added to those stored while the round is open are none, nor is the same score again, nor those of a
    match that was put off until it is over, nor an extra hand added to a level match whenever it is played.
    """
    if same_score(stored, hands) or _is_extra(match, stored, hands):
        return False
    is_open = match.round.takes_scores or (match.postponed_at is not None and not _is_over(match, stored))
    return not is_open or not same_score(stored, hands[: len(stored)])


def _is_extra(match: Match, stored: Sequence[NumberedHand], hands: Sequence[NumberedHand]) -> bool:
    """Whether only hands are added that a level match of a knock-out waits for."""
    is_added = bool(stored) and len(hands) > len(stored) and same_score(stored, hands[: len(stored)])
    rules = rules_of(match.round.phase, match.players)
    return is_added and rules.format.extra and progress_of(tuple(stored), rules).complete


def _is_over(match: Match, hands: Sequence[NumberedHand]) -> bool:
    """Whether these records are the whole score of the match."""
    return bool(hands) and progress_of(tuple(hands), rules_of(match.round.phase, match.players)).complete


def moves_between(before: Standings, after: Standings) -> Moves:
    """Compare two standings of the same entries."""
    then = {row.entry_id: row for row in before.rows}
    found = [Move(then[row.entry_id], row) for row in after.rows if row.entry_id in then]
    moved = [move for move in found if move.changes_place or move.before.vp != move.after.vp]
    moved.sort(key=lambda move: min(move.before.place, move.after.place))
    return Moves(tuple(moved), podium=_podium(before) != _podium(after), through=after.through)


def _last_whole(match: Match) -> int | None:
    """The last round before those being played that is closed, from the match's on; None where none is being
    played after it. Who rests in one has an award already, and would stand before who plays."""
    later = match.round.tournament.rounds.announced().filter(number__gt=match.round.number)
    running = later.exclude(state=Round.State.CLOSED).order_by("number").first()
    return running.number - 1 if running is not None else None


def _place(row: StandingRow) -> tuple[int, bool]:
    return row.place, row.shared


def _podium(standings: Standings) -> set[tuple[int, int]]:
    """Who holds which of the first places; those who share one are in no order."""
    return {(row.place, row.entry_id) for row in standings.rows if row.place <= PODIUM}


def what_it_would_move(match: Match, hands: tuple[NumberedHand, ...]) -> Correction:
    """What saving these records as the match's score would move; nothing is written.

    The number of queries does not depend on the field.
    """
    tried = Tried(hands={match.pk: hands})
    return _correction(match, tried, fits=lambda later: _was_drawn_from(hands, match, later))


def what_an_award_would_move(match: Match, given: Mapping[str, tuple[int, int]]) -> Correction:
    """What giving these VP and signed MP, by place, instead of a played score would move; nothing given: what
    taking them back would. Nothing is written."""
    seats = {seat.pk: (seat.entry_id, given.get(seat.place)) for seat in match.seats.all()}
    awards = {(match.round.number, entry): points for entry, points in seats.values()}

    def fits(later: Round) -> bool:
        then, now = awards_then_and_now(later, later.draws.get(superseded_at__isnull=True))
        return then != now and all(then.get(seat) == points for seat, (_entry, points) in seats.items())

    return _correction(match, Tried(awards=awards), fits=fits)


def who_would_qualify(
    match: Match, awards: Mapping[tuple[int, int], tuple[int, int]]
) -> tuple[Qualifying, ...]:
    """What these VP and signed MP, by round and entry, would move among those who qualify after the match's
    phase; where a final is drawn it says so even if nobody moves. Nothing is written."""
    tried = Tried(awards=awards)
    before, after = before_and_after(match.round.tournament, tried)
    return tuple(_qualifying(match, tried, before, after))


def drawn_final_after(match: Match) -> Qualifying | None:
    """The final after the match's phase, once it is drawn, with nobody moved yet; None before."""
    phase = _final_after(match)
    if phase is None or not phase.rounds.drawn().exists():
        return None
    return Qualifying("", (), (), drawn=first_of(phase) if phase.rounds.announced().exists() else 0)


def _correction(match: Match, tried: Tried, *, fits: Callable[[Round], bool]) -> Correction:
    """What the round's standings would be; `fits` says whether a draw nobody has seen was made from them."""
    tournament = match.round.tournament
    before, after = before_and_after(tournament, tried)
    whole = _last_whole(match)
    counted = (before, after) if whole is None else before_and_after(tournament, tried, through=whole)
    return Correction(
        moves_between(*counted),
        _later_draws(match, fits),
        countersigned=tournament.state == Tournament.State.PROVISIONAL,
        qualifying=tuple(_qualifying(match, tried, before, after)),
        instead=tuple(
            each for each in goes_on_anyway(match.round, after) if each.table == match.table_number
        ),
        goes_on=_goes_on(match, before, after),
    )


def _qualifying(match: Match, tried: Tried, before: Standings, after: Standings) -> Iterator[Qualifying]:
    """What a correction moves among those who qualify, for the final and for another event."""
    yield from _for_the_final(match, tried, before, after)
    tournament = match.round.tournament
    for each in (tournament, *later_of_event(tournament)):
        then_for, now_for = (qualification_of(each, found) for found in (before, after))
        if then_for is None or now_for is None:
            continue
        moved = _for_event(then_for, now_for)
        if each == tournament:
            yield moved
        elif moved.coming or moved.going:
            yield replace(moved, selection=each.name)


def _for_the_final(match: Match, tried: Tried, before: Standings, after: Standings) -> Iterator[Qualifying]:
    """The final after the match's phase: who goes on; drawn and announced, who would. While rounds before it
    are missing only what moves, by the standings so far."""
    tournament = match.round.tournament
    phase = _final_after(match)
    if phase is None:
        return
    number, is_drawn = first_of(phase), phase.rounds.drawn().exists()
    if is_drawn:  # those standings have gone on since
        before, after = before_and_after(tournament, tried, through=number - 1, announced_only=True)
    then, now = (cut_of(phase, found).field for found in (before, after))
    moved = _qualifying_for("", entry_names(tournament), then.entries, now.entries, tied=bool(now.ties))
    stands = number if phase.rounds.announced().exists() else 0
    closed = not tournament.rounds.filter(number__lt=number).exclude(state=Round.State.CLOSED).exists()
    if is_drawn or closed:
        yield replace(moved, drawn=stands)
    elif moved.coming or moved.going:
        yield replace(moved, tied=False, so_far=True)


def _final_after(match: Match) -> Phase | None:
    """The first final after the match's phase, once the phase before it has begun."""
    phases = list(
        match.round.tournament.phases.filter(number__gte=match.round.phase.number).order_by("number")
    )
    for before, phase in pairwise(phases):
        if phase.is_final:
            phase.tournament = match.round.tournament
            has_begun = before.rounds.announced().exists() and phase.rounds.exists()
            return phase if has_begun else None
    return None


def _goes_on(match: Match, before: Standings, after: Standings) -> GoesOn | None:
    """Who wins a match of a knock-out after the correction, where that is another."""
    phase, number = match.round.phase, match.round.number
    inside = set(match.seats.exclude(group=BESIDE).values_list("entry", flat=True))
    if phase.movement != Phase.Movement.KNOCKOUT or not inside:
        return None
    was, will = (_winner(found, number, inside) for found in (before, after))
    later = match.round.tournament.rounds.announced().filter(number__gt=number).exists()
    key = (was.entry_id if was else 0, will.entry_id if will else 0)
    return GoesOn(was, will, later) if key[0] != key[1] else None


def _winner(found: Standings, number: int, inside: Collection[int]) -> EntryNames | None:
    """Who of these has won in the round; None while it is level, or not known."""
    scored = [(row.names, row.in_round(number)) for row in found.rows if row.entry_id in inside]
    ranked = sorted(
        ((score.vp, score.mp or 0), names.entry_id, names)
        for names, score in scored
        if score is not None and score.vp is not None
    )
    if len(ranked) < 2 or ranked[-1][0] == ranked[-2][0]:
        return None
    return ranked[-1][2]


def _for_event(before: Qualification, after: Qualification) -> Qualifying:
    """What moves in a selection; in one that was declared, what would."""
    was, will = before.now or before.outcome, after.now or after.outcome
    tied = will.tie is not None
    moved = _qualifying_for(before.event, before.names, was.qualified, will.qualified, tied=tied)
    kept = before.now is not None
    return replace(moved, kept=kept, entered=_entered(before.tournament.qualifies_for, moved.going))


def _entered(event: Tournament | None, who: Sequence[EntryNames]) -> tuple[tuple[EntryNames, int], ...]:
    """Which of these are entered in the event, with their number."""
    if event is None or not who:
        return ()
    rows = EntryMember.objects.filter(tournament=event, is_current=True)
    numbers = dict(rows.exclude(entry__state=Entry.State.CANCELLED).values_list("person", "entry__number"))
    found = [(each, {numbers.get(person) for person in each.person_ids}) for each in who]
    return tuple((each, number) for each, (number, *more) in found if number is not None and not more)


def _qualifying_for(
    event: str, names: Mapping[int, EntryNames], before: Sequence[int], after: Sequence[int], *, tied: bool
) -> Qualifying:
    coming = tuple(names[entry] for entry in after if entry not in before)
    return Qualifying(event, coming, tuple(names[entry] for entry in before if entry not in after), tied)


def what_it_moved(match: Match, before: tuple[NumberedHand, ...]) -> Moves:
    """What the last save of the match has moved, whose records were `before` it."""
    tried = Tried(hands={match.pk: before})
    now, then = before_and_after(match.round.tournament, tried, through=_last_whole(match))
    return moves_between(then, now)


def _later_draws(match: Match, fits: Callable[[Round], bool]) -> LaterDraws:
    later = match.round.tournament.rounds.drawn().filter(number__gt=match.round.number)
    stand, again, fit = [], [], []
    for round_ in later.select_related("phase").order_by("number"):
        if not follows_results(round_):
            continue
        if round_.is_public:
            stand.append(round_.number)
        elif fits(round_):
            fit.append(round_.number)
        else:
            again.append(round_.number)
    return LaterDraws(tuple(stand), tuple(again), tuple(fit))


def _was_drawn_from(hands: Sequence[NumberedHand], match: Match, later: Round) -> bool:
    """Whether a draw followed these records of a match: they were corrected since, and come back."""
    draw = later.draws.get(superseded_at__isnull=True)
    since = match.changes.filter(at__gt=draw.created_at).order_by("version")
    known = since.values_list("before", flat=True).first()
    return known is not None and same_score(from_json(known), hands)
