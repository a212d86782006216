"""What the standings of the reserve sheet say besides: who has met whom, who has rested, who is where."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.cuts import cut_of, seated_finalists
from tournaments.draws import beside_of
from tournaments.models.events import Phase
from tournaments.models.rounds import Round, Seat, group_letter
from tournaments.names import EntryNames
from tournaments.pairing.draws import PastRound
from tournaments.pairing.finals import BESIDE, FINAL
from tournaments.pairing.groups import form_groups
from tournaments.pairing.past import read_past
from tournaments.papers.by_hand import BY_STANDINGS
from tournaments.papers.plan_ahead import FIXED, Plan
from tournaments.papers.standings import Extra
from tournaments.seats import history, present_entries, request_for
from tournaments.standings import Standings

Movement = Phase.Movement
ASKS_WHO_MET = (BY_STANDINGS | FIXED | {Movement.MANUAL}) - {Movement.DANISH, Movement.MITCHELL}
FEW, SOME = 6, 14  # letters that fit on a line of a narrow column, and of a middling one
SINGLES = frozenset({Movement.INDIVIDUAL, Movement.INDIVIDUAL_DANISH})


def columns(
    after: Round,
    coming: Sequence[Round],
    plans: Sequence[Plan],
    found: Standings,
    names: Mapping[int, EntryNames],
) -> list[Extra]:
    """What the rules of the rounds to come ask of the rounds before, up to the last that is drawn."""
    planned = {number for plan in plans for number in plan.numbers}
    wanted = _wanted(coming, planned)
    made = [each for each in [_fields(after, coming, found)] if each is not None]
    drawn = [each.number for each in coming if each.state != Round.State.PLANNED]
    last = max([after.number, *drawn])
    rounds = history(after.tournament, last + 1)
    if wanted & ASKS_WHO_MET:
        is_partners = bool(wanted & SINGLES) and not wanted & (ASKS_WHO_MET - SINGLES)
        heading = _("Partners so far") if is_partners else _("Has met")
        if drawn:
            heading += " " + _("(with round %(number)d)") % {"number": last}
        cells = _met(rounds, names, is_partners=is_partners)
        made.append(Extra(heading, cells, _width(cells)))
    if wanted & (BY_STANDINGS | {Movement.MANUAL, Movement.DRAWN}):
        rests = read_past(rounds).rests
        if rests:
            cells = {entry: ", ".join(map(str, numbers)) for entry, numbers in rests.items()}
            made.append(Extra(_("Sat out in round"), cells))
    return made


def _wanted(coming: Sequence[Round], planned: Collection[int]) -> set[str]:
    """The movements of rounds without a plan. Nobody is barred in the last Danish round."""
    found = set()
    for each in coming:
        phase = each.phase
        if each.state != Round.State.PLANNED:
            continue
        for movement in (phase.movement, *([beside_of(phase)] if phase.plays_beside else [])):
            if movement == Movement.DANISH_MODIFIED and each is coming[-1]:
                found.add(str(Movement.DANISH))
            elif movement not in FIXED or each.number not in planned:
                found.add(str(movement))
    return found - {Movement.KNOCKOUT}


def _width(cells: Mapping[int, str]) -> str:
    longest = max(map(len, cells.values()), default=0)
    return "few" if longest <= FEW else "some" if longest <= SOME else "many"


def _met(
    rounds: Sequence[PastRound], names: Mapping[int, EntryNames], *, is_partners: bool
) -> dict[int, str]:
    """The numbers of all whom an entry has met, or had as partners, round by round."""
    past = read_past(rounds)
    meetings = past.partnered if is_partners else past.met
    found = {}
    for entry, others in meetings.items():
        at = [(number, names[other].number) for other, numbers in others.items() for number in numbers]
        found[entry] = ", ".join(str(other) for _number, other in sorted(at))
    return found


def _fields(after: Round, coming: Sequence[Round], found: Standings) -> Extra | None:
    """Who is in which group, or in the final and who beside it, where the next round or this one has them and
    the standings do not stand apart."""
    first = coming[0]
    phase = first.phase
    has_begun = phase.rounds.drawn().filter(number__lte=first.number).exists()
    if phase.is_final and phase.plays_beside:
        groups = _begun(phase) if has_begun else _cut(first, found)
    elif phase.groups > 1 and not phase.rounds.announced().filter(number__lte=after.number).exists():
        groups = _begun(phase) if has_begun else _formed(first, found)
    else:
        return None
    cells = {entry: _letter(group) for entry, group in groups.items()}
    return Extra(_("Final") if phase.is_final else _("Group"), cells) if cells else None


def _letter(group: int) -> str:
    return chr(ord("A") + group - FINAL) if group >= FINAL else group_letter(group)


def _begun(phase: Phase) -> dict[int, int]:
    seats = Seat.objects.active().filter(round__phase=phase, group__gt=0).order_by("round__number", "pk")
    groups = dict(seats.values_list("entry", "group"))
    return groups | dict.fromkeys(seated_finalists(phase), FINAL) if phase.is_final else groups


def _cut(first: Round, found: Standings) -> dict[int, int]:
    cut = cut_of(first.phase, found)
    if cut.is_open or found.missing_matches:
        return {}
    here = present_entries(first.tournament)
    return {entry: FINAL if entry in cut.seeds else BESIDE for entry in here}


def _formed(first: Round, found: Standings) -> dict[int, int]:
    """As the groups would be formed now."""
    here = set(present_entries(first.tournament))
    request = request_for(first, [row.entry_id for row in found.rows if row.entry_id in here])
    if found.missing_matches or first.phase.groups * min(request.options.allowed_sizes) > len(here):
        return {}
    return {entry: at for at, members in enumerate(form_groups(request), 1) for entry in members}
