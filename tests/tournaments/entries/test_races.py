"""Two browsers at once, in real transactions: one entry, one place, one person."""

import pytest
from django.core.exceptions import ValidationError

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.at_once import at_once
from tests.tournaments.entries.conftest import evening_of, fill
from tournaments.check_in import close_check_in, open_check_in, set_present
from tournaments.entries import add_entry, promote_entry
from tournaments.entry_lists import enter_list
from tournaments.imports import read_lines
from tournaments.likeness import Name
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.log import Act

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall() -> tuple[Club, dict[str, Person]]:
    club = Club.objects.create(name="Circolo di prova", slug="prova")
    return club, fill(club)


def test_two_browsers_enter_the_same_person(hall: tuple[Club, dict[str, Person]]) -> None:
    club, people = hall
    tournament = evening_of(club)
    marisa = people["Aquilone Marisa"]
    partners = ["Brigantino Ugo", "Zibibbo Flora", "Frantoio Loris", "Girasole Vera"]
    answers = at_once(
        *(
            lambda name=name: add_entry(tournament=tournament, persons=[marisa, people[name]], by=None)
            for name in partners
        )
    )
    made = [answer for answer in answers if isinstance(answer, Entry)]
    refusals = [answer for answer in answers if isinstance(answer, ValidationError)]
    assert (len(made), len(refusals)) == (1, 3), answers
    assert {refusal.error_list[0].code for refusal in refusals} == {"entered"}
    assert (Entry.objects.count(), EntryMember.objects.count()) == (1, 2)


def test_a_double_press_enters_one_pair_and_one_new_person(hall: tuple[Club, dict[str, Person]]) -> None:
    club, people = hall
    tournament = evening_of(club)
    before = Person.objects.count()
    persons = [people["Aquilone Marisa"], Name("Lavanda", "Ada")]
    answers = at_once(*[lambda: add_entry(tournament=tournament, persons=persons, by=None)] * 4)
    assert len({answer.pk for answer in answers if isinstance(answer, Entry)}) == 1, answers
    assert all(isinstance(answer, Entry) for answer in answers)
    assert Person.objects.count() == before + 1
    assert Act.objects.filter(verb=Act.Verb.ENTER).count() == 1


def test_the_last_place_is_given_once(hall: tuple[Club, dict[str, Person]]) -> None:
    club, people = hall
    tournament = evening_of(club, capacity=2)
    everybody = list(people.values())
    at_once(
        *(
            lambda person=person: add_entry(tournament=tournament, persons=[person], by=None)
            for person in everybody[:5]
        )
    )
    states = sorted(Entry.objects.values_list("state", flat=True))
    assert states == [Entry.State.ENTERED] * 2 + [Entry.State.WAITING] * 3
    assert sorted(Entry.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    entered = Entry.objects.filter(state=Entry.State.ENTERED).first()
    Entry.objects.filter(pk=entered.pk).update(state=Entry.State.CANCELLED)  # type: ignore[union-attr]
    waiting = list(Entry.objects.filter(state=Entry.State.WAITING))
    answers = at_once(*(lambda entry=entry: promote_entry(entry=entry, by=None) for entry in waiting))
    assert sum(isinstance(answer, Entry) for answer in answers) == 1, answers
    assert Entry.objects.filter(state=Entry.State.ENTERED).count() == 2


def test_the_same_list_confirmed_twice_at_once_is_entered_once(hall: tuple[Club, dict[str, Person]]) -> None:
    club, _people = hall
    tournament = evening_of(club)
    lines = read_lines("\n".join(f"Q{n} - R{n}" for n in range(40)), individual=False)
    answers = at_once(*[lambda: enter_list(tournament=tournament, lines=lines, answers={}, by=None)] * 3)
    assert sorted(len(answer.numbers) for answer in answers) == [0, 0, 40]  # type: ignore[attr-defined]
    assert Entry.objects.count() == 40
    assert Person.objects.filter(last_name__startswith="Q").count() == 40


def test_a_pair_marked_while_the_check_in_closes_is_present_or_refused(
    hall: tuple[Club, dict[str, Person]],
) -> None:
    club, people = hall
    tournament = evening_of(club)
    persons = [people["Aquilone Marisa"], people["Brigantino Ugo"]]
    entry = add_entry(tournament=tournament, persons=persons, by=None)
    open_check_in(tournament=tournament, by=None)
    marked, closed = at_once(
        lambda: set_present(entry=entry, present=True, by=None),
        lambda: close_check_in(tournament=tournament, by=None),
    )
    state = Entry.objects.get(pk=entry.pk).state
    assert not isinstance(closed, Exception), closed
    assert state == (Entry.State.PRESENT if isinstance(marked, Entry) else Entry.State.CANCELLED)
