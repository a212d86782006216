"""What must hold of a round of a knock-out when it is drawn: who has won is in it, who has lost is not."""

from collections import defaultdict
from fractions import Fraction

from tests.tournaments.nights.checks import BESIDE
from tests.tournaments.nights.recount import match_points, place_of
from tests.tournaments.nights.rows import Picture, Row
from tournaments.models.log import Act


def winners_go_on(act: Act, _before: Picture, after: Picture) -> None:
    """By the points of the whole match or meeting as they are stored; those with awards are the referee's."""
    now = after["round"][act.round_id]
    phase = after["phase"][now["phase_id"]]
    was = [row for row in after.where("round", phase_id=phase["id"]) if row["number"] == now["number"] - 1]
    if phase["movement"] != "knockout" or not was or was[0]["state"] == "dropped":
        return
    last = max(
        row["number"] for row in after.where("round", phase_id=phase["id"]) if row["state"] != "dropped"
    )
    loser_plays = bool(phase["third_place"]) and now["number"] == last
    seats = {
        seat["entry_id"]: seat["reason"]
        for seat in after.where("seat", round_id=now["id"], is_active=True, slot=1)
        if seat["group"] != BESIDE
    }
    for points in meetings_without_awards(after, was[0], phase):
        (worse, less), (better, more) = sorted(points.items(), key=lambda each: each[1])
        assert less < more, f"drawn although {worse} and {better} are level"
        if after["entry"][better]["state"] == "present":
            assert seats.get(better) in ("plays", "rests"), (
                f"entry {better} has won and is {seats.get(better)}"
            )
        if not loser_plays:
            assert seats.get(worse) not in ("plays", "rests"), f"entry {worse} has lost and goes on"


def meetings_without_awards(taken: Picture, round_: Row, phase: Row) -> list[dict[int, Fraction]]:
    """The points of both sides of each meeting of the knock-out in which nobody was given a score."""
    sums: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    given = set()
    awarded = {award["seat_id"] for award in taken["award"].values()}
    for match in taken.where("match", round_id=round_["id"], is_active=True):
        points = match_points(taken, match, phase)
        for seat in taken.where("seat", match_id=match["id"], is_active=True):
            if points is None or seat["id"] in awarded or seat["group"] == BESIDE:
                given.add(match["encounter_id"])
            else:
                sums[match["encounter_id"]][seat["entry_id"]] += points[place_of(seat)]
    return [points for key, points in sums.items() if key not in given and len(points) == 2]
