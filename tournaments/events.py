"""Making, copying, changing, publishing a tournament."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models.clubs import Club
from clubs.models.users import User
from clubs.saving import lock
from scoring.victory_points import VP_TABLES, vp_problems
from tournaments.formats import HALF, OWN_TABLE, limits_in_proportion, own_table
from tournaments.journal import Reach
from tournaments.log import locked, write_act
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round
from tournaments.programmes import AWARDS, PhasePlan, with_awards

LEADS_TO = ("qualifies_for", "qualifies_for_name", "qualifying_places")
COPIED = (
    "name",
    "venue",
    "poster",
    "entry_kind",
    "team_pairs",
    "capacity",
    "regulations",
    "regulations_copy",
    "entry_mode",
    "objection_minutes",
    "criteria",
    *LEADS_TO,
)
FACTS = (*COPIED, "starts_at")
WHO_ENTERS = frozenset({"entry_kind", "team_pairs"})
PLANNED = tuple(PhasePlan.__dataclass_fields__)
MOST_ROUNDS = 60
NO_GROUPS = {
    Phase.Movement.KNOCKOUT: gettext_lazy(
        "A knock-out is one bracket, not one in each group: write 0 groups in its phase. Or let the groups "
        "play another movement, everybody once for example, and after it a knock-out as the final of the "
        "first of each group."
    ),
    Phase.Movement.MANUAL: gettext_lazy(
        "Whoever seats by hand makes the groups too: write 0 groups, or choose a movement that draws them."
    ),
}

OTHERS_OF_ALL = frozenset({Phase.Others.STOP, Phase.Others.PLAY})


def _plan(tournament: Tournament, phases: Sequence[PhasePlan]) -> None:
    """Write the phases and a planned round for each of theirs.

    Rows that stand are used again, and rounds too many are only put aside: a draw that was undone is kept
    with its round.
    """
    if not phases:
        raise ValidationError(_("An evening needs at least one phase."))
    if sum(plan.rounds_count for plan in phases) > MOST_ROUNDS:
        raise ValidationError(_("An evening has at most %(most)d rounds.") % {"most": MOST_ROUNDS})
    phases_now = {phase.number: phase for phase in Phase.objects.filter(tournament=tournament)}
    rounds_now = {round_.number: round_ for round_ in Round.every.filter(tournament=tournament)}
    number = 0
    for order, plan in enumerate(phases, 1):
        _check_tables(tournament, plan)
        _check_final(tournament, plan, phases[order - 2] if order > 1 else None)
        check_victory_points(tournament, plan)
        phase = phases_now.pop(order, None) or Phase(tournament=tournament, number=order)
        for name, value in with_awards(asdict(plan)).items():
            setattr(phase, name, value)
        phase.full_clean()
        phase.save()
        for _unused in range(plan.rounds_count):
            number += 1
            round_ = rounds_now.pop(number, None) or Round(tournament=tournament, number=number)
            round_.phase, round_.state = phase, Round.State.PLANNED
            round_.save()
    for round_ in rounds_now.values():
        round_.phase, round_.state = phase, Round.State.DROPPED
        round_.save(update_fields=["phase", "state"])
    for left in phases_now.values():
        left.delete()


def _check_regulations(club: Club, facts: Mapping[str, Any]) -> None:
    copy = facts.get("regulations_copy")
    if copy is not None and copy.club_id != club.pk:
        raise ValidationError({"regulations": _("These regulations belong to another club.")})


def _check_satellite(club: Club, facts: Mapping[str, Any]) -> None:
    """A tournament that leads to another says to which and how many of its entries."""
    final, name = facts.get("qualifies_for"), facts.get("qualifies_for_name", "")
    places = facts.get("qualifying_places")
    if final is not None and final.club_id != club.pk:
        raise ValidationError({"qualifies_for": _("This tournament belongs to another club.")})
    if final is not None and final.entry_kind != facts.get("entry_kind", final.entry_kind):
        raise ValidationError({"qualifies_for": _("That tournament is for other entries than this one.")})
    if (final is not None or name) and not places:
        raise ValidationError({"qualifying_places": _("Say how many qualify.")})
    if places and final is None and not name:
        raise ValidationError({"qualifies_for": _("Say what they qualify for.")})


def _check_tables(tournament: Tournament, plan: PhasePlan) -> None:
    """Movements meet line with line; single players are alone on theirs only where all tables are of two."""
    own_sizes = (plan.table_size, plan.spare_size) != (Phase.TableSize.FOUR, None)
    if tournament.is_teams and plan.movement == Phase.Movement.MANUAL:
        raise ValidationError(_("Teams are not seated by hand: choose a movement that draws them."))
    if own_sizes and not tournament.is_individual:
        raise ValidationError(_("Pairs sit at tables of four: other sizes are for single players."))
    is_two_lines = (plan.table_size, plan.spare_size) == (Phase.TableSize.TWO, None)
    is_for_both = plan.movement in (Phase.Movement.DRAWN, Phase.Movement.MANUAL)
    is_for_singles = plan.movement in (Phase.Movement.INDIVIDUAL, Phase.Movement.INDIVIDUAL_DANISH)
    if tournament.is_individual and not is_for_both and not is_two_lines and not is_for_singles:
        raise ValidationError(
            _("Single players are drawn, seated by hand, or play the fixed rotation or Danish of their own.")
        )
    if is_for_singles and (own_sizes or not tournament.is_individual):
        raise ValidationError(_("This movement is for single players at tables of four."))
    if plan.groups and tournament.is_individual:
        raise ValidationError(_("Single players play in one field: write 0 groups."))
    if plan.groups and plan.movement in NO_GROUPS:
        raise ValidationError(NO_GROUPS[Phase.Movement(plan.movement)])


def _check_final(tournament: Tournament, plan: PhasePlan, before: PhasePlan | None) -> None:
    """A final of those who qualified: after another phase, all in one field, drawn by the program."""
    if not plan.qualify_each:
        return
    is_two_lines = (plan.table_size, plan.spare_size) == (Phase.TableSize.TWO, None)
    if plan.others not in OTHERS_OF_ALL and tournament.is_individual and not is_two_lines:
        raise ValidationError(
            _("Beside a final single players play on by their own Danish: choose that for the others.")
        )
    if before is None:
        raise ValidationError(_("The first phase is for everybody: a final comes after another phase."))
    if plan.groups:
        raise ValidationError(_("A final is played in one field: write 0 groups in its phase."))
    if plan.movement == Phase.Movement.MANUAL:
        raise ValidationError(_("A final is drawn by the program: choose a movement that draws it."))
    if plan.qualify_next and not before.groups:
        raise ValidationError(
            _("Without groups in the phase before nobody is next in a group: write how many play the final.")
        )
    if plan.qualify_next and plan.qualify_next >= before.groups:
        raise ValidationError(
            _("There are %(groups)d groups: where one more of each plays, write one more of each instead.")
            % {"groups": before.groups}
        )


def check_victory_points(tournament: Tournament, plan: PhasePlan) -> None:
    """A club's own limits are a table; the tables of the codes are for one table, or for two of teams.

    Raises ValidationError. Of the tournament only who enters is read.
    """
    if plan.vp_table == OWN_TABLE:
        _check_limits(tournament, plan.vp_limits)
    elif plan.vp_limits:
        raise ValidationError(_("Our own V.P. limits are written only with our own table: choose it, too."))
    elif tournament.tables_of_meeting > 2 and VP_TABLES[plan.vp_table].limits[1:]:
        raise ValidationError(
            _(
                "No code prints V.P. for the sum of %(tables)d tables: the one for teams is for two. Choose "
                "our own table and write its limits (in proportion they are %(limits)s), or a win and a "
                "draw, or the points themselves."
            )
            % _in_proportion(tournament)
        )


def _check_limits(tournament: Tournament, limits: str) -> None:
    if not limits.strip():
        if tournament.is_teams:
            sentence = _(
                "Write our own V.P. limits. In proportion to the ones for teams at two tables they are "
                "%(limits)s for %(tables)d."
            )
            raise ValidationError(sentence % _in_proportion(tournament))
        raise ValidationError(_("Write our own V.P. limits."))
    figures = limits.split()
    is_table = len(figures) <= HALF and all(each.isdecimal() and len(each) < 6 for each in figures)
    if not is_table or vp_problems(own_table(limits)):
        raise ValidationError(
            _(
                "Our own V.P. limits are one to ten whole numbers, each higher than the one before it, with "
                "blanks between: the highest difference for 10–10, for 11–9, and so on."
            )
        )


def _in_proportion(tournament: Tournament) -> dict[str, object]:
    tables = tournament.tables_of_meeting
    return {"tables": tables, "limits": limits_in_proportion(tables)}


def plans_of(tournament: Tournament) -> list[PhasePlan]:
    """The phases of a tournament as facts, to copy or to change."""
    return [
        PhasePlan(**{name: getattr(phase, name) for name in PLANNED}) for phase in tournament.phases.all()
    ]


@transaction.atomic
def create_tournament(
    *, club: Club, facts: Mapping[str, Any], phases: Sequence[PhasePlan], by: User | None
) -> Tournament:
    """A tournament with its phases and planned rounds; it stays unseen by the public until published.

    The same post twice makes one tournament. Raises ValidationError: another evening has this name and hour.
    """
    _check_regulations(club, facts)
    _check_satellite(club, facts)
    tournament = Tournament(club=lock(club), **facts)
    tournament.full_clean()
    same = Tournament.objects.filter(club=club, name=tournament.name, starts_at=tournament.starts_at).first()
    if same is not None:
        planned = [PhasePlan(**with_awards(asdict(plan))) for plan in phases]
        if plans_of(same) == planned and all(getattr(same, name) == value for name, value in facts.items()):
            return same
        raise ValidationError({"name": _("There is already an evening with this name at this hour.")})
    tournament.save()
    _plan(tournament, phases)
    write_act(tournament=tournament, verb=Act.Verb.CREATE, by=by)
    return tournament


def copy_tournament(
    *, source: Tournament, name: str, starts_at: datetime.datetime, by: User | None
) -> Tournament:
    """A new evening like an earlier one: facts and phases, not people or results."""
    facts = {field: getattr(source, field) for field in COPIED} | {"name": name, "starts_at": starts_at}
    return create_tournament(club=source.club, facts=facts, phases=plans_of(source), by=by)


@dataclass(frozen=True, slots=True)
class Fixed:
    """What of an evening does not change any more: facts by name, phases, their awards; and why."""

    facts: frozenset[str] = frozenset()
    phases: bool = False
    awards: bool = False
    why: str = ""


def fixed_in(tournament: Tournament) -> Fixed:
    """After the first draw only words, hour, way of typing and awards to come change; at last only words."""
    words = {"name", "venue", "poster"}
    if tournament.state == Tournament.State.FINAL:
        why = _("The standings are final: only the evening's name, place and poster change.")
        return Fixed(frozenset(FACTS) - words, phases=True, awards=True, why=why)
    first = tournament.rounds.drawn().order_by("number").first()
    if first is not None:
        why = _(
            "The first round is drawn: phases, regulations and order stand. Undo the draw to change them."
        )
        if first.is_public:
            why = _("The first round is announced: phases, regulations and order stand.")
        free = words | {"starts_at", "entry_mode", "capacity"}
        if tournament.state != Tournament.State.PROVISIONAL:
            free |= {"objection_minutes", *LEADS_TO}
        return Fixed(frozenset(FACTS) - free, phases=True, why=why)
    if tournament.entries.exists():
        return Fixed(WHO_ENTERS)
    return Fixed()


@dataclass(frozen=True, slots=True)
class AwardedRounds:
    """Rounds of a phase by number: those whose sit-outs have their award, and those that will take it."""

    given: tuple[int, ...]
    coming: tuple[int, ...]


def awarded_rounds(tournament: Tournament) -> list[AwardedRounds]:
    """By phase, which rounds a new award leaves as they are: a confirmed round has given its own."""
    coming = {Round.State.PLANNED, Round.State.DRAFT}
    rounds = list(tournament.rounds.order_by("number").values_list("phase_id", "number", "state"))
    return [
        AwardedRounds(
            tuple(number for key, number, state in rounds if key == phase.pk and state not in coming),
            tuple(number for key, number, state in rounds if key == phase.pk and state in coming),
        )
        for phase in tournament.phases.all()
    ]


def _but_awards(plans: Sequence[PhasePlan]) -> list[PhasePlan]:
    return [replace(plan, **dict.fromkeys(AWARDS)) for plan in plans]


def _write_awards(tournament: Tournament, phases: Sequence[PhasePlan]) -> None:
    for phase, plan in zip(tournament.phases.all(), phases, strict=True):
        for name in AWARDS:
            setattr(phase, name, getattr(plan, name))
        phase.full_clean()
        phase.save(update_fields=AWARDS)


def _check_not_fixed(
    tournament: Tournament, changed: Collection[str], before: Sequence[PhasePlan], after: Sequence[PhasePlan]
) -> None:
    fixed = fixed_in(tournament)
    if fixed.why and (
        set(changed) & fixed.facts
        or (fixed.awards and before != after)
        or (fixed.phases and _but_awards(before) != _but_awards(after))
    ):
        raise ValidationError(fixed.why)
    if set(changed) & WHO_ENTERS and tournament.entries.exists():
        raise ValidationError({"entry_kind": _("There are entries already: who enters cannot change.")})


@transaction.atomic
def change_tournament(
    *, tournament: Tournament, facts: Mapping[str, Any], phases: Sequence[PhasePlan], by: User | None
) -> Tournament:
    """Change what can still be changed, as `fixed_in` says. Awards already given stay as they were given."""
    tournament = locked(tournament, Reach())
    _check_regulations(tournament.club, facts)
    _check_satellite(tournament.club, facts)
    changed = {name: value for name, value in facts.items() if getattr(tournament, name) != value}
    before, after = plans_of(tournament), list(phases)
    _check_not_fixed(tournament, changed, before, after)
    if not changed and before == after:
        return tournament
    for name, value in changed.items():
        setattr(tournament, name, value)
    _check_capacity(tournament, changed.get("capacity"))
    tournament.full_clean()
    tournament.save(update_fields=list(changed))
    if _but_awards(before) == _but_awards(after):
        _write_awards(tournament, after)
    else:
        _plan(tournament, phases)
    plan = ["phases"] if before != after else []
    write_act(tournament=tournament, verb=Act.Verb.CHANGE, by=by, changed=[*sorted(changed), *plan])
    return tournament


def _check_capacity(tournament: Tournament, capacity: int | None) -> None:
    """Nobody who is in is out because there are fewer places."""
    there = tournament.entries.in_the_field().exclude(state=Entry.State.WITHDRAWN).count()
    if capacity is not None and capacity < there:
        sentence = _("%(count)d are in already: write at least so many places.")
        raise ValidationError({"capacity": sentence % {"count": there}})


@transaction.atomic
def publish(*, tournament: Tournament, by: User | None) -> Tournament:
    """Let everybody see the tournament; doing it twice changes nothing."""
    tournament = locked(tournament, Reach())
    if tournament.is_seen:
        return tournament
    if not tournament.club.is_public:
        raise ValidationError(
            _("The club's page is closed to the public: open it in the club's settings first.")
        )
    tournament.published_at = timezone.now()
    tournament.save(update_fields=["published_at"])
    write_act(tournament=tournament, verb=Act.Verb.PUBLISH, by=by)
    return tournament
