"""Rules of an evening that is a selection for another event: ties at the cut, entering who qualified."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.cast import SECRETARY
from tests.tournaments.nights.choices import directors, numbers
from tests.tournaments.nights.course import pick
from tests.tournaments.nights.endings import Endings
from tests.tournaments.nights.recount import recount
from tests.tournaments.nights.rows import Picture, own, picture
from tests.tournaments.nights.selections import (
    Persons,
    chosen,
    entered,
    one_place_a_person,
    persons_of,
    to_be_entered,
)
from tournaments.models.events import Tournament


class Leading(Endings):
    """What becomes of the places for the event."""

    @precondition(lambda self: self.night.event is not None)
    @rule(number=numbers, by_lot=st.booleans(), role=directors)
    def decide_place(self, number: int, by_lot: bool, role: str) -> None:
        """Who of those who stand equal at the cut goes on, as the referee chooses or by lot."""
        if self.night.event is None:
            return
        found = chosen(self.night.now, self.night.event.persons)
        tied = sorted(found.tied)
        free = max(0, 2 - len(found.through))
        through = None if by_lot else [tied[(number + at) % len(tied)] for at in range(free)] if tied else []
        self.press("decide_place", role, tied=tied, through=through)

    @precondition(lambda self: self.night.event is not None)
    @rule(number=numbers, what=st.sampled_from(("all", "all", "cancel", "next", "wrong")))
    def enter_in_the_event(self, number: int, what: str) -> None:
        """The secretary enters who qualified, or the next one for who has cancelled there; or cancels."""
        if self.night.event is None:
            return
        before = self.event_rows()
        found = pick([key for key, row in before["entry"].items() if row["state"] == "entered"], number)
        if what == "cancel":
            if found is not None:
                self.in_the_event("entry_cancel", entry=found)
        elif what == "all":
            self.enter_all(before)
        else:
            self.enter_next(before, number, is_wrong=what == "wrong")
        one_place_a_person(self.event_rows())

    def in_the_event(self, name: str, **facts: object) -> bool:
        """One press there; whether it wrote, and nothing of tonight."""
        event = Tournament.objects.get(pk=self.night.event.pk) if self.night.event else None
        assert event is not None
        tonight, acts = self.night.now.tables, event.acts.count()
        self.night.elsewhere(event, name, SECRETARY, facts)
        assert self.night.now.tables == tonight, f"{name} in the event wrote tonight"
        self.tally.elsewhere += event.acts.count() - acts
        return event.acts.count() > acts

    def event_rows(self) -> Picture:
        assert self.night.event is not None
        return own(picture(), self.night.event.pk)

    def qualified(self) -> list[Persons]:
        """Everybody who has a place, in the order of the selections; tonight's once its standings are out."""
        event, now = self.night.event, self.night.now
        assert event is not None
        is_out = self.night.state in ("provisional", "final")
        through = chosen(now, event.persons).through if is_out else ()
        order = sorted(through, key=lambda key: recount(now).lines[key].place)
        return [*event.earlier, *(persons_of(now, key) for key in order)]

    def enter_all(self, before: Picture) -> None:
        wanted = to_be_entered(before, self.qualified())
        for _press in (1, 2):  # the second writes nothing more
            self.in_the_event("enter_qualified", only=None)
            now = entered(self.event_rows())
            assert set(now) == {*entered(before), *wanted}, f"{now} instead of {wanted} beside the others"
            assert len(now) == len(entered(before)) + len(wanted)

    def enter_next(self, before: Picture, number: int, *, is_wrong: bool) -> None:
        """For the place of a pair of tonight that has cancelled there: the next one, not any other."""
        event, now = self.night.event, self.night.now
        assert event is not None
        found = chosen(now, event.persons)
        gone = [
            pair for pair in entered(before, cancelled=True) if pair in self.qualified()[len(event.earlier) :]
        ]
        lines = recount(now).lines
        placed = {person for pair in self.qualified() for person in pair}
        booked = {person for pair in entered(before) for person in pair}
        behind = [
            key
            for key, line in sorted(lines.items(), key=lambda each: each[1].place)
            if now["entry"][key]["state"] != "withdrawn"
            and key not in found.through
            and key not in found.skipped
            and persons_of(now, key).isdisjoint(placed)
        ]
        following = [key for key in behind if persons_of(now, key).isdisjoint(booked)]
        asked = pick(sorted(now["entry"]), number) if is_wrong else pick(following[:1], 0)
        if asked is None or persons_of(now, asked) in entered(before, cancelled=True):
            return
        wrote = self.in_the_event("enter_qualified", only=asked)
        is_out = self.night.state in ("provisional", "final")
        assert not wrote or (is_out and gone and not found.tied), (
            f"entry {asked} has a place that is not free"
        )
        if wrote:
            assert asked in following, f"entry {asked} is not one who comes next"
            place = lines[asked].place
            before_it = [key for key in following if lines[key].place < place]
            assert len(before_it) < len(gone), f"{before_it} come before entry {asked}"
