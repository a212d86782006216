"""The referee's scores: VP and MP instead of a played score, and everywhere the table is in."""

import random

import pytest
from django.core.exceptions import ValidationError

from clubs.models.users import User
from tests.cast import SCORER, Cast
from tests.evenings import make_evening, open_round, record_random, the_round
from tests.slips import reread
from tournaments import rounds, stages
from tournaments.awards import Given, award_history, award_match, award_of, proposed, take_award_back
from tournaments.board import tables_of
from tournaments.match_views import match_view
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award
from tournaments.saves import desk_round
from tournaments.standings import standings

GIVEN = {"NS": Given(12, 305), "EW": Given(8, -305)}


def given(match: Match, score: dict[str, Given] | None = None, *, reason: str = "Rissa") -> Match:
    return award_match(match=match, given=score or GIVEN, reason=reason, by=None)


def test_the_code_proposes_what_absence_gives(match: Match) -> None:
    assert proposed(match, "NS") == GIVEN
    assert proposed(match, "EW") == {"NS": Given(8, -305), "EW": Given(12, 305)}
    assert proposed(match, "") == {}
    match.round.phase.absence_mp = None
    assert proposed(match, "NS") == {}


def test_a_match_with_the_referees_score_is_in_everywhere(playing: Round, match: Match) -> None:
    given(match)
    view = match_view(match)
    assert (view.complete, view.awarded, view.vp, view.mp) == (True, True, (12, 8), 305)
    assert [(side.vp, side.mp, side.points) for side in view.sides] == [(12, 305, None), (8, -305, None)]
    assert [table.table_number for table in tables_of(playing).missing] == [2]
    assert [table.table_number for table in desk_round(playing).missing] == [2]
    found = standings(playing.tournament)
    assert found.missing_matches == 1
    scores = {row.entry_id: row.rounds[0] for row in found.rows}
    for seat in match.seats.all():
        score = scores[seat.entry_id]
        assert (score.kind, score.vp, score.mp) == ("referee", GIVEN[seat.line].vp, GIVEN[seat.line].mp)


def test_a_round_closes_on_a_referees_score(playing: Round, match: Match) -> None:
    record_random(reread(playing.matches.active().get(table_number=2)), random.Random(1))
    with pytest.raises(ValidationError):
        rounds.close(round=the_round(playing.tournament, 1), by=None)
    given(match)
    assert rounds.close(round=the_round(playing.tournament, 1), by=None).state == Round.State.CLOSED


def test_it_stands_before_a_typed_score_until_it_is_taken_back(match: Match) -> None:
    record_random(match, random.Random(1))
    played = match_view(match)
    given(reread(match))
    assert match_view(match).vp == (12, 8)
    take_award_back(match=match, by=None)
    assert (match_view(match).vp, match_view(match).awarded) == (played.vp, False)
    assert match_view(match).complete


def test_without_a_typed_score_the_table_is_missing_again(playing: Round, match: Match) -> None:
    given(match)
    for _press in range(2):
        take_award_back(match=match, by=None)
    assert [table.table_number for table in tables_of(playing).missing] == [1, 2]
    assert [bool(act.given) for act in award_history(match)] == [False, True]


def test_who_when_before_and_after_are_in_the_log(match: Match, referee: User) -> None:
    given(match)
    other = {"NS": Given(0, 0), "EW": Given(0, 0)}
    award_match(match=match, given=other, reason="Entrambe assenti", by=referee)
    act = Act.objects.latest("pk")
    assert (act.verb, act.by, act.facts["table"]) == (Act.Verb.AWARD, referee, 1)
    assert act.facts["before"] == {"NS": [12, 305], "EW": [8, -305]}
    assert act.facts["awards"] == {"NS": [0, 0], "EW": [0, 0]}
    assert act.facts["reason"] == "Entrambe assenti"
    assert [each.reason for each in award_history(match)] == ["Entrambe assenti", "Rissa"]
    assert award_of(match) == other


def test_the_same_again_changes_nothing_and_another_reason_does(match: Match) -> None:
    given(match)
    version = Tournament.objects.get().version
    given(match)
    assert Tournament.objects.get().version == version
    given(match, reason="Rissa, due volte")
    assert Tournament.objects.get().version == version + 1
    assert Award.objects.count() == 2


def test_single_players_of_a_line_get_the_same(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="individual-drawn")
    match = reread(open_round(evening, 1).matches.active()[0])
    given(match)
    figures = {(seat.line, seat.award.vp) for seat in match.seats.all()}
    assert (figures, Award.objects.count()) == ({("NS", 12), ("EW", 8)}, 4)


def test_at_a_table_of_three_each_player_has_her_own(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=3, programme="individual-drawn")
    evening.phases.update(table_size=3)
    match = reread(open_round(evening, 1).matches.active()[0])
    score = {"1": Given(20, 100), "2": Given(10, 0), "3": Given(0, -100)}
    given(match, score)
    view = match_view(match)
    assert (view.vp, view.mp, view.complete) == ((20, 10, 0), None, True)
    with pytest.raises(ValidationError, match="everybody at the table"):
        given(match, GIVEN)


@pytest.mark.parametrize(
    ("score", "reason", "sentence"),
    [
        ({"NS": Given(401, 0), "EW": Given(0, 0)}, "Rissa", "from 0 to 20"),
        ({"NS": Given(0, -50_001), "EW": Given(0, 0)}, "Rissa", "from −50000 to 50000"),
        ({"NS": Given(1, 1)}, "Rissa", "everybody at the table"),
        (GIVEN, "  ", "Say why"),
        (GIVEN, "x" * 201, "at most 200"),
    ],
)
def test_what_cannot_be_is_refused(match: Match, score: dict[str, Given], reason: str, sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        award_match(match=match, given=score, reason=reason, by=None)
    assert not Award.objects.exists()


def test_only_the_referee_gives_it_and_not_after_the_final(cast: Cast, match: Match) -> None:
    with pytest.raises(ValidationError, match="decided by the referee"):
        award_match(match=match, given=GIVEN, reason="Rissa", by=cast.users[SCORER])
    Tournament.objects.update(state=Tournament.State.FINAL)
    for verb in (lambda: given(match), lambda: take_award_back(match=match, by=None)):
        with pytest.raises(ValidationError, match="scores do not change any more"):
            verb()


def test_a_round_with_a_referees_score_counts_as_begun(playing: Round, match: Match) -> None:
    assert not stages.has_scores(playing)
    given(match)
    assert stages.has_scores(playing)
    with pytest.raises(ValidationError, match="Scores were already written for round 1"):
        rounds.take_back(round=the_round(playing.tournament, 1), by=None)
