"""The pages of a club's regulations: what they say, live checks, refusals that lose nothing."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.regulations import PRESETS, BurracoKind, Shape, changed
from tests.cast import SCORER, Cast
from tests.evenings import make_evening, open_round
from tests.tournaments.regulations.conftest import copy_in, typed
from tournaments.formats import copy_document, preset_document, regulations_of
from tournaments.models.events import Tournament
from tournaments.models.regulations import RegulationsCopy
from tournaments.regulations import add_copy, change_copy

pytestmark = pytest.mark.django_db
FIBUR = PRESETS["fibur-2026"]
LIVE = {"hx-request": "true"}


def url(cast: Cast, name: str, *args: object, da: str = "") -> str:
    return reverse(f"tournaments:{name}", args=[cast.club.slug, *args]) + (f"?da={da}" if da else "")


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def alone(cell: str, html: str) -> str:
    """What the element with this id holds."""
    found = re.search(rf'<(\w+) id="{cell}"[^>]*>(.*?)</\1>', html, flags=re.DOTALL)
    assert found, cell
    return words(found[2])


@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_is_read_in_words(secretary: Client, cast: Cast, code: str) -> None:
    page = words(secretary.get(url(cast, "rules_preset", code)).content.decode())
    for part in ("Burracos", "Cards", "Closing and pozzetto", "Runs, sets and wilds", "Four hands, counted"):
        assert part in page
    assert "Copy and change" in page


def test_the_staff_reads_and_is_offered_nothing_it_may_not(client: Client, cast: Cast) -> None:
    copy = copy_in(cast, closing=150)
    client.force_login(cast.users[SCORER])
    pages = [
        client.get(url(cast, "rules")).content.decode(),
        client.get(url(cast, "rules_preset", "guida")).content.decode(),
        client.get(url(cast, "rules_copy", copy.pk)).content.decode(),
    ]
    assert "Del giovedì" in pages[0]
    assert "our own; FIBUR 2026: 100" in pages[2]
    for page in pages:
        assert "/regolamenti/nuovo/" not in page
        assert "modifica" not in page
        assert "<form" not in page.partition("<main")[2]


def test_pages_of_another_clubs_copy_are_404(secretary: Client, cast: Cast) -> None:
    theirs = add_copy(
        club=cast.next_door, name="Loro", based_on="guida", regulations=PRESETS["guida"], by=None
    )
    for name in ("rules_copy", "rules_edit"):
        assert secretary.get(url(cast, name, theirs.pk)).status_code == 404
    for name in ("rules_edit", "rules_edit_check", "rules_retire", "rules_restore"):
        assert secretary.post(url(cast, name, theirs.pk), typed()).status_code == 404
    assert secretary.get(url(cast, "rules_create", da=theirs.code)).status_code == 404
    theirs.refresh_from_db()
    assert theirs.retired_at is None


@pytest.mark.parametrize("junk", ["", "x", "%00", "copia-99999999999999999999", "<b>", "fibur-2026'--"])
def test_new_regulations_begin_from_known_ones_only(secretary: Client, cast: Cast, junk: str) -> None:
    for name in ("rules_create", "rules_create_check"):
        assert secretary.post(url(cast, name) + f"?da={junk}", typed()).status_code == 404
    assert RegulationsCopy.objects.count() == 0


@pytest.mark.parametrize("code", PRESETS)
def test_a_copy_of_a_preset_with_nothing_changed_is_the_preset(
    secretary: Client, cast: Cast, code: str
) -> None:
    answer = secretary.post(url(cast, "rules_create", da=code), typed(preset_document(code)))
    made = RegulationsCopy.objects.get()
    assert answer.headers["Location"] == url(cast, "rules_copy", made.pk)
    assert copy_document(made).regulations == changed(PRESETS[code], code=made.code)


def test_a_copy_may_begin_from_a_copy(secretary: Client, cast: Cast) -> None:
    first = copy_in(cast, preset="guida", closing=150)
    page = secretary.get(url(cast, "rules_create", da=first.code)).content.decode()
    assert re.search(r'name="closing" value="150"', page)
    assert not re.search(r'name="name" value="Del', page), "a new one wants a name of its own"
    secretary.post(
        url(cast, "rules_create", da=first.code),
        typed(copy_document(first), name="Altro", missed_pozzetto=50),
    )
    made = copy_document(RegulationsCopy.objects.get(name="Altro"))
    assert (made.based_on, made.regulations.closing, made.regulations.missed_pozzetto) == ("guida", 150, 50)


def test_every_figure_can_be_changed(secretary: Client, cast: Cast) -> None:
    figures: dict[str, Any] = {
        "bonuses_clean": 300, "bonuses_semi_clean": "", "bonuses_super": 350, "set_naturals_super": 9,
        "table_values_joker": 0, "hand_values_joker": 40, "closing": 50, "missed_pozzetto": 150,
        "burraco_to_close": "clean", "closing_line_pays_hand": "False", "missed_only_if_other_took": "False",
        "inner_wild_semi_clean": "True", "nine_card_set_semi_clean": "True", "replaced_wild_returns": "True",
        "stock_end": "reshuffle", "shortest_run": 4, "fewest_naturals": 3, "default_target": 3005,
        "unlikely_total_below": "500-",
    }  # fmt: skip
    secretary.post(url(cast, "rules_create", da="fibur-2026"), typed(**figures))
    rules = copy_document(RegulationsCopy.objects.get()).regulations
    assert dict(rules.bonuses) == {BurracoKind.CLEAN: 300, BurracoKind.DIRTY: 100, BurracoKind.SUPER: 350}
    assert rules.shapes[BurracoKind.SUPER] == Shape(9, None)
    assert BurracoKind.SEMI_CLEAN not in rules.shapes
    assert (rules.table_values["joker"], rules.hand_values["joker"]) == (0, 40)  # type: ignore[index]
    assert (rules.closing, rules.missed_pozzetto, rules.missed_only_if_other_took) == (50, 150, False)
    assert (rules.burraco_to_close, rules.closing_line_pays_hand, rules.stock_end) == (
        "clean", False, "reshuffle",
    )  # fmt: skip
    assert rules.inner_wild_semi_clean
    assert rules.nine_card_set_semi_clean
    assert rules.replaced_wild_returns
    assert (rules.shortest_run, rules.fewest_naturals, rules.default_target) == (4, 3, 3005)
    assert rules.unlikely.total_below == -500


WRONG = {
    "bonuses_dirty": "103",
    "bonuses_clean": "120",
    "set_naturals_dirty": "7",
    "table_values_A": "",
    "hand_values_K": "dieci",
    "closing": "7",
    "shortest_run": "9",
    "stock_end": "mai",
    "unlikely_base_above": "",
}


def test_all_faults_come_at_once_each_at_its_field(secretary: Client, cast: Cast) -> None:
    answer = secretary.post(url(cast, "rules_create", da="fibur-2026"), typed(**WRONG))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert set(answer.context["form"].errors) == set(WRONG)
    assert "9 things to put right" in words(page)
    assert "a multiple of 5 too: for example 105, not 103." in alone("wrong-dirty", page)
    assert "a set of 6 natural cards and a wild would be paid nothing for it. Write 6 here." in alone(
        "wrong-dirty", page
    )
    assert "“Semi-clean burraco” pays 150" in alone("wrong-clean", page)
    assert "Ace, on the table Write a number: this figure is always needed." in alone("wrong-A", page)
    assert "Write a number in figures, for example 150." in alone("wrong-K", page)
    assert "Write a number from 3 to 7 instead of 9." in alone("wrong-shortest_run", page)
    for name, value in WRONG.items():
        if name != "stock_end":
            assert re.search(rf'name="{name}"[^>]*(value="{value}")?', page)
            assert re.search(rf'name="{name}"[^>]*aria-invalid="true"', page), name
    assert 'value="dieci"' in page
    assert RegulationsCopy.objects.count() == 0


@pytest.mark.parametrize("name", ["set_naturals_super", "run_naturals_super", "set_naturals_royal_dirty"])
def test_cards_of_a_kind_that_is_not_paid_are_refused(secretary: Client, cast: Cast, name: str) -> None:
    asked = url(cast, "rules_create", da="fibur-2026")
    page = secretary.post(asked, typed(**{name: "9"})).content.decode()
    kind = name.removeprefix("set_naturals_").removeprefix("run_naturals_")
    assert "This kind is not paid, so it has no cards: write its points too" in alone(f"wrong-{kind}", page)
    assert RegulationsCopy.objects.count() == 0
    # Empty, or as it was shown, it says nothing.
    assert secretary.post(asked, typed(**{name: ""})).status_code == 302


def test_what_a_kind_had_goes_with_its_points(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast, preset="guida")
    figures = typed(copy_document(copy), bonuses_royal="", seen=1)
    assert secretary.post(url(cast, "rules_edit", copy.pk), figures).status_code == 302
    copy.refresh_from_db()
    assert BurracoKind.ROYAL not in copy_document(copy).regulations.shapes


def test_while_typing_faults_go_to_their_fields_and_nothing_is_saved(secretary: Client, cast: Cast) -> None:
    check = url(cast, "rules_create_check", da="fibur-2026")
    wrong = secretary.post(check, typed(bonuses_dirty="103", closing="7"), headers=LIVE).content.decode()
    assert "<html" not in wrong
    assert "not 103." in alone("wrong-dirty", wrong)
    assert "not 7." in alone("wrong-closing", wrong)
    assert alone("wrong-clean", wrong) == alone("wrong-shortest_run", wrong) == ""
    assert "2 things to put right" in alone("why", wrong)
    assert "The examples are counted again" in wrong
    assert re.search(r'<tr id="wrong-clean" hx-swap-oob="true" hidden>', wrong)
    right = secretary.post(check, typed(closing="150"), headers=LIVE).content.decode()
    nameless = secretary.post(check, typed(closing="150", name=""), headers=LIVE).content.decode()
    assert "was 565" in words(nameless)
    assert "One thing to put right" in alone("why", nameless)
    assert alone("wrong-closing", right) == ""
    assert "E1 615 / −10 · E2 220 / 30 · E3 5 / −50 · E4 −20 / 480" in alone("why", right)
    assert "was 565" in words(right)
    assert "Closing: 150" in words(right)
    assert RegulationsCopy.objects.count() == 0


def test_without_scripts_a_button_shows_the_same_on_the_page(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast)
    for check, save in (
        (url(cast, "rules_create_check", da="fibur-2026"), url(cast, "rules_create", da="fibur-2026")),
        (url(cast, "rules_edit_check", copy.pk), url(cast, "rules_edit", copy.pk)),
    ):
        page = secretary.post(check, typed(closing="150")).content.decode()
        assert "was 565" in words(page)
        assert f'action="{save}"' in page
        assert f'formaction="{check}"' in page
        assert 'name="closing" value="150"' in page
    copy.refresh_from_db()
    assert copy.figures["closing"] == 100


def test_a_name_the_club_uses_is_refused_at_its_field(secretary: Client, cast: Cast) -> None:
    copy_in(cast, closing=50)
    page = secretary.post(url(cast, "rules_create", da="guida"), typed(preset_document("guida")))
    assert "already has regulations with this name" in words(page.content.decode())
    assert RegulationsCopy.objects.count() == 1


def test_who_saves_over_somebody_else_is_told_first_and_loses_nothing(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast)
    page = secretary.get(url(cast, "rules_edit", copy.pk)).content.decode()
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    change_copy(copy=copy, name=copy.name, regulations=changed(FIBUR, closing=50), seen_version=1, by=None)
    figures = typed(closing="150", seen=seen[1])
    answer = secretary.post(url(cast, "rules_edit", copy.pk), figures)
    page = answer.content.decode()
    assert "Somebody else has saved these regulations" in words(page)
    assert 'name="closing" value="150"' in page
    copy.refresh_from_db()
    assert copy.figures["closing"] == 50
    renewed = re.search(r'name="seen" value="(\d+)"', page)
    assert renewed
    secretary.post(url(cast, "rules_edit", copy.pk), figures | {"seen": renewed[1]})
    copy.refresh_from_db()
    assert copy.figures["closing"] == 150


def test_retired_and_offered_again_by_a_press(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast)
    page = secretary.post(url(cast, "rules_retire", copy.pk), follow=True).content.decode()
    assert "New evenings are not offered these regulations. Those" in words(page)
    assert "not offered any more" in words(secretary.get(url(cast, "rules")).content.decode())
    assert copy.code not in secretary.get(url(cast, "create") + "?programma=4d").content.decode()
    page = secretary.post(url(cast, "rules_restore", copy.pk), follow=True).content.decode()
    assert "Offer these regulations no more" in words(page)


def test_an_evening_is_given_the_clubs_copy_and_the_public_reads_it(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast, closing=150)
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    page = secretary.get(reverse("tournaments:edit", args=[evening.pk])).content.decode()
    assert f'<option value="{copy.code}">Del giovedì</option>' in page
    Tournament.objects.filter(pk=evening.pk).update(regulations="", regulations_copy=copy)
    page = secretary.get(reverse("tournaments:edit", args=[evening.pk])).content.decode()
    assert f'<option value="{copy.code}" selected>Del giovedì</option>' in page
    reader = Client(headers={"accept-language": "en"})
    tab = reverse("tournaments:regulations", args=[evening.pk])
    assert "150 our own; FIBUR 2026: 100" in words(reader.get(tab).content.decode())
    change_copy(
        copy=copy, name="Del venerdì", regulations=changed(FIBUR, closing=50), seen_version=1, by=None
    )
    shown = words(reader.get(tab).content.decode())
    assert "What counts: Del venerdì" in shown
    assert "50 our own; FIBUR 2026: 100" in shown
    open_round(Tournament.objects.get(pk=evening.pk), 1)
    change_copy(copy=copy, name="Altro", regulations=FIBUR, seen_version=2, by=None)
    shown = words(reader.get(tab).content.decode())
    assert "What counts: Del venerdì" in shown
    assert "50 our own; FIBUR 2026: 100" in shown
    assert "second look" not in shown
    assert regulations_of(Tournament.objects.get(pk=evening.pk)).closing == 50
