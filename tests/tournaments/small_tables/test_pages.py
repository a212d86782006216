"""Tables of three and five through their pages: drawn, typed at the desk, seen by everybody."""

import random
import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.bad_input import assert_survives, rows_of
from tests.cast import REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_round, the_round
from tests.slips import reread
from tests.tournaments.small_tables.test_evenings import THREE_HANDS
from tournaments import rounds
from tournaments.hands import hands_of, same_score
from tournaments.match_views import match_view
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Match, Seat
from tournaments.models.scores import HandRecord, HandSide, ScoreChange
from tournaments.programmes import PhasePlan, Programme
from tournaments.saves import stored_running
from tournaments.seats import present_entries

pytestmark = pytest.mark.django_db


def evening(cast: Cast, entries: int, *, movement: str = Phase.Movement.DRAWN, **facts: Any) -> Tournament:
    plan = PhasePlan(movement, 1, **{"hands": 3, "vp_table": "hands-3", "table_size": 3, **facts})
    return make_evening(cast.club, entries=entries, programme=Programme("", "individuals", (plan,)))


@pytest.fixture
def match(cast: Cast) -> Match:
    """The only table of an evening of three, being played."""
    return reread(open_round(evening(cast, 3), 1).matches.active().get())


@pytest.fixture
def desk(client: Client, cast: Cast) -> Client:
    return in_english(client, cast, SCORER)


def in_english(client: Client, cast: Cast, role: str) -> Client:
    client.force_login(cast.users[role])
    client.cookies["django_language"] = "en"
    return client


def names_in(tournament: Tournament) -> list[str]:
    return list(tournament.entries.values_list("members__person__last_name", flat=True))


def url_of(match: Match, name: str = "match_desk") -> str:
    return reverse(f"tournaments:{name}", args=[match.round.tournament_id, match.pk])


# The golden file's hands: 420, 385; 300, 200; −20, 100. A pair's figures stand beside either of the two.
FIGURES = {
    "h1_alone": "1", "h1_1_base": "300", "h1_1_points": "120", "h1_2_base": "200", "h1_2_points": "185",
    "h2_alone": "2", "h2_2_base": "200", "h2_2_points": "100", "h2_1_base": "100", "h2_1_points": "100",
    "h3_alone": "3", "h3_3_base": "0", "h3_3_points": "20-", "h3_2_base": "0", "h3_2_points": "100",
}  # fmt: skip


def posted(**changes: str) -> dict[str, str]:
    return {"seen": "0", **FIGURES, **changes}


def test_the_slip_asks_who_played_alone_by_name(desk: Client, match: Match) -> None:
    page = desk.get(url_of(match)).content.decode()
    for name in match.seats.values_list("entry__members__person__last_name", flat=True):
        assert page.count(name) > 3
    assert "Hand 3, who played alone" in page
    assert "one total" not in page
    assert "Lines swapped" not in page


def test_a_match_goes_in_and_its_line_stays(desk: Client, match: Match) -> None:
    page = desk.post(url_of(match), posted(), follow=True).content.decode()
    assert "Table 1: 570 – 542.5 – 272.5, V.P. 11.5–11.5–7" in page
    assert same_score(hands_of(reread(match)), THREE_HANDS)
    again = desk.get(url_of(match)).content.decode()
    assert "542.5" in again
    assert 'name="h2_2_base" value="200"' in again


def test_while_typing_sums_and_vp_are_shown(desk: Client, match: Match) -> None:
    page = desk.post(url_of(match, "match_preview"), posted(), HTTP_HX_REQUEST="true").content.decode()
    assert ">542.5</output>" in page
    assert "11.5 – 11.5 – 7" in page
    half = desk.post(
        url_of(match, "match_preview"),
        {"seen": "0", "h1_alone": "2", "h1_2_base": "300"},
        HTTP_HX_REQUEST="true",
    ).content.decode()
    assert "3 hands are missing" in half
    assert "Error" not in half


@pytest.mark.parametrize(
    ("changes", "sentence", "field"),
    [
        ({"h1_alone": ""}, "Say who played alone", "h1_alone"),
        ({"h1_3_base": "100"}, "A pair&#x27;s figures are written once", "h1_3_base"),
        ({"h1_1_base": "100-"}, "at least 0", "h1_1_base"),
        ({"h2_1_base": "130"}, "does not come from", "h2_1_base"),
        ({"h3_alone": "0"}, "This field is still empty", "h3_1_base"),
        ({"h2_alone": "7"}, "Select a valid choice", "h2_alone"),
        ({"h2_1_points": "cento"}, "Write a whole number", "h2_1_points"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    desk: Client, match: Match, changes: dict[str, str], sentence: str, field: str
) -> None:
    page = desk.post(url_of(match), posted(**changes)).content.decode()
    assert sentence in page
    assert f'href="#{field}"' in page
    assert hands_of(reread(match)) == ()


@pytest.mark.parametrize("right", ["542,5", "542.5"])
def test_the_slips_own_totals_are_a_second_look(desk: Client, match: Match, right: str) -> None:
    doubted = desk.post(url_of(match), posted(w_1="570", w_2=right, w_3="272-")).content.decode()
    assert "The slip says −272, the hands make 272.5." in doubted
    assert doubted.count('data-kind="warn"') == 1
    assert hands_of(reread(match)) == ()
    desk.post(url_of(match), posted(w_1="570", w_2=right, w_3="272.5"))
    assert len(hands_of(reread(match))) == 3
    page = desk.post(url_of(match), posted(seen="1", w_3="272,6")).content.decode()
    assert "Write a whole number" in page


def test_nobody_alone_means_everybody_alone(desk: Client, match: Match) -> None:
    alone = {f"h3_{place}_{name}": "0" for place in (1, 2, 3) for name in ("base", "points")}
    desk.post(url_of(match), posted(**{**alone, "h3_alone": "0", "h3_1_points": "40", "h3_2_points": "15-"}))
    assert [each.alone for each in hands_of(reread(match))] == [1, 2, None]
    assert match_view(match).totals == (560, Fraction(955, 2), Fraction(585, 2))


def test_the_detail_of_a_hand(desk: Client, match: Match) -> None:
    detail = {
        "h1_alone": "2", "h1_2_clean": "1", "h1_2_laid": "200", "h1_2_left": "0", "h1_ending": "2",
        "h1_1_dirty": "1", "h1_1_laid": "150", "h1_1_left": "40", "h1_3_missed": "on",
        "h2_alone": "0", "h2_ending": "stock",
        **{f"h2_{place}_{name}": "30" for place in (1, 2, 3) for name in ("laid", "left")},
        "h3_alone": "1", "h3_1_laid": "60", "h3_1_left": "20", "h3_3_laid": "70", "h3_3_left": "30",
        "h3_ending": "time",
    }  # fmt: skip
    response = desk.post(url_of(match) + "?modo=detail", {"seen": "0", **detail}, follow=True)
    assert "Table 1: " in response.content.decode()
    first, second, _third = hands_of(reread(match))
    assert [(side.closings, side.missed) for side in first.hand.sides] == [(1, 0), (0, 1)]
    assert [side.missed for side in second.hand.sides] == [1] * 3
    # 300 + 200 alone; the pair 100 − 100 + 110, half each; nothing; then 40 and 40, half each.
    assert match_view(match).totals == (55 + 40, 500 + 20, 55 + 20)
    again = desk.get(url_of(match)).content.decode()
    assert 'id="h1_3_missed"' in again


def test_a_correction_asks_why_and_its_history_names_the_sides(desk: Client, match: Match) -> None:
    desk.post(url_of(match), posted())
    changed = posted(seen="1", h3_3_points="10-")
    assert "say why it changes" in desk.post(url_of(match), changed).content.decode()
    desk.post(url_of(match), {**changed, "reason": "sum"})
    page = desk.get(url_of(match, "match_history")).content.decode()
    assert "2 + 3" in page
    assert page.count("changed") >= 2
    stale = desk.post(url_of(match), posted(seen="1", h3_3_points="15-", reason="sum"))
    assert stale.status_code == 409
    both = stale.content.decode()
    assert both.count("<td>3 + 1</td>") == 2
    # In each version points and total of the third hand's lone player, and what that player has in the end.
    assert both.count("(differs)") == 6
    assert ">N-S<" not in both
    assert [name for name in names_in(match.round.tournament) if name not in both] == []


def sums(page: str) -> list[tuple[str, ...]]:
    """Place, total and V.P. of each player in each version on a page."""
    return re.findall(r'<th scope="row">(\d)</th><td class="n tot[^>]*>([\d.]+).*?tot[^>]*>([\d.]+)', page)


def test_each_version_shows_what_it_comes_to(desk: Client, match: Match) -> None:
    desk.post(url_of(match), posted())
    first = [("1", "570", "11.5"), ("2", "542.5", "11.5"), ("3", "272.5", "7")]
    assert sums(desk.get(url_of(match, "match_history")).content.decode()) == first
    stale = desk.post(url_of(match), posted(h3_3_points="270-")).content.decode()
    assert sums(stale) == [*first, ("1", "570", "12.5"), ("2", "542.5", "12.5"), ("3", "22.5", "5")]


def test_cards_are_counted_for_lines_alone(client: Client, cast: Cast, match: Match) -> None:
    referee = in_english(client, cast, REFEREE)
    assert "Count from cards" not in referee.get(url_of(match)).content.decode()
    assert referee.get(url_of(match, "match_counter")).status_code == 404
    assert referee.post(url_of(match, "match_counter"), posted()).status_code == 404


def test_at_a_table_of_two_who_closed_holds_nothing(client: Client, cast: Cast) -> None:
    match = reread(open_round(evening(cast, 2, table_size=2), 1).matches.active().get())
    referee = in_english(client, cast, REFEREE)
    assert "Count from cards" in referee.get(url_of(match)).content.decode()
    cards = {"hand": "1", "ending": "NS", "NS_melds": "3-9♥\nA A A", "EW_melds": "4 4 4", "EW_held": "K"}
    page = referee.post(url_of(match, "match_counter") + "?modo=quick", cards).content.decode()
    assert "This cannot be" not in page
    assert 'name="h1_NS_base" value="300"' in page


def test_a_closed_round_is_read_and_a_late_slip_is_kept_in_sight(desk: Client, match: Match) -> None:
    desk.post(url_of(match), posted())
    rounds.close(round=the_round(match.round.tournament, 1), by=None)
    page = desk.get(url_of(match)).content.decode()
    assert 'name="h1_1_base"' not in page
    assert page.count(" alone") >= 3
    assert "11.5 – 11.5 – 7" in page
    late = desk.post(url_of(match), posted(seen="1", h3_3_points="35-", reason="sum"))
    assert late.status_code == 409
    assert "−35" in late.content.decode() or "35-" in late.content.decode()
    assert same_score(hands_of(reread(match)), THREE_HANDS)


def test_a_seated_round_is_only_read(client: Client, cast: Cast) -> None:
    director = in_english(client, cast, SECRETARY)
    tournament = open_round(evening(cast, 7, spare_size=4), 1).tournament
    page = director.get(reverse("tournaments:seat_by_hand", args=[tournament.pk, 1])).content.decode()
    assert "Place 3" in page
    assert 'name="t1--1"' not in page


def test_the_running_totals_have_their_places(desk: Client, match: Match) -> None:
    desk.post(url_of(match), posted())
    assert stored_running(match_view(match))["t2_3"] == Fraction(585, 2)


def test_seats_are_chosen_by_hand_for_every_size(client: Client, cast: Cast) -> None:
    director = in_english(client, cast, SECRETARY)
    tournament = evening(cast, 7, movement=Phase.Movement.MANUAL, spare_size=4)
    url = reverse("tournaments:seat_by_hand", args=[tournament.pk, 1])
    page = director.get(url).content.decode()
    assert "Table 1, Place 3" in page
    assert "Table 2, West" in page
    names = ["t1--1", "t1--2", "t1--3", "t2-NS-1", "t2-NS-2", "t2-EW-1", "t2-EW-2"]
    keys = tournament.entries.order_by("number").values_list("pk", flat=True)
    director.post(url, dict(zip(names, map(str, keys), strict=True)))
    assert the_round(tournament, 1).matches.active().get(table_number=1).players == 3
    draft = director.get(reverse("tournaments:director", args=[tournament.pk])).content.decode()
    assert all(name in draft for name in names_in(tournament))


def test_the_director_sees_how_the_field_divides(client: Client, cast: Cast) -> None:
    director = in_english(client, cast, SECRETARY)
    for entries, facts, sentence in (
        (10, {"spare_size": 4}, "2 tables of three, 1 table of four"),
        (7, {"table_size": 5}, "1 table of five, 2 players rest"),
        (2, {}, "2 players rest"),
    ):
        tournament = evening(cast, entries, **facts)
        url = reverse("tournaments:director", args=[tournament.pk])
        assert f"<p>{sentence}</p>" in director.get(url, {"fase": "1"}).content.decode()


def test_everybody_sees_places_results_and_fractions(client: Client, cast: Cast) -> None:
    tournament = evening(cast, 7, spare_size=4)
    play_round(tournament, 1, random.Random(3))
    tournament.refresh_from_db()
    client.cookies["django_language"] = "it"
    pages = {
        name: client.get(reverse(f"tournaments:{name}", args=[tournament.pk])).content.decode()
        for name in ("seats", "standings", "rounds", "standings_csv")
    }
    of_three = the_round(tournament, 1).matches.active().get(table_number=1)
    view = match_view(of_three)
    assert view.vp is not None
    for side in view.sides:
        assert side.names[0].public[0] in pages["rounds"]
    halves = [figure for figure in view.vp if isinstance(figure, Fraction)]
    for figure in halves:
        written = str(float(figure)).replace(".", ",")
        assert all(written in pages[name] for name in ("standings", "rounds", "standings_csv"))
    assert halves
    assert "/2" not in pages["standings_csv"]
    match_page = client.get(reverse("tournaments:match_by_code", args=[of_three.code])).content.decode()
    assert match_page.count("<tr>") == 4
    card = client.get(reverse("tournaments:entry_card", args=[tournament.pk, view.sides[0].names[0].number]))
    assert card.status_code == 200


def test_results_as_a_file_have_a_row_for_each_player(desk: Client, cast: Cast) -> None:
    tournament = evening(cast, 7, spare_size=4)
    play_round(tournament, 1, random.Random(4))
    url = reverse("tournaments:results_csv", args=[tournament.pk])
    lines = desk.get(url).content.decode().strip().splitlines()
    assert len(lines) == 1 + 3 + 2
    hands = desk.get(reverse("tournaments:hands_csv", args=[tournament.pk])).content.decode().splitlines()
    assert len(hands) == 1 + 2 * 3 * 2
    assert any(";2 + 3;" in line for line in hands) or any(
        ";3 + 1;" in line or ";1 + 2;" in line for line in hands
    )


def test_the_directors_pages_show_every_player(client: Client, cast: Cast) -> None:
    director = in_english(client, cast, SECRETARY)
    tournament = evening(cast, 5, table_size=5)
    play_round(tournament, 1, random.Random(4))
    page = director.get(reverse("tournaments:director", args=[tournament.pk]), {"fase": "1"}).content.decode()
    assert all(name in page for name in names_in(tournament))


def test_an_evening_of_threes_is_made_on_its_page(client: Client, cast: Cast) -> None:
    secretary = in_english(client, cast, SECRETARY)
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=three"
    shown = secretary.get(url)
    typed = {
        name: value
        for form in (shown.context["form"], *shown.context["phases"])
        for field in form
        for name, value in _as_sent(field)
    }
    sent = {
        **typed,
        "name": "Serata a tre",
        "starts_at_0": "2026-12-03",
        "starts_at_1": "20:45",
        "fasi-TOTAL_FORMS": "1",
        "fasi-INITIAL_FORMS": "1",
        "fasi-0-switch_at": "1500",
    }
    refused = secretary.post(url, sent | {"fasi-0-spare_size": "3"}).content.decode()
    assert "This is the usual size already" in refused
    assert (
        "other sizes are for single players"
        in secretary.post(url, sent | {"entry_kind": "pairs"}).content.decode()
    )
    assert secretary.post(url, sent).status_code == 302
    phase = Phase.objects.get(tournament__name="Serata a tre")
    assert (phase.table_size, phase.spare_size, phase.switch_at) == (3, 4, 1500)
    public = phase.tournament
    public.published_at = public.created_at
    public.save()
    page = client.get(reverse("tournaments:regulations", args=[public.pk])).content.decode()
    assert "Tables of three, the last ones of four" in page
    assert "all alone once a player has 1500" in page


def _as_sent(field: Any) -> list[tuple[str, str]]:
    """What a browser sends of a field as it is shown: nothing for an unticked box or an empty choice."""
    value = field.value()
    return [] if value in (None, False) or isinstance(value, list) else [(field.html_name, str(value))]


def counts() -> dict[str, int]:
    return rows_of(HandRecord, HandSide, ScoreChange, Act)


def test_the_slip_of_three_survives_whatever_is_sent(client: Client, cast: Cast, match: Match) -> None:
    referee = in_english(client, cast, REFEREE)
    totals = {"w_1": "570", "w_2": "542,5", "w_3": "272,5", "note": "", "reason": ""}
    assert_survives(referee, url_of(match), posted(**totals), counts)


def test_the_detail_of_three_survives_whatever_is_sent(client: Client, cast: Cast, match: Match) -> None:
    referee = in_english(client, cast, REFEREE)
    hand = {"alone": "2", "2_clean": "1", "2_laid": "200", "2_left": "0", "ending": "2"}
    hand |= {"1_dirty": "1", "1_laid": "150", "1_left": "40"}
    valid = {f"h{number}_{name}": value for number in (1, 2, 3) for name, value in hand.items()}
    assert_survives(referee, url_of(match) + "?modo=detail", {"seen": "0", **valid}, counts)


def test_seating_sevens_by_hand_survives_whatever_is_sent(client: Client, cast: Cast) -> None:
    director = in_english(client, cast, SECRETARY)
    tournament = evening(cast, 7, movement=Phase.Movement.MANUAL, spare_size=4)
    names = ["t1--1", "t1--2", "t1--3", "t2-NS-1", "t2-NS-2", "t2-EW-1", "t2-EW-2"]
    valid = dict(zip(names, map(str, present_entries(tournament)), strict=True))

    def rows() -> dict[str, int]:
        return rows_of(Draw, Match, Seat, Act)

    url = reverse("tournaments:seat_by_hand", args=[tournament.pk, 1])
    assert_survives(director, url, valid, rows, n=100)


def test_a_match_to_a_target_ends_where_one_player_leads_over_it(client: Client, cast: Cast) -> None:
    tournament = evening(cast, 3, hands=None, target=520, vp_table="win-draw-loss", switch_at=430)
    match = reread(open_round(tournament, 1).matches.active().get())
    desk = in_english(client, cast, SCORER)
    first = {name: value for name, value in FIGURES.items() if name.startswith("h1")}
    page = desk.post(url_of(match), {"seen": "0", **first}).content.decode()
    assert "No player leads with 520 or more yet." in page
    # After 420, 192.5, 192.5 nobody has 430: sides once more; then somebody has, and all play alone.
    second = {"h2_alone": "1", "h2_1_base": "0", "h2_1_points": "15", "h2_2_base": "0", "h2_2_points": "30"}
    third = {f"h3_{place}_{name}": "0" for place in (1, 2, 3) for name in ("base", "points")}
    third |= {"h3_1_base": "100"}
    refused = desk.post(url_of(match), {"seen": "0", **first, **second, **third, "h3_alone": "2"})
    assert "somebody has reached the points from which all do" in refused.content.decode()
    saved = desk.post(url_of(match), {"seen": "0", **first, **second, **third}, follow=True)
    assert "Table 1: 535 – 207.5 – 207.5, V.P. 2–0.5–0.5" in saved.content.decode()
