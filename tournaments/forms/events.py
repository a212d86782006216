"""Making a tournament: what it is, and the phases it is made of."""

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseFormSet, formset_factory
from django.utils.choices import flatten_choices
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from scoring.matches import FormatError, MatchFormat
from scoring.regulations import PRESETS, BurracoKind
from tournaments.formats import OWN_TABLE
from tournaments.models.events import Phase, Tournament
from tournaments.models.regulations import RegulationsCopy
from tournaments.programmes import AWARDS, DEFAULT_PROGRAMME, PROGRAMMES, PhasePlan, with_awards

VP_NAMES = {
    "hands-2": _("VP table for 2 hands"),
    "hands-3": _("VP table for 3 hands"),
    "hands-4": _("VP table for 4 hands"),
    "teams": _("VP table for teams, at two tables"),
    "win-draw-loss": _("2 for a win, 1 for a draw"),
    "raw": _("the points themselves"),
    "own": _("our own table"),
}
REGULATION_NAMES = {
    "fibur-2026": _("FIBUR 2026"),
    "fitab-2025": _("FITAB 2025"),
    "feburit": _("FEBURIT"),
    "manuale": _("The manual"),
    "classico": _("Classic"),
    "guida": _("The beginner's guide"),
}
KIND_NAMES = {
    BurracoKind.CLEAN: _("Clean burraco"),
    BurracoKind.SEMI_CLEAN: _("Semi-clean burraco"),
    BurracoKind.DIRTY: _("Dirty burraco"),
    BurracoKind.SUPER: _("Super burraco"),
    BurracoKind.SUPER_DIRTY: _("Dirty super burraco"),
    BurracoKind.ROYAL: _("Royal burraco"),
    BurracoKind.ROYAL_DIRTY: _("Dirty royal burraco"),
}
CRITERIA = {
    "vp,mp": _("VP, then MP"),
    "vp,mp,direct_vp,direct_mp": _("VP, MP, then direct matches"),
    "vp,mp,best_round_vp": _("VP, MP, then best round"),
    "vp,mp,last_round_vp": _("VP, MP, then last round"),
    "raw_points,vp,mp": _("Points, then VP and MP"),
}


def order_words(criteria: Iterable[str]) -> str | Promise:
    """What ranks an evening, in words; empty for an order that the form does not offer."""
    return CRITERIA.get(",".join(criteria), "")


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


def plan_initial(plans: Sequence[PhasePlan], target: int | None = None) -> list[dict[str, Any]]:
    """What the phases show at first; `target` is proposed where matches are played to a target."""
    return [
        with_awards(asdict(replace(plan, target=target) if target and plan.target else plan))
        for plan in plans
    ]


def _copy_label(copy: RegulationsCopy) -> str:
    """A copy's name, with the points its matches are played to."""
    target = copy.figures["default_target"]
    if target is None:
        return copy.name
    return gettext("%(name)s (to %(target)d points)") % {"name": copy.name, "target": target}


def freeze(form: forms.BaseForm, names: Iterable[str]) -> None:
    """Show fields that nobody can change; what a page opened before still sends is not passed over."""
    for name in form.fields.keys() & set(names):
        key = form.add_prefix(name)
        if not any(sent == key or sent.startswith(f"{key}_") for sent in form.data):
            form.fields[name].disabled = True


Shown = tuple[forms.BoundField, str | Promise]  # a field, and in words what it begins with


def _shown(field: forms.BoundField) -> Shown:
    value, choices = field.initial, dict(flatten_choices(getattr(field.field, "choices", ())))
    if isinstance(value, datetime.datetime):
        return field, date_format(localtime(value), "DATETIME_FORMAT")
    if isinstance(value, bool):
        return field, _("yes") if value else _("no")
    return field, "–" if value in (None, "") else choices.get(value, str(value))


class TournamentForm(forms.ModelForm):
    """What a tournament is; its phases are in PhaseFormSet beside it."""

    criteria = forms.ChoiceField(label=_("Order of the standings"), choices=CRITERIA.items())
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
            (field, self._kept()) if field.name == "regulations" and self._kept() else _shown(field)
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


class PhaseForm(forms.ModelForm):
    """One phase: a movement, its rounds, the format of its matches, its awards."""

    # A browser sends what a list shows: a phase counts as untouched only if that is what it began with.
    vp_table = forms.ChoiceField(
        label=_("Victory points"),
        choices=VP_NAMES.items(),
        initial="hands-4",
    )

    class Meta:
        model = Phase
        fields = [
            "movement",
            "rounds_count",
            "hands",
            "target",
            "pass_target",
            "minutes",
            "vp_table",
            "vp_limits",
            "table_size",
            "spare_size",
            "switch_at",
            "round_up_halves",
            "mitchell_step",
            "resting_line",
            "allow_second_cycle",
            "groups",
            "groups_by",
            "qualify_each",
            "qualify_next",
            "others",
            "third_place",
            "pattern",
            "clubs_apart",
            "sit_out_vp",
            "sit_out_mp",
            "absence_vp",
            "absence_mp",
        ]

    advanced = (
        "vp_limits",
        "target",
        "pass_target",
        "table_size",
        "spare_size",
        "switch_at",
        "round_up_halves",
        "mitchell_step",
        "resting_line",
        "allow_second_cycle",
        "groups",
        "groups_by",
        "qualify_each",
        "qualify_next",
        "others",
        "third_place",
        "pattern",
        "clubs_apart",
        "sit_out_vp",
        "sit_out_mp",
        "absence_vp",
        "absence_mp",
    )

    # Nothing said means what most evenings are.
    presumed = (
        "table_size",
        "groups",
        "groups_by",
        "qualify_each",
        "qualify_next",
        "others",
        "pattern",
        "clubs_apart",
    )

    def __init__(self, *args: Any, award_note: str = "", **kwargs: Any) -> None:
        """`award_note` says which rounds have given their awards already."""
        super().__init__(*args, **kwargs)
        self.award_note = award_note
        for name in self.presumed:
            self.fields[name].required = False
        for name in ("sit_out_vp", "absence_vp"):
            self.fields[name].min_value = -400
            self.fields[name].validators += [forms.fields.validators.MinValueValidator(-400)]
            self.fields[name].validators += [forms.fields.validators.MaxValueValidator(400)]
        for name in ("sit_out_mp", "absence_mp"):
            self.fields[name].validators += [forms.fields.validators.MinValueValidator(-50_000)]
            self.fields[name].validators += [forms.fields.validators.MaxValueValidator(50_000)]

    def clean_vp_limits(self) -> str:
        """The figures with one blank between, whatever parted them."""
        return " ".join(re.split(r"[\s,;]+", self.cleaned_data["vp_limits"])).strip()

    def ask_awards(self) -> None:
        """Refuse a phase of teams that leaves an award open: no code has a figure for it."""
        for name in AWARDS:
            if not self.fields[name].disabled and self.cleaned_data.get(name) is None:
                self.add_error(name, _("No code says it for teams: write a figure. 0 is one too."))

    def clean_spare_size(self) -> int | None:
        """Another size than the usual one, or none."""
        spare = self.cleaned_data["spare_size"]
        usual = self.cleaned_data.get("table_size") or Phase.TableSize.FOUR
        if spare is not None and spare == usual:
            raise ValidationError(_("This is the usual size already: choose another one, or none."))
        return spare

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in self.presumed:
            if data.get(name) in (None, ""):
                data[name] = Phase._meta.get_field(name).get_default()
        if "hands" not in data or "target" not in data:
            return data
        try:
            MatchFormat(data["hands"], data["target"], bool(data.get("pass_target")), data.get("minutes"))
        except FormatError as error:
            raise ValidationError(
                {"hands": _("Write either the hands of a match or its target score, not both.")}
            ) from error
        return data

    def _post_clean(self) -> None:
        """The verbs write and validate the row; this form only reads what was typed."""

    def main_fields(self) -> list[Shown]:
        return [_shown(self[name]) for name in self.Meta.fields if name not in self.advanced]

    def advanced_fields(self) -> list[Shown]:
        return [_shown(self[name]) for name in self.advanced]

    def opens_advanced(self) -> bool:
        """Whether something in the folded part must be seen: an error, an award nobody has said yet, or the
        limits of the club's own table."""
        is_asked = any(self.initial.get(name, 0) is None for name in AWARDS)
        is_asked = is_asked or self["vp_table"].value() == OWN_TABLE
        return is_asked or any(name in self.errors for name in self.advanced)

    def plan(self) -> PhasePlan:
        return PhasePlan(**{name: self.cleaned_data[name] for name in self.Meta.fields})


class _PhaseFormSet(BaseFormSet):
    def __init__(self, *args: Any, award_notes: Sequence[str] = (), **kwargs: Any) -> None:
        """`award_notes`: of each phase that is there, what `award_note` says."""
        self.award_notes = award_notes
        super().__init__(*args, **kwargs)

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_form_kwargs(index)
        if index is not None and index < len(self.award_notes):
            kwargs["award_note"] = self.award_notes[index]
        return kwargs

    def is_complete(self, entry_kind: str) -> bool:
        """Whether everything that nobody presumes has been said; of teams also every award."""
        if entry_kind == Tournament.EntryKind.TEAMS:
            for form in self._kept():
                form.ask_awards()
        return not any(form.errors for form in self.forms)

    def changed_award_notes(self) -> list[str]:
        """The notes of the phases whose awards were written anew."""
        return [
            form.award_note
            for form in self.initial_forms
            if form.award_note and {*form.changed_data} & {*AWARDS}
        ]

    def freeze(self, *, awards: bool) -> None:
        """Show phases that stand, without one more; their awards too where nothing changes at all."""
        if not self.is_bound:
            self.extra = 0
        for form in self.initial_forms:
            if f"{form.prefix}-movement" not in self.data:  # a page opened before sends every choice
                freeze(form, [name for name in form.Meta.fields if awards or name not in AWARDS])
                form.fields.pop("DELETE", None)

    def plans(self) -> list[PhasePlan]:
        """The phases in order: all it began with and the new ones, without those taken away."""
        return [form.plan() for form in self._kept()]

    def _kept(self) -> list[PhaseForm]:
        began = self.initial_form_count()
        kept = [form for index, form in enumerate(self.forms) if index < began or form.has_changed()]
        return [form for form in kept if not form.cleaned_data.get("DELETE")]


PhaseFormSet = formset_factory(
    PhaseForm, formset=_PhaseFormSet, extra=1, can_delete=True, max_num=8, validate_max=True, absolute_max=9
)
