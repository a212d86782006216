"""Every press in every stage of an evening: the answer says what is so; the step it names can be taken."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random, the_round
from tournaments import draws, rounds
from tournaments.check_in import close_check_in, reopen_check_in
from tournaments.ending import declare_final, publish_provisional
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round
from tournaments.models.scores import HandRecord

Press = tuple[str, int]  # name of the address, number of the round (0: the evening's own)
State, Stage, Verb = Round.State, Tournament.State, Act.Verb

ON_A_ROUND = (
    "draw",
    "undo_draw",
    "confirm",
    "back_to_draft",
    "announce",
    "take_back",
    "start",
    "close",
    "reopen",
)
ON_THE_EVENING = ("open_check_in", "close_check_in", "reopen_check_in", "publish", "provisional", "final")
PRESSES: list[Press] = [
    *((name, number) for name in (*ON_A_ROUND, "swap") for number in (1, 2)),
    *((name, 0) for name in ON_THE_EVENING),
]


@dataclass(frozen=True)
class Now:
    """The evening as it stands in the database."""

    evening: Tournament

    @property
    def stage(self) -> str:
        return Tournament.objects.get(pk=self.evening.pk).state

    @property
    def check_in_is_open(self) -> bool:
        fresh = Tournament.objects.get(pk=self.evening.pk)
        return fresh.state == Stage.CHECK_IN and fresh.check_in_closed_at is None

    @property
    def is_published(self) -> bool:
        return Tournament.objects.get(pk=self.evening.pk).published_at is not None

    def state(self, number: int) -> str:
        return self.evening.rounds.get(number=number).state

    def scored(self, number: int) -> bool:
        return HandRecord.objects.filter(
            match__round__tournament=self.evening, match__round__number=number
        ).exists()

    def public(self, number: int) -> bool:
        return self.evening.rounds.get(number=number).is_public

    def just(self, verb: Act.Verb, number: int) -> bool:
        acts = Act.objects.filter(tournament=self.evening, round__number=number)
        last = acts.order_by("-seq").first()
        return last is not None and last.verb == verb

    def once(self, verb: Act.Verb) -> bool:
        return Act.objects.filter(tournament=self.evening, verb=verb).exists()


def _in(*states: str) -> Callable[[Now, int], bool]:
    return lambda now, number: now.state(number) in states


def _at(*stages: str) -> Callable[[Now, int], bool]:
    return lambda now, _number: now.stage in stages


UNSEEN = (State.PLANNED, State.DRAFT, State.CONFIRMED)
# What is said, when it is true of the round it names, and the press it tells to make.
DONE: dict[str, Callable[[Now, int], bool]] = {
    r"Round (\d) is drawn: look at it, then confirm\.": _in(State.DRAFT),
    r"The draw of round (\d) is undone\.": lambda now, n: (
        now.state(n) == State.PLANNED and now.just(Verb.UNDO_DRAW, n)
    ),
    r"Round (\d) is confirmed: print the slips\.": _in(State.CONFIRMED),
    r"Round (\d) is a draft again: printed slips are void\.": lambda now, n: now.just(Verb.BACK_TO_DRAFT, n),
    r"Round (\d) is announced: everybody sees the seats\.": _in(State.ANNOUNCED),
    r"The announcement of round (\d) is taken back\.": lambda now, n: now.just(Verb.TAKE_BACK, n),
    r"Round (\d) has started\.": _in(State.PLAYING),
    r"Round (\d) is closed\.": _in(State.CLOSED),
    r"Round (\d) is open again\.": lambda now, n: now.just(Verb.REOPEN, n),
    r"The two seats are swapped\.": _in(State.DRAFT),
    r"The check-in is open\.": lambda now, _n: now.check_in_is_open,
    r"The check-in is closed\.": lambda now, _n: now.once(Verb.CLOSE_CHECK_IN) and not now.check_in_is_open,
    r"The check-in is open again\.": lambda now, _n: now.once(Verb.CLOSE_CHECK_IN) and now.check_in_is_open,
    r"The tournament can be seen by everybody\.": lambda now, _n: now.is_published,
    r"The check is open: only the referee corrects a score now\.": _at(Stage.PROVISIONAL),
    r"The standings are final\.": _at(Stage.FINAL),
}
REFUSED: dict[str, tuple[Callable[[Now, int], bool], str]] = {
    r"Round (\d) is not drawn yet: draw it first\.": (_in(State.PLANNED), "draw"),
    r"Round (\d) is a draft: confirm it first\.": (_in(State.DRAFT), "confirm"),
    r"Round (\d) is confirmed: announce it first\.": (_in(State.CONFIRMED), "announce"),
    r"Round (\d) is announced already\.": (_in(State.ANNOUNCED), ""),
    r"Round (\d) is being played already\.": (_in(State.PLAYING), ""),
    r"Round (\d) is closed already\.": (_in(State.CLOSED), ""),
    r"Round (\d) is already confirmed: undo its draw first\.": (_in(State.CONFIRMED), "undo_draw"),
    r"Round (\d) is announced: take the announcement back first\.": (
        _in(State.ANNOUNCED, State.PLAYING),
        "take_back",
    ),
    r"Round (\d) is closed: its seats stand\.": (_in(State.CLOSED), ""),
    r"Scores were already written for round (\d): its seats stand\.": (lambda now, n: now.scored(n), ""),
    r"The standings are final: nothing changes any more, unless .*": (_at(Stage.FINAL), ""),
    r"The standings are being checked: rounds and seats stand\. .*": (_at(Stage.PROVISIONAL), ""),
    r"The standings are final already\.": (_at(Stage.FINAL), ""),
    r"Confirm round (\d) first\.": (_in(State.PLANNED, State.DRAFT), "confirm"),
    r"Close round (\d) first\.": (lambda now, n: now.state(n) != State.CLOSED, "close"),
    r"Tables? [\d, ]+ (?:is|are) missing: the round cannot be closed\.": (
        _in(State.ANNOUNCED, State.PLAYING),
        "",
    ),
    r"Undo the draw of round (\d) first\.": (_in(State.DRAFT, State.CONFIRMED), "undo_draw"),
    r"Round (\d) is announced: the referee corrects scores of round \d at their table\.": (
        lambda now, n: now.public(n),
        "",
    ),
    r"Round (\d) is not drawn: there is nothing to undo\.": (_in(State.PLANNED), ""),
    r"Round (\d) is not announced: there is nothing to take back\.": (_in(*UNSEEN), ""),
    r"Round (\d) is a draft already\.": (_in(State.DRAFT), ""),
    r"Round (\d) is open: its scores can be written\.": (_in(State.ANNOUNCED, State.PLAYING), ""),
    r"Round (\d) is confirmed: take it back to draft to swap seats\.": (
        _in(State.CONFIRMED),
        "back_to_draft",
    ),
    r"Open the check-in first(?:, and say who is present)?\.": (_at(Stage.BEFORE), "open_check_in"),
    r"The check-in is open: mark who is present\.": (lambda now, _n: now.check_in_is_open, ""),
    r"The check-in is closed: open it again first\.": (_at(Stage.CHECK_IN), "reopen_check_in"),
    r"\d+ entr(?:y is|ies are) still expected: close the check-in first\.": (
        lambda now, _n: now.evening.entries.filter(state=Entry.State.ENTERED).exists(),
        "close_check_in",
    ),
    r"Round (1) is drawn: undo its draw to go back to the check-in\.": (
        _in(State.DRAFT, State.CONFIRMED),
        "undo_draw",
    ),
    r"Round (1) is announced: take the announcement back and undo its draw to go back to the check-in\.": (
        _in(State.ANNOUNCED, State.PLAYING),
        "take_back",
    ),
    r"Round (1) has been played: the check-in does not open again\.": (_in(State.CLOSED), ""),
    r"Round (1) is being played and has scores: the check-in does not open again\.": (
        lambda now, n: now.scored(n),
        "",
    ),
    r"The evening has been played: its check-in does not open again\.": (
        _at(Stage.PROVISIONAL, Stage.FINAL),
        "",
    ),
    r"No round is drawn yet: there are no standings to publish\.": (_at(Stage.BEFORE, Stage.CHECK_IN), ""),
    r"Open the check of the standings first\.": (
        lambda now, _n: now.stage not in (Stage.PROVISIONAL, Stage.FINAL),
        "provisional",
    ),
}


def _some_scores(evening: Tournament, most: int) -> None:
    matches = the_round(evening, 1).matches.active().select_related("round__phase__tournament")
    for match in matches.order_by("table_number")[:most]:
        record_random(match, random.Random(4))


def before(evening: Tournament) -> None:
    Tournament.objects.filter(pk=evening.pk).update(state=Stage.BEFORE)


def check_in(evening: Tournament) -> None:
    """As made."""


def expected(evening: Tournament) -> None:
    Entry.objects.filter(tournament=evening, number=1).update(state=Entry.State.ENTERED)


def check_in_closed(evening: Tournament) -> None:
    close_check_in(tournament=evening, by=None)


def check_in_reopened(evening: Tournament) -> None:
    close_check_in(tournament=evening, by=None)
    reopen_check_in(tournament=evening, by=None)


def draft(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)


def undone(evening: Tournament) -> None:
    draft(evening)
    rounds.undo_draw(round=the_round(evening, 1), by=None)


def confirmed(evening: Tournament) -> None:
    draft(evening)
    rounds.confirm(round=the_round(evening, 1), by=None)


def draft_again(evening: Tournament) -> None:
    confirmed(evening)
    rounds.back_to_draft(round=the_round(evening, 1), by=None)


def announced(evening: Tournament) -> None:
    confirmed(evening)
    rounds.announce(round=the_round(evening, 1), by=None)


def taken_back(evening: Tournament) -> None:
    announced(evening)
    rounds.take_back(round=the_round(evening, 1), by=None)


def playing(evening: Tournament) -> None:
    open_round(evening, 1)


def first_score(evening: Tournament) -> None:
    open_round(evening, 1)
    _some_scores(evening, 1)


def all_scores(evening: Tournament) -> None:
    open_round(evening, 1)
    _some_scores(evening, 9)


def next_draft(evening: Tournament) -> None:
    playing(evening)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)


def closed(evening: Tournament) -> None:
    play_round(evening, 1, random.Random(1))


def reopened(evening: Tournament) -> None:
    closed(evening)
    rounds.reopen(round=the_round(evening, 1), by=None)


def closed_next_confirmed(evening: Tournament) -> None:
    closed(evening)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    rounds.confirm(round=the_round(evening, 2), by=None)


def next_playing(evening: Tournament) -> None:
    closed(evening)
    open_round(evening, 2)


def all_closed(evening: Tournament) -> None:
    play_evening(evening, random.Random(2))


def provisional(evening: Tournament) -> None:
    all_closed(evening)
    publish_provisional(tournament=evening, by=None)


def final(evening: Tournament) -> None:
    provisional(evening)
    declare_final(tournament=evening, by=None)


STAGES = [
    before, check_in, expected, check_in_closed, check_in_reopened, draft, undone, confirmed, draft_again,
    announced, taken_back, playing, first_score, all_scores, next_draft, closed, reopened,
    closed_next_confirmed, next_playing, all_closed, provisional, final,
]  # fmt: skip


def press(client: Client, evening: Tournament, name: str, number: int) -> tuple[str, str]:
    """Make the press; the kind of the answer, "success" or "error", and its sentence."""
    numbers = [evening.pk, number] if number else [evening.pk]
    data = {}
    if name == "swap":
        data = {"seat": list(the_round(evening, number).seats.active().values_list("pk", flat=True)[:2])}
    if name == "close_check_in":
        data = {"absent_seen": evening.entries.filter(state=Entry.State.ENTERED).count()}
    response = client.post(reverse(f"tournaments:{name}", args=numbers), data)
    assert response.status_code == 302, (name, number)
    (message,) = get_messages(response.wsgi_request)
    client.cookies.pop("messages", None)
    return message.level_tag, str(message)


def follow(client: Client, evening: Tournament, name: str, number: int) -> None:
    """Press, look whether the answer is true, and do what it tells to do until something is done."""
    told = []
    for _step in range(9):
        acts = Act.objects.filter(tournament=evening).count()
        kind, sentence = press(client, evening, name, number)
        told.append(f"{name} {number}: {sentence}")
        table = DONE if kind == "success" else REFUSED
        pattern, found = next(
            ((each, match) for each in table if (match := re.fullmatch(each, sentence))), ("", None)
        )
        assert found, f"a sentence nobody looked at: {told}"
        named = int(found[1]) if found.groups() else number
        if kind == "success":
            assert DONE[pattern](Now(evening), named), told
            return
        is_so, advice = REFUSED[pattern]
        assert Act.objects.filter(tournament=evening).count() == acts, told
        assert is_so(Now(evening), named), told
        if not advice:
            return
        name, number = advice, named if advice in ON_A_ROUND else 0
    pytest.fail(f"the advice leads nowhere: {told}")


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_no_answer_lies(client: Client, cast: Cast, stage: Callable[[Tournament], None]) -> None:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    stage(evening)
    for name, number in PRESSES:
        with transaction.atomic():
            follow(client, Tournament.objects.get(pk=evening.pk), name, number)
            transaction.set_rollback(True)
