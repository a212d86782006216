import logging

import pytest
from django.test import Client, RequestFactory

from config.request_log import WithoutPath


@pytest.mark.django_db
def test_a_line_names_the_route_and_nobody(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="pozzetto.request"):
        client.get("/accounts/login/?next=/secret-token/", REMOTE_ADDR="192.0.2.77")
    lines = [record.getMessage() for record in caplog.records if record.name == "pozzetto.request"]
    assert len(lines) == 1
    assert lines[0].startswith("GET account_login 200 ")
    assert "secret-token" not in lines[0]
    assert "192.0.2.77" not in lines[0]


def test_what_django_says_of_a_broken_page_loses_its_path() -> None:
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 0, "%s: %s", ("Broken", "/t/secret-token/"), None
    )
    record.request = RequestFactory().get("/t/secret-token/")
    assert WithoutPath().filter(record)
    assert "secret-token" not in record.getMessage()
    assert record.getMessage().startswith("Broken")
