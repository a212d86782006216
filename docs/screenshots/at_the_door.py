"""Pressing through accounts, invitations, founding, and what people are told when something is wrong."""

import re

from docs.screenshots.camera import ELSEWHERE, SECRETARY, Camera
from docs.screenshots.house import BROKEN, SITE

ANOTHER_WORD = "una parola lunga"
MENU_SIZES = ("phone",)  # a wide screen has room for the links themselves
FOUNDER = "mirto@prova.example"

WHILE_FRESH = {
    "menu": "clubs:home",
    "home-english": "clubs:home",
    "login-refused": "account_login",
    "login-code-sent": "account_confirm_login_code",
    "login-code-wrong": "account_confirm_login_code",
    "password-reset-sent": "account_reset_password_done",
    "password-new": "account_reset_password_from_key",
    "password-new-done": "account_reset_password_from_key_done",
    "password-link-old": "account_reset_password_from_key",
    "found-refused": "clubs:found",
    "page-400": "clubs:home",
    "page-403": "clubs:persons",
    "page-403-cookies": "account_login",
    "page-404": "clubs:home",
    "page-429": "account_reset_password",
    "page-500": "clubs:home",
    "person-refused": "clubs:person_add",
}
INVITED = {
    "invitation": "clubs:invitation",
    "invitation-known": "clubs:invitation",
    "invitation-accept": "clubs:invitation",
    "invitation-another": "clubs:invitation",
    "invitation-late": "clubs:invitation",
    "invitation-gone": "clubs:invitation",
    "invitation-accepted": "clubs:invitation_accept",
    "board-act": "clubs:board",
    "password-set": "account_set_password",
}
EMPTY = {
    "empty-dashboard": "clubs:dashboard",
    "empty-persons": "clubs:persons",
    "empty-members": "clubs:members",
    "empty-board": "clubs:board",
    "empty-evenings": "tournaments:list",
    "empty-before": "tournaments:director",
    "empty-entries": "tournaments:entries",
    "empty-check-in": "tournaments:check_in",
    "empty-desk": "tournaments:desk",
    "empty-papers": "tournaments:papers",
    "empty-standings": "tournaments:staff_standings",
    "empty-penalties": "tournaments:penalties",
    "empty-log": "tournaments:log",
}


def while_fresh(camera: Camera) -> None:
    """Before anybody has founded a club of her own: logging in, forgotten passwords, pages of errors."""
    camera.somebody_else()
    camera.open("clubs:home")
    camera.page.click("button[popovertarget=links]")
    camera.shoot("menu", MENU_SIZES)
    camera.press("button[lang=en]")
    camera.shoot("home-english")
    camera.somebody_else()
    camera.open("account_login")
    camera.fill(login=SECRETARY, password="segreteria")  # noqa: S106 - wrong on purpose
    camera.send("/accounts/login/")
    camera.shoot("login-refused")
    camera.open("account_request_login_code")
    camera.fill(email=SECRETARY)
    camera.send("/login/code/")
    camera.shoot("login-code-sent")
    camera.fill(code="ABCDEF")
    camera.send("/code/confirm/")
    camera.shoot("login-code-wrong")
    _forgotten(camera)
    camera.somebody_else()
    camera.open("clubs:found")
    camera.fill(name="Circolo del Mirto", email="mirto", password="mirto")  # noqa: S106 - too short on purpose
    camera.send()
    camera.shoot("found-refused")
    _errors(camera)


def _forgotten(camera: Camera) -> None:
    camera.somebody_else()
    camera.open("account_reset_password")
    camera.fill(email="presidente@demo.example")
    camera.send("/password/reset/")
    camera.shoot("password-reset-sent")
    link = re.search(rf"{SITE}(/accounts/password/reset/key/\S+)", camera.letter("/password/reset/key/"))
    if link is None:
        raise RuntimeError("no link in the letter")
    camera.go(link[1])
    camera.shoot("password-new")
    camera.fill(password1=ANOTHER_WORD, password2=ANOTHER_WORD)
    camera.send("/password/reset/key/")
    camera.shoot("password-new-done")
    camera.go(link[1])
    camera.shoot("password-link-old")


def _errors(camera: Camera) -> None:
    camera.somebody_else()
    camera.go("/", site=f"http://{ELSEWHERE}", status=400)
    camera.shoot("page-400")
    camera.go("/non-c-e/", status=404)
    camera.shoot("page-404")
    camera.go(f"/{BROKEN}", status=500)
    camera.shoot("page-500")
    camera.open("account_login")
    camera.page.context.clear_cookies(name="csrftoken")
    camera.fill(login=SECRETARY, password=ANOTHER_WORD)
    camera.send("/accounts/login/")
    camera.shoot("page-403-cookies")
    for _attempt in range(6):
        camera.open("account_reset_password")
        camera.fill(email="nessuno@demo.example")
        camera.send("/password/reset/")
    camera.shoot("page-429")
    camera.somebody_else("punteggi@demo.example")
    camera.open("clubs:persons", "club", status=403)
    camera.shoot("page-403")
    camera.somebody_else(SECRETARY)
    camera.open("clubs:person_add", "club")
    camera.fill(last_name="Mirto", birth_date="2090-01-01", email="mirto", tax_code="MRTVLI80A01F205")
    camera.send()
    camera.shoot("person-refused")


def invited(camera: Camera) -> None:
    """Links of invitations, as each of their readers finds them."""
    camera.somebody_else()
    for name, key in (
        ("invitation", "invited"),
        ("invitation-known", "invited-known"),
        ("invitation-late", "invited-late"),
        ("invitation-gone", "invited-gone"),
    ):
        camera.open("clubs:invitation", key)
        camera.shoot(name)
    camera.open("clubs:invitation", "invited")
    camera.fill(password=ANOTHER_WORD)
    camera.send()
    camera.shoot("invitation-accepted")
    camera.somebody_else("tesoriere@demo.example")
    camera.open("clubs:invitation", "invited-known")
    camera.shoot("invitation-accept")
    camera.open("clubs:invitation", "invited-late")
    camera.somebody_else("arbitro@demo.example")
    camera.open("clubs:invitation", "invited-known")
    camera.shoot("invitation-another")
    _acts(camera)
    _without_password(camera)


def _acts(camera: Camera) -> None:
    """Remove a seat, and find it in the log of the board."""
    camera.somebody_else(SECRETARY)
    camera.open("clubs:seat_remove", "club", "seat")
    camera.fill(why="scritto due volte")
    camera.send()
    camera.shoot("board-act")


def _without_password(camera: Camera) -> None:
    """Somebody who has always logged in with codes chooses a password."""
    camera.somebody_else()
    camera.open("account_request_login_code")
    camera.fill(email="senza@prova.example")
    camera.send("/login/code/")
    code = re.search(r"^\s*([0-9A-Z]+-[0-9A-Z]+)\s*$", camera.letter("senza@prova.example"), re.MULTILINE)
    if code is None:
        raise RuntimeError("no code in the letter")
    camera.fill(code=code[1])
    camera.send("/code/confirm/")
    camera.open("account_set_password")
    camera.shoot("password-set")


def empty(camera: Camera) -> None:
    """Found a club, make an evening in it, and look at pages that have nothing to show yet."""
    camera.somebody_else()
    camera.open("clubs:found")
    camera.fill(name="Circolo del Mirto", town="Prova", first_name="Mirta", last_name="Rosmarini")
    camera.fill(email=FOUNDER, password=ANOTHER_WORD)
    camera.send()
    camera.shoot("empty-dashboard")
    club = camera.page.url.split("/circoli/")[1].partition("/")[0]
    for name in ("empty-persons", "empty-members", "empty-board", "empty-evenings"):
        camera.open(EMPTY[name], club)
        camera.shoot(name)
    camera.open("tournaments:create", club, query="?programma=3m1d")
    camera.fill(name="Prima serata")
    camera.send()
    camera.shoot("empty-before")
    evening = int(camera.page.url.rstrip("/").rpartition("/")[2])
    for name in list(EMPTY)[6:]:
        camera.open(EMPTY[name], evening)
        camera.shoot(name)
