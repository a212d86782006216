"""The club's log of its regulations: who changed which figure, from what to what; it cannot be deleted."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.log import acts_of_board, write_act
from clubs.models.log import ClubAct
from scoring.cards import Rank
from scoring.regulations import PRESETS, BurracoKind, Unlikely, changed
from tests.cast import SCORER, SECRETARY, Cast
from tests.tournaments.regulations.conftest import copy_in, typed
from tournaments.formats import copy_document
from tournaments.forms.regulation_changes import acts_in_words, differences
from tournaments.models.regulations import RegulationsCopy
from tournaments.regulations import change_copy, restore_copy, retire_copy

pytestmark = pytest.mark.django_db
FIBUR = PRESETS["fibur-2026"]


def verbs(cast: Cast) -> list[str]:
    return [line.act.verb for line in acts_in_words(cast.club)]


def test_a_change_says_who_and_from_what_to_what(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast)
    figures = typed(copy_document(copy), name="Del venerdì", closing=150, bonuses_super=250, seen=1)
    secretary.post(reverse("tournaments:rules_edit", args=[cast.club.slug, copy.pk]), figures)
    line = acts_in_words(cast.club)[0]
    assert line.changes == (
        "Name of these regulations: Del giovedì → Del venerdì",
        "Super burraco: not paid → 250, a set, from 8 natural cards",
        "Closing: 100 → 150",
    )
    assert (line.act.by, line.name) == (cast.users[SECRETARY], "Del venerdì")
    page = secretary.get(reverse("tournaments:rules", args=[cast.club.slug])).content.decode()
    for words in ("Closing: 100 → 150", "Regulations changed", "Regulations made", line.who):
        assert words in page


def test_the_staff_reads_the_log_too(client: Client, cast: Cast) -> None:
    copy_in(cast)
    client.force_login(cast.users[SCORER])
    page = client.get(reverse("tournaments:rules", args=[cast.club.slug])).content.decode()
    assert "Regulations made" in re.sub(r"\s+", " ", page)


def test_each_deed_is_one_line_and_doing_nothing_is_none(cast: Cast) -> None:
    copy = copy_in(cast)
    copy_in(cast)
    dearer = changed(FIBUR, closing=150)
    for _twice in range(2):
        change_copy(copy=copy, name=copy.name, regulations=dearer, seen_version=1, by=None)
    for verb in (retire_copy, retire_copy, restore_copy, restore_copy):
        verb(copy=copy, by=None)
    assert verbs(cast) == ["restore_rules", "retire_rules", "change_rules", "make_rules"]
    with pytest.raises(ValidationError):
        change_copy(copy=copy, name="Altro", regulations=FIBUR, seen_version=1, by=None)
    assert len(verbs(cast)) == 4
    assert RegulationsCopy.objects.get().version == 2
    assert acts_of_board(cast.club) == []
    with pytest.raises(TypeError, match="cannot be deleted"):
        ClubAct.objects.all().delete()


def test_every_figure_has_its_words(cast: Cast) -> None:
    other = changed(
        PRESETS["guida"],
        unlikely=Unlikely(-500, 1600, 1100, 600, 400),
        hand_values=dict.fromkeys(Rank, 7),
        closing_line_pays_hand=False,
        missed_only_if_other_took=True,
        replaced_wild_returns=True,
        inner_wild_semi_clean=True,
        nine_card_set_semi_clean=True,
        fewest_naturals=3,
        closing=150,
    )
    found = list(differences(changed(FIBUR, missed_only_if_other_took=False), other))
    labels = [line.partition(": ")[0] for line in found]
    assert len(labels) == len(set(labels))
    kinds = {BurracoKind.CLEAN, BurracoKind.SEMI_CLEAN, BurracoKind.SUPER, BurracoKind.ROYAL}
    assert len(found) == len(kinds) + len(Rank) + 7 + 5 + 5
    assert list(differences(FIBUR, FIBUR)) == []


def test_a_correction_of_the_books_still_says_why(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="Say why"):
        write_act(club=cast.club, verb=ClubAct.Verb.REMOVE_SEAT, by=cast.users[SECRETARY])
