"""The phases that an evening is made of, as the settings show them."""

import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BaseFormSet, formset_factory
from django.utils.translation import gettext_lazy as _

from scoring.matches import FormatError, MatchFormat
from tournaments.code_words import VP_NAMES
from tournaments.events import check_victory_points
from tournaments.formats import OWN_TABLE
from tournaments.forms.standing import Shown, freeze, shown_field
from tournaments.models.events import Phase, Tournament
from tournaments.programmes import AWARDS, PhasePlan, awards_of, with_awards


def plan_initial(plans: Sequence[PhasePlan], target: int | None = None) -> list[dict[str, Any]]:
    """What the phases show at first; `target` is proposed where matches are played to a target."""
    shown = [
        with_awards(asdict(replace(plan, target=target) if target and plan.target else plan))
        for plan in plans
    ]
    return [{**plan, "awards_by": plan["vp_table"]} for plan in shown]


BASIC = ("movement", "rounds_count", "hands", "minutes", "vp_table")
ADVANCED = (
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


class PhaseForm(forms.ModelForm):
    """One phase: a movement, its rounds, the format of its matches, its awards."""

    # A browser sends what a list shows: a phase counts as untouched only if that is what it began with.
    vp_table = forms.ChoiceField(
        label=_("Victory points"),
        choices=VP_NAMES.items(),
        initial="hands-4",
    )
    # The VP table that the awards on the page are by: when another is chosen they follow it, once.
    awards_by = forms.ChoiceField(choices=VP_NAMES.items(), required=False, widget=forms.HiddenInput)

    class Meta:
        model = Phase
        fields = (*BASIC, *ADVANCED)

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
            most = 30_000 if self["vp_table"].value() == "raw" else 400  # points are thousands
            self.fields[name].validators += [forms.fields.validators.MinValueValidator(-most)]
            self.fields[name].validators += [forms.fields.validators.MaxValueValidator(most)]
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

    def ask_limits(self, tournament: Tournament) -> None:
        """Refuse V.P. that the tables of a meeting have no limits for."""
        try:
            check_victory_points(tournament, self.plan())
        except ValidationError as refusal:
            self.add_error("vp_limits", refusal)

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
        self._follow_the_table(data)
        if "hands" not in data or "target" not in data:
            return data
        try:
            MatchFormat(data["hands"], data["target"], bool(data.get("pass_target")), data.get("minutes"))
        except FormatError as error:
            raise ValidationError(
                {"hands": _("Write either the hands of a match or its target score, not both.")}
            ) from error
        return data

    def _follow_the_table(self, data: dict[str, Any]) -> None:
        """Awards that stand as the table they were shown by gives them become those of the table chosen now,
        also on the page if it comes again; figures written then stay."""
        was, now = data.get("awards_by"), data.get("vp_table")
        if not was or not now or was == now:
            return
        typed = self.data.copy()
        typed[self.add_prefix("awards_by")] = now
        for name, figure in awards_of(was).items():
            if data.get(name) == figure:
                data[name] = awards_of(now).get(name)
                typed[self.add_prefix(name)] = "" if data[name] is None else str(data[name])
        self.data = typed

    def _post_clean(self) -> None:
        """The verbs write and validate the row; this form only reads what was typed."""

    def main_fields(self) -> list[Shown]:
        return [shown_field(self[name]) for name in BASIC]

    def advanced_fields(self) -> list[Shown]:
        return [shown_field(self[name]) for name in ADVANCED]

    def opens_advanced(self) -> bool:
        """Whether something in the folded part must be seen: an error, an award nobody has said yet, or the
        limits of the club's own table."""
        is_asked = any(self.initial.get(name, 0) is None for name in AWARDS)
        is_asked = is_asked or self["vp_table"].value() == OWN_TABLE
        return is_asked or any(name in self.errors for name in ADVANCED)

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

    def is_complete(self, tournament: Tournament) -> bool:
        """Whether everything that nobody presumes has been said: V.P. for so many tables, of teams also every
        award. Of the tournament only who enters is read."""
        for form in self._kept():
            form.ask_limits(tournament)
            if tournament.is_teams:
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
