"""The standings of each group, where a phase is played in groups."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Seat, group_letter
from tournaments.standings import StandingRow, Standings, standings


@dataclass(frozen=True, slots=True)
class Group:
    """A group by its letter, with the standings of its own: places count inside it, figures are the
    evening's so far."""

    letter: str
    standings: Standings


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of the last phase in groups that was announced, after round `through`, the last of it that
    counts; `is_over` once a later phase has begun."""

    groups: tuple[Group, ...] = ()
    through: int | None = None
    is_over: bool = False

    def places(self) -> dict[int, tuple[str, StandingRow]]:
        """Everybody's group and line in it, by key of entry."""
        return {row.entry_id: (each.letter, row) for each in self.groups for row in each.standings.rows}


def groups_of(tournament: Tournament, general: Standings) -> Groups:
    """The groups that the `general` standings have come to; none where nothing is played in groups.

    Once a later phase has begun, a group's standings stay those after the last round played in it.
    """
    phase, last = _phase_in_groups(tournament, general.through)
    if phase is None or last is None:
        return Groups()
    numbers = list(phase.rounds.announced().values_list("number", flat=True).order_by("number"))
    through = min(last, numbers[-1])
    is_over = through < last
    found = standings(tournament, through=through, announced_only=True) if is_over else general
    members = _members(phase, through)
    letters = sorted(set(members.values()))
    groups = tuple(Group(group_letter(each), _inside(found, members, each)) for each in letters)
    return Groups(groups, through, is_over)


def _phase_in_groups(tournament: Tournament, through: int | None) -> tuple[Phase | None, int | None]:
    """The last announced phase that has groups, and the last announced round that counts."""
    rounds = tournament.rounds.announced().select_related("phase").order_by("-number")
    counted = [each for each in rounds if through is None or each.number <= through]
    phase = next((each.phase for each in counted if each.phase.groups), None)
    return phase, counted[0].number if counted else None


def _members(phase: Phase, through: int) -> Mapping[int, int]:
    """Everybody's group, from 1, by key of entry: that of the last round in which she had one."""
    seats = Seat.objects.active().filter(round__phase=phase, round__number__lte=through, group__gt=0)
    return dict(seats.order_by("round__number", "pk").values_list("entry_id", "group"))


def _inside(found: Standings, members: Mapping[int, int], group: int) -> Standings:
    """The standings of one group; who is level in all of them is level here."""
    rows = [row for row in found.rows if members.get(row.entry_id) == group]
    places = [row.place for row in rows]
    return replace(
        found,
        rows=tuple(
            replace(row, place=places.index(row.place) + 1, shared=places.count(row.place) > 1)
            for row in rows
        ),
        check=None,
    )
