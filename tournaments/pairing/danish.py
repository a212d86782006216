"""Danish rounds: first against second, third against fourth, and so on down the standings.

Modified: nobody meets again the opponent of the preceding round, except in the last round of the tournament.
Without rematch: nobody meets anybody again. All keep the families and clubs apart that the organiser names.
Sources: eburraco.com on the international code, article 2.
"""

import random
from collections.abc import Callable

from tournaments.pairing.bans import with_separations
from tournaments.pairing.draws import PairsOnly, Request, Rest, RoundDraw
from tournaments.pairing.past import Meetings, Past, fewest_rests, read_past
from tournaments.pairing.places import place
from tournaments.pairing.top_down import Pairer, TopDown

Barred = Callable[[Request, Past], Meetings]
"""Which earlier meetings a kind of Danish avoids."""


def draw_danish(request: Request, _rng: random.Random) -> RoundDraw:
    """Pure Danish: neighbours in the standings, whether or not they have met."""
    return _draw(request, _anybody)


def draw_danish_modified(request: Request, _rng: random.Random) -> RoundDraw:
    """Danish without the opponent of the preceding round, a ban that the last round lifts."""
    return _draw(request, _not_the_previous)


def draw_danish_without_rematch(request: Request, _rng: random.Random) -> RoundDraw:
    """Danish without any earlier opponent; what cannot be avoided stands in the relaxations."""
    return _draw(request, _nobody_again)


def pair_danish(request: Request) -> Pairer:
    """The pairings of pure Danish for any order of those present."""
    return _top_down(request, read_past(request.history), _anybody).pair


def pair_danish_modified(request: Request) -> Pairer:
    """Those of the modified one."""
    return _top_down(request, read_past(request.history), _not_the_previous).pair


def pair_danish_without_rematch(request: Request) -> Pairer:
    """Those without rematch."""
    return _top_down(request, read_past(request.history), _nobody_again).pair


def _anybody(_request: Request, _past: Past) -> Meetings:
    return {}


def _not_the_previous(request: Request, past: Past) -> Meetings:
    if request.last_round or not past.numbers:
        return {}
    previous = past.numbers[-1]
    return {
        entry: {other: rounds for other, rounds in others.items() if previous in rounds}
        for entry, others in past.met.items()
    }


def _nobody_again(_request: Request, past: Past) -> Meetings:
    return past.met


def _top_down(request: Request, past: Past, barred: Barred) -> TopDown:
    if request.options.line_size != 1:
        raise PairsOnly
    bans = with_separations(barred(request, past), past.numbers, request.options)
    return TopDown(request.ranking, bans, fewest_rests(request.ranking, past))


def _draw(request: Request, barred: Barred) -> RoundDraw:
    """Pair from the top, avoiding the barred meetings; the odd one out rests."""
    past = read_past(request.history)
    top_down = _top_down(request, past, barred)
    pairing = top_down.pair(request.ranking)
    seatings, moved = place(pairing.pairs, past, request.options)
    rests = () if pairing.left_over is None else (Rest(pairing.left_over),)
    return RoundDraw(seatings, rests, top_down.bans.conceded(pairing.pairs) + moved)
