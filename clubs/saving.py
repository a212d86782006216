"""How every verb of this package writes: checked, and with the club's version raised beside it."""

from collections.abc import Collection, Iterable

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubs.models.clubs import Club


def save_checked(row: models.Model, fields: Iterable[str] | None = None) -> None:
    """Full check, then save (only `fields` when given). Call it inside a transaction.

    Raises ValidationError with a sentence for every fault, also when somebody else wrote the same in between.
    """
    check(row)
    try:
        with transaction.atomic():
            row.save(update_fields=fields)
    except IntegrityError as error:
        raise ValidationError(
            _("Somebody else has just written the same thing. Reload the page and look."), code="race"
        ) from error


def check(row: models.Model, *, constraints: bool = True) -> None:
    """Full check of a row; a broken constraint is said at its field. Raises ValidationError."""
    try:
        row.full_clean(validate_unique=constraints, validate_constraints=constraints)
    except ValidationError as refusal:
        raise at_fields(refusal, [field.name for field in row._meta.get_fields()]) from None


def at_fields(refusal: ValidationError, names: Collection[str]) -> ValidationError:
    """The refusal of a row with each broken constraint at the field, among `names`, that its code names."""
    faults = {field: list(errors) for field, errors in refusal.error_dict.items()}
    for fault in faults.pop(NON_FIELD_ERRORS, []):
        faults.setdefault(fault.code if fault.code in names else NON_FIELD_ERRORS, []).append(fault)
    return ValidationError(faults)


def lock(club: Club) -> Club:
    """The club's row, locked until the end of the transaction: writes of one club go one at a time."""
    return Club.objects.select_for_update().get(pk=club.pk)


def raise_version(club: Club) -> None:
    """Say that a public page of the club may look different from now on."""
    Club.objects.filter(pk=club.pk).update(version=F("version") + 1)
