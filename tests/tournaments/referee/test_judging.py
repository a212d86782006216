"""Who decides what is the referee's: referees where there are any, else the director, and the log says."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from tests.cast import ADMIN, PRESIDENT, REFEREE, SCORER, SECRETARY, Cast
from tests.slips import E6, reread
from tests.tournaments.desk.test_pages import in_english
from tests.tournaments.director.test_log import log_of
from tests.tournaments.referee.conftest import LATE, provisional
from tests.tournaments.referee.test_pages import award_data, of, text_of
from tests.tournaments.scores.test_recording import CORRECTED, IMPOSSIBLE, save
from tournaments import rounds
from tournaments.access import judging
from tournaments.awards import award_match
from tournaments.models.log import Act
from tournaments.models.roles import TournamentRole
from tournaments.models.rounds import Match, Round
from tournaments.objections import answer_objection, make_objection

CALL = "call Ranuncolo Tullio"


@pytest.fixture
def closed(playing: Round, match: Match) -> Match:
    """Table 1 of a closed round."""
    for each in playing.matches.active():
        save(reread(each), E6)
    rounds.close(round=playing, by=None)
    return reread(match)


def nobody_is_referee() -> None:
    Role.objects.filter(kind=RoleKind.REFEREE).delete()


def last() -> Act:
    return Act.objects.latest("seq")


@pytest.mark.parametrize("role", [SECRETARY, PRESIDENT])
def test_where_there_is_a_referee_who_directs_is_told_whom_to_call(
    cast: Cast, closed: Match, role: str
) -> None:
    by = cast.users[role]
    with pytest.raises(ValidationError, match=f"Round 1 is closed. .*{CALL}"):
        save(closed, CORRECTED, seen=1, reason="sum", by=by)
    with pytest.raises(ValidationError, match=CALL):
        award_match(match=closed, given={}, reason="Assenti", by=by)
    assert last().verb == Act.Verb.CLOSE


def test_neither_an_impossible_score_nor_his_reason_is_the_directors(
    cast: Cast, playing: Round, match: Match
) -> None:
    by = cast.users[SECRETARY]
    with pytest.raises(ValidationError, match=CALL):
        save(match, IMPOSSIBLE, override="carte contate due volte", by=by)
    save(match, E6, by=by)
    with pytest.raises(ValidationError, match=CALL):
        save(match, CORRECTED, seen=1, reason="referee", by=by)
    assert save(match, CORRECTED, seen=1, reason="sum", by=by).changed, "an open round is the desk's"
    assert "judge" not in last().facts


def test_objections_are_answered_by_the_referee_alone(client: Client, cast: Cast) -> None:
    evening = provisional(cast)
    made = make_objection(
        entry=evening.entries.get(number=1), text="Un dubbio", by=cast.users[SCORER], now=LATE
    )
    secretary = in_english(client, cast, SECRETARY)
    page = text_of(secretary.get(of(evening, "objections")).content.decode())
    assert CALL in page
    assert "Write the answer" not in page
    answer = {"decision": "refused", "answer": "No"}
    refused = secretary.post(of(evening, "objection_answer", made.pk), answer)
    assert refused.status_code == 403
    assert CALL in refused.content.decode()
    assert "Set it aside" in page
    aside = of(evening, "objection_aside", made.pk)
    assert "Choose why" in secretary.post(aside, {"why": "boh"}, follow=True).content.decode()
    done = text_of(secretary.post(aside, {"why": "words"}, follow=True).content.decode())
    assert "set aside it is not written with respect" in done
    assert "Objection answered · 1" in log_of(secretary, evening)[1]


def test_where_nobody_is_referee_the_director_decides_and_the_log_says_so(
    client: Client, cast: Cast, closed: Match
) -> None:
    nobody_is_referee()
    by = cast.users[SECRETARY]
    page = text_of(
        in_english(client, cast, SECRETARY).get(of(closed.round, "match_desk", closed.pk)).content.decode()
    )
    assert "Nobody is the referee of this evening: you decide as the director" in page
    save(closed, CORRECTED, seen=1, reason="sum", by=by)
    assert last().facts["judge"] == "director"
    assert "as director, no referee appointed" in log_of(client, closed.round.tournament)[1]
    given = text_of(
        client.post(of(closed.round, "award", closed.pk), award_data(), follow=True).content.decode()
    )
    assert "you decide as the director" in given
    assert last().facts["judge"] == "director"
    with pytest.raises(ValidationError, match="Nobody has that role here: call the director"):
        save(reread(closed), E6, seen=2, reason="sum", by=cast.users[SCORER])


def test_the_referees_own_decisions_are_signed_by_nobody_else(cast: Cast, closed: Match) -> None:
    save(closed, CORRECTED, seen=1, reason="sum", by=cast.users[REFEREE])
    assert "judge" not in last().facts


def test_a_director_answers_objections_in_the_referees_place(cast: Cast) -> None:
    evening = provisional(cast)
    nobody_is_referee()
    made = make_objection(
        entry=evening.entries.get(number=1), text="Un dubbio", by=cast.users[SCORER], now=LATE
    )
    answer_objection(objection=made, decision="refused", answer="No", by=cast.users[PRESIDENT], now=LATE)
    assert (last().verb, last().facts["judge"]) == (Act.Verb.ANSWER, "director")


def test_a_referee_of_this_tournament_is_one_and_a_role_out_of_force_is_none(
    cast: Cast, playing: Round
) -> None:
    evening, secretary, scorer = playing.tournament, cast.users[SECRETARY], cast.users[SCORER]
    nobody_is_referee()
    own = TournamentRole.objects.create(tournament=evening, user=scorer, kind=TournamentRole.Kind.REFEREE)
    assert judging(scorer, evening).may
    assert judging(secretary, evening).referees == (scorer,)
    assert judging(cast.users[ADMIN], evening).may
    User.objects.filter(pk=own.user_id).update(is_active=False)
    assert judging(secretary, evening).stands_in
    assert not judging(cast.users[REFEREE], evening).may
