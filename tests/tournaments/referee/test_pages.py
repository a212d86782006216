"""The referee's pages: what they show, what they ask before a press, what the log says afterwards."""

import random
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import record_random
from tests.slips import reread, version_of
from tests.tournaments.desk.test_pages import in_english
from tests.tournaments.director.test_log import log_of
from tests.tournaments.referee.conftest import LATE, OUT, provisional
from tournaments.ending import declare_final
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.referee import Objection, RefereeCall
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award, Penalty
from tournaments.objections import make_objection


def of(evening: Tournament | Round, name: str, *more: object) -> str:
    pk = evening.tournament_id if isinstance(evening, Round) else evening.pk
    return reverse(f"tournaments:{name}", args=[pk, *more])


def call_data(who: Entry, **facts: Any) -> dict[str, Any]:
    """What the browser sends of a first warning."""
    data = {"kind": "warning", "entry": str(who.pk), "round": "1", "table": "", "hand": "", "mp": ""}
    return data | {"question": "Parla", "decision": "", "told": "0", "seen": "", **facts}


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.partition("<main")[2]))


def test_a_second_warning_asks_first_and_then_takes_the_point(
    client: Client, cast: Cast, playing: Round, north: Entry
) -> None:
    judge, url = in_english(client, cast, REFEREE), of(playing, "calls")
    judge.post(url, call_data(north))
    assert "1 warning · the next takes −1 V.P." in text_of(judge.get(url).content.decode())
    seen = str(version_of(playing.tournament))
    again = call_data(north, seen=seen, mp="50")
    page = judge.post(url, again).content.decode()
    assert "takes −1 V.P., −50 M.P.: press again" in page
    assert re.search(r'name="told" value="2"', page)
    assert not Penalty.objects.exists()
    page = judge.post(url, again | {"told": "2"}, follow=True).content.decode()
    assert "warning no. 2" in text_of(page)
    assert "The penalty goes with it: −1 V.P., −50 M.P." in text_of(page)
    (penalty,) = Penalty.objects.all()
    assert (penalty.vp, penalty.mp, penalty.entry) == (-1, -50, north)
    warning = RefereeCall.objects.latest("pk")
    judge.post(of(playing, "call_revoke", warning.pk), {"seen": version_of(playing.tournament)})
    assert "taken back at" in judge.get(url).content.decode()
    back, second = log_of(judge, playing.tournament)[1:3]
    assert "warning taken back" in back
    assert "+1 V.P. · +50 M.P." in back
    assert "warning no. 2 · −1 V.P. · −50 M.P. · warning · Parla" in second


def test_a_call_needs_no_entry_and_a_warning_does(
    client: Client, cast: Cast, playing: Round, north: Entry
) -> None:
    judge, url = in_english(client, cast, REFEREE), of(playing, "calls")
    nobody = call_data(north, entry="", table="1", hand="2", decision="Si gioca")
    assert "Say who is warned" in judge.post(url, nobody).content.decode()
    page = judge.post(url, nobody | {"kind": "call"}, follow=True).content.decode()
    assert "Round 1 · table 1 · hand 2" in text_of(page)
    assert "Referee called · round 1 · table 1" in log_of(judge, playing.tournament)[1]
    assert "There is no table 9" in judge.post(url, nobody | {"kind": "call", "table": "9"}).content.decode()


def test_the_scorer_reads_the_referees_log_and_writes_nothing(
    client: Client, cast: Cast, playing: Round, north: Entry
) -> None:
    in_english(client, cast, REFEREE).post(of(playing, "calls"), call_data(north))
    page = in_english(client, cast, SCORER).get(of(playing, "calls")).content.decode()
    assert "Parla" in page
    assert "<form" not in page.partition("<main")[2]


def test_after_the_final_the_log_is_only_read_and_nothing_typed_is_lost(
    client: Client, cast: Cast, playing: Round, north: Entry
) -> None:
    judge, url = in_english(client, cast, REFEREE), of(playing, "calls")
    judge.post(url, call_data(north))
    Tournament.objects.update(state=Tournament.State.FINAL)
    assert "<form" not in judge.get(url).content.decode().partition("<main")[2]
    late = judge.post(url, call_data(north, question="Troppo tardi")).content.decode()
    assert "the referee&#x27;s log is closed" in late
    assert 'value="Troppo tardi"' in late


def award_data(**facts: Any) -> dict[str, Any]:
    return {"vp_NS": "12", "mp_NS": "305", "vp_EW": "8", "mp_EW": "305-", "reason": "E-W assenti", **facts}


def test_the_referee_gives_changes_and_takes_back_a_score(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    judge, url = in_english(client, cast, REFEREE), of(playing, "award", match.pk)
    back = of(playing, "award_revoke", match.pk)
    proposed = judge.get(url, {"presente": "EW"}).context["form"]
    assert [proposed[name].value() for name in ("vp_NS", "mp_NS", "vp_EW")] == ["8", "−305", "12"]
    page = text_of(judge.post(url, award_data(), follow=True).content.decode())
    assert "N-S 12 V.P. +305 M.P. · E-W 8 V.P. −305 M.P." in page
    assert (
        "N-S +12 V.P. +305 M.P. · E-W +8 V.P. −305 M.P. · E-W assenti" in log_of(judge, playing.tournament)[1]
    )
    for address, data in ((url, award_data(vp_NS="0", mp_NS="0", reason="Anche N-S")), (back, {})):
        judge.post(address, data | {"seen": version_of(playing.tournament)})
    assert not Award.objects.exists()
    page = text_of(judge.get(url).content.decode())
    assert page.index("taken back") < page.index("Anche N-S") < page.index("E-W assenti")


def test_every_page_of_a_match_says_that_the_referees_score_counts(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    record_random(match, random.Random(1))
    judge = in_english(client, cast, REFEREE)
    pages = [of(playing, name, match.pk) for name in ("match_desk", "match_history")]
    for page in pages:
        assert "Give a referee's score" in judge.get(page).content.decode()
    judge.post(of(playing, "award", match.pk), award_data(seen=version_of(playing.tournament)))
    for page in pages:
        assert "The referee's score counts here" in judge.get(page).content.decode()
    public = text_of(Client().get(of(playing, "rounds"), headers={"accept-language": "en"}).content.decode())
    assert "referee's score 12" in public
    by_code = reverse("tournaments:match_by_code", args=[match.code])
    assert "referee's score" in Client().get(by_code, headers={"accept-language": "en"}).content.decode()
    file = judge.get(of(playing, "results_csv")).content.decode()
    assert "305;12;8" in file.replace("\r\n", "\n")


def test_with_final_standings_no_referees_score_is_offered(client: Client, cast: Cast) -> None:
    evening = provisional(cast)
    judge = in_english(client, cast, REFEREE)
    match = Match.objects.active().filter(round__tournament=evening)[0]
    pages = [of(evening, name, match.pk) for name in ("match_desk", "match_history")]
    for page in pages:
        assert "Give a referee's score" in judge.get(page).content.decode()
    declare_final(tournament=evening, by=None, now=LATE)
    for page in pages:
        assert "referee's score" not in judge.get(page).content.decode().lower()


def test_who_only_scores_reads_the_referees_score(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    page = in_english(client, cast, SCORER).get(of(playing, "award", match.pk)).content.decode()
    assert "No referee's score" in page
    assert "<form" not in page.partition("<main")[2]
    assert reread(match).version == 0


def test_a_wrong_figure_comes_back_as_it_was_typed(
    client: Client, cast: Cast, playing: Round, match: Match
) -> None:
    url = of(playing, "award", match.pk)
    page = in_english(client, cast, REFEREE).post(url, award_data(vp_NS="401", mp_EW="")).content.decode()
    assert 'value="401"' in page
    assert "Write a number from 0 to 20" in page
    assert "This field is required" in page
    assert not Award.objects.exists()


def test_the_referee_answers_what_the_desk_wrote_down(client: Client, cast: Cast) -> None:
    evening = provisional(cast)  # its quarter of an hour was over long ago
    url = of(evening, "objections")
    scorer = in_english(client, cast, SCORER)
    data = {"number": "2", "round": "1", "text": "Mancano 100 punti"}
    assert "tick this box to write it all the same" in scorer.post(url, data).content.decode()
    assert not Objection.objects.exists()
    data |= {"late": "on"}
    assert "Mancano 100 punti" in scorer.post(url, data, follow=True).content.decode()
    refused = scorer.post(url, data | {"text": "Altro"}).content.decode()
    assert "waits for its answer" in refused
    assert "Altro</textarea>" in refused
    objection = Objection.objects.get()
    judge = in_english(client, cast, REFEREE)
    answer = of(evening, "objection_answer", objection.pk)
    empty = judge.post(answer, {"decision": "accepted", "answer": ""}).content.decode()
    assert "This field is required" in empty
    page = judge.post(answer, {"decision": "accepted", "answer": "Corretto"}, follow=True).content.decode()
    assert "Corretto" in page
    late = judge.post(answer, {"decision": "refused", "answer": "No, giusto"}).content.decode()
    assert "Somebody has answered it already: accepted." in late
    assert 'value="No, giusto"' in late
    answered, made = log_of(judge, evening)[1:3]
    assert "Objection answered · round 1" in answered
    assert "accepted · Corretto" in answered
    assert "Mancano 100 punti" in made


def test_the_director_sees_why_the_final_waits_and_closes_the_time_with_a_tick(
    client: Client, cast: Cast
) -> None:
    evening = provisional(cast)
    Tournament.objects.update(objections_until="2100-01-01T00:00Z")
    director, home = in_english(client, cast, SECRETARY), of(evening, "director")
    page = director.get(home).content.decode()
    assert "Players may object until" in page
    assert of(evening, "final") not in page
    assert "Players may object until" in director.post(of(evening, "final"), follow=True).content.decode()
    close = of(evening, "objections_close")
    assert "Tick the box first" in director.post(close, follow=True).content.decode()
    assert Tournament.objects.get().objections_until.year == 2100
    page = director.post(close, {"sure": "1"}, follow=True).content.decode()
    assert "The time for objections is over." in page
    assert of(evening, "final") in page
    assert "time for objections closed early" in log_of(director, evening)[1]
    make_objection(entry=evening.entries.get(number=1), text="Un dubbio", by=cast.users[SCORER], now=LATE)
    assert "1 objection waits for its answer" in director.get(home).content.decode()


def test_objections_of_another_evening_are_not_found(client: Client, cast: Cast) -> None:
    mine, other = provisional(cast), provisional(cast)
    made = make_objection(
        entry=other.entries.get(number=1), text="Un dubbio", by=cast.users[SCORER], now=LATE
    )
    judge = in_english(client, cast, REFEREE)
    answer = judge.post(of(mine, "objection_answer", made.pk), {"decision": "refused", "answer": "No"})
    assert answer.status_code == 404


def test_each_answer_is_named_by_its_matter_and_can_be_changed(client: Client, cast: Cast) -> None:
    evening = provisional(cast)
    entry = evening.entries.get(number=1)
    table = Match.objects.active().get(seats__entry=entry, round__number=1)
    by = cast.users[SCORER]
    about = make_objection(entry=entry, text="Un dubbio", match=table, by=by)
    make_objection(entry=entry, text="Un altro", by=by)
    judge, url = in_english(client, cast, REFEREE), of(evening, "objections")
    page = judge.get(url).content.decode()
    named = re.findall(r"(Write the answer|Set it aside)<span class=.sr.>: ([^<]+)</span>", page)
    assert len(set(named)) == 4
    assert any(name.startswith(f"1, round 1, table {table.table_number}, ") for _what, name in named)
    assert any(name.startswith("1, the standings, ") for _what, name in named)
    assert re.search(r"<select[^>]* required>\s*<option value=.{2}>", page), "no reason is chosen beforehand"
    aside = of(evening, "objection_aside", about.pk)
    assert "Choose why it is set aside" in judge.post(aside, {"why": ""}, follow=True).content.decode()
    page = judge.post(aside, {"why": "words"}, follow=True).content.decode()
    assert "Undo: set aside" in page
    page = judge.post(aside, {"back": "1"}, follow=True).content.decode()
    assert "waits for its answer again · before: set aside" in log_of(judge, evening)[1]
    answer = of(evening, "objection_answer", about.pk)
    page = judge.post(answer, {"decision": "accepted", "answer": "Sì"}, follow=True).content.decode()
    assert "Change the answer" in page
    seen = re.search(r'name="seen" value="(.+?)"', page)
    assert seen is not None
    page = judge.post(answer, {"decision": "refused", "answer": "No", "seen": seen[1]}, follow=True)
    assert "refused No" in text_of(page.content.decode())
    assert "refused · before: accepted · No" in log_of(judge, evening)[1]


def test_what_comes_from_the_public_page_is_said_to_come_from_a_table(client: Client, cast: Cast) -> None:
    evening = provisional(cast)
    make_objection(entry=evening.entries.get(number=1), text="Un dubbio", now=OUT)
    page = in_english(client, cast, REFEREE).get(of(evening, "objections")).content.decode()
    assert "both sides of its table know it" in page
    Tournament.objects.update(objections_until="2100-01-01T00:00Z", published_at=OUT)
    page = Client().get(of(evening, "objection"), headers={"accept-language": "en"}).content.decode()
    assert "only you and your opponents there know it" in page
    assert "nobody objects for you" not in page
