"""What the correction of a delivered score moves: places, the first three, later draws (domain 8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.cuts import cut_ahead, cut_of
from tournaments.drafts import follows_results
from tournaments.hands import NumberedHand, from_json, same_score
from tournaments.knockouts import Instead, goes_on_anyway
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.names import EntryNames, entry_names
from tournaments.results import progress_of, rules_of
from tournaments.satellites import event_name, qualification_of
from tournaments.standings import StandingRow, Standings, before_and_after

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
    another order."""

    every: tuple[Move, ...]
    podium: bool

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
    is the final of this very evening. `tied`: it makes a tie at the cut, to be decided."""

    event: str
    coming: tuple[EntryNames, ...]
    going: tuple[EntryNames, ...]
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction moves and what becomes of later draws. `countersigned`: the standings are out, so the
    account that saves it signs for the referee. `qualifying` is for the final that is still to be drawn, and
    for the event that the tournament leads to; `instead` who would have gone on from a knock-out match whose
    next round is announced."""

    moves: Moves
    later: LaterDraws
    countersigned: bool
    qualifying: tuple[Qualifying, ...] = ()
    instead: tuple[Instead, ...] = ()


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
    return Moves(tuple(moved), podium=_podium(before) != _podium(after))


def _place(row: StandingRow) -> tuple[int, bool]:
    return row.place, row.shared


def _podium(standings: Standings) -> set[tuple[int, int]]:
    """Who holds which of the first places; those who share one are in no order."""
    return {(row.place, row.entry_id) for row in standings.rows if row.place <= PODIUM}


def what_it_would_move(match: Match, hands: tuple[NumberedHand, ...]) -> Correction:
    """What saving these records as the match's score would move; nothing is written.

    The number of queries does not depend on the field.
    """
    tournament = match.round.tournament
    before, after = before_and_after(tournament, {match.pk: hands})
    is_out = tournament.state == Tournament.State.PROVISIONAL
    return Correction(
        moves_between(before, after),
        _later_draws(match, hands),
        countersigned=is_out,
        qualifying=tuple(_qualifying(tournament, before, after)),
        instead=tuple(
            each for each in goes_on_anyway(match.round, after) if each.table == match.table_number
        ),
    )


def _qualifying(tournament: Tournament, before: Standings, after: Standings) -> Iterator[Qualifying]:
    """What a correction moves among those who qualify; nothing once the final is drawn."""
    cut = cut_ahead(tournament)
    if cut is not None and not cut.is_drawn:
        then, now = (cut_of(cut.phase, found).field for found in (before, after))
        yield _qualifying_for("", tournament, then.entries, now.entries, tied=bool(now.ties))
    then_for, now_for = (qualification_of(tournament, found) for found in (before, after))
    if then_for is not None and now_for is not None:
        was, will = then_for.outcome, now_for.outcome
        event = event_name(tournament)
        yield _qualifying_for(event, tournament, was.qualified, will.qualified, tied=will.tie is not None)


def _qualifying_for(
    event: str, tournament: Tournament, before: Sequence[int], after: Sequence[int], *, tied: bool
) -> Qualifying:
    names = entry_names(tournament)
    coming = tuple(names[entry] for entry in after if entry not in before)
    return Qualifying(event, coming, tuple(names[entry] for entry in before if entry not in after), tied)


def what_it_moved(match: Match, before: tuple[NumberedHand, ...]) -> Moves:
    """What the last save of the match has moved, whose records were `before` it."""
    now, then = before_and_after(match.round.tournament, {match.pk: before})
    return moves_between(then, now)


def _later_draws(match: Match, hands: Sequence[NumberedHand]) -> LaterDraws:
    later = match.round.tournament.rounds.drawn().filter(number__gt=match.round.number)
    stand, again, fit = [], [], []
    for round_ in later.select_related("phase").order_by("number"):
        if not follows_results(round_):
            continue
        if round_.is_public:
            stand.append(round_.number)
        elif _was_drawn_from(hands, match, round_):
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
