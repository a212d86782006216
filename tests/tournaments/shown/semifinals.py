"""A knock-out of four pairs up to its semifinals, with matches that end as a test says."""

from scoring.hands import Hand, HandScore
from tests.cast import Cast
from tests.evenings import open_round, the_round
from tests.tournaments.shown.conftest import knock_out
from tournaments import rounds
from tournaments.hands import NumberedHand
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.scores import record_match
from tournaments.standings import standings

NS_WINS, EW_WINS, LEVEL = (300, 100), (100, 300), (200, 200)


def hands_of_four(points: tuple[int, int]) -> tuple[NumberedHand, ...]:
    """Four hands in which each line has so many base points; the card points are the same."""
    ns, ew = points
    sides = (HandScore(base=ns, points=300), HandScore(base=ew, points=300))
    return tuple(NumberedHand(number, Hand(sides)) for number in (1, 2, 3, 4))


def score(match: Match, points: tuple[int, int], *, reason: str = "copy") -> None:
    record_match(
        match=match,
        hands=hands_of_four(points),
        by=None,
        seen_version=match.version,
        reason=reason,
        confirmed={"V13", "V18"},
    )


def matches(evening: Tournament, number: int) -> list[Match]:
    found = Match.objects.active().filter(round__tournament=evening, round__number=number)
    return list(found.select_related("round__phase__tournament").order_by("table_number"))


def pair(match: Match) -> tuple[Entry, Entry]:
    """Who sits N-S, and who E-W."""
    ns, ew = (match.seats.get(line=line).entry for line in ("NS", "EW"))
    return ns, ew


def semifinals(cast: Cast) -> Tournament:
    """Four pairs; N-S has won both semifinals, which are closed."""
    evening = knock_out(cast, 4, 0)
    open_round(evening, 1)
    for match in matches(evening, 1):
        score(match, NS_WINS)
    rounds.close(round=the_round(evening, 1), by=None)
    return evening


def places(evening: Tournament) -> dict[int, tuple[int, bool]]:
    return {row.entry_id: (row.place, row.shared) for row in standings(evening).rows}
