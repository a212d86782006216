"""What the public pages say: seats, standings, rounds, a card, a match."""

import random
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.users import User
from tests.evenings import make_evening, open_round, play_evening, record_random, the_round
from tests.tournaments.public.conftest import HIDDEN
from tournaments import rounds
from tournaments.ending import declare_final, publish_provisional
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.penalties import give_penalty
from tournaments.standings import standings

HOSTILE = (
    "%00",
    "x" * 5000,
    "%FF%FE",
    "'%22><b>",
    "%F0%9F%82%A1",
    "١٢",
    "-1",
    "%0d%0aX: 1",
    "{{7}}",
    "%u0041",
)
MINUS = "\N{MINUS SIGN}"


def url(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def text(client: Client, name: str, *args: object, query: str = "") -> str:
    """Words of a page in English, tags taken away."""
    response = client.get(url(name, *args) + query, headers={"accept-language": "en"}, follow=True)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def rows(client: Client, name: str, *args: object) -> list[str]:
    """Rows of the page's tables as text."""
    html = client.get(url(name, *args), headers={"accept-language": "en"}).content.decode()
    found = re.findall(r"<tr.*?</tr>", html, flags=re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in found]


def test_everybody_finds_her_table_by_surname(client: Client, evening: Tournament) -> None:
    page = text(client, "seats", evening.pk)
    seats = Seat.objects.active().filter(round=the_round(evening, 2), entry__number=5).get()
    line = "N-S" if seats.line == "NS" else "E-W"
    for name in ("P009 Prova", "P010 Prova"):
        assert f"{name} {line} table {seats.table_number}" in page


def test_who_rests_is_told_so(client: Client, evening: Tournament) -> None:
    resting = Seat.objects.active().get(round=the_round(evening, 2), reason=Seat.Reason.RESTS)
    names = [member.person.last_name for member in resting.entry.members.select_related("person")]
    assert "SIT-OUT" in text(client, "entry_card", evening.pk, resting.entry.number)
    page = text(client, "seats", evening.pk)
    shown = [name for name in names if f"{name} " in page]
    assert all(re.search(rf"{name} \S+ SIT-OUT", page) for name in shown)
    assert "SIT-OUT" in text(client, "rounds", evening.pk)


def test_a_search_leads_one_pair_to_its_card(client: Client, evening: Tournament) -> None:
    response = client.get(url("seats", evening.pk), {"q": "p009"})
    assert response.headers["Location"] == url("entry_card", evening.pk, 5)


def test_a_search_that_finds_several_lists_them(client: Client, evening: Tournament) -> None:
    page = text(client, "seats", evening.pk, query="?q=P01")
    assert "P010 Prova" in page
    assert "P009" not in page


def test_a_search_that_finds_nobody_says_what_to_try(client: Client, evening: Tournament) -> None:
    page = text(client, "seats", evening.pk, query="?q=zzz")
    assert "Nobody here is called “zzz”" in page
    assert "Try the first letters" in page


def test_who_hides_her_name_is_found_by_number_only(client: Client, evening: Tournament) -> None:
    assert client.get(url("seats", evening.pk), {"q": "2"}).headers["Location"].endswith("/coppia/2/")
    assert "Nobody here" in text(client, "seats", evening.pk, query="?q=Nascosta")


def test_before_the_first_announcement_the_pages_say_what_comes(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=4, programme="2m2d")
    assert "The seats are not announced yet" in text(client, "seats", evening.pk)
    assert "The standings begin with the first round." in text(client, "standings", evening.pk)
    assert "No round announced yet" in text(client, "rounds", evening.pk)
    assert "2 rounds, Mitchell" in text(client, "regulations", evening.pk)
    assert client.get(url("public", evening.pk)).headers["Location"] == url("regulations", evening.pk)


def test_the_short_address_leads_to_what_matters_now(client: Client, evening: Tournament) -> None:
    assert client.get(url("public", evening.pk)).headers["Location"] == url("seats", evening.pk)
    for match in the_round(evening, 2).matches.active().select_related("round__phase__tournament"):
        if not match.version:
            record_random(match, random.Random(1))
    rounds.close(round=the_round(evening, 2), by=None)
    assert client.get(url("public", evening.pk)).headers["Location"] == url("standings", evening.pk)


def test_the_standings_say_how_many_results_are_missing_and_then_that_they_are_final(
    client: Client, evening: Tournament, club: Club
) -> None:
    assert "provisional: 2 results are missing" in text(client, "standings", evening.pk)
    played = play_evening(make_evening(club, entries=4, programme="2m2d"), random.Random(2))
    publish_provisional(tournament=played, by=None)
    assert "Provisional standings" in text(client, "standings", played.pk)
    declare_final(tournament=played, by=None)
    page = client.get(url("standings", played.pk), headers={"accept-language": "en"}).content.decode()
    assert "Final standings" in page
    assert "data-every" not in page


def test_the_table_shows_each_place_with_the_figures_of_each_round(
    client: Client, evening: Tournament
) -> None:
    found = standings(evening, announced_only=True)
    shown = rows(client, "standings", evening.pk)[1:]
    assert len(shown) == len(found.rows) == 9
    for row, line in zip(shown, found.rows, strict=True):
        mp = f"{line.mp:+d}".replace("-", MINUS) if line.mp else "0"
        assert row.startswith(f"{line.place}. {line.number} {line.names.public[0]}")
        assert row.endswith(f"{line.vp} {mp}")
        for score in line.rounds:
            assert ("…" if score.vp is None else str(score.vp)) in row.split()


def test_each_figure_has_its_bar_and_a_missing_one_a_dashed_bar(client: Client, evening: Tournament) -> None:
    html = client.get(url("standings", evening.pk)).content.decode()
    bars = re.findall(r'<svg class="bars"[^>]*>(.*?)</svg>', html)
    scores = [score for row in standings(evening, announced_only=True).rows for score in row.rounds]
    assert len(bars) == len(scores) == 18
    assert sum('class="none"' in bar for bar in bars) == sum(score.vp is None for score in scores) == 4
    heights = [
        int(height) for height in re.findall(r'height="(\d+)"/', " ".join(b for b in bars if "none" not in b))
    ]
    assert max(heights) == 24


def test_a_penalty_is_said_under_the_table(client: Client, evening: Tournament) -> None:
    give_penalty(
        entry=evening.entries.get(number=5), round=the_round(evening, 1), mp=-100, reason="Motivo", by=None
    )
    page = text(client, "standings", evening.pk)
    assert f"P009 Prova – P010 Prova: {MINUS}100 M.P. of penalties, already counted." in page
    assert "Motivo" not in page
    assert "Penalties" in text(client, "entry_card", evening.pk, 5)


def test_the_file_has_the_same_places_and_public_names(client: Client, evening: Tournament) -> None:
    lines = client.get(url("standings_csv", evening.pk)).content.decode().splitlines()
    found = standings(evening, announced_only=True)
    assert [int(line.split(";")[0].lstrip("\ufeff")) for line in lines[1:]] == [
        row.place for row in found.rows
    ]
    assert HIDDEN not in "".join(lines)
    assert "Nascosta" not in "".join(lines)


def test_a_card_says_table_opponents_scores_and_place(client: Client, evening: Tournament) -> None:
    row = next(row for row in standings(evening, announced_only=True).rows if row.number == 5)
    page = text(client, "entry_card", evening.pk, 5)
    seat = Seat.objects.active().get(round=the_round(evening, 2), entry__number=5)
    assert f"Table {seat.table_number}" in page
    assert f"Place {row.place}." in page
    assert "Round 3: not announced yet" in page
    assert client.get(url("entry_card", evening.pk, 99)).status_code == 404


def test_when_the_evening_is_over_nobody_is_told_to_sit(client: Client, club: Club) -> None:
    evening = play_evening(make_evening(club, entries=9, programme="2m2d"), random.Random(2))
    standing = url("standings", evening.pk)
    for end, over in (
        (publish_provisional, "All rounds are played: the standings are being checked"),
        (declare_final, "The evening is over"),
    ):
        end(tournament=evening, by=None)
        for address in (url("seats", evening.pk), url("seats", evening.pk) + "?q=P01"):
            page = client.get(address, headers={"accept-language": "en"}).content.decode()
            assert over in page
            assert f'<a class="action" href="{standing}">' in page
            assert not re.search(r'class="no"|SIT-OUT|absent', page)
        assert "P010 Prova" in text(client, "seats", evening.pk, query="?q=P01")
        assert "Nobody here is called" not in text(client, "seats", evening.pk)
        assert "Nobody here is called" in text(client, "seats", evening.pk, query="?q=zzz")
        for number in range(1, 10):
            card = client.get(
                url("entry_card", evening.pk, number), headers={"accept-language": "en"}
            ).content.decode()
            assert over in card
            assert card.count(f'href="{standing}">Standings</a>') == 2  # the tab, and the one thing to press
            assert 'class="card"' not in card
            assert "Against <b>" not in card
            assert "My scores" in card


def test_the_match_of_a_slip_names_its_evening_in_what_a_phone_shows(
    client: Client, evening: Tournament
) -> None:
    match = the_round(evening, 2).matches.active()[0]
    html = client.get(url("match_by_code", match.code), headers={"accept-language": "en"}).content.decode()
    live = html.partition('id="live"')[2]
    assert f"<b>{evening.name}</b>, Thursday 26 November 2026" in live


def test_single_players_see_their_partner_and_both_opponents(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=8, programme="individual-drawn")
    open_round(evening, 1)
    match = Match.objects.active().filter(round__tournament=evening).first()
    assert match is not None
    record_random(match, random.Random(4))
    seats = list(match.seats.active().select_related("entry").order_by("line", "position"))
    names = [f"P{seat.entry.number:03} Prova" for seat in seats]
    card = text(client, "entry_card", evening.pk, seats[0].entry.number)
    assert f"With {names[1]}" in card
    assert f"Against {names[2]}, {names[3]}" in card
    assert all(name in text(client, "match_by_code", match.code) for name in names)
    assert "8 players" in text(client, "standings", evening.pk)


def test_a_match_to_a_target_tells_its_points(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=4, programme="target")
    open_round(evening, 1)
    assert "to 2005 points" in text(client, "regulations", evening.pk)
    match = Match.objects.active().filter(round__tournament=evening, table_number=1).get()
    assert "No score yet" in text(client, "match_by_code", match.code)
    record_random(match, random.Random(4))
    page = text(client, "match_by_code", match.code)
    assert "score complete" in page
    winner = max(row.raw for row in standings(evening).rows)
    assert str(winner) in page


def test_a_code_is_read_in_any_case_and_with_blanks(client: Client, evening: Tournament) -> None:
    match = the_round(evening, 2).matches.active()[0]
    here = url("match_by_code", match.code)
    for typed in (match.code.lower(), f" {match.code[:4]} {match.code[4:].lower()} "):
        assert client.get(url("match_code"), {"codice": typed}).headers["Location"] == here
    assert client.get(f"/M/{match.code}").headers["Location"] == here


@pytest.mark.parametrize(
    "write", [str.lower, lambda code: f"{code[:4]} {code[4:]}", lambda code: f"{code[:4]}-{code[4:]}".lower()]
)
def test_a_code_in_the_address_is_read_as_people_write_it(
    client: Client, evening: Tournament, write: Callable[[str], str]
) -> None:
    match = Match.objects.active().filter(round=the_round(evening, 2), code__regex="[A-Z]")[0]
    here = url("match_by_code", match.code)
    assert client.get(url("match_by_code", write(match.code))).headers["Location"] == here
    assert client.get(url("match_code"), {"codice": write(match.code)}).headers["Location"] == here
    assert client.get(url("slip_address", write(match.code)), follow=True).redirect_chain[-1][0] == here
    assert client.get(here).status_code == 200


def test_who_has_a_code_is_led_to_where_it_is_typed(client: Client, evening: Tournament, club: Club) -> None:
    for address in ("/", url("club", club.slug), url("rounds", evening.pk)):
        page = client.get(address, headers={"accept-language": "en"}).content.decode()
        assert re.search(rf'href="{url("match_code")}">I have a code</a>', page), address
    assert "stands beside the square" in text(client, "match_code")


@pytest.mark.parametrize("code", ["ABCDEFGH", "x", "a" * 300, "-_-"])
def test_a_wrong_code_may_be_typed_again(client: Client, evening: Tournament, code: str) -> None:
    response = client.get(url("match_by_code", code), headers={"accept-language": "en"})
    assert response.status_code == 404
    page = response.content.decode()
    assert 'role="alert"' in page
    assert f'value="{code}"' in page


@pytest.mark.parametrize("junk", HOSTILE)
def test_junk_in_an_address_is_never_a_fault(client: Client, evening: Tournament, junk: str) -> None:
    for name in ("seats", "standings", "standings_csv", "rounds", "rounds_csv", "regulations"):
        for key in ("q", "v", "page", "sort"):
            address = f"{url(name, evening.pk)}?{key}={junk}"
            assert client.get(address).status_code == 200
            assert client.get(address, headers={"hx-request": "true"}).status_code in {200, 302}
    assert client.get(f"{url('match_code')}?codice={junk}").status_code == 200
    assert client.get(f"{url('club', 'prova')}?q={junk}").status_code == 200
    assert client.get(f"/m/{junk}/").status_code == 404


def test_the_club_page_tells_what_is_on_and_what_comes(
    client: Client, evening: Tournament, club: Club
) -> None:
    page = text(client, "club", club.slug)
    assert f"Playing now {evening.name}, round 2 of 4" in page
    assert "No evening is announced yet." in page


def test_the_club_page_of_the_staff_leads_on(client: Client, club: Club) -> None:
    assert "The evenings of the club" not in text(client, "club", club.slug)
    client.force_login(User.objects.create_superuser("capo@prova.example", "una parola lunga"))
    page = text(client, "club", club.slug)
    assert "For the staff" in page
    assert "The evenings of the club" in page
