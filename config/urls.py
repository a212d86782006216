"""Where every path begins. Pages are public only where a view says `login_not_required`."""

from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

from config.health import health

urlpatterns = [
    path("health/", health, name="health"),
    path("language/", login_not_required(set_language), name="set_language"),
    path("accounts/", include("clubs.account_urls")),
    path("", include("tournaments.urls")),
    path("", include("clubs.urls")),
]
