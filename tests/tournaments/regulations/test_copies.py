"""A club's own regulations: kept, changed, retired; an evening follows them until its first draw."""

import datetime
import random

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404

from scoring.regulations import PRESETS, BurracoKind, as_dict, changed
from tests.cast import Cast
from tests.evenings import A_THURSDAY, make_evening, open_round, play_evening, play_round, the_round
from tests.tournaments.regulations.conftest import copy_in
from tournaments import draws, rounds
from tournaments.ending import declare_final, publish_provisional
from tournaments.events import change_tournament, copy_tournament, create_tournament, plans_of
from tournaments.formats import copy_document, document_of, regulations_of
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.regulations import RegulationsCopy
from tournaments.regulations import (
    add_copy,
    change_copy,
    copies_of,
    copies_offered,
    copy_of,
    document_named,
    restore_copy,
    retire_copy,
)
from tournaments.results import rules_of
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
FIBUR = PRESETS["fibur-2026"]


def evening_by(cast: Cast, copy: RegulationsCopy, entries: int = 4) -> Tournament:
    """An evening that has chosen the copy, everybody present."""
    evening = make_evening(cast.club, entries=entries, programme="2m2d")
    Tournament.objects.filter(pk=evening.pk).update(regulations="", regulations_copy=copy)
    return Tournament.objects.select_related("club").get(pk=evening.pk)


def again(evening: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=evening.pk)


def test_a_copy_reads_back_as_it_was_given(cast: Cast) -> None:
    copy = copy_in(cast, closing=150)
    document = copy_document(RegulationsCopy.objects.get(pk=copy.pk))
    assert document.regulations == changed(FIBUR, closing=150, code=f"copia-{copy.pk}")
    assert (document.name, document.based_on) == ("Del giovedì", "fibur-2026")


def test_the_same_copy_made_twice_is_one(cast: Cast) -> None:
    assert copy_in(cast, closing=150) == copy_in(cast, closing=150)
    with pytest.raises(ValidationError, match="already has regulations with this name"):
        copy_in(cast, closing=50)
    with pytest.raises(ValidationError, match="already has regulations with this name"):
        copy_in(cast, name="DEL GIOVEDì")
    assert RegulationsCopy.objects.count() == 1


def test_two_clubs_may_use_one_name_and_never_each_others_copy(cast: Cast) -> None:
    ours = copy_in(cast)
    theirs = add_copy(
        club=cast.next_door, name="Del giovedì", based_on="guida", regulations=PRESETS["guida"], by=None
    )
    assert list(copies_of(cast.club)) == [ours]
    with pytest.raises(Http404):
        copy_of(cast.club, theirs.pk)
    with pytest.raises(Http404):
        document_named(cast.club, theirs.code)
    facts = {"name": "Prova", "starts_at": A_THURSDAY, "regulations": "", "regulations_copy": theirs}
    plans = plans_of(make_evening(cast.club, entries=0))
    with pytest.raises(ValidationError, match="belong to another club"):
        create_tournament(club=cast.club, facts=facts, phases=plans, by=None)


@pytest.mark.parametrize(
    "word", ["", "copia-", "copia-x", "copia-٣", "copia-" + "9" * 30, "copia-0", "nessuno"]
)
def test_a_word_that_names_no_regulations_is_404(cast: Cast, word: str) -> None:
    with pytest.raises(Http404):
        document_named(cast.club, word)


def test_figures_that_contradict_each_other_are_never_stored(cast: Cast) -> None:
    with pytest.raises(ValidationError) as refusal:
        copy_in(cast, closing=7, shortest_run=1)
    assert [problem.field for problem in refusal.value.params["problems"]] == ["closing", "shortest_run"]
    copy = copy_in(cast)
    with pytest.raises(ValidationError):
        change_copy(copy=copy, name=copy.name, regulations=changed(FIBUR, closing=7), seen_version=1, by=None)
    assert RegulationsCopy.objects.get().figures == copy.figures


def test_a_change_on_top_of_somebody_elses_is_refused_once(cast: Cast) -> None:
    copy = copy_in(cast)
    dearer, cheaper = changed(FIBUR, closing=150), changed(FIBUR, closing=50)
    change_copy(copy=copy, name=copy.name, regulations=dearer, seen_version=1, by=None)
    with pytest.raises(ValidationError) as refusal:
        change_copy(copy=copy, name=copy.name, regulations=cheaper, seen_version=1, by=None)
    assert refusal.value.code == "stale"
    # The same press twice is no quarrel.
    assert change_copy(copy=copy, name=copy.name, regulations=dearer, seen_version=1, by=None).version == 2
    change_copy(copy=copy, name=copy.name, regulations=cheaper, seen_version=2, by=None)
    assert RegulationsCopy.objects.get().figures["closing"] == 50


def test_an_evening_follows_its_copy_until_the_first_draw_and_keeps_it_from_then_on(cast: Cast) -> None:
    copy = copy_in(cast)
    evening = evening_by(cast, copy)
    version = evening.version
    change_copy(
        copy=copy, name="Nuovo nome", regulations=changed(FIBUR, closing=150), seen_version=1, by=None
    )
    evening = again(evening)
    assert regulations_of(evening).closing == 150
    assert evening.version > version, "pages that show the regulations must be made again"
    assert Act.objects.filter(tournament=evening, verb=Act.Verb.CHANGE).count() == 1

    open_round(evening, 1)
    version = again(evening).version
    change_copy(copy=copy, name="Altro", regulations=changed(FIBUR, closing=50), seen_version=2, by=None)
    evening = again(evening)
    assert evening.version == version
    document = document_of(evening)
    assert (document.regulations.closing, document.name, document.based_on) == (
        150, "Nuovo nome", "fibur-2026",
    )  # fmt: skip
    assert rules_of(the_round(evening, 2).phase).regulations.closing == 150


def test_an_evening_by_a_preset_keeps_it_too(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    assert evening.regulations_kept is None
    open_round(evening, 1)
    kept = again(evening).regulations_kept
    assert kept == {"figures": as_dict(FIBUR), "based_on": "fibur-2026", "name": "", "version": 0}
    assert regulations_of(again(evening)) == FIBUR


def test_undoing_the_first_draw_lets_the_regulations_go(cast: Cast) -> None:
    copy = copy_in(cast)
    evening = evening_by(cast, copy)
    evening.phases.update(allow_second_cycle=True)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=2)
    assert again(evening).regulations_kept is not None
    rounds.undo_draw(round=the_round(again(evening), 1), by=None)
    assert again(evening).regulations_kept is None
    change_copy(copy=copy, name=copy.name, regulations=changed(FIBUR, closing=150), seen_version=1, by=None)
    assert regulations_of(again(evening)).closing == 150


def test_undoing_a_later_draw_keeps_them(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6)
    play_round(evening, 1, random.Random(1))
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    rounds.undo_draw(round=the_round(evening, 2), by=None)
    assert again(evening).regulations_kept is not None


def test_a_drawn_evening_cannot_change_its_regulations(cast: Cast) -> None:
    copy = copy_in(cast)
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    with pytest.raises(ValidationError, match="phases, regulations and order stand"):
        change_tournament(
            tournament=evening,
            facts={"regulations": "", "regulations_copy": copy},
            phases=plans_of(evening),
            by=None,
        )


def test_copying_an_evening_keeps_the_choice_and_not_what_was_kept(cast: Cast) -> None:
    copy = copy_in(cast, closing=150)
    source = evening_by(cast, copy)
    open_round(source, 1)
    retire_copy(copy=copy, by=None)
    later = A_THURSDAY + datetime.timedelta(days=7)
    made = copy_tournament(source=again(source), name="Di nuovo", starts_at=later, by=None)
    assert (made.regulations, made.regulations_copy, made.regulations_kept) == ("", copy, None)
    change_copy(copy=copy, name=copy.name, regulations=changed(FIBUR, closing=50), seen_version=1, by=None)
    assert regulations_of(again(made)).closing == 50
    assert regulations_of(again(source)).closing == 150


def test_an_evening_is_played_by_one_code_only(cast: Cast) -> None:
    copy = copy_in(cast)
    evening = make_evening(cast.club, entries=2)
    for facts in ({"regulations_copy": copy}, {"regulations": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=evening.pk).update(**facts)
        with pytest.raises(ValidationError, match="one code of regulations"):
            change_tournament(tournament=evening, facts=facts, phases=plans_of(evening), by=None)


def test_retired_regulations_are_offered_to_nobody_new(cast: Cast) -> None:
    copy = copy_in(cast)
    assert copies_offered(cast.club) == [copy]
    retire_copy(copy=copy, by=None)
    first = RegulationsCopy.objects.get().retired_at
    retire_copy(copy=copy, by=None)
    assert RegulationsCopy.objects.get().retired_at == first
    assert copies_offered(cast.club) == []
    assert copies_offered(cast.club, copy) == [copy]
    restore_copy(copy=copy, by=None)
    assert copies_offered(cast.club) == [copy]


def test_the_list_counts_the_evenings_that_follow(cast: Cast) -> None:
    copy, other = copy_in(cast), copy_in(cast, name="Altro")
    drawn, _waiting = evening_by(cast, copy), evening_by(cast, copy)
    open_round(drawn, 1)
    assert {each.pk: each.following for each in copies_of(cast.club)} == {copy.pk: 1, other.pk: 0}


def test_a_whole_evening_is_counted_and_ends_by_its_own_figures(cast: Cast) -> None:
    bonuses = {BurracoKind.CLEAN: 500, BurracoKind.SEMI_CLEAN: 300, BurracoKind.DIRTY: 200}
    copy = copy_in(cast, bonuses=bonuses, closing=200)
    evening = play_evening(evening_by(cast, copy, entries=6), random.Random(4))
    before = [(row.number, row.vp, row.mp) for row in standings(evening).rows]
    change_copy(copy=copy, name="Altro", regulations=FIBUR, seen_version=1, by=None)
    publish_provisional(tournament=evening, by=None)
    picture = declare_final(tournament=evening, by=None).data
    assert [(row["number"], row["vp"], row["mp"]) for row in picture["rows"]] == before
    assert (picture["regulations"]["closing"], picture["regulations_name"]) == (200, "Del giovedì")
    assert picture["regulations"]["bonuses"]["clean"] == 500
