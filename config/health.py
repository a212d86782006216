"""Whether this process can reach its database and its broker: what a monitor asks for."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from kombu.exceptions import OperationalError

from config.celery import app


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone() == (1,)
    except DatabaseError:
        return False


def broker_answers() -> bool:
    try:
        with app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0)
            broker.default_channel.close()
    except (OperationalError, OSError):
        return False
    return True


@require_GET
@never_cache
@login_not_required
def health(request: HttpRequest) -> JsonResponse:
    """200 when both answer, else 503; the body says which: `{"database": true, "broker": true}`."""
    answers = {"database": database_answers(), "broker": broker_answers()}
    return JsonResponse(answers, status=200 if all(answers.values()) else 503)
