"""One log line per request, without personal data: the route instead of the path, no address, no user."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

logger = logging.getLogger("pozzetto.request")


def route(request: HttpRequest) -> str:
    """The name of the route that answered (`tournaments:desk`), or `-` when none did."""
    match = getattr(request, "resolver_match", None)
    return (match.view_name or match.route) if match else "-"


class RequestLog:
    """Middleware: logs method, route, status and milliseconds."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = self.get_response(request)
        took = (time.perf_counter() - start) * 1000
        logger.info("%s %s %d %.0f ms", request.method, route(request), response.status_code, took)
        return response


class WithoutPath(logging.Filter):
    """Replaces the path by the route in what Django logs about a request (`Internal Server Error: %s`)."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and record.args:
            path = request.path
            record.args = tuple(route(request) if word == path else word for word in record.args)
        return True
