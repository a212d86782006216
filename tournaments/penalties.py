"""Penalties: lines of their own beside the scores, given and revoked by the referee."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models.users import User
from clubs.naming import account_names
from tournaments.journal import Reach
from tournaments.lateness import check_late_once
from tournaments.log import locked, write_act
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round, Seat
from tournaments.models.scores import Penalty
from tournaments.names import EntryNames, names_by_round
from tournaments.since import check_since, of_entry


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty as the pages show it: negative VP and MP, who gave it and when. `lapsed`: its round was
    undone or thrown away, so that it no longer counts; `again`: none like it counts now."""

    pk: int
    round: int
    names: EntryNames
    vp: int
    mp: int
    reason: str
    by: str
    at: datetime.datetime
    revoked_at: datetime.datetime | None
    lapsed: bool
    again: bool


def _lapsed(tournament: Tournament) -> set[int]:
    """Keys of the penalties that went with their round."""
    acts = Act.objects.filter(tournament=tournament, facts__has_key="penalties", undone_by__isnull=True)
    return {key for facts in acts.values_list("facts", flat=True) for key in facts["penalties"]}


def _what(penalty: Penalty) -> tuple[int, int, int, str]:
    return penalty.entry_id, penalty.vp, penalty.mp, penalty.reason


def penalties_of(tournament: Tournament) -> list[PenaltyRow]:
    """Every penalty of the evening, revoked ones too, the last first."""
    names, called, lapsed = names_by_round(tournament), account_names(tournament.club), _lapsed(tournament)
    found = Penalty.objects.filter(entry__tournament=tournament).select_related("round", "by")
    rows = list(found.order_by("-pk"))
    standing = {_what(each) for each in rows if each.revoked_at is None}
    return [
        PenaltyRow(
            each.pk,
            each.round.number,
            names(each.round.number)[each.entry_id],
            each.vp,
            each.mp,
            each.reason,
            called(each.by),
            each.at,
            each.revoked_at,
            each.pk in lapsed,
            each.pk in lapsed and _what(each) not in standing,
        )
        for each in rows
    ]


def standing_in(round: Round) -> list[PenaltyRow]:
    """The penalties of a round that count, the first first."""
    rows = penalties_of(round.tournament)
    return [row for row in reversed(rows) if row.round == round.number and row.revoked_at is None]


def standing_in_drafts(tournament: Tournament) -> list[PenaltyRow]:
    """The penalties that count in rounds drawn and not announced: of a round announced before, that was taken
    back. They lapse when its draw is put aside."""
    unseen = set(tournament.rounds.unseen().values_list("number", flat=True))
    rows = penalties_of(tournament) if unseen else []
    return [row for row in reversed(rows) if row.round in unseen and row.revoked_at is None]


def lapsed_just_now(tournament: Tournament) -> dict[int, int]:
    """How many penalties stopped counting with the last act of the evening, by the number of their round."""
    last = tournament.acts.order_by("-seq").first()
    keys = last.facts.get("penalties", ()) if last is not None else ()
    return Counter(Penalty.objects.filter(pk__in=keys).values_list("round__number", flat=True))


def where_again(penalty: Penalty) -> Round | None:
    """The round in which a penalty that went with its round can be given again: that one once it is announced
    again, else the last one that is; None before there is any."""
    announced = penalty.entry.tournament.rounds.announced().order_by("-number")
    return announced.filter(pk=penalty.round_id).first() or announced.first()


def give_again(*, penalty: Penalty, by: User | None, seen: int | None = None) -> Penalty:
    """Give a penalty once more that no longer counts because its round was undone; twice is once.

    Raises ValidationError: it did not go with its round, or no round is announced. `seen` as in
    `give_penalty`.
    """
    if penalty.pk not in _lapsed(penalty.entry.tournament):
        raise ValidationError(_("Only a penalty whose round was undone is given again."), code="state")
    round_ = where_again(penalty)
    if round_ is None:
        raise ValidationError(_("Announce a round first: a penalty belongs to one."), code="state")
    what = {"reason": penalty.reason, "vp": penalty.vp, "mp": penalty.mp}
    return give_penalty(entry=penalty.entry, round=round_, by=by, seen=seen, **what)


def _locked_for_penalties(tournament: Tournament) -> Tournament:
    tournament = locked(tournament, Reach(referee=True))
    if tournament.state == Tournament.State.FINAL:
        raise ValidationError(_("The standings are final: penalties do not change any more."), code="state")
    return tournament


def add_penalty(*, entry: Entry, round: Round, reason: str, by: User | None, vp: int, mp: int) -> Penalty:
    """Write a penalty's row. The caller holds the tournament's lock, and says in its act what it took."""
    if round.tournament_id != entry.tournament_id:
        raise ValidationError({"round": _("Choose a round of this tournament.")})
    if not Round.every.get(pk=round.pk).is_public:
        raise ValidationError(
            {"round": _("Round %(number)d is not announced yet.") % {"number": round.number}}, code="state"
        )
    if not entry.tournament.entries.in_the_field().filter(pk=entry.pk).exists():
        sentence = _(
            "Number %(number)d does not play this evening: penalties are for who plays or has played."
        )
        raise ValidationError({"entry": sentence % {"number": entry.number}}, code="state")
    seats = round.seats.active().exclude(reason=Seat.Reason.ABSENT)
    if not seats.filter(entry=entry).exists():
        sentence = _("Number %(number)d is not in round %(round)d: choose a round they were in.")
        figures = {"number": entry.number, "round": round.number}
        raise ValidationError({"round": sentence % figures}, code="state")
    penalty = Penalty(entry=entry, round=round, vp=vp, mp=mp, reason=reason, by=by)
    penalty.full_clean(exclude=["by"])
    penalty.save()
    return penalty


def drop_penalty(penalty: Penalty) -> None:
    """Mark a penalty's row as revoked; the caller holds the lock and writes the act."""
    penalty.revoked_at = timezone.now()
    penalty.save(update_fields=["revoked_at"])


def _written_since(tournament: Tournament, seen: int) -> list[int]:
    acts = tournament.acts.filter(verb=Act.Verb.PENALTY, seq__gte=seen)
    return [facts["penalty"] for facts in acts.values_list("facts", flat=True)]


@transaction.atomic
def give_penalty(
    *,
    entry: Entry,
    round: Round,
    reason: str,
    by: User | None,
    vp: int = 0,
    mp: int = 0,
    seen: int | None = None,
    late: Match | None = None,
) -> Penalty:
    """Take VP and MP (negative figures) from an entry in a round; the other line gains nothing.

    The same penalty for the same reason in the same round, written since the page with the version `seen` was
    made, is the same press; without a page it is one penalty. Who is `late` at a match is late there once.
    Raises ValidationError; ChangedSince where the page did not know what the entry was given since.
    """
    tournament = _locked_for_penalties(entry.tournament)
    facts = {"entry": entry, "round": round, "vp": vp, "mp": mp, "reason": reason.strip()}
    same = Penalty.objects.filter(**facts, pk__in=_written_since(tournament, seen or 0))
    if (found := same.filter(revoked_at__isnull=True).first()) is not None:
        return found
    check_since(tournament, seen, of_entry(entry))
    if late is not None:
        check_late_once(late, entry)
    penalty = add_penalty(**facts, by=by)
    write_act(
        tournament=tournament,
        verb=Act.Verb.PENALTY,
        by=by,
        round=round,
        entry=entry.number,
        vp=vp,
        mp=mp,
        reason=penalty.reason,
        penalty=penalty.pk,
        **({"late": late.pk} if late is not None else {}),
    )
    return penalty


@transaction.atomic
def revoke_penalty(*, penalty: Penalty, by: User | None) -> Penalty:
    """Take a penalty back; its row stays, and revoking twice changes nothing. Raises ValidationError."""
    tournament = _locked_for_penalties(penalty.entry.tournament)
    penalty = Penalty.objects.select_related("entry", "round").get(pk=penalty.pk)
    if penalty.revoked_at is not None:
        return penalty
    drop_penalty(penalty)
    write_act(
        tournament=tournament,
        verb=Act.Verb.REVOKE_PENALTY,
        by=by,
        round=penalty.round,
        entry=penalty.entry.number,
        vp=penalty.vp,
        mp=penalty.mp,
    )
    return penalty


def penalty_of(tournament: Tournament, pk: int) -> Penalty | None:
    """A penalty of this tournament, by its key."""
    return (
        Penalty.objects.select_related("entry__tournament")
        .filter(entry__tournament=tournament, pk=pk)
        .first()
    )


def entry_and_round(tournament: Tournament, entry: int, number: int) -> tuple[Entry, Round]:
    """The tournament's entry by key and its round by number. DoesNotExist for those of others."""
    return tournament.entries.get(pk=entry), tournament.rounds.get(number=number)
