"""Objections to the provisional standings: made by players or for them, answered by the referee."""

import datetime
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubs.models.users import User
from clubs.naming import account_names
from tournaments.log import locked, write_act
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.referee import Objection
from tournaments.models.rounds import Match, Seat
from tournaments.names import EntryNames, names_by_round
from tournaments.stages import moment_words, objections_run, signed_as, why_not_judge

Decision = Objection.Decision
State = Tournament.State


@dataclass(frozen=True, slots=True)
class ObjectionRow:
    """An objection as the staff reads it; `by` and `decided_by` are empty for a player's own."""

    objection: Objection
    names: EntryNames
    by: str
    decided_by: str

    @property
    def seen(self) -> str:
        return answered_as(self.objection)

    @property
    def called(self) -> str:
        """What tells it from every other: whose it is, about what, and when it was made."""
        match = self.objection.match
        place = _("the standings")
        if match is not None:
            place = _("round %(number)d, table %(table)d") % {
                "number": match.round.number,
                "table": match.table_number,
            }
        return f"{self.names.number}, {place}, {date_format(localtime(self.objection.at), 'H.i')}"


@dataclass(frozen=True, slots=True)
class OwnObjection:
    """What everybody may read of an objection: that it was made and what was answered, never its text."""

    at: datetime.datetime
    table: int | None
    round: int | None
    decision: str
    answer: str

    @property
    def is_open(self) -> bool:
        return self.decision == Decision.OPEN


def answered_as(objection: Objection) -> str:
    """Which answer stands, for a page that changes it; empty while none does."""
    return objection.decided_at.isoformat() if objection.decided_at else ""


def objections_of(tournament: Tournament) -> list[ObjectionRow]:
    """Every objection of the evening: those that wait first, then the last."""
    names, called = names_by_round(tournament), account_names(tournament.club)
    found = tournament.objections.select_related("entry", "match__round", "by", "decided_by").order_by("-pk")
    rows = [
        ObjectionRow(
            each,
            names(each.match.round.number if each.match else None)[each.entry_id],
            called(each.by),
            called(each.decided_by),
        )
        for each in found
    ]
    return sorted(rows, key=lambda row: row.objection.decision != Decision.OPEN)


def own_objections(tournament: Tournament, number: int) -> list[OwnObjection]:
    """Those of entry `number`, in the order they were made."""
    found = tournament.objections.filter(entry__number=number).select_related("match__round").order_by("pk")
    return [
        OwnObjection(
            each.at,
            each.match.table_number if each.match else None,
            each.match.round.number if each.match else None,
            each.decision,
            each.answer,
        )
        for each in found
    ]


def objection_of(tournament: Tournament, pk: int) -> Objection | None:
    """An objection of this tournament, by its key."""
    return tournament.objections.select_related("entry", "match__round").filter(pk=pk).first()


def why_no_objection(tournament: Tournament, now: datetime.datetime, *, is_staff: bool) -> str:
    """Why nobody can object now; until the final the staff writes down what was said in time."""
    if tournament.state == State.FINAL:
        return _("The standings are final: objections are over.")
    if tournament.state != State.PROVISIONAL:
        return _("The standings are not out yet: tell the referee what is wrong at the table.")
    if is_staff or objections_run(tournament, now):
        return ""
    if tournament.objections_until is None:
        return _("Players do not object here: speak to the referee.")
    when = moment_words(tournament.objections_until, now)
    return _("The time for objections was over at %(when)s: speak to the referee.") % {"when": when}


def entry_and_match(
    tournament: Tournament, number: int, round: int | None, code: str | None = None
) -> tuple[Entry, Match | None]:
    """Entry `number`, and its match in an announced round; ValidationError for what is not there.

    `code` is that of a slip of a table the entry sat at, which its opponents there hold too, so that nobody
    else objects for it; the staff (None) gives none.
    """
    entry = tournament.entries.in_the_field().filter(number=number).first()
    if entry is None:
        raise ValidationError(
            {"number": _("Nobody plays with number %(number)d: look at your slip.") % {"number": number}}
        )
    if code is not None:
        _check_slip(entry, code)
    if round is None:
        return entry, None
    seats = Seat.objects.active().filter(
        entry=entry, round__in=tournament.rounds.announced(), round__number=round, match__isnull=False
    )
    seat = seats.select_related("match__round").first()
    if seat is None:
        sentence = _("Number %(number)d was at no table in round %(round)d: choose another round, or none.")
        raise ValidationError({"round": sentence % {"number": number, "round": round}})
    return entry, seat.match


def _check_slip(entry: Entry, code: str) -> None:
    """Refuse a code that stands on no slip of the entry's; it is read as `access.match_by_code` reads it."""
    slip = "".join(filter(str.isalnum, code)).upper()
    sat = Seat.objects.active().filter(entry=entry, round__in=entry.tournament.rounds.announced())
    if not sat.filter(match__is_active=True, match__code=slip).exists():
        sentence = _(
            "This code is on no slip of number %(number)d: look at a slip of yours, or tell the staff, who "
            "writes the objection down for you."
        )
        raise ValidationError({"code": sentence % {"number": entry.number}}, code="slip")


def _same_as_before(entry: Entry, match: Match | None, text: str, by: User | None) -> Objection | None:
    """The open objection when this is the same press again. At most one of an entry is open about a match, or
    about the standings. What was set aside only the staff writes again."""
    about = entry.objections.filter(match=match)
    waiting = about.filter(decision=Decision.OPEN).first()
    if waiting is not None and waiting.text == text:
        return waiting
    number = {"number": entry.number}
    if waiting is not None:
        raise ValidationError(
            _("Number %(number)d has an objection about this that waits for its answer: one at a time.")
            % number,
            code="waits",
        )
    same = about.filter(text=text).order_by("-pk").first()
    if same is not None and (same.decision != Decision.ASIDE or by is None):
        raise ValidationError(
            _("This objection has been answered: read the answer on your card."), code="answered"
        )
    return None


@transaction.atomic
def make_objection(
    *,
    entry: Entry,
    text: str,
    match: Match | None = None,
    by: User | None = None,
    now: datetime.datetime | None = None,
) -> Objection:
    """Doubt the provisional standings, or the score of a match the entry sat at.

    `by` is the staff that writes it down; None is a player, who can while the time runs. `now` None: the
    present moment. One press twice is one objection, and an entry has one open about each match, and one
    about the standings. ValidationError.
    """
    tournament, text = locked(entry.tournament), text.strip()
    why = why_no_objection(tournament, now or timezone.now(), is_staff=by is not None)
    if why:
        raise ValidationError(why, code="state")
    if match is not None and not match.seats.active().filter(entry=entry).exists():
        raise ValidationError({"round": _("Choose a match of this entry.")})
    same = _same_as_before(entry, match, text, by)
    if same is not None:
        return same
    objection = Objection(tournament=tournament, entry=entry, match=match, text=text, by=by)
    objection.full_clean(exclude=["by", "decided_by"])
    objection.save()
    _write_act(tournament, Act.Verb.OBJECTION, objection, by=by, reason=text)
    return objection


@transaction.atomic
def answer_objection(
    *,
    objection: Objection,
    decision: str,
    answer: str,
    by: User | None,
    now: datetime.datetime | None = None,
    seen: str = "",
) -> Objection:
    """Accept or refuse an objection and say why; the same answer twice changes nothing. ValidationError.

    An accepted one moves no figure: the score is corrected at its table. Only the referee judges; who directs
    may set aside (`Decision.ASIDE`) what is obviously no objection. Until the final an answer is changed by
    another, given by who has `seen` it (`answered_as`); the log keeps both.
    """
    tournament, answer = locked(objection.tournament), answer.strip()
    objection = Objection.objects.select_related("entry", "match__round").get(pk=objection.pk)
    was, was_answer = objection.decision, objection.answer
    if was != Decision.OPEN:
        if (was, objection.answer) == (decision, answer):
            return objection
        if seen != answered_as(objection) or decision == Decision.ASIDE:
            raise ValidationError(
                _("Somebody has answered it already: %(decision)s.")
                % {"decision": objection.get_decision_display()},
                code="state",
            )
    _check_answer(tournament, decision, answer, by)
    _decide(objection, decision, answer, by=by, now=now)
    signed = signed_as(by, tournament) if decision != Decision.ASIDE else {}
    before = {"was": was, "was_answer": was_answer} if was != Decision.OPEN else {}
    facts = {"change": decision, "reason": answer} | before | signed
    _write_act(tournament, Act.Verb.ANSWER, objection, by=by, **facts)
    return objection


def _check_answer(tournament: Tournament, decision: str, answer: str, by: User | None) -> None:
    if tournament.state == State.FINAL:
        raise ValidationError(_("The standings are final: objections are over."), code="state")
    if decision not in set(Decision.values) - {Decision.OPEN}:
        raise ValidationError({"decision": _("Say whether it is accepted or refused.")})
    if decision != Decision.ASIDE and (why := why_not_judge(by, tournament)):
        raise ValidationError(why, code="referee")
    if not answer:
        raise ValidationError({"answer": _("Say why in a word: the players read it.")})


def _decide(
    objection: Objection, decision: str, answer: str, *, by: User | None, now: datetime.datetime | None
) -> None:
    is_open = decision == Decision.OPEN
    objection.decision, objection.answer = decision, answer
    objection.decided_by = None if is_open else by
    objection.decided_at = None if is_open else now or timezone.now()
    objection.full_clean(exclude=["by", "decided_by"])
    objection.save(update_fields=["decision", "answer", "decided_by", "decided_at"])


@transaction.atomic
def take_from_aside(*, objection: Objection, by: User | None) -> Objection:
    """What was set aside waits for its answer again; twice changes nothing. ValidationError."""
    tournament = locked(objection.tournament)
    objection = Objection.objects.select_related("entry", "match__round").get(pk=objection.pk)
    if objection.decision == Decision.OPEN:
        return objection
    if tournament.state == State.FINAL:
        raise ValidationError(_("The standings are final: objections are over."), code="state")
    if objection.decision != Decision.ASIDE:
        raise ValidationError(
            _("Somebody has answered it already: %(decision)s.")
            % {"decision": objection.get_decision_display()},
            code="state",
        )
    facts = {"change": "waits_again", "was": str(Decision.ASIDE), "was_answer": objection.answer}
    _decide(objection, Decision.OPEN, "", by=by, now=None)
    _write_act(tournament, Act.Verb.ANSWER, objection, by=by, **facts)
    return objection


def _write_act(
    tournament: Tournament, verb: Act.Verb, objection: Objection, *, by: User | None, **facts: str
) -> None:
    match = objection.match
    place = {"table": match.table_number} if match is not None else {}
    write_act(
        tournament=tournament,
        verb=verb,
        by=by,
        round=match.round if match is not None else None,
        objection=objection.pk,
        entry=objection.entry.number,
        **place,
        **facts,
    )
