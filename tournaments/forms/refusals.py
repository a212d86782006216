"""Why a movement cannot be drawn, and what to do instead, in sentences."""

from collections.abc import Mapping
from functools import singledispatch

from django.utils.translation import gettext

from tournaments.forms.draws import entry_label
from tournaments.names import EntryNames
from tournaments.pairing import draws

Names = Mapping[int, EntryNames]


@singledispatch
def refusal_sentence(refusal: draws.MovementRefused, _names: Names) -> str:
    """The refusal in a sentence; who of the field it names is read from `names`."""
    return str(refusal)


@refusal_sentence.register
def _(refusal: draws.TooManyRounds, _names: Names) -> str:
    return gettext(
        "%(rounds)d rounds of Mitchell at %(tables)d tables would make pairs meet again: "
        "shorten the phase, or allow rematches in the tournament's settings."
    ) % {"rounds": refusal.rounds, "tables": refusal.tables}


@refusal_sentence.register
def _(refusal: draws.WrongStep, _names: Names) -> str:
    return gettext(
        "E-W cannot move %(step)d tables when there are %(tables)d: choose another step in the settings."
    ) % {"step": refusal.step, "tables": refusal.tables}


@refusal_sentence.register
def _(refusal: draws.NotDecided, names: Names) -> str:
    pairs = "; ".join(f"{entry_label(names, a)} – {entry_label(names, b)}" for a, b in refusal.entries)
    return gettext(
        "Nobody goes on from these matches, which are level or have no score: %(pairs)s. "
        "Let them play one hand more, or let the referee decide."
    ) % {"pairs": pairs}


@refusal_sentence.register
def _(_refusal: draws.IndividualsOnly, _names: Names) -> str:
    return gettext("This movement is for single players: choose one for pairs in the settings.")


@refusal_sentence.register
def _(_refusal: draws.PairsOnly, _names: Names) -> str:
    return gettext("This movement is for pairs: choose one for single players in the settings.")


@refusal_sentence.register
def _(_refusal: draws.SeatedByHand, _names: Names) -> str:
    return gettext("This round is seated by hand.")


@refusal_sentence.register
def _(refusal: draws.TooFewOpponents, _names: Names) -> str:
    return gettext(
        "%(rounds)d rounds of everybody against everybody, but %(entries)d entries have only %(limit)d: "
        "take a round away, or choose another movement in the settings."
    ) % {"rounds": refusal.rounds, "limit": refusal.limit, "entries": refusal.entries}


@refusal_sentence.register
def _(refusal: draws.BeyondTheFinal, _names: Names) -> str:
    return gettext(
        "With %(entries)d entries the final of the knock-out is its round %(limit)d, "
        "and the phase has %(rounds)d: take the rounds after the final away, under “If something goes wrong”."
    ) % {"rounds": refusal.rounds, "limit": refusal.limit, "entries": refusal.entries}


@refusal_sentence.register
def _(refusal: draws.TooManyGroups, _names: Names) -> str:
    return gettext(
        "%(entries)d entries cannot fill %(groups)d groups, at most %(limit)d: write fewer in the settings."
    ) % {"groups": refusal.groups, "limit": refusal.limit, "entries": refusal.entries}
