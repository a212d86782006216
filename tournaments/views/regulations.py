"""A club's regulations: presets and own copies in words, a copy's figures with live checks."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.access import club_for_managing, club_for_staff
from clubs.forms import refuse
from clubs.models.clubs import Club
from clubs.views.pages import posted, staff_page
from scoring.regulations import PRESETS
from tournaments.formats import RulesDocument, copy_document, preset_document
from tournaments.forms.regulation_changes import acts_in_words
from tournaments.forms.regulation_examples import worked_examples
from tournaments.forms.regulation_words import MARK_NAMES, changes_of, name_of, parts_of
from tournaments.forms.regulations import RegulationsForm
from tournaments.models.regulations import RegulationsCopy
from tournaments.regulations import (
    add_copy,
    change_copy,
    copies_of,
    copy_of,
    document_named,
    restore_copy,
    retire_copy,
)


@require_GET
def rules_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The presets and the club's own."""
    club = club_for_staff(request.user, slug, on=timezone.localdate())
    context = {
        "presets": [(code, name_of(preset_document(code))) for code in PRESETS],
        "copies": [(copy, name_of(preset_document(copy.based_on))) for copy in copies_of(club)],
        "acts": acts_in_words(club),
    }
    return staff_page(request, "tournaments/regulations/list.html", club, "regulations", context)


def _document_page(
    request: HttpRequest, club: Club, document: RulesDocument, code: str, copy: RegulationsCopy | None
) -> HttpResponse:
    context = {
        "document": document,
        "name": name_of(document),
        "based_on": name_of(preset_document(document.based_on)),
        "parts": parts_of(document),
        "marks": MARK_NAMES.items(),
        "examples": worked_examples(document),
        "code": code,
        "copy": copy,
    }
    return staff_page(request, "tournaments/regulations/document.html", club, "regulations", context)


@require_GET
def rules_preset(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A preset in words."""
    club = club_for_staff(request.user, slug, on=timezone.localdate())
    if code not in PRESETS:
        raise Http404
    return _document_page(request, club, preset_document(code), code, None)


@require_GET
def rules_copy(request: HttpRequest, slug: str, copy: int) -> HttpResponse:
    """The club's own regulations in words."""
    club = club_for_staff(request.user, slug, on=timezone.localdate())
    found = copy_of(club, copy)
    return _document_page(request, club, copy_document(found), found.code, found)


def _review(form: RegulationsForm) -> dict[str, Any]:
    """What the figures come to, as far as they can stand."""
    if set(form.errors) - {"name"}:  # the examples follow from the figures alone
        return {"form": form}
    document = form.typed_document()
    return {"form": form, "changes": changes_of(document), "examples": worked_examples(document)}


def _form_page(
    request: HttpRequest, club: Club, form: RegulationsForm, copy: RegulationsCopy | None, code: str
) -> HttpResponse:
    if copy is None:
        asked = f"?da={code}"
        save = reverse("tournaments:rules_create", args=[club.slug]) + asked
        check = reverse("tournaments:rules_create_check", args=[club.slug]) + asked
        back = reverse("tournaments:rules", args=[club.slug])
    else:
        save = reverse("tournaments:rules_edit", args=[club.slug, copy.pk])
        check = reverse("tournaments:rules_edit_check", args=[club.slug, copy.pk])
        back = reverse("tournaments:rules_copy", args=[club.slug, copy.pk])
    context = {
        "copy": copy,
        "based_on": name_of(preset_document(form.document.based_on)),
        "save": save,
        "check": check,
        "back": back,
        **_review(form),
    }
    return staff_page(request, "tournaments/regulations/form.html", club, "regulations", context)


def _new_form(request: HttpRequest, club: Club, data: Any) -> tuple[RegulationsForm, str]:
    """The form of new regulations, begun from the ones that ?da= names."""
    code = request.GET.get("da", "")
    document = document_named(club, code)
    nameless = RulesDocument(document.regulations, document.based_on)
    return RegulationsForm(data, document=nameless), code


@require_http_methods(["GET", "POST"])
def rules_create(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy a preset, or a copy, under a new name."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    form, code = _new_form(request, club, posted(request))
    if form.is_valid():
        try:
            made = add_copy(
                club=club,
                name=form.cleaned_data["name"],
                based_on=form.document.based_on,
                regulations=form.regulations,
                by=request.user,
            )
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("The regulations are saved. An evening can be played by them."))
            return redirect("tournaments:rules_copy", slug, made.pk)
    return _form_page(request, club, form, None, code)


@require_http_methods(["GET", "POST"])
def rules_edit(request: HttpRequest, slug: str, copy: int) -> HttpResponse:
    """Change the club's own regulations."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    found = copy_of(club, copy)
    form = RegulationsForm(posted(request), document=copy_document(found), version=found.version)
    if form.is_valid():
        try:
            change_copy(
                copy=found,
                name=form.cleaned_data["name"],
                regulations=form.regulations,
                seen_version=form.cleaned_data["seen"],
                by=request.user,
            )
        except ValidationError as refusal:
            if getattr(refusal, "code", "") == "stale":
                found, form = _overtaken(request, club, copy)
            refuse(form, refusal)
        else:
            messages.success(request, _("The regulations are saved."))
            return redirect("tournaments:rules_copy", slug, found.pk)
    return _form_page(request, club, form, found, found.code)


def _overtaken(request: HttpRequest, club: Club, pk: int) -> tuple[RegulationsCopy, RegulationsForm]:
    """What was typed, over what somebody else has saved meanwhile: the next save is deliberate."""
    found = copy_of(club, pk)
    data = request.POST.copy()
    data["seen"] = str(found.version)
    return found, RegulationsForm(data, document=copy_document(found), version=found.version)


def _check(
    request: HttpRequest, club: Club, form: RegulationsForm, copy: RegulationsCopy | None, code: str
) -> HttpResponse:
    """A fragment while typing, the page without scripts; nothing is saved."""
    if not request.htmx:
        return _form_page(request, club, form, copy, code)
    return render(request, "tournaments/regulations/_review.html", _review(form) | {"oob": True})


@require_POST
def rules_create_check(request: HttpRequest, slug: str) -> HttpResponse:
    """What the typed figures of new regulations come to."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    form, code = _new_form(request, club, request.POST)
    return _check(request, club, form, None, code)


@require_POST
def rules_edit_check(request: HttpRequest, slug: str, copy: int) -> HttpResponse:
    """What the typed figures come to."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    found = copy_of(club, copy)
    form = RegulationsForm(request.POST, document=copy_document(found), version=found.version)
    return _check(request, club, form, found, found.code)


@require_POST
def rules_retire(request: HttpRequest, slug: str, copy: int) -> HttpResponse:
    """Offer them to no new evening."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    retire_copy(copy=copy_of(club, copy), by=request.user)
    messages.success(request, _("New evenings are not offered these regulations any more."))
    return redirect("tournaments:rules_copy", slug, copy)


@require_POST
def rules_restore(request: HttpRequest, slug: str, copy: int) -> HttpResponse:
    """Offer them again."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    restore_copy(copy=copy_of(club, copy), by=request.user)
    messages.success(request, _("New evenings are offered these regulations again."))
    return redirect("tournaments:rules_copy", slug, copy)
