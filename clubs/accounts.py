"""Writing accounts."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models.users import User
from clubs.saving import save_checked


@transaction.atomic
def open_account(*, email: str, password: str) -> User:
    """Make an account that can log in with this password. Raises ValidationError: the address has one."""
    if User.objects.filter(email__iexact=email.strip()).exists():
        raise ValidationError({"email": _("There is already an account with this e-mail address: log in.")})
    user = User(email=email.strip().lower())
    user.set_password(password)
    save_checked(user)
    return user
