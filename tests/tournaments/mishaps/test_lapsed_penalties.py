"""A penalty of a round that is undone stops counting after the page said so, and can be given again."""

import random
import re
from html import unescape

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tests.slips import reread
from tests.tournaments.mishaps.conftest import url
from tournaments import rounds
from tournaments.models.events import Tournament
from tournaments.models.scores import Penalty
from tournaments.penalties import give_penalty
from tournaments.standings import standings
from tournaments.undoing import undoable

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Round 2 on the tables; in it number 1 has lost 100 MP."""
    tournament = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(tournament, 1, random.Random(1))
    round_ = open_round(tournament, 2)
    give_penalty(
        entry=tournament.entries.get(number=1), round=round_, mp=-100, reason="Ritardo al tavolo", by=None
    )
    return tournament


def read(client: Client, name: str, *args: object) -> str:
    return squeezed(client.get(url(name, *args)).content.decode())


def press(client: Client, name: str, *args: object, **data: object) -> str:
    return squeezed(client.post(url(name, *args), data, follow=True).content.decode())


def squeezed(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def taken(evening: Tournament) -> int:
    return next(row.penalty_mp for row in standings(evening).rows if row.number == 1)


def test_thrown_away_it_is_said_before_listed_after_and_given_again_once(
    secretary: Client, evening: Tournament
) -> None:
    match = the_round(evening, 2).matches.active().first()
    assert match is not None
    record_random(reread(match), random.Random(1))
    before = facts_of(evening)
    page = read(secretary, "throw_away", evening.pk, 2)
    assert "1 penalty of this round no longer counts then." in page
    assert "−100 M.P. · Ritardo al tavolo" in page
    assert taken(evening) == -100
    done = press(secretary, "throw_away", evening.pk, 2, typed="2")
    assert "1 penalty of round 2 no longer counts" in done
    assert taken(evening) == 0
    thrown = undoable(evening)[0]
    open_round(evening, 2, seed=7)
    assert taken(evening) == 0
    penalties = read(secretary, "penalties", evening.pk)
    assert "no longer counts: its round was undone" in penalties
    first = Penalty.objects.get()
    assert "counts again, in round 2" in press(secretary, "penalty_again", evening.pk, first.pk)
    press(secretary, "penalty_again", evening.pk, first.pk)
    assert taken(evening) == -100
    assert (
        url("penalty_again", evening.pk, first.pk)
        not in secretary.get(url("penalties", evening.pk)).content.decode()
    )
    for act in undoable(evening):
        press(secretary, "undo_act", evening.pk, seen=act.seq)
        if act.seq == thrown.seq:
            break
    assert facts_of(evening) == before
    assert taken(evening) == -100


def test_before_the_round_is_announced_again_it_goes_to_the_last_one(
    secretary: Client, evening: Tournament
) -> None:
    press(secretary, "throw_away", evening.pk, 2, typed="2")
    first = Penalty.objects.get()
    assert "counts again, in round 1" in press(secretary, "penalty_again", evening.pk, first.pk)
    assert Penalty.objects.get(revoked_at=None).round.number == 1


def test_a_draw_undone_after_its_announcement_says_so_too(secretary: Client, evening: Tournament) -> None:
    rounds.take_back(round=the_round(evening, 2), by=None)
    assert taken(evening) == -100
    assert "1 penalty of this round no longer counts then." in read(secretary, "director", evening.pk)
    assert "1 penalty of round 2 no longer counts" in press(secretary, "undo_draw", evening.pk, 2)
    assert taken(evening) == 0
    press(secretary, "draw", evening.pk, 2)
    assert taken(evening) == 0


def test_what_was_revoked_by_the_referee_is_not_given_again(secretary: Client, evening: Tournament) -> None:
    penalty = Penalty.objects.get()
    press(secretary, "penalty_revoke", evening.pk, penalty.pk)
    assert "Give it again" not in read(secretary, "penalties", evening.pk)
    assert "Only a penalty whose round was undone" in press(
        secretary, "penalty_again", evening.pk, penalty.pk
    )
    assert taken(evening) == 0
    assert "no longer counts" not in read(secretary, "throw_away", evening.pk, 2)


@pytest.fixture
def taken_back(evening: Tournament) -> Tournament:
    """The announcement of round 2 is taken back: its draw stands, and the penalty counts still."""
    rounds.take_back(round=the_round(evening, 2), by=None)
    assert taken(evening) == -100
    return evening


SAID_BEFORE = "1 penalty of a round that is to be drawn again no longer counts then."
SAID_AFTER = "1 penalty of round 2 no longer counts"


def check_given_again_and_undone(client: Client, evening: Tournament, before: dict[str, object]) -> None:
    """The penalty is listed as lapsed, comes back once by a press, and by undoing all that was done."""
    assert taken(evening) == 0
    assert "no longer counts: its round was undone" in read(client, "penalties", evening.pk)
    first = Penalty.objects.order_by("pk")[0]
    assert "counts again, in round 1" in press(client, "penalty_again", evening.pk, first.pk)
    assert taken(evening) == -100
    for act in undoable(evening)[:2]:
        press(client, "undo_act", evening.pk, seen=act.seq)
    assert facts_of(evening) == before


def test_with_a_draft_put_aside_because_somebody_leaves(secretary: Client, taken_back: Tournament) -> None:
    before, entry = facts_of(taken_back), taken_back.entries.get(number=2)
    assert SAID_BEFORE in read(secretary, "leave", taken_back.pk, entry.pk)
    assert SAID_AFTER in press(secretary, "leave", taken_back.pk, entry.pk, justified="yes", leave="1")
    check_given_again_and_undone(secretary, taken_back, before)


def test_with_a_draft_put_aside_because_somebody_comes(secretary: Client, taken_back: Tournament) -> None:
    # In a Mitchell of four no seat would be empty.
    taken_back.phases.update(absence_vp=6, absence_mp=-305, movement="danish_no_rematch")
    before = facts_of(taken_back)
    assert SAID_BEFORE in read(secretary, "late", taken_back.pk)
    names = {"first": "Tarda Ada", "second": "Tarda Bea"}
    assert SAID_AFTER in press(secretary, "late", taken_back.pk, how="next", **names)
    check_given_again_and_undone(secretary, taken_back, before)


def test_with_a_draft_drawn_again(secretary: Client, taken_back: Tournament) -> None:
    rounds.back_to_draft(round=the_round(taken_back, 2), by=None)
    before = facts_of(taken_back)
    page = read(secretary, "director", taken_back.pk)
    assert "If it is drawn again, 1 penalty of this round no longer counts." in page
    assert SAID_AFTER in press(secretary, "draw", taken_back.pk, 2)
    check_given_again_and_undone(secretary, taken_back, before)


def test_a_draft_without_penalties_says_nothing_of_them(secretary: Client, taken_back: Tournament) -> None:
    press(secretary, "penalty_revoke", taken_back.pk, Penalty.objects.get().pk)
    entry = taken_back.entries.get(number=2)
    assert "no longer count" not in read(secretary, "leave", taken_back.pk, entry.pk)
    assert "no longer count" not in press(
        secretary, "leave", taken_back.pk, entry.pk, justified="yes", leave="1"
    )
