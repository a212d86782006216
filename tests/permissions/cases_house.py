"""What each role gets from the porch: health, language and the account pages of allauth."""

from tests.cast import ANONYMOUS
from tests.permissions.table import Row, accounts, everybody

# Whoever is logged in is sent on from the pages where one logs in.
ENTRANCE = everybody(302) | {ANONYMOUS: 200}

ROWS = [
    Row("health", everybody()),
    Row("set_language", everybody(302), method="post"),
    Row("account_login", ENTRANCE),
    Row("account_request_login_code", ENTRANCE),
    Row("account_signup", ENTRANCE),  # it says that an account begins with an invitation
    Row("account_confirm_login_code", everybody(302)),
    Row("account_logout", everybody() | {ANONYMOUS: 302}),
    Row("account_inactive", everybody()),
    Row("account_reset_password", everybody()),
    Row("account_reset_password_done", everybody()),
    Row("account_reset_password_from_key", everybody(), lambda _cast: {"uidb36": "1", "key": "no-such"}),
    Row("account_reset_password_from_key_done", everybody()),
    Row("account_change_password", accounts()),
    Row("account_set_password", accounts(302)),
]
