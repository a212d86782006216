"""A team is entered with its name and from four to six players, and is present with at least four."""

from collections.abc import Sequence

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models.people import Person
from tests.bad_input import assert_survives, rows_of
from tests.cast import Cast
from tests.evenings import make_evening, the_round
from tests.facts import facts_of
from tournaments import draws
from tournaments.check_in import set_present
from tournaments.entries import (
    add_entry,
    cancel_entry,
    change_members,
    join_singles,
    place_entry,
    reinstate_entry,
)
from tournaments.entry_lists import enter_list
from tournaments.events import change_tournament, plans_of
from tournaments.likeness import Name
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.names import entry_names
from tournaments.papers.offers import offers
from tournaments.programmes import PhasePlan
from tournaments.roster import entry_of, roster
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db
NAMES = [Name("Aquilone", "Ada"), Name("Brigantino", "Ugo"), Name("Calamaio", "Olga"), Name("Dado", "Ivo")]
MORE = [Name("Elmo", "Pia"), Name("Faro", "Leo"), Name("Gru", "Lia")]
FIELDS = ("first", "second", "third", "fourth", "fifth", "sixth")


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    return make_evening(cast.club, entries=2, programme="teams-danish")


def add(evening: Tournament, persons: Sequence[Name] = NAMES, name: str = "Aquile") -> Entry:
    return add_entry(tournament=evening, persons=persons, by=None, name=name)


def typed(persons: Sequence[Name], name: str = "Aquile") -> dict[str, str]:
    return {"name": name} | dict(zip(FIELDS, map(str, persons), strict=False))


def test_a_team_is_called_by_its_name(evening: Tournament) -> None:
    entry = add(evening, [*NAMES, MORE[0]])
    assert entry_names(evening)[entry.pk].full == ("Aquile",)
    line = entry_of(evening, entry.pk)[1]
    assert line.names == "Aquile: Aquilone Ada – Brigantino Ugo – Calamaio Olga – Dado Ivo – Elmo Pia"
    assert not line.is_alone
    assert [one.number for one in roster(evening, "aqui")] == [entry.number]


@pytest.mark.parametrize("persons", [NAMES[:3], [*NAMES, *MORE]])
def test_four_to_six_players_make_a_team(evening: Tournament, persons: list[Name]) -> None:
    with pytest.raises(ValidationError, match="A team has from 4 to 6 players"):
        add(evening, persons)
    assert not Person.objects.filter(last_name="Aquilone").exists()


def test_a_team_needs_a_name_of_its_own(evening: Tournament) -> None:
    with pytest.raises(ValidationError, match="Write what the team is called"):
        add(evening, name="  ")
    with pytest.raises(ValidationError, match="Another team has this name already"):
        add(evening, name="Squadra 1")
    with pytest.raises(ValidationError, match="Another team has this name already"):
        add(evening, name="SQUADRA 1")
    entry = add(evening)
    cancel_entry(entry=entry, by=None)
    other = add(evening, [Name(f"{who.last}bis", who.first) for who in NAMES])
    assert other.name == "Aquile"
    with pytest.raises(ValidationError, match="Another team has this name already"):
        reinstate_entry(entry=entry, by=None)


def test_nobody_stands_twice_in_a_team_or_in_two(evening: Tournament) -> None:
    with pytest.raises(ValidationError, match="stands twice in the team"):
        add(evening, [*NAMES, NAMES[1]])
    add(evening)
    persons = [Person.objects.get(last_name="Aquilone"), *MORE]
    with pytest.raises(ValidationError, match="Aquilone Ada is already entered"):
        add_entry(tournament=evening, persons=persons, by=None, name="Falchi")


def test_the_same_team_twice_is_one_entry(evening: Tournament) -> None:
    entry = add(evening)
    people = [member.person for member in entry.members.order_by("position")]
    again = add_entry(tournament=evening, persons=people, by=None, name="Aquile")
    assert again == entry


def test_a_team_changes_name_and_players_and_both_come_back(evening: Tournament) -> None:
    entry = add(evening)
    before = facts_of(evening)
    people = [member.person for member in entry.members.order_by("position")]
    change_members(entry=entry, persons=[*people[:3], *MORE[:2]], by=None, name="Falchi")
    entry.refresh_from_db()
    assert entry.name == "Falchi"
    assert entry.members.filter(is_current=True).count() == 5
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_fewer_than_four_are_not_present(evening: Tournament) -> None:
    entry = add(evening)
    EntryMember.objects.filter(entry=entry, position=4).update(is_current=False, to_round=0)
    with pytest.raises(ValidationError, match="A team plays with at least 4"):
        set_present(entry=entry, present=True, by=None)


def test_the_desk_enters_a_team(secretary: Client, evening: Tournament) -> None:
    url = reverse("tournaments:entry_add", args=[evening.pk])
    page = secretary.get(url).content.decode()
    assert "Add a team" in page
    for label in ("Name of the team", "Pair 1, first player", "Second reserve"):
        assert label in page
    assert secretary.post(url, typed([*NAMES, MORE[0]])).status_code == 302
    entry = Entry.objects.get(tournament=evening, name="Aquile")
    assert [str(member.person) for member in entry.members.order_by("position")] == [
        str(name) for name in (*NAMES, MORE[0])
    ]
    check_in = secretary.get(reverse("tournaments:check_in", args=[evening.pk])).content.decode()
    assert "Aquile: Aquilone Ada" in check_in
    presence = reverse("tournaments:entry_presence", args=[evening.pk, entry.pk])
    secretary.post(presence, {"present": "1"})
    entry.refresh_from_db()
    assert entry.state == Entry.State.PRESENT


def test_the_desk_says_what_is_missing(secretary: Client, evening: Tournament) -> None:
    url = reverse("tournaments:entry_add", args=[evening.pk])
    for name in ("name", "fourth"):
        page = secretary.post(url, {**typed(NAMES), name: ""}).content.decode()
        assert "This field is required." in page
    page = secretary.post(url, typed([*NAMES, NAMES[0]])).content.decode()
    assert "This person stands twice in the team." in page
    assert not Entry.objects.filter(name="Aquile").exists()


def test_names_are_offered_for_every_player(secretary: Client, evening: Tournament) -> None:
    person = Person.objects.create(club=evening.club, last_name="Zibibbo", first_name="Flora")
    url = reverse("tournaments:entry_people", args=[evening.pk])
    for field in FIELDS:
        assert str(person) in secretary.get(url, {field: "Zibi"}).content.decode()


def test_the_desk_changes_a_team(secretary: Client, evening: Tournament) -> None:
    entry = add(evening)
    page = secretary.get(reverse("tournaments:entry", args=[evening.pk, entry.pk])).content.decode()
    assert 'value="Aquile"' in page
    url = reverse("tournaments:entry_change", args=[evening.pk, entry.pk])
    assert secretary.post(url, typed([*NAMES, MORE[1]], "Falchi")).status_code == 302
    entry.refresh_from_db()
    assert (entry.name, entry.members.filter(is_current=True).count()) == ("Falchi", 5)


def test_what_teams_cannot_do_is_refused(secretary: Client, evening: Tournament) -> None:
    first, second = evening.entries.order_by("number")
    with pytest.raises(ValidationError, match="A team sits at more tables than one and keeps none"):
        place_entry(entry=first, club_name="", family="", fixed_table=3, by=None)
    with pytest.raises(ValidationError, match="enter the teams one by one"):
        enter_list(tournament=evening, lines=[], answers={}, by=None)
    with pytest.raises(ValidationError, match="Only two players who are both alone"):
        join_singles(entry=first, other=second, by=None)
    with pytest.raises(ValidationError, match="Teams are not seated by hand"):
        draws.seat_by_hand(round=the_round(evening, 1), seatings=[], by=None)
    paste = reverse("tournaments:entries_paste", args=[evening.pk])
    assert "enter the teams one by one" in secretary.get(paste).content.decode()
    for name in ("director", "entries"):
        assert paste not in secretary.get(reverse(f"tournaments:{name}", args=[evening.pk])).content.decode()
    for name in ("entries_paste", "entries_import"):
        sent = {"text": "Lavanda Ada - Merletto Olga", "order": "surname"}
        page = secretary.post(reverse(f"tournaments:{name}", args=[evening.pk]), sent).content.decode()
        assert "enter the teams one by one" in page
    assert "Guide cards are for pairs" in offers(evening)["guide_cards"].why


def test_teams_are_drawn_by_movements_of_pairs(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=0, programme="teams-danish")
    facts = {"name": evening.name}
    for movement in ("manual", "individual"):
        phases = [PhasePlan(movement, 2, vp_table="teams")]
        with pytest.raises(ValidationError):
            change_tournament(tournament=evening, facts=facts, phases=phases, by=None)
    change_tournament(
        tournament=evening, facts=facts, phases=[PhasePlan("howell", 2, vp_table="teams")], by=None
    )
    assert [plan.movement for plan in plans_of(evening)] == ["howell"]


def test_the_form_of_a_team_survives_bad_input(secretary: Client, evening: Tournament) -> None:
    def counts() -> dict[str, int]:
        return rows_of(Person, Entry, EntryMember, Act)

    url = reverse("tournaments:entry_add", args=[evening.pk])
    assert_survives(secretary, url, typed([*NAMES, *MORE[:2]]), counts, n=80)


def test_a_team_is_not_asked_for_a_table_of_its_own(secretary: Client, evening: Tournament) -> None:
    entry = add(evening)
    page = reverse("tournaments:entry", args=[evening.pk, entry.pk])
    shown = secretary.get(page).content.decode()
    assert "Kept apart" in shown
    assert "fixed_table" not in shown
    sent = {"club_name": "Circolo accanto", "family": ""}
    secretary.post(reverse("tournaments:entry_place", args=[evening.pk, entry.pk]), sent)
    entry.refresh_from_db()
    assert (entry.club_name, entry.fixed_table) == ("Circolo accanto", None)
