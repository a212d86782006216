"""What the director should know of a draw before confirming it: who meets again, who rests again, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models.rounds import Draw, Round
from tournaments.pairing.manual import manual_problems
from tournaments.seats import current_seats, history, options_of


@dataclass(frozen=True, slots=True)
class DraftNote:
    """Something out of the ordinary in a draw: its code, the entries' keys, the earlier rounds it repeats."""

    code: str
    entries: tuple[int, ...]
    rounds: tuple[int, ...] = ()


def _given_up(draw: Draw) -> Iterable[DraftNote]:
    """What the movement itself had to give up, as it was stored."""
    return (DraftNote(note["code"], tuple(note["entries"]), tuple(note["rounds"])) for note in draw.notes)


def notes_of(round: Round) -> tuple[DraftNote, ...]:
    """The warnings of the seats as they stand, swaps included; where the draw could not help it, its reason.

    At tables of four single players sit opposite each other again and again: of them only partners are said.
    """
    now = current_seats(round)
    options = options_of(round.phase)
    fours = {seating.table for seating in now.seatings if len(seating.ns) > 1}
    seated = [entry for seating in now.seatings for entry in seating.everybody]
    warnings = manual_problems(
        now.seatings,
        [*seated, *(rest.entry for rest in now.rests)],
        history(round.tournament, round.number),
        rests=now.rests,
        line_size=options.line_size,
        sizes=options.sizes,
    )
    draw = round.draws.get(superseded_at__isnull=True)
    reasons = {frozenset(note.entries): note for note in _given_up(draw)}
    return tuple(
        reasons.get(frozenset(warning.entries), DraftNote(warning.code, warning.entries, warning.rounds))
        for warning in warnings
        if warning.warning and not (warning.code == "rematch" and fours.issuperset(warning.tables))
    )
