"""Words of Django and allauth that this site says in its own way.

Our catalogue goes before theirs, but `makemessages` keeps only what it finds in our source: hence the lists.
Italian writes the names of days and months in lower case; allauth's refusals speak as we do.
"""

from django.utils.translation import gettext_noop as _

DAYS = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"))
MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)
FIELDS = (
    _("Email"),
    _("Email address"),
    _("Remember Me"),
    _("Password (again)"),
    _("Current Password"),
    _("New Password"),
    _("New Password (again)"),
)
REFUSALS = (
    _("This account is currently inactive."),
    _("The email address and/or password you specified are not correct."),
    _("A user is already registered with this email address."),
    _("Please type your current password."),
    _("Incorrect code."),
    _("The password reset token was invalid."),
    _("Too many failed login attempts. Try again later."),
    _("The email address is not assigned to any user account."),
    _("Be patient, you are sending too many requests."),
    _("You must type the same password each time."),
)
MESSAGES = (
    _("Successfully signed in as %(name)s."),
    _("You have signed out."),
    _("A sign-in code has been sent to %(recipient)s."),
    _("Password successfully changed."),
    _("Password successfully set."),
)
