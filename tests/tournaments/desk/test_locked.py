"""A slip that takes no score is only shown; what was typed too late is shown back beside what is saved."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import the_round
from tests.slips import E6, posted, quick, reread
from tournaments import rounds
from tournaments.ending import declare_final, publish_provisional
from tournaments.hands import hands_of, same_score
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import HandRecord, Penalty
from tournaments.penalties import give_penalty
from tournaments.scores import record_match

LATE = (*E6[:3], (100, 60, 300, 207))
TYPED = "<input"
LOCKED = "Only to be read"


def browser(client: Client, cast: Cast, role: str) -> Client:
    client.force_login(cast.users[role])
    client.cookies["django_language"] = "en"
    return client


def url_of(match: Match) -> str:
    return reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk])


def form_of(page: str) -> str:
    """The page without the forms of its bar."""
    return page[page.index("<main") : page.index("</main>")]


def close(playing: Round) -> None:
    for each in playing.matches.active():
        record_match(match=reread(each), hands=quick(E6), by=None, seen_version=0)
    rounds.close(round=the_round(playing.tournament, 1), by=None)


def finish(playing: Round) -> None:
    close(playing)
    playing.tournament.rounds.filter(number__gt=1).update(state=Round.State.CLOSED)
    publish_provisional(tournament=playing.tournament, by=None)
    declare_final(tournament=playing.tournament, by=None)


def test_after_the_end_nobody_is_offered_a_field(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    finish(playing)
    for role in (SCORER, REFEREE, SECRETARY):
        page = form_of(browser(client, cast, role).get(url_of(match)).content.decode())
        assert LOCKED in page
        assert "The standings are final: scores do not change any more." in page
        assert TYPED not in page
        assert "<button" not in page
        assert "1060" in page
    for mode in ("total", "single", "detail"):
        assert TYPED not in form_of(client.get(f"{url_of(match)}?modo={mode}").content.decode())


def test_a_closed_round_is_read_by_the_scorer_and_corrected_by_the_referee(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    close(playing)
    page = form_of(browser(client, cast, SCORER).get(url_of(match)).content.decode())
    assert "This is decided by the referee: call Ranuncolo Tullio." in page
    assert TYPED not in page
    assert TYPED in form_of(browser(client, cast, REFEREE).get(url_of(match)).content.decode())


@pytest.mark.parametrize("stage", [close, finish])
def test_what_was_typed_too_late_comes_back_beside_what_is_saved(
    client: Client, cast: Cast, playing: Round, match: Match, stage: object
) -> None:
    desk = browser(client, cast, SCORER)
    stage(playing)  # type: ignore[operator]
    data = posted(LATE, seen=1, reason="copy", note="letto male", w_EW="1062")
    response = desk.post(url_of(match), data)
    page = form_of(response.content.decode())
    assert response.status_code == 409
    for words in ("Not saved", "207", "1062", "letto male", "What is saved", "205"):
        assert words in page
    assert TYPED not in page
    assert same_score(hands_of(match), quick(E6))


def test_what_cannot_even_be_read_comes_back_too(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    finish(playing)
    data = posted(LATE, seen=1) | {"h2_NS_points": "ventuno"}
    response = browser(client, cast, SCORER).post(url_of(match), data)
    assert "ventuno" in form_of(response.content.decode())
    assert response.status_code == 409


def test_a_slip_saved_before_the_end_is_saved_for_whoever_presses_again(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    desk = browser(client, cast, SCORER)
    assert desk.post(url_of(match), posted(E6)).status_code == 302
    finish_others = playing.matches.active().exclude(pk=match.pk)
    for each in finish_others:
        record_match(match=reread(each), hands=quick(E6), by=None, seen_version=0)
    rounds.close(round=the_round(playing.tournament, 1), by=None)
    page = desk.post(url_of(match), posted(E6), follow=True).content.decode()
    assert "Table 1: 800 – 1060, V.P. 9–11" in page


@pytest.mark.parametrize("undo", [False, True])
def test_a_slip_whose_announcement_was_taken_back_shows_what_was_typed(
    client: Client, cast: Cast, playing: Round, match: Match, undo: bool
) -> None:
    rounds.take_back(round=playing, by=None)
    if undo:
        rounds.undo_draw(round=the_round(playing.tournament, 1), by=None)
    page = form_of(browser(client, cast, SCORER).post(url_of(match), posted(E6)).content.decode())
    assert ("look for the table in the new one" if undo else "announce it, then write its scores") in page
    assert "205" in page
    seated = match.seats.values_list("entry__members__person__last_name", flat=True)
    assert all(name in page for name in seated)
    assert not HandRecord.objects.exists()


def test_the_desk_of_a_finished_evening_says_that_slips_are_only_read(
    client: Client, cast: Cast, playing: Round
) -> None:
    desk = reverse("tournaments:desk", args=[playing.tournament_id])
    scorer = browser(client, cast, SCORER)
    assert LOCKED not in scorer.get(desk).content.decode()
    finish(playing)
    assert LOCKED in scorer.get(f"{desk}?turno=1").content.decode()
    director = reverse("tournaments:director", args=[playing.tournament_id])
    closed = browser(client, cast, SECRETARY).get(director, {"fase": "1"}).content.decode()
    assert "scores do not change any more" in closed
    assert "the correction asks for a reason" not in closed


def test_penalties_of_a_finished_evening_are_only_read(client: Client, cast: Cast, playing: Round) -> None:
    entry = playing.tournament.entries.get(number=1)
    give_penalty(entry=entry, round=playing, mp=-100, reason="Ritardo", by=None)
    finish(playing)
    url = reverse("tournaments:penalties", args=[playing.tournament_id])
    referee = browser(client, cast, REFEREE)
    page = form_of(referee.get(url).content.decode())
    assert "penalties do not change any more" in page
    assert "<form" not in page
    late = referee.post(url, {"entry": entry.pk, "round": "1", "vp": "", "mp": "50", "reason": "Fumo"})
    assert 'value="Fumo"' in late.content.decode()
    assert Penalty.objects.count() == 1


def test_a_note_survives_two_versions(client: Client, cast: Cast, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=cast.users[REFEREE], seen_version=0)
    page = browser(client, cast, SCORER).post(url_of(match), posted(LATE, note="letto male")).content.decode()
    assert 'name="note" value="letto male"' in page
