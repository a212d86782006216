"""What the desk sees: the tables of a round, what was saved last, what is missing, a match's versions."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from django.db.models import Max

from clubs.naming import account_names
from scoring.hands import resolve
from scoring.ranking import Figure
from scoring.regulations import Regulations
from scoring.small_tables import CHANGING, sides_of_hand
from scoring.victory_points import GapError
from tournaments.hands import NumberedHand, columns_of, from_json
from tournaments.match_views import MatchView, match_results
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import ScoreChange
from tournaments.results import Rules, progress_of, rules_of, running_of, shown_points, vp_of

RECENT = 6  # lines of "just saved": the longest list that leaves the desk's buttons on a small screen


@dataclass(frozen=True, slots=True)
class Recent:
    """A match with a score, and when it was saved last."""

    view: MatchView
    at: datetime.datetime


@dataclass(frozen=True, slots=True)
class DeskRound:
    """A round as the desk works on it."""

    round: Round
    results: tuple[MatchView, ...]
    recent: tuple[Recent, ...]

    @property
    def missing(self) -> tuple[MatchView, ...]:
        return tuple(view for view in self.results if not view.complete)

    @property
    def has_lines(self) -> bool:
        return all(view.has_lines for view in self.results)

    def at_table(self, number: int) -> MatchView | None:
        return next((view for view in self.results if view.table_number == number), None)


def scored_round(tournament: Tournament, number: int | None = None) -> Round | None:
    """The announced round of that number; by default the one that takes scores now, else the last one."""
    rounds = tournament.rounds.announced().select_related("phase__tournament").order_by("-number")
    if number is not None:
        return rounds.filter(number=number).first()
    found = list(rounds)
    return next((round_ for round_ in reversed(found) if round_.takes_scores), found[0] if found else None)


def desk_round(round: Round) -> DeskRound:
    """Its tables with their scores, in `recent` the last saved first, without those that were undone."""
    results = match_results(round)
    last = ScoreChange.objects.filter(match__in=[view.match_id for view in results]).values_list("match")
    when = dict(last.annotate(at=Max("at")).values_list("match", "at"))
    saved = [Recent(view, when[view.match_id]) for view in results if view.match_id in when and view.hands]
    saved.sort(key=lambda each: each.at, reverse=True)
    return DeskRound(round, results, tuple(saved[:RECENT]))


def match_of(tournament: Tournament, pk: int) -> Match | None:
    """The match of an announced round of this tournament; None when it is nobody's or was undone."""
    try:
        match = Match.objects.select_related("round__phase").get(pk=pk, is_active=True)
    except Match.DoesNotExist:
        return None
    if match.round.tournament_id != tournament.pk or not match.round.is_public:
        return None
    match.round.tournament = match.round.phase.tournament = tournament
    return match


def stored_running(view: MatchView) -> dict[str, Figure]:
    """Running totals of a stored score by the ids the slip gives their places."""
    return {
        f"t{each.number}_{side.place}": total
        for side in view.sides
        for each, total in zip(view.hands, side.running, strict=True)
    }


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of a version, and whether the other version has another one."""

    value: Figure | None
    changed: bool


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A record of a version: base, points and total of NS, then of EW; `more` when unseen figures differ.

    At tables of three and five there is a row for each side, whose players' places are `places`. `extra`: it
    decided a level match.
    """

    number: int
    covers: int
    cells: tuple[Cell, ...]
    more: bool
    places: str = ""
    extra: bool = False


@dataclass(frozen=True, slots=True)
class SlipVersion:
    """The score of a match as one version has it: its records, totals and VP of NS and EW, or by place.

    Without hands there are no totals; no VP before the match is over, or for a difference outside the scale.
    """

    rows: tuple[VersionRow, ...]
    totals: tuple[Cell, ...]
    vp: tuple[Cell, ...]
    has_lines: bool

    @property
    def has_more(self) -> bool:
        """Whether figures differ that its rows do not show."""
        return any(row.more for row in self.rows)

    @property
    def players(self) -> list[tuple[int, Cell, Cell | None]]:
        """Place, total and VP of each player, at tables of three and five."""
        vp = self.vp or (None,) * len(self.totals)
        return [] if self.has_lines else list(zip(count(1), self.totals, vp, strict=False))


def slip_version(
    hands: tuple[NumberedHand, ...], other: tuple[NumberedHand, ...], rules: Rules
) -> SlipVersion:
    """One version of a score, marked where the other version differs."""
    mine, theirs = _sums(hands, rules), _sums(other, rules)
    totals, vp = (
        tuple(Cell(one, one != two) for one, two in zip(own, against or (None,) * len(own), strict=False))
        for own, against in zip(mine, theirs, strict=True)
    )
    rows = tuple(
        replace(row, extra=rules.format.hands is not None and row.number > rules.format.hands)
        for row in _version_rows(hands, other, rules.regulations)
    )
    return SlipVersion(rows, totals, vp, rules.has_lines)


def _sums(hands: tuple[NumberedHand, ...], rules: Rules) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Totals, as the table writes them, and VP of those who score; each empty where there are none."""
    if not hands:
        return (), ()
    progress = progress_of(hands, rules)
    totals = tuple(shown_points(total, rules) for total in running_of(progress)[-1])
    try:
        return totals, vp_of(progress, rules) or ()
    except GapError:
        return totals, ()


def _version_rows(
    hands: Iterable[NumberedHand], other: Iterable[NumberedHand], regulations: Regulations
) -> tuple[VersionRow, ...]:
    others = {each.number: each for each in other}
    rows: list[VersionRow] = []
    for each in hands:
        if each.players in CHANGING:
            rows += _rows_of_sides(each, others.get(each.number), regulations)
            continue
        facing = others.get(each.number)
        values = _figures(each, regulations)
        against = _figures(facing, regulations) if facing else (None,) * len(values)
        cells = tuple(Cell(one, one != two) for one, two in zip(values, against, strict=True))
        is_same = facing is not None and _typed(each) == _typed(facing)
        rows.append(VersionRow(each.number, each.covers, cells, not is_same and values == against))
    return tuple(rows)


def _rows_of_sides(
    each: NumberedHand, facing: NumberedHand | None, regulations: Regulations
) -> Iterator[VersionRow]:
    """A row for each side of a hand, marked where the other version's same players had other figures."""
    against = _by_players(facing, regulations) if facing else {}
    same = facing is not None and _typed(each) == _typed(facing)
    for places, figures in _by_players(each, regulations).items():
        other = against.get(places, (None,) * len(figures))
        cells = tuple(Cell(one, one != two) for one, two in zip(figures, other, strict=True))
        yield VersionRow(each.number, each.covers, cells, not same and figures == other, places)


def _by_players(each: NumberedHand, regulations: Regulations) -> dict[str, tuple[int | None, ...]]:
    sides = sides_of_hand(each.players, each.alone)
    return {
        " + ".join(map(str, side)): (known.base, known.points, known.total)
        for side, known in zip(sides, resolve(each.hand, regulations), strict=True)
    }


def _figures(each: NumberedHand, regulations: Regulations) -> tuple[int | None, ...]:
    return tuple(
        figure for side in resolve(each.hand, regulations) for figure in (side.base, side.points, side.total)
    )


def _typed(each: NumberedHand) -> tuple[object, ...]:
    hand = each.hand
    return (hand.covers, hand.end_reason, *(columns_of(score) for score in hand.sides))


@dataclass(frozen=True, slots=True)
class Version:
    """One save of a match: who, when, why, from what to what; `accepted` are records with errors let pass."""

    change: ScoreChange
    who: str
    before: SlipVersion
    after: SlipVersion
    accepted: tuple[NumberedHand, ...]


def history_of(match: Match) -> tuple[Version, ...]:
    """Every version of the match's score, the last first."""
    rules = rules_of(match.round.phase, match.players)
    called = account_names(match.round.tournament.club)
    versions = []
    for change in match.changes.select_related("by").order_by("-version"):
        before, after = from_json(change.before), from_json(change.after)
        versions.append(
            Version(
                change,
                called(change.by),
                slip_version(before, after, rules),
                slip_version(after, before or after, rules),
                tuple(each for each in after if each.override),
            )
        )
    return tuple(versions)
