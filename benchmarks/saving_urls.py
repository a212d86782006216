"""The program's own paths and a bare view beside them."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from tournaments.models.log import Snapshot


@require_POST
def bare(request: HttpRequest) -> HttpResponse:
    """One INSERT of what was posted."""
    Snapshot.objects.create(
        tournament_id=request.POST["pk"], number=request.POST["number"], data={}, by_id=request.user.pk
    )
    return HttpResponse(status=204)


urlpatterns = [path("bare/", bare), path("", include("config.urls"))]
