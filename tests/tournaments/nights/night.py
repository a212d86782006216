"""One evening under proof: acts done one after the other, and everything looked at after each."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.cast import REFEREE, Cast
from tests.tournaments.nights.acts import Refused
from tests.tournaments.nights.certain import Promise, after_act, promise_of
from tests.tournaments.nights.checks import announced_seats_stand, check_everything
from tests.tournaments.nights.proofs import prove_act
from tests.tournaments.nights.rows import (
    JOURNALLED,
    Picture,
    Row,
    hands_in,
    moved,
    own,
    picture,
    standing,
    told,
)
from tests.tournaments.nights.selections import Event, selection_stands
from tournaments.hands import as_json, hands_of
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import ScoreChange
from tournaments.undoing import LASTING

SCORES = {"score", "correct"}
BACK = {"undo", "restore"}
ASIDE = {"publish", "objection", "answer"}
"""Acts that stand beside the evening's course, and are not undone."""
BESIDE: dict[str, set[str]] = {
    "late": {"person"},
    "substitute": {"person"},
    "enter": {"person"},
    "entry_state": {"person"},
    "final": {"snapshot"},
    "objection": {"objection"},
    "answer": {"objection"},
    "score": {"record", "side", "version"},
    "correct": {"record", "side", "version"},
    "withdraw": {"record", "side", "version"},
    "undo": {"record", "side", "version"},
    "restore": {"record", "side", "version"},
}
"""Rows outside the journal that an act may write, by its verb."""


class Hands(Protocol):
    """A way to do acts: by verbs or by pages."""

    def do(self, name: str, role: str, facts: dict[str, Any]) -> None: ...

    def at(self, tournament: Tournament) -> "Hands": ...


@dataclass(slots=True)
class Tally:
    """What was run: evenings, presses by what became of them, acts by verb."""

    evenings: int = 0
    done: int = 0
    same: int = 0
    refused: int = 0
    pages: int = 0
    finished: int = 0
    promises: int = 0
    elsewhere: int = 0
    verbs: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Moment:
    """An evening at one moment: the rows that count, and the hands written at each match that does."""

    rows: dict[str, dict[int, Row]]
    hands: dict[int, list[Row]]


def moment_of(taken: Picture) -> Moment:
    return Moment(standing(taken), hands_in(taken))


class Night:
    """An evening, what it was before and after each act, and the acts that stand."""

    def __init__(
        self, cast: Cast, tournament: Tournament, hands: Hands, tally: Tally, event: Event | None = None
    ) -> None:
        """`event` is the one that the evening is a selection for."""
        self.cast, self.pk, self.hands, self.tally = cast, tournament.pk, hands, tally
        self.event = event
        self.now = self.look()
        self.moment = moment_of(self.now)
        self.slips: dict[int, list[dict[str, Any]]] = {}
        self._read_slips(Picture({name: {} for name in self.now.tables}))
        self.before: dict[int, Moment] = {}
        self.after: dict[int, Moment] = dict.fromkeys(self.standing_acts(), self.moment)
        self.promise: Promise | None = None
        tally.evenings += 1

    def look(self) -> Picture:
        """The rows as they are; those of other tournaments apart."""
        taken = picture()
        return own(taken, self.pk) if len(taken["tournament"]) > 1 else taken

    def standing_acts(self) -> list[int]:
        """Numbers of the acts that stand and can be gone back to, the last first."""
        acts = (act for act in self.now["act"].values() if act["undone_by_id"] is None)
        return sorted((act["seq"] for act in acts if act["verb"] not in ASIDE | {"undo"}), reverse=True)

    def verb_of(self, seq: int) -> str:
        return str(next(self.now.where("act", seq=seq))["verb"])

    @property
    def state(self) -> str:
        return str(self.now["tournament"][self.pk]["state"])

    def do(self, name: str, role: str, /, **facts: Any) -> Act | None:
        """Do one act and prove it; the line of the log it wrote, or None when nothing was written."""
        is_refused = False
        try:
            self.hands.do(name, role, facts)
        except Refused:
            is_refused = True
        before, self.now = self.now, self.look()
        assert self.now.beside == before.beside, f"{name} wrote in another tournament"
        fresh = self.now["act"].keys() - before["act"].keys()
        if not fresh:
            assert self.now == before, f"{name} wrote without a line in the log"
            self.tally.refused += is_refused
            self.tally.same += not is_refused
            return None
        assert not is_refused, f"{name} was refused and wrote"
        assert len(fresh) == 1, f"{name} wrote {len(fresh)} acts"
        act = Act.objects.get(pk=fresh.pop())
        user = self.cast.user(role)
        assert act.by_id == (user.pk if user else None), f"{name}: {act.by_id} in the log"
        self._prove(act, before)
        self.tally.done += 1
        self.tally.verbs[act.verb] += 1
        self.tally.finished += act.verb == "final"
        return act

    def elsewhere(self, tournament: Tournament, name: str, role: str, facts: dict[str, Any]) -> None:
        """One act in another tournament, and what stands then."""
        with suppress(Refused):
            self.hands.at(tournament).do(name, role, facts)
        self.now = self.look()

    def _prove(self, act: Act, before: Picture) -> None:
        was, self.moment = self.moment, moment_of(self.now)
        version = before["tournament"][self.pk]["version"]
        assert (act.seq, self.now["tournament"][self.pk]["version"]) == (version, version + 1)
        self._prove_told(act, before)
        self.before[act.seq], self.after[act.seq] = was, self.moment
        announced_seats_stand(before, self.now, act.verb, act.facts)
        prove_act(act, before, self.now, referee=self.cast.users[REFEREE].pk)
        self.promise = after_act(self.promise, act, self.now)
        check_everything(self.now, self.pk)
        if self.event is not None and self.state in ("provisional", "final"):
            selection_stands(self.now, self.pk, self.event)

    def _prove_told(self, act: Act, before: Picture) -> None:
        """The log says which rows changed, and no act wrote anything beside that."""
        beside = set(self.now.tables) - set(JOURNALLED) - {"act"}
        written = {name for name in beside if self.now[name] != before[name]}
        slips = dict(self.slips)
        if "record" in written or "side" in written:
            self._read_slips(before)
        assert written <= BESIDE.get(act.verb, set()), f"{act.verb} wrote {written}"
        if act.verb in BACK:
            assert told(act.changes) == moved(before, self.now), f"{act.verb} tells only {act.changes}"
            self._prove_undone(act)
        elif act.verb in SCORES:
            assert moved(before, self.now) == {}, f"{act.verb} moved rows that are no score"
            self._prove_version(act, slips)
        elif act.verb in ASIDE:
            assert moved(before, self.now) == {}, f"{act.verb} moved rows of the evening"
        else:
            assert told(act.changes) == moved(before, self.now), f"{act.verb} tells only {act.changes}"
            assert act.changes, f"{act.verb} changed nothing"
            if "version" in act.facts:
                self._prove_version(act, slips)

    def _read_slips(self, before: Picture) -> None:
        """Read again, as the history keeps them, the hands of the matches whose records have changed."""
        keys = set()
        for taken, other in ((before, self.now), (self.now, before)):
            records = {key for key, row in taken["record"].items() if other["record"].get(key) != row}
            records |= {
                row["record_id"] for key, row in taken["side"].items() if other["side"].get(key) != row
            }
            keys |= {taken["record"][key]["match_id"] for key in records}
        for key in keys:
            self.slips[key] = as_json(hands_of(Match.objects.get(pk=key)))

    def _prove_version(self, act: Act, was: dict[int, list[dict[str, Any]]]) -> None:
        """A score has one version more, which says what stood before and what stands now."""
        change = ScoreChange.objects.select_related("match__round").get(
            match=act.facts["match"], version=act.facts["version"]
        )
        assert change.by_id == act.by_id
        assert change.before == was.get(change.match_id, [])
        assert change.after == self.slips.get(change.match_id, [])
        assert change.match.version == change.version

    def _prove_undone(self, act: Act) -> None:
        """What stood before the acts that were undone stands again, to the last row."""
        undone = [each["seq"] for each in self.now.where("act", undone_by_id=act.pk)]
        assert sorted(undone) == sorted(act.facts["undone"])
        first = min(undone)
        assert not [seq for seq in self.standing_acts() if first <= seq < act.seq], "an act is left standing"
        if act.verb == "undo":  # where a restore leads is known to who asked for it
            then = self.before[first]
            assert self.moment.hands == then.hands, f"undone: {self.verb_of(first)}"
            assert self.moment.rows == then.rows, f"undone: {self.verb_of(first)}"

    def ask_what_is_certain(self) -> None:
        """Look at what of the next round is certain while tables play: the draw must keep it."""
        self.promise = promise_of(self.pk) or self.promise
        self.tally.promises += self.promise is not None

    def undo_last(self, role: str) -> None:
        """Undo the last act that stands. Only an act that lasts may refuse, and a going back from the final
        while an objection waits."""
        last = self.standing_acts()[0]
        refuses = self.verb_of(last) in LASTING or self.is_final_too_early(self.before.get(last))
        done = self.do("undo", role, seq=last)
        assert (done is None) == refuses, f"{self.verb_of(last)} is not undone"

    def is_final_too_early(self, then: Moment | None) -> bool:
        """Whether the standings were final at that moment, and an objection waits now."""
        was_final = then is not None and then.rows["tournament"][self.pk]["state"] == "final"
        return was_final and any(self.now.where("objection", decision="open"))

    def bring_back(self, role: str) -> None:
        """Take the last undo back: that is refused only when something was done after it."""
        undos = list(self.now.where("act", verb="undo", undone_by_id=None))
        fresh = [row["seq"] for row in undos if Act.objects.get(pk=row["id"]).facts["what"] != "undo"]
        stands = self.standing_acts()[0]
        if fresh:
            done = self.do("undo", role, seq=max(fresh))
            assert (done is not None) == (max(fresh) > stands), "an undo is taken back when it is the last"

    def restore_to(self, role: str, seq: int, *, always: bool) -> None:
        """Go back to right after an act. By verbs every act that stands is such a moment."""
        later = sum(each > seq for each in self.standing_acts())
        then = self.after[seq]
        done = self.do("restore", role, seq=seq, acts=later)
        refuses = not always or not later or self.is_final_too_early(then)
        assert done is not None or refuses, f"not restored to {seq}"
        if done is not None:
            assert self.moment.hands == then.hands, f"restored to {seq}"
            assert self.moment.rows == then.rows, f"restored to {seq}"
