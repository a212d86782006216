"""How the rounds to come are seated without the program, in sentences that can be followed from the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.draws import beside_of
from tournaments.models.events import Phase
from tournaments.models.rounds import Round, group_letter
from tournaments.pairing.draws import Request
from tournaments.pairing.finals import BESIDE, FINAL
from tournaments.pairing.groups import form_groups
from tournaments.pairing.knockout import rounds_needed
from tournaments.papers.bracket_ahead import Ahead
from tournaments.papers.heads import format_words
from tournaments.papers.plan_ahead import FIXED, Plan, finalists_in, step_among
from tournaments.seats import options_of

Movement = Phase.Movement
PLANNED = gettext_lazy("Who meets whom is in the table “Rounds drawn ahead” of this sheet.")
FROM_THE_TOP = gettext_lazy(
    "By the standings, from the top: each meets the next below whom it has not met, by the column “Has met”. "
    "Where the last ones have all met, open the table above and mix its two with them."
)
BY_PLACE = gettext_lazy("By the standings: 1 and 2 at table 1, 3 and 4 at table 2, and so on.")
REST = gettext_lazy("Whoever is over sits out: of those who sat out least, the lowest in the standings.")

BY_HAND: Mapping[str, Promise] = {
    Movement.DRAWN: gettext_lazy(
        "Draw the tables by lot, with numbers out of a hat. Two who have met, by the column “Has met”: "
        "exchange one with the next table."
    ),
    Movement.MANUAL: gettext_lazy("Seat them by hand. Who met whom is in the column “Has met”."),
    Movement.MITCHELL: gettext_lazy(
        "N-S stay, E-W move on by %(step)d, from the last table to the first. After as many rounds as "
        "bring them back where they began, one table more."
    ),
    Movement.DANISH: BY_PLACE,
    Movement.DANISH_MODIFIED: gettext_lazy(
        "By the standings: 1 and 2 at table 1, 3 and 4 at table 2, and so on. Two who met in the round "
        "before (the last number of the column “Has met”): the lower one changes places with the next."
    ),
    Movement.DANISH_NO_REMATCH: FROM_THE_TOP,
    Movement.SWISS: FROM_THE_TOP,
    Movement.ROUND_ROBIN: gettext_lazy("Each meets somebody whom it has not met, by the column “Has met”."),
    Movement.DOUBLE_ROUND_ROBIN: gettext_lazy(
        "Each meets somebody whom it has met once less than the others, by the column “Has met”."
    ),
    Movement.HOWELL: gettext_lazy("Each meets somebody whom it has not met, by the column “Has met”."),
    Movement.KNOCKOUT: gettext_lazy(
        "Who won goes on. In the first round the 1st of the standings meets the last, the 2nd the last but "
        "one, and so on; where they are no 2, 4, 8 or 16, the best go on without playing."
    ),
    Movement.INDIVIDUAL: gettext_lazy(
        "Four at a table; nobody has a partner again, by the column “Partners so far”."
    ),
    Movement.INDIVIDUAL_DANISH: gettext_lazy(
        "By the standings: 1 to 4 at table 1, 5 to 8 at table 2, and so on."
    ),
}
BRACKET = gettext_lazy("Who won goes on: the bracket of this sheet says who meets whom.")
BRACKET_BY_LOT = gettext_lazy(
    "Who won goes on, and the winners of neighbouring tables meet. The first round is drawn by lot; where "
    "they are no 2, 4, 8 or 16, the first out of the hat go on without playing."
)
PARTNERS: Mapping[str, Promise] = {
    "1+4": gettext_lazy("Of the four at a table the 1st and the 4th (N-S) play the 2nd and the 3rd (E-W)."),
    "1+2": gettext_lazy("Of the four at a table the 1st and the 2nd (N-S) play the 3rd and the 4th (E-W)."),
    "lot": gettext_lazy("At each table the partners are drawn by lot."),
}
NEW_PARTNERS = gettext_lazy(
    "Two who were partners, by the column “Partners so far”: part the four another way, so that none were."
)
BY_STANDINGS = frozenset(
    {
        Movement.DANISH,
        Movement.DANISH_MODIFIED,
        Movement.DANISH_NO_REMATCH,
        Movement.SWISS,
        Movement.INDIVIDUAL_DANISH,
    }
)


@dataclass(frozen=True, slots=True)
class ToCome:
    """Rounds that are still to be played one like the other, and how they are seated without the program."""

    numbers: str
    movement: str
    format: str
    minutes: int | None
    by_hand: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What a rule may lean on: the number of the round, how many are `present`, the plan of the sheet that
    holds the round, the rounds of its bracket, whether the round is the last of the evening."""

    number: int
    present: int
    plan: Plan | None
    bracket: frozenset[int]
    is_last: bool


def to_come(
    coming: Sequence[Round], plans: Sequence[Plan], ahead: Ahead | None, present: int
) -> list[ToCome]:
    """The rounds to come; neighbours that are alike stand together. `present` entries play."""
    planned = {number: plan for plan in plans for number in plan.numbers}
    bracket = frozenset(each.number for each in ahead.rounds) if ahead is not None else frozenset()
    rows = []
    for round_ in coming:
        phase = round_.phase
        if round_ is coming[0] and round_.state != Round.State.PLANNED:
            rules = [_("Its seats are on this sheet.")]
        else:
            number = round_.number
            sheet = _Sheet(number, present, planned.get(number), bracket, is_last=round_ is coming[-1])
            rules = _rules(phase, sheet)
            if not phase.rounds.filter(number__lt=round_.number).exists():
                rules = [*_forming(phase, present), *rules]
        facts = (phase.get_movement_display(), format_words(phase), phase.minutes, tuple(map(str, rules)))
        rows.append((facts, round_.number))
    found = []
    for facts, group in groupby(rows, key=lambda row: row[0]):
        numbers = [number for _facts, number in group]
        said = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        found.append(ToCome(said, *facts))
    return found


def _rules(phase: Phase, sheet: _Sheet) -> list[str]:
    """The sentences of a round."""
    own = " ".join(_rule(phase, sheet))
    if phase.groups:
        return [_("Inside each group. %(rule)s") % {"rule": own}]
    if not phase.is_final:
        return [own]
    if not phase.plays_beside:
        return [_("Only those who qualified. %(rule)s") % {"rule": own}]
    others = " ".join(_rule(phase, sheet, beside=True))
    return [
        _("%(field)s, only those who qualified. %(rule)s") % {"field": _field(FINAL), "rule": own},
        _("%(field)s, the others, at tables of their own: %(movement)s. %(rule)s")
        % {"field": _field(BESIDE), "movement": Movement(beside_of(phase)).label, "rule": others},
    ]


def _field(group: int) -> str:
    return group_letter(group)[:1].upper() + group_letter(group)[1:]


def _rule(phase: Phase, sheet: _Sheet, *, beside: bool = False) -> list[str]:
    """The sentences for those who play the phase, or play on `beside` its final."""
    movement = beside_of(phase) if beside else phase.movement
    if movement == Movement.MITCHELL and sheet.plan is not None:
        step = sheet.plan.step(beside=beside)
        return [str(PLANNED), _("N-S stay, E-W move on by %(step)d.") % {"step": step}]
    if movement in FIXED and sheet.plan is not None:
        return [str(PLANNED)]
    if movement == Movement.KNOCKOUT and sheet.number in sheet.bracket:
        return [str(BRACKET)]
    if movement == Movement.KNOCKOUT and (last := _final_in(phase, sheet)) < sheet.number:
        return [_("Not played: the final is in round %(number)d.") % {"number": last}]
    if movement == Movement.KNOCKOUT and not phase.is_final and phase.groups_by == Phase.GroupsBy.LOT:
        return [str(BRACKET_BY_LOT)]
    said = [str(BY_HAND[movement]) % {"step": step_among(phase, sheet.present)}]
    if movement == Movement.DANISH_MODIFIED and sheet.is_last:
        said = [str(BY_PLACE), _("In the last round also those who met in the round before.")]
    if movement == Movement.INDIVIDUAL_DANISH:
        said += [str(PARTNERS[phase.pattern]), str(NEW_PARTNERS)]
    at_table = 4 if phase.tournament.is_individual else 2
    if movement in BY_STANDINGS and (phase.groups or phase.is_final or sheet.present % at_table):
        said.append(str(REST))
    return said


def _final_in(phase: Phase, sheet: _Sheet) -> int:
    """The round in which a knock-out has its final, however many rounds more its phase has been given."""
    numbers = sorted(phase.rounds.values_list("number", flat=True))
    in_bracket = sheet.bracket.intersection(numbers)
    if in_bracket:
        return max(in_bracket)
    entries = finalists_in(phase) if phase.is_final else sheet.present
    has_begun = phase.rounds.drawn().exists()  # who has lost may have left since: count nobody again
    return numbers[-1 if has_begun else min(max(rounds_needed(entries), 1), len(numbers)) - 1]


def _forming(phase: Phase, present: int) -> list[str]:
    """How the groups of a phase are formed."""
    if not phase.groups or phase.is_final:
        return []
    if phase.groups_by == Phase.GroupsBy.LOT:
        return [
            _(
                "Groups: the 1st of the standings to A, the 2nd to B, and so on to the last group; the next "
                "from the last group back to A; then forward again."
            )
        ]
    options = options_of(phase)
    if phase.groups * min(options.allowed_sizes) > present:
        return []
    formed = form_groups(Request(tuple(range(1, present + 1)), options=options))
    said = ", ".join(f"{group_letter(at)} {members[0]}–{members[-1]}" for at, members in enumerate(formed, 1))
    return [_("Groups by the places in the standings: %(groups)s.") % {"groups": said}]
