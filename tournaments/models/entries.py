"""Who competes: entries, and the persons in them from one round to another."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.people import Person
from tournaments.models.events import Tournament

NEVER_PLAYED = 0  # `to_round` of somebody who left an entry before anybody had played


class EntryQuerySet(models.QuerySet["Entry"]):
    def in_the_field(self) -> "EntryQuerySet":
        """Everybody who plays or has played: not the waiting list, not who cancelled before playing."""
        return self.filter(state__in=[Entry.State.ENTERED, Entry.State.PRESENT, Entry.State.WITHDRAWN])

    def present(self) -> "EntryQuerySet":
        return self.filter(state=Entry.State.PRESENT)


class Entry(models.Model):
    """A pair, a single player or a team. `number` is what stands on slips; it never changes once given.

    `name` is what a team calls itself; pairs and single players have none.
    """

    class State(models.TextChoices):
        ENTERED = "entered", _("expected")
        WAITING = "waiting", _("in the waiting list")
        PRESENT = "present", _("present")
        CANCELLED = "cancelled", _("does not come")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    name = models.CharField(_("name of the team"), max_length=60, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.ENTERED)
    note = models.CharField(_("note"), max_length=200, blank=True)
    club_name = models.CharField(
        _("comes from the club"),
        max_length=80,
        blank=True,
        help_text=_("Entries of one club can be kept apart."),
    )
    family = models.CharField(
        _("family"),
        max_length=40,
        blank=True,
        help_text=_("Entries with the same word here are kept apart, as long as it can be done."),
    )
    fixed_table = models.PositiveSmallIntegerField(
        _("always at table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
        help_text=_("For who moves with difficulty: keeps this table, on the N-S line."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_unique"),
            models.UniqueConstraint(
                fields=["tournament", "name"],
                condition=~models.Q(name="") & ~models.Q(state="cancelled"),
                name="entry_team_name_unique",
                violation_error_message=_("Another team has this name already."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    def clean(self) -> None:
        """Refuse a name that differs from another team's by its capitals only; the same name the constraint
        refuses."""
        others = Entry.objects.filter(tournament=self.tournament_id).exclude(state=self.State.CANCELLED)
        names = others.exclude(pk=self.pk).exclude(name=self.name).values_list("name", flat=True)
        is_in = self.name and self.state != self.State.CANCELLED
        if is_in and self.name.casefold() in map(str.casefold, names):
            raise ValidationError({"name": _("Another team has this name already.")})


class EntryMember(models.Model):
    """A person in an entry from one round to another: a substitution never rewrites the past.

    `tournament` and `is_current` are copied here because a constraint cannot span joins: nobody stands in two
    entries of one tournament at once. `is_current` is false for who was replaced or cancelled.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entry_members")
    position = models.PositiveSmallIntegerField(default=1)
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    is_current = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("player of an entry")
        verbose_name_plural = _("players of entries")
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "person"],
                condition=models.Q(is_current=True),
                name="entrymember_once_per_tournament",
                violation_error_message=_("This person is already entered in this tournament."),
            ),
            models.UniqueConstraint(
                fields=["entry", "position"],
                condition=models.Q(is_current=True),
                name="entrymember_position_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.person_id}"
