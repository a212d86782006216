"""Who plays a final: those who qualified in the phase before, what was decided where they stood equal, and
who is offered the place of somebody who has withdrawn.

Derived on each reading from the standings; only decisions are stored, on the phase (`Phase.cut`) or, of those
who qualify for another event, on the tournament.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.groups import Group, groups_of
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Draw, Round, Seat
from tournaments.pairing.finals import BESIDE
from tournaments.pairing.qualify import Decision, Qualified, Standing, cross_order, qualified
from tournaments.round_scores import NO_MATCH
from tournaments.standings import StandingRow, Standings, standings


@dataclass(frozen=True, slots=True)
class Stored:
    """What was decided at a cut: ties, the entries that withdrew and whose place another has taken
    (`replaced`), and those whose place stays empty."""

    decisions: tuple[Decision, ...] = ()
    replaced: frozenset[int] = frozenset()
    left_empty: frozenset[int] = frozenset()


def read_cut(stored: Mapping[str, Any]) -> Stored:
    """The decisions as they are kept on a phase or a tournament."""
    return Stored(
        tuple(
            Decision(frozenset(each["tied"]), tuple(each["through"])) for each in stored.get("decisions", ())
        ),
        frozenset(stored.get("replaced", ())),
        frozenset(stored.get("left_empty", ())),
    )


def write_cut(stored: Stored) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "decisions": [
            {"tied": sorted(each.tied), "through": list(each.through)} for each in stored.decisions
        ],
        "replaced": sorted(stored.replaced),
        "left_empty": sorted(stored.left_empty),
    }


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who has withdrawn and whose the place is by the standings, and who comes next; of several who
    stand equal, all."""

    entry: int
    offered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Who plays the final phase `phase`, whose first round is `number`, by the standings before it.

    `groups` are those of the phase before, none where everybody was in one field. `rows` are the lines of all
    entries in theirs. `seeds` are the finalists, best first, once nothing is open any more: no tie and nobody
    `gone`. `others` are those who do not play the final. `missing` matches before it have no score yet.
    """

    phase: Phase
    number: int
    groups: tuple[Group, ...]
    rows: Mapping[int, StandingRow]
    field: Qualified
    gone: tuple[Gone, ...]
    left_empty: frozenset[int]
    missing: int

    @property
    def is_open(self) -> bool:
        """Whether somebody must decide before the final can be drawn."""
        return bool(self.field.ties or self.gone)

    @property
    def seeds(self) -> tuple[int, ...]:
        return () if self.is_open else cross_order(self.field.without(self.left_empty))

    @property
    def is_drawn(self) -> bool:
        """Whether the final is drawn, so that nothing is decided any more before that is undone."""
        return self.phase.rounds.drawn().exists()

    @property
    def others(self) -> tuple[int, ...]:
        return tuple(entry for entry in self.rows if entry not in self.field.entries)


def first_of(phase: Phase) -> int:
    """The number of the phase's first round."""
    return int(phase.rounds.order_by("number").values_list("number", flat=True)[0])


def cut_of(phase: Phase, found: Standings | None = None) -> Cut:
    """The cut before a final phase, as the standings after the last round before it are now.

    `found` are standings to take instead of those stored.
    """
    number = first_of(phase)
    if found is None:
        found = standings(phase.tournament, through=number - 1, announced_only=True)
    before = Phase.objects.filter(tournament=phase.tournament, number__lt=phase.number).last()
    in_groups = before is not None and before.groups > 0
    groups = groups_of(phase.tournament, found).groups if in_groups else ()
    fields = [each.standings.rows for each in groups] or [found.rows]
    stored = read_cut(phase.cut)
    field, gone = _who_goes_on(phase, fields, stored)
    return Cut(
        phase,
        number,
        groups,
        {row.entry_id: row for rows in fields for row in rows},
        field,
        gone,
        stored.left_empty,
        found.missing_matches,
    )


def _who_goes_on(
    phase: Phase, fields: Sequence[Sequence[StandingRow]], stored: Stored
) -> tuple[Qualified, tuple[Gone, ...]]:
    """Who withdrew counts until it is known what becomes of the place; not for a place to be decided, nor as
    the next who would go on."""
    away = _withdrawn(fields)
    passed = set(stored.replaced)
    while True:
        field = _qualified(phase, fields, stored, passed)
        hopeless = {entry for tie in field.ties for entry in tie.entries} & away
        if not hopeless:
            break
        passed |= hopeless
    gone = []
    for entry in field.entries:
        if entry in away and entry not in stored.left_empty:
            instead = _qualified(phase, fields, stored, passed | (away - {*field.entries}) | {entry})
            who = {*instead.entries, *(each for tie in instead.ties for each in tie.entries)}
            gone.append(Gone(entry, tuple(sorted(who - {*field.entries}))))
    behind = _qualified(phase, fields, stored, passed | (away - {*field.entries}))
    first_out = tuple(entry for entry in behind.first_out if entry not in field.entries)
    return replace(field, first_out=() if field.ties else first_out), tuple(gone)


def _withdrawn(fields: Iterable[Iterable[StandingRow]]) -> set[int]:
    return {row.entry_id for rows in fields for row in rows if row.withdrawn}


def _qualified(
    phase: Phase, fields: Sequence[Sequence[StandingRow]], stored: Stored, passed: Collection[int]
) -> Qualified:
    lines = [[_line(row) for row in rows if row.entry_id not in passed] for rows in fields]
    return qualified(lines, phase.qualify_each, best_next=phase.qualify_next, decisions=stored.decisions)


def _line(row: StandingRow) -> Standing:
    """What was won at tables; a sit-out is neither a match nor a score."""
    matches = [score for score in row.rounds if score.vp is not None and score.kind not in NO_MATCH]
    return Standing(
        row.entry_id,
        row.place,
        sum(score.vp or 0 for score in matches) + row.penalty_vp,
        sum(score.mp or 0 for score in matches) + row.penalty_mp,
        len(matches),
    )


def finalists_of(round: Round) -> tuple[int, ...]:
    """Who plays the final that the round belongs to, best seed first: in its first round by the standings,
    then by those seats. Empty where the phase is no final, or the cut is still open."""
    if not round.phase.is_final:
        return ()
    if round.number == first_of(round.phase):
        return cut_of(round.phase).seeds
    return seated_finalists(round.phase)


def seated_finalists(phase: Phase) -> tuple[int, ...]:
    """Who was drawn into the final, best seed first, by the seats of its first round."""
    first = {"round__phase": phase, "round__number": first_of(phase)}
    seats = Seat.objects.active().filter(**first).exclude(reason=Seat.Reason.OUT)
    inside = set(seats.exclude(group=BESIDE).values_list("entry", flat=True))
    order = Draw.objects.get(superseded_at__isnull=True, **first).order
    return tuple(entry for entry in order if entry in inside)


def why_not_in_final(entry: Entry) -> str:
    """Why an entry that comes back now would play no more: a final is next, and its place there is another's,
    stays empty, or never was; or it has a place there, and only who won goes on."""
    rounds = entry.tournament.rounds.select_related("phase").order_by("number")
    following = next((round_ for round_ in rounds if not round_.is_public), None)
    if following is None or not following.phase.is_final:
        return ""
    phase, plays_on = following.phase, following.phase.plays_beside
    phase.tournament = entry.tournament
    if following.number > first_of(phase):
        is_inside = entry.pk in seated_finalists(phase)
        if is_inside and phase.movement == Phase.Movement.KNOCKOUT:
            return _("The next round is a knock-out: only who won goes on.")
    else:
        cut = cut_of(phase)
        is_inside = entry.pk in cut.field.entries and entry.pk not in cut.left_empty
    return "" if is_inside or plays_on else _("They are not among those who play the final.")


def open_cut(round: Round) -> bool:
    """Whether the round is the first of a final, and it is still open who plays it."""
    is_first = round.phase.is_final and round.number == first_of(round.phase)
    return is_first and cut_of(round.phase).is_open


def phase_reached(tournament: Tournament, through: int | None) -> Phase | None:
    """The phase of the last announced round, or of the last up to round `through`."""
    rounds = tournament.rounds.announced().select_related("phase").order_by("-number")
    last = (rounds.filter(number__lte=through) if through is not None else rounds).first()
    return last.phase if last is not None else None


def final_waiting_for(entry: int, tournament: Tournament) -> int:
    """The first round of the final that an entry has qualified for and whose draw waits if it withdraws; 0
    where there is none, or it is announced."""
    cut = cut_ahead(tournament)
    if cut is None or entry not in cut.field.entries or entry in cut.left_empty:
        return 0
    return 0 if cut.phase.rounds.announced().exists() else cut.number


def cut_ahead(tournament: Tournament) -> Cut | None:
    """The cut of the evening's last final phase whose time has come: every round before it is closed. A final
    that was taken away has none."""
    for phase in tournament.phases.filter(qualify_each__gt=0).order_by("-number"):
        phase.tournament = tournament
        if not phase.rounds.exists():
            continue
        before = tournament.rounds.filter(number__lt=first_of(phase))
        if before and not before.exclude(state=Round.State.CLOSED).exists():
            return cut_of(phase)
    return None
