"""Seats as rows and as the pure values that movements read."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Literal, NamedTuple

from scoring.small_tables import CHANGING
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Draw, Encounter, Match, Round, Seat, goes_by_table
from tournaments.pairing.around import table_sizes
from tournaments.pairing.draws import Options, PastRound, Request, Rest, RoundDraw, Seating
from tournaments.pairing.teams import TeamSeating, team_tables
from tournaments.team_pairs import LINE_UP, players_of, usual_pairs

PATTERNS: Mapping[str, Literal["1+4", "1+2", "lot"]] = {"1+4": "1+4", "1+2": "1+2", "lot": "lot"}


def _past(number: int, seats: Iterable[Seat]) -> PastRound:
    """A round's seats, each read with its match and encounter; a meeting of teams is one seating."""
    tables: dict[int, dict[str, list[Seat]]] = defaultdict(lambda: {"NS": [], "EW": [], "": []})
    groups: dict[int, int] = {}
    rests, absent = [], []
    for seat in seats:
        if seat.slot > 1:
            continue
        if seat.table_number is not None and seat.reason == Seat.Reason.PLAYS:
            table = _table_of(seat)
            tables[table][seat.line].append(seat)
            groups[table] = seat.group
        elif seat.is_left_over:  # an absence is no sit-out
            rests.append(Rest(seat.entry_id, seat.line or None, seat.table_number, seat.group))
        elif seat.reason == Seat.Reason.ABSENT:
            absent.append(seat.entry_id)
    return PastRound(
        number,
        tuple(
            Seating(
                table, _in_order(lines["NS"]), _in_order(lines["EW"]), _in_order(lines[""]), groups[table]
            )
            for table, lines in sorted(tables.items())
        ),
        tuple(rests),
        absent=tuple(absent),
    )


def _table_of(seat: Seat) -> int:
    """The number that a movement knows the table by: with teams that of the meeting."""
    if seat.first_player_id is not None and seat.match is not None:
        return seat.match.encounter.number
    return seat.table_number or 0


def _in_order(seats: Iterable[Seat]) -> tuple[int, ...]:
    return tuple(seat.entry_id for seat in sorted(seats, key=lambda seat: seat.position))


def history(tournament: Tournament, before: int) -> tuple[PastRound, ...]:
    """All rounds drawn before that number, in one query."""
    seats = Seat.objects.active().filter(round__tournament=tournament, round__number__lt=before)
    by_round: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats.select_related("round", *_with(tournament)).order_by("round__number", "pk"):
        by_round[seat.round.number].append(seat)
    return tuple(_past(number, group) for number, group in sorted(by_round.items()))


def current_seats(round: Round) -> PastRound:
    """The round's own seats as they stand."""
    seats = round.seats.active().select_related(*_with(round.tournament)).order_by("pk")
    return _past(round.number, seats)


def _with(tournament: Tournament) -> tuple[str, ...]:
    """What `_past` reads of seats beside their own columns."""
    return ("match__encounter",) if tournament.is_teams else ()


def options_of(phase: Phase) -> Options:
    """The organiser's choices in the movements' words: `phantom` is the line that nobody rests on."""
    individual = phase.tournament.is_individual
    usual, spare = phase.table_size, phase.spare_size
    sizes: tuple[int, ...] = ()
    if individual and (usual in CHANGING or spare is not None):
        sizes = (usual,) if spare is None else (usual, spare)
    return Options(
        line_size=2 if individual and usual != Phase.TableSize.TWO else 1,
        sizes=sizes,
        step=phase.mitchell_step,
        phantom="EW" if phase.resting_line == Phase.Line.NS else "NS",
        second_cycle=phase.allow_second_cycle,
        groups=phase.groups,
        groups_by="lot" if phase.groups_by == Phase.GroupsBy.LOT else "standing",
        pattern=PATTERNS[phase.pattern],
        third_place=phase.third_place,
        clubs_rounds=phase.clubs_apart,
    )


class Apart(NamedTuple):
    """Those of the field who are kept apart or keep a table: keys of entries, as `Options` has them."""

    families: tuple[tuple[int, ...], ...]
    clubs: tuple[tuple[int, ...], ...]
    fixed: tuple[tuple[int, int], ...]


def apart_in(round: Round) -> Apart:
    """Who is kept apart in the round; clubs only in so many rounds of its phase as the organiser wants."""
    families: dict[str, list[int]] = defaultdict(list)
    clubs: dict[str, list[int]] = defaultdict(list)
    fixed: list[tuple[int, int]] = []
    rows = Entry.objects.filter(tournament=round.tournament).present().order_by("number")
    for key, family, club, table in rows.values_list("pk", "family", "club_name", "fixed_table"):
        for sets, name in ((families, family), (clubs, club)):
            if name.strip():
                sets[name.strip().casefold()].append(key)
        if table is not None:
            fixed.append((key, table))
    keeps_clubs = _round_in_phase(round) <= round.phase.clubs_apart
    return Apart(
        tuple(tuple(keys) for keys in families.values() if len(keys) > 1),
        tuple(tuple(keys) for keys in clubs.values() if len(keys) > 1) if keeps_clubs else (),
        tuple(fixed),
    )


def _seeds(round: Round) -> tuple[int, ...]:
    """The order in which a knock-out began, from its second round on."""
    if round.phase.movement != Phase.Movement.KNOCKOUT:
        return ()
    earlier = Draw.objects.filter(round__phase=round.phase, round__number__lt=round.number)
    first = earlier.filter(superseded_at__isnull=True).order_by("round__number").first()
    return tuple(first.order) if first is not None else ()


def _round_in_phase(round: Round) -> int:
    return round.phase.rounds.filter(number__lte=round.number).count()


def has_own_sizes(round: Round) -> bool:
    """Whether single players sit at tables of other sizes than four."""
    return bool(options_of(round.phase).sizes)


def sizes_for(round: Round, entries: int) -> tuple[int, ...]:
    """Entries at each table of the round when so many are present."""
    return table_sizes(entries, options_of(round.phase).allowed_sizes)


def request_for(round: Round, ranking: Iterable[int]) -> Request:
    """Everything a movement may know of the evening: who is present, best first, and what was drawn before;
    who won there is not among it."""
    tournament = round.tournament
    return Request(
        ranking=tuple(ranking),
        history=history(tournament, round.number),
        phase_rounds=round.phase.rounds.count(),
        round_in_phase=_round_in_phase(round),
        last_round=not tournament.rounds.filter(number__gt=round.number).exists(),
        options=replace(options_of(round.phase), **apart_in(round)._asdict(), seeds=_seeds(round)),
    )


def present_entries(tournament: Tournament) -> list[int]:
    """Keys of the entries that play the next round."""
    return list(Entry.objects.filter(tournament=tournament).present().values_list("pk", flat=True))


def new_seed() -> int:
    """A seed to store with the draw: it fits the database's integer and is short enough to read out."""
    return random.SystemRandom().randrange(1, 2**31)


def next_seed(round: Round) -> int:
    """The seed that the round is drawn with next. That of the evening's first draw lays it down, so what a
    paper says of the lots to come is what they will be; drawn once more, a round has another lot."""
    drawn = Draw.objects.filter(round__tournament=round.tournament_id, superseded_at__isnull=True)
    first = drawn.order_by("round__number").first()
    if first is None or first.round_id == round.pk:
        return new_seed()
    lot = random.Random(f"{first.seed}-{round.number}-{round.draws.count()}")  # noqa: S311 - can be repeated
    return lot.randrange(1, 2**31)


def write_seats(draw: Draw, result: RoundDraw) -> None:
    """Turn a movement's answer into rows: encounters, matches, seats, rests."""
    is_teams = draw.round.tournament.is_teams
    waiting = {entry for each in result.relaxations if each.code == "no_seat" for entry in each.entries}
    seats = _seats_of_teams(draw, result) if is_teams else _seats_at_tables(draw, result)
    seats += [
        Seat(
            round=draw.round,
            draw=draw,
            entry_id=rest.entry,
            line=rest.line or "",
            table_number=rest.table,
            reason=Seat.Reason.WAITS if rest.entry in waiting else Seat.Reason.RESTS,
            group=rest.group,
        )
        for rest in result.rests
    ]
    seats += [
        Seat(round=draw.round, draw=draw, entry_id=entry, reason=Seat.Reason.OUT) for entry in result.out
    ]
    Seat.objects.bulk_create(seats)
    leave_closed_tables(draw, draw.round.tournament.closed_tables)


def behind_the_last_table(draw: Draw, closed: Iterable[int]) -> int:
    """The first number behind every table of the round, in use or out of it, or where somebody waits for who
    does not come."""
    taken = draw.round.seats.active().exclude(table_number=None).values_list("table_number", flat=True)
    return max([0, *closed, *taken]) + 1


def leave_closed_tables(draw: Draw, closed: Iterable[int]) -> None:
    """Who is seated at a table that is out of use takes the next number behind the last table."""
    closed, matches, phase = set(closed), draw.round.matches.active(), draw.round.phase
    stays = [group for group in {*draw.seats.values_list("group", flat=True)} if goes_by_table(phase, group)]
    if not closed:
        return
    behind = behind_the_last_table(draw, closed)
    here = matches.filter(table_number__in=closed).exclude(seats__group__in=stays)
    moving = list(here.order_by("table_number"))
    for match, number in zip(moving, count(behind), strict=False):
        match.table_number = number
        match.save(update_fields=["table_number"])
        match.seats.update(table_number=number)


def _seats_at_tables(draw: Draw, result: RoundDraw) -> list[Seat]:
    """An encounter with its match for each table, and the seats at them, not yet written."""
    persons = 1 if draw.round.tournament.is_individual else 2
    encounters = _write_encounters(draw, result)
    matches = Match.objects.bulk_create(
        Match(
            encounter=encounter,
            round=draw.round,
            table_number=encounter.number,
            players=persons * len(seating.everybody),
        )
        for encounter, seating in zip(encounters, result.seatings, strict=True)
    )
    return [
        Seat(
            round=draw.round,
            draw=draw,
            match=match,
            entry_id=entry,
            line=line,
            position=position,
            table_number=match.table_number,
            group=seating.group,
        )
        for match, seating in zip(matches, result.seatings, strict=True)
        for line, entries in (("NS", seating.ns), ("EW", seating.ew), ("", seating.ring))
        for position, entry in enumerate(entries, 1)
    ]


def _seats_of_teams(draw: Draw, result: RoundDraw) -> list[Seat]:
    """An encounter with its matches for each meeting, and the seats of the teams' pairs at them."""
    tables = team_tables(result, pairs=draw.round.tournament.team_pairs)
    return seats_of_meetings(draw, {each.number: each for each in _write_encounters(draw, result)}, tables)


def seats_of_meetings(
    draw: Draw, encounters: Mapping[int, Encounter], tables: Sequence[TeamSeating]
) -> list[Seat]:
    """Write the matches of meetings of teams at these tables; the seats at them with the usual line-ups, not
    yet written."""
    matches = Match.objects.bulk_create(
        Match(encounter=encounters[table.meeting], round=draw.round, table_number=table.table)
        for table in tables
    )
    pairs = usual_pairs(draw.round.tournament, draw.round.number)
    return [
        Seat(
            round=draw.round,
            draw=draw,
            match=match,
            entry_id=who.team,
            slot=who.slot,
            line=line,
            table_number=table.table,
            group=table.group,
            **players_of(pairs[who.team][who.slot - 1]),
        )
        for match, table in zip(matches, tables, strict=True)
        for line, who in (("NS", table.ns), ("EW", table.ew))
    ]


def _write_encounters(draw: Draw, result: RoundDraw) -> list[Encounter]:
    """An encounter for each seating, in their order."""
    return Encounter.objects.bulk_create(
        Encounter(draw=draw, number=seating.table) for seating in result.seatings
    )


def active_seat_keys(round: Round) -> list[int]:
    """Keys of the seats of the draw that stands."""
    return list(round.seats.active().values_list("pk", flat=True))


def fingerprint(round: Round) -> str:
    """What tells one draft from another: changes with each draw, and when anybody sits elsewhere."""
    facts: tuple[object, ...] = (round.draws.count(), current_seats(round))
    if round.tournament.is_teams:
        facts = (*facts, list(round.seats.active().order_by("entry", "slot").values_list(*LINE_UP)))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
