"""What the organiser of an evening of teams is asked: the pairs of a team, V.P. for more tables, awards."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from tests.cast import Cast
from tests.evenings import A_THURSDAY, make_evening
from tests.tournaments.events.test_pages import posted
from tournaments.events import change_tournament, copy_tournament, create_tournament, plans_of
from tournaments.formats import limits_in_proportion, own_table, vp_table
from tournaments.models.events import Tournament
from tournaments.programmes import PhasePlan

pytestmark = pytest.mark.django_db
AWARDS = {"sit_out_vp": 12, "sit_out_mp": 350, "absence_vp": 8, "absence_mp": -350}


def make(club: Club, pairs: int, **plan: object) -> Tournament:
    facts = {"name": "Squadre", "starts_at": A_THURSDAY, "entry_kind": "teams", "team_pairs": pairs}
    return create_tournament(club=club, facts=facts, phases=[PhasePlan("swiss", 2, **plan)], by=None)


@pytest.mark.parametrize(("pairs", "table"), [(3, "teams"), (3, "hands-4"), (4, "teams")])
def test_the_table_of_two_tables_is_not_taken_for_more_of_them(cast: Cast, pairs: int, table: str) -> None:
    with pytest.raises(ValidationError, match=f"for the sum of {pairs} tables") as refusal:
        make(cast.club, pairs, vp_table=table)
    assert limits_in_proportion(pairs) in refusal.value.messages[0]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("table", ["win-draw-loss", "raw"])
def test_a_win_or_the_points_need_no_limits(cast: Cast, table: str) -> None:
    assert vp_table(make(cast.club, 4, vp_table=table).phases.get()).code == table


def test_a_club_writes_its_own_limits(cast: Cast) -> None:
    evening = make(cast.club, 3, vp_table="own", vp_limits="225 525 825")
    table = vp_table(evening.phases.get())
    assert [table.lookup(difference) for difference in (0, 225, 230, -830)] == [
        (10, 10),
        (10, 10),
        (11, 9),
        (7, 13),
    ]
    copied = copy_tournament(source=evening, name="Di nuovo", starts_at=A_THURSDAY, by=None)
    assert (copied.team_pairs, plans_of(copied)) == (3, plans_of(evening))


def test_limits_in_proportion_are_those_of_teams_for_two_tables() -> None:
    assert limits_in_proportion(2) == "150 350 550 800 1050 1300 1600 1900 2200 2500"
    assert limits_in_proportion(3) == "225 525 825 1200 1575 1950 2400 2850 3300 3750"
    assert own_table(limits_in_proportion(4)).pairs[-1] == (20, 0)


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ("", "In proportion to the ones for teams"),
        ("300 200", "each higher than the one before it"),
        ("-5 200", "one to ten whole numbers"),
        ("100 dieci", "one to ten whole numbers"),
        (" ".join(str(100 * at) for at in range(1, 12)), "one to ten whole numbers"),
    ],
)
def test_limits_that_are_no_table_are_refused(cast: Cast, limits: str, sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        make(cast.club, 3, vp_table="own", vp_limits=limits)


def test_limits_without_the_own_table_would_count_for_nothing(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="only with our own table"):
        make(cast.club, 2, vp_table="teams", vp_limits="100 200")


def test_how_many_pairs_a_team_has_stands_once_somebody_is_entered(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=1, programme="teams-swiss")
    with pytest.raises(ValidationError, match="who enters cannot change"):
        change_tournament(tournament=evening, facts={"team_pairs": 3}, phases=plans_of(evening), by=None)


def test_the_page_asks_for_limits_and_awards_before_the_evening(secretary: Client, cast: Cast) -> None:
    page = f"{reverse('tournaments:create', args=[cast.club.slug])}?programma=teams-of-six"
    shown = secretary.get(page).content.decode()
    for words in ("three: six players", "Our own V.P. limits", "<details open>"):
        assert words in shown
    sent = posted(secretary, page, name="Squadre da sei", starts_at_0="2026-11-26", starts_at_1="20:45")
    refused = secretary.post(page, sent).content.decode()
    assert refused.count("No code says it for teams: write a figure.") >= 4
    assert limits_in_proportion(3) in refused, "all that is missing is said at once"
    sent |= {f"fasi-0-{name}": figure for name, figure in AWARDS.items()}
    assert limits_in_proportion(3) in secretary.post(page, sent).content.decode()
    assert not Tournament.objects.exists()
    sent["fasi-0-vp_limits"] = "225, 525; 825"
    assert secretary.post(page, sent).status_code == 302
    phase = Tournament.objects.get().phases.get()
    assert (phase.vp_limits, phase.absence_mp, phase.tournament.team_pairs) == ("225 525 825", -350, 3)
    rules = secretary.get(reverse("tournaments:regulations", args=[phase.tournament_id])).content.decode()
    assert "our own table" in rules
    assert "525" in rules


def test_pairs_are_not_asked_how_many_make_a_team(secretary: Client, cast: Cast) -> None:
    page = f"{reverse('tournaments:create', args=[cast.club.slug])}?programma=3m1d"
    assert 'name="team_pairs"' not in secretary.get(page).content.decode()
    sent = posted(secretary, page, name="Squadre", starts_at_0="2026-11-26", starts_at_1="20:45")
    sent |= {"entry_kind": "teams"} | {f"fasi-{at}-vp_table": "teams" for at in (0, 1)}
    asked = secretary.post(page, sent)
    assert "No code says it for teams: write a figure." in asked.content.decode(), "not those of pairs"
    assert [form["sit_out_vp"].value() for form in asked.context["phases"].initial_forms] == ["", ""]
    awards = {"awards_by": "teams", "sit_out_vp": 12, "sit_out_mp": 0, "absence_vp": 8, "absence_mp": 0}
    sent |= {f"fasi-{at}-{name}": figure for at in (0, 1) for name, figure in awards.items()}
    assert secretary.post(page, sent).status_code == 302
    assert Tournament.objects.get().team_pairs == 2
