"""The only door to a tournament: a stranger finds nothing (404), a weak role is told so (403)."""

import datetime
from enum import IntEnum

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Visitor, roles_by_hand, roles_of
from clubs.models.rights import RoleKind
from clubs.models.users import User
from tournaments.models.events import Tournament, TournamentRole
from tournaments.models.rounds import Match


class Level(IntEnum):
    """How far somebody may go; each level contains those below."""

    NONE = 0
    READ = 1  # any role in the club: the staff's pages
    SCORE = 2  # types scores
    REFEREE = 3  # corrects, gives penalties
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
    """What this account may do in this tournament, from the club's roles and from the tournament's own."""
    if not isinstance(user, User):
        return Level.NONE
    levels = [CLUB_LEVELS[kind] for kind in roles_of(user, tournament.club, on or timezone.localdate())]
    own = TournamentRole.objects.filter(tournament=tournament, user=user).values_list("kind", flat=True)
    levels += [TOURNAMENT_LEVELS[TournamentRole.Kind(kind)] for kind in own]
    return max(levels, default=Level.NONE)


def _may(user: Visitor, tournament: Tournament, needed: Level) -> bool:
    """Whether roles given by hand are already enough: the quick answer for who types scores all evening."""
    return any(CLUB_LEVELS[kind] >= needed for kind in roles_by_hand(user, tournament.club_id))


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
    is_public = tournament.published_at is not None and tournament.club.is_public
    if not is_public and level_of(user, tournament) is Level.NONE:
        raise Http404
    return tournament


def _tournament_for(user: Visitor, pk: int, needed: Level) -> Tournament:
    try:
        tournament = Tournament.objects.get(pk=pk)
    except Tournament.DoesNotExist:
        raise Http404 from None
    _check_level(user, tournament, needed)
    return tournament


def _check_level(user: Visitor, tournament: Tournament, needed: Level) -> None:
    if _may(user, tournament, needed):
        return
    level = level_of(user, tournament)
    if level is Level.NONE:
        raise Http404
    if level < needed:
        raise PermissionDenied(_("Your role in this club does not allow this: ask the secretary."))


def tournament_for_staff(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.READ)


def tournament_for_scoring(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.SCORE)


def tournament_for_refereeing(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.REFEREE)


def tournament_for_directing(user: Visitor, pk: int) -> Tournament:
    return _tournament_for(user, pk, Level.DIRECT)


def match_for_scoring(user: Visitor, pk: int, match: int) -> Match:
    """A match of that tournament, in one query with all that its score depends on.

    Whether it takes a score says `stages.scores_closed`.
    """
    known = Match.objects.select_related("round__phase", "round__tournament")
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
    """The match a slip's code names, once its round is announced and its tournament published."""
    match = (
        Match.objects.active()
        .select_related("round__tournament__club", "round__phase")
        .filter(code=code.upper())
        .first()
    )
    if match is None or not match.round.is_public:
        raise Http404
    tournament_for_public(match.round.tournament_id)
    return match
