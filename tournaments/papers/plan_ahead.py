"""Rounds that can be drawn ahead, for when the evening goes on by hand: those of a fixed plan, and by lot.

Each is drawn as it will be drawn then, of who is present now and with the very lot of then. What only later
standings can tell, groups and who plays a final, is drawn by place instead: who that will be is read from
those standings.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.cuts import cut_of, seated_finalists
from tournaments.draws import beside_of, method_for
from tournaments.models.events import Phase
from tournaments.models.rounds import Round
from tournaments.pairing.draws import MovementRefused, PastRound, Request
from tournaments.pairing.finals import BESIDE, FINAL
from tournaments.seats import history, next_seed, present_entries, request_for
from tournaments.standings import Standings

Movement = Phase.Movement
FIXED = frozenset(
    {
        Movement.MITCHELL,
        Movement.HOWELL,
        Movement.ROUND_ROBIN,
        Movement.DOUBLE_ROUND_ROBIN,
        Movement.INDIVIDUAL,
        Movement.DRAWN,
    }
)
"""The movements that need no standings once it is known who plays."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds of a phase as they will be drawn: of entries, or where `by_place` of places in the standings
    before its first round; of a final the first `finalists` of them are who qualified. `began` is the round
    with which the phase begins, drawn already or the first of the plan."""

    phase: Phase
    rounds: tuple[PastRound, ...]
    began: PastRound
    by_place: bool = False
    finalists: int = 0

    @property
    def before(self) -> int:
        """The round whose standings say who has which place."""
        return self.rounds[0].number - 1

    @property
    def is_by_lot(self) -> bool:
        """Whether lots that nobody has seen yet say who meets whom."""
        return self.began == self.rounds[0] or Movement.DRAWN in fixed_in(self.phase)

    @property
    def numbers(self) -> frozenset[int]:
        """The rounds of the evening that it holds."""
        return frozenset(each.number for each in self.rounds)

    def step(self, *, beside: bool) -> int:
        """The tables that E-W of a Mitchell move on by: of the phase, or of those `beside` its final."""
        seated = [(each.group, entry) for each in self.began.seatings for entry in each.everybody]
        sizes = Counter(group for group, _entry in seated + [(rest.group, 0) for rest in self.began.rests])
        field = {BESIDE} if beside else {FINAL} if self.phase.is_final else {*sizes}
        return step_among(self.phase, *(size for group, size in sizes.items() if group in field))


@dataclass(frozen=True, slots=True)
class _Start:
    """Who plays a phase: the ranking, what was drawn before, and who of them plays the final."""

    ranking: tuple[int, ...]
    before: tuple[PastRound, ...]
    finalists: tuple[int, ...]
    by_place: bool = False


def step_among(phase: Phase, *entries: int) -> int:
    """The step of a Mitchell of so many entries in each group: that of the settings, or 1 where it is too
    long for the tables of one of them, as a draw under way bends it."""
    return phase.mitchell_step if all(phase.mitchell_step < (size + 1) // 2 for size in entries) else 1


def fixed_in(phase: Phase) -> list[str]:
    """The movements of the phase that are drawn ahead: its own, and that of those beside a final."""
    beside = [beside_of(phase)] if phase.plays_beside else []
    return [movement for movement in (phase.movement, *beside) if movement in FIXED]


def plans(after: Round, coming: Sequence[Round], found: Standings) -> list[Plan]:
    """What can be drawn ahead of the rounds `coming` after a round; `found` are the standings then."""
    tournament = after.tournament
    drawn = [each.number for each in coming if each.state != Round.State.PLANNED]
    past = [*history(tournament, max([after.number, *drawn]) + 1)]
    here = set(present_entries(tournament))
    ranking = tuple(row.entry_id for row in found.rows if row.entry_id in here)
    made: list[Plan] = []
    is_whole = True  # no round is unknown between the last drawn one and the phase
    for phase in {each.phase_id: each.phase for each in coming}.values():
        rounds = [each for each in coming if each.phase_id == phase.pk and each.number not in drawn]
        if not rounds:
            continue
        start = _start(rounds[0], ranking, past, after, found, is_whole=is_whole)
        plan = _plan(rounds, start) if start is not None else None
        if plan is not None:
            made.append(plan)
        is_whole = plan is not None and not plan.by_place and plan.numbers == {e.number for e in rounds}
        is_whole = is_whole and len(fixed_in(phase)) == 1 + phase.plays_beside
        past += plan.rounds if plan is not None and is_whole else ()
    return made


def _start(
    first: Round,
    ranking: tuple[int, ...],
    past: Sequence[PastRound],
    after: Round,
    found: Standings,
    *,
    is_whole: bool,
) -> _Start | None:
    """From what the phase is drawn on from this round; None where that is not known, or nothing is fixed."""
    phase, fixed = first.phase, fixed_in(first.phase)
    if not fixed or not ranking:
        return None
    if phase.rounds.filter(number__lt=first.number).exists():
        finalists = seated_finalists(phase) if phase.is_final else ()
        return _Start(ranking, tuple(past), finalists)
    if Movement.DRAWN in fixed and not is_whole:
        return None
    if not phase.is_final and phase.groups < 2:
        return _Start(ranking, tuple(past), ())
    cut = cut_of(phase, found) if phase.is_final else None
    if first.number == after.number + 1 and not found.missing_matches and not (cut and cut.is_open):
        return _Start(ranking, tuple(past), cut.seeds if cut else ())
    return _by_place(phase, len(ranking)) if Movement.DRAWN not in fixed else None


def _by_place(phase: Phase, entries: int) -> _Start | None:
    """Places instead of so many entries; None where there are too few for the final."""
    places = tuple(range(1, entries + 1))
    size = finalists_in(phase) if phase.is_final else 0
    return _Start(places, (), places[:size], by_place=True) if size <= entries else None


def finalists_in(phase: Phase) -> int:
    """How many play the final."""
    before = Phase.objects.filter(tournament=phase.tournament, number__lt=phase.number).last()
    return phase.qualify_each * max(before.groups if before else 0, 1) + phase.qualify_next


def _plan(rounds: Sequence[Round], start: _Start) -> Plan | None:
    """The rounds one after another, as far as the movement allows."""
    phase = rounds[0].phase
    found = drawn_ahead(rounds, start.ranking, start.before, start.finalists, by_place=start.by_place)
    if not any(each.seatings for each in found):
        return None
    began = next((each for each in start.before if each.number == _first_of(phase)), found[0])
    return Plan(phase, tuple(found), began, start.by_place, len(start.finalists))


def drawn_ahead(
    rounds: Iterable[Round],
    ranking: Sequence[int],
    before: Sequence[PastRound],
    finalists: Sequence[int],
    *,
    by_place: bool = False,
) -> list[PastRound]:
    """The rounds of one phase as they will be drawn one after another of the `ranking`, after the rounds
    `before`, by the function that draws them and with the lot of then; up to the first that is refused."""
    found: list[PastRound] = []
    for round_ in rounds:
        request = replace(request_for(round_, ranking), history=(*before, *found))
        if by_place:
            request = _of_nobody_known(request)
        rng = random.Random(next_seed(round_))  # noqa: S311 - as the draw will be
        try:
            result = method_for(round_, finalists, known=FIXED)(request, rng)
        except MovementRefused:
            break
        found.append(PastRound(round_.number, result.seatings, result.rests))
    return found


def _first_of(phase: Phase) -> int:
    return min(phase.rounds.values_list("number", flat=True))


def _of_nobody_known(request: Request) -> Request:
    """The request of places: nobody of them is of a family, or has a table of her own."""
    options = replace(request.options, families=(), clubs=(), fixed=(), lines=(), seeds=())
    return replace(request, options=options)


def tables_of(rounds: Sequence[PastRound]) -> dict[int, list[int]]:
    """The tables of each group in these rounds, rising; a group where somebody rests is there too."""
    found: dict[int, set[int]] = defaultdict(set)
    for each in rounds:
        for seating in each.seatings:
            found[seating.group].add(seating.table)
        for rest in each.rests:
            found[rest.group].update(())
    return {group: sorted(found[group]) for group in sorted(found)}
