"""What the settings and the wishes of an evening will not give, in words, before it begins."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.ranking import Criterion
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament

RAW = "raw"  # the VP table that gives the points themselves
LEAST_IN_A_HAND = 100  # points; a line makes some hundreds, so a smaller award is one meant as V.P.


def forewarned(tournament: Tournament, entries: int) -> list[str]:
    """What those who enter would not expect, with so many of them, and what to do about it."""
    return [*_of_points(tournament, entries), *_of_tables(tournament, entries)]


def place_warning(entry: Entry) -> str:
    """Why an entry would not find the table it keeps, with those who are in by now; empty when it would."""
    tournament = entry.tournament
    return _table_warning(entry, tournament, tournament.entries.in_the_field().count())


def _of_points(tournament: Tournament, entries: int) -> Iterator[str]:
    """What sit-outs are worth where points rank, which no award of V.P. and M.P. gives."""
    if tournament.criteria[:1] == [Criterion.RAW_POINTS]:
        parts = [
            _(
                "The standings go by points, and who rests or is absent in a round has none in it: the award "
                "gives only V.P. and M.P."
            )
        ]
        if entries % 2 and not tournament.is_individual:
            parts.append(_("With %(entries)d somebody rests in every round.") % {"entries": entries})
        parts.append(_("Find one more, or let the order of the standings begin with V.P. in the settings."))
        yield " ".join(parts)
    for phase in tournament.phases.all():
        if phase.vp_table == RAW and phase.sit_out_vp is not None and phase.sit_out_vp < _least(phase):
            words = _(
                "Phase %(phase)d: the points themselves are the V.P., hundreds in each hand, and a sit-out "
                "gives %(award)d. Write in the settings about as many as a pair makes in a round."
            )
            yield words % {"phase": phase.number, "award": phase.sit_out_vp}


def _least(phase: Phase) -> int:
    return LEAST_IN_A_HAND * (phase.hands or 1)


def _of_tables(tournament: Tournament, entries: int) -> Iterator[str]:
    """Who would not find the table that was promised."""
    keeps = tournament.entries.in_the_field().filter(fixed_table__isnull=False).order_by("number")
    yield from filter(None, (_table_warning(entry, tournament, entries) for entry in keeps))


def _table_warning(entry: Entry, tournament: Tournament, entries: int) -> str:
    table = entry.fixed_table
    if table is None:
        return ""
    size = tournament.phases.all()[0].table_size if tournament.is_individual else 2
    figures = {"number": entry.number, "table": table, "entries": entries, "tables": entries // size}
    words = ""
    if table in tournament.closed_tables:
        words = _(
            "Number %(number)d always sits at table %(table)d, which is out of use: they would sit "
            "elsewhere. "
            "Write another table, or use that one again."
        )
    elif entries >= size and table > figures["tables"]:
        words = _(
            "Number %(number)d always sits at table %(table)d, but the %(entries)d who are in make only "
            "%(tables)d tables: if no more come, write a number up to %(tables)d."
        )
    return words % figures
