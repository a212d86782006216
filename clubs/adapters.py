"""Where the account pages follow our rules."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.urls import reverse


class AccountAdapter(DefaultAccountAdapter):
    """Letters carry the public address of the site, by whatever address it was asked."""

    def get_reset_password_from_key_url(self, key: str) -> str:
        account, secret = key.split("-", 1)
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": account, "key": secret})
        return f"{settings.SITE_URL}{path}"
