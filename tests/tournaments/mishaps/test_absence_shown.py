"""An absence and a lateness are seen where they were written, and called what they are."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, open_round
from tests.facts import facts_of
from tests.slips import E6, posted, reread
from tournaments.calls import Called, warn
from tournaments.departures import withdraw_entry
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award, Penalty
from tournaments.penalties import revoke_penalty
from tournaments.standings import standings
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    tournament = make_evening(cast.club, entries=4, programme="4d")
    open_round(tournament, 1)
    return tournament


@pytest.fixture
def match(evening: Tournament) -> Match:
    return reread(Match.objects.active().get(round__tournament=evening, table_number=1))


@pytest.fixture
def referee(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[REFEREE])
    client.cookies["django_language"] = "en"
    return client


def words(client: Client, name: str, *args: object) -> str:
    html = client.get(reverse(f"tournaments:{name}", args=args)).content.decode()
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def press(client: Client, name: str, *args: object, **data: object) -> None:
    assert client.post(reverse(f"tournaments:{name}", args=args), data).status_code == 302


def test_an_absence_is_shown_with_its_author_and_called_an_absence(
    referee: Client, evening: Tournament, match: Match
) -> None:
    missing = match.seats.get(line="EW").entry
    assert "Absent:" not in words(referee, "table_trouble", evening.pk, match.pk)
    press(referee, "table_absent", evening.pk, match.pk, absent=missing.pk)
    at = undoable(evening)[0].at
    said = words(referee, "table_trouble", evening.pk, match.pk)
    assert re.search(rf"Absent: {missing.number} [^·]+, \d+\.{at:%M}", said)
    assert "N-S 12 V.P. +305 M.P. · E-W 8 V.P. −305 M.P." in said
    for page in ("director", "rounds"):
        board = words(referee, page, evening.pk)
        assert "absence" in board
        assert "referee's score" not in board
    slip = words(referee, "match_desk", evening.pk, match.pk)
    assert "Somebody was absent or left: awards count here, not the slip." in slip
    referee.logout()
    public = words(referee, "match_by_code", match.code)
    assert "absence" in public
    assert "referee's score" not in public


def test_the_standings_do_not_call_an_absence_the_referees(
    referee: Client, evening: Tournament, match: Match
) -> None:
    press(referee, "table_absent", evening.pk, match.pk, absent=match.seats.get(line="EW").entry_id)
    here, gone = (match.seats.get(line=line).entry.number for line in ("NS", "EW"))
    for query in ("", "?tabellone=1"):
        page = referee.get(reverse("tournaments:staff_standings", args=[evening.pk]) + query).content.decode()
        assert '<abbr title="the others absent or gone">°</abbr>' in page
        assert '<abbr title="absent">A</abbr>' in page
        assert '<abbr title="referee' not in page
    assert "the others absent or gone" in words(referee, "entry_card", evening.pk, here)
    assert re.search(r"absent −305 8", words(referee, "entry_card", evening.pk, gone))
    assert standings(evening).check is None, "V22 says nothing of what an absence leaves"


def test_an_absence_taken_back_leaves_no_half_of_it(
    referee: Client, evening: Tournament, match: Match
) -> None:
    press(referee, "table_absent", evening.pk, match.pk, absent=match.seats.get(line="EW").entry_id)
    press(referee, "award_revoke", evening.pk, match.pk)
    assert not match.seats.filter(award__isnull=False).exists()
    assert "Absent:" not in words(referee, "table_trouble", evening.pk, match.pk)


def test_who_left_in_the_middle_is_not_called_absent(
    client: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    leaves = match.seats.get(line="EW").entry
    press(client, "match_desk", evening.pk, match.pk, **posted(E6[:1], part="1"))
    press(client, "leave", evening.pk, leaves.pk, justified="yes")
    assert f"Left in the middle: {leaves.number}" in words(client, "table_trouble", evening.pk, match.pk)
    assert "not played to the end" in words(client, "director", evening.pk)


def test_a_referees_score_is_still_called_so(referee: Client, evening: Tournament, match: Match) -> None:
    score = {"vp_NS": "12", "mp_NS": "305", "vp_EW": "8", "mp_EW": "-305", "reason": "Rissa"}
    press(referee, "award", evening.pk, match.pk, **score)
    assert "referee's score" in words(referee, "director", evening.pk)
    assert "Absent:" not in words(referee, "table_trouble", evening.pk, match.pk)


def test_a_lateness_is_shown_with_its_author(referee: Client, evening: Tournament, match: Match) -> None:
    late = match.seats.get(line="NS").entry
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=7))
    press(referee, "table_late", evening.pk, match.pk, late.pk)
    said = words(referee, "table_trouble", evening.pk, match.pk)
    assert re.search(rf"{late.number} : −100 M\.P\. · late at the table: 7 minutes \S+.*, \d+\.\d\d", said)


def shown(client: Client, evening: Tournament, match: Match) -> str:
    """What a page of the table sends back of how the table stood."""
    page = client.get(reverse("tournaments:table_trouble", args=[evening.pk, match.pk])).content.decode()
    found = set(re.findall(r'name="seen" value="([^"]+-[^"]+)"', page))
    assert len(found) == 1
    return found.pop()


def test_a_contradictory_absence_from_an_older_page_is_refused_and_the_first_stands(
    referee: Client, evening: Tournament, match: Match
) -> None:
    one, other = (match.seats.get(line=line).entry for line in ("NS", "EW"))
    seen = shown(referee, evening, match)
    press(referee, "table_absent", evening.pk, match.pk, absent=one.pk, seen=seen)
    press(referee, "table_absent", evening.pk, match.pk, absent=other.pk, seen=seen)
    said = words(referee, "table_trouble", evening.pk, match.pk)
    assert "Nothing was done: the match has changed." in said
    assert re.search(rf"Absent: {one.number} ", said)
    assert not re.search(rf"Absent: {other.number} ", said)
    press(referee, "table_absent", evening.pk, match.pk, absent=one.pk, seen=seen)
    assert "Nothing was done" not in words(referee, "table_trouble", evening.pk, match.pk), "the same again"


def test_of_two_absences_the_page_says_which_one_counts(
    referee: Client, evening: Tournament, match: Match
) -> None:
    one, other = (match.seats.get(line=line).entry for line in ("NS", "EW"))
    for entry in (one, other):
        press(referee, "table_absent", evening.pk, match.pk, absent=entry.pk)
    said = words(referee, "table_trouble", evening.pk, match.pk)
    assert re.search(
        rf"Absent: {one.number} [^·]+, \d+\.\d\d · no longer counts Absent: {other.number} ", said
    )
    assert said.count("no longer counts") == 1


def test_a_scorer_who_saves_a_slip_loaded_before_an_absence_is_told(
    referee: Client, evening: Tournament, match: Match
) -> None:
    slip = reverse("tournaments:match_desk", args=[evening.pk, match.pk])
    press(referee, "table_absent", evening.pk, match.pk, absent=match.seats.get(line="EW").entry_id)
    saved = referee.post(slip, posted(E6), follow=True).content.decode()
    assert "has awards for an absence or by the referee: they count, not this slip." in unescape(saved)


@pytest.mark.parametrize(
    ("name", "data"),
    [("table_move", {"to": "9", "closes": "on"}), ("table_put_off", {}), ("table_start", {})],
)
def test_a_press_from_a_page_of_before_the_match_moved_does_nothing(
    referee: Client, evening: Tournament, match: Match, name: str, data: dict[str, str]
) -> None:
    seen = shown(referee, evening, match)
    press(referee, "table_move", evening.pk, match.pk, to="5", seen=seen)
    before = evening.acts.count()
    press(referee, name, evening.pk, match.pk, **data, seen=seen)
    said = words(referee, "table_trouble", evening.pk, match.pk)
    assert "Nothing was done: the match has changed. It is at table 5 now: look again." in said
    assert evening.acts.count() == before
    press(referee, name, evening.pk, match.pk, **data, seen=shown(referee, evening, match))
    assert evening.acts.count() == before + 1


def test_a_table_put_out_of_use_twice_from_one_page_is_one_table(
    referee: Client, evening: Tournament, match: Match
) -> None:
    seen = shown(referee, evening, match)
    for _unused in range(2):
        press(referee, "table_move", evening.pk, match.pk, to="9", closes="on", seen=seen)
    assert "Nothing was done" not in words(referee, "table_trouble", evening.pk, match.pk)
    evening.refresh_from_db()
    assert evening.closed_tables == [1]


def test_who_comes_late_is_late_once(referee: Client, evening: Tournament, match: Match) -> None:
    """Pressed again minutes later, from an old page or a new one, a lateness is not written twice."""
    entry, other = (seat.entry for seat in match.seats.order_by("pk"))

    def late(name: str, who: Entry, minutes: int) -> str:
        evening.rounds.filter(number=1).update(started_at=timezone.now() - timedelta(minutes=minutes))
        press(referee, name, evening.pk, match.pk, who.pk, told=1)
        return words(referee, "table_trouble", evening.pk, match.pk)

    assert "the warning is written" in late("table_warn", entry, 3)
    for name, minutes in (("table_warn", 4), ("table_late", 7), ("table_late", 8)):
        said = late(name, entry, minutes)
        assert f"The lateness of number {entry.number} at this table is written already" in said
        assert said.count("lateness written") == 1
    assert (Penalty.objects.count(), RefereeCall.objects.count()) == (0, 1)
    assert "penalty for lateness is written" in late("table_late", other, 7)
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert "penalty for lateness is written" in late("table_late", other, 8), "what was undone is not written"
    revoke_penalty(penalty=Penalty.objects.get(revoked_at__isnull=True), by=None)
    assert "penalty for lateness is written" in late("table_late", other, 9)


def test_each_of_two_single_players_with_awards_that_differ_is_shown(referee: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="individual-danish")
    open_round(evening, 1)
    match = Match.objects.active().get(round__tournament=evening, table_number=1)
    leaves, stays = match.seats.filter(line="EW").order_by("position")
    withdraw_entry(entry=leaves.entry, justified=False, by=None)
    given = [Award.objects.get(seat=seat).vp for seat in (leaves, stays)]
    assert given[0] < given[1]
    both = f"{given[0]} / {given[1]}"
    for name in ("director", "rounds", "desk", "staff_standings"):
        assert (both in words(referee, name, evening.pk)) == (name in {"director", "rounds"})
    assert both in words(referee, "award", evening.pk, match.pk)
    results = referee.get(reverse("tournaments:results_csv", args=[evening.pk])).content.decode()
    assert f";{both}\r\n" in results


@pytest.mark.parametrize("warned_before", [False, True])
def test_a_lateness_written_too_early_is_raised_by_one_press(
    referee: Client, evening: Tournament, match: Match, *, warned_before: bool
) -> None:
    """A second warning takes a point: it goes with the warning, and is back when the raising is undone."""
    entry = match.seats.order_by("pk")[0].entry
    if warned_before:
        warn(called=Called(match.round, "ha parlato", match=match, entry=entry), by=None)

    def at(minutes: int) -> str:
        evening.rounds.filter(number=1).update(started_at=timezone.now() - timedelta(minutes=minutes))
        return words(referee, "table_trouble", evening.pk, match.pk)

    instead = "−100 M.P. are written instead"
    assert instead not in at(3)
    press(referee, "table_warn", evening.pk, match.pk, entry.pk, told=2 if warned_before else 1)
    before = facts_of(evening)
    page = at(8)
    assert f"The warning is taken back (late at the table: 3 minutes), and {instead}." in page
    assert ("Its −1 V.P. go with it." in page) is warned_before
    warning = RefereeCall.objects.latest("pk")
    seen = Tournament.objects.get(pk=evening.pk).version
    for _press in range(2):
        press(referee, "table_late", evening.pk, match.pk, entry.pk, warning=warning.pk, seen=seen)
    standing = Penalty.objects.filter(revoked_at__isnull=True)
    assert [(each.entry, each.vp, each.mp) for each in standing] == [(entry, 0, -100)]
    assert RefereeCall.objects.filter(revoked_at__isnull=True).count() == warned_before
    assert instead not in at(8), "a second step up is none"
    log = words(referee, "log", evening.pk)
    assert "Penalty given" in log
    assert "warning taken back" in log
    assert undoable(evening)[0].verb == "penalty"
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before
    assert instead in at(8)


def test_only_the_warning_that_the_page_named_is_raised(
    referee: Client, evening: Tournament, match: Match
) -> None:
    entry, other = (seat.entry for seat in match.seats.order_by("pk"))
    call = warn(called=Called(match.round, "ha parlato", match=match, entry=entry), by=None)
    evening.rounds.filter(number=1).update(started_at=timezone.now() - timedelta(minutes=8))
    seen = Tournament.objects.get(pk=evening.pk).version
    press(referee, "table_late", evening.pk, match.pk, entry.pk, warning=call.pk, seen=seen)
    assert "That warning for lateness stands no more" in words(referee, "table_trouble", evening.pk, match.pk)
    assert not Penalty.objects.exists()
    assert RefereeCall.objects.get().revoked_at is None
    for wrong in ("", "x", "0", "99999999999"):
        press(referee, "table_late", evening.pk, match.pk, other.pk, warning=wrong, seen=seen)
    assert Penalty.objects.get().entry == other
