"""The life of a paper's row: asked, claimed, beating, done or failed. The queue only rings the bell.

A row is written before the bell rings; a worker claims it and says at each step that it is alive; `sweep`
rings again for what was lost. So neither a lost message nor a killed worker loses a paper.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from clubs.models.users import User
from tournaments.log import locked
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers import files
from tournaments.papers.contents import digest_now
from tournaments.papers.offers import check

TASK = "tournaments.tasks.make_paper"
MOST_ATTEMPTS = 3
KEPT = timedelta(days=30)

State = Paper.State


class TakenOverError(Exception):
    """Another worker holds the paper now: stop, and leave everything as it is."""


def stale_after() -> timedelta:
    """How long a worker may be silent before it is taken for dead."""
    return timedelta(seconds=settings.PAPERS_STALE_SECONDS)


def key_of(kind: str, round: Round | None, options: Mapping[str, Any], language: str) -> str:
    """Digest of what makes two papers the same, versions apart."""
    facts = [kind, round and round.pk, dict(options), language]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def is_current(paper: Paper, tournament: Tournament) -> bool:
    """Whether the paper says what it would say if it were made now; one that nobody has begun will.

    As long as the versions stand still so does the paper; once they move, only its own words count.
    """
    if paper.state == State.QUEUED and not paper.attempts:
        return True
    if (paper.tournament_version, paper.club_version) == (tournament.version, tournament.club.version):
        return True
    if paper.kind == Paper.Kind.EARLY:  # to work it out again here is what the worker is for
        return False
    paper.tournament = tournament
    return paper.digest == digest_now(paper)


@transaction.atomic
def ask(
    *,
    tournament: Tournament,
    kind: Paper.Kind,
    by: User | None,
    language: str,
    round: Round | None = None,
    options: Mapping[str, Any] | None = None,
) -> Paper:
    """The paper asked for: a new row, or the one that already says the same. A failed one tries again.

    ValidationError with a sentence when it cannot be made from what is there now.
    """
    tournament = locked(tournament)
    options = dict(options or {})
    check(tournament, kind, round, options)
    key = key_of(kind, round, options, language)
    same = tournament.papers.filter(key=key).order_by("-pk").first()
    if same is not None and is_current(same, tournament):
        if same.state == State.FAILED:
            same.state, same.attempts, same.error, same.done = State.QUEUED, 0, "", 0
            same.save(update_fields=["state", "attempts", "error", "done"])
            ring_on_commit(same)
        return same
    paper = Paper(
        tournament=tournament,
        round=round,
        kind=kind,
        options=options,
        language=language,
        key=key,
        is_urgent="table" in options,
        tournament_version=tournament.version,
        club_version=tournament.club.version,
        by=by,
    )
    paper.full_clean(exclude={"by", "options"})  # both may be empty
    paper.save()
    ring_on_commit(paper)
    return paper


def ring_on_commit(paper: Paper) -> None:
    """Ring once the row can be seen. A broker that does not answer loses nothing: `sweep` rings again."""
    transaction.on_commit(lambda: ring(paper.pk), robust=True)


def ring(pk: int) -> None:
    """Send the message, by the task's name: a web process must not import what papers need."""
    current_app.send_task(TASK, args=[pk])


@transaction.atomic
def claim(pk: int) -> Paper | None:
    """Take a paper that waits, or whose worker fell silent; None when somebody else has it or it is done."""
    now = timezone.now()
    waiting = Q(state=State.QUEUED) | Q(state=State.RUNNING, beat_at__lt=now - stale_after())
    taken = Paper.objects.filter(waiting, pk=pk, attempts__lt=MOST_ATTEMPTS).update(
        state=State.RUNNING, beat_at=now, attempts=F("attempts") + 1
    )
    if not taken:
        return None
    return Paper.objects.select_related("tournament__club", "round").get(pk=pk)


def _mine(paper: Paper) -> Any:
    return Paper.objects.filter(pk=paper.pk, state=State.RUNNING, attempts=paper.attempts)


def beat(paper: Paper, **facts: Any) -> None:
    """Say that the worker is alive, with what it knows now. TakenOverError if the paper is not its own."""
    if not _mine(paper).update(beat_at=timezone.now(), **facts):
        raise TakenOverError
    for name, value in facts.items():
        setattr(paper, name, value)


def finish(paper: Paper, pages: int) -> None:
    """The file is in its place."""
    beat(paper, state=State.DONE, done=pages, total=pages, file=files.complete(paper).name)


def fail(paper: Paper, code: str) -> None:
    """Trying again would not help; the page says why."""
    _mine(paper).update(state=State.FAILED, error=code)


def give_back(paper: Paper) -> None:
    """Something broke: somebody may try again, three times in all."""
    state, error = (State.FAILED, "crashed") if paper.attempts >= MOST_ATTEMPTS else (State.QUEUED, "")
    _mine(paper).update(state=state, error=error, beat_at=timezone.now() - stale_after())


def urgent() -> list[int]:
    """Short papers that somebody stands waiting for, oldest first."""
    return list(
        Paper.objects.filter(state=State.QUEUED, is_urgent=True).order_by("pk").values_list("pk", flat=True)
    )


def sweep() -> int:
    """Ring again for what waits unheard or fell silent; give up after three attempts. How many rang.

    Papers of long ago go: whoever wants one again asks for it.
    """
    now = timezone.now()
    for old in Paper.objects.filter(state__in=[State.DONE, State.FAILED], created_at__lt=now - KEPT):
        files.drop(old)  # before its row: a sweep that is cut short finds the row again
        old.delete()
    silent = now - stale_after()
    lost = Paper.objects.filter(state=State.RUNNING, beat_at__lt=silent, attempts__gte=MOST_ATTEMPTS)
    lost.update(state=State.FAILED, error="crashed")
    unheard = Q(state=State.QUEUED) & (Q(beat_at__lt=silent) | Q(beat_at__isnull=True, created_at__lt=silent))
    waiting = Paper.objects.filter(unheard | Q(state=State.RUNNING, beat_at__lt=silent))
    rung = list(waiting.order_by("pk").values_list("pk", flat=True))
    # A waiting paper is rung once in a while, not at every sweep: a long queue must not fill the broker.
    Paper.objects.filter(pk__in=rung, state=State.QUEUED).update(beat_at=now)
    for pk in rung:
        ring(pk)
    return len(rung)


def abandon() -> int:
    """The only worker of this machine is dead: what it was making waits again, at once. How many papers."""
    silent = timezone.now() - 2 * stale_after()
    return Paper.objects.filter(state=State.RUNNING).update(beat_at=silent)
