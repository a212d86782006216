"""Opening, marking who is here, closing, opening again."""

import pytest
from django.core.exceptions import ValidationError

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.evenings import make_evening, the_round
from tests.tournaments.entries.conftest import evening_of
from tournaments import draws
from tournaments.check_in import close_check_in, open_check_in, reopen_check_in, set_present
from tournaments.entries import add_entry, cancel_entry, reinstate_entry
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act

State = Entry.State
People = dict[str, Person]


@pytest.fixture
def pairs(tournament: Tournament, people: People) -> list[Entry]:
    """Two pairs and a player alone."""
    groups = (
        ("Aquilone Marisa", "Brigantino Ugo"),
        ("Girasole Vera", "Zibibbo Flora"),
        ("Frantoio Loris",),
    )
    return [
        add_entry(tournament=tournament, persons=[people[name] for name in group], by=None)
        for group in groups
    ]


def refused(verb: object, code: str, **facts: object) -> str:
    acts = Act.objects.count()
    with pytest.raises(ValidationError) as caught:
        verb(by=None, **facts)  # type: ignore[operator]
    assert Act.objects.count() == acts
    assert caught.value.code == code
    return " ".join(caught.value.messages)


def states(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("state", flat=True))


def test_nobody_is_present_before_the_check_in_is_open(tournament: Tournament, pairs: list[Entry]) -> None:
    assert refused(set_present, "state", entry=pairs[0], present=True) == "Open the check-in first."
    assert open_check_in(tournament=tournament, by=None).state == Tournament.State.CHECK_IN
    acts = Act.objects.count()
    open_check_in(tournament=tournament, by=None)
    assert Act.objects.count() == acts
    assert set_present(entry=pairs[0], present=True, by=None).state == State.PRESENT


def test_present_twice_is_one_line_in_the_log_and_can_be_taken_back(
    tournament: Tournament, pairs: list[Entry]
) -> None:
    open_check_in(tournament=tournament, by=None)
    set_present(entry=pairs[0], present=True, by=None)
    acts = Act.objects.count()
    set_present(entry=pairs[0], present=True, by=None)
    assert Act.objects.count() == acts
    set_present(entry=pairs[0], present=False, by=None)
    assert states(tournament) == [State.ENTERED] * 3


def test_a_player_alone_a_cancelled_and_a_waiting_entry_cannot_be_present(
    club: Club, tournament: Tournament, pairs: list[Entry], people: People
) -> None:
    open_check_in(tournament=tournament, by=None)
    assert "no partner yet" in refused(set_present, "alone", entry=pairs[2], present=True)
    cancel_entry(entry=pairs[1], by=None)
    assert "take it back" in refused(set_present, "state", entry=pairs[1], present=True)
    full = evening_of(club, capacity=2)
    three = [add_entry(tournament=full, persons=[person], by=None) for person in list(people.values())[:3]]
    open_check_in(tournament=full, by=None)
    assert "waiting list" in refused(set_present, "state", entry=three[2], present=True)


def test_closing_says_what_absence_means_and_keeps_the_numbers(
    tournament: Tournament, pairs: list[Entry]
) -> None:
    open_check_in(tournament=tournament, by=None)
    set_present(entry=pairs[1], present=True, by=None)
    assert "now 2 entries are not present" in refused(
        close_check_in, "changed", tournament=tournament, absent_seen=1
    )
    closed = close_check_in(tournament=tournament, by=None, absent_seen=2)
    assert closed.check_in_closed_at is not None
    assert states(tournament) == [State.CANCELLED, State.PRESENT, State.CANCELLED]
    assert list(tournament.entries.values_list("number", flat=True)) == [1, 2, 3]
    act = Act.objects.get(verb=Act.Verb.CLOSE_CHECK_IN)
    assert act.facts["numbers"] == [1, 3]
    close_check_in(tournament=tournament, by=None, absent_seen=2)
    assert Act.objects.filter(verb=Act.Verb.CLOSE_CHECK_IN).count() == 1


def test_a_closed_check_in_opens_again_and_takes_back_who_arrives(
    tournament: Tournament, pairs: list[Entry]
) -> None:
    open_check_in(tournament=tournament, by=None)
    close_check_in(tournament=tournament, by=None)
    assert "open it again" in refused(set_present, "state", entry=pairs[0], present=True)
    assert "open it again" in refused(reinstate_entry, "state", entry=pairs[0])
    assert reopen_check_in(tournament=tournament, by=None).check_in_closed_at is None
    acts = Act.objects.count()
    reopen_check_in(tournament=tournament, by=None)
    assert Act.objects.count() == acts
    reinstate_entry(entry=pairs[0], by=None)
    set_present(entry=pairs[0], present=True, by=None)
    assert states(tournament) == [State.PRESENT, State.CANCELLED, State.CANCELLED]


def test_a_drawn_round_ends_the_check_in(club: Club) -> None:
    evening = make_evening(club)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    entry = evening.entries.first()
    for verb, facts in (
        (open_check_in, {"tournament": evening}),
        (close_check_in, {"tournament": evening}),
        (reopen_check_in, {"tournament": evening}),
        (set_present, {"entry": entry, "present": False}),
    ):
        assert "Undo its draw" in refused(verb, "state", **facts).replace("undo", "Undo")
