"""Score slips of a round: one a match, with everything the two lines and the referee write on."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.matches import MOST_HANDS
from scoring.ranking import Figure
from scoring.small_tables import CHANGING
from tournaments.formats import document_of, match_format
from tournaments.forms.regulation_words import SHORT_KINDS, name_of
from tournaments.knockouts import stakes_of
from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import LEFT_OVER, Match, Round, Seat, group_letter, passes_on
from tournaments.names import EntryNames, entry_names
from tournaments.papers.heads import head, printable_round, round_words
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.papers.vp_bands import bands
from tournaments.results import rules_of
from tournaments.standings import StandingRow, standings

TEMPLATE = "print/slips.html"
# Hands on the slip of a match to a target: more are rare, and a blank slip goes on from there.
ROWS_WITHOUT_A_NUMBER = 6
MOST_ON_A5 = 6  # hands; with more the rows would be too low to write in
LONG_NAME = 27  # characters; longer names are set smaller
KEPT_SQUARES = 500  # drawn QRs, some 4 kB each: drawing them is most of what reading a round of slips costs


@dataclass(frozen=True, slots=True)
class SlipEntry:
    """A pair or single player. `vp` and `mp` so far are None until all its earlier scores are in."""

    number: int
    names: tuple[str, ...]
    vp: Figure | None = None
    mp: Figure | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """One match on paper; a blank slip has no table, no code and no entries."""

    table: int | None = None
    code: str = ""
    qr: SafeString | str = ""
    ns: tuple[SlipEntry, ...] = ()
    ew: tuple[SlipEntry, ...] = ()
    ring: tuple[SlipEntry, ...] = ()
    places: int = 0  # round a table without lines, where `ring` sit
    group: str = ""  # its letter, where there are groups
    meeting: tuple[int, ...] = ()  # of teams: the tables at which they meet, this one too
    stake: str = ""  # what one of the last matches of a knock-out is for

    @property
    def has_sum(self) -> bool:
        """Whether the sum of a meeting of teams and its VP are written here: on the slip of its first table,
        and on a blank one, which may stand for that."""
        return self.table is None or self.table in self.meeting[:1]

    @property
    def meeting_words(self) -> str:
        """The tables of the meeting as its slip has room for: "1–3", or "2, 9" where one has moved."""
        if self.meeting[-1:] and self.meeting[-1] - self.meeting[0] == len(self.meeting) - 1:
            return f"{self.meeting[0]}–{self.meeting[-1]}"
        return ", ".join(map(str, self.meeting))

    @property
    def columns(self) -> list[tuple[str, tuple[SlipEntry, ...]]]:
        """Who writes in each column: the two lines, or the players round the table, by place."""
        if self.places:
            return [(str(place), self.ring[place - 1 : place]) for place in range(1, self.places + 1)]
        return [("NS", self.ns), ("EW", self.ew)]

    @property
    def is_close_set(self) -> bool:
        """Whether names are many or long, and must be set smaller to leave the page as it is."""
        names = [name for entry in (*self.ns, *self.ew, *self.ring) for name in entry.names]
        return max(map(len, names), default=0) > LONG_NAME or self.places > 0


def match_address(code: str) -> str:
    """What the QR of a slip holds. In capitals it fits a smaller QR; hosts do not tell capitals apart."""
    site = settings.SITE_URL
    return f"{site if urlsplit(site).path.strip('/') else site.upper()}/M/{code}"


def typed_address() -> str:
    """The page that takes a code, as it is read aloud and typed: "example.org/m/"."""
    return f"{settings.SITE_URL.partition('://')[2]}/m/"


def qr(code: str) -> SafeString:
    """The QR of a match as SVG."""
    return _square(match_address(code))


@lru_cache(maxsize=KEPT_SQUARES)
def _square(address: str) -> SafeString:
    svg = segno.make(address, error="m", micro=False).svg_inline(border=0, omitsize=True)
    return mark_safe(svg)  # noqa: S308 - drawn by segno, nothing in it was typed


def short_code(code: str) -> str:
    """The code as it is read aloud: "K7M4 2PXZ"."""
    return f"{code[:4]} {code[4:]}"


def slip_size(phase: Phase, size: str, players: Iterable[int | None]) -> str:
    """CSS class of the page: "a5" one slip, "a4" two, "tall" one alone because the match has many hands.

    `players` are those at the tables that the slips are for.
    """
    rows = (phase.hands or ROWS_WITHOUT_A_NUMBER) + match_format(phase).extra
    if CHANGING & set(players):
        rows = _as_high_as(rows)
    return "tall" if rows > MOST_ON_A5 else size


def _as_high_as(hands: int) -> int:
    """Hands between two lines that fill a slip as much as so many of single players.

    These have a row more in each hand, for who played alone, and none for the difference.
    """
    return -(-(4 * hands + 2 - 3) // 3)


def paged(slips: Sequence[Slip], size: str) -> list[tuple[Slip, ...]]:
    """Slips as they share pages: two by two on A4, else one by one."""
    step = 2 if size == "a4" else 1
    return [tuple(slips[start : start + step]) for start in range(0, len(slips), step)]


def form_facts(phase: Phase, *, continues: bool = False) -> dict[str, object]:
    """What every slip of a phase has in common: rows of hands, the VP table, what closing is worth.

    `continues`: the second slip of a match to a target, whose rows follow those of the first.
    """
    rows = phase.hands or ROWS_WITHOUT_A_NUMBER
    first = rows + 1 if continues else 1
    rules, document = rules_of(phase), document_of(phase.tournament)
    bonuses = document.regulations.bonuses.items()
    return {
        "hands": range(first, first + rows),
        "goes_on": phase.hands is None,
        "continues": continues,
        "height": min(rows + rules.format.extra, MOST_HANDS),
        "extra": rules.format.extra,
        "height_of_players": _as_high_as(rows),
        "bands": bands(rules.table, rules.step),
        "rules_name": name_of(document),
        "bonuses": [(SHORT_KINDS[kind], points) for kind, points in bonuses],
        "typed_address": typed_address(),
        "closing": rules.regulations.closing,
        "missed": rules.regulations.missed_pozzetto,
        "switch": phase.switch_at,
    }


def _so_far(rows: Iterable[StandingRow]) -> dict[int, tuple[Figure, Figure]]:
    """VP and MP of the entries whose scores are all in, by key of entry."""
    return {
        row.entry_id: (row.vp, row.mp)
        for row in rows
        if not any(score.kind == "missing" for score in row.rounds)
    }


def _side(
    seats: Iterable[Seat], names: Mapping[int, EntryNames], so_far: Mapping[int, tuple[Figure, Figure]]
) -> tuple[SlipEntry, ...]:
    return tuple(
        SlipEntry(
            names[seat.entry_id].number,
            names[seat.entry_id].seated(seat.first_player_id, seat.second_player_id).full,
            *so_far.get(seat.entry_id, (None, None)),
        )
        for seat in sorted(seats, key=lambda seat: seat.position)
    )


def _matches(round: Round, table: int | None) -> list[Match]:
    matches = round.matches.active().order_by("table_number")
    return list(matches if table is None else matches.filter(table_number=table))


def _meetings(round: Round) -> dict[int, tuple[int, ...]]:
    """The tables of each meeting of teams by the key of the encounter; empty where no teams meet."""
    found: dict[int, tuple[int, ...]] = defaultdict(tuple)
    if round.tournament.is_teams:
        tables = round.matches.active().order_by("table_number").values_list("encounter", "table_number")
        for encounter, table in tables:
            found[encounter] += (table,)
    return found


def round_slips(round: Round, names: Mapping[int, EntryNames], table: int | None = None) -> list[Slip]:
    """The slips of a round by table, or that of one table. A constant number of queries."""
    so_far: dict[int, tuple[Figure, Figure]] = {}
    if round.number > 1:
        so_far = _so_far(standings(round.tournament, through=round.number - 1).rows)
    lines: dict[tuple[int, str], list[Seat]] = defaultdict(list)
    groups: dict[int, int] = {}
    for seat in round.seats.active().filter(match__isnull=False):
        lines[seat.match_id or 0, seat.line].append(seat)
        groups[seat.match_id or 0] = seat.group
    meetings, stakes = _meetings(round), stakes_of(round)
    slips = [
        Slip(
            match.table_number,
            short_code(match.code),
            qr(match.code),
            _side(lines[match.pk, Seat.Line.NS], names, so_far),
            _side(lines[match.pk, Seat.Line.EW], names, so_far),
            _side(lines[match.pk, ""], names, so_far),
            match.players if match.players in CHANGING else 0,
            group_letter(groups.get(match.pk, 0)),
            meetings.get(match.encounter_id, ()),
            stakes.get(match.pk, ""),
        )
        for match in _matches(round, table)
    ]
    return sorted(slips, key=lambda slip: slip.group)


def resting(round: Round, names: Mapping[int, EntryNames]) -> dict[str, list[EntryNames]]:
    """Who sits out this round (`rests`), who `waits` for a seat, and whom the bracket of a knock-out lets
    through (`byes`), by number."""
    found: dict[str, list[EntryNames]] = {"rests": [], "waits": [], "byes": []}
    for seat in round.seats.active().filter(reason__in=LEFT_OVER):
        why = "byes" if passes_on(round.phase, seat.group) else seat.reason
        found[why].append(names[seat.entry_id])
    return {name: sorted(who, key=lambda entry: entry.number) for name, who in found.items()}


def content(paper: Paper) -> Sheets:
    """All slips of the paper's round, or of the one table its options name."""
    round = printable_round(paper)
    names = entry_names(paper.tournament, at_round=round.number)
    sizes = (round.phase.table_size, round.phase.spare_size)
    size = slip_size(round.phase, paper.options.get("size", "a5"), sizes)
    slips = round_slips(round, names, paper.options.get("table"))
    if not slips:
        raise NotReadyError("no_table")
    context = {
        "head": head(paper, _("Score slips"), round_words(round)),
        "size": size,
        **resting(round, names),
        "is_individual": paper.tournament.is_individual,
        "is_teams": paper.tournament.is_teams,
        **form_facts(round.phase),
    }
    return Sheets(TEMPLATE, paged(slips, size), context)
