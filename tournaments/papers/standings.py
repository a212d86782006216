"""Standings on A4 with the lines to sign; the full board with VP and MP of each round when asked for."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.templatetags.ui import minus, place, signed
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers.heads import head
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.standings import RoundScore, StandingRow, Standings, standings

WIDE = 4  # rounds; with more the full board lies on its side
SIGNS: Mapping[str, str] = {"rests": "R", "absent": "A", "referee": "*", "missing": "…"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a pair: figures as the screen writes them, and a mark for what was not played."""

    vp: str
    mp: str
    mark: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the paper, every figure already as it is written."""

    place: str
    number: int
    names: tuple[str, ...]
    cells: tuple[Cell | None, ...]
    penalty: str
    vp: str
    mp: str
    withdrawn: bool


def _cell(score: RoundScore | None) -> Cell | None:
    if score is None:
        return None
    return Cell(minus(score.vp), signed(score.mp), SIGNS.get(score.kind, ""))


def _penalty(row: StandingRow) -> str:
    """Penalties as one figure of the screen: "−1 VP −100 MP"; empty without any."""
    figures = [(row.penalty_vp, "VP"), (row.penalty_mp, "MP")]
    return " ".join(f"{minus(points)} {unit}" for points, unit in figures if points)


def rows(found: Standings, *, board: bool, full_names: bool) -> list[Row]:
    """The standings as they are written."""
    return [
        Row(
            place=place(row),
            number=row.number,
            names=row.names.full if full_names else row.names.public,
            cells=tuple(_cell(row.in_round(number)) for number in found.rounds) if board else (),
            penalty=_penalty(row),
            vp=minus(row.vp),
            mp=signed(row.mp),
            withdrawn=row.withdrawn,
        )
        for row in found.rows
    ]


def state_words(found: Standings, *, is_last: bool) -> str:
    """Whether the standings are final: only the last round's can be."""
    if found.is_final and is_last and not found.missing_matches:
        return _("Final standings")
    return _("Provisional standings")


def missing_words(found: Standings) -> str:
    """How many results are not in; empty when all are."""
    if not found.missing_matches:
        return ""
    missing = ngettext("%(count)d result missing", "%(count)d results missing", found.missing_matches)
    return f" · {missing % {'count': found.missing_matches}}"


def content(paper: Paper) -> Sheets:
    """Standings through the paper's round. NotReadyError when it is not announced any more."""
    tournament = paper.tournament
    round = Round.objects.filter(pk=paper.round_id).first()
    if round is None or not round.is_public:
        raise NotReadyError("no_standings")
    found = standings(tournament, through=round.number, announced_only=True)
    is_last = not tournament.rounds.filter(number__gt=round.number).exists()
    subtitle = _("After round %(number)d") % {"number": round.number} + missing_words(found)
    board = bool(paper.options.get("board"))
    context = {
        "head": head(paper, state_words(found, is_last=is_last), subtitle),
        "rows": rows(found, board=board, full_names=paper.options.get("names") == "full"),
        "rounds": found.rounds if board else (),
        "check": found.check,
        "has_penalties": any(row.penalty_vp or row.penalty_mp for row in found.rows),
        "is_wide": board and len(found.rounds) > WIDE,
        "is_individual": tournament.is_individual,
    }
    return Sheets("print/standings.html", [None], context)
