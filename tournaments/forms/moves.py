"""Sentences for what a correction moves: the first three, the draws that rest on it, how many places."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.knockouts import Instead
from tournaments.moves import Correction, LaterDraws, Moves, Qualifying
from tournaments.names import EntryNames


def correction_sentences(correction: Correction) -> tuple[str, ...]:
    """What becomes of the prizes and of later draws, and whose signature it takes."""
    return (
        podium_sentence(correction.moves),
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


def qualifying_sentences(moved: Qualifying) -> Iterator[str]:
    """Who qualifies instead of whom."""
    event = moved.event or _("the final")
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


def moves_in_short(moves: Moves) -> str:
    """What a correction moves, in one sentence, before and after it is saved."""
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
