"""Bad input for the figures of regulations: a sentence, nothing lost, no row."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.bad_input import assert_survives, rows_of
from tests.cast import Cast
from tests.tournaments.regulations.conftest import copy_in, typed
from tournaments.formats import preset_document
from tournaments.models.log import Act
from tournaments.models.regulations import RegulationsCopy

pytestmark = pytest.mark.django_db


def counts() -> dict[str, int]:
    return rows_of(RegulationsCopy, Act)


@pytest.mark.parametrize("code", ["fibur-2026", "guida"])
def test_making_regulations(secretary: Client, cast: Cast, code: str) -> None:
    url = reverse("tournaments:rules_create", args=[cast.club.slug]) + f"?da={code}"
    assert_survives(secretary, url, typed(preset_document(code)), counts)


def test_changing_regulations(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast)
    url = reverse("tournaments:rules_edit", args=[cast.club.slug, copy.pk])
    assert_survives(secretary, url, typed(seen=1, closing=150), counts)


def test_an_empty_post_is_refused_with_a_sentence(secretary: Client, cast: Cast) -> None:
    url = reverse("tournaments:rules_create", args=[cast.club.slug]) + "?da=guida"
    answer = secretary.post(url, {})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert counts()["RegulationsCopy"] == 0
