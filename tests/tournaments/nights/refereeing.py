"""Rules of the referee: calls and warnings, penalties, absences, his own scores, tables in trouble."""

import random

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.hands import Hand, HandScore
from tests.cast import REFEREE, SCORER
from tests.tournaments.nights.choices import directors, numbers, seeds
from tests.tournaments.nights.course import Course, pick
from tests.tournaments.nights.moments import by_the_clock
from tests.tournaments.nights.recount import CHANGING
from tests.tournaments.nights.rows import Row
from tournaments.awards import Given
from tournaments.hands import NumberedHand
from tournaments.lateness import lateness
from tournaments.models.rounds import Match

KINDS = ("call", "warning")


class Refereeing(Course):
    """What happens at a table, and what the referee writes of it."""

    def version(self) -> int:
        """What a page of this moment has seen of the evening."""
        return int(next(iter(self.night.now["tournament"].values()))["version"])

    # Calls, warnings and penalties.

    @rule(
        number=numbers,
        who=st.integers(0, 5),
        kind=st.sampled_from(KINDS),
        told=st.integers(0, 4),
        role=directors,
    )
    def call(self, number: int, who: int, kind: str, told: int, role: str) -> None:
        """The referee is called to a table; a warning names somebody, mostly who sits there, and at times is
        not told which warning it is."""
        match = self.some_match(number)
        if match is None:
            return
        here = [row["entry_id"] for row in self.night.now.where("seat", match_id=match["id"], is_active=True)]
        entry = pick(here, who) if who < 4 else self.some_entry(number) if who == 4 else None
        standing = self.night.now.where("call", entry_id=entry, kind="warning", revoked_at=None)
        self.press(
            "call",
            role,
            number=self.number_of(match["round_id"]),
            table=match["table_number"],
            kind=kind,
            entry=entry,
            seen=self.version(),
            told=len(list(standing)) + 1 if told else 0,
        )

    @precondition(lambda self: self.night.now["call"])
    @rule(number=numbers, role=directors)
    def take_call_back(self, number: int, role: str) -> None:
        if call := pick(self.rows("call"), number):
            self.press("take_call_back", role, call=call["id"])

    @precondition(lambda self: self.night.now["penalty"])
    @rule(number=numbers, role=directors)
    def give_again(self, number: int, role: str) -> None:
        """A penalty that went with its round counts again."""
        if penalty := pick(self.rows("penalty"), number):
            self.press("give_again", role, penalty=penalty["id"])

    @precondition(lambda self: self.current["state"] in ("announced", "playing"))
    @rule(number=numbers, who=numbers, wait=st.integers(0, 13), obeys=st.integers(0, 5), role=directors)
    def come_late(self, number: int, who: int, wait: int, obeys: int, role: str) -> None:
        """Somebody comes late to the table, by its own clock; mostly what that clock proposes is written."""
        match = self.some_match(number, open_first=number % 5 > 0)
        if match is None:
            return
        self.clock.forward(minutes=wait)
        said = by_the_clock(self.night.now, match, self.clock.now)
        shown = lateness(Match.objects.select_related("round").get(pk=match["id"]), self.clock.now)
        assert shown.consequence == said, f"the clock says {shown}, not {said}"
        here = [row["entry_id"] for row in self.night.now.where("seat", match_id=match["id"])]
        entry = pick(here, who)
        wanted = said if obeys else ("warning", "penalty", "forfeit")[who % 3]
        if wanted == "forfeit":
            self.press("absent", role, match=match["id"], entries=[entry])
        elif wanted in ("warning", "penalty"):
            self.late_by_the_clock(match, entry, wanted, said, role)

    def late_by_the_clock(self, match: Row, entry: int | None, wanted: str, said: str, role: str) -> None:
        told = len(list(self.night.now.where("call", entry_id=entry, kind="warning", revoked_at=None))) + 1
        name = "table_warn" if wanted == "warning" else "table_late"
        done = self.press(name, role, match=match["id"], entry=entry, told=told, seen=self.version())
        assert done is None or wanted == said, f"{wanted} when the clock says {said}"

    @precondition(lambda self: self.night.now["award"])
    @rule(number=numbers, role=directors)
    def absent_back(self, number: int, role: str) -> None:
        """Who was written absent, or had left, is there after all."""
        given = {row["seat_id"] for row in self.rows("award") if row["kind"] != "rest"}
        matches = [row["match_id"] for row in self.rows("seat") if row["id"] in given and row["match_id"]]
        if match := pick(matches, number):
            self.press("absent_back", role, match=match)

    @precondition(lambda self: self.current["state"] in ("announced", "playing"))
    @rule(number=numbers, role=directors)
    def put_back(self, number: int, role: str) -> None:
        """A match that was put off is played now after all."""
        waiting = [row["id"] for row in self.rows("match") if row["postponed_at"] is not None]
        if match := pick(waiting, number):
            self.press("put_back", role, match=match)

    # A level match.

    @precondition(lambda self: self.current["state"] in ("announced", "playing"))
    @rule(number=numbers, extra=st.integers(0, 3), seed=seeds)
    def level(self, number: int, extra: int, seed: int) -> None:
        """A match ends level, and at times more hands are played: in a knock-out, till somebody leads."""
        match = self.some_match(number)
        phase = None if match is None else self.phase_of(match)
        if match is None or phase is None or match["players"] in CHANGING or phase["hands"] is None:
            return
        rng = random.Random(seed)
        high = rng.randrange(200, 600, 5)
        pairs = [(high, high - 100), (high - 100, high)] * phase["hands"]
        whole = pairs[: phase["hands"] // 2 * 2] + [(high, high)] * (phase["hands"] % 2)
        more = ([], [(200, 105)], [(high, high), (105, 200)], [(200, 105), (300, 200)])[extra]
        hands = [
            NumberedHand(place, Hand((HandScore(total=ns), HandScore(total=ew))))
            for place, (ns, ew) in enumerate(whole + more, 1)
        ]
        self.press("score", SCORER, match=match["id"], hands=hands, seen=match["version"], reason="")

    def phase_of(self, match: Row) -> Row:
        return self.night.now["phase"][self.night.now["round"][match["round_id"]]["phase_id"]]

    def number_of(self, round_: int) -> int:
        return int(self.night.now["round"][round_]["number"])

    # Given and taken away.

    @rule(entry=numbers, number=numbers, vp=st.integers(-2, 0), mp=st.sampled_from((0, -100)), role=directors)
    def fine(self, entry: int, number: int, vp: int, mp: int, role: str) -> None:
        if who := self.some_entry(entry):
            round_ = self.some_round(number)
            self.press("penalty", role, entry=who, number=round_, vp=vp, mp=mp, reason="tardi")

    @rule(number=numbers)
    def revoke(self, number: int) -> None:
        if penalty := pick(self.rows("penalty"), number):
            self.press("revoke", REFEREE, penalty=penalty["id"])

    @rule(number=numbers, who=st.integers(0, 3), role=directors)
    def absent(self, number: int, who: int, role: str) -> None:
        if match := self.some_match(number, open_first=False):
            seats = [row["entry_id"] for row in self.rows("seat") if row["match_id"] == match["id"]]
            gone = seats if who == 3 else seats[who : who + 1]
            self.press("absent", role, match=match["id"], entries=gone)

    @rule(number=numbers, vp=st.integers(-1, 20), role=directors, odd=st.integers(0, 5))
    def award(self, number: int, vp: int, role: str, odd: int) -> None:
        """The referee's own score of a match, with a place too few now and then."""
        if match := self.some_match(number, open_first=False):
            places = (
                ("1", "2", "3", "4", "5")[: match["players"]]
                if match["players"] in CHANGING
                else ("NS", "EW")
            )
            given = {place: Given(vp, 5 * (vp - 10)) for place in places[odd == 5 :]}
            self.press("award", role, match=match["id"], given=given)

    @rule(number=numbers, role=directors)
    def award_back(self, number: int, role: str) -> None:
        given = {row["seat_id"] for row in self.rows("award") if row["kind"] == "referee"}
        matches = [row["match_id"] for row in self.rows("seat") if row["id"] in given]
        if match := pick(matches, number):
            self.press("award_back", role, match=match)

    @rule(name=st.sampled_from(("start_table", "put_off")), number=numbers, role=directors)
    def press_for_a_table(self, name: str, number: int, role: str) -> None:
        if match := self.some_match(number, open_first=False):
            self.press(name, role, match=match["id"])

    @rule(number=numbers, to=st.integers(0, 9), closes=st.booleans())
    def move_table(self, number: int, to: int, closes: bool) -> None:
        if match := self.some_match(number, open_first=False):
            self.press("move_table", REFEREE, match=match["id"], to=to, closes=closes)

    @rule(table=st.integers(1, 5))
    def reopen_table(self, table: int) -> None:
        self.press("reopen_table", REFEREE, table=table)
