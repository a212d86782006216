"""A final in the settings: what cannot be is refused, what the field gives is said before the evening."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import Movement, look, programme, two_hands
from tournaments.events import change_tournament, plans_of
from tournaments.forms.finals import field_of
from tournaments.forms.foresight import foresights_of, needs_of
from tournaments.models.events import Phase
from tournaments.programmes import PhasePlan

pytestmark = pytest.mark.django_db
GROUPS = two_hands(Movement.ROUND_ROBIN, 3, groups=3, groups_by=Phase.GroupsBy.LOT)
EVERYBODY = two_hands(Movement.SWISS, 2)
FINAL = two_hands(Movement.KNOCKOUT, 3, qualify_each=2, qualify_next=2)


@pytest.mark.parametrize(
    "phases",
    [
        [FINAL],
        [GROUPS, replace(FINAL, movement=Movement.DANISH, groups=2)],
        [GROUPS, replace(FINAL, movement=Movement.MANUAL)],
        [EVERYBODY, FINAL],
        [GROUPS, replace(FINAL, qualify_next=3)],
        [GROUPS, replace(FINAL, qualify_each=0)],
    ],
    ids=["first", "in groups", "by hand", "next of nothing", "one more of each", "next without first"],
)
def test_what_cannot_be_is_refused(cast: Cast, phases: list[PhasePlan]) -> None:
    evening = make_evening(cast.club, entries=11, programme=programme(GROUPS, FINAL))
    with pytest.raises(ValidationError):
        change_tournament(tournament=evening, facts={}, phases=phases, by=None)


@pytest.mark.parametrize(
    ("entries", "each", "next_", "why"),
    [(11, 2, 2, ""), (5, 2, 2, "groups"), (8, 2, 1, "small"), (9, 3, 0, "everybody")],
)
def test_the_field_says_whether_there_is_a_final(
    cast: Cast, entries: int, each: int, next_: int, why: str
) -> None:
    evening = make_evening(cast.club, entries=4, programme=programme(GROUPS, FINAL))
    before, phase = evening.phases.order_by("number")
    phase.qualify_each, phase.qualify_next = each, next_
    field = field_of(phase, before, entries)
    assert field.why == why
    if not why:
        assert field.entries == each * 3 + next_


def test_the_evening_says_who_plays_the_final_and_what_its_rounds_come_to(cast: Cast) -> None:
    evening = make_evening(
        cast.club,
        entries=11,
        programme=programme(GROUPS, replace(FINAL, qualify_next=1)),
    )
    said = [sentence for sentence, fits in needs_of(evening, 11) if fits]
    assert (
        "Phase 2: 7 play the final, the first 2 of all 3 groups and the best of those who come next. In "
        "its first round the best seed has a bye." in said
    )
    assert "Phase 2: with 7 pairs the final is round 3 of the knock-out." in said
    few = [sentence for sentence, fits in needs_of(evening, 8) if not fits]
    assert few == ["Phase 2: the smallest field before it has only 2, too few for so many to go on."]


def test_rounds_that_a_final_cannot_have_are_foreseen(cast: Cast) -> None:
    swiss = two_hands(Movement.SWISS, 4, qualify_each=4)
    evening = make_evening(cast.club, entries=12, programme=programme(EVERYBODY, swiss))
    (said,) = foresights_of(evening, 12)
    assert said.startswith("Phase 2: 4 rounds without rematches, but only 3 are possible.")


def test_the_settings_ask_for_the_final_and_for_what_it_leads_to(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=11, programme=programme(GROUPS, FINAL))
    other = make_evening(cast.club, entries=4)
    page = look(secretary, "edit", evening)
    for words in ("a final of the first", "and of the best behind them", "the others", "qualifies for"):
        assert words in page.lower()
    assert other.name in page
    assert plans_of(evening)[1].qualify_next == 2
    assert secretary.get(reverse("tournaments:create", args=[cast.club.slug])).status_code == 200
