"""A whole list: a verdict a line, nothing written before it is confirmed, nothing added twice."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.tournaments.entries.conftest import evening_of
from tournaments.check_in import close_check_in, open_check_in
from tournaments.entries import add_entry, cancel_entry
from tournaments.entry_lists import Kind, ListReport, enter_list, verdicts
from tournaments.imports import read_lines
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.roster import roster

People = dict[str, Person]
LIST = """Coppie iscritte;
Aquilone Marisa;Brigantino Ugo
Lavanda Ada;Merletto Olga
Zibibbo Flora;
"""


def judge(tournament: Tournament, text: str, **answers: str) -> list[tuple[Kind, str, int | None]]:
    lines = read_lines(text, individual=tournament.is_individual)
    keyed = {key.removeprefix("l").replace("_", "-"): value for key, value in answers.items()}
    return [(verdict.kind, verdict.who, verdict.number) for verdict in verdicts(tournament, lines, keyed)]


def enter(tournament: Tournament, text: str, **answers: str) -> ListReport:
    keyed = {key.removeprefix("l").replace("_", "-"): value for key, value in answers.items()}
    lines = read_lines(text, individual=tournament.is_individual)
    return enter_list(tournament=tournament, lines=lines, answers=keyed, by=None)


def rows() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Person, Entry, EntryMember, Act))


@pytest.mark.experience(17)
def test_entering_a_list_twice_adds_nothing_the_second_time(tournament: Tournament, people: People) -> None:
    assert enter(tournament, LIST).numbers == (1, 2, 3)
    assert [line.names for line in roster(tournament)] == [
        "Aquilone Marisa – Brigantino Ugo",
        "Lavanda Ada – Merletto Olga",
        "Zibibbo Flora",
    ]
    before = rows()
    assert enter(tournament, LIST) == ListReport((), 0, 3)
    assert {kind for kind, _who, _number in judge(tournament, LIST)} == {Kind.ENTERED}
    assert enter(tournament, "brigantino UGO - Aquilóne Marisa").numbers == ()
    assert rows() == before


@pytest.mark.experience(17)
def test_a_near_name_is_asked_and_kept_apart_or_joined(tournament: Tournament, people: People) -> None:
    text = "Aquilone Mariza - Brigantino Ugo"
    assert judge(tournament, text)[0][0] is Kind.ASK
    before = rows()
    with pytest.raises(ValidationError) as caught:
        enter(tournament, text)
    assert (caught.value.code, rows()) == ("ask", before)
    marisa = people["Aquilone Marisa"]
    assert judge(tournament, text, l1_1=str(marisa.pk))[0][0] is Kind.KNOWN
    assert judge(tournament, text, l1_1="new")[0][0] is Kind.NEW
    assert judge(tournament, text, l1_1=str(people["Zibibbo Flora"].pk))[0][0] is Kind.ASK
    people_before = Person.objects.count()
    enter(tournament, text, l1_1="new")
    assert Person.objects.count() == people_before + 1
    assert judge(tournament, text)[0][0] is Kind.ENTERED, "who was kept apart is not asked again"


def test_namesakes_are_asked_and_nobody_new_is_made_of_them(
    club: Club, tournament: Tournament, people: People
) -> None:
    other = Person.objects.create(club=club, last_name="Zibibbo", first_name="Flora", phone="055 1")
    assert judge(tournament, "Zibibbo Flora - Lavanda Ada", l1_1="new")[0][0] is Kind.ASK
    enter(tournament, "Zibibbo Flora - Lavanda Ada", l1_1=str(other.pk))
    assert EntryMember.objects.filter(person=other).exists()
    assert Person.objects.filter(last_name="Zibibbo").count() == 2


@pytest.mark.experience(18)
def test_each_line_gets_its_verdict_and_only_good_lines_write(tournament: Tournament, people: People) -> None:
    add_entry(tournament=tournament, persons=[people["Girasole Vera"], people["Girasole Dora"]], by=None)
    text = "\n".join(
        [
            "Aquilone Marisa - Brigantino Ugo",
            "Lavanda Ada - Merletto Olga",
            "Girasole Dora - Girasole Vera",
            "Girasole Vera - Zibibbo Flora",
            "Merletto Olga - Frantoio Loris",
            "A - B - C",
        ]
    )
    assert judge(tournament, text) == [
        (Kind.KNOWN, "", None),
        (Kind.NEW, "", None),
        (Kind.ENTERED, "Girasole Dora", 1),
        (Kind.TAKEN, "Girasole Vera", 1),
        (Kind.TWICE, "Merletto Olga", 2),
        (Kind.UNREADABLE, "too_many_names", None),
    ]
    assert enter(tournament, text) == ListReport((2, 3), 0, 4)
    act = Act.objects.filter(verb=Act.Verb.ENTER).last()
    assert act is not None
    assert act.facts["numbers"] == [2, 3]


@pytest.mark.experience(18)
def test_an_empty_cell_wipes_nothing(tournament: Tournament, people: People) -> None:
    add_entry(tournament=tournament, persons=[people["Aquilone Marisa"], people["Brigantino Ugo"]], by=None)
    before = rows()
    assert enter(tournament, "Aquilone Marisa;\n;Brigantino Ugo\nx;y").skipped == 2
    assert roster(tournament)[0].names == "Aquilone Marisa – Brigantino Ugo"
    assert rows()[1] == before[1] + 1


def test_the_same_person_under_two_spellings_is_no_pair(tournament: Tournament, people: People) -> None:
    answers = {"l1_2": str(people["Aquilone Marisa"].pk)}
    assert judge(tournament, "Aquilone Marisa - Aquilone Mariza", **answers)[0][:2] == (
        Kind.UNREADABLE,
        "same_twice",
    )


def test_somebody_who_cancelled_is_not_entered_any_more(tournament: Tournament, people: People) -> None:
    cancel_entry(entry=add_entry(tournament=tournament, persons=[people["Zibibbo Flora"]], by=None), by=None)
    assert enter(tournament, "Zibibbo Flora - Aquilone Marisa").numbers == (2,)


def test_the_last_lines_wait_when_places_run_out(club: Club) -> None:
    tournament = evening_of(club, capacity=2)
    assert enter(tournament, "A - B\nC - D\nE - F\nG - H") == ListReport((1, 2, 3, 4), 2, 0)
    states = [line.state for line in roster(tournament)]
    assert states == [Entry.State.ENTERED] * 2 + [Entry.State.WAITING] * 2
    cancel_entry(entry=tournament.entries.get(number=1), by=None)
    assert enter(tournament, "I - L").waiting == 1, "somebody else waits for that place"


def test_single_players_are_one_a_line(club: Club) -> None:
    tournament = evening_of(club, programme="individual")
    assert enter(tournament, "\n".join(map(str, range(8)))).numbers == tuple(range(1, 9))
    assert [line.names for line in roster(tournament)] == [str(code) for code in range(8)]


def test_a_list_comes_too_late_when_the_check_in_is_closed(tournament: Tournament) -> None:
    open_check_in(tournament=tournament, by=None)
    close_check_in(tournament=tournament, by=None)
    with pytest.raises(ValidationError) as caught:
        enter(tournament, "A - B")
    assert caught.value.code == "state"
    assert not tournament.entries.exists()


def test_a_thousand_lines_take_the_same_statements_as_ten(club: Club) -> None:
    taken = []
    for lines in (10, 1000):
        tournament = evening_of(club)
        with CaptureQueriesContext(connection) as queries:
            enter(tournament, "\n".join(f"Q{lines}N{n} - R{lines}N{n}" for n in range(lines)))
        statements = {query["sql"].split(" VALUES ")[0] for query in queries}
        taken.append(len(statements))
        assert tournament.entries.count() == lines
    assert taken[0] == taken[1]
