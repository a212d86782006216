"""The counter: cards become base, points and total with their reasons, and by one press a hand of a slip."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.bad_input import versions
from tests.cast import REFEREE, Cast
from tests.slips import E6, posted, quick, reread
from tournaments.models.rounds import Match
from tournaments.models.scores import HandRecord
from tournaments.scores import record_match

pytestmark = pytest.mark.django_db
E1 = {
    "rules": "fibur-2026",
    "ending": "NS",
    "NS_melds": "3-9♥\nK K K K K K Jolly\nA A A",
    "NS_held": "5♣ 10♦",
    "EW_melds": "8-J♠ / 4 4 4 2",
    "EW_held": "Jolly A Q 3 6 9 K",
}


def text(client: Client, data: dict[str, Any], url: str = "") -> str:
    response = client.post(url or reverse("tournaments:counter"), data)
    assert response.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def counter_of(match: Match, mode: str) -> str:
    url = reverse("tournaments:match_counter", args=[match.round.tournament_id, match.pk])
    return f"{url}?modo={mode}"


@pytest.fixture
def referee(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[REFEREE])
    return client


def test_a_hand_is_counted_for_everybody_with_every_reason(client: Client) -> None:
    page = text(client, E1)
    for words in (
        "3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ Clean burraco: 7 cards in order, no wild 45 200",
        "K K K K K K Jolly Dirty burraco: 6 equal cards and a wild (Jolly) 90 100",
        "A A A 3 equal cards, no wild 45 –",
        "Closing 100 Base 400 Points 180 − 15 165 Total 565",
        "4 4 4 2 3 equal cards and a wild (2) 35 –",
        "Base 0 Points 75 − 85 −10 Total −10",
    ):
        assert words in page
    assert "This cannot be" not in page
    assert not HandRecord.objects.exists()


def test_one_line_alone_is_counted_without_doubts_about_the_other(client: Client) -> None:
    page = text(client, {name: value for name, value in E1.items() if not name.startswith("EW")})
    assert "Total 565" in page
    assert "E-W " not in page.split("Count")[-1]
    assert "This cannot be" not in page


def test_bare_melds_are_counted_without_asking_how_the_hand_ended(client: Client) -> None:
    page = text(client, {"rules": "fibur-2026", "NS_melds": "K K K K K K K"})
    assert "Total 270" in page
    assert "This cannot be" not in page
    assert "Write the cards of a line" in text(client, {"rules": "fibur-2026", "ending": "NS"})


def test_what_a_meld_is_depends_on_the_regulations(client: Client) -> None:
    inner = E1 | {"NS_melds": "3-9♣ Jolly J♣ Q♣"}
    assert "Dirty burraco: 10 cards in order, wild inside (Jolly for 10♣)" in text(client, inner)
    assert "Semi-clean burraco: 10 cards" in text(client, inner | {"rules": "manuale"})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"NS_melds": "3-9♥\n4♣ 5♣ 7♣"}, "N-S: meld 2 is none: the reason stands beside it."),
        ({"NS_melds": "A A A"}, "N-S: who closes needs a burraco."),
        ({"NS_missed": "on"}, "N-S: who closes has taken the pozzetto."),
        ({"discard": "2♥"}, "N-S: a hand is not closed by throwing a wild (2♥)."),
        ({"EW_held": "9"}, "E-W: who did not close holds a card: write 2 or more, not 1."),
        ({"EW_held": "K K K K K"}, "The decks do not hold so many K."),
        ({"EW_unplayed": "3 4 5"}, "E-W: a pozzetto that was not played has 11 cards, not 3."),
        ({"ending": ""}, "This cannot be Nobody closed: say how the hand ended."),
    ],
)
def test_a_contradiction_is_said_with_side_and_rule(
    client: Client, changes: dict[str, str], sentence: str
) -> None:
    page = text(client, E1 | changes)
    assert "This cannot be" in page
    assert sentence in page


def test_what_a_line_has_is_said_in_sentences(client: Client) -> None:
    page = text(client, E1 | {"NS_melds": "3-9♥\n5-J♠\nK K K K K K Jolly\nA A A", "EW_melds": "8-10♥"})
    has = "N-S has 2 clean burracos and 1 dirty burraco. It has closed. Its cards on the table count 235"
    assert f"{has}, those left in the hand 15." in page
    assert "E-W has no burraco. Its cards on the table count 30" in page
    missed = E1 | {"ending": "stock", "NS_held": "5♣ 10♦", "EW_missed": "on"}
    assert "E-W has no burraco. It has not taken the pozzetto. Its cards" in text(client, missed)
    both = text(client, missed | {"NS_missed": "on"})
    assert both.count("It has not taken the pozzetto, and pays nothing for it.") == 2


def test_the_same_fault_is_said_once(client: Client) -> None:
    page = text(client, E1 | {"NS_melds": "3-9♥\nK♥ K♥ K♥"})
    assert page.count("the decks do not hold so many K♥") == 1
    assert "The decks do not hold so many" not in page
    apart = text(client, E1 | {"NS_melds": "3-9♥\nK♥ K♥ K♣", "EW_held": "K♥ 9"})
    assert apart.count("The decks do not hold so many K♥.") == 1


def test_every_word_that_is_no_card_is_named(client: Client) -> None:
    response = client.post(
        reverse("tournaments:counter"), E1 | {"NS_melds": "3-9♥\nK Kx 14♠", "EW_held": "9-3"}
    )
    page = unescape(response.content.decode())
    assert "Meld 2: “Kx” (character 3) is no card" in page
    assert "Meld 2: “14♠” (character 6) is no card" in page
    assert "“9-3” (character 1) does not rise" in page
    assert "K Kx 14♠" in page, "nothing typed is lost"


def test_c_is_cuori_in_italian_and_clubs_in_english(client: Client) -> None:
    assert "3♣ 4♣ 5♣" in text(client, E1 | {"NS_melds": "3c 4c 5c"})
    client.cookies["django_language"] = "it"
    assert "3♥ 4♥ 5♥" in text(client, E1 | {"NS_melds": "3c 4c 5c"})


def test_while_one_types_only_the_count_comes(client: Client) -> None:
    response = client.post(reverse("tournaments:counter"), E1, headers={"hx-request": "true"})
    page = response.content.decode()
    assert "<html" not in page
    assert "565" in page


@pytest.mark.parametrize(
    ("mode", "figures"),
    [
        (
            "detail",
            {
                "NS_clean": "1",
                "NS_dirty": "1",
                "NS_laid": "180",
                "NS_left": "15",
                "EW_laid": "75",
                "EW_left": "85",
            },
        ),
        ("quick", {"NS_base": "400", "NS_points": "165", "EW_base": "0", "EW_points": "−10"}),
        ("total", {"NS_total": "565", "EW_total": "−10"}),
    ],
)
def test_a_count_fills_the_next_hand_and_keeps_what_stands_on_the_slip(
    referee: Client, match: Match, mode: str, figures: dict[str, str]
) -> None:
    record_match(match=match, hands=quick(E6[:1]), by=None, seen_version=0)
    match = reread(match)
    page = referee.post(counter_of(match, mode), E1 | {"hand": "2"}).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    for name, value in figures.items():
        assert hidden[f"h2_{name}"] == value
    if mode == "quick":
        assert (hidden["seen"], hidden["h1_NS_base"], hidden["h1_EW_points"]) == ("1", "400", "−10")
        slip = referee.post(
            reverse("tournaments:match_preview", args=[match.round.tournament_id, match.pk]), hidden
        )
        assert '<output id="t2_NS">1130</output>' in slip.content.decode()


def test_figures_typed_on_the_slip_come_along(referee: Client, match: Match) -> None:
    page = referee.post(counter_of(match, "quick"), posted(E6[:2])).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert (hidden["h1_NS_base"], hidden["h2_EW_points"]) == ("400", "30")
    assert 'value="3"' in page.split('id="hand"')[1].split("</select>")[0]
    assert 'value="2"' not in page.split('id="hand"')[1].split("</select>")[0]


def test_a_count_that_contradicts_itself_fills_nothing(referee: Client, match: Match) -> None:
    page = referee.post(counter_of(match, "quick"), E1 | {"hand": "1", "EW_held": "9"}).content.decode()
    assert "into the slip" not in page.split("This cannot be")[0]
    assert "h1_NS_base" not in page


def test_a_slip_with_one_total_has_no_counter(referee: Client, match: Match) -> None:
    assert referee.get(counter_of(match, "single")).status_code == 404


@pytest.mark.parametrize("page", ["counter", "match_counter"])
def test_the_counter_survives_whatever_is_typed(referee: Client, match: Match, page: str) -> None:
    url = counter_of(match, "quick") if page == "match_counter" else reverse("tournaments:counter")
    for number, data in enumerate(versions(E1 | {"hand": "1"})):
        headers = {"hx-request": "true"} if number % 2 else {}
        response = referee.post(url, data, headers=headers)
        assert response.status_code == 200
    assert not HandRecord.objects.exists()
