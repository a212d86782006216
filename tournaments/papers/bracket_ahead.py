"""What is still to come of a knock-out or a final, for when it goes on by hand: who meets whom next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from django.utils.translation import gettext as _

from tournaments.cuts import Cut, cut_of
from tournaments.knockouts import bracket_through
from tournaments.models.events import Phase
from tournaments.models.rounds import Round, group_letter
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.knockout import BracketMatch, rounds_needed, seed_order
from tournaments.pairing.qualify import cross_order
from tournaments.standings import Standings

Slot = str | None
"""Who comes to a line of the bracket, in words; None where nobody does."""


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """A round of the bracket that is not drawn yet: its matches in words, from the top."""

    number: int
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is to come: `seeds` are who begins the phase, best first, `tied` who stands equal at the cut.
    `so_far`: rounds before it are missing, so both may change; then the rounds speak of seeds."""

    is_final: bool
    so_far: bool
    seeds: tuple[str, ...]
    tied: tuple[str, ...]
    rounds: tuple[RoundAhead, ...]


def bracket_ahead(after: Round, coming: Sequence[Round], found: Standings) -> Ahead | None:
    """The next knock-out, or final, as it goes on after a round; `coming` are the rounds behind that one and
    `found` the standings then. None where there is none, or where its seeds are drawn by lot."""
    phase = next((each.phase for each in coming if _has_bracket(each.phase) or each.phase.is_final), None)
    if phase is None:
        return None
    rounds = [each for each in coming if each.phase_id == phase.pk]
    names = {key: _called(who) for key, who in entry_names(phase.tournament).items()}
    through = rounds[0].number if rounds[0].state != Round.State.PLANNED else after.number
    if phase.rounds.filter(number__lte=through).exists():
        return _going_on(phase, through, [each for each in rounds if each.number > through], found, names)
    if phase.is_final:
        return _before_final(phase, after, rounds, found, names)
    if phase.groups_by == Phase.GroupsBy.LOT:
        return None
    present = [names[row.entry_id] for row in found.rows if not row.withdrawn]
    so_far = rounds[0].number > after.number + 1 or found.missing_matches > 0
    slots = _by_seed(len(present), () if so_far else present)
    made = _rounds(slots, rounds, phase)
    return Ahead(is_final=False, so_far=so_far, seeds=tuple(present), tied=(), rounds=made)


def _has_bracket(phase: Phase) -> bool:
    return phase.movement == Phase.Movement.KNOCKOUT and not phase.groups


def _called(who: EntryNames) -> str:
    return f"{who.number} {' – '.join(who.full)}"


def _going_on(
    phase: Phase, through: int, rounds: Sequence[Round], found: Standings, names: Mapping[int, str]
) -> Ahead | None:
    """The phase has begun: on from the matches of its last round."""
    if not _has_bracket(phase):
        return None
    matches = bracket_through(phase, through, found)
    slots = [_winner(match, names, is_teams=phase.tournament.is_teams) for match in matches]
    losers = [_loser(match, names, is_teams=phase.tournament.is_teams) for match in matches]
    made = _rounds(slots, rounds, phase, losers)
    return Ahead(is_final=phase.is_final, so_far=False, seeds=(), tied=(), rounds=made) if made else None


def _winner(match: BracketMatch, names: Mapping[int, str], *, is_teams: bool) -> Slot:
    if match.winner is not None:
        return names[match.winner]
    if None in match.entries:
        return None
    return _("winner of %(match)s") % {"match": _where(match, names, is_teams=is_teams)}


def _loser(match: BracketMatch, names: Mapping[int, str], *, is_teams: bool) -> Slot:
    if None in match.entries:
        return None
    if match.winner is not None:
        return next(names[entry] for entry in match.entries if entry is not None and entry != match.winner)
    return _("loser of %(match)s") % {"match": _where(match, names, is_teams=is_teams)}


def _where(match: BracketMatch, names: Mapping[int, str], *, is_teams: bool) -> str:
    """A match by its table; of teams, who meet at several, by their names."""
    if match.table is None or is_teams:
        return " – ".join(names[entry] for entry in match.entries if entry is not None)
    return _("table %(table)d") % {"table": match.table}


def _before_final(
    phase: Phase, after: Round, rounds: Sequence[Round], found: Standings, names: Mapping[int, str]
) -> Ahead | None:
    """Who qualifies by the standings so far, with the group of each, and the bracket of so many."""
    cut = cut_of(phase, found)
    before = Phase.objects.filter(tournament=phase.tournament, number__lt=phase.number).last()
    groups = before.groups if before is not None else 0
    if groups and not cut.groups:
        return None  # nobody is in a group yet
    so_far = after.number < cut.number - 1 or cut.missing > 0 or cut.is_open
    tied = tuple(names[entry] for tie in cut.field.ties for entry in tie.entries)
    order = cut.field.entries if cut.field.ties else cross_order(cut.field.without(cut.left_empty))
    seeds = tuple(_in_group(entry, cut, names) for entry in order)
    size = phase.qualify_each * max(groups, 1) + phase.qualify_next if so_far else len(seeds)
    slots = _by_seed(size, () if so_far else seeds)
    made = _rounds(slots, rounds, phase) if _has_bracket(phase) else ()
    return Ahead(is_final=True, so_far=so_far, seeds=seeds, tied=tied, rounds=made)


def _in_group(entry: int, cut: Cut, names: Mapping[int, str]) -> str:
    if not cut.groups:
        return names[entry]
    return f"{names[entry]} ({group_letter(cut.field.group_of[entry])}{cut.rows[entry].place})"


def _by_seed(size: int, names: Sequence[str]) -> list[Slot]:
    """The lines of a bracket of so many: the seeds by name, or by number where that is open."""
    lines = seed_order(2 ** max(rounds_needed(size), 1))
    words = list(names) or [_("seed %(number)d") % {"number": seed} for seed in range(1, size + 1)]
    return [words[seed - 1] if seed <= len(words) else None for seed in lines]


def _rounds(
    slots: list[Slot], rounds: Sequence[Round], phase: Phase, losers: Sequence[Slot] = ()
) -> tuple[RoundAhead, ...]:
    """Each round's matches, called by letters; the third place beside the final."""
    made, letters = [], (group_letter(number) for number in count(1))
    for round_ in rounds:
        if len(slots) < 2:
            break
        said: list[str] = []
        third = _third(losers) if phase.third_place and len(slots) == 2 else ""
        slots, losers = _step(slots, letters, said)
        made.append(RoundAhead(round_.number, (*said, third) if third else tuple(said)))
    return tuple(made)


def _third(losers: Sequence[Slot]) -> str:
    both = [who for who in losers if who is not None]
    if len(both) != 2:
        return ""
    return _("Third place: %(one)s against %(other)s") % {"one": both[0], "other": both[1]}


def _step(slots: Sequence[Slot], letters: Iterator[str], said: list[str]) -> tuple[list[Slot], list[Slot]]:
    """Say the matches of a round; who comes to the lines of the next one, and who has lost."""
    won: list[Slot] = []
    lost: list[Slot] = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        if one is None or other is None:
            through = other if one is None else one
            won.append(through)
            lost.append(None)
            if through is not None:
                said.append(_("%(who)s: goes on without playing") % {"who": through})
            continue
        letter = next(letters)
        match = _("match %(letter)s") % {"letter": letter}
        said.append(f"{letter}: " + _("%(one)s against %(other)s") % {"one": one, "other": other})
        won.append(_("winner of %(match)s") % {"match": match})
        lost.append(_("loser of %(match)s") % {"match": match})
    return won, lost
