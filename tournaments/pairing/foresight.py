"""What a plan of phases cannot keep whatever the results, and what it could do instead: before the event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb

from tournaments.pairing.around import table_sizes

WITHOUT_REMATCH = frozenset({"drawn", "danish_no_rematch", "swiss"})
CERTAINLY_NEW = {"danish": 1, "danish_modified": 2}
"""Rounds at the start of a tournament in which these movements cannot repeat a meeting."""

KEEPS_CLUBS_APART = WITHOUT_REMATCH | {"mitchell", *CERTAINLY_NEW}


@dataclass(frozen=True, slots=True)
class Foresight:
    """A certain failure of a phase (counted from 0), its rounds, the limit it breaks, and what would do.

    Codes: `mitchell_second_cycle` (more rounds than tables, so rematches), `too_few_opponents` (rounds
    without rematch that outnumber the opponents left), `odd_mitchell_complete` (a complete Mitchell at an odd
    number of tables has gone before: each line is an odd group that has only itself left to meet),
    `club_too_large` (some of a club must meet in every round; the limit is the largest club that need not),
    `too_few_outsiders` (rounds without rematch in which a club is kept apart that outnumber its opponents);
    of single players `partners_again` (more couples at tables of four than two can be made of), and
    `opponents_again` (the same of meetings, at tables of other sizes). But for `club_too_large`, the limit is
    the most rounds that are possible.

    Offers: `fewer_rounds` (as many as the limit), `second_cycle` (allow it in the settings), `danish_after`
    (the rounds beyond the limit as modified Danish), `danish_modified` (instead of this movement),
    `round_robin` (everybody once, then the phase ends), `shorter_mitchell` (one round less before this
    phase), `shorter_before` (fewer rounds before this phase), `clubs_together` (let clubs meet; after as many
    rounds as the limit if there is one).
    """

    code: str
    phase: int
    rounds: int
    limit: int
    offers: tuple[str, ...] = ()


def sure_rounds(entries: int, played: int = 0) -> int:
    """How many rounds without a rematch are certain whatever the results, after so many without one.

    As long as everybody may still meet half of the field or more, a pairing exists (Dirac); the rest of an
    odd field counts as one opponent more.
    """
    return max((entries + 1) // 2 - played, 0)


def foresee(
    entries: int,
    plan: Sequence[tuple[str, int]],
    *,
    clubs: Sequence[int] = (),
    clubs_until: int | None = None,
) -> tuple[Foresight, ...]:
    """The certain failures of a plan of (movement code, rounds) for that many pairs, present throughout.

    `clubs` are the sizes of the clubs to be kept apart, up to the round `clubs_until` or in all. Only what
    follows from the numbers is said: silence is no promise.
    """
    if entries < 2:
        return ()
    tables = (entries + 1) // 2
    most = entries - 1 + entries % 2
    played = 0
    odd_lines = False
    found = []
    for phase, (code, rounds) in enumerate(plan):
        if code in WITHOUT_REMATCH and rounds:
            if odd_lines:
                offers = ("danish_modified", *(("shorter_mitchell",) if rounds == 1 else ()))
                found.append(Foresight("odd_mitchell_complete", phase, rounds, 0, offers))
            elif played + rounds > most:
                found.append(_too_few_opponents(phase, rounds, most - played, is_first=not played))
            else:
                played += rounds
        elif code == "mitchell":
            played = max(played, min(rounds, tables))
            if rounds > tables:
                offers = ("fewer_rounds", "danish_after", "second_cycle")
                found.append(Foresight("mitchell_second_cycle", phase, rounds, tables, offers))
        else:
            played = max(played, min(rounds, CERTAINLY_NEW.get(code, 0)))
        odd_lines = _leaves_odd_lines(entries, phase, code, rounds) or (odd_lines and entries % 2 == 0)
    last = sum(rounds for _, rounds in plan) if clubs_until is None else clubs_until
    return (*found, *(_clubs_that_meet(entries, plan, max(clubs), last) if clubs else ()))


def foresee_single_players(
    entries: int, plan: Sequence[tuple[tuple[int, ...], int]]
) -> tuple[Foresight, ...]:
    """The same for single players, by each phase's (sizes of the tables, the usual one first; rounds).

    At tables of four it is partners who are new each round, as long as there are couples that have not been;
    where no table has four, opponents. Without sizes a phase is left out.
    """
    rounds = [number if sizes else 0 for sizes, number in plan]
    tables = [table_sizes(entries, sizes) if sizes else () for sizes, _number in plan]
    couples = [2 * each.count(4) for each in tables]
    meetings = [sum(comb(size, 2) for size in each) if 4 not in each else 0 for each in tables]
    return tuple(
        sorted(
            (
                *_used_up(entries, rounds, couples, "partners_again"),
                *_used_up(entries, rounds, meetings, "opponents_again"),
            ),
            key=lambda found: found.phase,
        )
    )


def _used_up(entries: int, rounds: Sequence[int], each: Sequence[int], code: str) -> Iterator[Foresight]:
    """The phases, with so many couples `each` round, in which there are no more that have not been."""
    used = [0, *accumulate(number * many for number, many in zip(rounds, each, strict=True))]
    for phase, (number, many) in enumerate(zip(rounds, each, strict=True)):
        limit = max(comb(entries, 2) - used[phase], 0) // many if many else number
        if number > limit:
            offers = ("fewer_rounds",) if limit else ()
            yield Foresight(code, phase, number, limit, offers + (("shorter_before",) if used[phase] else ()))


def _too_few_opponents(phase: int, rounds: int, limit: int, *, is_first: bool) -> Foresight:
    offers = ["fewer_rounds", "danish_after"] if limit else ["danish_modified"]
    if is_first:
        offers.append("round_robin")
    return Foresight("too_few_opponents", phase, rounds, limit, tuple(offers))


def _clubs_that_meet(
    entries: int, plan: Sequence[tuple[str, int]], largest: int, last: int
) -> Iterator[Foresight]:
    """The phases in which the largest club cannot be kept apart up to that round of the tournament."""
    before = 0
    for phase, (code, rounds) in enumerate(plan):
        apart = min(rounds, last - before)
        before += rounds
        if apart <= 0 or code not in KEEPS_CLUBS_APART:
            continue
        outsiders = entries - largest + entries % 2
        if largest > (entries + 1) // 2:
            yield Foresight("club_too_large", phase, rounds, (entries + 1) // 2, ("clubs_together",))
        elif code in WITHOUT_REMATCH and apart > outsiders:
            offers = ("fewer_rounds", "clubs_together")
            yield Foresight("too_few_outsiders", phase, rounds, outsiders, offers)


def _leaves_odd_lines(entries: int, phase: int, code: str, rounds: int) -> bool:
    """Whether a Mitchell leaves only two odd groups of pairs that have not met.

    Both lines are odd, and each pair of one has met each of the other. If pairs are odd too, the next rest
    falls on the full line's opponents, who have not rested, and leaves them odd; earlier phases may have
    shared out the rests otherwise, so nothing certain is known then.
    """
    tables = (entries + 1) // 2
    complete = code == "mitchell" and tables % 2 == 1 and rounds >= tables
    return complete and (entries % 2 == 0 or phase == 0)
