"""A visitor who reads pages and fills in their real forms, as a browser without scripts does."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import QueryDict
from django.test import Client

VOID = {"input", "br", "link", "meta", "img", "hr", "col", "path", "circle", "rect", "line"}
UNSEEN = {"script", "style", "svg", "title", "template"}
INLINE = {"a", "abbr", "b", "bdi", "em", "i", "kbd", "small", "span", "strong", "sup"}
NO_DATA = {"submit", "button", "reset", "image", "file"}


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@dataclass
class Button:
    """What can be pressed in a form: its words, and what pressing it adds."""

    words: str = ""
    name: str = ""
    value: str = ""
    action: str = ""


@dataclass
class PageForm:
    """A form as it stands on the page: `fields` are what a browser would send, `choices` bound some."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def filled(self, values: Mapping[str, Any]) -> dict[str, list[str]]:
        """The data to send. A value for a field or a choice that the form does not offer is an error."""
        data = {name: list(own) for name, own in self.fields.items()}
        for name, value in values.items():
            assert name in self.names, f"no field {name} in the form: {sorted(self.names)}"
            text = "" if value is None else str(value)
            assert name not in self.choices or text in self.choices[name], (name, text, self.choices[name])
            data[name] = [text]
        return data

    def value_of(self, name: str, words: str) -> str:
        """The value of the choice that is shown with these words."""
        return next(value for value, shown in self.choices[name].items() if shown == words)


@dataclass
class Page:
    """An answer, read: status, address, words, tables as rows of cells, links by their words, forms."""

    status: int
    address: str
    html: str
    text: str = ""
    tables: list[list[list[str]]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    forms: list[PageForm] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)

    def form_with(self, *, button: str = "", name: str = "") -> PageForm:
        """The form that has a button of these words, or a field of this name."""
        for form in self.forms:
            if (button and any(each.words == button for each in form.buttons)) or name in form.names:
                return form
        raise AssertionError(f"no form with {button or name} on {self.address}: {self.text[:1500]}")

    def link(self, words: str) -> str:
        """Where the link with these words leads."""
        found = next((href for shown, href in self.links if shown == words), None)
        assert found is not None, (
            f"no link {words!r} on {self.address}: {[shown for shown, _h in self.links]}"
        )
        return urljoin(self.address, found)


class _Reader(HTMLParser):
    """Fills a Page from its text."""

    def __init__(self, page: Page) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.stack: list[str] = []
        self.words: list[str] = []
        self.forms: dict[str, PageForm] = {}
        self.form: PageForm | None = None
        self.captures: list[tuple[str, int, list[str], Any]] = []
        self.select: tuple[PageForm | None, str, bool] | None = None

    def handle_starttag(self, tag: str, found: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in found}
        if tag not in VOID:
            self.stack.append(tag)
        if tag not in INLINE:
            self.handle_data(" ")
        starter = getattr(self, f"_start_{tag}", None)
        if starter is not None:
            starter(attrs)
        if attrs.get("role") == "alert":
            self._capture(tag, self.page.alerts.append)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.stack:
            return
        while self.stack:
            ended = self.stack.pop()
            while self.captures and self.captures[-1][1] > len(self.stack):
                _tag, _depth, words, keep = self.captures.pop()
                keep(squeezed("".join(words)))
            if ended == tag:
                break
        if tag not in INLINE:
            self.handle_data(" ")
        if tag == "form":
            self.form = None
        elif tag == "select":
            self._end_select()

    def handle_data(self, data: str) -> None:
        if UNSEEN.intersection(self.stack):
            return
        if not {"textarea", "option"}.intersection(self.stack):
            self.words.append(data)
        for _tag, _depth, words, _keep in self.captures:
            words.append(data)

    def _capture(self, tag: str, keep: Any) -> None:
        self.captures.append((tag, len(self.stack), [], keep))

    def _owner(self, attrs: Mapping[str, str]) -> PageForm | None:
        return self.forms.get(attrs["form"]) if "form" in attrs else self.form

    def _add(self, form: PageForm | None, name: str, value: str | None) -> None:
        if form is None or not name:
            return
        form.names.add(name)
        if value is not None:
            form.fields.setdefault(name, []).append(value)

    def _start_form(self, attrs: Mapping[str, str]) -> None:
        action = urljoin(self.page.address, attrs.get("action", "")) or self.page.address
        self.form = PageForm(action, attrs.get("method", "get").lower())
        self.page.forms.append(self.form)
        if attrs.get("id"):
            self.forms[attrs["id"]] = self.form

    def _start_input(self, attrs: Mapping[str, str]) -> None:
        kind, name = attrs.get("type", "text").lower(), attrs.get("name", "")
        form = self._owner(attrs)
        if kind in NO_DATA or form is None:
            if kind == "file":
                self._add(form, name, None)
            return
        if kind in {"checkbox", "radio"}:
            value = attrs.get("value", "on")
            if kind == "radio":
                form.choices.setdefault(name, {})[value] = value
            self._add(form, name, value if "checked" in attrs else None)
        else:
            self._add(form, name, attrs.get("value", ""))

    def _start_textarea(self, attrs: Mapping[str, str]) -> None:
        form, name = self._owner(attrs), attrs.get("name", "")
        self.captures.append(
            ("textarea", len(self.stack), [], lambda text: self._add(form, name, text)),
        )

    def _start_select(self, attrs: Mapping[str, str]) -> None:
        form = self._owner(attrs)
        self.select = (form, attrs.get("name", ""), "multiple" in attrs)
        if form is not None:
            form.names.add(attrs.get("name", ""))
            form.choices[attrs.get("name", "")] = {}

    def _start_option(self, attrs: Mapping[str, str]) -> None:
        if self.select is None or self.select[0] is None:
            return
        form, name, _multiple = self.select
        value = attrs.get("value", "")
        if "selected" in attrs:
            self._add(form, name, value)
        self._capture("option", lambda words: form.choices[name].__setitem__(value, words))

    def _end_select(self) -> None:
        """A browser sends the first choice when none is marked."""
        assert self.select is not None
        form, name, multiple = self.select
        self.select = None
        if form is not None and not multiple and name not in form.fields and form.choices[name]:
            form.fields[name] = [next(iter(form.choices[name]))]

    def _start_button(self, attrs: Mapping[str, str]) -> None:
        form = self._owner(attrs)
        if form is None or attrs.get("type", "submit") != "submit":
            return
        action = urljoin(self.page.address, attrs["formaction"]) if attrs.get("formaction") else form.action
        button = Button(name=attrs.get("name", ""), value=attrs.get("value", ""), action=action)
        form.buttons.append(button)
        self._capture("button", lambda words: setattr(button, "words", words))

    def _start_a(self, attrs: Mapping[str, str]) -> None:
        self._capture("a", lambda words: self.page.links.append((words, attrs.get("href", ""))))

    def _start_table(self, _attrs: Mapping[str, str]) -> None:
        self.page.tables.append([])

    def _start_tr(self, _attrs: Mapping[str, str]) -> None:
        self.page.tables[-1].append([])

    def _cell(self, tag: str) -> None:
        row = self.page.tables[-1][-1]
        self._capture(tag, row.append)

    def _start_td(self, _attrs: Mapping[str, str]) -> None:
        self._cell("td")

    def _start_th(self, _attrs: Mapping[str, str]) -> None:
        self._cell("th")


def read(html: str, *, status: int = 200, address: str = "/") -> Page:
    """The page as a visitor finds it."""
    page = Page(status, address, html)
    reader = _Reader(page)
    reader.feed(html)
    reader.close()
    page.text = squeezed("".join(reader.words))
    return page


class Visitor:
    """Somebody with a browser of her own, in English, who must send the forms' own CSRF words."""

    def __init__(self) -> None:
        self.client = Client(
            enforce_csrf_checks=True, headers={"User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140"}
        )
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

    def _read(self, response: Any, status: int) -> Page:
        address = response.request["PATH_INFO"]
        if response.request.get("QUERY_STRING"):
            address += f"?{response.request['QUERY_STRING']}"
        text = response.content.decode()
        assert response.status_code == status, (response.status_code, address, text[:1500])
        return read(text, status=response.status_code, address=address)

    def open(self, address: str, status: int = 200) -> Page:
        """Go to an address and follow where it leads."""
        return self._read(self.client.get(address, follow=True), status)

    def status(self, address: str) -> int:
        """What an address answers, redirects not followed."""
        return self.client.get(address).status_code

    def download(self, address: str) -> bytes:
        """The bytes of a file."""
        response = self.client.get(address)
        assert response.status_code == 200, (response.status_code, address)
        return response.getvalue()

    def press(
        self, page: Page, words: str, values: Mapping[str, Any] | None = None, *, status: int = 200
    ) -> Page:
        """Fill in the form that has the button with these words, and press it."""
        form = page.form_with(button=words)
        button = next(each for each in form.buttons if each.words == words)
        return self.send(form, values or {}, button, status=status)

    def send(
        self, form: PageForm, values: Mapping[str, Any], button: Button | None = None, *, status: int = 200
    ) -> Page:
        """Send a form, with the button that was pressed."""
        data = form.filled(values)
        if button is not None and button.name:
            data.setdefault(button.name, []).append(button.value)
        action = button.action if button is not None else form.action
        if form.method == "get":
            query = QueryDict(mutable=True)
            for name, own in data.items():
                query.setlist(name, own)
            return self.open(f"{urlsplit(action).path}?{query.urlencode()}", status)
        return self._read(self.client.post(action, data, follow=True), status)

    def log_in(self, email: str, password: str) -> Page:
        """By the login page, with e-mail and password."""
        page = self.open("/accounts/login/")
        page = self.press(page, "Log in with the password", {"login": email, "password": password})
        assert page.address != "/accounts/login/", page.text
        return page
