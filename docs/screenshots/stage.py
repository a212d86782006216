"""What there is to see, written by the program's own verbs: the demonstration, then evenings in each state.

Runs inside `manage.py shell` of the pictures' installation, and says the keys of what it made.
"""

import datetime
import json
import random
import sys
from collections.abc import Sequence

from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from clubs.board import open_mandate
from clubs.corrections import correct_line
from clubs.invitations import invite, token_of, withdraw
from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.people import Membership, Person
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from clubs.people import link_account
from docs.screenshots.clock import NOW, Ticking
from scoring.hands import Layer
from scoring.regulations import PRESETS, changed
from scoring.samples import random_match
from tests.evenings import open_round, play_round, record_random, the_round
from tournaments import draws
from tournaments.check_in import close_check_in, open_check_in, set_present
from tournaments.entries import add_entry, cancel_entry
from tournaments.events import create_tournament, publish
from tournaments.formats import match_format, regulations_of
from tournaments.hands import NumberedHand
from tournaments.management import demo_data
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import CODE_ALPHABET, Match
from tournaments.papers import jobs
from tournaments.penalties import give_penalty, revoke_penalty
from tournaments.programmes import PROGRAMMES
from tournaments.regulations import add_copy
from tournaments.scores import record_match, swap_lines

Facts = dict[str, str | int]
SEED = 2005
SURE = {"V13", "V18"}  # unlikely, and confirmed


def _say(facts: Facts) -> None:
    sys.stdout.write(f"\n{json.dumps(facts)}\n")


def _fix_codes() -> None:
    """Codes of matches are drawn by lot; in the pictures each match has the same in every run."""
    for match in Match.objects.all():
        rng = random.Random(match.pk)  # noqa: S311 - no secret
        match.code = "".join(rng.choice(CODE_ALPHABET) for _unused in range(8))
        match.save(update_fields=["code"])


def _secretary() -> User:
    return User.objects.get(email=demo_data.LOGINS[0].email)


def _referee() -> User:
    return User.objects.get(email="arbitro@demo.example")


def _match(tournament: Tournament, number: int, table: int) -> Match:
    found = the_round(tournament, number).matches.active().select_related("round__phase__tournament")
    return found.get(table_number=table)


def demonstration() -> None:
    """An empty database, then the demonstration as everybody meets it."""
    timezone.now = Ticking(NOW - datetime.timedelta(minutes=10))
    call_command("migrate", verbosity=0, interactive=False)
    club = demo_data.load(NOW)
    last, tonight, coming, winter, *_others = Tournament.objects.order_by("pk")
    pair = tonight.entries.get(number=7)
    _fix_codes()
    person = Person.objects.get(club=club, last_name="Calamaio", first_name="Norma")
    _say(
        {
            "club": club.slug,
            "last": last.pk,
            "tonight": tonight.pk,
            "coming": coming.pk,
            "winter": winter.pk,
            "pair": pair.number,
            "entry": coming.entries.get(number=5).pk,
            "playing-entry": pair.pk,
            "person": person.pk,
            "member": 12,
            "line": Membership.objects.get(club=club, number=12).pk,
            "mandate": Mandate.objects.get(club=club).pk,
            "seat": BoardSeat.objects.get(office=BoardSeat.Office.TREASURER).pk,
            "role": Role.objects.get(club=club, kind=RoleKind.SCORER).pk,
            "missing": _match(tonight, 2, 7).pk,
            "missing-code": _match(tonight, 2, 7).code,
            "scored": _match(tonight, 2, 5).pk,
            "scored-code": _match(tonight, 2, 5).code,
            "closed": _match(tonight, 1, 3).pk,
            "final": _match(last, 1, 3).pk,
        }
    )


def states() -> None:
    """Everything that the demonstration does not have, in its club."""
    timezone.now = Ticking(NOW - datetime.timedelta(minutes=5))
    rng = random.Random(SEED)  # noqa: S311 - the same in every run
    with transaction.atomic():
        club, by = Club.objects.get(), _secretary()
        people = {str(person): person for person in Person.objects.filter(club=club)}
        facts = _corrections(club, by, rng) | _rights(club, by) | _books(club, by)
        facts |= _pairs(club, people, by, rng) | _waiting(club, people, by)
        facts |= _singles(club, people, by, rng)
        _fix_codes()
    _say(facts)


def _evening(
    club: Club, by: User, name: str, *, programme: str, days: int, capacity: int | None = None
) -> Tournament:
    """An evening some days from tonight, that only the staff sees."""
    plan = PROGRAMMES[programme]
    facts = {
        "name": name,
        "starts_at": demo_data.at_a_quarter_to_nine(timezone.localtime(NOW), days),
        "entry_kind": plan.entry_kind,
        "regulations": plan.regulations,
        "capacity": capacity,
    }
    return create_tournament(club=club, facts=facts, phases=plan.phases, by=by)


def _let_in(tournament: Tournament, people: dict[str, Person], entries: Sequence[str], by: User) -> None:
    """Publish the evening, enter everybody ("Surname Name/Surname Name"), close the check-in."""
    publish(tournament=tournament, by=by)
    entered = [
        add_entry(
            tournament=tournament,
            persons=[people[name] for name in names.split("/")],
            by=by,
            name=f"Squadra {number}" if tournament.is_teams else "",
        )
        for number, names in enumerate(entries, 1)
    ]
    open_check_in(tournament=tournament, by=by)
    for entry in entered:
        set_present(entry=entry, present=True, by=by)
    close_check_in(tournament=tournament, by=by)


def _corrections(club: Club, by: User, rng: random.Random) -> Facts:
    """Tonight: a score that was corrected twice, penalties, papers that are being made and that failed."""
    tonight = Tournament.objects.get(name="Torneo della sera")
    swap_lines(match=_match(tonight, 1, 3), by=_referee(), seen_version=1, device="Firefox")
    match = _match(tonight, 1, 3)
    hands = random_match(rng, regulations_of(tonight), match_format(match.round.phase), Layer.QUICK)
    record_match(
        match=match,
        hands=[NumberedHand(number, hand) for number, hand in enumerate(hands, 1)],
        by=_referee(),
        seen_version=2,
        reason="copy",
        note="smazzata 3 riletta con le due linee",
        confirmed=SURE,
        device="Firefox",
    )
    late, shown = (Entry.objects.get(tournament=tonight, number=number) for number in (5, 11))
    give_penalty(
        entry=late, round=the_round(tonight, 1), vp=-2, reason="arrivati con dieci minuti di ritardo", by=by
    )
    taken = give_penalty(
        entry=shown, round=the_round(tonight, 1), mp=-100, reason="carte mostrate al compagno", by=by
    )
    revoke_penalty(penalty=taken, by=by)
    making = _paper(tonight, Paper.Kind.SEATS_BY_NAME, by)
    Paper.objects.filter(pk=making.pk).update(
        state=Paper.State.RUNNING, beat_at=NOW, attempts=1, done=4, total=11
    )
    broken = _paper(tonight, Paper.Kind.STANDINGS, by, board=True, names="full")
    Paper.objects.filter(pk=broken.pk).update(state=Paper.State.FAILED, attempts=3, error="crashed")
    figures = changed(PRESETS["fibur-2026"], closing=150)
    copy = add_copy(club=club, name="Del giovedì", based_on="fibur-2026", regulations=figures, by=by)
    return {"copy": copy.pk, "making": making.pk, "broken": broken.pk}


def _paper(tournament: Tournament, kind: Paper.Kind, by: User, **options: object) -> Paper:
    round_ = tournament.rounds.get(number=2)
    return jobs.ask(tournament=tournament, kind=kind, by=by, language="it", round=round_, options=options)


def _rights(club: Club, by: User) -> Facts:
    """Invitations in each state, a person with an account, accounts that cannot log in as others do."""
    nine_days = datetime.timedelta(days=9)
    fresh = invite(club=club, email="viola@prova.example", kind=RoleKind.SCORER, by=by, at=NOW)
    known = invite(club=club, email="tesoriere@demo.example", kind=RoleKind.REFEREE, by=by, at=NOW)
    old = invite(club=club, email="dalia@prova.example", kind=RoleKind.TREASURER, by=by, at=NOW - nine_days)
    gone = invite(club=club, email="iris@prova.example", kind=RoleKind.SCORER, by=by, at=NOW)
    withdraw(invitation=gone, by=by, at=NOW)
    scorer = User.objects.get(email="punteggi@demo.example")
    person = Person.objects.get(club=club, last_name="Lavanda")
    link_account(person=person, user=scorer, by=by, on=timezone.localdate())
    User.objects.create_user("senza@prova.example", None)
    tokens = {"invited": fresh, "invited-known": known, "invited-late": old, "invited-gone": gone}
    return {name: token_of(invitation) for name, invitation in tokens.items()}


def _books(club: Club, by: User) -> Facts:
    """A mandate of the past, a line of the book that was corrected, a person who is no member yet."""
    open_mandate(club=club, starts_on=datetime.date(2022, 9, 1), ends_on=datetime.date(2025, 8, 31))
    line = Membership.objects.get(club=club, number=12)
    correct_line(
        line=line,
        number=12,
        category=line.category,
        admitted_on=line.admitted_on + datetime.timedelta(days=1),
        why="la data era quella della domanda",
        by=by,
    )
    guest = Person(club=club, last_name="Nocino", first_name="Alba")
    guest.full_clean()
    guest.save()
    return {"guest": guest.pk}


def _pairs(club: Club, people: dict[str, Person], by: User, rng: random.Random) -> Facts:
    """Thirteen pairs before the last round's draw is confirmed, a draw that a correction overtook, a last
    round that is closed, a Danish round whose last table plays, and an evening whose check-in is open."""
    draft = _evening(club, by, "Torneo dei tredici", programme="2m2d", days=0)
    _let_in(draft, people, list(demo_data.PAIRS[:13]), by)
    for number in (1, 2, 3):
        play_round(draft, number, rng, by=by)
    draws.draw_round(round=the_round(draft, 4), by=by, seed=SEED)
    late = _evening(club, by, "Torneo delle otto", programme="2m2d", days=-1)
    _let_in(late, people, list(demo_data.PAIRS[:8]), by)
    for number in (1, 2):
        play_round(late, number, rng, by=by)
    draws.draw_round(round=the_round(late, 3), by=by, seed=SEED)
    swap_lines(match=_match(late, 2, 1), by=_referee(), seen_version=1)
    ended = _evening(club, by, "Torneo della domenica", programme="4m", days=-4)
    _let_in(ended, people, list(demo_data.PAIRS[:8]), by)
    for number in (1, 2, 3, 4):
        play_round(ended, number, rng, by=by)
    danish = _evening(club, by, "Danese del venerdì", programme="4d", days=-3)
    _let_in(danish, people, list(demo_data.PAIRS[:10]), by)
    play_round(danish, 1, rng, by=by)
    playing = open_round(danish, 2, by=by, seed=SEED)
    for match in playing.matches.active().select_related("round__phase__tournament").exclude(table_number=5):
        record_random(match, rng, by=by)
    return {"draft": draft.pk, "late": late.pk, "ended": ended.pk, "danish": danish.pk}


def _waiting(club: Club, people: dict[str, Person], by: User) -> Facts:
    """An evening nobody else sees yet, with a waiting list, somebody without a partner and somebody gone."""
    tournament = _evening(club, by, "Torneo di Natale", programme="3m1d", days=20, capacity=6)
    entered = [
        add_entry(tournament=tournament, persons=[people[name] for name in pair.split("/")], by=by)
        for pair in demo_data.PAIRS[:4]
    ]
    cancel_entry(entry=entered[1], by=by)
    alone = [people[name] for name in ("Panforte Ines", "Quadrifoglio Pia", "Vinsanto Piero")]
    singles = [add_entry(tournament=tournament, persons=[person], by=by) for person in alone]
    pair = [people[name] for name in demo_data.PAIRS[9].split("/")]
    queued = add_entry(tournament=tournament, persons=pair, by=by)
    return {
        "hidden": tournament.pk,
        "single": singles[0].pk,
        "queued": queued.pk,
        "cancelled": entered[1].pk,
    }


def _singles(club: Club, people: dict[str, Person], by: User, rng: random.Random) -> Facts:
    """Eleven single players at tables of three, six teams with a draft, a knock-out in its second round, nine
    to be seated by hand."""
    names = [name for pair in demo_data.PAIRS[:6] for name in pair.split("/")]
    three = _evening(club, by, "Individuale del sabato", programme="three", days=-5)
    _let_in(three, people, names[:11], by)
    play_round(three, 1, rng, by=by)
    draws.draw_round(round=the_round(three, 2), by=by, seed=SEED)
    squads = ["/".join(demo_data.PAIRS[place : place + 2]) for place in range(0, 12, 2)]
    teams = _evening(club, by, "Torneo a squadre", programme="teams-danish", days=0)
    _let_in(teams, people, squads, by)
    draws.draw_round(round=the_round(teams, 1), by=by, seed=SEED)
    knockout = _evening(club, by, "Eliminazione diretta", programme="knockout", days=-6)
    _let_in(knockout, people, list(demo_data.PAIRS[:11]), by)
    play_round(knockout, 1, rng, by=by)
    draws.draw_round(round=the_round(knockout, 2), by=by, seed=SEED)
    by_hand = _evening(club, by, "Individuale a mano", programme="individual", days=0)
    _let_in(by_hand, people, names[:9], by)
    return {
        "three": three.pk,
        "three-scored": _match(three, 1, 1).pk,
        "by-hand": by_hand.pk,
        "teams": teams.pk,
        "teams-entry": teams.entries.order_by("number")[0].pk,
        "knockout": knockout.pk,
    }
