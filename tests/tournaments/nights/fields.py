"""Who is kept apart, who keeps a table, and which tables are out of use, before an evening begins."""

from tournaments.models.events import Phase, Tournament

CLUBS = ("Circolo di Sopra", "circolo di sopra ", "Circolo di Sotto", "")
FAMILIES = {1: "Ascanio", 2: "ascanio", 3: "Bertoldi", 6: "Bertoldi"}


def crowd(tournament: Tournament, known: int) -> None:
    """With 1 to 4 something is known of the field: families, clubs in the first rounds of each phase, tables
    that entries keep, tables that are out of use."""
    if known not in (1, 2, 3, 4):
        return
    entries = list(tournament.entries.order_by("number"))
    for entry in entries:
        if known in (1, 4):
            entry.family = FAMILIES.get(entry.number, "")
        if known in (2, 4):
            entry.club_name = CLUBS[entry.number % len(CLUBS)]
        if known in (3, 4) and not tournament.is_teams and entry.number <= 2:
            entry.fixed_table = 3 - entry.number
        entry.save(update_fields=["family", "club_name", "fixed_table"])
    if known in (2, 4):
        Phase.objects.filter(tournament=tournament).update(clubs_apart=2)
    if known == 3:
        tournament.closed_tables = [2]
        tournament.save(update_fields=["closed_tables"])
