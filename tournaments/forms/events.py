"""Making a tournament: what kind of evening, and what it is; its phases are in `forms.phases`."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from scoring.regulations import PRESETS, BurracoKind
from tournaments.code_words import CRITERIA, REGULATION_NAMES
from tournaments.forms.standing import Shown, shown_field
from tournaments.models.events import Phase, Tournament
from tournaments.models.regulations import RegulationsCopy
from tournaments.programmes import DEFAULT_PROGRAMME, PROGRAMMES

KIND_NAMES = {
    BurracoKind.CLEAN: _("Clean burraco"),
    BurracoKind.SEMI_CLEAN: _("Semi-clean burraco"),
    BurracoKind.DIRTY: _("Dirty burraco"),
    BurracoKind.SUPER: _("Super burraco"),
    BurracoKind.SUPER_DIRTY: _("Dirty super burraco"),
    BurracoKind.ROYAL: _("Royal burraco"),
    BurracoKind.ROYAL_DIRTY: _("Dirty royal burraco"),
}


def order_words(
    criteria: Iterable[str], phase: Phase | None = None, *, no_winner: bool = False
) -> str | Promise:
    """What ranks an evening, in words; empty for an order that the form does not offer.

    `phase` is the one that the standings have come to: a knock-out and a final have an order of their own.
    `no_winner`: nobody has won that knock-out.
    """
    order = CRITERIA.get(",".join(criteria), "")
    if phase is not None and phase.movement == Phase.Movement.KNOCKOUT:
        said = gettext("who came further in the knock-out; behind them the others, by %(order)s")
        if no_winner:
            alone = gettext("Nobody has won the final: the first place stays empty.")
            said = f"{said}. {alone}"
    elif phase is not None and phase.is_final:
        said = gettext("who plays the final, by %(order)s; behind them the others, by the same")
    else:
        return order
    return said % {"order": order} if order else ""


class ProgrammeForm(forms.Form):
    """First step: which kind of evening. Fields are named as the address of the second step names them."""

    programma = forms.ChoiceField(
        label=_("Kind of evening"), initial=DEFAULT_PROGRAMME, widget=forms.RadioSelect
    )
    regolamento = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["programma"].choices = [(code, plan.name) for code, plan in PROGRAMMES.items()]


FIRST_YEAR, LAST_YEAR = 1980, 2100


class EveningField(forms.SplitDateTimeField):
    """Day and hour in two fields that browsers know how to fill."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            widget=forms.SplitDateTimeWidget(
                date_attrs={"type": "date", "aria-label": _("Day")},
                time_attrs={"type": "time", "aria-label": _("Hour")},
                date_format="%Y-%m-%d",
                time_format="%H:%M",
            ),
            **kwargs,
        )

    def clean(self, value: Any) -> Any:
        moment = super().clean(value)
        if moment is not None and not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise ValidationError(_("This year cannot be right: check the date."))
        return moment


class CopyForm(forms.Form):
    """What a copy of an evening is called and when it begins."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = EveningField(label=_("Begins"))


def first_look(club: Club, code: str, now: datetime.datetime, rules: str = "") -> dict[str, Any]:
    """What the form of a new evening shows at first: this week, a quarter to nine in the evening.

    `rules` is the code of the regulations it begins from, else the programme's.
    """
    programme = PROGRAMMES[code]
    return {
        "starts_at": now.replace(hour=20, minute=45),
        "venue": club.venue,
        "entry_kind": programme.entry_kind,
        "team_pairs": programme.team_pairs,
        "regulations": rules or programme.regulations,
        "entry_mode": Tournament.EntryMode.QUICK,
        "objection_minutes": Tournament._meta.get_field("objection_minutes").get_default(),
    }


def _copy_label(copy: RegulationsCopy) -> str:
    """A copy's name, with the points its matches are played to."""
    target = copy.figures["default_target"]
    if target is None:
        return copy.name
    return gettext("%(name)s (to %(target)d points)") % {"name": copy.name, "target": target}


class TournamentForm(forms.ModelForm):
    """What a tournament is; its phases are in PhaseFormSet beside it."""

    criteria = forms.ChoiceField(
        label=_("Order of the standings"),
        choices=CRITERIA.items(),
        help_text=_("If points come first, who rests or is absent in a round has none in it."),
    )
    regulations = forms.ChoiceField(label=_("Regulations"))
    starts_at = EveningField(label=_("Begins"))

    class Meta:
        model = Tournament
        fields = [
            "name",
            "starts_at",
            "venue",
            "poster",
            "entry_kind",
            "team_pairs",
            "capacity",
            "regulations",
            "entry_mode",
            "objection_minutes",
            "criteria",
            "qualifies_for",
            "qualifies_for_name",
            "qualifying_places",
        ]
        widgets = {"poster": forms.Textarea(attrs={"rows": 3})}

    def __init__(
        self, *args: Any, copies: Sequence[RegulationsCopy], finals: QuerySet[Tournament], **kwargs: Any
    ) -> None:
        """`copies`: the club's own regulations that the evening may choose; `finals`: what it may lead to."""
        super().__init__(*args, **kwargs)
        self.fields["qualifies_for"].queryset = finals
        self.fields["qualifies_for"].empty_label = _("nothing else")
        self.copies = {copy.code: copy for copy in copies}
        presets = [(code, REGULATION_NAMES[code]) for code in PRESETS]
        own = [(code, _copy_label(copy)) for code, copy in self.copies.items()]
        self.fields["regulations"].choices = [*presets, *([(_("Our own"), own)] if own else [])]
        if self.instance.regulations_copy_id is not None:
            self.initial["regulations"] = self.instance.regulations_copy.code
        if Tournament.EntryKind.TEAMS not in (self.initial.get("entry_kind"), self.data.get("entry_kind")):
            self.fields.pop("team_pairs")
        else:
            self.fields["team_pairs"].required = False
        self.initial["criteria"] = ",".join(self.initial.get("criteria") or ["vp", "mp"])

    def clean_team_pairs(self) -> int:
        """Two pairs where nobody says more."""
        return self.cleaned_data["team_pairs"] or Tournament.TeamPairs.TWO

    def clean_criteria(self) -> list[str]:
        return self.cleaned_data["criteria"].split(",")

    def _post_clean(self) -> None:
        """The verbs write and validate the row; this form only reads what was typed."""

    def shown(self) -> list[Shown]:
        return [
            (field, self._kept()) if field.name == "regulations" and self._kept() else shown_field(field)
            for field in self
        ]

    def _kept(self) -> str:
        """The club's regulations as the evening keeps them since its first draw; empty for a preset."""
        kept = self.instance.regulations_kept
        if not kept or not kept.get("version"):
            return ""
        facts = {"name": kept["name"], "number": kept["version"]}
        return gettext("%(name)s, version %(number)d, as it stood when the first round was drawn") % facts

    def facts(self) -> dict[str, Any]:
        facts = {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        facts["regulations_copy"] = self.copies.get(facts["regulations"])
        if facts["regulations_copy"] is not None:
            facts["regulations"] = ""
        return facts
