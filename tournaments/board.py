"""Where the evening stands: the phases of the director's page, what is missing, what blocks the next step."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.knockouts import with_stakes
from tournaments.match_views import MatchView, match_results, match_view
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round

Progress = Literal["done", "now", "todo"]


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of the evening. `key` is before, check_in, end, or the number of a round."""

    key: str
    label: str | Promise
    progress: Progress
    round: Round | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """How many entries are in each state."""

    present: int
    expected: int
    waiting: int
    cancelled: int
    withdrawn: int

    @property
    def playing(self) -> int:
        return self.present + self.expected


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole strip of phases and the counts that stand beside it."""

    tournament: Tournament
    steps: tuple[Step, ...]
    field: Field

    @property
    def current(self) -> Step:
        return next((step for step in self.steps if step.progress == "now"), self.steps[-1])

    @property
    def has_qualified(self) -> bool:
        """Whether somebody qualifies tonight: for a final, or for another event."""
        finals = any(step.round is not None and step.round.phase.is_final for step in self.steps)
        return finals or self.tournament.is_satellite

    def step(self, key: str) -> Step | None:
        return next((step for step in self.steps if step.key == key), None)


def field_of(tournament: Tournament) -> Field:
    counts = Counter(tournament.entries.values_list("state", flat=True))
    return Field(
        present=counts[Entry.State.PRESENT],
        expected=counts[Entry.State.ENTERED],
        waiting=counts[Entry.State.WAITING],
        cancelled=counts[Entry.State.CANCELLED],
        withdrawn=counts[Entry.State.WITHDRAWN],
    )


def _current_key(tournament: Tournament, rounds: list[Round]) -> str:
    if tournament.state == Tournament.State.BEFORE:
        return "before"
    if tournament.state == Tournament.State.CHECK_IN:
        return "check_in"
    if tournament.state == Tournament.State.PLAYING:
        still_open = next((round_ for round_ in rounds if round_.state != Round.State.CLOSED), None)
        if still_open is not None:
            return str(still_open.number)
    return "end"


def evening(tournament: Tournament) -> Evening:
    """The phases in order, with the one that is on now; four queries."""
    rounds = list(tournament.rounds.select_related("phase"))
    for round_ in rounds:
        round_.tournament = tournament
    labels: list[tuple[str, str | Promise, Round | None]] = [
        ("before", _("Before"), None),
        ("check_in", _("Check-in"), None),
        *((str(round_.number), _("Round"), round_) for round_ in rounds),
        ("end", _("End"), None),
    ]
    current = _current_key(tournament, rounds)
    keys = [key for key, _label, _round in labels]
    at = keys.index(current)
    is_over = tournament.state == Tournament.State.FINAL
    steps = tuple(
        Step(key, label, "done" if index < at or is_over else "now" if index == at else "todo", round_)
        for index, (key, label, round_) in enumerate(labels)
    )
    return Evening(tournament, steps, field_of(tournament))


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a round: all of them in order, and those whose score is not complete."""

    results: tuple[MatchView, ...]

    @property
    def missing(self) -> tuple[MatchView, ...]:
        """Those that the round waits for: a match that was put off is not among them."""
        return tuple(result for result in self.results if not result.complete and not result.postponed)

    @property
    def put_off(self) -> tuple[MatchView, ...]:
        """Those without a score for which the round does not wait."""
        return tuple(result for result in self.results if not result.complete and result.postponed)

    @property
    def done(self) -> int:
        return sum(result.complete for result in self.results)

    @property
    def begun(self) -> int:
        """How many have a score, or some of its hands; an absence is no score."""
        return sum(
            bool(result.hands) or (result.complete and not result.is_absence) for result in self.results
        )


def put_off(tournament: Tournament) -> list[Match]:
    """Matches that were put off and are not over yet, in the order of rounds and tables."""
    matches = Match.objects.active().filter(round__tournament=tournament, postponed_at__isnull=False)
    waiting = matches.exclude(seats__award__isnull=False).select_related("round__phase__tournament")
    in_order = waiting.order_by("round__number", "table_number")
    return [match for match in in_order if not (match.version and match_view(match).complete)]


def tables_of(round: Round) -> Tables:
    return Tables(with_stakes(round, match_results(round)))
