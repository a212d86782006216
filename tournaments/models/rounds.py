"""Rounds, draws and seats. Undo supersedes a draw; nothing drawn is deleted."""

import datetime
import secrets
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models.people import Person
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.pairing.finals import BESIDE, FINAL

# No vowels (no words by chance) and nothing that is read as something else.
CODE_ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXZ"


def new_match_code() -> str:
    """Eight characters of a match: short enough to be typed from paper, upper case for a small QR."""
    return "".join(secrets.choice(CODE_ALPHABET) for _unused in range(8))


class RoundQuerySet(models.QuerySet["Round"]):
    def announced(self) -> "RoundQuerySet":
        """Rounds whose seats everybody may see."""
        return self.filter(state__in=[Round.State.ANNOUNCED, Round.State.PLAYING, Round.State.CLOSED])

    def drawn(self) -> "RoundQuerySet":
        return self.exclude(state=Round.State.PLANNED)

    def unseen(self) -> "RoundQuerySet":
        """Rounds drawn and not announced yet."""
        return self.filter(state__in=[Round.State.DRAFT, Round.State.CONFIRMED])


class RoundManager(models.Manager["Round"]):
    """The rounds of the evening as it is planned; one that was taken away after a draw is only in `every`."""

    def get_queryset(self) -> RoundQuerySet:
        return RoundQuerySet(self.model, using=self._db).exclude(state=Round.State.DROPPED)

    def announced(self) -> RoundQuerySet:
        return self.get_queryset().announced()

    def drawn(self) -> RoundQuerySet:
        return self.get_queryset().drawn()

    def unseen(self) -> RoundQuerySet:
        return self.get_queryset().unseen()


class Round(models.Model):
    """Hands played by everybody without changing seats. Only `tournaments.rounds` changes its state."""

    class State(models.TextChoices):
        PLANNED = "planned", _("to be drawn")
        DRAFT = "draft", _("draft")
        CONFIRMED = "confirmed", _("confirmed")
        ANNOUNCED = "announced", _("announced")
        PLAYING = "playing", _("being played")
        CLOSED = "closed", _("closed")
        DROPPED = "dropped", _("taken away")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    announced_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = RoundManager()
    every = models.Manager()  # noqa: DJ012 - after the one that reverse relations take

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_unique")]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_public(self) -> bool:
        return self.state in {self.State.ANNOUNCED, self.State.PLAYING, self.State.CLOSED}

    @property
    def ends_at(self) -> datetime.datetime | None:
        """When the round's minutes are over; None before it starts, or without a limit."""
        if self.state != self.State.PLAYING or self.started_at is None or self.phase.minutes is None:
            return None
        return self.started_at + datetime.timedelta(minutes=self.phase.minutes)

    @property
    def takes_scores(self) -> bool:
        return self.state in {self.State.ANNOUNCED, self.State.PLAYING}


class Draw(models.Model):
    """One answer to "who meets whom" in a round: its seed makes it again. `notes` are relaxations as data.

    `order` are the keys of the entries, best first, that the movement was given.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="draws")
    number = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    movement = models.CharField(max_length=20, choices=Phase.Movement)
    notes = models.JSONField(default=list)
    order = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="draw_number_unique"),
            models.UniqueConstraint(
                fields=["round"], condition=models.Q(superseded_at__isnull=True), name="draw_one_active"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class Encounter(models.Model):
    """Who meets whom: one match for pairs and individuals, several for teams (VP on their sum)."""

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="encounters")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("encounter")
        verbose_name_plural = _("encounters")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["draw", "number"], name="encounter_number_unique")]

    def __str__(self) -> str:
        return f"{self.draw_id}/{self.number}"


class MatchQuerySet(models.QuerySet["Match"]):
    def active(self) -> "MatchQuerySet":
        """Matches of draws that stand."""
        return self.filter(is_active=True)


class Match(models.Model):
    """One round at one table: two lines, or three or five single players.

    `version` counts the saves of its score.

    `started_at` is the table's own clock where it began later than the round. A postponed match is played
    later: the round can be closed without it.

    `round` and `is_active` (the draw stands) are copied here because constraints cannot span joins.
    """

    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    table_number = models.PositiveSmallIntegerField(_("table"))
    players = models.PositiveSmallIntegerField(_("players at the table"), default=4)
    code = models.CharField(_("code"), max_length=8, default=new_match_code, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    postponed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    is_active = models.BooleanField(default=True, editable=False)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["table_number"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="match_code_unique"),
            models.UniqueConstraint(
                fields=["round", "table_number"],
                condition=models.Q(is_active=True),
                name="match_table_unique",
                violation_error_message=_("Two matches cannot be at the same table."),
            ),
            models.CheckConstraint(
                condition=models.Q(players__range=(2, 5)),
                name="match_players_2_5",
                violation_error_message=_("A table has from 2 to 5 players."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.table_number)


def place_of(line: str, position: int) -> str:
    """Where somebody sits at a table: the line, or the number of the place where there are no lines."""
    return line or str(position)


def group_letter(group: int) -> str:
    """What a group is called: "A" for the first, "final A" and "final B" for a final and those who play on
    beside it; "" where a phase is not played in groups."""
    if group >= FINAL:
        return gettext("final %(letter)s") % {"letter": chr(ord("A") + group - FINAL)}
    return chr(ord("A") + group - 1) if group else ""


def passes_on(phase: Phase, group: int) -> bool:
    """Whether who has no opponent there goes on without playing, by the bracket of a knock-out: no rest."""
    return phase.movement == Phase.Movement.KNOCKOUT and group != BESIDE


def goes_by_table(phase: Phase, group: int) -> bool:
    """Whether the table's number says where everybody goes next, so that no match there may have another."""
    if group == BESIDE:
        return phase.others == Phase.Others.MITCHELL
    return phase.movement in {Phase.Movement.MITCHELL, Phase.Movement.HOWELL}


def in_their_order(places: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What is kept by place, N-S before E-W, else by number: a database may keep keys in another order."""
    return sorted(places.items(), key=lambda item: (item[0] == "EW", item[0]))


class SeatQuerySet(models.QuerySet["Seat"]):
    def active(self) -> "SeatQuerySet":
        return self.filter(is_active=True)


class Seat(models.Model):
    """Where an entry is in a round: at a match on a line, resting, waiting for a seat or absent.

    `slot` tells apart the pairs of a team (1 elsewhere). `position` is the place of a single player on
    the line (1 North or East, 2 South or West; 1 for pairs). At tables of three and five `line` is empty and
    `position` counts the places round the table. `table_number` of a seat without a match is the table the
    movement kept for it (Mitchell), else NULL. `group` counts from 1 where a phase is played in groups, and
    from `pairing.finals.FINAL` where a final has others beside it.
    `first_player` and `second_player` are the line-up of a team's pair; NULL elsewhere, where everybody of
    the entry sits.
    """

    class Line(models.TextChoices):
        NS = "NS", _("N-S")
        EW = "EW", _("E-W")

    class Reason(models.TextChoices):
        PLAYS = "plays", _("plays")
        RESTS = "rests", _("rests")
        WAITS = "waits", _("waits for a seat")
        ABSENT = "absent", _("absent")
        OUT = "out", _("knocked out")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="seats")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    slot = models.PositiveSmallIntegerField(default=1)
    line = models.CharField(max_length=2, choices=Line, blank=True)
    position = models.PositiveSmallIntegerField(default=1)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=8, choices=Reason, default=Reason.PLAYS)
    group = models.PositiveSmallIntegerField(_("group"), default=0)
    first_player = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    second_player = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    is_active = models.BooleanField(default=True, editable=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry", "slot"],
                condition=models.Q(is_active=True),
                name="seat_once_per_round",
                violation_error_message=_("Nobody sits at two tables in one round."),
            ),
            models.UniqueConstraint(
                fields=["match", "line", "position"],
                condition=models.Q(is_active=True, match__isnull=False),
                name="seat_place_taken_once",
                violation_error_message=_("Two cannot sit in the same place."),
            ),
            models.CheckConstraint(
                condition=models.Q(match__isnull=False, reason="plays")
                | models.Q(match__isnull=True) & ~models.Q(reason="plays"),
                name="seat_plays_at_a_match",
            ),
            models.CheckConstraint(
                condition=models.Q(position__range=(1, 2)) | models.Q(position__range=(3, 5), line=""),
                name="seat_position_on_its_line",
            ),
            models.CheckConstraint(
                condition=models.Q(first_player__isnull=True, second_player__isnull=True)
                | models.Q(first_player__isnull=False, second_player__isnull=False)
                & ~models.Q(first_player=models.F("second_player")),
                name="seat_two_players",
                violation_error_message=_("A pair is made of two different persons."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}@{self.table_number}{self.place}"

    @property
    def is_left_over(self) -> bool:
        """Whether the draw has nobody for the entry to meet."""
        return self.reason in LEFT_OVER

    @property
    def place(self) -> str:
        """The line, or the place at a table without lines: "NS", "EW", "1" … "5"; "" without a match."""
        return place_of(self.line, self.position) if self.match_id is not None else ""


LEFT_OVER = (Seat.Reason.RESTS, Seat.Reason.WAITS)
"""Whom the draw has nobody to meet for: who sits out, and who came when every seat was taken."""
