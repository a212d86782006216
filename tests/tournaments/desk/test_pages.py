"""The desk through its pages: a slip goes in, comes back, is corrected, is never overwritten unseen."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import make_evening, open_round, the_round
from tests.slips import E6, posted, quick, reread
from tournaments import rounds
from tournaments.hands import hands_of, same_score
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import HandSide, ScoreChange
from tournaments.scores import record_match
from tournaments.standings import standings

CORRECTED = (*E6[:3], (100, 60, 300, 200))
IMPOSSIBLE = (*E6[:2], (-100, -45, 370, 185), E6[3])


@pytest.fixture
def desk(client: Client, cast: Cast) -> Client:
    """The scorer's browser, in English."""
    return in_english(client, cast, SCORER)


def in_english(client: Client, cast: Cast, role: str) -> Client:
    client.force_login(cast.users[role])
    client.cookies["django_language"] = "en"
    return client


def url_of(match: Match, name: str = "match_desk") -> str:
    return reverse(f"tournaments:{name}", args=[match.round.tournament_id, match.pk])


def desk_url(match: Match) -> str:
    return reverse("tournaments:desk", args=[match.round.tournament_id])


def stored() -> tuple[int, int, int]:
    return HandSide.objects.count(), ScoreChange.objects.count(), Act.objects.count()


def test_a_tables_number_opens_its_slip(desk: Client, match: Match) -> None:
    assert desk.get(desk_url(match), {"tavolo": "1"})["Location"] == url_of(match)
    page = desk.get(desk_url(match), {"tavolo": "9"}).content.decode()
    assert "There is no table 9" in page
    assert 'role="alert"' in page
    for nothing in ("sette", ""):
        assert (
            "Write the number of a table." in desk.get(desk_url(match), {"tavolo": nothing}).content.decode()
        )


@pytest.mark.parametrize("number", ["0", "-3", "32768", "99999", "9" * 30])
def test_a_table_that_is_not_there_says_which_ones_are(desk: Client, match: Match, number: str) -> None:
    page = desk.get(desk_url(match), {"tavolo": number}).content.decode()
    assert f"There is no table {number} in this round: tables go from 1 to 2." in page


def test_one_total_is_a_figure_of_the_match(desk: Client, match: Match) -> None:
    url = f"{url_of(match)}?modo=single"
    pages = [desk.get(url)] + [
        desk.post(url, {"seen": "0", "h1_NS_total": ns, "h1_EW_total": "1060"})
        for ns in ("803", "99000", "otto", "")
    ]
    for response in pages:
        page = response.content.decode()
        assert response.status_code == 200
        assert "N-S, total of the match" in page
        assert "and 1" not in page
    assert "The totals of the match are missing." in page


def test_one_total_accepted_by_the_referee_is_of_all_its_hands(
    client: Client, cast: Cast, match: Match
) -> None:
    referee = in_english(client, cast, REFEREE)
    data = {"seen": "0", "h1_NS_total": "99000", "h1_EW_total": "1060", "override": "torneo lungo"}
    assert referee.post(f"{url_of(match)}?modo=single", data).status_code == 302
    page = referee.get(url_of(match, "match_history")).content.decode()
    assert "Hands 1–4, accepted though impossible: torneo lungo" in page


def test_the_slip_shows_both_lines_in_full(desk: Client, match: Match) -> None:
    page = desk.get(url_of(match)).content.decode()
    seated = match.seats.values_list("entry__members__person__last_name", flat=True)
    assert all(name in page for name in seated)


def test_the_worked_round_goes_in_and_its_line_stays(desk: Client, match: Match) -> None:
    response = desk.post(url_of(match), posted(E6, w_NS="800", w_EW="1060"), follow=True)
    page = response.content.decode()
    assert response.redirect_chain == [(desk_url(match), 302)]
    assert "Table 1: 800 – 1060, V.P. 9–11" in page
    assert same_score(hands_of(match), quick(E6))
    rows = {row.in_round(1).vp for row in standings(match.round.tournament).rows}
    assert rows == {9, 11, None}


def test_the_same_post_twice_is_one_row_one_log_line_and_the_same_answer(desk: Client, match: Match) -> None:
    first = desk.post(url_of(match), posted(E6))
    after = stored()
    second = desk.post(url_of(match), posted(E6))
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    assert stored() == after == (8, 1, after[2])


@pytest.mark.experience(14)
@pytest.mark.parametrize("first", ["NS", "EW"])
def test_either_line_first_stores_the_same(desk: Client, match: Match, first: str) -> None:
    page = desk.get(url_of(match), {"prima": first}).content.decode()
    assert (page.index('name="h1_NS_base"') < page.index('name="h1_EW_base"')) is (first == "NS")
    desk.post(f"{url_of(match)}?prima={first}", posted(E6))
    assert same_score(hands_of(match), quick(E6))


@pytest.mark.experience(14)
def test_one_press_swaps_the_stored_lines_and_the_history_says_so(desk: Client, match: Match) -> None:
    desk.post(url_of(match), posted(E6))
    page = desk.post(url_of(match, "match_swap"), {"seen": "1"}, follow=True).content.decode()
    assert "Table 1: 1060 – 800, V.P. 11–9" in page
    assert "lines swapped" in desk.get(url_of(match, "match_history")).content.decode()


@pytest.mark.experience(15)
def test_an_impossible_figure_is_refused_beside_its_field_and_nothing_is_lost(
    desk: Client, match: Match
) -> None:
    response = desk.post(url_of(match), posted(IMPOSSIBLE, w_EW="1060"))
    page = response.content.decode()
    assert (response.status_code, stored()[:2]) == (200, (0, 0))
    assert "370 does not come from burracos" in page
    assert 'href="#h3_EW_base"' in page
    field = page[page.index('name="h3_EW_base"') :].partition(">")[0]
    assert 'value="370"' in field
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="m1"' in field
    assert "Write 350" in page


def test_a_remedy_without_scripts_writes_the_figure_and_saves_nothing(desk: Client, match: Match) -> None:
    data = posted(IMPOSSIBLE, w_EW="1060", remedy="h3_EW_base=350")
    page = desk.post(url_of(match, "match_preview"), data).content.decode()
    field = page[page.index('name="h3_EW_base"') :].partition(">")[0]
    assert 'value="350"' in field
    assert stored()[:2] == (0, 0)


@pytest.mark.experience(15)
def test_an_unlikely_figure_is_saved_after_one_deliberate_press(desk: Client, match: Match) -> None:
    rows = (*E6[:2], (-100, -345, 350, 185), E6[3])
    page = desk.post(url_of(match), posted(rows)).content.decode()
    assert "below −400 is rare" in page
    assert stored()[:2] == (0, 0)
    start = page.index('name="confirm" value="') + len('name="confirm" value="')
    response = desk.post(url_of(match), posted(rows, confirm=page[start:].partition('"')[0]))
    assert (response.status_code, stored()[:2]) == (302, (8, 1))
    assert match.hand_records.get(number=3).confirmed


@pytest.mark.experience(15)
def test_only_the_referee_is_offered_to_accept_an_error(desk: Client, match: Match, cast: Cast) -> None:
    assert 'name="override"' not in desk.post(url_of(match), posted(IMPOSSIBLE)).content.decode()
    referee = in_english(desk, cast, REFEREE)
    assert 'name="override"' in referee.post(url_of(match), posted(IMPOSSIBLE)).content.decode()
    referee.post(url_of(match), posted(IMPOSSIBLE, override="contate due volte"))
    history = referee.get(url_of(match, "match_history")).content.decode()
    assert "accepted though impossible: contate due volte" in history


@pytest.mark.experience(10)
def test_a_mismatch_of_the_slips_total_stops(desk: Client, match: Match) -> None:
    page = desk.post(url_of(match), posted(E6, w_NS="800", w_EW="1080")).content.decode()
    assert "The slip says 1080, the hands make 1060." in page
    assert stored()[:2] == (0, 0)


@pytest.mark.experience(16)
def test_a_minus_may_follow_its_figure(desk: Client, match: Match) -> None:
    data = posted(E6) | {
        "h1_EW_points": "10-",
        "h3_NS_base": "100-",
        "h3_NS_points": "45-",
        "h1_EW_base": "-",
    }
    desk.post(url_of(match), data)
    assert same_score(hands_of(match), quick(E6))


@pytest.mark.parametrize(("role", "offered"), [(SCORER, False), (REFEREE, True)])
def test_the_referees_decision_is_a_reason_of_the_referee_alone(
    client: Client, cast: Cast, match: Match, role: str, offered: bool
) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    browser, choice = in_english(client, cast, role), '<option value="referee"'
    pages = [
        browser.get(url_of(match)),
        browser.post(url_of(match), posted(CORRECTED, seen=1)),
        browser.post(url_of(match), posted(CORRECTED)),
    ]
    assert [page.status_code for page in pages] == [200, 200, 409]
    assert {choice in page.content.decode() for page in pages} == {offered}


def test_a_scorer_who_sends_the_referees_decision_is_refused(desk: Client, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    page = desk.post(url_of(match), posted(CORRECTED, seen=1, reason="referee")).content.decode()
    assert "decided by the referee: call Ranuncolo Tullio" in page


def test_a_stored_score_asks_why_it_changes(desk: Client, match: Match) -> None:
    desk.post(url_of(match), posted(E6))
    page = desk.post(url_of(match), posted(CORRECTED, seen=1)).content.decode()
    assert "say why it changes" in page
    assert same_score(hands_of(match), quick(E6))


@pytest.mark.experience(9)
def test_the_history_shows_every_version_with_its_author_and_device(desk: Client, match: Match) -> None:
    agent = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36"
    desk.post(url_of(match), posted(E6), headers={"user-agent": agent})
    desk.post(url_of(match), posted(CORRECTED, seen=1, reason="sum", note="somma rifatta"))
    page = desk.get(url_of(match, "match_history")).content.decode()
    for words in ("Version 2", "Version 1", "Chrome, Windows", "Pervinca Dalia", "somma rifatta"):
        assert words in page
    assert "scorer@" not in page


def test_the_preview_is_a_fragment_that_saves_nothing(desk: Client, match: Match) -> None:
    response = desk.post(url_of(match, "match_preview"), posted(E6), headers={"hx-request": "true"})
    page = response.content.decode()
    assert "<html" not in page
    assert "9 – 11" in page
    assert '<output id="t4_EW" hx-swap-oob="true">1060</output>' in page
    assert stored()[:2] == (0, 0)


def test_what_is_being_typed_is_not_blamed_yet_but_holds_the_save(desk: Client, match: Match) -> None:
    data = posted(IMPOSSIBLE, typing="h3_EW_base")
    page = desk.post(url_of(match, "match_preview"), data, headers={"hx-request": "true"}).content.decode()
    assert "370 does not come" not in page
    assert 'data-why="put the error right first"' in page


def test_all_four_modes_take_the_same_match(desk: Client, playing: Round, cast: Cast) -> None:
    match = reread(playing.matches.active().get(table_number=2))
    for mode, data in {
        "total": {
            f"h{n}_{line}_total": str(sum(E6[n - 1][i : i + 2]))
            for n in range(1, 5)
            for line, i in (("NS", 0), ("EW", 2))
        },
        "single": {"h1_NS_total": "800", "h1_EW_total": "1060"},
    }.items():
        seen = reread(match).version
        response = desk.post(f"{url_of(match)}?modo={mode}", {"seen": str(seen), "reason": "copy", **data})
        assert response.status_code == 302, mode
    assert desk.get(f"{url_of(match)}?modo=detail").status_code == 200
    assert hands_of(match)[0].covers == 4


def test_detail_derives_base_and_points_from_burracos_and_cards(desk: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    match = reread(open_round(evening, 1).matches.active().get(table_number=1))
    hand = {
        "NS_clean": "1", "NS_dirty": "1", "NS_laid": "180", "NS_left": "15",
        "EW_laid": "75", "EW_left": "85", "ending": "NS",
    }  # fmt: skip
    data = {f"h{n}_{name}": value for n in range(1, 5) for name, value in hand.items()}
    response = desk.post(f"{url_of(match)}?modo=detail", {"seen": "0", **data}, follow=True)
    assert "Table 1: 2260 – −40" in response.content.decode()


def test_a_closed_round_sends_the_scorer_to_the_referee(desk: Client, playing: Round, match: Match) -> None:
    for each in playing.matches.active():
        desk.post(url_of(reread(each)), posted(E6))
    rounds.close(round=the_round(playing.tournament, 1), by=None)
    response = desk.post(url_of(match), posted(CORRECTED, seen=1, reason="copy"), follow=True)
    assert "decided by the referee: call Ranuncolo Tullio" in response.content.decode()
    assert same_score(hands_of(match), quick(E6))


def test_foreign_and_unknown_matches_are_not_found(desk: Client, cast: Cast, match: Match) -> None:
    other = make_evening(cast.club, entries=4, programme="2m2d")
    for pk in (match.pk, 10**6, 10**30):
        for name in ("match_desk", "match_history"):
            assert (
                desk.get(
                    f"/serata/{other.pk}/risultati/{pk}/{'storia/' if 'history' in name else ''}"
                ).status_code
                == 404
            )
    assert desk.get(desk_url(match), {"turno": "7"}).status_code == 404


def test_before_the_first_announcement_the_desk_says_what_to_do(desk: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    page = desk.get(reverse("tournaments:desk", args=[evening.pk])).content.decode()
    assert "No round is announced yet" in page


def test_the_side_answers_no_content_while_nothing_changes(desk: Client, match: Match) -> None:
    url = reverse("tournaments:desk_side", args=[match.round.tournament_id, 1])
    version, poll = reread(match).round.tournament.version, {"hx-request": "true"}
    assert desk.get(url, {"v": version}, headers=poll).status_code == 204
    desk.post(url_of(match), posted(E6))
    assert "1060" in desk.get(url, {"v": version}, headers=poll).content.decode()


def test_the_address_of_the_side_opens_the_desk(desk: Client, match: Match) -> None:
    url = reverse("tournaments:desk_side", args=[match.round.tournament_id, 1])
    page = desk.get(url, follow=True).content.decode()
    assert "<html" in page
    assert "Results of round 1" in page


def test_the_staffs_board_shows_each_round_and_the_sums(client: Client, cast: Cast, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    url = reverse("tournaments:staff_standings", args=[match.round.tournament_id])
    page = in_english(client, cast, SECRETARY).get(url).content.decode()
    for words in ("R1 VP", "R1 MP", "+260", "−260", "1 result is missing", "the sums agree"):
        assert words in page


def test_a_save_asks_the_database_few_questions(
    desk: Client, match: Match, django_assert_num_queries: Any
) -> None:
    url, data = url_of(match), posted(E6)
    desk.get(url)
    with django_assert_num_queries(
        13
    ):  # session, account; match, role; savepoint, lock, five tables; release
        assert desk.post(url, data).status_code == 302


def test_the_lines_of_the_log_are_numbered_without_a_gap(desk: Client, match: Match) -> None:
    desk.post(url_of(match), posted(E6))
    desk.post(url_of(match), posted(E6))
    acts = Act.objects.filter(tournament=match.round.tournament)
    assert list(acts.values_list("seq", flat=True)) == list(range(1, acts.count() + 1))


def test_the_reason_stands_beside_the_save_and_says_that_it_is_required(desk: Client, match: Match) -> None:
    assert 'name="reason"' not in desk.get(url_of(match)).content.decode()
    desk.post(url_of(match), posted(E6))
    page = desk.get(url_of(match)).content.decode()
    slip = page[page.index('<form class="tight" id="slip"') :].partition("</form>")[0]
    assert slip.index("h4_EW_points") < slip.index("required for a change") < slip.index('name="reason"')
    assert slip.index('name="reason"') < slip.index("data-save")
    refused = desk.post(url_of(match), posted(CORRECTED, seen=1)).content.decode()
    assert 'href="#reason"' in refused
    field = refused[refused.index('name="reason"') :].partition(">")[0]
    assert 'aria-invalid="true"' in field


@pytest.mark.parametrize("asked", ["99", "0", "²", "x", "1'", "9" * 40])
def test_the_standings_after_no_round_are_those_after_all(
    client: Client, cast: Cast, match: Match, asked: str
) -> None:
    url = reverse("tournaments:staff_standings", args=[match.round.tournament_id])
    page = in_english(client, cast, SECRETARY).get(url, {"turno": asked})
    assert page.context["standings"].through is None
