"""Before the event the page says how many rounds the field needs."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening
from tournaments.forms.foresight import CODES, OFFERS, foresights_of, needs_of
from tournaments.forms.phases import PhaseForm
from tournaments.models.events import Phase, Tournament
from tournaments.pairing.foresight import Foresight
from tournaments.programmes import PhasePlan, Programme

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("programme", "entries", "fits", "words"),
    [
        ("all", 8, True, "with 8 pairs everybody meets everybody in 7 rounds."),
        ("all", 7, True, "with 7 pairs everybody meets everybody in 7 rounds."),
        ("all", 10, False, "in 9 rounds, and 7 are planned: not all will meet."),
        ("all", 6, False, "after 5 rounds, and 7 are planned: take some away."),
        ("howell", 6, True, "in 5 rounds."),
        ("knockout", 16, True, "the final is round 4 of the knock-out."),
        ("knockout", 17, False, "the final is round 5 of the knock-out, and 4 are planned: it ends before"),
        ("knockout", 8, False, "is round 3 of the knock-out, and 4 are planned: take those after"),
    ],
)
def test_rounds_that_the_field_needs(
    client: Client, cast: Cast, programme: str, entries: int, words: str, *, fits: bool
) -> None:
    evening = make_evening(cast.club, entries=entries, programme=programme)
    ((sentence, is_right),) = needs_of(evening, entries)
    assert is_right == fits
    assert words in sentence
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    for phase in ("before", "check_in"):
        page = client.get(reverse("tournaments:director", args=[evening.pk]), {"fase": phase})
        assert words in page.content.decode()


def test_groups_need_what_the_largest_needs(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=13, programme="groups")
    evening.phases.filter(number=2).update(movement=Phase.Movement.ROUND_ROBIN)
    (sentence, fits), (wait, is_fine) = needs_of(evening, 13)
    assert (wait, is_fine) == ("Phase 2: the groups of 6 have met before the others, and wait.", True)
    assert not fits
    assert "with 7 pairs everybody meets everybody in 7 rounds, and 2 are planned" in sentence
    ((sentence, fits),) = needs_of(evening, 3)
    assert not fits
    assert "cannot fill 2 groups, at most 1" in sentence


@pytest.mark.parametrize(
    ("movement", "entries", "rounds", "is_said"),
    [
        ("danish_no_rematch", 8, 5, False),
        ("danish_no_rematch", 8, 6, True),
        ("swiss", 8, 7, True),
        ("swiss", 8, 8, False),  # that some must meet again is said already
        ("swiss", 9, 7, False),
        ("swiss", 9, 8, True),
        ("drawn", 6, 4, True),
        ("drawn", 4, 2, False),  # always possible
        ("danish_modified", 8, 7, False),
    ],
)
def test_rounds_without_rematches_that_often_fail_are_said(
    cast: Cast, movement: str, entries: int, rounds: int, is_said: bool
) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan(movement, rounds),))
    said = needs_of(make_evening(cast.club, entries=entries, programme=plan), entries)
    assert [fits for _sentence, fits in said] == [False] * is_said
    assert all(f"{rounds} rounds without rematches among {entries}" in sentence for sentence, _fits in said)


def test_what_cannot_be_in_the_smallest_group_is_said(cast: Cast) -> None:
    mitchell = PhasePlan(Phase.Movement.MITCHELL, 3, groups=2, groups_by="lot")
    swiss = PhasePlan(Phase.Movement.SWISS, 5, groups=2)
    evening = make_evening(cast.club, entries=9, programme=Programme("Prova", "pairs", (mitchell, swiss)))
    assert [each.split(".")[0] for each in foresights_of(evening, 9)] == [
        "Phase 1: 3 rounds of Mitchell, but only 2 can be without rematches",
        "Phase 2: 5 rounds without rematches, but only 3 are possible",
    ]
    assert foresights_of(evening, 16) == []


def test_other_movements_and_single_players_need_nothing(cast: Cast) -> None:
    assert needs_of(make_evening(cast.club, entries=8), 8) == []
    assert needs_of(make_evening(cast.club, entries=8, programme="individual-rotation"), 8) == []


def test_what_cannot_be_is_said_with_what_can(client: Client, cast: Cast) -> None:
    """Seven tables of a whole Mitchell, then Danish without rematches."""
    plan = (PhasePlan(Phase.Movement.MITCHELL, 7), PhasePlan(Phase.Movement.DANISH_NO_REMATCH, 1))
    evening = make_evening(cast.club, entries=14, programme=Programme("Prova", "pairs", plan))
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    page = client.get(reverse("tournaments:director", args=[evening.pk])).content.decode()
    assert "after a whole Mitchell at an odd number of tables some must meet again." in page
    assert "play it as Danish, not the previous opponents; or play one round less before it." in page


@pytest.mark.parametrize(
    ("movement", "size", "plan", "words"),
    [
        (
            Phase.Movement.INDIVIDUAL,
            4,
            (8, 9),
            "a new partner for everybody at most in 7: some must be partners",
        ),
        (
            Phase.Movement.INDIVIDUAL_DANISH,
            4,
            (4, 5),
            "a new partner for everybody at most in 3: some must be",
        ),
        (Phase.Movement.DRAWN, 3, (6, 4), "new opponents for everybody at most in 2: some must meet again."),
        (Phase.Movement.INDIVIDUAL, 4, (8, 7), ""),
        (Phase.Movement.MANUAL, 4, (8, 9), ""),
    ],
)
def test_single_players_are_told_when_partners_run_out(
    client: Client, cast: Cast, movement: str, size: int, plan: tuple[int, int], *, words: str
) -> None:
    entries, rounds = plan
    phase_plan = PhasePlan(movement, rounds, table_size=size)
    programme = Programme("Prova", Tournament.EntryKind.INDIVIDUALS, (phase_plan,))
    evening = make_evening(cast.club, entries=entries, programme=programme)
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    for phase in ("before", "check_in"):
        page = client.get(reverse("tournaments:director", args=[evening.pk]), {"fase": phase})
        html = page.content.decode()
        assert words in html
        assert ("shorten the phase to as many rounds as are possible" in html) == bool(words)


def test_a_club_that_is_too_large_is_said(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="4d")
    evening.entries.filter(number__lte=5).update(club_name="Circolo di prova")
    assert foresights_of(evening, 8) == []
    evening.phases.update(clubs_apart=2)
    (sentence,) = foresights_of(evening, 8)
    assert "with 4 or fewer they need not." in sentence
    assert "let clubs meet" in sentence


def test_every_code_and_offer_has_its_words() -> None:
    """The pure module names them in its docstring alone."""
    known = Foresight.__doc__ or ""
    for word in (*CODES, *OFFERS):
        assert f"`{word}`" in known
    assert set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", known)) == {*CODES, *OFFERS}


def before_page(client: Client, cast: Cast, evening: Tournament) -> str:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    page = client.get(reverse("tournaments:director", args=[evening.pk]), {"fase": "before"})
    return re.sub(r"\s+", " ", page.content.decode())


@pytest.mark.parametrize(("entries", "rests"), [(7, True), (8, False)])
def test_that_a_sit_out_has_no_points_is_said_before(
    client: Client, cast: Cast, entries: int, *, rests: bool
) -> None:
    evening = make_evening(cast.club, entries=entries)
    said = "who rests or is absent in a round has none in it: the award gives only V.P. and M.P."
    assert said not in before_page(client, cast, evening)
    Tournament.objects.filter(pk=evening.pk).update(criteria=["raw_points", "vp", "mp"])
    page = before_page(client, cast, evening)
    assert said in page
    assert "let the order of the standings begin with V.P." in page
    assert (f"With {entries} somebody rests in every round." in page) is rests


@pytest.mark.parametrize(("award", "is_said"), [(14, True), (399, True), (2500, False), (None, False)])
def test_an_award_too_small_for_points_is_said_before(
    client: Client, cast: Cast, award: int | None, *, is_said: bool
) -> None:
    evening = make_evening(cast.club, entries=8)
    evening.phases.filter(number=1).update(vp_table="raw", sit_out_vp=award)
    page = before_page(client, cast, evening)
    assert (f"a sit-out gives {award}." in page) is is_said


def test_a_sit_out_may_give_as_many_points_as_a_round(cast: Cast) -> None:
    for table, award, fits in (("raw", 2500, True), ("raw", 40_000, False), ("hands-4", 2500, False)):
        typed = {"vp_table": table, "sit_out_vp": award, "movement": "swiss", "rounds_count": 3, "hands": 4}
        form = PhaseForm(typed)
        form.is_valid()
        assert ("sit_out_vp" not in form.errors) is fits


def test_a_table_that_will_not_be_there_is_said_before_and_where_it_is_typed(
    client: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=8)
    page = before_page(client, cast, evening)
    assert "always sits at table" not in page
    entry = evening.entries.get(number=3)
    said = "Number 3 always sits at table 5, but the 8 who are in make only 4 tables"
    for table, is_said in ((4, False), (5, True)):
        address = reverse("tournaments:entry_place", args=[evening.pk, entry.pk])
        answer = client.post(address, {"fixed_table": table}, follow=True)
        assert (said in answer.content.decode()) is is_said
        assert (said in before_page(client, cast, evening)) is is_said
    Tournament.objects.filter(pk=evening.pk).update(closed_tables=[5])
    out_of_use = "Number 3 always sits at table 5, which is out of use"
    assert out_of_use in before_page(client, cast, evening)
    client.post(address, {"fixed_table": 4})
    assert out_of_use in client.post(address, {"fixed_table": 5}, follow=True).content.decode()
