"""Rules of the evening's end: the clock of objections, those of players and of the staff, their answers."""

import random

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.cast import ANONYMOUS, REFEREE, SECRETARY
from tests.tournaments.nights.choices import directors, numbers, scorers
from tests.tournaments.nights.course import pick
from tests.tournaments.nights.recount import PUBLIC
from tests.tournaments.nights.refereeing import Refereeing
from tests.tournaments.nights.rows import Row
from tournaments.models.referee import Objection
from tournaments.objections import answered_as

DOUBTS = ("Segnato male", "Le linee sono invertite", "Manca una smazzata")
ENTERS = 0.8  # how often somebody looks after the event that the evening is a selection for
OBJECTS = 0.5  # how often somebody does so before the standings are final
DECISIONS = ("accepted", "refused", "aside", "back")


class Endings(Refereeing):
    """What happens while the standings are provisional."""

    @rule(minutes=st.integers(1, 15))
    def wait(self, minutes: int) -> None:
        """Nobody presses anything for a while."""
        self.clock.forward(minutes=minutes)

    @precondition(lambda self: self.night.state == "provisional")
    @rule(number=numbers, who=numbers, is_right=st.booleans(), text=st.sampled_from(DOUBTS))
    def object(self, number: int, who: int, is_right: bool, text: str) -> None:
        """A player doubts the standings or a score, with the code of a slip: mostly of one of hers."""
        entry = pick(self.rows("entry"), who)
        if entry is None:
            return
        own, others = self.codes(entry["id"])
        code = pick(own, number) if is_right or number % 2 else pick(others or own, number)
        done = self.press(
            "object",
            ANONYMOUS,
            number=entry["number"],
            round=self.rounds[number % len(self.rounds)]["number"] if number % 3 else None,
            code=code or "AAAAAAAA",
            text=text,
        )
        assert done is None or code in own, f"number {entry['number']} objects with {code}, a slip of others"

    def codes(self, entry: int) -> tuple[list[str], list[str]]:
        """Codes of the slips of the tables the entry sat at, and of the other tables that stand."""
        seats = [row for row in self.night.now.where("seat", entry_id=entry) if row["is_active"]]
        sat = {row["match_id"] for row in seats}
        matches = self.public_matches()
        return (
            [row["code"] for row in matches if row["id"] in sat],
            [row["code"] for row in matches if row["id"] not in sat],
        )

    def public_matches(self) -> list[Row]:
        public = {row["id"] for row in self.rounds if row["state"] in PUBLIC}
        return [row for row in self.rows("match") if row["is_active"] and row["round_id"] in public]

    @rule(number=numbers, who=numbers, text=st.sampled_from(DOUBTS), role=scorers)
    def object_for(self, number: int, who: int, text: str, role: str) -> None:
        """The staff writes down what somebody said, also when the time is over."""
        if entry := pick(self.rows("entry"), who):
            round_ = self.rounds[number % len(self.rounds)]["number"] if number % 3 else None
            self.press("object", role, number=entry["number"], round=round_, code=None, text=text)

    @precondition(lambda self: self.night.now["objection"])
    @rule(number=numbers, decision=st.sampled_from(DECISIONS), role=directors, stale=st.integers(0, 4))
    def answer(self, number: int, decision: str, role: str, stale: int) -> None:
        """The first that waits, or any: it is judged by the referee, set aside or taken from there."""
        waiting = [row for row in self.rows("objection") if row["decision"] == "open"]
        found = pick(waiting if waiting and number % 3 else self.rows("objection"), number)
        if found is None:
            return
        seen = answered_as(Objection.objects.get(pk=found["id"])) if stale else ""
        self.press("answer", role, objection=found["id"], decision=decision, seen=seen)

    @precondition(lambda self: self.night.state == "provisional")
    @rule(role=directors)
    def close_objections(self, role: str) -> None:
        """The time for objections ends before its hour."""
        self.press("close_objections", role)

    def enter_in_the_event(self, number: int, what: str) -> None:
        """Something there: see `leading`."""
        raise NotImplementedError

    def end_it(self, rng: random.Random) -> None:
        """One step from the provisional to the final standings: somebody objects, and is answered."""
        waiting = [row["id"] for row in self.rows("objection") if row["decision"] == "open"]
        if self.night.event is not None and rng.random() < ENTERS:
            self.enter_in_the_event(rng.randrange(60), rng.choice(("all", "cancel", "next", "wrong")))
        if rng.random() < OBJECTS and len(self.rows("objection")) < 3:
            self.object(rng.randrange(60), rng.randrange(60), is_right=True, text=rng.choice(DOUBTS))
        elif waiting:
            self.press("answer", REFEREE, objection=waiting[0], decision="refused", seen="")
        elif self.press("final", SECRETARY) is None:
            self.clock.forward(minutes=20)
            self.press("final", SECRETARY)
