"""Asking for papers, watching them, fetching them: by the pages, as the secretary does."""

import datetime
import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.text import slugify

from clubs.models.clubs import Club
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from tests.evenings import make_evening, open_round
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Match, Seat
from tournaments.papers import files, press, render
from tournaments.penalties import give_penalty

pytestmark = pytest.mark.django_db
Order = Callable[..., Paper]


def enter(client: Client, club: Club, kind: RoleKind | None) -> User:
    user = User.objects.create_user(f"{kind}@prova.example", "x")
    if kind is not None:
        Role.objects.create(club=club, user=user, kind=kind)
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return user


@pytest.fixture
def secretary(club: Club, client: Client) -> User:
    return enter(client, club, RoleKind.SECRETARY)


def url(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def page(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.usefixtures("secretary")
def test_slips_are_asked_for_watched_and_fetched(client: Client, evening: Tournament) -> None:
    facts = {"round": 4, "size": "a5", "table": "", "language": "it"}
    answer = client.post(url("paper_ask", evening.pk, "slips"), facts)
    paper = Paper.objects.get()
    assert answer.url == url("paper", evening.pk, paper.pk)
    assert (paper.round.number, paper.options, paper.language) == (4, {"size": "a5"}, "it")
    waiting = page(client, answer.url)
    assert "waiting" in waiting
    assert 'hx-trigger="every 1s"' in waiting
    assert client.get(url("paper_file", evening.pk, paper.pk)).status_code == 404
    press.make(paper.pk)
    ready = page(client, answer.url)
    assert "ready, 5 pages" in ready
    assert "hx-trigger" not in ready
    assert ready.split("<main")[1].count("Score slips · round 4</") == 1
    assert "Refresh" in waiting
    assert "Refresh" not in ready
    assert f'<a href="{url("paper_file", evening.pk, paper.pk)}" class="action">' in ready
    download = client.get(url("paper_file", evening.pk, paper.pk))
    assert download["Content-Type"] == "application/pdf"
    assert download["Content-Disposition"].startswith('inline; filename="')
    assert f"-{slugify(evening.name)}.pdf" in download["Content-Disposition"]
    assert "Content-Security-Policy" not in download
    assert b"".join(download.streaming_content) == files.complete(paper).read_bytes()


@pytest.mark.usefixtures("secretary")
def test_the_same_press_twice_gives_one_paper(client: Client, evening: Tournament) -> None:
    facts = {"round": 4, "language": "en"}
    answers = [client.post(url("paper_ask", evening.pk, "seats_by_name"), facts) for _press in range(2)]
    assert answers[0].url == answers[1].url
    assert Paper.objects.count() == 1


@pytest.mark.usefixtures("secretary")
def test_a_poll_answers_only_what_changed(client: Client, evening: Tournament, order: Order) -> None:
    paper = order(evening, "slips", 4, size="a5")
    address = url("paper", evening.pk, paper.pk)
    fragment = page(client, address, HX_Request="true")
    assert "<html" not in fragment
    token = re.search(r"\?v=([\w-]+)", fragment)
    assert token is not None
    again = client.get(f"{address}?v={token[1]}", headers={"HX-Request": "true"})
    assert (again.status_code, again.content) == (204, b"")
    press.make(paper.pk)
    changed = client.get(f"{address}?v={token[1]}", headers={"HX-Request": "true"})
    assert changed.status_code == 200
    assert url("paper_file", evening.pk, paper.pk) in changed.content.decode()


@pytest.mark.usefixtures("secretary")
def test_the_page_of_one_paper_stays_itself_through_its_polls(
    client: Client, evening: Tournament, order: Order
) -> None:
    paper = order(evening, "slips", 4, size="a5")
    whole = page(client, url("paper", evening.pk, paper.pk))
    poll = re.search(r'hx-get="([^"]+)"', whole)
    assert poll is not None
    press.make(paper.pk)
    part = page(client, unescape(poll[1]), HX_Request="true")
    assert "<b>Score slips · round 4</b>" not in part
    assert "Refresh" not in part
    assert f'<a href="{url("paper_file", evening.pk, paper.pk)}" class="action">' in part


@pytest.mark.usefixtures("secretary")
def test_the_list_tells_papers_of_one_kind_apart(client: Client, evening: Tournament, order: Order) -> None:
    made = [
        order(evening, "slips", 4, size="a5"),
        order(evening, "slips", 4, size="a4"),
        order(evening, "slips", 4, size="a4", language="it"),
        order(evening, "standings", 3, board=True, names="full"),
        order(evening, "standings", 3, board=True, names="public"),
        order(evening, "standings", 3, board=False, names="public"),
        order(evening, "blank_slips", phase=1, size="a5", copies=1),
        order(evening, "blank_slips", phase=2, size="a5", copies=12),
    ]
    Paper.objects.update(created_at=datetime.datetime(2026, 11, 26, 20, 40, tzinfo=datetime.UTC))
    labels = re.findall(r'id="paper-\d+" aria-label="([^"]+)"', page(client, url("papers", evening.pk)))
    when = "26.11.2026, 21.40"
    assert labels == [
        f"Blank reserve slips, phase 2 · 12 copies · A5 · {when}",
        f"Blank reserve slips, phase 1 · 1 copy · A5 · {when}",
        f"Standings with signatures · round 3, without each round · names as chosen · {when}",
        f"Standings with signatures · round 3, with each round · names as chosen · {when}",
        f"Standings with signatures · round 3, with each round · names in full · {when}",
        f"Score slips · round 4, A4 · Italian · {when}",
        f"Score slips · round 4, A4 · {when}",
        f"Score slips · round 4, A5 · {when}",
    ]
    assert len(made) == len(labels)


@pytest.mark.usefixtures("secretary")
def test_the_first_pages_are_in_hand_before_the_last(
    client: Client, evening: Tournament, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = order(evening, "slips", 4, size="a5")
    real, seen = render.pdf, []

    def look(html: str) -> bytes:
        seen.append(page(client, url("paper", evening.pk, paper.pk)))
        if len(seen) == 2:
            seen.append(client.get(url("paper_part", evening.pk, paper.pk, 1)).getvalue())
        return real(html)

    monkeypatch.setattr(render, "pdf", look)
    press.make(paper.pk)
    assert "Open now" not in seen[0]
    assert re.search(r"Open now, pages <a [^>]+><span class=.sr.>pages </span>1–4</a></p>", seen[1])
    assert seen[2].startswith(b"%PDF")
    done = client.get(url("paper_part", evening.pk, paper.pk, 1))
    assert done.url == url("paper_file", evening.pk, paper.pk)


@pytest.mark.usefixtures("secretary")
def test_what_cannot_be_printed_says_why(client: Client, club: Club) -> None:
    early = make_evening(club)
    text = page(client, url("papers", early.pk))
    assert text.count("Draw a round and confirm it first.") == 3
    assert "Confirm the draw of round 1 first." in text
    assert "There are no standings yet: announce the first round." in text
    facts = {"round": 1, "size": "a5", "language": "it"}
    answer = client.post(url("paper_ask", early.pk, "slips"), facts, follow=True)
    assert answer.content.decode().count("Draw a round and confirm it first.") == 4
    assert not Paper.objects.exists()
    open_round(early, 1)
    assert "Draw a round and confirm it first." not in page(client, url("papers", early.pk))


@pytest.mark.usefixtures("secretary")
def test_a_refused_form_keeps_what_was_typed(client: Client, evening: Tournament) -> None:
    facts = {"round": 4, "size": "a4", "table": "77", "language": "it"}
    answer = client.post(url("paper_ask", evening.pk, "slips"), facts)
    text = answer.content.decode()
    assert "Round 4 has no table 77." in text
    assert 'value="77"' in text
    assert text.count('role="alert"') == 1
    assert 'href="#slips_table"' in text


@pytest.mark.usefixtures("secretary")
def test_a_paper_that_is_behind_says_so(client: Client, evening: Tournament, order: Order) -> None:
    paper = order(evening, "standings", 3, board=False, names="public")
    press.make(paper.pk)
    assert "Something changed since" not in page(client, url("paper", evening.pk, paper.pk))
    Tournament.objects.filter(pk=evening.pk).update(version=evening.version + 1)
    assert "Something changed since" not in page(client, url("paper", evening.pk, paper.pk))
    entry = Seat.objects.active().filter(round__tournament=evening, round__number=3)[0].entry
    give_penalty(entry=entry, round=evening.rounds.get(number=3), mp=-50, reason="Ritardo", by=None)
    assert "Something changed since" in page(client, url("paper", evening.pk, paper.pk))
    assert "Something changed since" in page(client, url("papers", evening.pk))


@pytest.mark.usefixtures("secretary")
def test_a_failure_is_told_in_a_sentence(
    client: Client, evening: Tournament, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "weasyprint", None)
    paper = order(evening, "slips", 4, size="a5")
    press.make(paper.pk)
    assert "lacks the Pango library" in page(client, url("paper", evening.pk, paper.pk))


def test_a_scorer_fetches_papers_but_does_not_ask(
    client: Client, club: Club, evening: Tournament, order: Order
) -> None:
    enter(client, club, RoleKind.SCORER)
    paper = order(evening, "slips", 4, size="a5")
    press.make(paper.pk)
    assert "<form class" not in page(client, url("papers", evening.pk)).split("<main")[1]
    assert client.get(url("paper_file", evening.pk, paper.pk)).getvalue().startswith(b"%PDF")
    assert client.post(url("paper_ask", evening.pk, "slips"), {}).status_code == 403


def test_nobody_else_finds_a_paper(client: Client, club: Club, evening: Tournament, order: Order) -> None:
    paper = order(evening, "slips", 4, size="a5")
    press.make(paper.pk)
    addresses = [
        url("papers", evening.pk),
        url("paper", evening.pk, paper.pk),
        url("paper_file", evening.pk, paper.pk),
        url("paper_part", evening.pk, paper.pk, 1),
    ]
    assert [client.get(address).status_code for address in addresses] == [302] * 4
    enter(client, club, None)
    assert [client.get(address).status_code for address in addresses] == [404] * 4


@pytest.mark.usefixtures("secretary")
def test_a_paper_of_another_tournament_is_not_found(
    client: Client, evening: Tournament, order: Order
) -> None:
    paper = order(evening, "slips", 4, size="a5")
    press.make(paper.pk)
    other = make_evening(evening.club)
    for name, args in (("paper", ()), ("paper_file", ()), ("paper_part", (1,))):
        assert client.get(url(name, other.pk, paper.pk, *args)).status_code == 404
    assert client.post(url("paper_ask", other.pk, "posters"), {}).status_code == 404


def test_the_address_in_the_qr_leads_to_its_match(client: Client, evening: Tournament) -> None:
    match = Match.objects.active().filter(round__tournament=evening, round__number=4).first()
    assert match is not None
    code = match.code
    answer = client.get(f"/M/{code}", follow=True)
    assert answer.redirect_chain == [(url("match_by_code", code), 302)]
    assert answer.status_code == 200


@pytest.mark.usefixtures("secretary")
def test_one_kind_of_paper_is_open_and_the_one_that_was_refused(client: Client, evening: Tournament) -> None:
    found = re.findall(
        r"<details( open)?><summary><h2 id=\"paper-(\w+)\"", page(client, url("papers", evening.pk))
    )
    assert [kind for is_open, kind in found if is_open] == ["slips"]
    assert len(found) == len(set(Paper.Kind) - {Paper.Kind.EARLY})
    refused = client.post(url("paper_ask", evening.pk, "blank_slips"), {"copies": "0"}).content.decode()
    found = re.findall(r"<details( open)?><summary><h2 id=\"paper-(\w+)\"", refused)
    assert [kind for is_open, kind in found if is_open] == ["slips", "blank_slips"]
