"""Sentences for a saved table, and for what a correction moves: the first three, later draws, the places."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.templatetags.ui import minus
from tournaments.knockouts import Instead
from tournaments.match_views import match_view
from tournaments.moves import Correction, GoesOn, LaterDraws, Moves, Qualifying
from tournaments.names import EntryNames
from tournaments.scores import Saved

_FINAL_STAYS = gettext_lazy(
    "The final is drawn and announced: who plays it stays, whatever the standings say now."
)


def correction_sentences(correction: Correction) -> tuple[str, ...]:
    """What becomes of the prizes and of later draws, and whose signature it takes."""
    return (
        podium_sentence(correction.moves),
        *goes_on_sentences(correction.goes_on),
        *(sentence for each in correction.qualifying for sentence in qualifying_sentences(each)),
        *_later_sentences(correction.later),
        *(instead_sentence(each) for each in correction.instead),
        *(
            [_("The standings are being checked: saving is the referee's countersignature.")]
            * correction.countersigned
        ),
    )


def podium_sentence(moves: Moves) -> str:
    """Whether prizes change hands."""
    if moves.podium:
        return _("The first three change, and the prizes with them.")
    return _("The first three stay as they are.")


def goes_on_sentences(moved: GoesOn | None) -> Iterator[str]:
    """Who wins a match of a knock-out instead of whom."""
    if moved is None:
        return
    if moved.after is None:
        yield _("Nobody wins this match any more: it must be decided who goes on.")
    elif moved.before is None:
        yield _("This match is won now by %(who)s.") % {"who": _called([moved.after])}
    else:
        yield _("This match is won now by %(who)s, and not by %(other)s any more.") % {
            "who": _called([moved.after]),
            "other": _called([moved.before]),
        }
    if moved.too_late and moved.before is not None:
        yield _("The next round was announced with %(other)s: its seats stand.") % {
            "other": _called([moved.before])
        }


def qualifying_sentences(moved: Qualifying) -> Iterator[str]:
    """Who qualifies instead of whom, or would where what was declared or drawn stands."""
    event = moved.event or _("the final")
    if moved.selection:
        event = _("%(event)s (from %(selection)s)") % {"event": event, "selection": moved.selection}
    if moved.so_far:
        event = _("%(event)s (by the standings so far)") % {"event": event}
    if moved.kept or moved.drawn:
        yield from _would(moved, event)
    else:
        yield from _will(moved, event)
    for who, number in moved.entered:
        yield _("%(who)s: entered there already, number %(number)d. Decide whether they stay.") % {
            "who": _called([who]),
            "number": number,
        }


def final_ahead_sentence(final: Qualifying | None) -> str:
    """What becomes of a final that is drawn already when a match before it is decided; empty without one."""
    if final is None:
        return ""
    if final.drawn:
        return str(_FINAL_STAYS)
    return _("The final is drawn and not announced: if others qualify by this, draw it again afterwards.")


def drawn_final_sentence(drawn: int) -> str:
    """What changes who plays a final that is drawn; `drawn` as of `Qualifying`."""
    return (
        str(_FINAL_STAYS) if drawn else _("The final is drawn: to change who plays it, undo its draw first.")
    )


def _would(moved: Qualifying, event: str) -> Iterator[str]:
    if moved.drawn:
        yield str(_FINAL_STAYS)
    else:
        yield _("The list for %(event)s was declared final and stays as it is.") % {"event": event}
    yield from by_the_standings(moved)


def by_the_standings(moved: Qualifying) -> Iterator[str]:
    """Who would qualify instead of whom, had what was declared or drawn not stood."""
    if moved.coming:
        yield _("By the standings would come in: %(who)s.") % {"who": _called(moved.coming)}
    if moved.going:
        yield _("By the standings would not qualify any more: %(who)s.") % {"who": _called(moved.going)}


def _will(moved: Qualifying, event: str) -> Iterator[str]:
    if moved.coming:
        yield _("For %(event)s qualify now: %(who)s.") % {"event": event, "who": _called(moved.coming)}
    if moved.going:
        yield _("For %(event)s do not qualify any more: %(who)s.") % {
            "event": event,
            "who": _called(moved.going),
        }
    if moved.tied:
        yield _("For %(event)s some stand equal at the cut: the referee decides.") % {"event": event}
    if not (moved.coming or moved.going or moved.tied):
        yield _("For %(event)s the same qualify as before.") % {"event": event}


def instead_sentence(each: Instead) -> str:
    """Who would have gone on in a knock-out, had the score been this one in time."""
    return _(
        "Table %(table)d: %(winner)s would have gone on instead of %(sits)s: the seats of round %(round)d "
        "stand, for it is announced (code)."
    ) % {
        "table": each.table,
        "winner": _called([each.winner]),
        "sits": _called([each.sits]),
        "round": each.following,
    }


def _called(names: Iterable[EntryNames]) -> str:
    return ", ".join(f"{each.number} {' – '.join(each.full)}" for each in names)


def _later_sentences(later: LaterDraws) -> Iterator[str]:
    if later.stand:
        yield ngettext(
            "Round %(rounds)s was drawn from this score and is announced: its seats stand.",
            "Rounds %(rounds)s were drawn from this score and are announced: their seats stand.",
            len(later.stand),
        ) % _numbers(later.stand)
    if later.again:
        yield ngettext(
            "Round %(rounds)s was drawn from this score and is not announced: draw it again afterwards.",
            "Rounds %(rounds)s were drawn from this score and are not announced: draw them again afterwards.",
            len(later.again),
        ) % _numbers(later.again)
    if later.fit:
        yield ngettext(
            "Round %(rounds)s was drawn from the score as you type it now.",
            "Rounds %(rounds)s were drawn from the score as you type it now.",
            len(later.fit),
        ) % _numbers(later.fit)
    if not (later.stand or later.again or later.fit):
        yield _("No later draw rests on this score: it is just corrected.")


def _numbers(rounds: tuple[int, ...]) -> dict[str, str]:
    return {"rounds": ", ".join(map(str, rounds))}


def moves_in_short(moves: Moves, goes_on: GoesOn | None = None) -> str:
    """What a correction moves, in one sentence, before and after it is saved."""
    if not moves.places and goes_on is not None:
        return " ".join(goes_on_sentences(goes_on))
    if not moves.places:
        return _("No place changes.")
    if moves.podium:
        words = ngettext(
            "%(count)d place changes, among the first three.",
            "%(count)d places change, also among the first three.",
            moves.places,
        )
    else:
        words = ngettext(
            "%(count)d place changes, not among the first three.",
            "%(count)d places change, not among the first three.",
            moves.places,
        )
    return words % {"count": moves.places}


def saved_sentence(saved: Saved, figures: dict[str, Any]) -> str:
    """The line of a table that is over; of teams with the V.P. of the meeting, once its last table is in."""
    vp = saved.vp
    if saved.match.round.tournament.is_teams:
        view = match_view(saved.match)
        vp = view.vp
        if view.meeting and view.meeting.missing:
            missing = view.meeting.missing
            waits = ngettext(
                "Table %(table)d: %(points)s. For the V.P. of the meeting table %(missing)s is missing.",
                "Table %(table)d: %(points)s. For the V.P. of the meeting tables %(missing)s are missing.",
                len(missing),
            )
            return waits % {**figures, "missing": ", ".join(map(str, missing))}
    words = _("Table %(table)d: %(points)s, V.P. %(vp)s")
    return words % {**figures, "vp": "–".join(map(minus, vp)) if vp else "–"}
