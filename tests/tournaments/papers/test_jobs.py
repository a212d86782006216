"""The row is the truth: it is claimed by one, outlives its worker, and says how it ended."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.clubs import change_club
from clubs.models.people import Person
from clubs.people import change_person
from tests.evenings import record_random, the_round
from tests.slips import reread
from tournaments import rounds
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Match
from tournaments.papers import files, jobs, press, render, words
from tournaments.penalties import give_penalty

pytestmark = pytest.mark.django_db
Order = Callable[..., Paper]
State = Paper.State


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Keys of the papers that the bell rang for, in order."""
    found: list[int] = []
    monkeypatch.setattr(jobs, "ring", found.append)
    return found


def fall_silent(paper: Paper) -> None:
    """Let the paper's worker have beaten last a minute ago."""
    Paper.objects.filter(pk=paper.pk).update(beat_at=timezone.now() - timedelta(minutes=1))


def test_the_bell_rings_once_the_row_can_be_seen(
    evening: Tournament,
    order: Order,
    rung: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        paper = order(evening, "slips", 4, size="a5")
        assert rung == []
    assert rung == [paper.pk]


def test_the_same_paper_is_not_made_twice(evening: Tournament, order: Order) -> None:
    first = order(evening, "slips", 4, size="a5")
    assert order(evening, "slips", 4, size="a5").pk == first.pk
    press.make(first.pk)
    assert order(evening, "slips", 4, size="a5").pk == first.pk
    others = [
        order(evening, "slips", 4, size="a4"),
        order(evening, "slips", 3, size="a5"),
        order(evening, "slips", 4, size="a5", table=2),
        order(evening, "slips", 4, size="a5", language="it"),
        order(evening, "seats_by_name", 4),
    ]
    assert len({first.pk, *(paper.pk for paper in others)}) == 6


ALL_KINDS: dict[str, dict[str, object]] = {
    "slips": {"number": 4, "size": "a5"},
    "seats_by_table": {"number": 4},
    "seats_by_name": {"number": 4},
    "guide_cards": {"number": 1},
    "standings": {"number": 4, "board": False, "names": "public"},
    "blank_slips": {"phase": 1, "size": "a5", "copies": 2},
}


def nothing_printed(evening: Tournament) -> None:
    """The club's text about itself is on no paper."""
    club = evening.club
    change_club(
        club=club,
        name=club.name,
        town=club.town,
        venue=club.venue,
        about="Si gioca il giovedì.",
        email=club.email,
        phone=club.phone,
        board_title=club.board_title,
        mandate_years=club.mandate_years,
        is_public=club.is_public,
    )


def one_score(evening: Tournament) -> None:
    match = Match.objects.active().filter(round__tournament=evening, round__number=4)[0]
    record_random(reread(match), random.Random(7))


def an_old_score(evening: Tournament) -> None:
    """The referee corrects the first round, whose sums the slips of the fourth carry."""
    match = Match.objects.active().filter(round__tournament=evening, round__number=1)[0]
    give_penalty(
        entry=match.seats.all()[0].entry, round=the_round(evening, 1), mp=-100, reason="Ritardo", by=None
    )


def one_name(evening: Tournament) -> None:
    person = Person.objects.get(last_name="P001")
    change_person(
        person=person,
        first_name="Altra",
        last_name="P001",
        birth_date=None,
        birth_place="",
        residence="",
        tax_code="",
        email="",
        phone="",
        name_shown=person.name_shown,
    )


WITH_NAMES = {"slips", "seats_by_table", "seats_by_name", "guide_cards", "standings"}


@pytest.mark.parametrize(
    ("change", "behind"),
    [
        (nothing_printed, set()),
        (one_score, {"standings"}),
        (an_old_score, {"standings", "slips"}),
        (one_name, WITH_NAMES),
    ],
)
def test_a_paper_is_behind_when_its_own_words_have_changed(
    evening: Tournament, order: Order, change: Callable[[Tournament], None], behind: set[str]
) -> None:
    def asked() -> dict[str, Paper]:
        return {kind: order(evening, kind, **options) for kind, options in ALL_KINDS.items()}

    made = asked()
    for paper in made.values():
        press.make(paper.pk)
        paper.refresh_from_db()
        assert not words.view(paper, evening).is_outdated
    before = (evening.version, evening.club.version)
    change(evening)
    evening = Tournament.objects.select_related("club").get(pk=evening.pk)
    assert (evening.version, evening.club.version) != before
    assert {kind for kind, paper in made.items() if words.view(paper, evening).is_outdated} == behind
    assert {kind for kind, paper in asked().items() if paper.pk != made[kind].pk} == behind


def test_a_paper_whose_draw_was_taken_back_is_behind(evening: Tournament, order: Order) -> None:
    paper = order(evening, "seats_by_table", 4)
    press.make(paper.pk)
    rounds.take_back(round=the_round(evening, 4), by=None)
    rounds.undo_draw(round=the_round(evening, 4), by=None)
    paper.refresh_from_db()
    assert words.view(paper, Tournament.objects.get(pk=evening.pk)).is_outdated


def test_a_paper_that_waits_will_say_what_is_true_when_it_is_made(evening: Tournament, order: Order) -> None:
    first = order(evening, "slips", 4, size="a5")
    Tournament.objects.filter(pk=evening.pk).update(version=evening.version + 3)
    evening.refresh_from_db()
    assert order(evening, "slips", 4, size="a5").pk == first.pk
    press.make(first.pk)
    first.refresh_from_db()
    assert first.tournament_version == evening.version
    assert not words.view(first, evening).is_outdated


def test_only_one_worker_gets_a_paper(evening: Tournament, order: Order) -> None:
    paper = order(evening, "slips", 4, size="a5")
    assert jobs.claim(paper.pk) is not None
    assert jobs.claim(paper.pk) is None
    fall_silent(paper)
    again = jobs.claim(paper.pk)
    assert again is not None
    assert again.attempts == 2


def test_a_worker_that_was_taken_for_dead_touches_nothing(evening: Tournament, order: Order) -> None:
    paper = order(evening, "slips", 4, size="a5")
    slow = jobs.claim(paper.pk)
    assert slow is not None
    fall_silent(paper)
    assert jobs.claim(paper.pk) is not None
    with pytest.raises(jobs.TakenOverError):
        jobs.beat(slow, done=3)
    jobs.fail(slow, "crashed")
    jobs.give_back(slow)
    paper.refresh_from_db()
    assert (paper.state, paper.done, paper.attempts) == (State.RUNNING, 0, 2)


def test_making_a_finished_paper_again_does_nothing(evening: Tournament, order: Order) -> None:
    paper = order(evening, "slips", 4, size="a5")
    press.make(paper.pk)
    before = files.complete(paper).stat().st_mtime_ns
    press.make(paper.pk)
    paper.refresh_from_db()
    assert paper.attempts == 1
    assert files.complete(paper).stat().st_mtime_ns == before
    assert not files.parts_folder(paper).exists()


def test_parts_left_by_a_dead_worker_are_used(
    evening: Tournament, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "FIRST_PART", 2)
    monkeypatch.setattr(press, "PART", 2)
    made: list[str] = []
    real = render.pdf

    def break_at_the_third(html: str) -> bytes:
        if len(made) == 2:
            raise MemoryError
        made.append(html)
        return real(html)

    paper = order(evening, "slips", 4, size="a5")
    monkeypatch.setattr(render, "pdf", break_at_the_third)
    with pytest.raises(MemoryError):
        press.make(paper.pk)
    paper.refresh_from_db()
    assert (paper.state, paper.done, paper.total) == (State.QUEUED, 4, 5)

    def make_the_rest(html: str) -> bytes:
        made.append(html)
        return real(html)

    monkeypatch.setattr(render, "pdf", make_the_rest)
    press.make(paper.pk)
    paper.refresh_from_db()
    assert (paper.state, paper.done, len(made)) == (State.DONE, 5, 3)


def test_three_broken_attempts_are_enough(
    evening: Tournament, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_html: str) -> bytes:
        raise MemoryError

    monkeypatch.setattr(render, "pdf", broken)
    paper = order(evening, "slips", 4, size="a5")
    for _attempt in range(3):
        with pytest.raises(MemoryError):
            press.make(paper.pk)
    press.make(paper.pk)
    paper.refresh_from_db()
    assert (paper.state, paper.attempts, paper.error) == (State.FAILED, 3, "crashed")
    assert words.view(paper, evening).sentence


def test_a_failed_paper_tries_again_when_asked(
    evening: Tournament, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = order(evening, "slips", 4, size="a5")
    with monkeypatch.context() as patch:
        patch.setattr(render, "weasyprint", None)
        press.make(paper.pk)
    paper.refresh_from_db()
    assert (paper.state, paper.error) == (State.FAILED, "pango")
    assert order(evening, "slips", 4, size="a5").pk == paper.pk
    press.make(paper.pk)
    paper.refresh_from_db()
    assert (paper.state, paper.error) == (State.DONE, "")


def test_a_draw_taken_back_meanwhile_is_said_not_printed(evening: Tournament, order: Order) -> None:
    paper = order(evening, "slips", 4, size="a5")
    rounds.take_back(round=the_round(evening, 4), by=None)
    rounds.undo_draw(round=the_round(evening, 4), by=None)
    press.make(paper.pk)
    paper.refresh_from_db()
    assert (paper.state, paper.error) == (State.FAILED, "not_confirmed")
    assert words.view(paper, evening).sentence
    with pytest.raises(ValidationError):
        order(evening, "slips", 4, size="a5")


def test_every_code_of_a_failure_has_its_sentence(evening: Tournament, order: Order) -> None:
    assert all(str(sentence) for sentence in words.SENTENCES.values())
    with pytest.raises(ValidationError) as refusal:
        order(evening, "slips", 4, size="a5", table=99)
    assert list(refusal.value.message_dict) == ["table"]


def test_the_sweep_rings_for_what_was_lost_and_not_at_every_turn(
    evening: Tournament, order: Order, rung: list[int]
) -> None:
    unheard, running, fresh = (order(evening, "slips", number, size="a5") for number in (1, 2, 3))
    Paper.objects.filter(pk=unheard.pk).update(created_at=timezone.now() - timedelta(minutes=1))
    jobs.claim(running.pk)
    fall_silent(running)
    assert jobs.sweep() == 2
    assert rung == [unheard.pk, running.pk]
    assert jobs.claim(running.pk) is not None
    assert jobs.sweep() == 0
    assert fresh.pk not in rung


def test_the_sweep_gives_up_after_three_dead_workers(
    evening: Tournament, order: Order, rung: list[int]
) -> None:
    paper = order(evening, "slips", 4, size="a5")
    for _attempt in range(3):
        assert jobs.claim(paper.pk) is not None
        fall_silent(paper)
    assert jobs.sweep() == 0
    paper.refresh_from_db()
    assert (paper.state, paper.error, rung) == (State.FAILED, "crashed", [])


def test_the_sweep_throws_away_papers_of_long_ago_with_their_files(
    evening: Tournament, order: Order, rung: list[int]
) -> None:
    old, recent, waiting = (order(evening, "slips", number, size="a5") for number in (1, 2, 3))
    for paper in (old, recent):
        press.make(paper.pk)
    past = timezone.now() - jobs.KEPT - timedelta(hours=1)
    Paper.objects.filter(pk__in=[old.pk, waiting.pk]).update(created_at=past)
    jobs.sweep()
    assert set(Paper.objects.values_list("pk", flat=True)) == {recent.pk, waiting.pk}
    assert not files.complete(old).exists()
    assert files.complete(recent).exists()


def test_what_a_dead_worker_was_making_waits_again_at_once(
    evening: Tournament, order: Order, rung: list[int]
) -> None:
    paper = order(evening, "slips", 4, size="a5")
    jobs.claim(paper.pk)
    assert jobs.sweep() == 0
    assert jobs.abandon() == 1
    assert jobs.sweep() == 1
    assert jobs.claim(paper.pk) is not None
