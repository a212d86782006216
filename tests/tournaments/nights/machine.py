"""Random evenings with all mishaps mixed, as a Hypothesis state machine over the acts of the staff."""

import random
from typing import Any

from django.test import Client
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.hands import Hand, HandScore
from tests.cast import ANONYMOUS, SCORER, SECRETARY
from tests.tournaments.nights.choices import ROLES, directors, numbers, scorers, seeds
from tests.tournaments.nights.course import pick
from tests.tournaments.nights.endings import DOUBTS
from tests.tournaments.nights.leading import Leading
from tests.tournaments.nights.night import Hands
from tests.tournaments.nights.pages import ByPages
from tests.tournaments.nights.recount import CHANGING
from tests.tournaments.nights.troubles import STAGES, TROUBLES
from tests.tournaments.nights.verbs import ByVerbs
from tournaments.hands import NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.log import Act

REASONS = ("", "sum", "copy", "referee", "undone")


class Evenings(Leading):
    """Rules are what anybody of the staff may try at any moment; the night proves each."""

    @rule(times=st.integers(1, 8), seed=seeds)
    def go_on(self, times: int, seed: int) -> None:
        """The next steps of an evening without mishaps."""
        self.steps(times, seed)

    @rule(times=st.integers(1, 8), seed=seeds)
    def go_on_in_trouble(self, times: int, seed: int) -> None:
        """The next steps, with a mishap now and then that fits the moment."""
        self.steps(times, seed, trouble=0.4)

    @rule(seed=seeds)
    def play_on(self, seed: int) -> None:
        """The rest of the round at hand, to its close."""
        self.whole_round(seed)

    @rule(seed=seeds)
    def play_on_in_trouble(self, seed: int) -> None:
        """The same, with mishaps."""
        self.whole_round(seed, trouble=0.25)

    def in_trouble(self, rng: random.Random) -> None:
        """One of the rules that the moment allows, with whatever it asks for."""
        state = self.night.state if self.night.state != "playing" else self.current["state"]
        name, facts = rng.choice(TROUBLES[state] + TROUBLES["any"] * (state in STAGES))
        chosen = {
            fact: rng.choice(values) if isinstance(values, tuple) else rng.randrange(values)
            for fact, values in {"number": 60, **facts}.items()
            if values != ()
        }
        getattr(self, name)(**chosen)

    # Check-in.

    @rule(name=st.sampled_from(("open_check_in", "reopen_check_in", "provisional", "final")), role=directors)
    def press_for_the_evening(self, name: str, role: str) -> None:
        self.press(name, role)

    @rule(number=numbers, present=st.booleans(), role=directors)
    def mark(self, number: int, present: bool, role: str) -> None:
        if entry := self.some_entry(number):
            self.press("set_present", role, entry=entry, present=present)

    @rule(wrong=st.integers(0, 3))
    def close_check_in(self, wrong: int) -> None:
        seen = len(list(self.night.now.where("entry", state="entered")))
        self.press("close_check_in", seen=seen + (wrong == 3))

    @rule(number=numbers, alone=st.booleans())
    def enter(self, number: int, alone: bool) -> None:
        players = self.players(number, 1 if alone else self.size)
        self.press("add_entry", players=players, **self.called(number))

    @rule(number=numbers, who=numbers)
    def change_members(self, number: int, who: int) -> None:
        if entry := self.some_entry(number):
            players = self.players(who, self.size + number % 2)
            self.press("change_members", entry=entry, players=players, **self.called(who))

    @rule(
        name=st.sampled_from(("entry_cancel", "entry_reinstate", "entry_readmit")),
        number=numbers,
        role=directors,
    )
    def press_for_an_entry(self, name: str, number: int, role: str) -> None:
        if entry := self.some_entry(number):
            self.press(name, role, entry=entry)

    @rule(number=numbers, who=numbers, table=st.integers(0, 3))
    def place(self, number: int, who: int, table: int, role: str = SECRETARY) -> None:
        """Whom an entry is kept apart from, and which table it keeps, also in the middle of the evening."""
        if entry := self.some_entry(number):
            club, family = ("", "Circolo di Sopra")[who % 2], ("", "Ascanio")[who // 2 % 2]
            self.press("place", role, entry=entry, club=club, family=family, table=table or None)

    # Draws.

    @rule(number=numbers, seed=seeds, role=directors)
    def draw(self, number: int, seed: int, role: str) -> None:
        self.press("draw", role, number=self.some_round(number), seed=seed)

    @rule(
        name=st.sampled_from(
            ("undo_draw", "confirm", "back_to_draft", "announce", "take_back", "start", "close", "reopen")
        ),
        number=numbers,
        role=directors,
    )
    def press_for_a_round(self, name: str, number: int, role: str) -> None:
        self.press(name, role, number=self.some_round(number))

    @rule(one=numbers, other=numbers, number=numbers)
    def swap(self, one: int, other: int, number: int) -> None:
        seats = [row for row in self.rows("seat") if row["is_active"]]
        here = [row for row in seats if row["round_id"] == self.current["id"]] or seats
        first, second = pick(here, one), pick(here, other)
        if first and second:
            self.press("swap", number=self.some_round(number), one=first["id"], other=second["id"])

    @rule(number=numbers, who=numbers, seed=seeds)
    def line_up(self, number: int, who: int, seed: int) -> None:
        """Who of a team sits where: four of its players, at times somebody who is not of it."""
        entry = self.some_entry(who)
        team = [
            row["person_id"] for row in self.rows("member") if row["entry_id"] == entry and row["is_current"]
        ]
        random.Random(seed).shuffle(team)
        if who % 5 == 0:
            team[:1] = [row["id"] for row in self.rows("person")][-1:]
        pairs = [(team[place], team[place + 1]) for place in range(0, min(self.size, len(team) - 1), 2)]
        if entry:
            self.press("line_up", number=self.some_round(number), entry=entry, pairs=pairs)

    @rule(number=numbers, wrong=st.booleans())
    def throw_away(self, number: int, wrong: bool) -> None:
        round_ = self.some_round(number)
        self.press("throw_away", number=round_, typed=round_ + wrong)

    @rule(back=st.integers(0, 2))
    def reopen_the_last(self, back: int) -> None:
        closed = [row["number"] for row in self.rounds if row["state"] == "closed"]
        if closed[back:]:
            self.press("reopen", number=closed[-1 - back])

    @precondition(lambda self: self.current["state"] in ("announced", "playing"))
    @rule(left=st.integers(1, 2), seed=seeds)
    def draw_from_what_is_certain(self, left: int, seed: int) -> None:
        """All tables but the last ones come in, somebody asks what is certain, then the others; the draw."""
        round_, rng = self.current, random.Random(seed)
        unscored = [
            row
            for row in self.night.now.where("match", round_id=round_["id"], is_active=True)
            if row["version"] == 0 and row["postponed_at"] is None
        ]
        if round_["state"] not in ("announced", "playing") or len(unscored) < left:
            return
        rng.shuffle(unscored)
        for match in unscored[left:]:
            self.write(match, rng, SCORER)
        self.night.ask_what_is_certain()
        self.steps(left + 2, seed)

    # Scores.

    @rule(
        number=numbers,
        seed=seeds,
        some=st.integers(0, 3),
        who=st.tuples(scorers, st.sampled_from(REASONS)),
        stale=st.integers(0, 5),
    )
    def score(self, number: int, seed: int, some: int, who: tuple[str, str], stale: int) -> None:
        role, reason = who
        if match := self.some_match(number, open_first=bool(seed % 2)):
            self.write(match, random.Random(seed), role, reason=reason, some=some, stale=stale == 5)

    @rule(number=numbers)
    def add_a_hand(self, number: int) -> None:
        """One hand more on a slip that has some, as the desk does while a match is played."""
        match = self.some_match(number)
        if match is None or match["players"] in CHANGING or not match["version"]:
            return
        stored = list(self.night.now.where("record", match_id=match["id"]))
        total = Hand((HandScore(total=200), HandScore(total=15)))
        hands = [*self.stored_hands(match), NumberedHand(len(stored) + 1, total)]
        self.press("score", SCORER, match=match["id"], hands=hands, seen=match["version"], reason="")

    @rule(number=numbers, role=scorers, accepts=st.booleans())
    def impossible(self, number: int, role: str, *, accepts: bool) -> None:
        """Figures that no hand can have; with a written reason the referee accepts what the slip says."""
        if match := self.some_match(number):
            base, points = (
                (370, 185) if accepts else (130, 47)
            )  # 47 is no multiple of five: nobody accepts it
            wrong = Hand((HandScore(base=base, points=points), HandScore(base=-100, points=-45)))
            hands = [NumberedHand(1, wrong, players=4)]
            if match["players"] not in CHANGING:
                facts = {"match": match["id"], "hands": hands, "seen": match["version"], "reason": "sum"}
                self.press("score", role, **facts, override="così sullo statino" if accepts else "")

    @rule(number=numbers, role=scorers, stale=st.integers(0, 5))
    def swap_lines(self, number: int, role: str, stale: int) -> None:
        if match := self.some_match(number, open_first=False):
            self.press("swap_lines", role, match=match["id"], seen=match["version"] + (stale == 5))

    # Who comes and goes.

    @rule(number=numbers, how=st.sampled_from(("fill", "next")), alone=st.integers(0, 5))
    def late(self, number: int, how: str, alone: int) -> None:
        players = self.players(number, 1 if alone == 5 else self.size)
        self.press("late", players=players, how=how, **self.called(number))

    @rule(number=numbers, justified=st.booleans(), role=directors, some=st.integers(0, 2))
    def withdraw(self, number: int, justified: bool, role: str, some: int) -> None:
        """Somebody leaves, at times with the first hands of the match left open."""
        if entry := self.some_entry(number):
            hands = self.first_hands(entry, some) if some else ()
            self.press("withdraw", role, entry=entry, justified=justified, hands=hands)

    def first_hands(self, entry: int, some: int) -> list[NumberedHand]:
        """So many hands of the unscored match at which an entry sits in the round at hand; else none."""
        seats = [row for row in self.rows("seat") if row["entry_id"] == entry and row["is_active"]]
        keys = {row["match_id"] for row in seats if row["round_id"] == self.current["id"]}
        found = [row for row in self.rows("match") if row["id"] in keys and not row["version"]]
        return self.legal_hands(found[0], random.Random(some))[:some] if found else []

    @rule(number=numbers)
    def readmit(self, number: int) -> None:
        gone = [row["id"] for row in self.rows("entry") if row["state"] == "withdrawn"]
        if entry := pick(gone, number):
            self.press("entry_readmit", entry=entry)

    @rule(number=numbers, who=numbers)
    def replace(self, number: int, who: int) -> None:
        members = [row for row in self.rows("member") if row["is_current"] or number % 7 == 0]
        if member := pick(members, number):
            [arriving] = self.players(who, 1)
            left = [row["person_id"] for row in self.rows("member") if not row["is_current"]]
            if left and who % 2:
                arriving = left[who % len(left)]
            self.press("replace", entry=member["entry_id"], leaving=member["person_id"], arriving=arriving)

    @rule(number=numbers, who=numbers)
    def join_team(self, number: int, who: int) -> None:
        """A reserve more in the middle of the evening."""
        if self.kind == "teams" and (entry := self.some_entry(number)):
            [arriving] = self.players(who, 1)
            self.press("join_team", entry=entry, arriving=arriving)

    # Rounds more and less; back.

    @rule(name=st.sampled_from(("add_round", "drop_round")), stale=st.integers(-1, 1), role=directors)
    def change_rounds(self, name: str, stale: int, role: str) -> None:
        self.press(name, role, seen=len(self.rounds) + stale)

    @rule(rounds=st.integers(1, 4))
    def change_phases(self, rounds: int) -> None:
        """In the settings: only as long as nothing is drawn."""
        if isinstance(self.night.hands, ByVerbs):
            self.press("change_phases", rounds=rounds)

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _unused in range(times):
            self.night.undo_last(SECRETARY)

    @rule()
    def bring_back(self) -> None:
        self.night.bring_back(SECRETARY)

    @rule(number=numbers, role=directors)
    def undo_another(self, number: int, role: str) -> None:
        """A number from a page that is no longer true."""
        acts = [row["seq"] for row in self.rows("act")]
        if seq := pick(acts[:-1], number):
            self.press("undo", role, seq=seq)

    @rule(number=st.integers(0, 15))
    def go_back(self, number: int) -> None:
        if seq := pick(self.night.standing_acts(), number):
            self.night.restore_to(SECRETARY, seq, always=not isinstance(self.night.hands, ByPages))

    @rule(number=st.integers(0, 15))
    def go_back_too_far(self, number: int) -> None:
        """Go back, and take the going back itself back."""
        acts = len(self.rows("act"))
        self.go_back(number)
        if len(self.rows("act")) > acts:
            self.night.undo_last(SECRETARY)


class EveningsByPages(Evenings):
    """The same evenings by forms posted to the addresses of the site; some page is read after each act."""

    def hands(self, tournament: Tournament) -> Hands:
        self.looked = 7 * tournament.entries.count()  # another page first in another evening
        clients = {role: Client() for role in (*ROLES, ANONYMOUS)}
        for role, client in clients.items():
            if role != ANONYMOUS:
                client.force_login(self.cast.users[role])
            client.cookies["django_language"] = "en"
        return ByPages(self.cast, tournament, clients)

    def press(self, name: str, role: str = SECRETARY, /, **facts: Any) -> Act | None:
        done = super().press(name, role, **facts)
        page, arguments = self.some_page(self.looked)
        self.looked += 1
        self.tally.pages += 1
        is_public = page in PUBLIC_PAGES
        answer = self.night.hands.look(ANONYMOUS if is_public else SECRETARY, page, *arguments)
        told = [text for text in DOUBTS if is_public and text in answer.content.decode()]
        assert not told, f"everybody reads on {page} what an objection says"
        return done

    def some_page(self, number: int) -> tuple[str, tuple[int, ...]]:
        """One page after the other; those of a match or an entry show one of tonight."""
        pages: list[tuple[str, tuple[int, ...]]] = [(name, ()) for name in PAGES]
        pages += [(name, (self.current["number"],)) for name in ("tables", "early")]
        pages += [("line_ups", (self.current["number"],))] if self.kind == "teams" else []
        entries, matches = self.rows("entry"), self.public_matches()
        if entry := pick(entries, number // 7):
            pages += [(name, (entry["id"],)) for name in ("entry", "leave", "replace")]
        if matches and entry and entry["state"] in ("present", "withdrawn"):
            pages.append(("entry_card", (entry["number"],)))
        if match := pick(matches, number // 5):
            pages += [(name, (match["id"],)) for name in ("match_desk", "table_trouble", "match_history")]
        found = pick(pages, number)
        assert found is not None
        return found


PAGES = (
    *("director", "mishaps", "late", "go_back", "log", "desk", "staff_standings", "penalties", "entries"),
    *("check_in", "public", "seats", "standings", "rounds", "edit", "papers", "log_csv", "board_csv"),
    *("results_csv", "hands_csv", "entries_csv", "calls", "objections", "objection", "qualified"),
)
PUBLIC_PAGES = ("public", "seats", "standings", "rounds", "objection", "entry_card")
