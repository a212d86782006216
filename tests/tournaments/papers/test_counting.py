"""The reserve sheet says how each round to come is counted: V.P. by the difference, awards, lateness."""

import random
import re
from html import unescape
from typing import Any

import pytest

from clubs.models.clubs import Club
from tests.evenings import make_evening, play_round
from tournaments.models.events import Phase, Tournament
from tournaments.models.papers import Paper
from tournaments.papers import reserve
from tournaments.papers.contents import html
from tournaments.papers.counting import number_words
from tournaments.programmes import INDIVIDUALS, PAIRS, TEAMS, PhasePlan, Programme

pytestmark = pytest.mark.django_db
Movement = Phase.Movement


def said(evening: Tournament, after: int = 1) -> str:
    """The words of the sheet after a round as they follow one another."""
    paper = Paper(
        tournament=evening, kind=Paper.Kind.RESERVE, round=evening.rounds.get(number=after), language="en"
    )
    paper.created_at = evening.starts_at
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", html(reserve.content(paper))).split()))


def after_one(club: Club, *phases: PhasePlan, kind: str = PAIRS, entries: int = 9) -> Tournament:
    evening = make_evening(club, entries=entries, programme=Programme("", kind, phases))
    play_round(evening, 1, random.Random(1))
    evening.refresh_from_db()
    return evening


def test_each_length_of_a_match_has_its_own_table_and_awards(club: Club) -> None:
    evening = after_one(
        club,
        PhasePlan(Movement.MITCHELL, 3),
        PhasePlan(Movement.DANISH, 1, hands=3, vp_table="hands-3"),
        PhasePlan(Movement.DANISH, 1, sit_out_vp=11, sit_out_mp=105, absence_vp=2, absence_mp=-700),
    )
    text = said(evening)
    assert (
        "2–3 4 hands diff. 0–100 105–300 305–500 505–700 705–900 905–1100 1105–1300 1305–1500 1505–1700 "
        "1705–2000 more V.P. 10–10 11–9 12–8 13–7 14–6 15–5 16–4 17–3 18–2 19–1 20–0 "
        "Sits out: V.P. 12, M.P. +305. Absent: V.P. 8, M.P. −305; who waited"
    ) in text
    assert re.search(
        r"4 3 hands diff\. 0–50 55–150 .* Sits out: V\.P\. 14, M\.P\. \+355\. Absent: V\.P\. 6, M\.P\. −355;",
        text,
    )
    assert re.search(r"5 4 hands .* V\.P\. 11, M\.P\. \+105\. Absent: V\.P\. 2, M\.P\. −700;", text)
    assert "The blank slips are for rounds 2–3; the others count by their own row below." in text
    assert "Late up to 5 minutes: a warning; up to 10: −100 M.P.; later: absent." in text
    assert "to the standings of this sheet (VP, then MP)." in text


def test_rounds_that_are_counted_alike_stand_together(club: Club) -> None:
    evening = after_one(club, PhasePlan(Movement.MITCHELL, 3), PhasePlan(Movement.DANISH, 1))
    text = said(evening)
    assert "How it is counted 2–4 4 hands diff." in text
    assert text.count("Sits out: V.P.") == 1
    assert "The blank slips are for" not in text


@pytest.mark.parametrize(("passes", "word"), [(False, "reaches"), (True, "passes")])
def test_a_match_to_a_target_says_when_it_ends(club: Club, passes: bool, word: str) -> None:
    awards = {"sit_out_vp": 1, "sit_out_mp": 0, "absence_vp": 0, "absence_mp": 0}
    to_target: dict[str, Any] = {"hands": None, "target": 505, "vp_table": "win-draw-loss"}
    phase = PhasePlan(Movement.MITCHELL, 2, pass_target=passes, **to_target, **awards)
    evening = after_one(club, PhasePlan(Movement.DANISH, 1), phase)
    text = said(evening)
    assert f"The match ends with the hand of the line that {word} 505." in text
    assert "diff. 0 more V.P. 1–1 2–0" in text


@pytest.mark.parametrize(
    ("kind", "first", "words"),
    [
        (PAIRS, {"vp_table": "raw"}, "V.P. are the points of each line. Sits out: nobody has said how much"),
        (TEAMS, {"vp_table": "teams"}, "The difference is the sum of all tables of the two teams."),
        (INDIVIDUALS, {"table_size": 3, "spare_size": 4}, "each partner has half of the pair's total"),
    ],
)
def test_what_is_not_two_lines_with_a_difference_says_so(
    club: Club, kind: str, first: dict[str, Any], words: str
) -> None:
    movement = Movement.DRAWN if kind == INDIVIDUALS else Movement.SWISS
    evening = after_one(club, PhasePlan(movement, 2, **first), kind=kind, entries=10)
    assert words in said(evening)


def test_a_knock_out_says_what_decides_a_match_that_is_level(club: Club) -> None:
    assert "Level: one hand more decides who goes on." in said(
        after_one(club, PhasePlan(Movement.KNOCKOUT, 3), entries=8)
    )


def test_numbers_that_follow_one_another_are_drawn_together() -> None:
    assert number_words([2, 3, 4, 6, 8, 9]) == "2–4, 6, 8–9"
