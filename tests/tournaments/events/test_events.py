"""Evenings are made from a programme, copied, changed while nothing is drawn, and seen when published."""

import datetime
import random
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models.clubs import Club
from tests.evenings import A_THURSDAY, make_evening, open_round, play_evening
from tournaments.ending import declare_final, publish_provisional
from tournaments.events import change_tournament, copy_tournament, create_tournament, plans_of, publish
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act, Snapshot
from tournaments.models.rounds import Round
from tournaments.programmes import PROGRAMMES, PhasePlan
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova")


def facts_of(tournament: Tournament, **changed: Any) -> dict[str, Any]:
    names = (
        "name",
        "starts_at",
        "venue",
        "poster",
        "entry_kind",
        "capacity",
        "regulations",
        "entry_mode",
        "criteria",
    )
    return {name: getattr(tournament, name) for name in names} | changed


@pytest.mark.parametrize("code", PROGRAMMES)
def test_every_programme_makes_an_evening_with_its_rounds(club: Club, code: str) -> None:
    plan = PROGRAMMES[code]
    tournament = create_tournament(
        club=club,
        facts={
            "name": "Prova",
            "starts_at": A_THURSDAY,
            "entry_kind": plan.entry_kind,
            "team_pairs": plan.team_pairs,
        },
        phases=[
            phase if phase.vp_table != "own" else replace(phase, vp_limits="225 525") for phase in plan.phases
        ],
        by=None,
    )
    assert tournament.rounds.count() == sum(phase.rounds_count for phase in plan.phases)
    assert set(tournament.rounds.values_list("state", flat=True)) == {Round.State.PLANNED}


def test_the_usual_evening_knows_its_awards(club: Club) -> None:
    tournament = make_evening(club, entries=0)
    awards = tournament.phases.values_list("sit_out_vp", "sit_out_mp", "absence_vp", "absence_mp")
    assert set(awards) == {(12, 305, 8, -305)}


def test_a_target_evening_asks_for_its_awards(club: Club) -> None:
    tournament = make_evening(club, entries=0, programme="target")
    assert tournament.phases.get().sit_out_vp is None


def test_a_copy_has_the_plan_and_nobody(club: Club) -> None:
    source = make_evening(club, entries=6)
    copy = copy_tournament(
        source=source, name="Di nuovo", starts_at=A_THURSDAY + datetime.timedelta(days=7), by=None
    )
    assert plans_of(copy) == plans_of(source)
    assert copy.entries.count() == 0
    assert copy.published_at is None


def test_phases_change_until_the_first_draw_and_words_until_the_end(club: Club) -> None:
    tournament = make_evening(club, entries=6)
    longer = [replace(plan, rounds_count=2) for plan in plans_of(tournament)]
    change_tournament(tournament=tournament, facts=facts_of(tournament), phases=longer, by=None)
    assert tournament.rounds.count() == 4
    open_round(tournament, 1)
    with pytest.raises(ValidationError, match="first round is announced"):
        change_tournament(tournament=tournament, facts=facts_of(tournament), phases=[longer[0]], by=None)
    with pytest.raises(ValidationError, match="first round is announced"):
        change_tournament(
            tournament=tournament, facts=facts_of(tournament, regulations="guida"), phases=longer, by=None
        )
    changed = change_tournament(
        tournament=tournament, facts=facts_of(tournament, name="Nuovo nome"), phases=longer, by=None
    )
    assert changed.name == "Nuovo nome"


def test_changing_nothing_writes_nothing(club: Club) -> None:
    tournament = make_evening(club, entries=2)
    before = Act.objects.count()
    change_tournament(tournament=tournament, facts=facts_of(tournament), phases=plans_of(tournament), by=None)
    assert Act.objects.count() == before


def test_single_players_cannot_play_a_mitchell(club: Club) -> None:
    with pytest.raises(ValidationError, match="drawn, seated by hand"):
        create_tournament(
            club=club,
            facts={"name": "Prova", "starts_at": A_THURSDAY, "entry_kind": "individuals"},
            phases=[PhasePlan(Phase.Movement.MITCHELL, 3)],
            by=None,
        )


def test_publishing_twice_is_one_act(club: Club) -> None:
    tournament = make_evening(club, entries=2, published=False)
    publish(tournament=tournament, by=None)
    publish(tournament=tournament, by=None)
    assert Act.objects.filter(verb=Act.Verb.PUBLISH).count() == 1


def test_an_evening_ends_provisional_then_final_with_its_picture(club: Club) -> None:
    tournament = play_evening(make_evening(club, entries=6), random.Random(6))
    with pytest.raises(ValidationError, match="check of the standings first"):
        declare_final(tournament=tournament, by=None)
    publish_provisional(tournament=tournament, by=None)
    picture = declare_final(tournament=tournament, by=None)
    assert declare_final(tournament=tournament, by=None) == picture
    assert Snapshot.objects.count() == 1
    rows = standings(tournament).rows
    assert [(row["number"], row["vp"], row["mp"]) for row in picture.data["rows"]] == [
        (row.number, row.vp, row.mp) for row in rows
    ]
    assert picture.data["regulations"]["code"] == "fibur-2026"


def test_the_standings_are_not_out_while_a_round_is_open(club: Club) -> None:
    tournament = make_evening(club, entries=6)
    open_round(tournament, 1)
    tournament.refresh_from_db()
    with pytest.raises(ValidationError, match="Close round 1 first"):
        publish_provisional(tournament=tournament, by=None)


def test_the_log_cannot_be_deleted(club: Club) -> None:
    make_evening(club, entries=2)
    with pytest.raises(TypeError):
        Act.objects.get().delete()
    with pytest.raises(TypeError):
        Act.objects.all().delete()
