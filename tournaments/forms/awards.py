"""What a new figure for sit-outs and absences changes in mid-evening, in words."""

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events import AwardedRounds


def award_note(rounds: AwardedRounds) -> str:
    """Which rounds a new award changes nothing of, and from which it counts; empty before the first.

    Absences get their award as they are known, also in a round that is being played.
    """
    if not rounds.given:
        return ""
    words = ngettext(
        "Already given, and they stay: the awards of round %(rounds)s.",
        "Already given, and they stay: the awards of rounds %(rounds)s.",
        len(rounds.given),
    )
    given = words % {"rounds": get_text_list(list(map(str, rounds.given)), _("and"))}
    if not rounds.coming:
        return given + " " + _("A new figure counts only for who is absent from now on.")
    words = _("A new figure counts for who sits out from round %(number)d on, or is absent from now on.")
    return f"{given} {words % {'number': rounds.coming[0]}}"
