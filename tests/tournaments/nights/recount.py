"""The standings added up a second time, simply, from the rows alone: nothing of the program's own sums.

Sources: the published VP tables and domain 9 (VP, then signed MP; who has the same of both shares a place).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.tournaments.nights.rows import Picture, Row

CHANGING = (3, 5)  # players at tables whose sides change hand by hand
PUBLIC = {"announced", "playing", "closed"}

# The highest differences of 10–10, 11–9 … 19–1, as the codes print them; above the last it is 20–0.
PRINTED = {
    "hands-2": (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    "hands-3": (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    "hands-4": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
    "teams": (150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500),
}


@dataclass(frozen=True, slots=True)
class Line:
    """What an entry has, and its place."""

    place: int
    vp: Fraction
    mp: Fraction
    raw: Fraction


@dataclass(frozen=True, slots=True)
class Recount:
    """The lines by key of entry, and how many announced matches have no score yet."""

    lines: dict[int, Line]
    missing: int


def vp_of(table: str, difference: Fraction, own: str = "") -> int:
    """What the side with this difference gets; `own` are the limits of a table that no code prints."""
    if table == "win-draw-loss":
        return 1 if difference == 0 else 2 if difference > 0 else 0
    bands = sum(abs(difference) > limit for limit in PRINTED.get(table) or map(int, own.split()))
    return 10 + bands if difference >= 0 else 10 - bands


def points_of(side: Row) -> int:
    """A side's points in a record: the total if it was typed, else base and points."""
    return int(side["total"] if side["total"] is not None else side["base"] + side["points"])


def match_points(taken: Picture, match: Row, phase: Row) -> dict[str, Fraction] | None:
    """Points by line, or by place at a table of three; None while the match is not over."""
    records = sorted(taken.where("record", match_id=match["id"]), key=lambda record: record["number"])
    changing = match["players"] in CHANGING
    places = ("1", "2", "3", "4", "5")[: match["players"]] if changing else ("NS", "EW")
    points = dict.fromkeys(places, Fraction(0))
    for record in records:
        for side in taken.where("side", record_id=record["id"]):
            for place in who_shares(side["line"], record["alone"], places):
                is_partner = changing and record["alone"] not in (None, int(place))
                points[place] += Fraction(points_of(side), 2 if is_partner else 1)
    if not records:
        return None
    if phase["hands"] is not None:
        is_over = sum(record["covers"] for record in records) >= phase["hands"]
    else:
        best = max(points.values())
        is_over = best >= phase["target"] and list(points.values()).count(best) == 1
    return points if is_over or records[-1]["end_reason"] == "time" else None


def who_shares(line: str, alone: int | None, places: Sequence[str]) -> list[str]:
    """The places that the figures of a side are for: of five, the other four play by alternate places."""
    if alone is None or line in ("NS", "EW") or line == str(alone):
        return [line]
    others = {place: (int(place) - alone) % len(places) for place in places if place != str(alone)}
    return [place for place, away in others.items() if len(places) == 3 or (away - others[line]) % 2 == 0]


def place_of(seat: Row) -> str:
    return str(seat["line"] or seat["position"])


def recount(taken: Picture) -> Recount:
    """Add everything up."""
    sums = {
        entry["id"]: [Fraction(0), Fraction(0), Fraction(0)]
        for entry in taken["entry"].values()
        if entry["state"] in ("entered", "present", "withdrawn")
    }
    awards = {award["seat_id"]: award for award in taken["award"].values()}
    missing = 0
    is_teams = next(iter(taken["tournament"].values()))["entry_kind"] == "teams"
    for round_ in taken["round"].values():
        if round_["state"] in PUBLIC:
            missing += (add_meetings if is_teams else add_round)(taken, round_, sums, awards)
    drawn = {row["id"] for row in taken["round"].values() if row["state"] not in ("planned", "dropped")}
    for penalty in taken.where("penalty", revoked_at=None):
        if penalty["round_id"] in drawn:
            sums[penalty["entry_id"]][0] += penalty["vp"]
            sums[penalty["entry_id"]][1] += penalty["mp"]
    return Recount(
        {
            key: Line(1 + sum((other[0], other[1]) > (vp, mp) for other in sums.values()), vp, mp, raw)
            for key, (vp, mp, raw) in sums.items()
        },
        missing,
    )


def add_round(taken: Picture, round_: Row, sums: dict[int, list[Fraction]], awards: dict[int, Row]) -> int:
    """Add a round to the sums; how many of its matches are missing."""
    phase, missing = taken["phase"][round_["phase_id"]], 0
    seats = list(taken.where("seat", round_id=round_["id"], is_active=True))
    played = {}
    for match in taken.where("match", round_id=round_["id"], is_active=True):
        played[match["id"]] = match_points(taken, match, phase)
        own = [seat for seat in seats if seat["match_id"] == match["id"]]
        missing += played[match["id"]] is None and any(seat["id"] not in awards for seat in own)
    for seat in seats:
        points, sum_ = played.get(seat["match_id"]), sums[seat["entry_id"]]
        others = [] if points is None else [points[p] for p in points if p != place_of(seat)]
        own_points = None if points is None else points[place_of(seat)]
        if seat["id"] in awards:
            sum_[0] += awards[seat["id"]]["vp"]
            sum_[1] += awards[seat["id"]]["mp"]
        elif own_points is not None:
            differences = [own_points - other for other in others]
            sum_[0] += Fraction(
                sum(vp_of(phase["vp_table"], d, phase["vp_limits"]) for d in differences), len(others)
            )
            sum_[1] += sum(differences) / len(others)
        if own_points is not None:
            sum_[2] += own_points
    return missing


def add_meetings(taken: Picture, round_: Row, sums: dict[int, list[Fraction]], awards: dict[int, Row]) -> int:
    """The same for teams: VP are those of the points at both tables of a meeting together, and an award,
    which stands beside a team's first pair, is the whole team's. Source: domain 5."""
    phase = taken["phase"][round_["phase_id"]]
    seats = list(taken.where("seat", round_id=round_["id"], is_active=True))
    award = {seat["entry_id"]: awards[seat["id"]] for seat in seats if seat["id"] in awards}
    played = {
        match["id"]: match_points(taken, match, phase)
        for match in taken.where("match", round_id=round_["id"], is_active=True)
    }
    missing = sum(
        points is None and any(seat["entry_id"] not in award for seat in seats if seat["match_id"] == match)
        for match, points in played.items()
    )
    for team in {seat["entry_id"] for seat in seats}:
        own = [seat for seat in seats if seat["entry_id"] == team]
        tables = [(played.get(seat["match_id"]), place_of(seat)) for seat in own]
        sum_, is_whole = sums[team], all(points is not None for points, _place in tables)
        mine = sum(points[place] for points, place in tables if points is not None)
        theirs = sum(sum(points.values()) - points[place] for points, place in tables if points is not None)
        if team in award:
            sum_[0] += award[team]["vp"]
            sum_[1] += award[team]["mp"]
        elif is_whole:
            sum_[0] += vp_of(phase["vp_table"], Fraction(mine - theirs), phase["vp_limits"])
            sum_[1] += mine - theirs
        if is_whole:
            sum_[2] += mine
    return missing
