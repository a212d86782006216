"""The only door to a tournament: a stranger finds nothing (404), a weak role is told so (403)."""

import datetime
from dataclasses import dataclass
from enum import IntEnum

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Visitor, roles_by_hand, roles_by_office
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from clubs.naming import account_names
from tournaments.models.events import Tournament
from tournaments.models.roles import TournamentRole
from tournaments.models.rounds import Match
from tournaments.models.scores import Award


class Level(IntEnum):
    """How far somebody may go; each level contains those below. What only the referee decides: `judging`."""

    NONE = 0
    READ = 1  # any role in the club: the staff's pages
    SCORE = 2  # types scores
    REFEREE = 3  # calls, warnings, penalties, a table's troubles
    DIRECT = 4  # entries, draws, papers, the end


CLUB_LEVELS = {
    RoleKind.TREASURER: Level.READ,
    RoleKind.SCORER: Level.SCORE,
    RoleKind.REFEREE: Level.REFEREE,
    RoleKind.SECRETARY: Level.DIRECT,
    RoleKind.PRESIDENT: Level.DIRECT,
}
TOURNAMENT_LEVELS = {
    TournamentRole.Kind.SCORER: Level.SCORE,
    TournamentRole.Kind.REFEREE: Level.REFEREE,
    TournamentRole.Kind.DIRECTOR: Level.DIRECT,
}


def level_of(user: Visitor, tournament: Tournament, on: datetime.date | None = None) -> Level:
    """What this account may do in this tournament, from the club's roles and from the tournament's own.

    Whoever came in by the door with this very tournament, as a page is made, is not asked again; one that a
    verb has locked came by no door, so that what is decided there is always asked afresh.
    """
    if not isinstance(user, User):
        return Level.NONE
    known = tournament.entered if tournament.entered and tournament.entered.account == user.pk else None
    if known is None or on is not None:
        return _beyond(_by_hand(user, tournament), user, tournament, on)
    if not known.is_whole:
        known = tournament.entered = Entered(user.pk, _beyond(known.level, user, tournament))
    return known.level


@dataclass(frozen=True, slots=True)
class Entered:
    """What the door found: the key of the account and its level, `is_whole` unless roles given by hand were
    enough."""

    account: int
    level: Level
    is_whole: bool = True


def _by_hand(user: Visitor, tournament: Tournament) -> Level:
    """The level by the roles given by hand in the club: the quick answer for who types scores all evening."""
    kinds = roles_by_hand(user, tournament.club_id)
    return max((CLUB_LEVELS[kind] for kind in kinds), default=Level.NONE)


def _beyond(by_hand: Level, user: User, tournament: Tournament, on: datetime.date | None = None) -> Level:
    """The whole level: with seats on the board and the tournament's own roles, where they can raise it."""
    if by_hand is max(Level):
        return by_hand
    offices = roles_by_office(user, tournament.club_id, on or timezone.localdate())
    own = TournamentRole.objects.filter(tournament=tournament, user=user).values_list("kind", flat=True)
    levels = [TOURNAMENT_LEVELS[TournamentRole.Kind(kind)] for kind in own]
    return max([by_hand, *(CLUB_LEVELS[kind] for kind in offices), *levels])


@dataclass(frozen=True, slots=True)
class Judging:
    """Whether an account may decide what is the referee's.

    `stands_in`: it is the director, and the evening has no referee. `referees`: whom to call instead.
    """

    may: bool
    stands_in: bool = False
    referees: tuple[User, ...] = ()


def judging(by: Visitor | None, tournament: Tournament) -> Judging:
    """Who corrects closed rounds and provisional standings, accepts impossible scores, gives scores in the
    place of played ones and answers objections: whoever is referee in the club or in this tournament.

    Where nobody has it the director does, and the log says so. The administrator of the site may; so may
    nobody (`None`), the program itself.
    """
    if by is None or (isinstance(by, User) and by.is_superuser):
        return Judging(may=True)
    in_club = Role.objects.filter(club=tournament.club_id, kind=RoleKind.REFEREE)
    own = TournamentRole.objects.filter(tournament=tournament, kind=TournamentRole.Kind.REFEREE)
    holders = Q(pk__in=in_club.values("user")) | Q(pk__in=own.values("user"))
    referees = tuple(User.objects.filter(holders, is_active=True).order_by("pk"))
    if referees:
        return Judging(by in referees, referees=referees)
    is_director = level_of(by, tournament) >= Level.DIRECT
    return Judging(is_director, stands_in=is_director)


def call_the_referee(judge: Judging, tournament: Tournament) -> str:
    """What to do instead, for who may not decide; empty for who may."""
    if judge.may:
        return ""
    if not judge.referees:
        return _("This is decided by the referee. Nobody has that role here: call the director.")
    names = account_names(tournament.club)
    return _(
        "This is decided by the referee: call %(who)s. If no referee is here tonight, the secretary gives "
        "the role to who judges, in “Who may do what”."
    ) % {"who": ", ".join(names(user) for user in judge.referees)}


def tournament_for_public(pk: int) -> Tournament:
    """A published tournament, for anybody."""
    tournament = Tournament.objects.published().select_related("club").filter(pk=pk).first()
    if tournament is None:
        raise Http404
    return tournament


def tournament_for_reading(user: Visitor, pk: int) -> Tournament:
    """A published tournament, or one of the reader's own club even before it is published."""
    tournament = Tournament.objects.select_related("club").filter(pk=pk).first()
    if tournament is None:
        raise Http404
    if not tournament.is_seen:
        level = level_of(user, tournament)
        if level is Level.NONE:
            raise Http404
        tournament.entered = Entered(user.pk, level)
    return tournament


def _tournament_for(user: Visitor, pk: int, needed: Level) -> Tournament:
    try:
        tournament = Tournament.objects.get(pk=pk)
    except Tournament.DoesNotExist:
        raise Http404 from None
    _check_level(user, tournament, needed)
    return tournament


def _check_level(user: Visitor, tournament: Tournament, needed: Level) -> None:
    if not isinstance(user, User):
        raise Http404
    level = by_hand = _by_hand(user, tournament)
    if by_hand < needed:
        level = _beyond(by_hand, user, tournament)
    if level is Level.NONE:
        raise Http404
    tournament.entered = Entered(user.pk, level, is_whole=by_hand < needed or level is max(Level))
    if level < needed:
        raise PermissionDenied(_("Your role in this club does not allow this: ask the secretary."))


def tournament_for_staff(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.READ)


def tournament_for_scoring(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.SCORE)


def tournament_for_refereeing(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.REFEREE)


def tournament_for_judging(user: Visitor, pk: int) -> Tournament:
    """For what only the referee decides; the others are told whom to call."""
    tournament = _tournament_for(user, pk, Level.REFEREE)
    if why := call_the_referee(judging(user, tournament), tournament):
        raise PermissionDenied(why)
    return tournament


def tournament_for_directing(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.DIRECT)


def match_for_scoring(user: Visitor, pk: int, match: int) -> Match:
    """A match of that tournament, in one query with all that its score depends on.

    Whether it takes a score says `stages.scores_closed`; `has_awards` whether awards stand before what is
    typed.
    """
    awards = Award.objects.filter(seat__match__encounter=OuterRef("encounter"))
    known = Match.objects.select_related("round__phase", "round__tournament").annotate(
        has_awards=Exists(awards)
    )
    try:
        found = known.get(pk=match)
    except Match.DoesNotExist:
        found = None
    if found is None or found.round.tournament_id != pk:
        tournament_for_scoring(user, pk)  # a stranger is not told that only the match is missing
        raise Http404
    found.round.phase.tournament = found.round.tournament
    _check_level(user, found.round.tournament, Level.SCORE)
    return found


def match_by_code(code: str) -> Match:
    """The match a slip's code names, once its round is announced and its tournament published.

    The code may be written as people write it: with blanks, dashes and small letters.
    """
    match = (
        Match.objects.active()
        .select_related("round__tournament__club", "round__phase")
        .filter(code="".join(filter(str.isalnum, code)).upper())
        .first()
    )
    if match is None or not match.round.is_public:
        raise Http404
    tournament_for_public(match.round.tournament_id)
    return match
