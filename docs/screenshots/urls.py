"""The project's paths, and one that breaks, to see what people are told then."""

from typing import NoReturn

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.urls import path

from config import urls
from docs.screenshots.house import BROKEN


@login_not_required
def broken(_request: HttpRequest) -> NoReturn:
    """Fail as a fault of ours would."""
    raise RuntimeError("broken on purpose, for its picture")


urlpatterns = [path(BROKEN, broken), *urls.urlpatterns]
