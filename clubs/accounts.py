"""Writing accounts."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs.access import is_demo_account
from clubs.models.users import User
from clubs.saving import save_checked


@transaction.atomic
def open_account(*, email: str, password: str) -> User:
    """Make an account that can log in with this password. Raises ValidationError: the address has one."""
    if has_account(email):
        raise ValidationError({"email": _("There is already an account with this e-mail address: log in.")})
    user = User(email=email.strip().lower())
    user.set_password(password)
    save_checked(user)
    return user


def own_account(request: HttpRequest, *, email: str, password: str) -> User:
    """A new account, or the one that already has this address and this password: a form posted twice.

    Raises ValidationError: the address has an account with another password, or one that everybody knows.
    """
    try:
        return open_account(email=email, password=password)
    except ValidationError:
        known = known_account(request, email=email, password=password)
        if known is None:
            raise
        return known


def known_account(request: HttpRequest, *, email: str, password: str) -> User | None:
    """The account with this address and password; None for a closed one and for the demonstration's.

    Wrong passwords are counted as those of the login page. Raises ValidationError: too many of them.
    """
    known = get_adapter(request).authenticate(request, email=email, password=password)
    if not isinstance(known, User) or not known.is_active or is_demo_account(known):
        return None
    return known


def has_account(email: str) -> bool:
    """Whether somebody logs in with this address."""
    return User.objects.filter(email__iexact=email.strip()).exists()
