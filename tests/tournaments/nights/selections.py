"""Selections for another event: an earlier one that is over, tonight's, and the event that both lead to."""

import datetime
import json
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tests.cast import Cast
from tests.evenings import A_THURSDAY, make_evening, play_round
from tests.tournaments.nights.programmes import PLANS, Plan
from tests.tournaments.nights.recount import recount
from tests.tournaments.nights.rows import Picture, own, picture
from tournaments.ending import declare_final, publish_provisional
from tournaments.events import create_tournament
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.programmes import PAIRS
from tournaments.satellites import qualification_of

PLACES = 2
Persons = frozenset[int]


@dataclass(frozen=True, slots=True)
class Chosen:
    """Whom a selection sends (keys of entries), whom it passes over, and who stand equal at the cut."""

    through: tuple[int, ...] = ()
    skipped: frozenset[int] = frozenset()
    tied: frozenset[int] = frozenset()


@dataclass(slots=True)
class Event:
    """The event, and who has a place in it from the earlier selection: pairs of persons, best first."""

    pk: int
    earlier: tuple[Persons, ...]
    persons: Persons = field(init=False)

    def __post_init__(self) -> None:
        self.persons = frozenset(person for pair in self.earlier for person in pair)


def may_lead_on(plan: Plan) -> bool:
    """Pairs whose places are those of their scores."""
    phases = plan.programme.phases
    is_plain = all(each.movement != "knockout" and not each.qualify_each for each in phases)
    return plan.programme.entry_kind == PAIRS and is_plain


def lead_on(cast: Cast, tonight: Tournament, seed: int) -> Event:
    """Make the event and an earlier selection that is over; some of its players play tonight too."""
    plan = PLANS["drawn"].programme
    starts_at = A_THURSDAY + datetime.timedelta(days=30)
    facts = {"name": "Finale di prova", "starts_at": starts_at, "entry_kind": PAIRS}
    event = create_tournament(club=cast.club, facts=facts, phases=plan.phases, by=None)
    earlier = make_evening(cast.club, entries=4, programme=PLANS["selection"].programme)
    leads = {"qualifies_for": event, "qualifying_places": PLACES}
    before = A_THURSDAY - datetime.timedelta(days=7)
    Tournament.objects.filter(pk=earlier.pk).update(starts_at=before, **leads)
    Tournament.objects.filter(pk=tonight.pk).update(**leads)
    earlier = Tournament.objects.get(pk=earlier.pk)
    play_round(earlier, 1, random.Random(seed))
    publish_provisional(tournament=earlier, by=None)
    declare_final(tournament=earlier, by=None)
    taken = own(picture(), earlier.pk)
    through = [persons_of(taken, entry) for entry in chosen(taken).through]
    known = sorted({row["person_id"] for row in taken["member"].values()})
    for number, person in zip((1, 2, 3), random.Random(seed).sample(known, 3), strict=True):
        EntryMember.objects.filter(tournament=tonight, entry__number=number, position=2).update(person=person)
    return Event(event.pk, tuple(through))


def persons_of(taken: Picture, entry: int) -> Persons:
    return frozenset(row["person_id"] for row in taken.where("member", entry_id=entry, is_current=True))


def chosen(taken: Picture, elsewhere: Collection[int] = ()) -> Chosen:
    """The first by the recount, one place a person: who has somebody with a place `elsewhere` is passed over,
    and of those who stand equal at the cut nobody goes on until the referee has said who."""
    lines = recount(taken).lines
    ranked = sorted((line.place, key) for key, line in lines.items())
    playing = [(place, key) for place, key in ranked if taken["entry"][key]["state"] != "withdrawn"]
    evening = next(iter(taken["tournament"].values()))
    decided = {
        frozenset(each["tied"]): each["through"] for each in json.loads(evening["cut"]).get("decisions", ())
    }
    through: list[int] = []
    skipped: set[int] = set()
    for _place, block in groupby(playing, key=lambda each: each[0]):
        free = PLACES - len(through)
        if not free:
            break
        keys = [key for _same, key in block]
        skipped |= {key for key in keys if not persons_of(taken, key).isdisjoint(elsewhere)}
        open_ = frozenset(keys) - skipped
        if len(open_) > free and open_ not in decided:
            return Chosen(tuple(through), frozenset(skipped), open_)
        through += decided[open_] if len(open_) > free else sorted(open_)
    return Chosen(tuple(through), frozenset(skipped))


def selection_stands(taken: Picture, tonight: int, event: Event) -> None:
    """Whom tonight sends, once its standings are out, as the program says and as counted again."""
    found = qualification_of(Tournament.objects.get(pk=tonight))
    assert found is not None
    outcome, expected = found.outcome, chosen(taken, event.persons)
    assert set(outcome.qualified) == set(expected.through), f"{outcome} instead of {expected}"
    assert frozenset(outcome.skipped) == expected.skipped, f"{outcome} instead of {expected}"
    tied = frozenset(outcome.tie.entries) if outcome.tie is not None else frozenset()
    assert tied == expected.tied, f"{outcome} instead of {expected}"


def entered(taken: Picture, *, cancelled: bool = False) -> list[Persons]:
    """The pairs of the event, or those that have cancelled."""
    return [
        frozenset(row["person_id"] for row in taken.where("member", entry_id=key))
        for key, row in sorted(taken["entry"].items())
        if (row["state"] == "cancelled") is cancelled
    ]


def to_be_entered(taken: Picture, qualified: Sequence[Persons]) -> list[Persons]:
    """Who of those who qualified is entered by one press: of whom nobody is entered, and who has not
    cancelled; one place a person."""
    booked = {person for pair in entered(taken) for person in pair}
    gone, wanted = entered(taken, cancelled=True), list[Persons]()
    for pair in qualified:
        if pair.isdisjoint(booked) and pair not in gone:
            wanted.append(pair)
            booked |= pair
    return wanted


def one_place_a_person(taken: Picture) -> None:
    people = [person for pair in entered(taken) for person in pair]
    assert len(people) == len(set(people)), f"{sorted(people)} are entered"
