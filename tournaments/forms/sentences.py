"""Sentences for the codes of impossible and unlikely scores: side, field, rule and figure in plain words."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.templatetags.ui import minus
from scoring.hands import EndReason
from tournaments.faults import Fault
from tournaments.models.scores import HandRecord, HandSide

FIELD_WORDS: Mapping[str, str | Promise] = {
    "counts": gettext_lazy("burracos"),
    "closings": gettext_lazy("how it ended"),
    "end_reason": gettext_lazy("how it ended"),
    "missed": gettext_lazy("pozzetto"),
    "laid": gettext_lazy("cards laid"),
    "left": gettext_lazy("cards left in hand"),
    "base": gettext_lazy("base"),
    "points": gettext_lazy("points"),
    "total": gettext_lazy("total"),
    "written": gettext_lazy("total on the slip"),
    "alone": gettext_lazy("who played alone"),
}


WHOLE_MATCH = gettext_lazy("total of the match")  # where one figure stands for every hand


def line_word(line: str) -> str:
    """N-S, E-W, or a place at a table of three or five, in the reader's language."""
    return str(HandSide.Side(line).label)


def place_words(fault: Fault, *, in_one: bool = False) -> str:
    """Where a fault stands: "E-W, hand 3, base"; in a match written as one total the hands have no place."""
    if in_one and fault.field != "written":
        return f"{line_word(fault.line)}, {WHOLE_MATCH}" if fault.line else _("the match")
    parts = [line_word(fault.line)] if fault.line else []
    if fault.number is not None:
        parts.append(_("hand %(number)d") % {"number": fault.number})
    if fault.field:
        parts.append(str(FIELD_WORDS.get(fault.field, fault.field)))
    return ", ".join(parts) or _("the match")


def sentence(fault: Fault) -> str:
    """Why the figure cannot be, or why it is unlikely, with the figures of the rule."""
    figures = {
        name: value if isinstance(value, str) else minus(value) for name, value in fault.figures.items()
    }
    figures["line"] = line_word(fault.line) if fault.line else ""
    figures["what"] = str(FIELD_WORDS.get(fault.field, fault.field))
    template = _SPECIAL[fault.code](fault) if fault.code in _SPECIAL else _plain(fault.code)
    return template % figures


def _plain(code: str) -> str:
    sentences = {
        "V0": _("This field is still empty."),
        "V1": _("%(found)s cannot be: cards count in steps of %(step)s."),
        "V3": _("%(found)s does not follow from the other figures: they give %(expected)s."),
        "V4": _("%(found)s closings, but only %(highest)s can close here."),
        "V7": _("Where neither line took a pozzetto nobody pays for it: the bases lose the penalty."),
        "V9": _("Cards laid and left make %(found)s, more than all cards in play: %(highest)s."),
        "V11": _("%(found)s is too little: who does not close holds a card, so %(lowest)s or more."),
        "V16": _("%(found)s burracos hold a wild card, but there are only %(highest)s wild cards."),
        "V19": _("The slip says %(written)s, the hands make %(expected)s."),
        "V20": _("A difference of %(difference)s cannot be: totals go in steps of %(step)s."),
        "T1": _("Nobody can play alone here: somebody has reached the points from which all do."),
        "T3": _("Who plays alone has taken the first pozzetto."),
        "T4": _("Where nobody took the first pozzetto nobody closed, and all missed theirs."),
        "kind": _("These regulations do not know this burraco."),
        "gap": _("Hand %(expected)s is empty, but a later one is written."),
        "overlap": _("Hand %(found)s stands twice."),
        "too_many_hands": _("The match has %(hands)s hands, not %(found)s."),
        "after_target": _("The match was over: a line had reached %(target)s before this hand."),
    }
    return sentences[code]


def _range(fault: Fault) -> str:
    if "highest" in fault.figures:
        return _("%(found)s cannot be: from %(lowest)s to %(highest)s.")
    return _("%(found)s cannot be: it is never below %(lowest)s.")


def _base(fault: Fault) -> str:
    if "base_0" in fault.figures:
        if "base_2" in fault.figures:
            return _("These bases cannot be of one hand: no burracos, closing and pozzetto give them all.")
        return _(
            "%(base_0)s and %(base_1)s cannot be the bases of one hand: "
            "no burracos, closing and pozzetto give both."
        )
    if "below" in fault.figures and "above" in fault.figures:
        return _(
            "%(found)s does not come from burracos, closing and pozzetto. "
            "The nearest are %(below)s and %(above)s."
        )
    if "below" in fault.figures:
        return _("%(found)s is more than burracos, closing and pozzetto can give: at most %(below)s.")
    return _("%(found)s is less than burracos, closing and pozzetto can give: at least %(above)s.")


def _closer(fault: Fault) -> str:
    if fault.field == "missed":
        return _("Who closes has taken the pozzetto.")
    if fault.field == "base":
        return _("Who closes has at least %(lowest)s of base, not %(found)s.")
    if fault.figures.get("needed") == "clean":
        return _("Who closes needs a clean burraco.")
    return _("Who closes needs a burraco.")


def _ending(fault: Fault) -> str:
    if "base_0" in fault.figures:
        return _("These bases, %(base_0)s and %(base_1)s, do not fit how the hand ended.")
    if fault.figures.get("found") == EndReason.CLOSED:
        return _("The hand was closed, but no line closed it: say which one.")
    if fault.figures.get("found"):
        label = str(HandRecord.EndReason(str(fault.figures["found"])).label)
        return _("A line closed, but the hand ended otherwise: %(label)s.").replace("%(label)s", label)
    return _("Nobody closed: say how the hand ended.")


def _points(fault: Fault) -> str:
    if "absolute" in fault.figures:
        return _("Without signs both lines have %(absolute)s points, but only %(highest)s are in play.")
    return _("The points of both lines make %(found)s, more than the cards allow: %(highest)s.")


def _laid(fault: Fault) -> str:
    if fault.is_error:
        return _("%(found)s is too little for these burracos: they lay at least %(lowest)s.")
    return _("%(found)s is little for these burracos: below %(lowest)s is rare.")


def _burracos(fault: Fault) -> str:
    if "cards" in fault.figures:
        return _("These burracos need %(cards)s cards, but only %(highest_cards)s are in play.")
    return _("%(found)s burracos are more than the cards allow: %(highest)s.")


def _total(fault: Fault) -> str:
    if not fault.is_error:
        if fault.field == "points":
            return _("%(line)s makes %(found)s points: beyond %(highest)s is rare.")
        if fault.field == "base":
            return _("%(line)s has a base of %(found)s: above %(highest)s is rare.")
        found, lowest = fault.figures["found"], fault.figures["lowest"]
        if int(found) < int(lowest):
            return _("%(line)s makes %(found)s: below %(lowest)s is rare.")
        return _("%(line)s makes %(found)s: above %(highest)s is rare.")
    if "lowest" in fault.figures:
        return _("%(found)s cannot be: the cards give from %(lowest)s to %(highest)s.")
    return _("Both lines make %(found)s together: the cards give at most %(highest)s.")


_SPECIAL: Mapping[str, Callable[[Fault], str]] = {
    "range": _range,
    "V2": _base,
    "V5": _closer,
    "V8": _ending,
    "V10": _points,
    "V13": _laid,
    "V15": _burracos,
    "V18": _total,
}


def missing_rows(count: int) -> str:
    """The reason beside a button that waits: "2 rows are missing"."""
    return ngettext("%(count)d hand is missing", "%(count)d hands are missing", count) % {"count": count}
