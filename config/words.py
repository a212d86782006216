"""Words of Django and allauth that this site says in its own way.

Our catalogue goes before theirs, but `makemessages` keeps only what it finds in our source: hence the lists.
Italian writes the names of days and months in lower case; allauth's letters and refusals speak as we do.
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
LETTERS = (
    _("Hello from %(site_name)s!"),
    _("Thank you for using %(site_name)s!\n%(site_domain)s"),
    _("Sign-In Code"),
    _("Your sign-in code is listed below. Please enter it in your open browser window."),
    _("This mail can be safely ignored if you did not initiate this action."),
    _("Password Reset Email"),
    _(
        "You're receiving this email because you or someone else has requested a password reset for your "
        "user account.\nIt can be safely ignored if you did not request a password reset. Click the link "
        "below to reset your password."
    ),
    _(
        "You are receiving this email because you, or someone else, tried to access an account with email "
        "%(email)s. However, we do not have any record of such an account in our database."
    ),
    _("If it was you, you can sign up for an account using the link below."),
)
