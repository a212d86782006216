"""The pages of entries, as the secretary's browser sees them, with and without scripts."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.users import User
from tests.evenings import make_evening
from tests.tournaments.entries.conftest import evening_of
from tournaments.check_in import open_check_in
from tournaments.entries import add_entry, cancel_entry
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.roster import roster

State = Entry.State
People = dict[str, Person]
HTMX = {"HX-Request": "true"}


def url(name: str, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=args)


def words(response: object) -> str:
    """The page's text, tags aside."""
    content = response.content.decode()  # type: ignore[attr-defined]
    return " ".join(re.sub(r"<[^>]+>", " ", content).split())


def full_buttons(response: object) -> list[str]:
    """The words of the buttons and links that are filled: one on a page."""
    content = response.content.decode()  # type: ignore[attr-defined]
    found = re.findall(r'<(a|button|summary)\b[^>]*class="action"[^>]*>(.*?)</\1>', content, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", inner).split()) for _tag, inner in found]


def enter(tournament: Tournament, people: People, *names: str) -> Entry:
    return add_entry(tournament=tournament, persons=[people[name] for name in names], by=None)


def test_the_list_shows_numbers_names_and_states(
    desk: Client, tournament: Tournament, people: People
) -> None:
    assert "Nobody is entered yet" in words(desk.get(url("entries", tournament.pk)))
    enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    enter(tournament, people, "Zibibbo Flora")
    text = words(desk.get(url("entries", tournament.pk)))
    assert "Aquilone Marisa – Brigantino Ugo" in text
    assert "Find a partner for Zibibbo Flora" in text
    assert "without a partner" in text


def test_the_file_says_the_same_in_the_spreadsheets_way(
    desk: Client, tournament: Tournament, people: People
) -> None:
    enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    response = desk.get(url("entries_csv", tournament.pk))
    assert response["Content-Type"].startswith("text/csv")
    assert response.content.decode("utf-8-sig").splitlines() == [
        "No.;Players;State",
        "1;Aquilone Marisa – Brigantino Ugo;expected",
    ]


def test_the_list_takes_as_many_queries_for_sixty_as_for_two(
    desk: Client, club: Club, django_assert_max_num_queries: object
) -> None:
    for size in (2, 60):
        evening = make_evening(club, entries=size)
        for name in ("entries", "check_in", "entries_csv"):
            with django_assert_max_num_queries(11):  # type: ignore[operator]
                assert desk.get(url(name, evening.pk)).status_code == 200


def test_a_pair_is_entered_by_names_in_any_case(desk: Client, tournament: Tournament, people: People) -> None:
    data = {"first": "aquilone marisa", "second": "Brigantino Ugo"}
    response = desk.post(url("entry_add", tournament.pk), data, follow=True)
    assert "Number 1: Aquilone Marisa – Brigantino Ugo" in words(response)
    again = desk.post(url("entry_add", tournament.pk), data, follow=True)
    assert "Number 1: Aquilone Marisa – Brigantino Ugo" in words(again)
    assert (Entry.objects.count(), Act.objects.filter(verb=Act.Verb.ENTER).count()) == (1, 1)
    assert Person.objects.count() == len(people) + 1


@pytest.mark.experience(17)
def test_a_name_like_a_known_one_is_asked_not_doubled(
    desk: Client, tournament: Tournament, people: People
) -> None:
    data = {"first": "Aquilone Mariza", "second": "Brigantino Ugo"}
    before = Person.objects.count()
    response = desk.post(url("entry_add", tournament.pk), data)
    assert "Say who it is." in words(response)
    assert "Somebody new: Aquilone Mariza" in words(response)
    assert (Person.objects.count(), Entry.objects.count()) == (before, 0)
    data["first_is"] = str(people["Aquilone Marisa"].pk)
    desk.post(url("entry_add", tournament.pk), data)
    assert roster(tournament)[0].names == "Aquilone Marisa – Brigantino Ugo"
    assert Person.objects.count() == before


def test_one_word_of_somebody_new_is_asked_about(desk: Client, tournament: Tournament) -> None:
    data = {"first": "Zattera", "second": "Brigantino Ugo"}
    assert "say that there is only this word" in words(desk.post(url("entry_add", tournament.pk), data))
    assert Entry.objects.count() == 0
    desk.post(url("entry_add", tournament.pk), data | {"first_is": "new"})
    assert roster(tournament)[0].names == "Zattera – Brigantino Ugo"


def test_namesakes_are_told_apart_by_the_key_behind_the_name(
    desk: Client, club: Club, tournament: Tournament, people: People
) -> None:
    other = Person.objects.create(club=club, last_name="Zibibbo", first_name="Flora")
    data = {"first": f"Zibibbo Flora #{other.pk}", "second": "Brigantino Ugo"}
    desk.post(url("entry_add", tournament.pk), data)
    assert Entry.objects.get().members.filter(person=other).exists()
    data = {"first": "Zibibbo Flora", "second": "Frantoio Loris"}
    response = desk.post(url("entry_add", tournament.pk), data)
    assert f"Zibibbo Flora #{other.pk}" in words(response)
    assert "Somebody new" not in words(response)


def test_without_scripts_the_usual_partner_is_proposed_at_the_second_look(
    desk: Client, club: Club, tournament: Tournament, people: People
) -> None:
    enter(evening_of(club, days=-7), people, "Aquilone Marisa", "Zibibbo Flora")
    response = desk.post(url("entry_add", tournament.pk), {"first": "Aquilone Marisa", "second": ""})
    page = response.content.decode()
    assert "With the usual partner: Zibibbo Flora" in words(response)
    by_enter = page.index(">Enter<")
    assert by_enter < page.index('name="second" value="Zibibbo Flora"'), "Enter presses the first button"
    pressed = {"first": "Aquilone Marisa", "second": ["", "Zibibbo Flora"]}
    desk.post(url("entry_add", tournament.pk), pressed)
    assert roster(tournament)[0].names == "Aquilone Marisa – Zibibbo Flora"


def test_with_scripts_names_and_the_partner_come_as_fragments(
    desk: Client, club: Club, tournament: Tournament, people: People
) -> None:
    enter(evening_of(club, days=-7), people, "Aquilone Marisa", "Zibibbo Flora")
    names = desk.get(url("entry_people", tournament.pk), {"second": "gir"}, headers=HTMX).content.decode()
    assert re.findall(r'value="([^"]+)"', names) == ["Girasole Dora", "Girasole Vera"]
    partner = desk.get(url("entry_partner", tournament.pk), {"first": "Aquilone Marisa"}, headers=HTMX)
    assert 'value="Zibibbo Flora"' in partner.content.decode()
    nobody = desk.get(url("entry_partner", tournament.pk), {"first": "Nessuno"}, headers=HTMX)
    assert "button" not in nobody.content.decode()


def test_being_alone_is_said_not_guessed(desk: Client, tournament: Tournament, people: People) -> None:
    response = desk.post(url("entry_add", tournament.pk), {"first": "Zibibbo Flora"})
    assert "say that there is none yet" in words(response)
    assert not Entry.objects.exists()
    desk.post(url("entry_add", tournament.pk), {"first": "Zibibbo Flora", "alone": "on"})
    desk.post(url("entry_add", tournament.pk), {"first": "Frantoio Loris", "alone": "on"})
    first, second = Entry.objects.order_by("number")
    response = desk.post(url("entry_join", tournament.pk, second.pk), {"other": first.pk}, follow=True)
    assert "Number 1: Zibibbo Flora – Frantoio Loris" in words(response)


def test_who_is_entered_elsewhere_is_said_beside_her_field(
    desk: Client, tournament: Tournament, people: People
) -> None:
    enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    data = {"first": "Zibibbo Flora", "second": "Brigantino Ugo"}
    page = desk.post(url("entry_add", tournament.pk), data).content.decode()
    assert 'href="#id_second">Second player: Brigantino Ugo is already entered, with number 1.' in page
    assert 'value="Zibibbo Flora"' in page, "nothing typed is lost"


def test_a_place_that_becomes_free_is_offered_to_the_first_who_waits(
    desk: Client, club: Club, people: People
) -> None:
    tournament = evening_of(club, capacity=2)
    for name in ("Aquilone Marisa", "Brigantino Ugo", "Zibibbo Flora", "Frantoio Loris"):
        enter(tournament, people, name)
    assert "Give a place to" not in words(desk.get(url("entries", tournament.pk)))
    first = tournament.entries.get(number=1)
    response = desk.post(url("entry_cancel", tournament.pk, first.pk), follow=True)
    assert "Give a place to number 3" in words(response)
    assert "Give a place to number 4" not in words(response)
    third = tournament.entries.get(number=3)
    desk.post(url("entry_promote", tournament.pk, third.pk))
    third.refresh_from_db()
    assert third.state == State.ENTERED


def test_players_are_changed_on_the_entrys_page(desk: Client, tournament: Tournament, people: People) -> None:
    entry = enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    page = desk.get(url("entry", tournament.pk, entry.pk)).content.decode()
    assert 'value="Brigantino Ugo"' in page
    data = {"first": "Aquilone Marisa", "second": "Lavanda Ada"}
    desk.post(url("entry_change", tournament.pk, entry.pk), data)
    assert roster(tournament)[0].names == "Aquilone Marisa – Lavanda Ada"
    desk.post(url("entry_cancel", tournament.pk, entry.pk))
    assert "They come after all" in words(desk.get(url("entry", tournament.pk, entry.pk)))
    desk.post(url("entry_reinstate", tournament.pk, entry.pk))
    entry.refresh_from_db()
    assert entry.state == State.ENTERED


@pytest.mark.experience(18)
def test_a_pasted_list_is_previewed_and_written_only_when_confirmed(
    desk: Client, tournament: Tournament, people: People
) -> None:
    text = "Aquilone Marisa - Brigantino Ugo\nLavanda Ada - Merletto Olga\nZibibbo Flora - Frantoio Loriz"
    data = {"text": text, "order": "surname"}
    before = Person.objects.count()
    page = desk.post(url("entries_paste", tournament.pk), data)
    text_shown = words(page)
    assert "Who is “Frantoio Loriz”?" in text_shown
    assert "2 entries are added." in text_shown
    fragment = desk.post(url("entries_paste", tournament.pk), data, headers=HTMX)
    assert "Who is “Frantoio Loriz”?" in words(fragment)
    assert b"<html" not in fragment.content
    assert (Person.objects.count(), Entry.objects.count()) == (before, 0)
    refused = desk.post(url("entries_import", tournament.pk), data)
    assert "Say first who is meant" in words(refused)
    assert not Entry.objects.exists()
    data["who-3-2"] = str(people["Frantoio Loris"].pk)
    done = desk.post(url("entries_import", tournament.pk), data, follow=True)
    assert "3 entries added." in words(done)
    again = desk.post(url("entries_import", tournament.pk), data, follow=True)
    assert "0 entries added. 3 lines wrote nothing." in words(again)
    assert Entry.objects.count() == 3


@pytest.mark.experience(18)
def test_a_sheet_is_previewed_and_its_words_come_back_to_be_confirmed(
    desk: Client, tournament: Tournament
) -> None:
    book = Workbook()
    for row in (["Giocatore 1", "Giocatore 2"], ["Nicolò Zoë", "Lavanda Ada"], ["P042", "P085"]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    file = SimpleUploadedFile("iscritti.xlsx", stream.getvalue())
    page = desk.post(url("entries_paste", tournament.pk), {"file": file, "order": "surname"})
    hidden = re.search(r'<input type="hidden" name="text" value="([^"]*)"', page.content.decode())
    assert hidden is not None
    assert not Entry.objects.exists()
    desk.post(url("entries_import", tournament.pk), {"text": hidden[1], "order": "surname"})
    assert [line.names for line in roster(tournament)] == ["Nicolò Zoë – Lavanda Ada", "P042 – P085"]


def test_a_broken_file_gets_a_sentence_and_keeps_the_text(desk: Client, tournament: Tournament) -> None:
    file = SimpleUploadedFile("iscritti.xlsx", b"PK\x03\x04 broken")
    page = desk.post(url("entries_paste", tournament.pk), {"file": file, "order": "surname", "text": "A - B"})
    assert page.status_code == 200
    assert "The file cannot be read" in words(page)
    assert "A - B" in page.content.decode()


def test_the_check_in_counts_and_answers_a_press_with_one_line(
    desk: Client, tournament: Tournament, people: People
) -> None:
    entry = enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    enter(tournament, people, "Girasole Vera", "Zibibbo Flora")
    assert "Open the check-in" in words(desk.get(url("check_in", tournament.pk)))
    page = desk.post(url("open_check_in", tournament.pk), follow=True)
    assert "0 present · 2 expected" in words(page)
    press = url("entry_presence", tournament.pk, entry.pk)
    fragment = desk.post(press, {"present": "1"}, headers=HTMX)
    assert "1 present · 1 expected" in words(fragment)
    assert fragment.content.decode().count("<li") == 1
    plain = desk.post(press, {"present": "1"})
    assert plain["Location"] == url("check_in", tournament.pk) + f"#entry-{entry.pk}"
    assert Act.objects.filter(verb=Act.Verb.ENTRY_STATE).count() == 1
    assert "Press one of the buttons" in words(desk.post(press, {"present": "7"}, follow=True))


def test_the_check_in_is_searched_by_the_beginning_of_a_surname(
    desk: Client, tournament: Tournament, people: People
) -> None:
    enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    enter(tournament, people, "Girasole Vera", "Zibibbo Flora")
    text = words(desk.get(url("check_in", tournament.pk), {"q": "zib"}))
    assert "Girasole Vera – Zibibbo Flora" in text
    assert "Aquilone" not in text
    fragment = desk.get(url("check_in", tournament.pk), {"q": "xyz"}, headers=HTMX)
    assert "Nobody entered begins with “xyz”." in words(fragment)


def test_closing_tells_how_many_do_not_come_and_refuses_an_old_page(
    desk: Client, tournament: Tournament, people: People
) -> None:
    enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    late = enter(tournament, people, "Girasole Vera", "Zibibbo Flora")
    open_check_in(tournament=tournament, by=None)
    page = desk.get(url("check_in", tournament.pk))
    assert "Close: 2 do not come" in words(page)
    cancel_entry(entry=late, by=None)
    close = url("close_check_in", tournament.pk)
    assert "Something changed" in words(desk.post(close, {"absent_seen": 2}, follow=True))
    assert "with its button" in words(desk.post(close, {"absent_seen": "x"}, follow=True))
    assert "The check-in was closed at" in words(desk.post(close, {"absent_seen": 1}, follow=True))
    response = desk.post(url("reopen_check_in", tournament.pk), follow=True)
    assert "0 present · 0 expected" in words(response)
    assert "They come after all" in words(desk.get(url("entry", tournament.pk, late.pk)))


def test_the_one_full_button_of_the_check_in_is_the_one_that_closes_it(
    desk: Client, tournament: Tournament, people: People
) -> None:
    open_check_in(tournament=tournament, by=None)
    address = url("check_in", tournament.pk)
    assert full_buttons(desk.get(address)) == ["Add a pair"], "nobody can come yet"
    entry = enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    enter(tournament, people, "Girasole Vera", "Zibibbo Flora")
    assert full_buttons(desk.get(address)) == ["Close the check-in"]
    fragment = desk.post(url("entry_presence", tournament.pk, entry.pk), {"present": "1"}, headers=HTMX)
    assert "Close: 1 does not come" in words(fragment)
    second = tournament.entries.get(number=2)
    fragment = desk.post(url("entry_presence", tournament.pk, second.pk), {"present": "1"}, headers=HTMX)
    assert full_buttons(fragment) == ["Close the check-in"]
    assert "<details" not in fragment.content.decode(), "nothing to ask when everybody is here"
    desk.post(url("close_check_in", tournament.pk), {"absent_seen": "0"})
    assert full_buttons(desk.get(address)) == ["Go on to the draw"]
    assert "Not here" not in words(desk.get(address)), "a closed check-in offers no presence"


@pytest.mark.parametrize(("programme", "add"), [("3m1d", "Add a pair"), ("individual", "Add a player")])
def test_an_evening_without_entries_offers_first_to_add_some(
    desk: Client, club: Club, people: People, programme: str, add: str
) -> None:
    tournament = evening_of(club, programme=programme)
    address = url("director", tournament.pk)
    assert "none yet" in words(desk.get(address))
    assert full_buttons(desk.get(address)) == [add]
    enter(tournament, people, "Aquilone Marisa")
    assert full_buttons(desk.get(address)) == ["Open the check-in"]


def test_an_entry_of_another_tournament_is_not_found(
    desk: Client, club: Club, tournament: Tournament, people: People
) -> None:
    elsewhere = enter(evening_of(club), people, "Aquilone Marisa", "Brigantino Ugo")
    names = ("entry_change", "entry_join", "entry_cancel", "entry_reinstate", "entry_promote")
    for name in (*names, "leave", "replace", "entry_readmit", "entry_presence"):
        assert desk.post(url(name, tournament.pk, elsewhere.pk)).status_code == 404, name
    assert desk.get(url("entry", tournament.pk, elsewhere.pk)).status_code == 404
    mine = enter(tournament, people, "Zibibbo Flora")
    assert desk.post(url("entry_join", tournament.pk, mine.pk), {"other": elsewhere.pk}).status_code == 302
    assert Entry.objects.filter(state=State.CANCELLED).count() == 0


def test_the_wrong_moment_is_a_sentence_never_an_error(
    desk: Client, tournament: Tournament, people: People
) -> None:
    entry = enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    page = desk.post(url("entry_presence", tournament.pk, entry.pk), {"present": "1"}, follow=True)
    assert "Open the check-in first." in words(page)
    page = desk.post(url("leave", tournament.pk, entry.pk), {"justified": "yes"}, follow=True)
    assert "Only who is playing can withdraw." in words(page)
    page = desk.post(url("entry_promote", tournament.pk, entry.pk), follow=True)
    assert page.status_code == 200


def test_a_scorer_reads_the_list_and_is_stopped_elsewhere(
    client: Client, scorer: User, tournament: Tournament, people: People
) -> None:
    client.force_login(scorer)
    enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    page = client.get(url("entries", tournament.pk)).content.decode()
    assert "Aquilone Marisa" in page
    assert url("entry_add", tournament.pk) not in page
    for name in ("entry_add", "entry_people", "entry_partner", "entries_paste", "check_in"):
        assert client.get(url(name, tournament.pk)).status_code == 403, name


def test_a_promise_of_a_table_or_of_distance_is_kept_on_the_entry(
    desk: Client, tournament: Tournament, people: People
) -> None:
    entry = enter(tournament, people, "Aquilone Marisa", "Brigantino Ugo")
    other = enter(tournament, people, "Girasole Vera", "Zibibbo Flora")
    place = {"club_name": " Circolo accanto ", "family": "Rossi", "fixed_table": "3"}
    desk.post(url("entry_place", tournament.pk, entry.pk), place)
    entry.refresh_from_db()
    assert (entry.club_name, entry.family, entry.fixed_table) == ("Circolo accanto", "Rossi", 3)
    refused = desk.post(
        url("entry_place", tournament.pk, other.pk), {"fixed_table": "3", "family": "Bianchi"}
    )
    assert "Number 1 keeps this table already." in words(refused)
    assert 'value="Bianchi"' in refused.content.decode()
    for wrong in ("0", "-4", "tre", "1001"):
        assert (
            desk.post(url("entry_place", tournament.pk, other.pk), {"fixed_table": wrong}).status_code == 200
        )
    other.refresh_from_db()
    assert (other.fixed_table, other.family) == (None, "")
