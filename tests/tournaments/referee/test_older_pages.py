"""The referee's forms sent from a page that was opened before somebody else wrote: nothing is doubled or
overridden unseen, nothing typed is lost, and a sentence says what came in between."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import REFEREE, Cast
from tests.evenings import open_round
from tests.slips import E6, quick, reread
from tests.tournaments.desk.test_pages import in_english
from tests.tournaments.mishaps.test_hall import undo_last
from tournaments import rounds
from tournaments.awards import Given, award_match, award_of, take_award_back
from tournaments.calls import Called, take_back, warn, write_call
from tournaments.departures import absent_at_table
from tournaments.models.entries import Entry
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award, Penalty
from tournaments.penalties import give_penalty, revoke_penalty
from tournaments.scores import record_match

pytestmark = pytest.mark.django_db
ALREADY = "This was written already: nothing was added."
SINCE = "Since this page was opened:"


@pytest.fixture
def judge(client: Client, cast: Cast) -> Client:
    return in_english(client, cast, REFEREE)


def of(round_: Round, name: str, *more: object) -> str:
    return reverse(f"tournaments:{name}", args=[round_.tournament_id, *more])


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html.partition("<main")[2])))


def seen_at(client: Client, address: str, form: str = "") -> str:
    """What the form with that action on the page sends back, of the page as it is now."""
    html = client.get(address).content.decode()
    part = html.partition(f'action="{form or address}"')[2].partition("</form>")[0]
    found = re.search(r'name="seen" value="(\d+)"', part)
    assert found is not None, address
    return found[1]


def send(client: Client, address: str, **data: Any) -> str:
    return client.post(address, data, follow=True).content.decode()


def penalty(who: Entry, seen: str, **more: Any) -> dict[str, Any]:
    return {"entry": who.pk, "round": 1, "vp": "", "mp": "100", "reason": "Ritardo", "seen": seen, **more}


def give(playing: Round, who: Entry, reason: str = "In ritardo di 7 minuti") -> Penalty:
    return give_penalty(entry=who, round=playing, mp=-100, reason=reason, by=None)


def test_a_penalty_from_an_older_page_says_which_one_came_first_and_asks(
    judge: Client, playing: Round, north: Entry
) -> None:
    address = of(playing, "penalties")
    seen = seen_at(judge, address)
    give(playing, north)
    html = send(judge, address, **penalty(north, seen))
    said = f"{SINCE} Penalty given · round 1 · {north.number} "
    assert said in text_of(html)
    assert "−100 M.P. · In ritardo di 7 minuti (Pozzetto, " in text_of(html)
    assert 'value="Ritardo"' in html, "what was typed stays"
    assert Penalty.objects.count() == 1
    again = re.search(r'name="seen" value="(\d+)"[^>]*id="seen"', html)
    assert again is not None
    assert SINCE not in text_of(send(judge, address, **penalty(north, again[1])))
    assert Penalty.objects.count() == 2


def test_a_penalty_of_somebody_else_does_not_hold_it_up(judge: Client, playing: Round, north: Entry) -> None:
    address = of(playing, "penalties")
    seen = seen_at(judge, address)
    give(playing, playing.tournament.entries.exclude(pk=north.pk)[0])
    assert "The penalty is written." in send(judge, address, **penalty(north, seen))


def test_the_same_press_twice_is_one_penalty_and_no_refusal(
    judge: Client, playing: Round, north: Entry
) -> None:
    address = of(playing, "penalties")
    seen = seen_at(judge, address)
    for says in ("The penalty is written.", ALREADY):
        assert says in send(judge, address, **penalty(north, seen))
    assert Penalty.objects.count() == 1


def test_a_form_that_does_not_say_what_its_page_has_seen_is_older_than_everything(
    judge: Client, playing: Round, match: Match, north: Entry
) -> None:
    """What was typed stays on the page, which has seen everything now: pressed again, it is written."""
    give(playing, north, reason="ha parlato")
    award_match(match=match, given=THEIRS, reason="Rissa", by=None)
    for address, typed, rows in (
        (of(playing, "penalties"), penalty(north, ""), Penalty.objects.all()),
        (of(playing, "award", match.pk), OURS | {"seen": ""}, playing.tournament.acts.filter(verb="award")),
    ):
        del typed["seen"]
        before = rows.count()
        page = send(judge, address, **typed)
        assert "Since this page was opened" in text_of(page)
        assert rows.count() == before
        assert f'value="{typed["reason"]}"' in page
        again = re.search(r'name="seen" value="(\d+)"[^>]*id="seen"', page)
        assert again is not None
        send(judge, address, **typed, seen=again[1])
        assert rows.count() == before + 1


def test_the_same_offence_again_is_a_second_penalty(judge: Client, playing: Round, north: Entry) -> None:
    address = of(playing, "penalties")
    for _page in range(2):
        send(judge, address, **penalty(north, seen_at(judge, address)))
    assert Penalty.objects.filter(revoked_at=None, mp=-100).count() == 2


def test_a_penalty_that_was_given_and_undone_in_between_does_not_hold_it_up(
    judge: Client, playing: Round, north: Entry
) -> None:
    address = of(playing, "penalties")
    seen = seen_at(judge, address)
    give(playing, north)
    undo_last(playing.tournament)
    assert "The penalty is written." in send(judge, address, **penalty(north, seen))


def test_a_penalty_that_the_page_showed_and_that_was_undone_is_said(
    judge: Client, playing: Round, north: Entry
) -> None:
    give(playing, north)
    address = of(playing, "penalties")
    seen = seen_at(judge, address)
    undo_last(playing.tournament)
    assert f"{SINCE} Act undone" in text_of(send(judge, address, **penalty(north, seen)))
    assert not Penalty.objects.filter(revoked_at=None).exists()


def test_revoking_what_was_revoked_says_so(judge: Client, playing: Round, north: Entry) -> None:
    found = give(playing, north)
    revoke_penalty(penalty=found, by=None)
    before = playing.tournament.acts.count()
    page = text_of(send(judge, of(playing, "penalty_revoke", found.pk)))
    assert "That penalty counts no more already: nothing has changed." in page
    assert playing.tournament.acts.count() == before


def test_a_penalty_given_again_and_revoked_since_is_not_given_a_third_time(
    judge: Client, playing: Round, north: Entry
) -> None:
    first = give(playing, north)
    rounds.take_back(round=playing, by=None)
    rounds.undo_draw(round=playing, by=None)
    address, again = of(playing, "penalties"), of(playing, "penalty_again", first.pk)
    open_round(playing.tournament, 1)
    seen = seen_at(judge, address, again)
    assert "counts again" in send(judge, again, seen=seen)
    revoke_penalty(penalty=Penalty.objects.latest("pk"), by=None)
    page = text_of(send(judge, again, seen=seen))
    assert f"{SINCE} Penalty given" in page
    assert "Penalty revoked" in page
    assert not Penalty.objects.filter(revoked_at=None).exists()
    assert "counts again" in send(judge, again, seen=seen_at(judge, address, again))


def call(who: Entry | None, seen: str, **more: Any) -> dict[str, Any]:
    data = {"kind": "warning", "entry": who.pk if who else "", "round": 1, "table": "", "hand": "", "mp": ""}
    return data | {"question": "Parla", "decision": "", "told": "0", "seen": seen, **more}


def test_a_warning_from_an_older_page_says_the_one_that_came_first(
    judge: Client, playing: Round, north: Entry
) -> None:
    address = of(playing, "calls")
    seen = seen_at(judge, address)
    warn(called=Called(playing, "Parla con il compagno", entry=north), by=None)
    html = send(judge, address, **call(north, seen))
    assert f"{SINCE} Referee called · round 1 · table 1 · {north.number} " in text_of(html)
    assert "warning no. 1 · warning · Parla con il compagno (Pozzetto, " in text_of(html)
    assert 'value="Parla"' in html
    assert RefereeCall.objects.count() == 1


def test_a_call_at_a_table_says_the_one_that_came_first(judge: Client, playing: Round, match: Match) -> None:
    address = of(playing, "calls")
    seen = seen_at(judge, address)
    write_call(called=Called(playing, "Carta caduta", match=match), by=None)
    elsewhere = call(None, seen, kind="call", table="2", question="Carta vista")
    assert "The call is written." in send(judge, address, **elsewhere)
    here = call(None, seen, kind="call", table="1", question="Carta vista")
    assert "Carta caduta (Pozzetto, " in text_of(send(judge, address, **here))
    assert RefereeCall.objects.count() == 2


def test_a_call_that_was_taken_back_says_so(judge: Client, playing: Round, north: Entry) -> None:
    first = warn(called=Called(playing, "Parla", entry=north), by=None)
    take_back(call=first, by=None)
    page = text_of(send(judge, of(playing, "call_revoke", first.pk)))
    assert "That is taken back already: nothing has changed." in page


def test_a_warning_is_not_taken_back_with_another_penalty_than_the_page_said(
    judge: Client, playing: Round, north: Entry
) -> None:
    first = warn(called=Called(playing, "Parla", entry=north), by=None)
    address, back = of(playing, "calls"), of(playing, "call_revoke", first.pk)
    seen = seen_at(judge, address, back)
    warn(called=Called(playing, "Parla ancora", entry=north), by=None, told=2)
    assert "Parla ancora (Pozzetto, " in text_of(send(judge, back, seen=seen))
    assert Penalty.objects.filter(revoked_at=None).count() == 1
    assert "It is taken back." in send(judge, back, seen=seen_at(judge, address, back))
    assert not Penalty.objects.filter(revoked_at=None).exists()


OURS = {"vp_NS": "12", "mp_NS": "305", "vp_EW": "8", "mp_EW": "-305", "reason": "Assenti"}
THEIRS = {"NS": Given(0, 0), "EW": Given(14, 355)}


def test_a_referees_score_from_an_older_page_does_not_override_a_newer_one(
    judge: Client, playing: Round, match: Match
) -> None:
    address = of(playing, "award", match.pk)
    seen = seen_at(judge, address)
    award_match(match=match, given=THEIRS, reason="Rissa", by=None)
    html = send(judge, address, **OURS, seen=seen)
    assert f"{SINCE} Referee's score given · round 1 · table 1" in text_of(html)
    assert "N-S 0 V.P. 0 M.P. · E-W +14 V.P. +355 M.P. · Rissa (Pozzetto, " in text_of(html)
    assert 'value="Assenti"' in html
    assert award_of(reread(match)) == THEIRS
    again = re.search(r'name="seen" value="(\d+)"[^>]*id="seen"', html)
    assert again is not None
    assert "The referee's score counts." in text_of(send(judge, address, **OURS, seen=again[1]))
    assert award_of(reread(match)) == {"NS": Given(12, 305), "EW": Given(8, -305)}


def test_a_score_typed_in_between_is_said_before_the_referees_one_counts(
    judge: Client, playing: Round, match: Match
) -> None:
    address = of(playing, "award", match.pk)
    seen = seen_at(judge, address)
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    assert f"{SINCE} Score entered · round 1 · table 1" in text_of(send(judge, address, **OURS, seen=seen))
    assert not Award.objects.exists()


def test_an_absence_written_in_between_is_said(judge: Client, playing: Round, match: Match) -> None:
    address = of(playing, "award", match.pk)
    seen = seen_at(judge, address)
    absent_at_table(match=match, absent={match.seats.get(line="EW").entry_id}, by=None)
    given = award_of(reread(match))
    assert f"{SINCE} Absence at the table" in text_of(send(judge, address, **OURS, seen=seen))
    assert award_of(reread(match)) == given


def test_the_same_referees_score_twice_is_one(judge: Client, playing: Round, match: Match) -> None:
    address = of(playing, "award", match.pk)
    seen = seen_at(judge, address)
    for says in ("The referee's score counts.", ALREADY):
        assert says in text_of(send(judge, address, **OURS, seen=seen))
    assert playing.tournament.acts.filter(verb="award").count() == 1


def test_another_score_than_the_page_showed_is_not_taken_back(
    judge: Client, playing: Round, match: Match
) -> None:
    award_match(match=match, given=THEIRS, reason="Rissa", by=None)
    address, back = of(playing, "award", match.pk), of(playing, "award_revoke", match.pk)
    seen = seen_at(judge, address, back)
    newer = {"NS": Given(10, 0), "EW": Given(10, 0)}
    award_match(match=match, given=newer, reason="Riparato", by=None)
    assert "Riparato (Pozzetto, " in text_of(send(judge, back, seen=seen))
    assert award_of(reread(match)) == newer
    take_award_back(match=match, by=None)
    page = text_of(send(judge, back, seen=seen))
    assert "No referee's score stands at this table any more: nothing has changed." in page


def test_a_penalty_for_lateness_from_an_older_page_is_not_a_second_one(
    judge: Client, playing: Round, match: Match, north: Entry
) -> None:
    Round.objects.filter(pk=playing.pk).update(started_at=timezone.now() - timedelta(minutes=7))
    seen = str(reread(match).round.tournament.version)
    give(playing, north)
    page = text_of(send(judge, of(playing, "table_late", match.pk, north.pk), seen=seen))
    assert f"{SINCE} Penalty given · round 1 · {north.number} " in page
    assert Penalty.objects.count() == 1
