"""Two scorers at the same moment, in real transactions: one version each time, nothing overwritten unseen."""

from collections.abc import Callable

import pytest

from clubs.models.clubs import Club
from tests.at_once import at_once
from tests.evenings import make_evening, open_round
from tests.slips import E6, quick, reread
from tournaments.hands import hands_of, same_score
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import HandSide
from tournaments.scores import Saved, StaleScore, record_match, swap_lines

pytestmark = pytest.mark.django_db(transaction=True)
OTHER = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -45, 350, 185), (100, 60, 300, 200))


@pytest.fixture
def match() -> Match:
    club = Club.objects.create(name="Circolo di prova", slug="prova", town="Prova")
    round_ = open_round(make_evening(club, entries=4, programme="2m2d"), 1)
    return reread(round_.matches.active().get(table_number=1))


def saving(match: Match, rows: tuple) -> Callable[[], Saved]:
    return lambda: record_match(match=match, hands=quick(rows), by=None, seen_version=0)


@pytest.mark.experience(5)
def test_of_two_different_scores_one_is_stored_and_the_other_is_shown_both(match: Match) -> None:
    answers = at_once(saving(match, E6), saving(match, OTHER))
    saved = [answer for answer in answers if isinstance(answer, Saved)]
    stale = [answer for answer in answers if isinstance(answer, StaleScore)]
    assert (len(saved), len(stale)) == (1, 1), answers
    assert same_score(hands_of(match), stale[0].stored)
    assert (HandSide.objects.count(), match.changes.count(), reread(match).version) == (8, 1, 1)


def test_the_same_score_many_times_at_once_is_one_row_and_one_log_line(match: Match) -> None:
    answers = at_once(*[saving(match, E6)] * 6)
    assert all(isinstance(answer, Saved) and answer.totals == (800, 1060) for answer in answers), answers
    assert (HandSide.objects.count(), match.changes.count()) == (8, 1)
    assert Act.objects.filter(verb=Act.Verb.SCORE).count() == 1


def test_the_lines_swapped_by_two_presses_at_once_are_swapped_once(match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    answers = at_once(*[lambda: swap_lines(match=match, by=None, seen_version=1)] * 2)
    assert all(isinstance(answer, Saved) and answer.totals == (1060, 800) for answer in answers), answers
    assert reread(match).version == 2
