"""What a plan of phases cannot keep whatever the results, said before the event."""

from collections.abc import Sequence
from dataclasses import dataclass

WITHOUT_REMATCH = frozenset({"drawn", "danish_no_rematch"})
CERTAINLY_NEW = {"danish": 1, "danish_modified": 2}
"""Rounds at the start of a tournament in which these movements cannot repeat a meeting."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """A certain failure of a phase (counted from 0), its rounds, and the most rounds it could have.

    Codes: `mitchell_second_cycle` (more rounds than tables, so rematches), `too_few_opponents` (rounds
    without rematch that outnumber the opponents left), `odd_mitchell_complete` (a complete Mitchell at an odd
    number of tables has gone before: each line is an odd group that has only itself left to meet).
    """

    code: str
    phase: int
    rounds: int
    limit: int


def foresee(entries: int, plan: Sequence[tuple[str, int]]) -> tuple[Foresight, ...]:
    """The certain failures of a plan of (movement code, rounds) for that many pairs, present throughout.

    Only what follows from the numbers is said: silence is no promise.
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
                found.append(Foresight("odd_mitchell_complete", phase, rounds, 0))
            elif played + rounds > most:
                found.append(Foresight("too_few_opponents", phase, rounds, most - played))
            else:
                played += rounds
        elif code == "mitchell":
            played = max(played, min(rounds, tables))
            if rounds > tables:
                found.append(Foresight("mitchell_second_cycle", phase, rounds, tables))
        else:
            played = max(played, min(rounds, CERTAINLY_NEW.get(code, 0)))
        odd_lines = _leaves_odd_lines(entries, phase, code, rounds) or (odd_lines and entries % 2 == 0)
    return tuple(found)


def _leaves_odd_lines(entries: int, phase: int, code: str, rounds: int) -> bool:
    """Whether a Mitchell leaves only two odd groups of pairs that have not met.

    Both lines are odd, and each pair of one has met each of the other. If pairs are odd too, the next rest
    falls on the full line's opponents, who have not rested, and leaves them odd; earlier phases may have
    shared out the rests otherwise, so nothing certain is known then.
    """
    tables = (entries + 1) // 2
    complete = code == "mitchell" and tables % 2 == 1 and rounds >= tables
    return complete and (entries % 2 == 0 or phase == 0)
