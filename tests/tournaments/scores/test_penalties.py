"""Penalties stand apart from scores: given once, revoked, never deleted."""

import pytest
from django.core.exceptions import ValidationError

from tests.cast import REFEREE, Cast
from tests.evenings import the_round
from tests.slips import E6, quick
from tournaments.models.entries import Entry
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Penalty
from tournaments.penalties import give_penalty, penalties_of, revoke_penalty
from tournaments.scores import record_match
from tournaments.standings import standings


def give(round_: Round, **facts: object) -> Penalty:
    entry = round_.tournament.entries.get(number=1)
    return give_penalty(
        **{"entry": entry, "round": round_, "mp": -100, "reason": "Ritardo", "by": None, **facts}
    )


def test_a_penalty_takes_from_one_line_and_gives_nothing_to_the_other(playing: Round, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    before = {row.number: (row.vp, row.mp) for row in standings(playing.tournament).rows}
    give(playing, vp=-1, mp=-100)
    after = {row.number: row for row in standings(playing.tournament).rows}
    assert (after[1].vp, after[1].mp) == (before[1][0] - 1, before[1][1] - 100)
    assert (after[1].penalty_vp, after[1].penalty_mp) == (-1, -100)
    assert all((after[n].vp, after[n].mp) == before[n] for n in (2, 3, 4))


def test_the_same_penalty_twice_is_one(playing: Round) -> None:
    assert give(playing) == give(playing)
    assert (Penalty.objects.count(), Act.objects.filter(verb=Act.Verb.PENALTY).count()) == (1, 1)


def test_a_revoked_penalty_counts_no_more_and_stays_in_the_list(playing: Round, cast: Cast) -> None:
    penalty = give(playing, by=cast.users[REFEREE])
    for _press in range(2):
        revoke_penalty(penalty=penalty, by=cast.users[REFEREE])
    assert [row.penalty_mp for row in standings(playing.tournament).rows] == [0, 0, 0, 0]
    (row,) = penalties_of(playing.tournament)
    assert (row.mp, row.reason, row.by, row.revoked_at is None) == (
        -100,
        "Ritardo",
        "Ranuncolo Tullio",
        False,
    )
    assert Act.objects.filter(verb=Act.Verb.REVOKE_PENALTY).count() == 1


@pytest.mark.parametrize("facts", [{"mp": 0}, {"mp": 100}, {"vp": 1}, {"vp": -401}, {"reason": ""}])
def test_a_penalty_that_takes_nothing_or_gives_is_refused(playing: Round, facts: dict) -> None:
    with pytest.raises(ValidationError):
        give(playing, **facts)
    assert not Penalty.objects.exists()


@pytest.mark.parametrize("state", [Entry.State.CANCELLED, Entry.State.WAITING])
def test_who_does_not_play_gets_no_penalty(playing: Round, state: str) -> None:
    playing.tournament.entries.filter(number=1).update(state=state)
    with pytest.raises(ValidationError, match="1"):
        give(playing)
    assert not Penalty.objects.exists()


def test_who_withdrew_may_still_get_one(playing: Round) -> None:
    playing.tournament.entries.filter(number=1).update(state=Entry.State.WITHDRAWN)
    assert give(playing).mp == -100


def test_a_round_not_announced_has_no_penalties(playing: Round) -> None:
    with pytest.raises(ValidationError):
        give(playing, round=the_round(playing.tournament, 2))
