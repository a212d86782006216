"""Faults reported of other programs, in our terms: those that only an evening shows, not a single draw."""

import random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_lazy

from scoring.victory_points import VP_TABLES
from tests.cast import REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, the_round
from tests.slips import E6, quick, reread
from tournaments import draws, rounds
from tournaments.drafts import is_outdated
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.models.scores import ScoreChange
from tournaments.programmes import PhasePlan, Programme
from tournaments.round_scores import RoundScore
from tournaments.scores import record_match
from tournaments.standings import standings

pytestmark = pytest.mark.django_db

NS_WINS = ((400, 300, 0, -10),) * 4
EW_WINS = ((0, -10, 400, 300),) * 4
LEVEL = ((300, 200, 100, 400), (100, 400, 300, 200)) * 2


def plain(movement: str, rounds_count: int, **facts: Any) -> Programme:
    """An evening of one phase."""
    plan = PhasePlan(movement, rounds_count, **facts)
    return Programme(name=gettext_lazy("Evening"), entry_kind="pairs", phases=(plan,))


def cup(cast: Cast) -> Tournament:
    """Four pairs, semifinals and final."""
    return make_evening(cast.club, entries=4, programme=plain("knockout", 2))


def table(tournament: Tournament, number: int, at: int) -> Match:
    return reread(the_round(tournament, number).matches.active().get(table_number=at))


def write(match: Match, rows: tuple, *, cast: Cast | None = None) -> None:
    """The score of a match, or its correction by the referee."""
    who = {"by": cast.users[REFEREE], "reason": "referee"} if cast else {"by": None}
    record_match(match=reread(match), hands=quick(rows), seen_version=reread(match).version, **who)


def figures(tournament: Tournament, through: int | None = None) -> dict[int, tuple[int, int]]:
    return {row.entry_id: (row.vp, row.mp) for row in standings(tournament, through=through).rows}


def sides(match: Match) -> list[int]:
    """The entries of a match: first NS, then EW."""
    return list(match.seats.active().order_by("-line").values_list("entry_id", flat=True))


def shown(tournament: Tournament, entry: int, number: int) -> RoundScore:
    row = next(row for row in standings(tournament).rows if row.entry_id == entry)
    score = row.in_round(number)
    assert score is not None
    return score


def test_a_draw_pressed_twice_makes_its_tables_once(cast: Cast) -> None:
    """lichess#12147: each table was there twice."""
    evening = make_evening(cast.club, entries=8, programme="4d")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=2)
    tables = the_round(evening, 1).matches.active().values_list("table_number", flat=True)
    assert sorted(tables) == [1, 2, 3, 4]
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 1), by=None)
    with pytest.raises(ValidationError):
        draws.draw_round(round=the_round(evening, 1), by=None, seed=3)
    assert sorted(tables.all()) == [1, 2, 3, 4]


def test_a_winner_corrected_away_does_not_stand_in_the_next_round_beside_the_other(cast: Cast) -> None:
    """5stackgg/5stack-panel#357: both stood in round 2. What was announced stands."""
    evening = cup(cast)
    open_round(evening, 1)
    for at in (1, 2):
        write(table(evening, 1, at), NS_WINS)
    first = table(evening, 1, 1)
    winner, _ = sides(first)
    rounds.close(round=the_round(evening, 1), by=None)
    open_round(evening, 2)
    before = {pair for match in the_round(evening, 2).matches.active() for pair in sides(match)}
    write(first, EW_WINS, cast=cast)
    after = [pair for match in the_round(evening, 2).matches.active() for pair in sides(match)]
    assert (set(after), len(after)) == (before, len(before))
    assert winner in after


def test_a_draft_drawn_from_the_old_winner_is_not_confirmed(cast: Cast, client: Client) -> None:
    """5stackgg/5stack-panel#357, before the round is announced: nor when the draw stands already."""
    evening = cup(cast)
    open_round(evening, 1)
    for at in (1, 2):
        write(table(evening, 1, at), NS_WINS)
    first = table(evening, 1, 1)
    winner, loser = sides(first)
    rounds.close(round=the_round(evening, 1), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    write(first, EW_WINS, cast=cast)
    assert is_outdated(the_round(evening, 2))
    with pytest.raises(ValidationError, match="A score has changed since round 2 was drawn: draw it again"):
        rounds.confirm(round=the_round(evening, 2), by=None)
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    page = client.get(reverse("tournaments:director", args=[evening.pk])).content.decode()
    assert "Confirm round 2" not in page
    assert "draw it again" in page
    assert "Draw again" in page
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    final = the_round(evening, 2).matches.active().get(table_number=1)
    assert loser in sides(final)
    assert winner not in sides(final)
    rounds.confirm(round=the_round(evening, 2), by=None)
    write(first, NS_WINS, cast=cast)
    with pytest.raises(ValidationError, match="A score has changed since round 2 was drawn: undo its draw"):
        rounds.announce(round=the_round(evening, 2), by=None)


def test_a_corrected_result_is_the_same_result_with_one_more_version(cast: Cast) -> None:
    """lhayhurst/xwlists#33: the corrected result, with another winner, was a second result."""
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    match = table(evening, 1, 1)
    write(match, NS_WINS)
    write(match, EW_WINS, cast=cast)
    assert match.hand_records.count() == 4
    assert ScoreChange.objects.filter(match=match).count() == 2
    ns, ew = sides(match)
    assert (figures(evening)[ns], figures(evening)[ew]) == ((0, -2840), (20, 2840))


def test_a_correction_three_rounds_back_moves_every_ranking_after_it(cast: Cast) -> None:
    """liwords#762: the later rankings were not made anew. Seats that were announced stay."""
    evening = make_evening(cast.club, entries=8, programme="4m")
    for number in (1, 2, 3, 4):
        play_round(evening, number, random.Random(number))
    match = table(evening, 1, 1)
    write(match, LEVEL, cast=cast)
    level = {number: figures(evening, number) for number in (1, 2, 3, 4)}
    write(match, NS_WINS, cast=cast)
    ns, ew = sides(match)
    for number in (1, 2, 3, 4):
        moved = figures(evening, number)
        assert moved[ns] == (level[number][ns][0] + 10, level[number][ns][1] + 2840), number
        assert moved[ew] == (level[number][ew][0] - 10, level[number][ew][1] - 2840), number
        assert all(moved[each] == level[number][each] for each in moved if each not in (ns, ew)), number


def test_two_meetings_of_one_pair_with_the_same_other_are_two_results(cast: Cast) -> None:
    """UEWBot/dipvis#378: two games of one round were counted as one; here a Danish of two."""
    evening = make_evening(cast.club, entries=2, programme=plain("danish", 2))
    for number in (1, 2):
        open_round(evening, number)
        write(table(evening, number, 1), E6)
        rounds.close(round=the_round(evening, number), by=None)
    assert sum(vp for vp, _ in figures(evening).values()) == 40
    for row in standings(evening).rows:
        assert [score.round for score in row.rounds] == [1, 2]


def test_an_evening_of_one_round_is_counted_once(cast: Cast) -> None:
    """fmuecke/Ipponboard#55: an event of one round was counted twice."""
    evening = make_evening(cast.club, entries=4, programme=plain("danish", 1))
    play_evening(evening, random.Random(1))
    found = standings(evening)
    assert (sum(row.vp for row in found.rows), [len(row.rounds) for row in found.rows]) == (40, [1] * 4)


def test_no_difference_falls_through_a_table_of_vp() -> None:
    """Playrom's Tavolo.java: a difference of 825 gave 0 VP."""
    assert VP_TABLES["hands-4"].lookup(825) == (14, 6)
    for code in ("hands-2", "hands-3", "hands-4", "teams"):
        given = [VP_TABLES[code].lookup(difference)[0] for difference in range(0, 5000, 5)]
        assert given == sorted(given), code
        assert set(given) == set(range(10, 21)), code


def test_a_level_match_is_credited_to_everybody(cast: Cast) -> None:
    """Playrom's file of 16 players: a level round was credited to nobody."""
    evening = make_evening(cast.club, entries=16, programme="individual-drawn")
    open_round(evening, 1)
    match = table(evening, 1, 1)
    write(match, LEVEL[:2])
    assert len(sides(match)) == 4
    for entry in sides(match):
        assert (shown(evening, entry, 1).vp, figures(evening)[entry]) == (10, (10, 0))
