"""What holds of an evening after whatever act: each check reads the rows, and says who and where."""

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

from tests.tournaments.nights.recount import CHANGING, PUBLIC, points_of, recount
from tests.tournaments.nights.rows import Picture, Row
from tournaments.models.events import Tournament
from tournaments.standings import standings

BESIDE = 52  # the group of who plays on beside a final
UNCOUNTED = ("manual", "knockout", "round_robin", "double_round_robin", "howell")
"""Movements in which who rests is the director's choice, a seed's right, or fixed over the whole phase."""


def check_everything(taken: Picture, tournament: int) -> None:
    nobody_sits_twice(taken)
    tables_are_whole(taken)
    teams_meet_at_their_tables(taken)
    drafts_seat_who_is_present(taken)
    groups_stand(taken)
    sit_outs_are_fair(taken)
    matches_have_their_hands(taken)
    nothing_final_waits(taken)
    standings_add_up(taken, tournament)


def matches_have_their_hands(taken: Picture) -> None:
    """No hand follows the last one of a match, but in a knock-out, while it is level."""
    if next(iter(taken["tournament"].values()))["entry_kind"] == "teams":
        return  # their meeting is level, not a table
    for match in taken["match"].values():
        phase = taken["phase"][taken["round"][match["round_id"]]["phase_id"]]
        records = sorted(taken.where("record", match_id=match["id"]), key=lambda record: record["number"])
        if phase["hands"] is None or sum(record["covers"] for record in records) <= phase["hands"]:
            continue
        assert phase["movement"] == "knockout", f"{len(records)} records at {match}"
        played, level = 0, True
        points: Counter[str] = Counter()
        for record in records:
            assert played < phase["hands"] or level, f"a hand too many at {match}"
            played += record["covers"]
            for side in taken.where("side", record_id=record["id"]):
                points[side["line"]] += points_of(side)
            level = points["NS"] == points["EW"]


def nothing_final_waits(taken: Picture) -> None:
    """No objection waits for an answer once the standings are final."""
    if next(iter(taken["tournament"].values()))["state"] == "final":
        waiting = [row["id"] for row in taken.where("objection", decision="open")]
        assert not waiting, f"final, and objections {waiting} wait"


def nobody_sits_twice(taken: Picture) -> None:
    """Neither an entry nor a person has two seats in a round."""
    for round_ in taken["round"].values():
        seats = list(taken.where("seat", round_id=round_["id"], is_active=True))
        places = Counter((seat["entry_id"], seat["slot"]) for seat in seats)
        twice = [entry for (entry, _slot), times in places.items() if times > 1]
        assert not twice, f"round {round_['number']}: entries {twice} have two seats"
        people = Counter(
            person
            for seat in seats
            if seat["reason"] == "plays"
            for person in persons_at(taken, seat, round_["number"])
        )
        twice = [person for person, times in people.items() if times > 1]
        assert not twice, f"round {round_['number']}: persons {twice} play at two tables"


def playing(taken: Picture, entry: int, number: int) -> list[Row]:
    """The members of an entry in a round."""
    return [
        member
        for member in taken.where("member", entry_id=entry)
        if member["from_round"] <= number and (member["to_round"] is None or member["to_round"] >= number)
    ]


def persons_at(taken: Picture, seat: Row, number: int) -> list[int]:
    """Who sits there: of a team those of its line-up, else everybody of the entry."""
    if seat["first_player_id"] is not None:
        return [seat["first_player_id"], seat["second_player_id"]]
    return [member["person_id"] for member in playing(taken, seat["entry_id"], number)]


def tables_are_whole(taken: Picture) -> None:
    """Every match has its players, its seats the match's table, and no table has two matches."""
    kind = next(iter(taken["tournament"].values()))["entry_kind"]
    for round_ in taken["round"].values():
        matches = list(taken.where("match", round_id=round_["id"], is_active=True))
        tables = [match["table_number"] for match in matches]
        assert len(set(tables)) == len(tables), f"round {round_['number']}: tables {tables}"
        for match in matches:
            seats = list(taken.where("seat", match_id=match["id"], is_active=True))
            assert {seat["table_number"] for seat in seats} == {match["table_number"]}, match
            persons = len(seats) * (1 if kind == "individuals" else 2)
            assert persons == match["players"], f"{persons} at {match}"
            if match["players"] not in CHANGING:
                assert Counter(seat["line"] for seat in seats).keys() == {"NS", "EW"}, seats
            for seat in seats if kind == "pairs" else ():
                here = playing(taken, seat["entry_id"], round_["number"])
                assert len(here) == 2, f"entry {seat['entry_id']} in round {round_['number']}: {here}"


def teams_meet_at_their_tables(taken: Picture) -> None:
    """Two teams meet at as many tables as each has pairs, side by side until one is moved or out of use or a
    team comes late: the pairs sit by turns on each line, and a team's persons differ and are of it then."""
    evening = next(iter(taken["tournament"].values()))
    if evening["entry_kind"] != "teams":
        return
    pairs = evening["team_pairs"]
    is_moved = evening["closed_tables"] != "[]" or any(
        act["verb"] in ("move_table", "late") for act in taken["act"].values()
    )
    for round_ in taken["round"].values():
        meetings: dict[int, list[Row]] = defaultdict(list)
        for match in taken.where("match", round_id=round_["id"], is_active=True):
            meetings[match["encounter_id"]] += taken.where("seat", match_id=match["id"], is_active=True)
        for key, seats in meetings.items():
            last = pairs * taken["encounter"][key]["number"]
            tables = sorted({seat["table_number"] for seat in seats})
            assert len(tables) == pairs, f"a meeting at {tables}"
            assert is_moved or tables == list(range(last - pairs + 1, last + 1)), f"a meeting at {tables}"
            teams = sorted({seat["entry_id"] for seat in seats})
            assert len(teams) == 2, seats
            for team in teams:
                own = sorted((seat for seat in seats if seat["entry_id"] == team), key=lambda s: s["slot"])
                assert [seat["slot"] for seat in own] == list(range(1, pairs + 1)), own
                assert all(one["line"] != other["line"] for one, other in pairwise(own)), own
                persons = {p for seat in own for p in persons_at(taken, seat, round_["number"])}
                of_it = {member["person_id"] for member in playing(taken, team, round_["number"])}
                assert len(persons) == 2 * pairs, f"team {team} in round {round_['number']}: {persons}"
                assert persons <= of_it, f"team {team} in round {round_['number']}: {persons - of_it}"


def drafts_seat_who_is_present(taken: Picture) -> None:
    """A round nobody has seen yet seats exactly who plays on."""
    present = {entry["id"] for entry in taken.where("entry", state="present")}
    for round_ in taken["round"].values():
        if round_["state"] in ("draft", "confirmed"):
            seats = list(taken.where("seat", round_id=round_["id"], is_active=True))
            seated = {seat["entry_id"] for seat in seats if seat["reason"] != "absent"}
            assert seated == present, f"round {round_['number']}: {seated} instead of {present}"


def groups_stand(taken: Picture) -> None:
    """In a phase every table is of one group, and everybody of one group all the time."""
    group_of: dict[tuple[int, int], int] = {}
    for round_ in taken["round"].values():
        tables: dict[int, int] = {}
        for seat in taken.where("seat", round_id=round_["id"], is_active=True):
            if not seat["group"]:
                continue
            own = group_of.setdefault((round_["phase_id"], seat["entry_id"]), seat["group"])
            assert own == seat["group"], f"entry {seat['entry_id']} in groups {own} and {seat['group']}"
            if seat["match_id"] is not None:
                table = tables.setdefault(seat["match_id"], seat["group"])
                assert table == seat["group"], f"a table of groups {table} and {seat['group']}"


def sit_outs_are_fair(taken: Picture) -> None:
    """Nobody who was there all along rests twice more than another, unless a draw or a swap said so."""
    drawn = [row for row in taken["round"].values() if row["state"] not in ("planned", "dropped")]
    phases = [taken["phase"][round_["phase_id"]] for round_ in drawn]
    if any(phase["movement"] in UNCOUNTED or phase["groups"] or phase["qualify_each"] for phase in phases):
        return
    keys = {round_["id"] for round_ in drawn}
    swapped = any(act["round_id"] in keys for act in taken.where("act", verb="swap"))
    draws = [draw for draw in taken.where("draw", superseded_at=None) if draw["round_id"] in keys]
    if swapped or any("rest_again" in str(draw["notes"]) for draw in draws):
        return
    rests: dict[int, list[bool]] = defaultdict(list)
    for seat in taken.where("seat", is_active=True, slot=1):
        if seat["round_id"] in keys and seat["reason"] != "absent":
            rests[seat["entry_id"]].append(seat["reason"] in ("rests", "waits"))
    counts = {entry: sum(each) for entry, each in rests.items() if len(each) == len(keys)}
    if counts:
        assert max(counts.values()) - min(counts.values()) <= 1, f"sit-outs {counts}"


def standings_add_up(taken: Picture, tournament: int) -> None:
    """The program's standings are those of the recount; in a knock-out places say who went on instead."""
    found, expected = standings(Tournament.objects.get(pk=tournament)), recount(taken)
    rows = {row.entry_id: (row.place, row.vp, row.mp, row.raw) for row in found.rows}
    lines = {key: (line.place, line.vp, line.mp, line.raw) for key, line in expected.lines.items()}
    skip = 1 if knocks_out(taken, {row.entry_id: row.place for row in found.rows}) else 0
    wrong = {
        key: (rows.get(key), line) for key, line in lines.items() if rows.get(key, ())[skip:] != line[skip:]
    }
    assert not wrong, f"place, VP, MP, points, as told and as recounted: {wrong}"
    assert rows.keys() == lines.keys()
    assert found.missing_matches == expected.missing, f"{found.missing_matches} matches missing"
    assert [row.place for row in found.rows] == sorted(row.place for row in found.rows)


def knocks_out(taken: Picture, places: dict[int, int]) -> bool:
    """Whether the last announced round belongs to a knock-out or a final; then who is still in it stands
    before who is out, whatever they have scored."""
    public = [row for row in taken["round"].values() if row["state"] in PUBLIC]
    last = max(public, key=lambda row: int(row["number"]), default=None)
    if last is None:
        return False
    phase = taken["phase"][last["phase_id"]]
    if phase["movement"] != "knockout" and not phase["qualify_each"]:
        return False
    seats = taken.where("seat", round_id=last["id"], is_active=True)
    out = {seat["entry_id"]: seat["reason"] in ("out", "absent") or seat["group"] == BESIDE for seat in seats}
    still_in = [places[entry] for entry, is_out in out.items() if not is_out and entry in places]
    gone = [places[entry] for entry, is_out in out.items() if is_out and entry in places]
    assert not still_in or not gone or max(still_in) < min(gone), f"{still_in} in, {gone} out"
    return True


def announced_seats(taken: Picture) -> dict[int, dict[int, Row]]:
    """By announced round, its seats that count."""
    return {
        round_["number"]: {
            seat["id"]: seat for seat in taken.where("seat", round_id=round_["id"], is_active=True)
        }
        for round_ in taken["round"].values()
        if round_["state"] in PUBLIC
    }


ANYTHING = {"undo", "restore"}
CHAIRS: Row = {"first_player_id": None, "second_player_id": None}


def announced_seats_stand(before: Picture, after: Picture, verb: str, facts: dict[str, Any]) -> None:
    """The seats that everybody saw are the same, unless the act is one that changes them and says so."""
    if verb in ANYTHING:
        return
    was, now = announced_seats(before), announced_seats(after)
    gone = was.keys() - now.keys()
    assert not gone or verb in ("take_back", "undo_draw"), f"{verb} hides rounds {gone}"
    for number in was.keys() & now.keys():
        changed = {key for key in was[number] if now[number].get(key) != was[number][key]}
        fresh = now[number].keys() - was[number].keys()
        if verb == "late":
            seats = [now[number][key] for key in fresh]
            # A team takes a seat a pair, and so does who rested, of whose seats only the first was there.
            most = 2 * max((seat["slot"] for seat in seats), default=1) - 1
            assert len(fresh) <= most, f"late seats {fresh} in round {number}"
            assert len({seat["entry_id"] for seat in seats}) <= 2, seats
            assert not changed or (len(changed) == 1 and facts.get("table")), facts
        elif verb == "move_table":
            moved = {now[number][key]["table_number"] for key in changed}
            assert not fresh, fresh
            assert moved <= {facts.get("to")}, moved
        elif verb == "substitute":
            assert not fresh, fresh
            for key in changed:
                who_sits = [
                    (row["first_player_id"], row["second_player_id"])
                    for row in (was[number][key], now[number][key])
                ]
                leaving, arriving = facts["persons"]
                assert tuple(arriving if who == leaving else who for who in who_sits[0]) == who_sits[1], (
                    who_sits
                )
                assert {**was[number][key], **CHAIRS} == {**now[number][key], **CHAIRS}, key
        else:
            assert not changed, f"{verb} changes seats of announced round {number}"
            assert not fresh, f"{verb} adds seats to announced round {number}"
