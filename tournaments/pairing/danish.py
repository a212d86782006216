"""Danish rounds: first against second, third against fourth, and so on down the standings.

Modified: nobody meets again the opponent of the preceding round, except in the last round of the tournament.
Without rematch: nobody meets anybody again. All keep the families and clubs apart that the organiser names.
Sources: eburraco.com on the international code, article 2.
"""

import random

from tournaments.pairing.bans import with_separations
from tournaments.pairing.draws import PairsOnly, Request, Rest, RoundDraw
from tournaments.pairing.past import Meetings, Past, fewest_rests, read_past
from tournaments.pairing.places import place
from tournaments.pairing.top_down import pair_from_the_top


def draw_danish(request: Request, _rng: random.Random) -> RoundDraw:
    """Pure Danish: neighbours in the standings, whether or not they have met."""
    return _draw(request, read_past(request.history), {})


def draw_danish_modified(request: Request, _rng: random.Random) -> RoundDraw:
    """Danish without the opponent of the preceding round, a ban that the last round lifts."""
    past = read_past(request.history)
    if request.last_round or not past.numbers:
        return _draw(request, past, {})
    previous = past.numbers[-1]
    barred = {
        entry: {other: rounds for other, rounds in others.items() if previous in rounds}
        for entry, others in past.met.items()
    }
    return _draw(request, past, barred)


def draw_danish_without_rematch(request: Request, _rng: random.Random) -> RoundDraw:
    """Danish without any earlier opponent; what cannot be avoided stands in the relaxations."""
    past = read_past(request.history)
    return _draw(request, past, past.met)


def _draw(request: Request, past: Past, barred: Meetings) -> RoundDraw:
    """Pair from the top, avoiding the barred meetings; the odd one out rests."""
    if request.options.line_size != 1:
        raise PairsOnly
    bans = with_separations(barred, past.numbers, request.options)
    pairing = pair_from_the_top(request.ranking, bans, fewest_rests(request.ranking, past))
    seatings, moved = place(pairing.pairs, past, request.options)
    rests = () if pairing.left_over is None else (Rest(pairing.left_over),)
    return RoundDraw(seatings, rests, bans.conceded(pairing.pairs) + moved)
