"""The form of an evening offers what can be done, and says what cannot."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def new_evening(cast: Cast) -> str:
    return reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"


def posted(client: Client, url: str, **changed: Any) -> dict[str, Any]:
    """What a browser sends of the form as it is shown."""
    context = client.get(url).context
    forms = [
        context["form"],
        *([context["phases"].management_form, *context["phases"]] if context["phases"] else []),
    ]
    data: dict[str, Any] = {}
    for form in forms:
        for field in form:
            if field.field.disabled or field.name == "DELETE":
                continue
            widget = field.subwidgets[0].data if field.name == "starts_at" else None
            if widget:
                data |= {part["name"]: part["value"] for part in widget["subwidgets"]}
            elif field.value() not in (None, False):
                data[field.html_name] = field.value()
    return data | changed


def test_only_a_phase_that_is_there_can_be_removed(secretary: Client, cast: Cast) -> None:
    page = secretary.get(new_evening(cast)).content.decode()
    assert 'name="fasi-1-DELETE"' in page
    assert 'name="fasi-2-movement"' in page
    assert 'name="fasi-2-DELETE"' not in page
    data = posted(secretary, new_evening(cast), **{"name": "", "fasi-2-rounds_count": "2"})
    assert 'name="fasi-2-DELETE"' in secretary.post(new_evening(cast), data).content.decode()
