"""Which tables of the next round are certain although the last ones of this round still play.

Derived on each reading, never stored: the staff may look, and the whole round is released by one press when
everything is in. What the referee may still decide at those tables beyond the awards of the code is not
foreseen.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from scoring.bounds import bounds
from tournaments.board import tables_of
from tournaments.drafts import follows_results
from tournaments.formats import regulations_of, vp_table
from tournaments.match_views import MatchView
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Round
from tournaments.pairing.early import Band, Certain, Standing, TooMuchMissing, bands_of
from tournaments.pairing.early_pure import certain_pure
from tournaments.pairing.early_tried import MOST_TABLES, certain_tried
from tournaments.pairing.methods import PAIRERS
from tournaments.pairing.past import fewest_rests, read_past
from tournaments.seats import present_entries, request_for
from tournaments.standings import standings

Movement = Phase.Movement
BY_ORDER = frozenset({Movement.DANISH, Movement.DANISH_MODIFIED, Movement.DANISH_NO_REMATCH, Movement.SWISS})
MOST_ENTRIES = {Movement.SWISS: 100}
LARGE_FIELD = 500
Why = Literal["not_by_standings", "other_criteria", "no_bands", "too_many"]


@dataclass(frozen=True, slots=True)
class Early:
    """What is certain of round `number` while `missing` tables of the round before still play; or `why` that
    cannot be told. `most` is how many tables may be missing for this movement, None for any number."""

    number: int
    missing: tuple[int, ...]
    certain: Certain | None
    why: Why | None
    most: int | None


def goes_by_standings(round: Round) -> bool:
    """Whether the question can be asked while this round is played: the next one follows its standings,
    and not its winners."""
    both = _rounds(round.tournament)
    return both is not None and both[0].pk == round.pk and not _by_winners(both[1])


def _by_winners(following: Round) -> bool:
    """Whether the round is for some only: who goes on is known when all tables are in."""
    return following.phase.movement == Movement.KNOCKOUT or following.phase.is_final


def is_asked(tournament: Tournament) -> bool:
    """Whether the question makes sense now: some tables of the round being played are in, others are not, and
    the next round goes by the standings."""
    both = _rounds(tournament)
    if both is None:
        return False
    tables = tables_of(both[0])
    return bool(tables.done and tables.missing)


def question(tournament: Tournament) -> Early | None:
    """What is asked now, without the answer; None when nothing is missing, or nothing to come goes by it."""
    both = _rounds(tournament)
    views = tables_of(both[0]).missing if both is not None else ()
    return _question(*both, views) if both is not None and views else None


def _question(now: Round, following: Round, views: tuple[MatchView, ...]) -> Early:
    is_pure = following.phase.movement == Movement.DANISH
    numbers = tuple(view.table_number for view in views)
    most = None if is_pure else _most_tables(following)
    why = _why_not(now.tournament, now, following, len(views), most)
    return Early(following.number, numbers, None, why, most)


def _most_tables(following: Round) -> int:
    """How many tables may be missing where every ending is tried: a large field would keep the worker from
    its papers for too long. Swiss, which compares costs for every order, is slower than the others."""
    most = MOST_ENTRIES.get(Movement(following.phase.movement), LARGE_FIELD)
    return MOST_TABLES if following.tournament.entries.present().count() <= most else 1


def early(tournament: Tournament) -> Early | None:
    """What is certain of the next round now; None when nothing is missing, or nothing to come goes by it."""
    both = _rounds(tournament)
    views = tables_of(both[0]).missing if both is not None else ()
    if both is None or not views:
        return None
    asked = _question(*both, views)
    if asked.why or (certain := _certain(*both, views)) is None:
        return asked
    return replace(asked, certain=_in_the_room(certain, tournament.closed_tables))


def _in_the_room(certain: Certain, closed: Container[int]) -> Certain:
    """Without the number of a table that is out of use: who would sit there goes behind the last one."""
    tables = (replace(each, table=None) if each.table in closed else each for each in certain.tables)
    return replace(certain, tables=tuple(tables))


def _rounds(tournament: Tournament) -> tuple[Round, Round] | None:
    """The round being played and the next one, if that goes by the standings of this one; of teams nothing is
    certain before the round is over."""
    if tournament.is_teams:
        return None
    rounds = list(tournament.rounds.select_related("phase").order_by("number"))
    for now, following in pairwise(rounds):
        if now.takes_scores and following.state == Round.State.PLANNED:
            for each in (now, following):
                each.tournament = each.phase.tournament = tournament
            return (now, following) if follows_results(following) else None
    return None


def _why_not(
    tournament: Tournament, now: Round, following: Round, missing: int, most: int | None
) -> Why | None:
    if following.phase.movement not in BY_ORDER or following.phase.groups or following.phase.is_final:
        return "not_by_standings"
    if tournament.entry_kind != Tournament.EntryKind.PAIRS:
        return "not_by_standings"
    if tournament.criteria != ["vp", "mp"]:
        return "other_criteria"
    if not vp_table(now.phase).limits:
        return "no_bands"
    return "too_many" if most is not None and missing > most else None


def _certain(now: Round, following: Round, views: Iterable[MatchView]) -> Certain | None:
    present = set(present_entries(now.tournament))
    rows = [row for row in standings(now.tournament, through=now.number).rows if row.entry_id in present]
    known = [Standing(row.entry_id, int(row.vp), int(row.mp), row.entry_id) for row in rows]
    playing = [(view.ns[0].entry_id, view.ew[0].entry_id) for view in views]
    if not {entry for pair in playing for entry in pair} <= present:
        return None
    ways = _ways(now.phase)
    request = request_for(following, [row.entry_id for row in rows])
    if following.phase.movement == Movement.DANISH:
        may_rest = fewest_rests(request.ranking, read_past(request.history))
        return certain_pure(known, playing, ways, may_rest)
    try:
        return certain_tried(
            request, PAIRERS[following.phase.movement], standings=known, playing=playing, bands=ways
        )
    except TooMuchMissing:
        return None


def _ways(phase: Phase) -> tuple[Band, ...]:
    """How a table of the phase can end: every difference its hands can give, and the awards of an absence."""
    table, limit = vp_table(phase), bounds(regulations_of(phase.tournament))
    most = (limit.highest_total[0] - limit.lowest_total[0]) * (phase.hands or 1)
    ways = list(bands_of(table.limits, table.pairs, most, limit.total_step))
    if None not in (phase.sit_out_vp, phase.sit_out_mp, phase.absence_vp, phase.absence_mp):
        came = (phase.sit_out_vp or 0, phase.sit_out_mp or 0)
        missed = (phase.absence_vp or 0, phase.absence_mp or 0)
        for ns, ew in ((came, missed), (missed, came)):
            ways.append(Band(ns[0], ew[0], ns[1], ns[1], mp_sum=ns[1] + ew[1]))
    return (*ways, Band(0, 0, 0, 0))
