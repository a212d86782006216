"""What people type about clubs, persons, members, boards and rights. Forms read and check; verbs write."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.people import Membership, Person
from clubs.models.rights import Invitation, Role, RoleKind
from clubs.models.users import User
from clubs.saving import at_fields
from clubs.tax_code import tidy
from clubs.validators import not_to_come, one_line, sensible_date

T = TypeVar("T")


def attempt(form: forms.BaseForm, verb: Callable[..., T], **facts: Any) -> T | None:
    """Call the verb with the facts and what the form read; its refusals become errors of the form."""
    if not form.is_valid():
        return None
    try:
        return verb(**facts, **form.cleaned_data)
    except ValidationError as refusal:
        refuse(form, refusal)
        return None


def refuse(form: forms.BaseForm, refusal: ValidationError) -> None:
    """Put each sentence of the refusal beside its field, or above the form when it has none there."""
    by_field = refusal.error_dict if hasattr(refusal, "error_dict") else {NON_FIELD_ERRORS: [refusal]}
    for field, errors in by_field.items():
        form.add_error(field if field in form.fields else None, errors)


class FactsForm(forms.ModelForm):
    """Reads the facts of a row; what they may not be together is said at a field too."""

    def add_error(self, field: str | None, error: Any) -> None:
        super().add_error(field, at_fields(error, self.fields) if hasattr(error, "error_dict") else error)


class TaxCodeField(forms.CharField):
    """A tax code as people copy it: small letters and spaces are no fault."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value))


class DayInput(forms.DateInput):
    """A day as browsers want it; people may also type it the Italian way."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%d")


class DayForm(forms.Form):
    """The day a list is asked for."""

    il = forms.DateField(label=_("On the day"), widget=DayInput({"class": "in"}), validators=[sensible_date])


class SearchForm(forms.Form):
    """A few letters of a surname, of a name or of a telephone."""

    q = forms.CharField(
        label=_("Surname, name or telephone"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"class": "in", "autocomplete": "off"}),
    )


class FoundingForm(FactsForm):
    """The least a club needs, and who founds it."""

    first_name = forms.CharField(label=_("Your name"), max_length=60, validators=[one_line])
    last_name = forms.CharField(label=_("Your surname"), max_length=60, validators=[one_line])

    class Meta:
        model = Club
        fields = ("name", "town")
        labels = {"name": _("Name of the association")}


class NewPasswordField(forms.CharField):
    """The password of a new account."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": "new-password"})
        help_text = _("At least ten characters, not only figures.")
        facts = {"label": _("Password"), "max_length": 128, "widget": widget, "help_text": help_text}
        super().__init__(strip=False, **facts, **kwargs)


class FirstFoundingForm(FoundingForm):
    """The first club of an installation, with the account of who founds it."""

    email = forms.EmailField(label=_("Your e-mail"), max_length=254)
    password = NewPasswordField()

    def clean_email(self) -> str:
        return self.cleaned_data["email"].strip().lower()

    def clean(self) -> dict[str, Any]:
        facts = super().clean()
        if "email" in facts and "password" in facts:
            _refuse_weak(self, facts["password"], facts["email"])
        return facts


class InvitedAccountForm(forms.Form):
    """The account of who is invited; the address is the invitation's."""

    password = NewPasswordField()

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        if "password" in self.cleaned_data:
            _refuse_weak(self, self.cleaned_data["password"], self.email)
        return self.cleaned_data


class ClubForm(FactsForm):
    """What the club says about itself."""

    class Meta:
        model = Club
        fields = (
            "name",
            "town",
            "venue",
            "about",
            "email",
            "phone",
            "board_title",
            "mandate_years",
            "is_public",
        )
        widgets = {"about": forms.Textarea(attrs={"rows": 4})}


class PersonForm(FactsForm):
    """What the club knows about somebody."""

    tax_code = TaxCodeField(label=capfirst(_("tax code")), max_length=40, required=False)

    class Meta:
        model = Person
        fields = (
            "last_name",
            "first_name",
            "phone",
            "email",
            "birth_date",
            "birth_place",
            "residence",
            "tax_code",
            "name_shown",
        )
        widgets = {"birth_date": DayInput}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth_date"].validators.append(not_to_come)


class AccountLinkForm(forms.Form):
    """Which account of the staff a person uses."""

    user = forms.ModelChoiceField(
        label=_("Account"),
        queryset=User.objects.none(),
        required=False,
        empty_label=_("no account"),
        help_text=_("With an account, a seat on the board gives its rights by itself."),
    )

    def __init__(self, *args: Any, accounts: QuerySet[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["user"].queryset = accounts


class AdmissionForm(FactsForm):
    """A new line of the member book."""

    number = forms.IntegerField(
        label=_("Number"),
        min_value=1,
        max_value=999_999,
        required=False,
        help_text=_("Leave it empty for the next one."),
    )

    class Meta:
        model = Membership
        fields = ("person", "category", "admitted_on", "number")
        widgets = {"admitted_on": DayInput}

    def __init__(self, *args: Any, persons: QuerySet[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].queryset = persons
        self.fields["person"].label = _("Person")
        self.fields["admitted_on"].validators.append(not_to_come)


class LeavingForm(forms.Form):
    """When and why a member leaves."""

    left_on = forms.DateField(label=_("Left on"), widget=DayInput, validators=[sensible_date, not_to_come])
    reason = forms.ChoiceField(label=_("Reason"), choices=Membership.LeavingReason)


class WhyField(forms.CharField):
    """Why something written by mistake is corrected."""

    def __init__(self) -> None:
        help_text = _("The log keeps it with your name.")
        super().__init__(label=_("Why"), max_length=160, validators=[one_line], help_text=help_text)


class WhyForm(forms.Form):
    """Why something written by mistake is removed."""

    why = WhyField()


class LineCorrectionForm(FactsForm):
    """What was written by mistake in a line of the member book; of a closed line, also its end."""

    why = WhyField()

    class Meta:
        model = Membership
        fields = ("number", "category", "admitted_on", "left_on", "leaving_reason")
        widgets = {"admitted_on": DayInput, "left_on": DayInput}
        help_texts = {"left_on": _("Empty day and reason open the line again.")}

    def __init__(self, *args: Any, closed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("admitted_on", "left_on"):
            self.fields[name].validators.append(not_to_come)
        if not closed:
            del self.fields["left_on"], self.fields["leaving_reason"]


class MandateForm(FactsForm):
    """A new term of the board."""

    ends_on = forms.DateField(
        label=_("Until"),
        widget=DayInput,
        validators=[sensible_date],
        required=False,
        help_text=_("Leave it empty for the years the club has chosen."),
    )

    class Meta:
        model = Mandate
        fields = ("starts_on", "ends_on")
        widgets = {"starts_on": DayInput}


class MandateCorrectionForm(FactsForm):
    """The right days of a mandate."""

    why = WhyField()

    class Meta:
        model = Mandate
        fields = ("starts_on", "ends_on")
        widgets = {"starts_on": DayInput, "ends_on": DayInput}
        help_texts = {"ends_on": _("Seats that begin or end with the mandate move along.")}


class SeatForm(FactsForm):
    """Who holds an office in a mandate."""

    starts_on = forms.DateField(
        label=_("From"),
        widget=DayInput,
        validators=[sensible_date],
        required=False,
        help_text=_("Leave the days empty for the whole mandate."),
    )
    ends_on = forms.DateField(label=_("Until"), widget=DayInput, validators=[sensible_date], required=False)

    class Meta:
        model = BoardSeat
        fields = ("office", "person", "starts_on", "ends_on")

    def __init__(self, *args: Any, persons: QuerySet[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].queryset = persons
        self.fields["person"].label = _("Person")


class SeatEndForm(forms.Form):
    """When and why a seat ends before its mandate."""

    ends_on = forms.DateField(label=_("Last day"), widget=DayInput, validators=[sensible_date])
    reason = forms.ChoiceField(
        label=_("Why it ended"),
        choices=[choice for choice in BoardSeat.EndReason.choices if choice[0] != BoardSeat.EndReason.TERM],
    )


class GrantForm(FactsForm):
    """Another role for an account of the staff; only the roles the giver may give."""

    class Meta:
        model = Role
        fields = ("user", "kind")
        labels = {"user": _("Account")}

    def __init__(
        self, *args: Any, accounts: QuerySet[User], kinds: Iterable[RoleKind], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["user"].queryset = accounts
        self.fields["kind"].choices = kind_choices(kinds)


class InvitationForm(FactsForm):
    """Whom to invite, and to which role."""

    class Meta:
        model = Invitation
        fields = ("email", "kind")

    def __init__(self, *args: Any, kinds: Iterable[RoleKind], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = kind_choices(kinds)


def _refuse_weak(form: forms.BaseForm, password: str, email: str) -> None:
    try:
        validate_password(password, User(email=email))
    except ValidationError as refusal:
        form.add_error("password", refusal)


def kind_choices(kinds: Iterable[RoleKind]) -> list[tuple[str, str]]:
    """The choices of a list of roles, in the order of their weight."""
    allowed = set(kinds)
    return [("", "---------"), *((kind.value, kind.label) for kind in RoleKind if kind in allowed)]
