"""Pressing through an evening: check-in, draft, swaps, the announcement, tables of three, papers, the end."""

from docs.screenshots.camera import SECRETARY, Camera, sheets

SHOWS = {
    "check-in-open": "tournaments:open_check_in",
    "check-in-some": "tournaments:entry_presence",
    "check-in-closing": "tournaments:check_in",
    "check-in-closed": "tournaments:close_check_in",
    "round-to-draw": "tournaments:director",
    "round-drawn": "tournaments:draw",
    "draft": "tournaments:director",
    "draft-swapped": "tournaments:swap",
    "draft-undo": "tournaments:director",
    "confirmed": "tournaments:confirm",
    "announced": "tournaments:announce",
    "announced-seats": "tournaments:seats",
    "started": "tournaments:start",
    "three-draft": "tournaments:director",
    "three-confirmed": "tournaments:confirm",
    "three-seats": "tournaments:seats",
    "three-slip": "tournaments:match_desk",
    "three-desk": "tournaments:desk",
    "seat-by-hand-refused": "tournaments:seat_by_hand",
    "paper-ready": "tournaments:paper",
    "papers-refused": "tournaments:paper_ask",
    "papers-made": "tournaments:papers",
    "check-of-standings": "tournaments:provisional",
    "objection": "tournaments:objection",
    "objections": "tournaments:objections",
    "check-closing": "tournaments:director",
    "check-question": "tournaments:director",
    "final": "tournaments:final",
}
# Kinds of papers as the address of their form names them; what is chosen there; of which evening.
PAPERS = {
    "paper-slips": ("slips", {"size": "a4"}, "tonight"),
    "paper-slips-single": ("slips", {"size": "a5", "table": "7"}, "tonight"),
    "paper-slips-three": ("slips", {"size": "a4"}, "three"),
    "paper-seats-by-table": ("seats_by_table", {}, "tonight"),
    "paper-seats-by-name": ("seats_by_name", {}, "last"),
    "paper-guide-cards": ("guide_cards", {}, "tonight"),
    "paper-standings": ("standings", {"board": "on"}, "last"),
    "paper-standings-three": ("standings", {}, "three"),
    "paper-blank-slips": ("blank_slips", {"copies": "2"}, "coming"),
}
OPEN = "each => each.forEach(details => { details.open = true })"
SECONDS = 60  # a worker has for a paper


def show(camera: Camera) -> None:
    """By the secretary, each evening from where the stage left it."""
    camera.somebody_else(SECRETARY)
    _draft(camera)
    _three(camera)
    _by_hand(camera)
    _check_in(camera)
    _papers(camera)
    _end(camera)


def _draft(camera: Camera) -> None:
    """Last round of thirteen pairs: the draft, two seats swapped, and everything up to the start."""
    camera.open("tournaments:director", "draft")
    camera.shoot("draft")
    seats = camera.page.locator("input[name=seat]")
    for place in (9, 12):  # somebody rests again, somebody meets again
        seats.nth(place).check()
    camera.send("/scambia/")
    camera.shoot("draft-swapped")
    camera.page.locator("details.ask summary").last.click()
    camera.shoot("draft-undo")
    camera.send("/conferma/")
    camera.shoot("confirmed")
    camera.send("/annuncia/")
    camera.shoot("announced")
    camera.open("tournaments:seats", "draft")
    camera.shoot("announced-seats")
    camera.open("tournaments:director", "draft")
    camera.send("/avvia/")
    camera.shoot("started")


def _three(camera: Camera) -> None:
    camera.open("tournaments:director", "three")
    camera.shoot("three-draft")
    camera.send("/conferma/")
    camera.shoot("three-confirmed")
    camera.send("/annuncia/")
    camera.send("/avvia/")
    camera.open("tournaments:seats", "three")
    camera.shoot("three-seats")
    camera.open("tournaments:desk", "three")
    camera.shoot("three-desk")
    camera.fill(tavolo="1")
    camera.page.press("[name=tavolo]", "Enter")
    camera.page.wait_for_selector("#slip")
    camera.shoot("three-slip")


def _by_hand(camera: Camera) -> None:
    camera.open("tournaments:seat_by_hand", "by-hand", 1)
    for place in camera.page.locator("select").all():
        place.select_option(index=1)
    camera.send()
    camera.shoot("seat-by-hand-refused")


def _check_in(camera: Camera) -> None:
    camera.open("tournaments:director", "coming")
    camera.send("/accettazione/apri/")
    camera.open("tournaments:check_in", "coming")
    camera.shoot("check-in-open")
    for _pair in range(16):
        button = camera.page.locator("input[name=present][value='1'] + button").first
        name = button.get_attribute("id")
        button.click()
        camera.page.wait_for_selector(f"input[value='0'] + #{name}")
    camera.shoot("check-in-some")
    camera.page.locator("details.ask summary").last.click()
    camera.shoot("check-in-closing")
    camera.send("/accettazione/chiudi/")
    camera.shoot("check-in-closed")
    camera.open("tournaments:director", "coming")
    camera.shoot("round-to-draw")
    camera.send("/abbina/")
    camera.shoot("round-drawn")


def _papers(camera: Camera) -> None:
    for name, (kind, choices, evening) in PAPERS.items():
        camera.open("tournaments:papers", evening)
        form = camera.page.locator(f"form[action$='/{kind}/']")
        camera.page.locator("details", has=form).evaluate_all(OPEN)
        for field, value in choices.items():
            control = form.locator(f"[name={field}]")
            if control.evaluate("each => each.type") == "checkbox":
                control.check()
            elif control.evaluate("each => each.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        camera.send(f"/{kind}/")
        file = f"/{camera.page.url.split('/', 3)[3].rstrip('/')}.pdf"
        camera.page.wait_for_selector(f"a[href='{file}']", timeout=SECONDS * 1000)
        if name == "paper-slips":
            camera.shoot("paper-ready")
        sheets(camera.download(file), name)
    camera.open("tournaments:papers", "tonight")
    camera.shoot("papers-made")
    form = camera.page.locator("form[action$='/slips/']")
    camera.page.locator("details", has=form).evaluate_all(OPEN)
    form.locator("[name=table]").fill("99")
    camera.send("/slips/")
    camera.shoot("papers-refused")


def _end(camera: Camera) -> None:
    camera.open("tournaments:director", "ended")
    camera.send("/provvisoria/")
    camera.shoot("check-of-standings")
    camera.open("tournaments:objection", "ended")
    camera.shoot("objection")
    camera.open("tournaments:objections", "ended")
    camera.shoot("objections")
    camera.open("tournaments:director", "ended")
    camera.page.locator("details.ask", has=camera.page.locator("[name=sure]")).evaluate_all(OPEN)
    camera.page.locator("[name=sure]").check()
    camera.shoot("check-closing")
    camera.send("/reclami/chiudi/")
    camera.open("tournaments:director", "ended")
    camera.page.locator("details.ask summary").last.click()
    camera.shoot("check-question")
    camera.send("/definitiva/")
    camera.shoot("final")
