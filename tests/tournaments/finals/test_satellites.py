"""Two satellites of one final: one place a person, what a correction moves, the entries of the final."""

import datetime
import random

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from tests.cast import SECRETARY, Cast
from tests.evenings import A_THURSDAY, make_evening
from tests.tournaments.finals.conftest import (
    Movement,
    address,
    crushing,
    look,
    play,
    programme,
    ties_on,
    two_hands,
)
from tournaments.ending import declare_final, publish_provisional
from tournaments.events import change_tournament, create_tournament, plans_of
from tournaments.forms.moves import correction_sentences
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Match
from tournaments.moves import what_it_would_move
from tournaments.papers.standings import content
from tournaments.satellites import qualification_of
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


def evening_of(cast: Cast, number: int, **facts: object) -> Tournament:
    """One round of eight pairs, on the day of that number."""
    evening = make_evening(cast.club, entries=8, programme=programme(two_hands(Movement.DRAWN, 1)))
    starts_at = A_THURSDAY + datetime.timedelta(days=number)
    facts = {"name": f"Selezione {number}", "starts_at": starts_at, **facts}
    return change_tournament(tournament=evening, facts=facts, phases=plans_of(evening), by=None)


def final_of(cast: Cast) -> Tournament:
    plan = programme(two_hands(Movement.SWISS, 3))
    facts = {"name": "Finale di prova", "starts_at": A_THURSDAY + datetime.timedelta(days=30)}
    return create_tournament(club=cast.club, facts=facts, phases=plan.phases, by=None)


def finish(client: Client, evening: Tournament, seed: int | None) -> Tournament:
    play(client, evening, 1, random.Random(seed) if seed is not None else None)
    publish_provisional(tournament=evening, by=None)
    return Tournament.objects.get(pk=evening.pk)


def persons(evening: Tournament, entry: int) -> set[int]:
    rows = EntryMember.objects.filter(tournament=evening, entry=entry, is_current=True)
    return set(rows.values_list("person", flat=True))


def swap_in(evening: Tournament, entry: int, person: int) -> None:
    """Put a person of another evening in the place of the second of an entry."""
    EntryMember.objects.filter(tournament=evening, entry=entry, position=2).update(person=person)


@pytest.fixture
def two(secretary: Client, cast: Cast) -> tuple[Tournament, Tournament, Tournament]:
    """The final, and two satellites of two places; who won the first has a partner in the second's first."""
    final = final_of(cast)
    leads = {"qualifies_for": final, "qualifying_places": 2}
    first = finish(secretary, evening_of(cast, 1, **leads), 1)
    second = evening_of(cast, 2, **leads)
    second = finish(secretary, second, 2)
    best = standings(first).rows[0].entry_id
    swap_in(second, standings(second).rows[0].entry_id, min(persons(first, best)))
    return final, first, second


def test_a_person_has_one_place_and_the_next_goes_up(
    secretary: Client, two: tuple[Tournament, Tournament, Tournament]
) -> None:
    _final, first, second = two
    ranked = {each.pk: [row.entry_id for row in standings(each).rows] for each in (first, second)}
    assert qualification_of(first).outcome.qualified == tuple(ranked[first.pk][:2])
    found = qualification_of(second)
    assert found.outcome.skipped == (ranked[second.pk][0],)
    assert found.outcome.qualified == tuple(ranked[second.pk][1:3])
    for page in ("qualified", "director"):
        assert "They qualify for Finale di prova" in look(secretary, page, second)
        assert "Passed over" in look(secretary, page, second)
    declare_final(tournament=second, by=None)
    secretary.logout()
    cache.clear()
    public = look(secretary, "standings", second)
    assert "They qualify for Finale di prova" in public
    assert found.names[ranked[second.pk][2]].public[0] in public.split("Passed over")[0]


def test_the_closing_paper_says_who_qualifies(two: tuple[Tournament, Tournament, Tournament]) -> None:
    _final, _first, second = two
    paper = Paper(tournament=second, kind=Paper.Kind.STANDINGS, round=second.rounds.get(number=1))
    sheets = content(paper)
    assert sheets.context["qualification"].qualified == qualification_of(second).qualified


def test_the_final_enters_the_qualified_once(
    secretary: Client, two: tuple[Tournament, Tournament, Tournament]
) -> None:
    final, first, second = two
    assert "Enter the qualified" in look(secretary, "entries", final)
    assert look(secretary, "entries_qualified", final).count("will be entered") == 4
    for _press in (1, 2):
        secretary.post(address("entries_qualified", final))
        assert final.entries.count() == 4
    wanted = [
        persons(each, entry) for each in (first, second) for entry in qualification_of(each).outcome.qualified
    ]
    assert [persons(final, entry.pk) for entry in final.entries.order_by("number")] == wanted
    assert "Everybody who qualified is entered" in look(secretary, "entries_qualified", final)


def test_a_correction_says_what_it_moves_in_the_qualification(
    two: tuple[Tournament, Tournament, Tournament],
) -> None:
    _final, first, _second = two
    before, last = qualification_of(first), standings(first).rows[-1]
    match = Match.objects.active().get(round__tournament=first, seats__entry=last.entry_id)
    correction = what_it_would_move(match, crushing(match, last.entry_id))
    moved, in_second = correction.qualifying
    assert (in_second.selection, in_second.kept) == ("Selezione 2", False)
    assert moved.event == "Finale di prova"
    assert last.entry_id in {who.entry_id for who in moved.coming}
    assert {who.entry_id for who in moved.going} <= set(before.outcome.qualified)
    with translation.override("en"):
        said = " ".join(correction_sentences(correction))
    assert f"For Finale di prova qualify now: {last.number} {' – '.join(last.names.full)}" in said
    assert "For Finale di prova do not qualify any more" in said


def test_a_tie_for_the_last_place_is_decided_on_the_page(
    secretary: Client, referee: Client, cast: Cast
) -> None:
    """All matches level: everybody stands equal, and nobody qualifies in silence."""
    evening = evening_of(cast, 1, qualifies_for_name="Finale nazionale", qualifying_places=3)
    evening = finish(secretary, evening, None)
    assert qualification_of(evening).outcome.qualified == ()
    ((phase, key),) = ties_on(secretary, evening)
    assert phase == ""
    three = key.split("-")[:3]
    referee.post(address("qualified_choose", evening), {"phase": "", "tied": key, "through": three})
    evening.refresh_from_db()
    assert qualification_of(evening).outcome.qualified == tuple(map(int, three))
    assert ties_on(secretary, evening) == []


def test_events_of_others_are_named_alike(secretary: Client, cast: Cast) -> None:
    first = evening_of(cast, 1, qualifies_for_name="Finale nazionale", qualifying_places=1)
    second = evening_of(cast, 2, qualifies_for_name="finale NAZIONALE", qualifying_places=1)
    first, second = finish(secretary, first, 1), finish(secretary, second, 2)
    winner = qualification_of(first).outcome.qualified[0]
    best = standings(second).rows[0].entry_id
    swap_in(second, best, min(persons(first, winner)))
    assert qualification_of(second).outcome.skipped == (best,)


def test_the_public_page_follows_the_earlier_selection(client: Client, secretary: Client, cast: Cast) -> None:
    """A later satellite is out first; then who wins the earlier one turns out to be in both."""
    first = evening_of(cast, 1, qualifies_for_name="Finale nazionale", qualifying_places=1)
    second = evening_of(cast, 2, qualifies_for_name="Finale nazionale", qualifying_places=1)
    second = finish(secretary, second, 2)
    best = qualification_of(second).outcome.qualified[0]
    declare_final(tournament=second, by=None)
    client.logout()
    page = client.get(address("standings", second))
    words = page.content.decode()
    assert first.name not in words, "nothing of a tournament that is not out"
    assert "Another selection comes before this one" in words
    play_as(cast, client, first)
    winner = qualification_of(Tournament.objects.get(pk=first.pk)).outcome.qualified[0]
    swap_in(Tournament.objects.get(pk=second.pk), best, min(persons(first, winner)))
    again = client.get(address("standings", second), headers={"if-none-match": page["ETag"]})
    assert again.status_code == 200
    assert "Passed over" in again.content.decode()


def play_as(cast: Cast, client: Client, evening: Tournament) -> None:
    """The secretary plays and ends the evening, then leaves."""
    client.force_login(cast.users[SECRETARY])
    finish(client, evening, 1)
    client.logout()
    client.cookies["django_language"] = "en"


def test_what_cannot_be_a_satellite_is_refused(cast: Cast) -> None:
    evening, final = evening_of(cast, 1), final_of(cast)
    for facts in (
        {"qualifies_for": final},
        {"qualifying_places": 2},
        {"qualifies_for": evening, "qualifying_places": 2},
        {"qualifies_for": final, "qualifies_for_name": "Altra", "qualifying_places": 2},
    ):
        with pytest.raises(ValidationError):
            change_tournament(tournament=evening, facts=facts, phases=plans_of(evening), by=None)
