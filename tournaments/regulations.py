"""A club's own regulations: copied from a preset, changed, given to evenings, retired."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.log import write_act as write_club_act
from clubs.models.clubs import Club
from clubs.models.log import ClubAct
from clubs.models.users import User
from clubs.saving import lock, save_checked
from scoring.regulations import PRESETS, Regulations, as_dict, regulations_problems
from tournaments.formats import RulesDocument, copy_document, preset_document
from tournaments.log import locked, write_act
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.regulations import RegulationsCopy
from tournaments.told import Told

COPY_CODE = "copia-"


def copies_of(club: Club) -> QuerySet[RegulationsCopy]:
    """The club's own regulations by name, each with `following`: evenings that take every change of it."""
    follows = Q(tournaments__regulations_kept__isnull=True, tournaments__isnull=False)
    return RegulationsCopy.objects.filter(club=club).annotate(following=Count("tournaments", filter=follows))


def copies_offered(club: Club, chosen: RegulationsCopy | None = None) -> list[RegulationsCopy]:
    """What an evening may choose: the club's own that are not retired, and the one it has chosen already."""
    offered = Q(retired_at__isnull=True)
    if chosen is not None:
        offered |= Q(pk=chosen.pk)
    return list(RegulationsCopy.objects.filter(offered, club=club))


def copy_of(club: Club, pk: int) -> RegulationsCopy:
    """A copy of this club, or 404."""
    return get_object_or_404(RegulationsCopy, club=club, pk=pk)


def document_named(club: Club, code: str) -> RulesDocument:
    """A preset by its code, or a copy of this club by its own ("copia-3"); 404 for any other word."""
    if code in PRESETS:
        return preset_document(code)
    number = code.removeprefix(COPY_CODE)
    if number == code or not (number.isascii() and number.isdecimal()) or len(number) > 9:
        raise Http404
    return copy_document(copy_of(club, int(number)))


def _figures(regulations: Regulations) -> dict[str, object]:
    """The figures as they are stored. ValidationError when they contradict each other."""
    problems = regulations_problems(regulations)
    if problems:
        raise ValidationError(
            _("These figures cannot stand together."), code="figures", params={"problems": problems}
        )
    figures = as_dict(regulations)
    del figures["code"]
    return figures


def _picture(copy: RegulationsCopy) -> dict[str, object]:
    """A copy as the club's log keeps it."""
    return {"name": copy.name, "based_on": copy.based_on, "figures": copy.figures}


@transaction.atomic
def add_copy(
    *, club: Club, name: str, based_on: str, regulations: Regulations, by: User | None
) -> RegulationsCopy:
    """Keep changed figures under a name. The same post twice makes one copy.

    ValidationError for a name the club already uses and for figures that contradict each other.
    """
    figures = _figures(regulations)
    same = RegulationsCopy.objects.filter(
        club=lock(club), name=name, based_on=based_on, retired_at__isnull=True
    ).first()
    if same is not None and same.figures == figures:
        return same
    copy = RegulationsCopy(club=club, name=name, based_on=based_on, figures=figures, changed_by=by)
    save_checked(copy)
    write_club_act(club=club, verb=ClubAct.Verb.MAKE_RULES, by=by, after=_picture(copy))
    return copy


@transaction.atomic
def change_copy(
    *, copy: RegulationsCopy, name: str, regulations: Regulations, seen_version: int, by: User | None
) -> RegulationsCopy:
    """Change name and figures: evenings not drawn yet follow, the others keep what they are played by.

    ValidationError with code "stale" when somebody else changed the copy after version `seen_version`; also
    for a name the club already uses and for figures that contradict each other.
    """
    figures = _figures(regulations)
    lock(copy.club)
    stored = RegulationsCopy.objects.select_for_update().get(pk=copy.pk)
    if stored.name == name and stored.figures == figures:
        return stored
    if stored.version != seen_version:
        raise ValidationError(
            _("Somebody else has saved these regulations in between. Save again to write yours over."),
            code="stale",
        )
    before, was = _picture(stored), [stored.name, stored.version]
    stored.name, stored.figures, stored.changed_by = name, figures, by
    stored.version += 1
    save_checked(stored, ["name", "figures", "version", "changed_at", "changed_by"])
    verb = ClubAct.Verb.CHANGE_RULES
    write_club_act(club=copy.club, verb=verb, by=by, before=before, after=_picture(stored))
    things = [Told("regulations", None, was, [stored.name, stored.version])]
    for tournament in _following(stored):
        facts = {"changed": ["regulations"]}
        write_act(tournament=locked(tournament), verb=Act.Verb.CHANGE, by=by, things=things, **facts)
    return stored


def _following(copy: RegulationsCopy) -> QuerySet[Tournament]:
    return Tournament.objects.filter(regulations_copy=copy, regulations_kept__isnull=True).order_by("pk")


@transaction.atomic
def retire_copy(*, copy: RegulationsCopy, by: User | None) -> RegulationsCopy:
    """Offer it to no new evening; those that have chosen it keep it. Doing it twice changes nothing."""
    return _set_retired(copy, by, retired=True)


@transaction.atomic
def restore_copy(*, copy: RegulationsCopy, by: User | None) -> RegulationsCopy:
    """Offer it again."""
    return _set_retired(copy, by, retired=False)


def _set_retired(copy: RegulationsCopy, by: User | None, *, retired: bool) -> RegulationsCopy:
    stored = RegulationsCopy.objects.select_for_update().get(pk=copy.pk)
    if (stored.retired_at is not None) != retired:
        stored.retired_at = timezone.now() if retired else None
        stored.save(update_fields=["retired_at"])
        verb = ClubAct.Verb.RETIRE_RULES if retired else ClubAct.Verb.RESTORE_RULES
        write_club_act(club=copy.club, verb=verb, by=by, after=_picture(stored))
    return stored
