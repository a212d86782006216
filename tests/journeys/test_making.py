"""An evening is made and saved again by its pages: phases nobody touched stay as they were."""

import pytest

from tests.cast import Cast
from tests.journeys.evening import make, secretary, url
from tournaments.events import plans_of
from tournaments.models.events import Tournament
from tournaments.programmes import PROGRAMMES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("programme", PROGRAMMES)
def test_the_page_of_a_kind_makes_its_phases_and_saving_it_again_keeps_them(
    cast: Cast, programme: str
) -> None:
    visitor = secretary(cast)
    night = make(cast, visitor, programme)
    made = plans_of(Tournament.objects.get(pk=night.pk))
    wanted = PROGRAMMES[programme].phases
    facts = ("movement", "rounds_count", "hands", "target", "minutes", "vp_table")
    assert [[getattr(plan, name) for name in facts] for plan in made] == [
        [getattr(plan, name) for name in facts] for plan in wanted
    ]
    page = visitor.press(visitor.open(url("edit", night.pk)), "Save the evening", {"venue": "Sala grande"})
    assert "Saved." in page.text
    assert plans_of(Tournament.objects.get(pk=night.pk)) == made
