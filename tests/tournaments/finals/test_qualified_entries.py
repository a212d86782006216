"""Declared selections keep whom they send; and who of them is entered in the final, half of them, or not."""

import datetime

import pytest
from django.test import Client
from django.utils import translation

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import address, crushing, look
from tests.tournaments.finals.test_satellites import evening_of, final_of, finish, persons, swap_in
from tournaments.ending import declare_final
from tournaments.entries import add_entry, cancel_entry
from tournaments.forms.moves import correction_sentences
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.moves import what_it_would_move
from tournaments.qualified_entries import arrivals_for
from tournaments.reads import finals_of
from tournaments.satellites import qualification_of
from tournaments.scores import record_match
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Two = tuple[Tournament, Tournament, Tournament]


@pytest.fixture
def two(secretary: Client, cast: Cast) -> Two:
    """The final, and two satellites of two places; the second's first has a partner in the first's last."""
    final = final_of(cast)
    leads = {"qualifies_for": final, "qualifying_places": 2, "objection_minutes": 0}
    first = finish(secretary, evening_of(cast, 1, **leads), 1)
    second = finish(secretary, evening_of(cast, 2, **leads), 2)
    last = standings(first).rows[-1].entry_id
    swap_in(second, standings(second).rows[0].entry_id, min(persons(first, last)))
    return final, first, second


def lift_the_last(first: Tournament) -> Match:
    """The match of the last of the first selection."""
    last = standings(first).rows[-1].entry_id
    return Match.objects.active().get(round__tournament=first, seats__entry=last)


def correct(match: Match, entry: int) -> None:
    match = Match.objects.select_related("round__phase__tournament").get(pk=match.pk)
    facts = {"reason": "copy", "override": "as the slip says", "confirmed": [f"V{n}" for n in range(1, 40)]}
    record_match(match=match, hands=crushing(match, entry), by=None, seen_version=match.version, **facts)


def test_a_declared_selection_keeps_its_list(secretary: Client, two: Two) -> None:
    final, first, second = two
    declare_final(tournament=second, by=None, now=second.objections_until + datetime.timedelta(minutes=1))
    second.refresh_from_db()
    kept = qualification_of(second).outcome.qualified
    best = standings(second).rows[0]
    secretary.post(address("entries_qualified", final))
    match, last = lift_the_last(first), standings(first).rows[-1].entry_id
    gone = qualification_of(first).qualified
    correction = what_it_would_move(match, crushing(match, last))
    with translation.override("en"):
        said = " ".join(correction_sentences(correction))
    assert "The list for Finale di prova (from Selezione 2) was declared final and stays" in said
    assert f"By the standings would not qualify any more: {best.number} " in said
    assert "entered there already, number " in said
    correct(match, last)
    found = qualification_of(second)
    assert found.outcome.qualified == kept
    assert [each.entry_id for each in found.going] == [best.entry_id]
    assert len(found.coming) == 1
    page = look(secretary, "qualified", second)
    assert "declared final and stays as it is" in page
    strays = arrivals_for(final).strays
    assert strays
    assert {each.person_ids for each in strays} <= {each.person_ids for each in gone}
    assert "not among those who qualify by these lists" in look(secretary, "entries_qualified", final)


def test_a_list_that_is_not_declared_follows_and_is_provisional(two: Two) -> None:
    _final, first, second = two
    before = qualification_of(second)
    assert before.is_provisional
    correct(lift_the_last(first), standings(first).rows[-1].entry_id)
    assert qualification_of(second).outcome.qualified != before.outcome.qualified


def test_only_what_still_takes_entries_is_led_to(two: Two, cast: Cast) -> None:
    final, first, second = two
    playing = make_evening(cast.club, entries=4, programme="2m2d")
    Tournament.objects.filter(pk=playing.pk).update(state="playing")
    assert set(finals_of(cast.club)) == {final}
    assert playing not in finals_of(cast.club, first)
    Tournament.objects.filter(pk=final.pk).update(state="playing")
    assert set(finals_of(cast.club)) == set()
    assert set(finals_of(cast.club, second)) == {final}, "the present choice stays"


def test_half_a_pair_entered_with_another_is_not_entered(secretary: Client, two: Two, cast: Cast) -> None:
    final, first, _second = two
    who = qualification_of(first).qualified[0]
    others = standings(first).rows[-2].names
    member = EntryMember.objects.get(tournament=first, person=who.person_ids[0])
    other = EntryMember.objects.get(tournament=first, person=others.person_ids[0])
    mixed = add_entry(tournament=final, persons=[member.person, other.person], by=None)
    page = look(secretary, "entries_qualified", final)
    assert "(no. 1) has somebody of these: change that entry first" in page
    secretary.post(address("entries_qualified", final))
    answer = secretary.get(address("entries_qualified", final)).content.decode()
    assert "Everybody who qualified is entered" not in answer
    assert address("entry", final, mixed.pk) in answer
    assert final.entries.count() == 4


def test_who_cancelled_is_not_entered_again_and_the_next_comes_by_a_press(
    secretary: Client, two: Two
) -> None:
    final, first, _second = two
    secretary.post(address("entries_qualified", final))
    gone = qualification_of(first).qualified[1]
    entry = final.entries.get(members__person=gone.person_ids[0])
    cancel_entry(entry=entry, by=None)
    assert "does not come" in look(secretary, "entries_qualified", final)
    secretary.post(address("entries_qualified", final))
    assert final.entries.exclude(state="cancelled").count() == 3
    ((following,),) = [each.next for each in arrivals_for(final).found if each.next]
    ranked = [row.entry_id for row in standings(first).rows]
    assert following.names.entry_id == ranked[2]
    wrong = secretary.post(address("entries_qualified", final), {"next": ranked[5]})
    assert "not free any more" in wrong.content.decode()
    assert (
        "Nobody was entered"
        in secretary.post(address("entries_qualified", final), {"next": "x"}).content.decode()
    )
    for _press in (1, 2):
        secretary.post(address("entries_qualified", final), {"next": ranked[2]})
        assert final.entries.exclude(state="cancelled").count() == 4
    assert not any(each.next for each in arrivals_for(final).found)
    assert "for a place of who does not come" in look(secretary, "entries_qualified", final)
