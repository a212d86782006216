"""When the computer is dead the evening goes on from the reserve sheet alone: all that is needed is there."""

import random
import re
from collections.abc import Callable
from html import unescape
from itertools import combinations
from typing import Any

import pytest
from pypdf import PdfReader

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.tournaments.papers.conftest import lines_of
from tournaments import draws, rounds
from tournaments.models.events import Phase, Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round, Seat
from tournaments.names import entry_names
from tournaments.pairing.draws import PastRound
from tournaments.pairing.finals import BESIDE
from tournaments.pairing.past import read_past
from tournaments.papers import reserve
from tournaments.papers.contents import html
from tournaments.papers.plan_ahead import Plan, plans
from tournaments.programmes import INDIVIDUALS, PAIRS, TEAMS, PhasePlan, Programme
from tournaments.seats import current_seats, history
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]
Said = Callable[[Tournament, int], str]
Movement = Phase.Movement
Others = Phase.Others


@pytest.fixture
def said(order: Callable[..., Paper]) -> Callable[[Tournament, int], str]:
    """The words of the sheet after a round as they follow one another, not as they stand on the page."""

    def read(evening: Tournament, number: int) -> str:
        page = html(reserve.content(order(evening, "reserve", number)))
        return unescape(" ".join(re.sub(r"<[^>]*>", " ", page).split()))

    return read


def evening_of(club: Club, entries: int, *phases: PhasePlan, kind: str = PAIRS) -> Tournament:
    return make_evening(club, entries=entries, programme=Programme("", kind, phases))


def play(evening: Tournament, *numbers: int) -> None:
    for number in numbers:
        play_round(evening, number, random.Random(number))
    evening.refresh_from_db()


def plans_after(evening: Tournament, number: int) -> list[Plan]:
    coming = [the_round(evening, each.number) for each in evening.rounds.filter(number__gt=number)]
    return plans(the_round(evening, number), coming, standings(evening, through=number))


def numbers_of(evening: Tournament) -> dict[int, int]:
    return {key: names.number for key, names in entry_names(evening).items()}


@pytest.mark.parametrize(
    ("movement", "entries", "kind"),
    [
        (Movement.MITCHELL, 11, PAIRS),
        (Movement.HOWELL, 7, PAIRS),
        (Movement.ROUND_ROBIN, 6, PAIRS),
        (Movement.INDIVIDUAL, 13, INDIVIDUALS),
        (Movement.ROUND_ROBIN, 4, TEAMS),
    ],
)
def test_the_rest_of_a_schedule_is_what_the_program_would_draw(
    club: Club, movement: str, entries: int, kind: str
) -> None:
    vp_table = "teams" if kind == TEAMS else "hands-4"
    evening = evening_of(club, entries, PhasePlan(movement, 3, vp_table=vp_table), kind=kind)
    play(evening, 1)
    (plan,) = plans_after(evening, 1)
    assert plan.numbers == {2, 3}
    for foretold in plan.rounds:
        play(evening, foretold.number)
        drawn = current_seats(the_round(evening, foretold.number))
        assert (foretold.seatings, set(foretold.rests)) == (drawn.seatings, set(drawn.rests))


def test_a_schedule_is_printed_by_number_table_by_table(club: Club, printed: Printed) -> None:
    evening = evening_of(club, 13, PhasePlan(Movement.INDIVIDUAL, 5), kind=INDIVIDUALS)
    play(evening, 1)
    lines = lines_of(printed(evening, "reserve", 1))
    (plan,), number = plans_after(evening, 1), numbers_of(evening)
    for at in range(3):
        cells = []
        for each in plan.rounds:
            (ns, ew) = each.seatings[at].ns, each.seatings[at].ew
            cells += ["+".join(str(number[entry]) for entry in line) for line in (ns, ew)]
        (line,) = [line for line in lines if re.fullmatch(rf"{at + 1}( \d+\+\d+ – \d+\+\d+){{4}}", line)]
        assert re.findall(r"\d+\+\d+", line) == cells
    resting = [str(number[rest.entry]) for each in plan.rounds for rest in each.rests]
    assert f"SITS OUT {' '.join(resting)}" in lines
    assert "2–5" in " ".join(lines)


def test_tables_by_lot_are_drawn_already_and_nobody_meets_again(club: Club, said: Said) -> None:
    evening = evening_of(club, 9, PhasePlan(Movement.DRAWN, 4))
    play(evening, 1)
    (plan,) = plans_after(evening, 1)
    met = read_past([*history(evening, 2), *plan.rounds])
    assert all(len(rounds) == 1 for others in met.met.values() for rounds in others.values())
    assert all(len(rounds) == 1 for rounds in met.rests.values())
    assert plans_after(evening, 1) == [plan]
    text = said(evening, 1)
    assert "By lot, drawn already: the program draws the same as long as nobody comes or leaves." in text
    assert "Has met" not in text


def played_as_it_comes(evening: Tournament, number: int) -> PastRound:
    """The seats of a round that was drawn as a page draws it, with no seed of a test, and played."""
    draws.draw_round(round=the_round(evening, number), by=None)
    for verb in (rounds.confirm, rounds.announce, rounds.start):
        verb(round=the_round(evening, number), by=None)
    drawn = current_seats(the_round(evening, number))
    for match in the_round(evening, number).matches.active().select_related("round__phase__tournament"):
        record_random(match, random.Random(match.pk))
    rounds.close(round=the_round(evening, number), by=None)
    evening.refresh_from_db()
    return drawn


TWO_DANISH = PhasePlan(Movement.DANISH_NO_REMATCH, 2)


@pytest.mark.parametrize(
    ("entries", "kind", "phases", "after"),
    [
        (9, PAIRS, [PhasePlan(Movement.DRAWN, 4)], 1),
        (13, INDIVIDUALS, [PhasePlan(Movement.DRAWN, 4)], 1),
        (11, INDIVIDUALS, [PhasePlan(Movement.DRAWN, 4, table_size=3, spare_size=4)], 1),
        (11, PAIRS, [TWO_DANISH, PhasePlan(Movement.MITCHELL, 3)], 1),
        (9, PAIRS, [TWO_DANISH, PhasePlan(Movement.ROUND_ROBIN, 3)], 1),
        (6, PAIRS, [TWO_DANISH, PhasePlan(Movement.HOWELL, 3)], 1),
        (8, PAIRS, [TWO_DANISH, PhasePlan(Movement.DRAWN, 2, groups=2)], 2),
        (12, PAIRS, [TWO_DANISH, PhasePlan(Movement.KNOCKOUT, 2, qualify_each=4, others=Others.MITCHELL)], 2),
    ],
)
def test_the_lots_of_the_sheet_are_those_that_the_program_draws(
    club: Club, entries: int, kind: str, phases: list[PhasePlan], after: int
) -> None:
    evening = evening_of(club, entries, *phases, kind=kind)
    for number in range(1, after + 1):
        played_as_it_comes(evening, number)
    (plan,) = plans_after(evening, after)
    assert plan.is_by_lot
    assert len(plan.rounds) > 1
    for number in range(after + 1, min(plan.numbers)):
        played_as_it_comes(evening, number)
    for foretold in plan.rounds:
        drawn = played_as_it_comes(evening, foretold.number)
        of_plan = [each for each in drawn.seatings if plan.finalists == 0 or each.group == BESIDE]
        assert (list(foretold.seatings), set(foretold.rests)) == (of_plan, set(drawn.rests))


def test_a_round_that_is_drawn_once_more_has_another_lot(club: Club) -> None:
    evening = evening_of(club, 20, PhasePlan(Movement.DRAWN, 2))
    played_as_it_comes(evening, 1)
    (plan,) = plans_after(evening, 1)
    seen = []
    for _draw in range(2):
        draws.draw_round(round=the_round(evening, 2), by=None)
        seen.append(current_seats(the_round(evening, 2)).seatings)
    assert seen[0] == plan.rounds[0].seatings
    assert seen[1] != seen[0]


BESIDE_A_FINAL = PhasePlan(Movement.KNOCKOUT, 2, qualify_each=4, others=Others.MITCHELL, mitchell_step=4)


@pytest.mark.parametrize(
    ("entries", "phase", "step"),
    [
        (6, PhasePlan(Movement.MITCHELL, 4, mitchell_step=4), 1),
        (12, PhasePlan(Movement.MITCHELL, 4, mitchell_step=4), 4),
        (10, BESIDE_A_FINAL, 1),
    ],
)
def test_a_mitchell_that_bends_is_printed_as_it_is_played(
    club: Club, said: Said, entries: int, phase: PhasePlan, step: int
) -> None:
    """A step too long for the tables is one table; more rounds than tables are a second cycle."""
    evening = evening_of(club, entries, TWO_DANISH, phase)
    played_as_it_comes(evening, 1)
    for after in (2, 3):
        played_as_it_comes(evening, after)
        (plan,) = plans_after(evening, after)
        assert plan.numbers == {*range(after + 1, evening.rounds.count() + 1)}
        assert f"E-W move on by {step}." in said(evening, after)


def cells_of(evening: Tournament, lines: list[str]) -> dict[int, str]:
    """Of the last standings on the paper what stands between the names and the points, by number."""
    found = {}
    for line in lines:
        row = re.fullmatch(r"\d+[.=] (\d+) P\d+ Prova(?: – P\d+ Prova)? (.*?) -?\d+ [+−]?\d+", line)
        if row:
            found[int(row[1])] = row[2]
    assert set(found) == set(numbers_of(evening).values())
    return found


def test_the_standings_say_who_has_met_whom_and_who_has_rested(
    club: Club, printed: Printed, said: Said
) -> None:
    evening = evening_of(club, 7, PhasePlan(Movement.SWISS, 4))
    play(evening, 1, 2)
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    evening.refresh_from_db()
    lines = lines_of(printed(evening, "reserve", 2))
    past, number = read_past(history(evening, 4)), numbers_of(evening)
    for entry, cell in ((each, cells_of(evening, lines)[number[each]]) for each in number):
        at = sorted((rounds[0], number[other]) for other, rounds in past.met[entry].items())
        rests = ", ".join(map(str, past.rests.get(entry, ()))) or "–"
        assert cell == f"{', '.join(str(other) for _round, other in at)} {rests}"
    text = said(evening, 2)
    assert "Has met (with round 3)" in text
    assert "Its seats are on this sheet." in text
    assert "of those who sat out least, the lowest in the standings" in text


def test_a_danish_that_may_repeat_asks_nothing_of_the_past(club: Club, said: Said) -> None:
    evening = evening_of(club, 8, PhasePlan(Movement.MITCHELL, 1), PhasePlan(Movement.DANISH, 1))
    play(evening, 1)
    text = said(evening, 1)
    assert "1 and 2 at table 1, 3 and 4 at table 2" in text
    assert "Has met" not in text
    assert "Whoever is over" not in text


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("1+4", "the 1st and the 4th (N-S) play the 2nd and the 3rd (E-W)"),
        ("1+2", "the 1st and the 2nd (N-S) play the 3rd and the 4th (E-W)"),
        ("lot", "the partners are drawn by lot"),
    ],
)
def test_danish_of_single_players_has_its_pattern_and_the_partners(
    club: Club, printed: Printed, said: Said, pattern: str, words: str
) -> None:
    plan = (PhasePlan(Movement.DRAWN, 1), PhasePlan(Movement.INDIVIDUAL_DANISH, 2, pattern=pattern))
    evening = evening_of(club, 10, *plan, kind=INDIVIDUALS)
    play(evening, 1)
    assert words in said(evening, 1)
    assert "Names Partners so far Sat out in round V.P." in said(evening, 1)
    past, number = read_past(history(evening, 2)), numbers_of(evening)
    cells = cells_of(evening, lines_of(printed(evening, "reserve", 1)))
    for entry, own in number.items():
        partner = [str(number[other]) for other in past.partnered.get(entry, {})]
        assert cells[own] == f"{' '.join(partner) or '–'} {1 if entry in past.rests else '–'}"


def before_a_final(club: Club, others: str, entries: int = 11) -> Tournament:
    final = PhasePlan(Movement.KNOCKOUT, 2, qualify_each=3, others=others)
    evening = evening_of(club, entries, PhasePlan(Movement.SWISS, 2), final)
    play(evening, 1)
    return evening


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (Others.PLAY, "Danish, not the previous opponents. By the standings: 1 and 2 at table 1"),
        (Others.SWISS, "Swiss. By the standings, from the top"),
        (Others.MITCHELL, "Mitchell. Who meets whom is in the table “Rounds drawn ahead”"),
        (Others.ROUND_ROBIN, "everybody once. Who meets whom is in the table “Rounds drawn ahead”"),
    ],
)
def test_the_others_have_a_rule_of_their_own_beside_a_final(
    club: Club, said: Said, others: str, words: str
) -> None:
    evening = before_a_final(club, others)
    for number in (1, 2):
        text = said(evening, number)
        assert "Final A, only those who qualified. Who won goes on" in text
        assert f"Final B, the others, at tables of their own: {words}" in text
        play(evening, number + 1)
    assert "Final B, the others, at tables of their own" in said(evening, 3)


def test_the_standings_say_who_is_in_which_final(club: Club, printed: Printed) -> None:
    evening = before_a_final(club, Others.MITCHELL, entries=10)
    play(evening, 2, 3)
    beside = Seat.objects.active().filter(round__tournament=evening, round__number=3, group=BESIDE)
    others = set(beside.values_list("entry__number", flat=True))
    lines = lines_of(printed(evening, "reserve", 3))
    cells = cells_of(evening, [line.replace(" (withdrawn)", "") for line in lines])
    assert {number for number, cell in cells.items() if cell.split()[0] == "B"} == others
    assert {cell.split()[0] for cell in cells.values()} == {"A", "B"}


@pytest.mark.parametrize("others", [Others.MITCHELL, Others.ROUND_ROBIN])
def test_those_beside_a_final_have_their_schedule(club: Club, others: str) -> None:
    """By place while the round before is to be played, by number from then on; no table of the final."""
    evening = before_a_final(club, others)
    (foreseen,) = plans_after(evening, 1)
    assert (foreseen.by_place, foreseen.finalists, foreseen.before) == (True, 3, 2)
    play(evening, 2)
    (plan,) = plans_after(evening, 2)
    ranking = [row.entry_id for row in standings(evening, through=2).rows]
    for one, members in ((foreseen, set(range(4, 12))), (plan, set(ranking[3:]))):
        seated = [entry for each in one.rounds for seating in each.seatings for entry in seating.everybody]
        assert set(seated) == members
        assert one.numbers == {3, 4}
        assert len(seated) == 2 * len(members)
        assert min(seating.table for each in one.rounds for seating in each.seatings) > 1
    play(evening, 3)
    (rest,) = plans_after(evening, 3)
    play(evening, 4)
    drawn = current_seats(the_round(evening, 4))
    assert rest.rounds[0].seatings == tuple(each for each in drawn.seatings if each.group == BESIDE)


def test_groups_to_come_are_said_by_place_and_then_by_name(club: Club, printed: Printed, said: Said) -> None:
    phases = (PhasePlan(Movement.DANISH, 2), PhasePlan(Movement.ROUND_ROBIN, 3, groups=2))
    evening = evening_of(club, 8, *phases)
    play(evening, 1)
    text = said(evening, 1)
    assert "Groups by the places in the standings: A 1–4, B 5–8." in text
    assert "The numbers are places: 1 is the first of the standings after round 2." in text
    (plan,) = plans_after(evening, 1)
    for group, members in ((1, {1, 2, 3, 4}), (2, {5, 6, 7, 8})):
        met = [{*s.everybody} for each in plan.rounds for s in each.seatings if s.group == group]
        assert sorted(map(sorted, met)) == sorted(map(list, combinations(sorted(members), 2)))
    play(evening, 2)
    cells = cells_of(evening, lines_of(printed(evening, "reserve", 2)))
    open_round(evening, 3)
    seats = Seat.objects.active().filter(round__number=3, round__tournament=evening)
    assert cells == {each.entry.number: "AB"[each.group - 1] for each in seats.select_related("entry")}


def test_a_table_out_of_use_is_in_no_plan(club: Club, printed: Printed) -> None:
    evening = evening_of(club, 6, PhasePlan(Movement.ROUND_ROBIN, 3))
    play(evening, 1)
    Tournament.objects.filter(pk=evening.pk).update(closed_tables=[2])
    evening.refresh_from_db()
    lines = lines_of(printed(evening, "reserve", 1))
    rows = [line.split()[0] for line in lines if re.fullmatch(r"\d+( \d+ ?– ?\d+){2}", line)]
    assert rows == ["1", "3", "4"]


def test_a_knock_out_by_lot_that_no_bracket_tells_has_its_rule(club: Club, said: Said) -> None:
    knock_out: dict[str, Any] = {"groups_by": Phase.GroupsBy.LOT}
    evening = evening_of(club, 4, PhasePlan(Movement.SWISS, 1), PhasePlan(Movement.KNOCKOUT, 2, **knock_out))
    play(evening, 1)
    text = said(evening, 1)
    assert "The first round is drawn by lot" in text
    assert "the bracket of this sheet" not in text


@pytest.mark.parametrize("groups_by", Phase.GroupsBy.values)
def test_a_knock_out_is_over_with_its_final_whatever_rounds_follow(
    club: Club, said: Said, groups_by: str
) -> None:
    knock_out = PhasePlan(Movement.KNOCKOUT, 4, groups_by=groups_by)
    evening = evening_of(club, 4, PhasePlan(Movement.SWISS, 1), knock_out)
    play(evening, 1)
    text = said(evening, 1)
    assert re.search(r"4–5 knock-out 4 hands Not played: the final is in round 3\.", text)
    assert ("first round" in text) is (groups_by == Phase.GroupsBy.LOT)


def test_a_final_is_over_before_the_others_are(club: Club, said: Said) -> None:
    final = PhasePlan(Movement.KNOCKOUT, 3, qualify_each=4, others=Others.MITCHELL)
    evening = evening_of(club, 10, PhasePlan(Movement.SWISS, 2), final)
    for number in (1, 2):
        play(evening, number)
        text = said(evening, number)
        assert "Final A, only those who qualified. Not played: the final is in round 4." in text
        assert text.count("Final B, the others, at tables of their own: Mitchell. Who meets whom") == 2


def test_sixty_pairs_have_few_pages_and_no_row_is_split(club: Club, printed: Printed) -> None:
    phases = (PhasePlan(Movement.MITCHELL, 3), PhasePlan(Movement.DANISH_NO_REMATCH, 2))
    evening = evening_of(club, 60, *phases)
    play(evening, 1)
    assert evening.rounds.get(number=2).state == Round.State.PLANNED
    pages = [page.extract_text() for page in printed(evening, "reserve", 1).pages]
    lists = [page for page in pages if "signature" not in page]
    assert len(lists) <= 4
    for number in range(1, 121, 2):
        holders = [page for page in lists if f"P{number:03} Prova – P{number + 1:03} Prova" in page]
        assert len(holders) == 1, number
