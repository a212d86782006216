"""The demonstration association: obviously invented people, a season begun, one evening in progress."""

import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.board import open_mandate, seat
from clubs.clubs import change_club, found_club
from clubs.members import admit
from clubs.models.boards import BoardSeat
from clubs.models.clubs import Club
from clubs.models.people import Membership, Person
from clubs.models.rights import RoleKind
from clubs.models.users import User
from clubs.people import add_person
from clubs.rights import write_role
from scoring.hands import Layer
from scoring.records import Hand, HandScore, resolve
from scoring.regulations import Regulations
from scoring.samples import random_hand, random_match
from scoring.small_tables import CHANGING
from tournaments import draws, rounds
from tournaments.check_in import close_check_in, open_check_in, set_present
from tournaments.ending import declare_final, publish_provisional
from tournaments.entries import add_entry
from tournaments.events import create_tournament, publish
from tournaments.formats import match_format, regulations_of
from tournaments.hands import NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.programmes import PROGRAMMES
from tournaments.scores import record_match

Office = BoardSeat.Office
PASSWORD = "pozzetto"  # noqa: S105 - printed at the start, for a demonstration only
SEED = 1998


@dataclass(frozen=True, slots=True)
class Login:
    """An account of the demonstration; the password of all is PASSWORD."""

    email: str
    role: RoleKind


LOGINS = (
    Login("segreteria@demo.example", RoleKind.SECRETARY),
    Login("presidente@demo.example", RoleKind.PRESIDENT),
    Login("arbitro@demo.example", RoleKind.REFEREE),
    Login("punteggi@demo.example", RoleKind.SCORER),
    Login("tesoriere@demo.example", RoleKind.TREASURER),
)
BOARD = (
    ("Palmira", "Gelsomini", Office.PRESIDENT),
    ("Egidio", "Brigantino", Office.VICE_PRESIDENT),
    ("Norma", "Calamaio", Office.SECRETARY),
    ("Loris", "Frantoio", Office.TREASURER),
    ("Flora", "Melagrana", Office.COUNCILLOR),
    ("Zeno", "Torroncini", Office.COUNCILLOR),
    ("Delia", "Vinsanto", Office.COUNCILLOR),
)
PAIRS = (
    "Castagnola Corrado/Mezzaluna Nello",
    "Melagrana Oreste/Grissini Gina",
    "Brigantino Ugo/Gelsomini Delia",
    "Zuccherini Stella/Mandorlato Franca",
    "Zibibbo Flora/Zafferano Gino",
    "Panforte Ines/Ditale Renzo",
    "Quadrifoglio Pia/Cipressini Guido",
    "Torroncini Fausto/Campanella Teresa",
    "Vinsanto Piero/Ombrellini Ettore",
    "Uvaspina Vanda/Limoncelli Ivo",
    "Pastafrolla Ida/Forchettini Norma",
    "Valeriana Egidio/Ventolini Tullio",
    "Tazzina Sandro/Bergamotto Rina",
    "Serenella Bruno/Lavanda Ada",
    "Pergolato Bice/Camomilla Dino",
    "Fagottini Zeno/Ortensia Maura",
    "Calamaio Carla/Merletto Olga",
    "Ranuncolo Alba/Zagara Mirella",
    "Ricciarelli Dora/Trifoglio Orietta",
    "Biancospino Velia/Tamburello Silvana",
    "Girasole Vera/Lanterna Palmira",
    "Sorbetto Loris/Tramontana Nando",
    "Sambuco Cesare/Nocciolini Elsa",
    "Frantoio Livio/Aquilone Marisa",
    "Carciofi Amedeo/Salvia Remo",
    "Crostata Lino/Rosolio Irma",
)
MISSING = {4, 7, 9, 12}
# They play alone, at tables of three; the last table is of four.
SINGLES = (
    "Amaretti Gigi",
    "Babà Rocco",
    "Bignè Sara",
    "Cannoli Tano",
    "Cantucci Vieri",
    "Cassata Turi",
    "Confetti Lia",
    "Gianduia Piera",
    "Krumiri Elvio",
    "Meringa Ercole",
    "Pandoro Nives",
    "Savoiardi Mimma",
    "Torrone Ivana",
)
SINGLES_MISSING = {2}


def _account(login: Login) -> User:
    user = User.objects.filter(email=login.email).first()
    return user or User.objects.create_user(login.email, PASSWORD)


def _club(secretary: User) -> Club:
    club = found_club(
        name="Circolo del Tè e del Tallone",
        town="Borgo Lanterna",
        first_name="Norma",
        last_name="Calamaio",
        by=secretary,
        is_demo=True,
    )
    return change_club(
        club=club,
        name=club.name,
        town=club.town,
        venue="Sala delle Magnolie, via dei Tigli 12",
        about="Burraco dal 1998. Si gioca il giovedì sera: chi arriva da solo trova un compagno.",
        email="segreteria@demo.example",
        phone="",
        board_title=Club.BoardTitle.STEERING,
        mandate_years=3,
        is_public=True,
    )


def _people(club: Club) -> dict[str, Person]:
    """Everybody who plays or sits on the board, by "Surname Name"."""
    people = {str(person): person for person in Person.objects.filter(club=club)}
    names = [name for pair in PAIRS for name in pair.split("/")]
    for name in [*names, *(f"{last} {first}" for first, last, _office in BOARD), *SINGLES]:
        if name not in people:
            last, first = name.split(" ", 1)
            people[name] = add_person(club=club, first_name=first, last_name=last)
    shy = people["Rosolio Irma"]
    shy.name_shown = Person.NameShown.INITIAL
    shy.save(update_fields=["name_shown"])
    return people


def _books(
    club: Club, people: dict[str, Person], accounts: dict[RoleKind, User], today: datetime.date
) -> None:
    """The member book, and a board with two years still to go."""
    founded = datetime.date(1998, 3, 14)
    for number, person in enumerate(people.values()):
        category = Membership.Category.FOUNDER if number < 5 else Membership.Category.ORDINARY
        admit(
            club=club,
            person=person,
            category=category,
            admitted_on=founded if number < 5 else founded + datetime.timedelta(days=97 * number),
        )
    mandate = open_mandate(club=club, starts_on=today.replace(day=1) - datetime.timedelta(days=366))
    for first, last, office in BOARD:
        seat(
            mandate=mandate,
            person=people[f"{last} {first}"],
            office=office,
            by=accounts[RoleKind.SECRETARY],
            on=today,
        )


def _evening(
    club: Club,
    name: str,
    starts_at: datetime.datetime,
    *,
    programme: str,
    by: User,
    capacity: int | None = None,
) -> Tournament:
    plan = PROGRAMMES[programme]
    facts = {
        "name": name,
        "starts_at": starts_at,
        "venue": club.venue,
        "entry_kind": plan.entry_kind,
        "regulations": plan.regulations,
        "capacity": capacity,
    }
    tournament = create_tournament(club=club, facts=facts, phases=plan.phases, by=by)
    return publish(tournament=tournament, by=by)


def _everybody_in(
    tournament: Tournament, people: dict[str, Person], entered: Sequence[str], by: User
) -> None:
    """Pairs ("one/other") or single players enter and come."""
    entries = [
        add_entry(tournament=tournament, persons=[people[name] for name in names.split("/")], by=by)
        for names in entered
    ]
    open_check_in(tournament=tournament, by=by)
    for entry in entries:
        set_present(entry=entry, present=True, by=by)
    close_check_in(tournament=tournament, by=by)


def _round(tournament: Tournament, number: int) -> Round:
    return Round.objects.select_related("phase__tournament", "tournament__club").get(
        tournament=tournament, number=number
    )


def _open(tournament: Tournament, number: int, rng: random.Random, by: User) -> Round:
    draws.draw_round(round=_round(tournament, number), by=by, seed=rng.randrange(1, 2**31))
    for verb in (rounds.confirm, rounds.announce, rounds.start):
        verb(round=_round(tournament, number), by=by)
    return _round(tournament, number)


def _hands_of_players(rng: random.Random, rules: Regulations, players: int, many: int) -> list[NumberedHand]:
    """Hands of three or five: in each somebody plays alone, and has taken a pozzetto."""
    hands: list[NumberedHand] = []
    while len(hands) < many:
        hand = random_hand(rng, rules, players=players)
        if not hand.sides[0].missed:
            typed = tuple(HandScore(base=side.base, points=side.points) for side in resolve(hand, rules))
            alone = rng.randint(1, players)
            hands.append(NumberedHand(len(hands) + 1, Hand(typed), players=players, alone=alone))
    return hands


def _hands(match: Match, rng: random.Random) -> list[NumberedHand]:
    phase = match.round.phase
    rules = regulations_of(phase.tournament)
    if match.players in CHANGING:
        return _hands_of_players(rng, rules, match.players, phase.hands or 1)
    hands = random_match(rng, rules, match_format(phase), Layer.QUICK)
    return [NumberedHand(number, hand) for number, hand in enumerate(hands, 1)]


def _score(match: Match, rng: random.Random, by: User) -> None:
    record_match(
        match=match,
        hands=_hands(match, rng),
        by=by,
        seen_version=match.version,
        confirmed={"V13", "V18"},
        device="demo",
    )


def _play(tournament: Tournament, number: int, rng: random.Random, by: User, missing: set[int]) -> None:
    round_ = _open(tournament, number, rng, by)
    for match in round_.matches.active().select_related("round__phase__tournament"):
        if match.table_number not in missing:
            _score(match, rng, by)
    if not missing:
        rounds.close(round=_round(tournament, number), by=by)


def _last_week(
    club: Club, starts_at: datetime.datetime, people: dict[str, Person], rng: random.Random, by: User
) -> None:
    """An evening that was played to its end."""
    evening = _evening(
        club, "Torneo del giovedì", at_a_quarter_to_nine(starts_at, days=-7), programme="2m2d", by=by
    )
    _everybody_in(evening, people, PAIRS[:16], by)
    for number in range(1, 5):
        _play(evening, number, rng, by, set())
    publish_provisional(tournament=evening, by=by, now=evening.starts_at + datetime.timedelta(hours=4))
    declare_final(tournament=evening, by=by)


def _singles(
    club: Club, starts_at: datetime.datetime, people: dict[str, Person], rng: random.Random, by: User
) -> None:
    """Single players at tables of three, in their second round."""
    evening = _evening(club, "Prova dei singoli, a tre", starts_at, programme="three", by=by)
    _everybody_in(evening, people, SINGLES, by)
    _play(evening, 1, rng, by, set())
    _play(evening, 2, rng, by, SINGLES_MISSING)


def at_a_quarter_to_nine(tonight: datetime.datetime, days: int) -> datetime.datetime:
    """An evening some days from now, at the usual hour."""
    return (tonight + datetime.timedelta(days=days)).replace(hour=20, minute=45)


@transaction.atomic
def load(now: datetime.datetime) -> Club:
    """Make the demonstration: club, books, last week's evening, tonight's, two to come, one of singles."""
    rng = random.Random(SEED)  # noqa: S311 - the same demonstration everywhere
    accounts = {login.role: _account(login) for login in LOGINS}
    by = accounts[RoleKind.SECRETARY]
    club = _club(by)
    for role, user in accounts.items():
        write_role(club=club, user=user, kind=role, granted_by=by)
    people = _people(club)
    _books(club, people, accounts, timezone.localdate(now))
    tonight = timezone.localtime(now).replace(second=0, microsecond=0) - datetime.timedelta(minutes=80)
    _last_week(club, tonight, people, rng, by)
    now_playing = _evening(club, "Torneo della sera", tonight, programme="3m1d", by=by)
    _everybody_in(now_playing, people, PAIRS, by)
    _play(now_playing, 1, rng, by, set())
    _play(now_playing, 2, rng, by, MISSING)
    # The clock of a round played in a moment is put where it would be by now.
    Round.objects.filter(tournament=now_playing, number=2).update(
        started_at=now - datetime.timedelta(minutes=47)
    )
    coming = _evening(
        club,
        "Torneo del giovedì",
        at_a_quarter_to_nine(tonight, days=3),
        programme="3m1d",
        by=by,
        capacity=32,
    )
    for pair in PAIRS[:18]:
        add_entry(tournament=coming, persons=[people[name] for name in pair.split("/")], by=by)
    _evening(club, "Coppa d’inverno", at_a_quarter_to_nine(tonight, days=10), programme="2m2d", by=by)
    _singles(club, tonight, people, rng, by)
    return club


def login_lines() -> list[str]:
    """What to print at the start: address of the accounts, their role, the one password."""
    width = max(len(login.email) for login in LOGINS)
    lines = [f"  {login.email:<{width}}  {login.role.label}" for login in LOGINS]
    return [_("Demonstration accounts, password “%(password)s”:") % {"password": PASSWORD}, *lines]
