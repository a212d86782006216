"""The secretary before the pages for when something goes wrong, and how their words are read."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def url(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def words(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))
