"""Acts of an evening by posting the forms of its pages."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any
from unittest.mock import patch

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models.people import Person
from tests.cast import ANONYMOUS, Cast
from tests.tournaments.nights.acts import ANSWER, ASKED, WARNINGS, Who
from tests.tournaments.nights.verbs import ENTRY_VERBS, ROUND_VERBS
from tournaments import draws
from tournaments.awards import Given
from tournaments.forms.entries import PLAYERS, SOMEBODY_NEW
from tournaments.hands import NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.pairing.draws import Seating
from tournaments.seats import present_entries

Form = dict[str, Any]
ANSWERS = {200, 302, 403, 404, 409}
TOLD = re.compile(r'name="told" value="([^"]+)"')


def slip(hands: Sequence[NumberedHand], seen: int) -> tuple[str, Form]:
    """The fields of a slip, and what its address says of them."""
    data: Form = {"seen": seen, "confirm": " ".join(WARNINGS)}
    for hand in hands:
        for line, side in zip(hand.sides, hand.hand.sides, strict=True):
            for figure in ("base", "points", "total"):
                if getattr(side, figure) is not None:
                    data[f"h{hand.number}_{line}_{figure}"] = getattr(side, figure)
        if hand.players == 3:
            data[f"h{hand.number}_alone"] = hand.alone or 0
    return f"?modo={'quick' if any(name.endswith('_base') for name in data) else 'total'}", data


class ByPages:
    """The same acts by posting forms, and after each the pages that people look at."""

    def __init__(self, cast: Cast, tournament: Tournament, clients: dict[str, Client]) -> None:
        self.cast, self.pk, self.clients = cast, tournament.pk, clients

    def at(self, tournament: Tournament) -> "ByPages":
        return ByPages(self.cast, tournament, self.clients)

    def do(self, name: str, role: str, facts: dict[str, Any]) -> None:
        """Post one form. Whether it was refused is told by the log alone: a page says it in words."""
        address, data = getattr(self, name, partial(self._plain, name))(**facts)
        if name == "object" and role == ANONYMOUS:
            address = self._address("objection")
        # A page draws by a seed that nobody knows; the same evening again needs the same one.
        with patch.object(draws, "next_seed", return_value=facts.get("seed", 1)):
            answer = self.clients[role].post(address, data)
            told = TOLD.search(answer.content.decode()) if name in ("score", "withdraw") else None
            if told is not None:  # the page has said what a correction moves: the second press writes it
                answer = self.clients[role].post(address, {**data, "told": told[1]})
        if answer.status_code not in ANSWERS:
            raise AssertionError(f"{address} answers {answer.status_code}")

    def look(self, role: str, name: str, *args: object) -> HttpResponse:
        """Read a page: it must come, whatever the evening's state."""
        answer = self.clients[role].get(self._address(name, *args))
        if answer.status_code not in {200, 302}:
            raise AssertionError(f"{name} answers {answer.status_code}")
        return answer

    def _address(self, name: str, *args: object) -> str:
        return reverse(f"tournaments:{name}", args=[self.pk, *args])

    def _plain(self, name: str, number: int = 0, entry: int = 0) -> tuple[str, Form]:
        if name in ROUND_VERBS:
            return self._address(name, number), {}
        if name in ENTRY_VERBS:
            return self._address(name, entry), {}
        return self._address(name), {}

    def _names(self, players: Sequence[Who]) -> Form:
        words: Form = {}
        for field, player in zip(PLAYERS, players, strict=False):
            if isinstance(player, int):
                person = Person.objects.get(pk=player)
                words[field] = f"{person.last_name} {person.first_name} #{player}"
            else:
                words |= {field: f"{player.last} {player.first}", f"{field}_is": SOMEBODY_NEW}
        return words

    def set_present(self, *, entry: int, present: bool) -> tuple[str, Form]:
        return self._address("entry_presence", entry), {"present": "1" if present else "0"}

    def close_check_in(self, *, seen: int) -> tuple[str, Form]:
        return self._address("close_check_in"), {"absent_seen": seen}

    def add_entry(self, *, players: Sequence[Who], name: str = "") -> tuple[str, Form]:
        return self._address("entry_add"), {**self._names(players), "name": name}

    def change_members(self, *, entry: int, players: Sequence[Who], name: str = "") -> tuple[str, Form]:
        return self._address("entry_change", entry), {**self._names(players), "name": name}

    def draw(self, *, number: int, seed: int) -> tuple[str, Form]:
        del seed  # see `do`
        return self._address("draw", number), {}

    def seat_by_hand(self, *, number: int, seatings: Sequence[Seating]) -> tuple[str, Form]:
        chosen = {
            f"t{seating.table}-{line}-{position}": entry
            for seating in seatings
            for line, entries in (("NS", seating.ns), ("EW", seating.ew), ("", seating.ring))
            for position, entry in enumerate(entries, 1)
        }
        present = present_entries(Tournament.objects.get(pk=self.pk))
        rests = ",".join(str(entry) for entry in present if entry not in chosen.values())
        return self._address("seat_by_hand", number), {**chosen, "rests": rests}

    def swap(self, *, number: int, one: int, other: int) -> tuple[str, Form]:
        return self._address("swap", number), {"seat": [one, other]}

    def line_up(self, *, number: int, entry: int, pairs: Sequence[tuple[int, int]]) -> tuple[str, Form]:
        persons = [person for pair in pairs for person in pair]
        return self._address("line_up", number, entry), dict(zip(PLAYERS, persons, strict=False))

    def join_team(self, *, entry: int, arriving: Who) -> tuple[str, Form]:
        return self._address("join", entry), self._names([arriving])

    def decide(self, *, phase: int, tied: Sequence[int], through: Sequence[int] | None) -> tuple[str, Form]:
        data: Form = {"phase": phase, "tied": "-".join(map(str, tied))}
        if through is None:
            return self._address("qualified_lot"), data
        return self._address("qualified_choose"), {**data, "through": list(through)}

    def decide_place(self, *, tied: Sequence[int], through: Sequence[int] | None) -> tuple[str, Form]:
        data: Form = {"phase": "", "tied": "-".join(map(str, sorted(tied)))}
        if through is None:
            return self._address("qualified_lot"), data
        return self._address("qualified_choose"), {**data, "through": list(through)}

    def enter_qualified(self, *, only: int | None) -> tuple[str, Form]:
        return self._address("entries_qualified"), {"next": only or ""}

    def fill_place(self, *, phase: int, entry: int, is_filled: bool) -> tuple[str, Form]:
        what = "next" if is_filled else "empty"
        return self._address("qualified_place"), {"phase": phase, "entry": entry, "what": what}

    def award(self, *, match: int, given: dict[str, Given]) -> tuple[str, Form]:
        figures = {
            f"{name}_{place}": getattr(each, name) for place, each in given.items() for name in ("vp", "mp")
        }
        told = " ".join(f"{place}:{each.vp}:{each.mp}" for place, each in given.items())
        return self._address("award", match), {**figures, "reason": "deciso", "told": told}

    def award_back(self, *, match: int) -> tuple[str, Form]:
        return self._address("award_revoke", match), {"told": "1"}

    def throw_away(self, *, number: int, typed: int) -> tuple[str, Form]:
        return self._address("throw_away", number), {"typed": typed}

    def score(
        self, *, match: int, hands: Sequence[NumberedHand], seen: int, reason: str, override: str = ""
    ) -> tuple[str, Form]:
        mode, data = slip(hands, seen)
        whole = Match.objects.values_list("round__phase__hands", flat=True).get(pk=match)
        if whole is not None and sum(hand.covers for hand in hands) < whole:
            data["part"] = "1"
        address = self._address("match_desk", match) + mode
        return address, {**data, "reason": reason, "override": override}

    def swap_lines(self, *, match: int, seen: int) -> tuple[str, Form]:
        return self._address("match_swap", match), {"seen": seen}

    def penalty(self, *, entry: int, number: int, vp: int, mp: int, reason: str) -> tuple[str, Form]:
        data = {"entry": entry, "round": number, "vp": vp, "mp": mp, "reason": reason}
        return self._address("penalties"), data

    def revoke(self, *, penalty: int) -> tuple[str, Form]:
        return self._address("penalty_revoke", penalty), {}

    def give_again(self, *, penalty: int) -> tuple[str, Form]:
        return self._address("penalty_again", penalty), {}

    def call(
        self, *, number: int, table: int, kind: str, entry: int | None, seen: int, told: int
    ) -> tuple[str, Form]:
        data = {"kind": kind, "round": number, "table": table, "question": ASKED, "seen": seen, "told": told}
        return self._address("calls"), {**data, "entry": entry or ""}

    def take_call_back(self, *, call: int) -> tuple[str, Form]:
        return self._address("call_revoke", call), {}

    def table_warn(self, *, match: int, entry: int, told: int, seen: int) -> tuple[str, Form]:
        return self._address("table_warn", match, entry), {"told": told, "seen": seen}

    def table_late(self, *, match: int, entry: int, told: int, seen: int) -> tuple[str, Form]:
        del told  # of warnings only
        return self._address("table_late", match, entry), {"seen": seen}

    def absent_back(self, *, match: int) -> tuple[str, Form]:
        return self._address("table_absent_back", match), {}

    def put_back(self, *, match: int) -> tuple[str, Form]:
        return self._address("table_put_back", match), {}

    def object(self, *, number: int, round: int | None, code: str | None, text: str) -> tuple[str, Form]:
        """The staff's page; a player, who has a code, sends the same to the public one."""
        data = {"number": number, "round": round or "", "code": code or "", "text": text, "late": "on"}
        return self._address("objections"), data

    def answer(self, *, objection: int, decision: str, seen: str) -> tuple[str, Form]:
        if decision in ("aside", "back"):
            data = {"why": "no_matter"} if decision == "aside" else {"back": "1"}
            return self._address("objection_aside", objection), data
        data = {"decision": decision, "answer": ANSWER, "seen": seen}
        return self._address("objection_answer", objection), data

    def close_objections(self) -> tuple[str, Form]:
        return self._address("objections_close"), {"sure": "on"}

    def place(self, *, entry: int, club: str, family: str, table: int | None) -> tuple[str, Form]:
        data = {"club_name": club, "family": family, "fixed_table": table or ""}
        return self._address("entry_place", entry), data

    def absent(self, *, match: int, entries: Sequence[int]) -> tuple[str, Form]:
        return self._address("table_absent", match), {"absent": list(entries)}

    def start_table(self, *, match: int) -> tuple[str, Form]:
        return self._address("table_start", match), {}

    def move_table(self, *, match: int, to: int, closes: bool) -> tuple[str, Form]:
        return self._address("table_move", match), {"to": to, **({"closes": "on"} if closes else {})}

    def reopen_table(self, *, table: int) -> tuple[str, Form]:
        return self._address("table_reopen", table), {}

    def put_off(self, *, match: int) -> tuple[str, Form]:
        return self._address("table_put_off", match), {}

    def late(self, *, players: Sequence[Who], how: str, name: str = "") -> tuple[str, Form]:
        return self._address("late"), {**self._names(players), "how": how, "name": name}

    def withdraw(self, *, entry: int, justified: bool, hands: Sequence[NumberedHand]) -> tuple[str, Form]:
        mode, data = slip(hands, 0) if hands else ("", {})
        return self._address("leave", entry) + mode, {**data, "justified": "yes" if justified else "no"}

    def replace(self, *, entry: int, leaving: int, arriving: Who) -> tuple[str, Form]:
        return self._address("replace", entry), {"leaving": leaving, **self._names([arriving])}

    def add_round(self, *, seen: int) -> tuple[str, Form]:
        return self._address("round_add"), {"seen": seen}

    def drop_round(self, *, seen: int) -> tuple[str, Form]:
        return self._address("round_drop"), {"seen": seen}

    def undo(self, *, seq: int) -> tuple[str, Form]:
        return self._address("undo_act"), {"seen": seq}

    def restore(self, *, seq: int, acts: int) -> tuple[str, Form]:
        return self._address("go_back"), {"seq": seq, "acts": acts}
