"""Evenings for tests, made by the program's own verbs: entries present, rounds drawn, legal hands."""

import datetime
import random

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.users import User
from scoring.hands import Hand, HandScore, Layer, resolve
from scoring.samples import random_hand, random_match
from scoring.small_tables import CHANGING
from tests.replayed import replayed
from tournaments import draws, rounds
from tournaments.events import create_tournament
from tournaments.formats import match_format, regulations_of
from tournaments.hands import NumberedHand
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.programmes import PROGRAMMES, Programme
from tournaments.scores import record_match

A_THURSDAY = datetime.datetime(2026, 11, 26, 20, 45, tzinfo=datetime.UTC)


@replayed
def make_evening(
    club: Club,
    *,
    by: User | None = None,
    entries: int = 8,
    programme: str | Programme = "3m1d",
    published: bool = True,
    objection_minutes: int = 0,
) -> Tournament:
    """An evening at its check-in with everybody present: persons "P001 …" and entries 1, 2, 3 …

    Without `objection_minutes` its provisional standings can be declared final at once.
    """
    plan = PROGRAMMES[programme] if isinstance(programme, str) else programme
    facts = {
        "name": f"Torneo di prova {Tournament.objects.count() + 1}",
        "starts_at": A_THURSDAY,
        "entry_kind": plan.entry_kind,
        "team_pairs": plan.team_pairs,
        "regulations": plan.regulations,
        "objection_minutes": objection_minutes,
    }
    tournament = create_tournament(club=club, facts=facts, phases=plan.phases, by=by)
    tournament.state = Tournament.State.CHECK_IN
    tournament.published_at = A_THURSDAY if published else None
    tournament.save()
    size = 2 * tournament.team_pairs if tournament.is_teams else 1 if tournament.is_individual else 2
    known = Person.objects.filter(club=club).count()
    people = Person.objects.bulk_create(
        Person(club=club, last_name=f"P{known + number:03}", first_name="Prova")
        for number in range(1, entries * size + 1)
    )
    made = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            state=Entry.State.PRESENT,
            name=f"Squadra {number}" if tournament.is_teams else "",
        )
        for number in range(1, entries + 1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(
            entry=made[index // size], tournament=tournament, person=person, position=index % size + 1
        )
        for index, person in enumerate(people)
    )
    return tournament


def the_round(tournament: Tournament, number: int) -> Round:
    found = tournament.rounds.select_related("phase").get(number=number)
    found.tournament = found.phase.tournament = tournament
    return found


@replayed
def open_round(tournament: Tournament, number: int, *, by: User | None = None, seed: int = 1) -> Round:
    """Draw, confirm, announce and start a round."""
    draws.draw_round(round=the_round(tournament, number), by=by, seed=seed)
    for verb in (rounds.confirm, rounds.announce, rounds.start):
        verb(round=the_round(tournament, number), by=by)
    return the_round(tournament, number)


def record_random(match: Match, rng: random.Random, *, by: User | None = None) -> None:
    """Write a legal score of the whole match, base and points of every hand."""
    phase = match.round.phase
    rules = regulations_of(phase.tournament)
    if match.players in CHANGING:
        hands = players_hands(rng, match)
    else:
        drawn = random_match(rng, rules, match_format(phase), Layer.QUICK)
        hands = [NumberedHand(number, hand) for number, hand in enumerate(drawn, 1)]
    record_match(
        match=match,
        hands=hands,
        by=by,
        seen_version=match.version,
        confirmed={"V13", "V18"},
    )


def players_hands(rng: random.Random, match: Match) -> list[NumberedHand]:
    """Legal hands of a table of three or five, in each of which somebody plays alone."""
    rules = regulations_of(match.round.phase.tournament)
    hands: list[NumberedHand] = []
    while len(hands) < (match.round.phase.hands or 0):
        hand = random_hand(rng, rules, layer=Layer.DETAIL, players=match.players)
        if not hand.sides[0].missed:  # who plays alone has taken a pozzetto
            typed = Hand(
                tuple(HandScore(base=each.base, points=each.points) for each in resolve(hand, rules))
            )
            alone = rng.randint(1, match.players)
            hands.append(NumberedHand(len(hands) + 1, typed, players=match.players, alone=alone))
    return hands


@replayed
def play_round(tournament: Tournament, number: int, rng: random.Random, *, by: User | None = None) -> Round:
    """Open a round, score every table, close it."""
    round_ = open_round(tournament, number, by=by, seed=rng.randrange(1, 2**31))
    for match in round_.matches.active().select_related("round__phase__tournament"):
        record_random(match, rng, by=by)
    return rounds.close(round=the_round(tournament, number), by=by)


def four_playing(club: Club) -> Round:
    """Round 1 of an evening of four pairs, four hands, being played."""
    return open_round(make_evening(club, entries=4, programme="2m2d"), 1)


def play_evening(tournament: Tournament, rng: random.Random, *, by: User | None = None) -> Tournament:
    """Play every round of the evening."""
    for number in tournament.rounds.values_list("number", flat=True).order_by("number"):
        play_round(tournament, number, rng, by=by)
    tournament.refresh_from_db()
    return tournament
