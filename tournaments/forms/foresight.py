"""What the plan of an evening cannot keep with its field, and how many rounds the field needs, in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.forms.finals import beside_words, field_of, final_words, group_sizes
from tournaments.models.events import Phase, Tournament
from tournaments.pairing.draws import TooManyGroups
from tournaments.pairing.foresight import (
    WITHOUT_REMATCH,
    Foresight,
    foresee,
    foresee_single_players,
    sure_rounds,
)
from tournaments.pairing.knockout import rounds_needed

Movement = Phase.Movement
EVERYBODY = {Movement.ROUND_ROBIN: 1, Movement.HOWELL: 1, Movement.DOUBLE_ROUND_ROBIN: 2}
"""How often everybody meets everybody."""


def foresights_of(tournament: Tournament, entries: int, longer: int = 0) -> list[str]:
    """What must fail whatever the results, with so many entries, and what would do instead while the settings
    can be changed; with one round more in the phase of that number, where it is said."""
    phases, offers = list(tournament.phases.all()), not tournament.rounds.drawn().exists()
    for phase in phases:
        phase.rounds_count += phase.number == longer
    if tournament.is_individual:
        sizes = [_sizes(phase) for phase in phases]
        rounds = [phase.rounds_count for phase in phases]
        single = foresee_single_players(entries, list(zip(sizes, rounds, strict=True)))
        return [foresight_sentence(each, offers=offers) for each in single]
    plan = [(FINAL if phase.is_final else phase.movement, phase.rounds_count) for phase in phases]
    until = _clubs_apart_until(phases)
    found = foresee(entries, plan, clubs=_clubs(tournament) if until else (), clubs_until=until)
    said = {(each.code, each.phase) for each in found}
    apart = (each for each in _in_groups(phases, entries) if (each.code, each.phase) not in said)
    everything = [*found, *apart, *_in_finals(phases, entries)]
    return [foresight_sentence(each, offers=offers) for each in everything]


def _in_groups(phases: Sequence[Phase], entries: int) -> Iterator[Foresight]:
    """What must fail in the smallest group of a phase, as if they had not met before."""
    for phase in phases:
        try:
            smallest = min(group_sizes(phase, entries)) if phase.groups > 1 else 0
        except TooManyGroups:
            continue
        for each in foresee(smallest, [(phase.movement, phase.rounds_count)]):
            yield replace(each, phase=phase.number - 1)


NEW_EACH_ROUND = frozenset(WITHOUT_REMATCH | {Movement.INDIVIDUAL, Movement.INDIVIDUAL_DANISH})
"""Movements that bring single players together with others than before, as long as they can."""


def _sizes(phase: Phase) -> tuple[int, ...]:
    """How many single players a table has; nothing where the movement may bring the same together again."""
    if phase.movement not in NEW_EACH_ROUND or phase.is_final:
        return ()
    return (phase.table_size,) if phase.spare_size is None else (phase.table_size, phase.spare_size)


FINAL = "final"  # no movement: whom the phase brings together follows from the groups before


def _in_finals(phases: Sequence[Phase], entries: int) -> Iterator[Foresight]:
    """What must fail among those who play a final, as if they had not met before."""
    for before, phase in pairwise(phases):
        field = field_of(phase, before, entries) if phase.is_final else None
        if field is not None and not field.why:
            plan = [(phase.movement, phase.rounds_count)]
            for each in foresee(field.entries, plan):
                yield replace(each, phase=phase.number - 1)


def _clubs_apart_until(phases: Sequence[Phase]) -> int:
    """The round up to which clubs are kept apart without a break from the first."""
    until = 0
    for phase in phases:
        until += min(phase.clubs_apart, phase.rounds_count)
        if phase.clubs_apart < phase.rounds_count:
            break
    return until


def _clubs(tournament: Tournament) -> list[int]:
    """How many pairs each club has in the field."""
    names = tournament.entries.in_the_field().values_list("club_name", flat=True)
    return list(Counter(name.strip().casefold() for name in names if name.strip()).values())


CODES: Mapping[str, Promise] = {
    "mitchell_second_cycle": gettext_lazy(
        "Phase %(phase)d: %(rounds)d rounds of Mitchell, but only %(limit)d can be without rematches."
    ),
    "too_few_opponents": gettext_lazy(
        "Phase %(phase)d: %(rounds)d rounds without rematches, but only %(limit)d are possible."
    ),
    "odd_mitchell_complete": gettext_lazy(
        "Phase %(phase)d: after a whole Mitchell at an odd number of tables some must meet again."
    ),
    "club_too_large": gettext_lazy(
        "Phase %(phase)d: one club has so many pairs that some of it must meet in every round; "
        "with %(limit)d or fewer they need not."
    ),
    "too_few_outsiders": gettext_lazy(
        "Phase %(phase)d: %(rounds)d rounds without rematches, but the largest club has opponents "
        "from other clubs only for %(limit)d."
    ),
    "partners_again": gettext_lazy(
        "Phase %(phase)d: %(rounds)d rounds, but a new partner for everybody at most in %(limit)d: some must "
        "be partners again."
    ),
    "opponents_again": gettext_lazy(
        "Phase %(phase)d: %(rounds)d rounds, but new opponents for everybody at most in %(limit)d: some must "
        "meet again."
    ),
}
OFFERS: Mapping[str, Promise] = {
    "fewer_rounds": gettext_lazy("shorten the phase to as many rounds as are possible"),
    "second_cycle": gettext_lazy("allow a second cycle, with rematches"),
    "danish_after": gettext_lazy("play the rounds beyond that as Danish, not the previous opponents"),
    "danish_modified": gettext_lazy("play it as Danish, not the previous opponents"),
    "round_robin": gettext_lazy("let everybody meet everybody once, and end there"),
    "shorter_mitchell": gettext_lazy("play one round less before it"),
    "shorter_before": gettext_lazy("play fewer rounds before it"),
    "clubs_together": gettext_lazy("let clubs meet"),
}


def foresight_sentence(foresight: Foresight, *, offers: bool = True) -> str:
    """What the plan of the evening cannot keep with so many pairs, and what it `offers` in the settings."""
    figures = {"phase": foresight.phase + 1, "rounds": foresight.rounds, "limit": foresight.limit}
    said = str(CODES[foresight.code]) % figures
    if not offers or not foresight.offers:
        return said
    choices = _("; or ").join(str(OFFERS[offer]) for offer in foresight.offers)
    return _("%(what)s In the settings you can: %(offers)s.") % {"what": said, "offers": choices}


def needs_of(tournament: Tournament, entries: int) -> list[tuple[str, bool]]:
    """How many rounds so many pairs need until everybody has met, or until a final; whether that fits."""
    if tournament.is_individual or entries < 2:
        return []
    phases = list(tournament.phases.all())
    return [
        need
        for before, phase in zip([None, *phases], phases, strict=False)
        for need in (_final(phase, before, entries) if before and phase.is_final else _needs(phase, entries))
    ]


def _final(phase: Phase, before: Phase, entries: int) -> Iterator[tuple[str, bool]]:
    """Who plays a final, and what its rounds come to; or why there is none."""
    field = field_of(phase, before, entries)
    yield final_words(phase, field), not field.why
    if not field.why:
        yield from _rounds_of(phase, field.entries)
        yield from beside_words(phase, entries - field.entries)


def _needs(phase: Phase, entries: int) -> Iterator[tuple[str, bool]]:
    try:
        sizes = group_sizes(phase, entries)
    except TooManyGroups as refusal:
        figures = {"phase": phase.number, "groups": refusal.groups, "limit": refusal.limit}
        sentence = _("Phase %(phase)d: so few pairs cannot fill %(groups)d groups, at most %(limit)d.")
        yield sentence % figures, False
        return
    yield from _rounds_of(phase, max(sizes))
    if phase.movement in EVERYBODY and min(sizes) + min(sizes) % 2 < max(sizes) + max(sizes) % 2:
        words = _("Phase %(phase)d: the groups of %(entries)d have met before the others, and wait.")
        yield words % {"phase": phase.number, "entries": min(sizes)}, True
    if phase.number == 1 and phase.movement in WITHOUT_REMATCH:
        yield from _nearly_everybody(phase.rounds_count, min(sizes))


def _nearly_everybody(rounds: int, entries: int) -> Iterator[tuple[str, bool]]:
    """Whether so many rounds without rematches often end with one: two rounds less than are possible at most
    are nearly always found, of an odd field one less."""
    often = entries - 2 + entries % 2
    if sure_rounds(entries) < rounds and often <= rounds < entries + entries % 2:
        words = _(
            "Phase 1: %(rounds)d rounds without rematches among %(entries)d bring nearly everybody together, "
            "and the last ones often cannot do without. Everybody once, a movement of its own, always can."
        )
        yield words % {"rounds": rounds, "entries": entries}, False


def _rounds_of(phase: Phase, largest: int) -> Iterator[tuple[str, bool]]:
    """How many rounds so many need in one field until everybody has met, or until the final."""
    figures = {"phase": phase.number, "entries": largest, "planned": phase.rounds_count}
    if phase.movement in EVERYBODY:
        needed = EVERYBODY[Movement(phase.movement)] * (largest - 1 + largest % 2)
        yield _everybody(needed, figures)
    elif phase.movement == Movement.KNOCKOUT:
        yield _until_the_final(rounds_needed(largest), figures)


def _everybody(needed: int, figures: dict[str, int]) -> tuple[str, bool]:
    planned = figures["planned"]
    words = ngettext(
        "Phase %(phase)d: with %(entries)d pairs everybody meets everybody in %(needed)d round.",
        "Phase %(phase)d: with %(entries)d pairs everybody meets everybody in %(needed)d rounds.",
        needed,
    )
    if planned < needed:
        words = _(
            "Phase %(phase)d: with %(entries)d pairs everybody meets everybody in %(needed)d rounds, "
            "and %(planned)d are planned: not all will meet."
        )
    elif planned > needed:
        words = _(
            "Phase %(phase)d: with %(entries)d pairs everybody has met everybody after %(needed)d rounds, "
            "and %(planned)d are planned: take some away."
        )
    return words % {**figures, "needed": needed}, planned == needed


def _until_the_final(needed: int, figures: dict[str, int]) -> tuple[str, bool]:
    planned = figures["planned"]
    words = _("Phase %(phase)d: with %(entries)d pairs the final is round %(needed)d of the knock-out.")
    if planned < needed:
        words = _(
            "Phase %(phase)d: with %(entries)d pairs the final is round %(needed)d of the knock-out, "
            "and %(planned)d are planned: it ends before the final."
        )
    elif planned > needed:
        words = _(
            "Phase %(phase)d: with %(entries)d pairs the final is round %(needed)d of the knock-out, "
            "and %(planned)d are planned: take those after the final away."
        )
    return words % {**figures, "needed": needed}, planned == needed
