"""Pressing through scores, the counter, regulations, names: what is refused, asked and shown."""

from docs.screenshots.camera import SECRETARY, Camera

SHOWS = {
    "counter-counted": "tournaments:counter",
    "counter-refused": "tournaments:counter",
    "desk-typed": "tournaments:match_preview",
    "desk-wrong": "tournaments:match_preview",
    "desk-unlikely": "tournaments:match_preview",
    "desk-refused": "tournaments:match_desk",
    "desk-stale": "tournaments:match_desk",
    "desk-reason": "tournaments:match_desk",
    "desk-no-table": "tournaments:desk",
    "desk-saved": "tournaments:desk",
    "desk-detail": "tournaments:match_desk",
    "match-counter-filled": "tournaments:match_counter",
    "penalty-refused": "tournaments:penalties",
    "regulations-refused": "tournaments:rules_edit",
    "entries-preview": "tournaments:entries_paste",
    "entries-imported": "tournaments:entries_import",
    "entry-refused": "tournaments:entry_add",
    "entry-partner": "tournaments:entry_add",
    "entry-change-refused": "tournaments:entry_change",
    "evening-refused": "tournaments:create",
}
GOOD = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -45, 350, 185), (100, 60, 300, 205))
WRONG = ((400, 165, 0, -10), (205, 20, 0, 30), (-100, -45, 350, 185), (9000, 60, 300, 205))
UNLIKELY = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -45, 350, 185), (1400, 900, 0, 0))
CARDS = {
    "ending": "NS",
    "NS_melds": "3-9♥\nK K K K K K Jolly\nA A A",
    "NS_held": "5♣ 10♦",
    "EW_melds": "8-J♠\n4 4 4 2",
    "EW_held": "Jolly A Q 3 6 9 K",
}
LIST = """Mirtilli Anna - Corbezzoli Ugo
Castagnola Corado - Mezzaluna Nello
Zagara Mirella / Ranuncolo Alba
Lavanda Ada, Serenella Bruno
Lavanda Ada - Corniolo Pia
12 34"""


def show(camera: Camera) -> None:
    """By the secretary, tonight's second round being played."""
    camera.somebody_else(SECRETARY)
    _counter(camera)
    _slips(camera)
    _other_forms(camera)
    _names(camera)
    camera.open("tournaments:match_desk", "tonight", "missing", query="?modo=quick")
    _type(camera, GOOD)
    camera.press("[data-save]")
    camera.shoot("desk-saved")


def _cards(camera: Camera, **cards: str) -> None:
    for name, text in cards.items():
        field = camera.page.locator(f"[name='{name}']")
        if name == "ending":
            field.select_option(text)
        else:
            field.fill(text)


def _counter(camera: Camera) -> None:
    camera.open("tournaments:counter")
    _cards(camera, **CARDS)
    camera.settle()
    camera.shoot("counter-counted")
    camera.open("tournaments:counter")
    _cards(camera, **{**CARDS, "NS_melds": "3-9♥\nK K Q\nA A Z", "EW_held": "XX"})
    camera.settle()
    camera.shoot("counter-refused")
    camera.open("tournaments:match_counter", "tonight", "missing", query="?modo=quick&prima=NS")
    _cards(camera, **CARDS)
    camera.settle()
    camera.shoot("match-counter-filled")


def _type(camera: Camera, rows: tuple[tuple[int, int, int, int], ...]) -> None:
    """Write a slip: base and points of both lines, hand by hand."""
    for number, row in enumerate(rows, 1):
        names = [f"h{number}_{line}_{name}" for line in ("NS", "EW") for name in ("base", "points")]
        camera.fill(**{name: str(figure) for name, figure in zip(names, row, strict=True)})
    camera.settle()


def _slips(camera: Camera) -> None:
    slip = ("tournaments:match_desk", "tonight", "missing")
    camera.open(*slip)
    _type(camera, GOOD[:2])
    camera.shoot("desk-typed")
    for name, rows in (("desk-wrong", WRONG), ("desk-unlikely", UNLIKELY)):
        camera.open(*slip)
        _type(camera, rows)
        camera.shoot(name)
    camera.open(*slip)
    _type(camera, WRONG)
    camera.post("#slip")
    camera.shoot("desk-refused")
    camera.open(*slip, query="?modo=detail")
    camera.shoot("desk-detail")
    # What a slip says that was opened before somebody else saved the table.
    camera.open("tournaments:match_desk", "tonight", "scored")
    _type(camera, GOOD)
    camera.page.locator("#seen").evaluate("field => { field.value = 0 }")
    camera.post("#slip")
    camera.shoot("desk-stale")
    camera.open("tournaments:match_desk", "tonight", "scored")
    _type(camera, GOOD)
    camera.post("#slip")
    camera.shoot("desk-reason")
    camera.open("tournaments:desk", "tonight", query="?tavolo=99")
    camera.shoot("desk-no-table")


def _other_forms(camera: Camera) -> None:
    camera.open("tournaments:penalties", "tonight")
    camera.post("main form.form")
    camera.shoot("penalty-refused")
    camera.open("tournaments:rules_edit", "club", "copy")
    camera.fill(name="", closing="mille")
    camera.send("/modifica/")
    camera.shoot("regulations-refused")
    camera.open("tournaments:create", "club", query="?programma=3m1d")
    camera.fill(name="", capacity="1")
    camera.post("main form[method=post]")
    camera.shoot("evening-refused")


def _names(camera: Camera) -> None:
    camera.open("tournaments:entry_add", "coming")
    camera.fill(first="Lavanda Ada", second="Castagnola Corrado")
    camera.send("/aggiungi/")
    camera.shoot("entry-refused")
    camera.open("tournaments:entry_add", "hidden")
    camera.page.locator("[name=first]").press_sequentially("Lavanda Ada")
    camera.page.locator("[name=first]").press("Tab")
    camera.settle()
    camera.shoot("entry-partner")
    camera.open("tournaments:entry", "coming", "entry")
    camera.fill(second="Castagnola Corrado")
    camera.send("/cambia/")
    camera.shoot("entry-change-refused")
    camera.open("tournaments:entries_paste", "coming")
    camera.fill(text=LIST)
    camera.send("/incolla/")
    camera.shoot("entries-preview")
    for question in camera.page.locator("main fieldset").all():
        question.locator("input[type=radio]").first.check()
    camera.send("/incolla/conferma/")
    camera.shoot("entries-imported")
