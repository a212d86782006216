"""Public pages that a browser keeps until something they show has changed."""

import hashlib
from collections.abc import Callable
from functools import cache as cache_once
from functools import wraps
from typing import Any

from csp.decorators import csp_exempt
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.access import tournament_for_reading
from tournaments.models.events import Tournament
from tournaments.satellites import version_of_event
from tournaments.stages import objections_run

Page = Callable[..., HttpResponse]
MOST_TRIES = 3
KEPT_SECONDS = 600


@cache_once
def release() -> str:
    """What this program's pages look like: it changes with a template, a word or a style sheet."""
    seen = hashlib.sha256(getattr(staticfiles_storage, "manifest_hash", "").encode())
    for pattern in ("templates/**/*.html", "locale/*/LC_MESSAGES/django.mo"):
        for path in sorted(settings.BASE_DIR.glob(pattern)):
            seen.update(path.read_bytes())
    return seen.hexdigest()[:8]


def stamp(tournament: Tournament) -> str:
    """What public pages of an evening depend on, language and reader aside: program, facts, people's names,
    and whether the time for objections still runs, which ends without anybody's act. Who qualifies for
    another event depends on all that lead there.

    The moment it was made tells it from an evening of another installation that had its key.
    """
    made = int(tournament.created_at.timestamp())
    asks = "-r" if objections_run(tournament, timezone.now()) else ""
    event = f"-q{version_of_event(tournament)}" if tournament.is_satellite else ""
    return f"{tournament.version}-{tournament.club.version}-{made:x}-{release()}{asks}{event}"


def versioned(page: Callable[..., HttpResponse]) -> Page:
    """Serve `page(request, tournament, **kwargs)` compressed, and only when the reader has not got it yet.

    A poll that brings the last stamp gets 204, a browser that brings the last ETag 304. An ETag is given to
    readers without a login alone, for a page without messages: every other page is personal. While the time
    for objections runs pages bear the server's clock, so a kept one would be wrong.
    """

    @wraps(page)
    def answer(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
        tournament = tournament_for_reading(request.user, pk)
        if request.htmx and request.GET.get("v") == stamp(tournament):
            return _nothing_new(request, 204)
        is_timed = objections_run(tournament, timezone.now())
        if request.user.is_authenticated or is_timed or len(get_messages(request)):
            response = page(request, tournament, **kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            return response
        unchanged = get_conditional_response(request, etag=_etag(tournament))
        if unchanged is not None:
            return _stamped(_nothing_new(request, unchanged.status_code), tournament)
        return _settled(page, request, tournament, kwargs)

    return login_not_required(gzip_page(require_safe(answer)))


def remembered(tournament: Tournament, part: str, make: Callable[[], str]) -> SafeString:
    """The HTML of a part that is the same for everybody, made once for each version and language."""
    key = f"hall:{part}:{tournament.pk}:{stamp(tournament)}:{get_language()}"
    html = cache.get(key)
    if html is None:
        html = make()
        if _has_stood_still(tournament):
            cache.set(key, html, KEPT_SECONDS)
    return mark_safe(html)  # noqa: S308 - a rendered template of our own


def _etag(tournament: Tournament) -> str:
    return f'W/"{tournament.pk}-{stamp(tournament)}-{get_language()}"'


def _stamped(response: HttpResponse, tournament: Tournament) -> HttpResponse:
    response["ETag"] = _etag(tournament)
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request"])
    return response


def _settled(
    page: Page, request: HttpRequest, tournament: Tournament, kwargs: dict[str, Any]
) -> HttpResponse:
    """The page with the ETag of what it shows: made again if the evening moved meanwhile.

    When it never stands still the last try goes out without an ETag.
    """
    response = HttpResponse()
    for _attempt in range(MOST_TRIES):
        response = page(request, tournament, **kwargs)
        if response.status_code != 200:
            return response
        now = tournament_for_reading(request.user, tournament.pk)
        if stamp(now) == stamp(tournament):
            return _stamped(response, tournament)
        tournament = now
    return response


def _has_stood_still(tournament: Tournament) -> bool:
    found = Tournament.objects.select_related("club").filter(pk=tournament.pk).first()
    return found is not None and stamp(found) == stamp(tournament)


@xframe_options_exempt
@csp_exempt()
def _nothing_new(_request: HttpRequest, status: int) -> HttpResponse:
    """An answer without a body, which needs none of the headers that protect a body."""
    response = HttpResponse(status=status)
    del response["Content-Type"]
    return response
