"""Taking acts back, strictly the last first, whoever did them; and taking the evening back to a moment.

An undo is an act too. What an act made is put aside, never out of sight of the log. What a going back changed
is kept as of any act, so that who went too far takes the going back itself back.
"""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models.users import User
from clubs.naming import account_names
from tournaments.journal import Moved, everything, take_back
from tournaments.log import locked, write_act
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import ScoreChange
from tournaments.scores import take_score_back
from tournaments.stages import objections_wait
from tournaments.told import MOST as MOST_TOLD
from tournaments.told import Told

MOST = 20  # acts that a page lists; once they are undone, those before them follow
Verb = Act.Verb
SCORES = frozenset({Verb.SCORE, Verb.CORRECT})
ASIDE = frozenset({Verb.UNDO, Verb.PUBLISH, Verb.OBJECTION, Verb.ANSWER})
"""Acts that stand beside the evening's course: they are not undone, and keep nothing else from it."""
LASTING = frozenset({Verb.CREATE, Verb.FINAL})
"""Acts that one press does not undo: from a declared final the evening goes back to a moment before it."""
BACK = frozenset({Verb.UNDO, Verb.RESTORE})


def _acts(tournament: Tournament) -> "QuerySet[Act]":
    """The acts that stand, the last first."""
    acts = Act.objects.filter(tournament=tournament, undone_by__isnull=True).exclude(verb__in=ASIDE)
    return acts.select_related("round", "by").order_by("-seq")


def undoable(tournament: Tournament) -> list[Act]:
    """The acts that can be undone now one after the other, the last first; the first twenty of them."""
    found = []
    for act in _acts(tournament).defer("changes")[:MOST]:
        if act.verb in LASTING:
            break
        found.append(act)
    return found


def just_undone(tournament: Tournament) -> tuple[Act, Act] | None:
    """An act and the undo of it that can itself be taken back, because nothing was done after it."""
    undos = Act.objects.filter(tournament=tournament, undone_by__isnull=True, verb=Verb.UNDO)
    last = undos.exclude(facts__what=Verb.UNDO).select_related("by").order_by("-seq").first()
    stands = _acts(tournament).values_list("seq", flat=True).first()
    if last is None or (stands is not None and stands > last.seq):
        return None
    return last.undoes.select_related("round", "by").get(), last


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the evening it can be taken back to: right after an act, and how many acts came after it.
    `thrown` is the round whose scores the next act threw away, 0 for the other moments."""

    act: Act
    later: int
    thrown: int = 0


KEY_VERBS = frozenset(
    {
        Verb.CREATE,
        Verb.CLOSE_CHECK_IN,
        Verb.DRAW,
        Verb.ANNOUNCE,
        Verb.CLOSE,
        Verb.PROVISIONAL,
        Verb.RESTORE,
    }
)
"""What a hall remembers of an evening; a round more or less, and single scores, are undone by their names."""


def moments(tournament: Tournament) -> list[Moment]:
    """The moments worth going back to, the last first, also those right before scores were thrown away and
    before an act that lasts; none is the evening as it stands."""
    found, thrown, is_before_the_worst = [], 0, False
    standing = list(_acts(tournament).defer("changes"))
    stands = 1 if standing and standing[0].verb == Verb.RESTORE else 0  # what it went back to is no way back
    for later, act in enumerate(standing):
        if later > stands and (act.verb in KEY_VERBS or is_before_the_worst):
            found.append(Moment(act, later, thrown))
        thrown = act.round.number if act.facts.get("scores") and act.round else 0
        is_before_the_worst = bool(thrown) or act.verb in LASTING
    return found


@transaction.atomic
def undo(*, tournament: Tournament, seq: int, by: User | None) -> Act:
    """Undo the act of that number, which must be the last that stands, or take back an undo that was just
    done; the act that undid it.

    The same press twice is one undo. Raises ValidationError when another act has come after it, when it is
    one that lasts, when its rows are not any more as it left them, or when an objection waits and the
    standings would be final again.
    """
    tournament = locked(tournament, everything)
    act = _acts(tournament).first()
    if (back := just_undone(tournament)) is not None and back[1].seq == seq:
        act = back[1]
    if act is None or act.seq != seq:
        done = Act.objects.filter(tournament=tournament, seq=seq, undone_by__isnull=False).first()
        if done is not None and done.undone_by is not None:
            return done.undone_by
        raise ValidationError(
            _("Something else was done in the meantime: look at the list again, the last act comes first."),
            code="changed",
        )
    if act.verb in LASTING:
        raise ValidationError(
            _("This is not undone by one press: take the evening back to a moment before it."), code="state"
        )
    return _undone([act], tournament, Verb.UNDO, by, _reverse(act, by))


@transaction.atomic
def restore(*, tournament: Tournament, seq: int, by: User | None, seen: int | None = None) -> Act:
    """Take the evening back to right after the act of that number: every later act is undone, last first.

    `seen` is how many acts the page said that undoes: what was written since it was read is not lost unseen.
    Raises ValidationError for a number of no act that stands, for another number of acts, for the same going
    back again (code "done"), or when something cannot be taken back.
    """
    tournament = locked(tournament, everything)
    standing = list(_acts(tournament).filter(seq__gte=seq))
    if not standing or standing[-1].seq != seq:
        raise ValidationError(_("This moment is not there any more: look at the list again."), code="changed")
    later = standing[:-1]
    if not later:
        raise ValidationError(_("The evening already is where it was at that moment."), code="state")
    if seen is not None and [act.verb for act in later] == [Verb.RESTORE]:
        raise ValidationError(_gone_back_by(later[0]), code="done")
    if seen is not None and seen != len(later):
        sentence = ngettext(
            "Nothing was undone: this takes back %(count)d act. Write that number to confirm.",
            "Nothing was undone: this takes back %(count)d acts. Write that number to confirm.",
            len(later),
        )
        raise ValidationError(sentence % {"count": len(later)}, code="changed")
    # An earlier going back led to where it began from: passing it, there is nothing to write.
    scores = [written for act in later if act.verb != Verb.RESTORE for written in _reverse(act, by)]
    return _undone(later, tournament, Verb.RESTORE, by, scores, moment=standing[-1])


def _gone_back_by(act: Act) -> str:
    """What says that a going back was done already."""
    return _("The evening went back to that moment already: %(who)s, %(when)s.") % {
        "who": account_names(act.tournament.club)(act.by) or "Pozzetto",
        "when": date_format(localtime(act.at), "H.i"),
    }


Written = list[int]  # a match's key and the version of its score


def _reverse(act: Act, by: User | None) -> list[Written]:
    """Write the rows as they were before the act; the scores that were written for it, also those that were a
    part of it."""
    facts = act.facts
    is_score = {"match", "version"} <= facts.keys()
    scores = [[facts["match"], facts["version"]]] if is_score else facts.get("back", [])
    reason = ScoreChange.Reason.BACK if act.verb in BACK else ScoreChange.Reason.UNDONE
    written = []
    for key, version in reversed(scores):
        match = Match.objects.select_related("round").get(pk=key)
        written.append([key, take_score_back(match=match, version=version, by=by, reason=reason)])
    try:
        take_back(act.changes)
    except Moved as error:
        raise ValidationError(
            _("What this act wrote has been changed since: it cannot be undone."), code="changed"
        ) from error
    return written


def _scores_back(acts: list[Act]) -> list[Told]:
    """The scores that were told on these acts, the other way round; of many their number."""
    passed = (act for act in acts if len(acts) == 1 or act.verb != Verb.RESTORE)
    things = [Told(*each) for act in passed for each in act.facts.get("told", ()) if each[0] == "score"]
    back = [thing._replace(before=thing.after, after=thing.before) for thing in things]
    return back if len(back) <= MOST_TOLD else [Told("many", "score", None, len(back))]


def _undone(
    acts: list[Act],
    tournament: Tournament,
    verb: Verb,
    by: User | None,
    scores: list[Written],
    *,
    moment: Act | None = None,
) -> Act:
    """Write the act that took others back, the last first, and which acts stand now; a going back is named by
    its `moment`, the last act that stands. ValidationError if it were final while an objection waits."""
    fresh = locked(tournament)  # its row may be another than before
    if fresh.state == Tournament.State.FINAL and (why := objections_wait(fresh)):
        raise ValidationError(why, code="state")  # made since the evening had gone back from the final
    fresh.reach, fresh.seen_rows = tournament.reach, tournament.seen_rows
    first = acts[-1]
    named = moment or first
    change = named.facts.get("change", named.facts.get("undone_change"))
    undoing = write_act(
        tournament=fresh,
        verb=verb,
        by=by,
        round=named.round,
        undone=[act.seq for act in acts],
        what=first.verb,
        things=_scores_back(acts),
        **({"table": named.facts["table"]} if "table" in named.facts else {}),
        **({"undone_change": change} if change else {}),
        **({"moment": moment.verb} if moment is not None else {}),
        **({"back": scores} if scores else {}),
        **({"again": first.facts["what"]} if first.verb == Verb.UNDO else {}),
    )
    Act.objects.filter(pk__in=[act.pk for act in acts]).update(undone_by=undoing)
    if verb == Verb.UNDO and first.verb in BACK:
        for act in Act.objects.filter(undone_by=first).defer("changes"):
            Act.objects.filter(pk=act.pk).update(undone_by=None)
            if act.verb in BACK:
                Act.objects.filter(tournament=fresh, seq__in=act.facts["undone"]).update(undone_by=act)
    return undoing
