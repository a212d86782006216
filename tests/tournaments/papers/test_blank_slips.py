"""Reserve slips: as many as asked for, with nothing of any match on them."""

import re
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from pypdf import PdfReader

from clubs.models.clubs import Club
from tests.evenings import make_evening
from tests.tournaments.papers.conftest import last_ink, lines_of, size_of, text_of
from tournaments.forms.papers import PaperForm
from tournaments.models.events import Phase, Tournament
from tournaments.models.papers import Paper
from tournaments.papers import jobs, press
from tournaments.programmes import PhasePlan, Programme

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]


@pytest.mark.parametrize(
    ("size", "copies", "pages"), [("a5", 3, 3), ("a4", 4, 2), ("a4", 5, 3), ("a5", 1, 1)]
)
def test_there_are_at_least_as_many_as_asked(
    club: Club, printed: Printed, size: str, copies: int, pages: int
) -> None:
    reader = printed(make_evening(club), "blank_slips", phase=1, size=size, copies=copies)
    assert len(reader.pages) == pages
    assert {size_of(reader, page) for page in range(pages)} == {(148, 210) if size == "a5" else (297, 210)}


def test_a_blank_slip_has_the_form_but_no_match(club: Club, printed: Printed) -> None:
    text = text_of(printed(make_evening(club), "blank_slips", phase=1, size="a5", copies=1))
    assert "code" not in text
    assert "pair" not in text
    assert "4 hands" in text
    assert "305–500" in text


def test_before_any_draw_only_blank_slips_can_be_printed(club: Club, order: Callable[..., Paper]) -> None:
    evening = make_evening(club)
    assert order(evening, "blank_slips", phase=1, size="a5", copies=1).state == Paper.State.QUEUED
    for kind in Paper.Kind:
        if kind != Paper.Kind.BLANK_SLIPS:
            with pytest.raises(ValidationError) as refused:
                jobs.ask(tournament=evening, kind=kind, by=None, language="en")
            assert refused.value.code == "state"


def singles(club: Club, **facts: object) -> Tournament:
    """An evening of single players: four hands at tables of four, unless said otherwise."""
    plan = PhasePlan(Phase.Movement.DRAWN, 2, **facts)  # type: ignore[arg-type]
    return make_evening(club, programme=Programme("", "individuals", (plan,)))  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("hands", ["first", "later"])
def test_single_players_have_slips_for_every_table_and_target(
    club: Club, printed: Printed, players: int, hands: str
) -> None:
    evening = singles(club, table_size=3, spare_size=4, hands=None, target=2005, vp_table="win-draw-loss")
    reader = printed(evening, "blank_slips", phase=1, size="a5", copies=1, players=str(players), hands=hands)
    text, lines = text_of(reader), lines_of(reader)
    assert len(reader.pages) == 1
    assert ("signature N-S" in text) == (players in (2, 4))
    places = [f"place {place}" for place in range(1, 6) if f"place {place}" in text]
    assert len(places) == (players if players in (3, 5) else 0)
    assert sum(line.endswith("base") for line in lines) == 6
    assert ("Brought forward" in text) == (hands == "later")
    first_row = next(line for line in lines if re.search(r"^\d+ ", line) or line.isdecimal())
    assert first_row.split()[0] == ("7" if hands == "later" else "1")
    assert "More hands: on" in text
    assert last_ink(reader) < 0.99


@pytest.mark.parametrize("size", ["a5", "a4"])
def test_pairs_go_on_after_the_last_row(club: Club, printed: Printed, size: str) -> None:
    evening = make_evening(club, programme="target")
    first = printed(evening, "blank_slips", phase=1, size=size, copies=1)
    assert "More hands: on a reserve slip for hand 7 and those after it." in text_of(first)
    later = printed(evening, "blank_slips", phase=1, size=size, copies=1, hands="later")
    assert "Brought forward" in text_of(later)
    assert {len(reader.pages) for reader in (first, later)} == {1}
    if size == "a5":  # on A4 the line to cut along goes to the edge
        assert max(map(last_ink, (first, later))) < 0.99


def test_a_match_of_so_many_hands_has_no_second_slip(
    club: Club, order: Callable[..., Paper], printed: Printed
) -> None:
    evening = make_evening(club)
    paper = order(evening, "blank_slips", phase=1, size="a5", copies=1, hands="later")
    press.make(paper.pk)
    paper.refresh_from_db()
    assert (paper.state, paper.error) == (Paper.State.FAILED, "no_second_slip")
    text = text_of(printed(evening, "blank_slips", phase=1, size="a5", copies=1))
    assert "More hands" not in text


def test_the_form_asks_only_what_there_is(club: Club) -> None:
    pairs = PaperForm(kind=Paper.Kind.BLANK_SLIPS, phases=list(make_evening(club).phases.all()))
    assert {"players", "hands"} & set(pairs.fields) == set()
    target = list(make_evening(club, programme="target").phases.all())
    assert {"players", "hands"} & set(PaperForm(kind=Paper.Kind.BLANK_SLIPS, phases=target).fields) == {
        "hands"
    }
    threes = list(singles(club, table_size=3).phases.all())
    own = PaperForm(kind=Paper.Kind.BLANK_SLIPS, phases=threes)
    assert {"players", "hands"} & set(own.fields) == {"players"}


def test_a_second_slip_of_a_phase_of_hands_is_refused_in_a_sentence(club: Club) -> None:
    phases = list(make_evening(club, programme="target").phases.all())
    hands = list(make_evening(club).phases.all())[1]
    data = {"phase": 2, "hands": "later", "copies": 1, "size": "a5", "language": "it"}
    form = PaperForm(data, kind=Paper.Kind.BLANK_SLIPS, phases=[*phases, hands])
    with translation.override("en"):
        assert form.errors["hands"] == [
            "The matches of this phase have a number of hands: all are on their slip."
        ]
