"""A club, its secretary's browser, and what that browser sends for a whole form of figures."""

from typing import Any

import pytest
from django.test import Client

from scoring.regulations import PRESETS, changed
from tests.cast import SECRETARY, Cast
from tournaments.formats import RulesDocument, preset_document
from tournaments.forms.regulations import RegulationsForm
from tournaments.models.regulations import RegulationsCopy
from tournaments.regulations import add_copy


@pytest.fixture
def secretary(cast: Cast, client: Client) -> Client:
    client.force_login(cast.users[SECRETARY])
    return client


def typed(document: RulesDocument | None = None, **figures: Any) -> dict[str, str]:
    """The form as a browser sends it, with some figures written over."""
    form = RegulationsForm(document=document or preset_document("fibur-2026"))
    data = {name: "" if value is None else str(value) for name, value in form.initial.items()}
    return data | {"name": "Del giovedì"} | {name: str(value) for name, value in figures.items()}


def copy_in(
    cast: Cast, name: str = "Del giovedì", preset: str = "fibur-2026", **figures: Any
) -> RegulationsCopy:
    """A copy of a preset with some figures changed."""
    regulations = changed(PRESETS[preset], **figures)
    return add_copy(club=cast.club, name=name, based_on=preset, regulations=regulations, by=None)
