"""An evening that a state machine plays: what there is to act on, and how it goes on without mishaps."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize

from clubs.models.people import Person
from scoring.hands import Layer
from scoring.samples import random_match
from tests.cast import REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import make_evening, players_hands, the_round
from tests.tournaments.nights.acts import Who
from tests.tournaments.nights.clock import Clock
from tests.tournaments.nights.fields import crowd
from tests.tournaments.nights.night import Hands, Night, Tally
from tests.tournaments.nights.programmes import PLANS
from tests.tournaments.nights.recount import CHANGING
from tests.tournaments.nights.rows import Row
from tests.tournaments.nights.selections import lead_on, may_lead_on
from tests.tournaments.nights.verbs import ByVerbs
from tournaments.cuts import cut_ahead
from tournaments.formats import match_format, regulations_of
from tournaments.hands import NumberedHand, hands_of
from tournaments.likeness import Name
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.pairing.draws import Seating
from tournaments.seats import present_entries, sizes_for

Item = TypeVar("Item")
LEADS = 8  # what is known of an evening that is a selection for another event
ASKED = 0.3  # how often somebody asks what is certain while the last table plays


def pick(items: Sequence[Item], number: int) -> Item | None:
    """One of them; None of none."""
    return items[number % len(items)] if items else None


def add_reserves(tournament: Tournament) -> None:
    """A player more for the first team, two for the second."""
    seats = 2 * tournament.team_pairs
    for entry, position in ((1, seats + 1), (2, seats + 1), (2, seats + 2)):
        person = Person.objects.create(
            club=tournament.club, last_name=f"Riserva {entry}{position}", first_name="Prova"
        )
        team = tournament.entries.get(number=entry)
        EntryMember.objects.create(entry=team, tournament=tournament, person=person, position=position)


class Course(RuleBasedStateMachine):
    """The evening that is played: what there is to act on, and how it goes on without mishaps.

    Subclasses name the cast and the tally.
    """

    cast: Cast
    tally: Tally

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.clock = Clock()
        self.clock.start()
        self.names = 0
        self.night: Night

    def teardown(self) -> None:
        self.clock.stop()
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    # What there is to act on.

    def rows(self, name: str) -> list[Row]:
        return sorted(self.night.now[name].values(), key=lambda row: row["id"])

    @property
    def rounds(self) -> list[Row]:
        planned = [row for row in self.rows("round") if row["state"] != "dropped"]
        return sorted(planned, key=lambda row: row["number"])

    @property
    def current(self) -> Row:
        """The round that comes next in the course of the evening."""
        return next((row for row in self.rounds if row["state"] != "closed"), self.rounds[-1])

    def some_round(self, number: int) -> int:
        """Mostly the round at hand, at times any other."""
        return int((self.current if number % 3 else pick(self.rounds, number // 3) or self.current)["number"])

    def some_match(self, number: int, *, open_first: bool = True) -> Row | None:
        """Mostly one of the round at hand that stands, at times any that ever was."""
        here = [
            row for row in self.rows("match") if row["is_active"] and row["round_id"] == self.current["id"]
        ]
        return pick(here if here and (open_first or number % 4) else self.rows("match"), number // 2)

    def some_entry(self, number: int) -> int | None:
        row = pick(self.rows("entry"), number)
        return int(row["id"]) if row else None

    def players(self, number: int, size: int) -> list[Who]:
        """New people, at times together with somebody of the club's list."""
        found: list[Who] = []
        for _unused in range(size):
            self.names += 1
            letters = "".join(chr(97 + int(digit) * 2) for digit in f"{self.names * 7919 % 10**6:06}")
            found.append(Name(letters.capitalize(), "Prova"))
        if number % 3 == 0:
            ours = [row for row in self.rows("person") if row["club_id"] == self.cast.club.pk]
            known = pick(ours, number // 3)
            found[0] = int(known["id"]) if known else found[0]
        return found

    @property
    def kind(self) -> str:
        """Who enters: pairs, individuals or teams."""
        return str(self.night.now["tournament"][self.night.pk]["entry_kind"])

    @property
    def size(self) -> int:
        pairs = int(self.night.now["tournament"][self.night.pk]["team_pairs"])
        return {"individuals": 1, "pairs": 2, "teams": 2 * pairs}[self.kind]

    def called(self, number: int) -> dict[str, str]:
        """What a new team calls itself, at times as another one does; others have no name."""
        if self.kind != "teams":
            return {}
        return {"name": f"Squadra {number % 7}" if number % 4 == 0 else f"Squadra nuova {self.names}"}

    # The evening's course.

    @initialize(
        plan=st.sampled_from(sorted(PLANS)),
        extra=st.integers(0, 10),
        late=st.integers(0, 3),
        seed=st.integers(1, 2**31 - 1),
        far=st.integers(0, 22),
        minutes=st.sampled_from((0, 10, 20)),
        known=st.integers(0, 10),
    )
    def begin(
        self, plan: str, extra: int, *, late: int, seed: int, far: int, minutes: int, known: int
    ) -> None:
        """An evening at some point of its course, some mishaps behind it; what comes then, the rules say.

        `minutes` are for objections; of some evenings clubs and families are `known`, and tables are kept.
        """
        chosen = PLANS[plan]
        entries = chosen.fewest + extra % (chosen.most - chosen.fewest + 1)
        tournament = make_evening(
            self.cast.club,
            by=self.cast.users[SECRETARY],
            entries=entries,
            programme=chosen.programme,
            objection_minutes=minutes,
        )
        crowd(tournament, known)
        event = lead_on(self.cast, tournament, seed) if known == LEADS and may_lead_on(chosen) else None
        awaited = list(
            tournament.entries.order_by("-number").values_list("pk", flat=True)[: max(0, late - 1)]
        )
        Entry.objects.filter(pk__in=awaited).update(state=Entry.State.ENTERED)
        if tournament.is_teams:
            add_reserves(tournament)
        tournament = Tournament.objects.get(pk=tournament.pk)
        self.night = Night(self.cast, tournament, self.hands(tournament), self.tally, event)
        self.steps(far, seed, trouble=0.25)

    def hands(self, tournament: Tournament) -> Hands:
        return ByVerbs(self.cast, tournament)

    def press(self, name: str, role: str = SECRETARY, /, **facts: Any) -> Act | None:
        """One press; the act it wrote. Every press takes some seconds of the evening."""
        self.clock.forward(seconds=20)
        return self.night.do(name, role, **facts)

    def end_it(self, rng: random.Random) -> None:
        """One step from the provisional to the final standings."""
        raise NotImplementedError

    def in_trouble(self, rng: random.Random) -> None:
        """A mishap that fits the moment."""
        raise NotImplementedError

    def steps(self, times: int, seed: int, trouble: float = 0) -> None:
        """So many steps; `trouble` is how likely a mishap comes instead of the next one."""
        rng = random.Random(seed)
        for _unused in range(times):
            self.step(rng, trouble)

    def whole_round(self, seed: int, trouble: float = 0) -> None:
        rng, before = random.Random(seed), self.current["number"]
        for _unused in range(30):
            self.step(rng, trouble)
            if self.current["number"] != before or self.current["state"] == "closed":
                return

    def step(self, rng: random.Random, trouble: float) -> None:
        if rng.random() < trouble:
            self.in_trouble(rng)
        else:
            self.next_step(rng)

    def next_step(self, rng: random.Random) -> None:
        state, round_ = self.night.state, self.current
        if state in ("check_in", "playing") and round_["state"] in ("announced", "playing"):
            self.score_one_or_close(round_, rng)
        elif state == "provisional":
            self.end_it(rng)
        elif state == "playing" and round_["state"] == "closed":
            self.press("provisional")
        elif round_["state"] == "planned":
            awaited = list(self.night.now.where("entry", state="entered"))
            if awaited:
                self.press("set_present", entry=awaited[0]["id"], present=True)
            if not self.decides(round_, rng):
                self.draw_it(round_, rng.randrange(1, 2**31))
        elif round_["state"] in ("draft", "confirmed"):
            self.press(
                {"draft": "confirm", "confirmed": "announce"}[round_["state"]], number=round_["number"]
            )

    def decides(self, round_: Row, rng: random.Random) -> bool:
        """Decide one thing that a final waits for: a tie, or the place of somebody who has left."""
        if not self.night.now["phase"][round_["phase_id"]]["qualify_each"]:
            return False
        cut = cut_ahead(Tournament.objects.get(pk=self.night.pk))
        if cut is None or not cut.is_open or cut.number != round_["number"]:
            return False
        for tie in cut.field.ties:
            through = tie.entries[: tie.places] if rng.random() < 0.6 else None  # by lot
            self.press("decide", REFEREE, phase=cut.phase.number, tied=tie.entries, through=through)
            return True
        for gone in cut.gone:
            is_filled = bool(gone.offered) and rng.random() < 0.5
            self.press("fill_place", REFEREE, phase=cut.phase.number, entry=gone.entry, is_filled=is_filled)
        return bool(cut.gone)

    def draw_it(self, round_: Row, seed: int) -> None:
        if self.night.now["phase"][round_["phase_id"]]["movement"] != "manual":
            self.press("draw", number=round_["number"], seed=seed)
            return
        tournament = Entry.objects.filter(tournament=self.night.pk)[0].tournament
        present = present_entries(tournament)
        random.Random(seed).shuffle(present)
        tables = range(len(sizes_for(the_round(tournament, round_["number"]), len(present))))
        seatings = [
            Seating(
                table + 1,
                tuple(present[4 * table : 4 * table + 2]),
                tuple(present[4 * table + 2 : 4 * table + 4]),
            )
            for table in tables
        ]
        self.press("seat_by_hand", number=round_["number"], seatings=seatings)

    def score_one_or_close(self, round_: Row, rng: random.Random) -> None:
        unscored = [
            row
            for row in self.night.now.where("match", round_id=round_["id"], is_active=True)
            if row["version"] == 0 and row["postponed_at"] is None
        ]
        if len(unscored) == 1 and rng.random() < ASKED:
            self.night.ask_what_is_certain()
        if unscored:
            self.write(unscored[0], rng, SCORER)
        elif self.night.do("close", SECRETARY, number=round_["number"]) is None:
            for row in self.night.now.where("match", round_id=round_["id"], is_active=True):
                self.write(row, rng, REFEREE, reason="sum")

    def write(
        self,
        match: Row,
        rng: random.Random,
        role: str,
        *,
        reason: str = "",
        some: int = 0,
        stale: bool = False,
    ) -> None:
        """Write a legal score, the whole match or its first `some` hands."""
        hands = self.legal_hands(match, rng)
        if some:
            hands = hands[:some]
        seen = max(0, match["version"] - 1) if stale else match["version"]
        self.press("score", role, match=match["id"], hands=hands, seen=seen, reason=reason)

    def legal_hands(self, match: Row, rng: random.Random) -> list[NumberedHand]:
        """Hands of a whole match that somebody could have played."""
        row = Match.objects.select_related("round__phase__tournament").get(pk=match["id"])
        phase = row.round.phase
        if row.players in CHANGING:
            return players_hands(rng, row)
        layer = rng.choice((Layer.QUICK, Layer.TOTAL))
        drawn = random_match(rng, regulations_of(phase.tournament), match_format(phase), layer)
        return [NumberedHand(number, hand, players=row.players) for number, hand in enumerate(drawn, 1)]

    def stored_hands(self, match: Row) -> list[NumberedHand]:
        return list(hands_of(Match.objects.get(pk=match["id"])))
