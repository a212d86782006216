"""An evening is made and saved again by its pages: phases nobody touched stay as they were."""

import pytest

from tests.cast import Cast
from tests.journeys.evening import make, secretary, url
from tournaments.events import plans_of
from tournaments.formats import limits_in_proportion
from tournaments.models.events import Tournament
from tournaments.programmes import PROGRAMMES

pytestmark = pytest.mark.django_db


def asked_of(programme: str) -> dict[str, str]:
    """What the organiser of teams is asked: no code has a figure for it."""
    plan = PROGRAMMES[programme]
    asked = {"sit_out_vp": "12", "sit_out_mp": "350", "absence_vp": "8", "absence_mp": "-350"}
    if plan.team_pairs > 2:
        asked["vp_limits"] = limits_in_proportion(plan.team_pairs)
    phases = range(len(plan.phases)) if plan.entry_kind == "teams" else ()
    return {f"fasi-{at}-{name}": figure for at in phases for name, figure in asked.items()}


@pytest.mark.parametrize("programme", PROGRAMMES)
def test_the_page_of_a_kind_makes_its_phases_and_saving_it_again_keeps_them(
    cast: Cast, programme: str
) -> None:
    visitor = secretary(cast)
    night = make(cast, visitor, programme, **asked_of(programme))
    made = plans_of(Tournament.objects.get(pk=night.pk))
    wanted = PROGRAMMES[programme].phases
    facts = ("movement", "rounds_count", "hands", "target", "minutes", "vp_table")
    assert [[getattr(plan, name) for name in facts] for plan in made] == [
        [getattr(plan, name) for name in facts] for plan in wanted
    ]
    page = visitor.press(visitor.open(url("edit", night.pk)), "Save the evening", {"venue": "Sala grande"})
    assert "Saved." in page.text
    assert plans_of(Tournament.objects.get(pk=night.pk)) == made
