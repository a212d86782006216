"""A round is closed, and its reserve sheet is asked for: nobody has to think of it."""

from django.db import transaction
from django.utils.translation import get_language

from clubs.models.users import User
from tournaments import rounds
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers import jobs


@transaction.atomic
def close(*, round: Round, by: User | None) -> Round:
    """Close the round; once that is written, ask for its reserve sheet in the language of the page. A draft
    in which nothing is to be played is confirmed and announced first.

    A press that finds the round closed asks for nothing. Whatever keeps the paper from being asked for is
    logged, and the round stays closed.
    """
    was_open = not Round.objects.filter(pk=round.pk, state=Round.State.CLOSED).exists()
    closed = rounds.close(round=rounds.show_empty(round=round, by=by), by=by)
    if was_open:
        language = get_language() or "it"
        transaction.on_commit(lambda: ask_for_reserve(closed, by=by, language=language), robust=True)
    return closed


def ask_for_reserve(round: Round, *, by: User | None, language: str) -> None:
    """Ask for the reserve sheet after a closed round. ValidationError when it cannot be made."""
    jobs.ask(tournament=round.tournament, kind=Paper.Kind.RESERVE, by=by, language=language, round=round)
