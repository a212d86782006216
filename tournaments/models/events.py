"""A tournament and its phases."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from tournaments.models.regulations import RegulationsCopy


def default_criteria() -> list[str]:
    return ["vp", "mp"]


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def published(self) -> "TournamentQuerySet":
        """What everybody may see."""
        return self.filter(published_at__isnull=False, club__is_public=True)


class Tournament(models.Model):
    """An evening. `version` rises with every write that a page can show: it is the pages' ETag.

    It is played by a preset (`regulations` is its code) or by the club's own copy; from the first draw on by
    `regulations_kept`, whatever becomes of the copy: `tournaments.formats`. For `cut` see `tournaments.cuts`.
    """

    class EntryKind(models.TextChoices):
        PAIRS = "pairs", _("pairs")
        INDIVIDUALS = "individuals", _("individuals")
        TEAMS = "teams", _("teams")

    class TeamPairs(models.IntegerChoices):
        TWO = 2, _("two: four players")
        THREE = 3, _("three: six players")
        FOUR = 4, _("four: eight players")

    class State(models.TextChoices):
        BEFORE = "before", _("entries open")
        CHECK_IN = "check_in", _("check-in")
        PLAYING = "playing", _("playing")
        PROVISIONAL = "provisional", _("provisional standings")
        FINAL = "final", _("final")

    class EntryMode(models.TextChoices):
        DETAIL = "detail", _("detail: burracos, closing, pozzetto, cards")
        QUICK = "quick", _("quick: base and points")
        TOTAL = "total", _("total of each hand")
        SINGLE = "single", _("one total for the whole match")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=120)
    starts_at = models.DateTimeField(_("begins"))
    venue = models.CharField(_("where"), max_length=160, blank=True)
    poster = models.TextField(_("text of the poster"), max_length=2000, blank=True)
    entry_kind = models.CharField(_("who enters"), max_length=12, choices=EntryKind, default=EntryKind.PAIRS)
    team_pairs = models.PositiveSmallIntegerField(
        _("pairs of a team"),
        choices=TeamPairs,
        default=TeamPairs.TWO,
        help_text=_(
            "Two teams meet at as many tables, and V.P. are those of the sum. Two more players may wait."
        ),
    )
    capacity = models.PositiveSmallIntegerField(
        _("places"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(2000)],
        help_text=_("Pairs, teams or single players. Who comes later waits in a list. Empty: no limit."),
    )
    regulations = models.CharField(_("regulations"), max_length=40, default="fibur-2026", blank=True)
    regulations_copy = models.ForeignKey(
        RegulationsCopy, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    regulations_kept = models.JSONField(null=True, blank=True, editable=False)
    entry_mode = models.CharField(
        _("scores are typed as"), max_length=8, choices=EntryMode, default=EntryMode.QUICK
    )
    criteria = models.JSONField(_("order of the standings"), default=default_criteria)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.BEFORE, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)
    check_in_closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    objection_minutes = models.PositiveSmallIntegerField(
        _("minutes for objections"),
        default=15,
        validators=[MaxValueValidator(10_080)],
        help_text=_("How long the provisional standings can be questioned before they are final."),
    )
    objections_until = models.DateTimeField(null=True, blank=True, editable=False)
    closed_tables = models.JSONField(default=list, blank=True, editable=False)
    qualifies_for = models.ForeignKey(
        "self",
        verbose_name=_("qualifies for"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="satellites",
        help_text=_("The final that this tournament sends its best to, if it is one of the club's."),
    )
    qualifies_for_name = models.CharField(
        _("or for an event of others"),
        max_length=120,
        blank=True,
        help_text=_("Its name, if it is not in the list. Tournaments that name it alike share its places."),
    )
    qualifying_places = models.PositiveSmallIntegerField(
        _("how many qualify"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(500)],
        help_text=_("One place a person: who has one from another tournament is passed over."),
    )
    cut = models.JSONField(default=dict, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    # Of a tournament locked for an act: which rows it may touch, and how they were (`tournaments.journal`).
    reach: Any = None
    seen_rows: Any = None
    # Of a tournament that came through the door of `tournaments.access`: what it found, for that request.
    entered: Any = None

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_at", "-pk"]
        indexes = [models.Index(fields=["club", "-starts_at"], name="tournament_by_date")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(capacity__isnull=True) | models.Q(capacity__range=(2, 2000)),
                name="tournament_capacity_2_2000",
                violation_error_message=_("Places go from 2 to 2000."),
            ),
            models.CheckConstraint(
                condition=models.Q(team_pairs__range=(2, 4)),
                name="tournament_team_pairs_2_4",
                violation_error_message=_("A team has two, three or four pairs."),
            ),
            models.CheckConstraint(
                condition=models.Q(regulations="", regulations_copy__isnull=False)
                | (~models.Q(regulations="") & models.Q(regulations_copy__isnull=True)),
                name="tournament_one_regulations",
                violation_error_message=_("An evening is played by one code of regulations."),
            ),
            models.CheckConstraint(
                condition=models.Q(qualifies_for__isnull=True) | models.Q(qualifies_for_name=""),
                name="tournament_one_final",
                violation_error_message=_("Choose the final from the list, or write its name: not both."),
            ),
            models.CheckConstraint(
                condition=models.Q(qualifies_for__isnull=True) | ~models.Q(qualifies_for=models.F("id")),
                name="tournament_not_its_own_final",
                violation_error_message=_("A tournament does not qualify for itself."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether nobody is called to a table any more."""
        return self.state in {self.State.PROVISIONAL, self.State.FINAL}

    @property
    def is_individual(self) -> bool:
        return self.entry_kind == self.EntryKind.INDIVIDUALS

    @property
    def is_teams(self) -> bool:
        """Whether teams enter: they meet at several tables, and VP are those of the sum."""
        return self.entry_kind == self.EntryKind.TEAMS

    @property
    def is_satellite(self) -> bool:
        """Whether its best qualify for another event."""
        return self.qualifies_for_id is not None or bool(self.qualifies_for_name)

    @property
    def tables_of_meeting(self) -> int:
        """At how many tables two entries meet: of teams one for each pair."""
        return self.team_pairs if self.is_teams else 1

    @property
    def is_seen(self) -> bool:
        """Whether everybody may see it: it is published, and the club's page is open."""
        return self.published_at is not None and self.club.is_public


class Phase(models.Model):
    """Consecutive rounds under one movement and match format. Awards are VP and signed MP of one round.

    With `qualify_each` it is a final of those who qualified; `cut` is what the referee decided of them.
    `vp_table` is the code of a table that the codes print, or "own": then `vp_limits` are its limits.
    """

    class Movement(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        MANUAL = "manual", _("seated by hand")
        MITCHELL = "mitchell", _("Mitchell")
        DANISH = "danish", _("Danish, rematches allowed")
        DANISH_MODIFIED = "danish_modified", _("Danish, not the previous opponents")
        DANISH_NO_REMATCH = "danish_no_rematch", _("Danish without rematches")
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("everybody once")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("everybody twice")
        HOWELL = "howell", _("Howell")
        KNOCKOUT = "knockout", _("knock-out")
        INDIVIDUAL = "individual", _("fixed rotation of single players")
        INDIVIDUAL_DANISH = "individual_danish", _("Danish of single players")

    class Line(models.TextChoices):
        NS = "NS", _("N-S")
        EW = "EW", _("E-W")

    class GroupsBy(models.TextChoices):
        STANDING = "standing", _("by standing: A the best, then B …")
        LOT = "lot", _("by lot, the best spread over the groups")

    class Others(models.TextChoices):
        STOP = "stop", _("stop playing")
        PLAY = "play", _("play on at tables of their own (final B), Danish")
        SWISS = "swiss", _("play on at tables of their own (final B), Swiss")
        MITCHELL = "mitchell", _("play on at tables of their own (final B), Mitchell")
        ROUND_ROBIN = "round_robin", _("play on at tables of their own (final B), everybody once")

    class Pattern(models.TextChoices):
        FIRST_WITH_LAST = "1+4", _("first and fourth against second and third")
        FIRST_WITH_SECOND = "1+2", _("first and second against third and fourth")
        LOT = "lot", _("drawn among the four")

    class TableSize(models.IntegerChoices):
        TWO = 2, _("two")
        THREE = 3, _("three")
        FOUR = 4, _("four")
        FIVE = 5, _("five")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="phases")
    number = models.PositiveSmallIntegerField(_("phase"))
    movement = models.CharField(_("movement"), max_length=20, choices=Movement)
    rounds_count = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(40)]
    )
    hands = models.PositiveSmallIntegerField(
        _("hands"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(12)]
    )
    target = models.PositiveIntegerField(
        _("target score"), null=True, blank=True, validators=[MinValueValidator(5), MaxValueValidator(100000)]
    )
    pass_target = models.BooleanField(
        _("the target must be passed"),
        default=False,
        help_text=_("Off: the match ends when a line reaches the target. On: only when it passes it."),
    )
    table_size = models.PositiveSmallIntegerField(
        _("players at a table"), choices=TableSize, default=TableSize.FOUR
    )
    spare_size = models.PositiveSmallIntegerField(
        _("tables of another size"),
        choices=TableSize,
        null=True,
        blank=True,
        help_text=_(
            "For single players: where the field does not divide, so many sit at the last tables. "
            "Empty: who is left over rests."
        ),
    )
    switch_at = models.PositiveIntegerField(
        _("all alone from"),
        null=True,
        blank=True,
        validators=[MinValueValidator(5), MaxValueValidator(100_000)],
        help_text=_(
            "Tables of three and five: once a player has so many points everybody plays alone, "
            "with pozzetti of 11. Usual are 1500, 1000 and 1005. Empty: never."
        ),
    )
    round_up_halves = models.BooleanField(
        _("half points are shown rounded up"),
        default=False,
        help_text=_("Partners at tables of three and five share their side's points: 385 is 192.5 each."),
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes of a round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
    )
    vp_table = models.CharField(_("victory points"), max_length=20)
    vp_limits = models.CharField(
        _("our own V.P. limits"),
        max_length=120,
        blank=True,
        help_text=_(
            "Only with our own table: the highest differences for 10–10, 11–9, 12–8 …, with blanks between. "
            "Above the last one there is one V.P. more."
        ),
    )
    mitchell_step = models.PositiveSmallIntegerField(
        _("tables moved by E-W"), default=1, validators=[MinValueValidator(1), MaxValueValidator(50)]
    )
    resting_line = models.CharField(
        _("with an odd number rests a pair of"), max_length=2, choices=Line, default=Line.NS
    )
    allow_second_cycle = models.BooleanField(_("more rounds than tables, with rematches"), default=False)
    groups = models.PositiveSmallIntegerField(
        _("groups"),
        default=0,
        validators=[MaxValueValidator(26)],
        help_text=_("How many groups play this phase each by itself. 0: everybody together."),
    )
    groups_by = models.CharField(_("groups are formed"), max_length=8, choices=GroupsBy, default="standing")
    qualify_each = models.PositiveSmallIntegerField(
        _("a final of the first"),
        default=0,
        validators=[MaxValueValidator(64)],
        help_text=_(
            "So many of each group of the phase before play this one; without groups, of the standings. "
            "0: everybody plays."
        ),
    )
    qualify_next = models.PositiveSmallIntegerField(
        _("and of the best behind them"),
        default=0,
        validators=[MaxValueValidator(25)],
        help_text=_(
            "Who comes next in each group is compared by V.P. per match: so many of them play too. "
            "After 2 of each group and here 2: the two best thirds."
        ),
    )
    others = models.CharField(_("the others"), max_length=12, choices=Others, default=Others.STOP)
    cut = models.JSONField(default=dict, blank=True, editable=False)
    third_place = models.BooleanField(_("a match for the third place"), default=False)
    pattern = models.CharField(
        _("partners at a table of four"), max_length=3, choices=Pattern, default=Pattern.FIRST_WITH_LAST
    )
    clubs_apart = models.PositiveSmallIntegerField(
        _("clubs apart in the first rounds"),
        default=0,
        validators=[MaxValueValidator(40)],
        help_text=_("So many rounds of this phase keep pairs of the same club apart where it can be done."),
    )
    sit_out_vp = models.SmallIntegerField(_("sit-out, VP"), null=True, blank=True)
    sit_out_mp = models.IntegerField(_("sit-out, MP"), null=True, blank=True)
    absence_vp = models.SmallIntegerField(_("absence, VP"), null=True, blank=True)
    absence_mp = models.IntegerField(_("absence, MP"), null=True, blank=True)

    class Meta:
        verbose_name = _("phase")
        verbose_name_plural = _("phases")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="phase_number_unique"),
            models.CheckConstraint(
                condition=models.Q(hands__isnull=True, target__isnull=False)
                | models.Q(hands__isnull=False, target__isnull=True),
                name="phase_hands_or_target",
                violation_error_message=_("A match is either so many hands or to a target score."),
            ),
            models.CheckConstraint(
                condition=models.Q(rounds_count__range=(1, 40)),
                name="phase_rounds_1_40",
                violation_error_message=_("A phase has from 1 to 40 rounds."),
            ),
            models.CheckConstraint(
                condition=models.Q(table_size__range=(2, 5))
                & (models.Q(spare_size__isnull=True) | models.Q(spare_size__range=(2, 5)))
                & ~models.Q(spare_size=models.F("table_size")),
                name="phase_table_sizes_2_5",
                violation_error_message=_("Tables have from 2 to 5 players, and the two sizes differ."),
            ),
            models.CheckConstraint(
                condition=models.Q(groups=0) | models.Q(groups__range=(2, 26)),
                name="phase_groups_2_26",
                violation_error_message=_("Groups are from 2 to 26, or none."),
            ),
            models.CheckConstraint(
                condition=models.Q(qualify_next=0) | models.Q(qualify_each__gt=0),
                name="phase_next_behind_the_first",
                violation_error_message=_("Say first how many of each group play the final."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rounds_count} {self.get_movement_display()}"

    @property
    def is_final(self) -> bool:
        """Whether only those play it who qualified in the phase before."""
        return self.qualify_each > 0

    @property
    def plays_beside(self) -> bool:
        return self.is_final and self.others != self.Others.STOP
