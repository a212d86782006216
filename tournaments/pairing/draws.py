"""The values that every movement reads and returns.

Entries are their integer keys. Rounds are numbered from 1 over the whole tournament, tables from 1.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Line = Literal["NS", "EW"]


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at one table: one entry a line for pairs, two a line for individuals (N, S and E, W).

    `ring` are the single players round a table of three or five, which has no lines; elsewhere it is empty.
    `group` counts the groups of a phase played in groups from 1; 0 elsewhere.
    """

    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    ring: tuple[int, ...] = ()
    group: int = 0

    @property
    def everybody(self) -> tuple[int, ...]:
        """All entries of the table."""
        return self.ns + self.ew + self.ring


@dataclass(frozen=True, slots=True)
class Rest:
    """An entry without opponents this round.

    In Mitchell `line` and `table` say where it would have played: a resting NS pair keeps its table, a
    resting EW pair is due at the table whose NS seat is empty. Elsewhere both are None.
    """

    entry: int
    line: Line | None = None
    table: int | None = None
    group: int = 0


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A rule that this draw could not keep, the entries it touches and the earlier rounds it repeats; or how
    it leaves the plan of the movement.

    Codes: `rematch_unavoidable` (they met in `rounds`, not in the preceding one), `previous_unavoidable`
    (they also met in the preceding round), `rematch` (the movement itself brings them together again),
    `rest_again` (rests although somebody seated has rested less), `partner_again` (individuals who were
    partners in `rounds`), `line_changed` (does not sit on the line it asked for), `same_family` and
    `same_club` (two that should be kept apart meet), `fixed_seat` (does not sit at its own table and line),
    `no_seat` (came when every seat of the movement had somebody: until one is left it rests, or meets another
    who has none),
    `met_early` (two who would rest meet, though the plan holds their meeting in the later round of `rounds`),
    `exchanged` (two exchange opponents for this round, for one would meet somebody again),
    `fewer_groups` (those present cannot fill the groups asked for), `step_of_one` (the tables are too few for
    the step asked for), `all_met` (nobody is left to meet in this movement: the round is of another one).
    """

    code: str
    entries: tuple[int, ...]
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """One round: seatings by table number, rests, and every rule that had to give.

    `out` are those present whom the movement seats no more: who lost in a knock-out. `seeds` are those of a
    knock-out that begins by lot, best first: give them as `Options.seeds` later.
    """

    seatings: tuple[Seating, ...]
    rests: tuple[Rest, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
    out: tuple[int, ...] = ()
    seeds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round already drawn: its number in the tournament, who sat where, who rested.

    `winners` are the entries whose line won its match, by VP and then MP; nobody of a match without a score
    or level to the end. `absent` were called and did not come: no rest, no meeting. Of a knock-out: `missed`
    had a table to which neither side came, and `order` is the ranking of those present that the round was
    drawn from.
    """

    number: int
    seatings: tuple[Seating, ...]
    rests: tuple[Rest, ...] = ()
    winners: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """What the organiser may choose.

    `line_size`: entries on each line, 1 for pairs, 2 for individuals. The others are for Mitchell: `step`
    tables that EW move each round; `phantom`, the line with the empty seat when entries are odd; `lines`,
    the line that some entries ask for; `second_cycle`, whether more rounds than tables are allowed.
    `sizes`: players at a table, the usual size before the spare one; empty where two lines meet at every
    table, as `line_size` says.

    `families` and `clubs` are sets of entries to be kept apart, families before clubs; clubs are given only
    for the rounds in which the organiser wants it. `clubs_rounds`, how many those are from the phase's first,
    is for a bracket drawn by lot, which settles all its rounds at once. `fixed` are entries that keep a table
    and the NS line, the most important first. `groups` is how many groups the phase is played in (0: none),
    formed by standing or by lot. `pattern` is who partners whom when four single players of neighbouring
    places meet.
    """

    line_size: Literal[1, 2] = 1
    step: int = 1
    phantom: Line = "EW"
    lines: tuple[tuple[int, Line], ...] = ()
    second_cycle: bool = False
    sizes: tuple[int, ...] = ()
    families: tuple[tuple[int, ...], ...] = ()
    clubs: tuple[tuple[int, ...], ...] = ()
    clubs_rounds: int = 1
    fixed: tuple[tuple[int, int], ...] = ()
    groups: int = 0
    groups_by: Literal["standing", "lot"] = "standing"
    pattern: Literal["1+4", "1+2", "lot"] = "1+4"
    third_place: bool = False
    seeds: tuple[int, ...] = ()

    @property
    def keeps_apart(self) -> bool:
        """Whether there are families or clubs to be kept apart."""
        return bool(self.families or self.clubs)

    @property
    def allowed_sizes(self) -> tuple[int, ...]:
        """Entries that a table may have."""
        return self.sizes or (2 * self.line_size,)


@dataclass(frozen=True, slots=True)
class Request:
    """What a movement is told: entries present, best first; all earlier rounds; where in the event we are.

    `phase_rounds` is the number of rounds of the phase, `round_in_phase` counts them from 1, `last_round`
    is true in the last round of the tournament. Raises ValueError when an entry is listed twice.
    """

    ranking: tuple[int, ...]
    history: tuple[PastRound, ...] = ()
    phase_rounds: int = 1
    round_in_phase: int = 1
    last_round: bool = False
    options: Options = Options()

    def __post_init__(self) -> None:
        """Refuse a ranking that lists somebody twice: it would seat an entry against itself."""
        if len(set(self.ranking)) != len(self.ranking):
            raise ValueError("an entry stands twice in the ranking")

    @property
    def of_phase(self) -> tuple[PastRound, ...]:
        """The earlier rounds of this phase, its first round first; ValueError when some are missing."""
        rounds = sorted(self.history, key=lambda past: past.number)
        earlier = self.round_in_phase - 1
        if len(rounds) < earlier:
            raise ValueError("the history does not hold the earlier rounds of the phase")
        return tuple(rounds[len(rounds) - earlier :])


Method = Callable[[Request, random.Random], RoundDraw]


class MovementRefused(ValueError):  # noqa: N818 - the reasons read as sentences: raise TooManyRounds
    """The movement cannot be drawn as asked; the organiser must change something. Base of the reasons."""


class TooManyRounds(MovementRefused):
    """A Mitchell phase longer than its tables, and a second cycle was not allowed."""

    def __init__(self, rounds: int, tables: int) -> None:
        """Keep the rounds asked for and the tables, which are the most rounds without a rematch."""
        super().__init__(f"{rounds} rounds of Mitchell at {tables} tables")
        self.rounds = rounds
        self.tables = tables


class WrongStep(MovementRefused):
    """A Mitchell step outside 1 … tables − 1."""

    def __init__(self, step: int, tables: int) -> None:
        """Keep the step asked for and the number of tables."""
        super().__init__(f"step {step} at {tables} tables")
        self.step = step
        self.tables = tables


class TooFewOpponents(MovementRefused):
    """A round robin longer than it can be without meeting again (a double one: without a third time)."""

    def __init__(self, rounds: int, limit: int, entries: int) -> None:
        """Keep the rounds asked for, the most there can be, and the entries that the phase began with."""
        super().__init__(f"{rounds} rounds among {entries}, at most {limit}")
        self.rounds = rounds
        self.limit = limit
        self.entries = entries


class BeyondTheFinal(MovementRefused):
    """A knock-out longer than the rounds up to its final."""

    def __init__(self, rounds: int, limit: int, entries: int) -> None:
        """Keep the rounds asked for, the rounds up to the final, and the entries that began."""
        super().__init__(f"{rounds} rounds of knock-out among {entries}, the final is number {limit}")
        self.rounds = rounds
        self.limit = limit
        self.entries = entries


class TooManyGroups(MovementRefused):
    """More groups than there are tables to fill: some group would have nobody to meet."""

    def __init__(self, groups: int, entries: int, limit: int) -> None:
        """Keep the groups asked for, the entries present, and the most groups that so many can fill."""
        super().__init__(f"{groups} groups of {entries} entries, at most {limit}")
        self.groups = groups
        self.entries = entries
        self.limit = limit


class PairsOnly(MovementRefused):
    """The movement is for pairs and was asked to seat individuals."""


class IndividualsOnly(MovementRefused):
    """The movement is for individuals, four at a table, and was asked to seat others."""


class NotDecided(MovementRefused):
    """A knock-out match ended level, or has no score: say who goes on before the next round is drawn."""

    def __init__(self, entries: tuple[tuple[int, int], ...]) -> None:
        """Keep the two entries of each such match."""
        super().__init__(f"nobody goes on from {entries}")
        self.entries = entries


class SeatedByHand(MovementRefused):
    """Manual rounds are typed and checked by `manual_problems`, never drawn."""
