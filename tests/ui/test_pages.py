"""Forms, tables and account pages in our look, as a browser without scripts gets them."""

import re

import django_tables2 as tables
import pytest
from django import forms
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse


class Entry(forms.Form):
    name = forms.CharField(help_text="As on the card.")
    mode = forms.ChoiceField(choices=[("q", "Quick"), ("t", "Totals")], widget=forms.RadioSelect)
    agreed = forms.BooleanField()
    note = forms.CharField(required=False)


class Members(tables.Table):
    caption = "Member book"
    row_header = "name"
    number = tables.Column(attrs={"cell": {"class": "n"}})
    name = tables.Column()
    city = tables.Column(orderable=False)


def _form(data: dict[str, str] | None) -> str:
    return render_to_string("_form.html", {"form": Entry(data)})


def _table(order: str, page: int) -> str:
    table = Members(
        [{"number": n, "name": f"Rosa {n}", "city": "Borgo"} for n in range(1, 8)], order_by=order
    )
    table.paginate(page=page, per_page=3)
    return table.as_html(RequestFactory().get("/book/", {"sort": order, "q": "ros"}))


def test_fields_have_labels_help_and_errors_tied_to_them() -> None:
    html = _form({})
    assert '<label for="id_name">' in html
    field = re.search(r'<input[^>]*id="id_name"[^>]*>', html)
    assert field is not None
    assert 'aria-describedby="id_name_helptext id_name_error"' in field[0]
    assert 'aria-invalid="true"' in field[0]
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html


def test_every_link_of_the_error_summary_leads_to_a_field() -> None:
    html = _form({})
    links = re.findall(r'<a href="#([^"]+)">', html)
    assert links == ["id_name", "id_mode_0", "id_agreed"]
    assert all(f'id="{link}"' in html for link in links)
    assert 'role="alert"' in html


def test_no_id_is_said_twice() -> None:
    ids = re.findall(r'\sid="([^"]+)"', _form({}))
    assert len(ids) == len(set(ids))


def test_untouched_form_has_no_summary() -> None:
    assert "data-summary" not in _form(None)


def test_choices_are_a_group_with_a_legend() -> None:
    assert re.search(r"<fieldset[^>]*>\s*<legend>Mode", _form(None))


def test_table_says_what_it_is_how_it_is_sorted_and_who_names_the_row() -> None:
    html = _table("-number", 1)
    assert "<caption" in html
    assert html.count('<th scope="col"') == 3
    assert html.count('aria-sort="descending"') == 1
    assert html.count('<th scope="row"') == 3
    assert len(re.findall(r'<td [^>]*class="[^"]*\bn\b', html)) == 3  # figures stand at the right


def test_sort_and_page_links_keep_the_rest_of_the_address() -> None:
    html = _table("number", 2).replace("&amp;", "&")
    addresses = re.findall(r'href="([^"]+)"', html)
    assert len(addresses) == 4
    assert all("q=ros" in address for address in addresses)
    assert 'rel="prev"' in html
    assert 'rel="next"' in html


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["account_login", "account_request_login_code", "account_reset_password"])
def test_account_pages_wear_our_bar_and_keep_what_was_typed(client: Client, name: str) -> None:
    html = client.get(reverse(name)).content.decode()
    assert 'class="bar"' in html
    assert 'class="skip"' in html
    refused = client.post(reverse(name), {"login": "rosa@@", "email": "rosa@@", "password": "x"})
    assert refused.status_code == 200
    html = refused.content.decode()
    assert "data-summary" in html
    assert 'value="rosa@@"' in html


@pytest.mark.django_db
def test_language_switch_comes_back_to_the_same_page(client: Client) -> None:
    here = reverse("account_login") + "?next=/x/"
    italian = {"accept-language": "it"}
    assert '<html lang="it">' in client.get(here, headers=italian).content.decode()
    answer = client.post(reverse("set_language"), {"language": "en", "next": here})
    assert answer.status_code == 302
    assert answer["Location"] == here
    assert '<html lang="en">' in client.get(here, headers=italian).content.decode()


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_error_pages_stand_without_a_request(name: str) -> None:
    html = render_to_string(name)
    assert html.count("<h1>") == 1
    assert 'href="/"' in html


@pytest.mark.django_db
def test_a_code_can_be_asked_for_typed_and_asked_for_again(client: Client) -> None:
    answer = client.post(reverse("account_request_login_code"), {"email": "rosa@example.org"}, follow=True)
    html = answer.content.decode()
    assert "rosa@example.org" in html
    assert 'name="code"' in html
    refused = client.post(reverse("account_confirm_login_code"), {"code": "wrong"})
    assert "data-summary" in refused.content.decode()
