"""What an evening is, apart from how it came about, to compare: no log, versions or times."""

from typing import Any

from tournaments.hands import as_json, hands_by_match
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import Award, Penalty

SEAT = (
    *("round__number", "entry", "slot", "line", "position", "table_number", "reason", "group"),
    *("first_player", "second_player"),
)
PHASE = (
    *("number", "movement", "allow_second_cycle", "rounds_count"),
    *("sit_out_vp", "sit_out_mp", "absence_vp", "absence_mp"),
)


def facts_of(tournament: Tournament) -> dict[str, Any]:
    """Everything of the evening that somebody could see, read afresh and in an order of its own."""
    fresh = Tournament.objects.get(pk=tournament.pk)
    matches = Match.objects.active().filter(round__tournament=fresh)
    tables = {match.pk: (match.round.number, match.table_number) for match in matches.select_related("round")}
    seats = Seat.objects.active().filter(round__tournament=fresh)
    members = EntryMember.objects.filter(tournament=fresh, is_current=True)
    awards = Award.objects.filter(seat__in=seats)
    return {
        "state": (fresh.state, fresh.check_in_closed_at is None, fresh.regulations_kept, fresh.criteria),
        "phases": list(fresh.phases.order_by("number").values_list(*PHASE)),
        "rounds": list(fresh.rounds.order_by("number").values_list("number", "state", "phase__number")),
        "entries": list(
            fresh.entries.exclude(state="cancelled").values_list("number", "name", "state", "fixed_table")
        ),
        "members": sorted(members.values_list("entry", "person", "position", "from_round")),
        "tables": sorted((*tables[match.pk], match.players, match.postponed_at is None) for match in matches),
        "seats": sorted(map(repr, seats.values_list(*SEAT))),
        "hands": {
            tables[key]: as_json(hands) for key, hands in sorted(hands_by_match(matches.values("pk")).items())
        },
        "awards": sorted(awards.values_list("seat__round__number", "seat__entry", "vp", "mp", "kind")),
        "penalties": sorted(
            Penalty.objects.filter(entry__tournament=fresh, revoked_at__isnull=True).values_list(
                "entry", "round__number", "vp", "mp", "reason"
            )
        ),
        "calls": sorted(
            RefereeCall.objects.filter(tournament=fresh, revoked_at__isnull=True).values_list(
                "pk", "decision"
            )
        ),
    }
