"""Slips for tests: the round of four of the worked examples, and how a form is filled from hands."""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.hands import Hand, HandScore
from tournaments.hands import LINES, NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match

# Worked example E6: NS base, points, EW base, points. Running NS 565 785 640 800, EW −10 20 555 1060; 9–11.
E6 = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -45, 350, 185), (100, 60, 300, 205))


def quick(rows: Iterable[Sequence[int | None]]) -> tuple[NumberedHand, ...]:
    """Hands 1, 2, 3 … of NS base, points, EW base, points."""
    return tuple(
        NumberedHand(
            number,
            Hand((HandScore(base=row[0], points=row[1]), HandScore(base=row[2], points=row[3]))),
        )
        for number, row in enumerate(rows, 1)
    )


def posted(rows: Iterable[Sequence[int]], *, seen: int = 0, **more: Any) -> dict[str, Any]:
    """The same hands as the desk's form sends them in quick mode."""
    names = [f"{line}_{field}" for line in LINES for field in ("base", "points")]
    figures = {
        f"h{number}_{name}": str(figure)
        for number, row in enumerate(rows, 1)
        for name, figure in zip(names, row, strict=True)
    }
    return {"seen": str(seen), "w_NS": "", "w_EW": "", **figures, **more}


def version_of(tournament: Tournament) -> int:
    """What a page of the evening that is made now has seen."""
    return Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)


def reread(match: Match) -> Match:
    """The match as it stands in the database, with its round, phase and tournament."""
    return Match.objects.select_related("round__phase__tournament").get(pk=match.pk)
