"""A whole evening of teams of six by HTTP: made, entered, a line-up changed, a late team, a player more."""

import random
from collections import defaultdict
from itertools import chain

import pytest

from scoring.matches import MatchFormat
from scoring.regulations import PRESETS
from scoring.samples import random_match
from tests.cast import Cast
from tests.journeys.evening import Night, make, number_of, quick_figures, secretary
from tournaments.formats import limits_in_proportion, own_table

pytestmark = pytest.mark.django_db
LIMITS = limits_in_proportion(3)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
AWARDS = {"sit_out_vp": "12", "sit_out_mp": "530", "absence_vp": "8", "absence_mp": "-530"}
TEAMS = ("Aquile", "Balene", "Cervi", "Daini", "Elefanti")
LATE = "Fenicotteri"
RULES, FOUR_HANDS = PRESETS["fibur-2026"], MatchFormat(4)


def players(team: str, count: int = 6) -> dict[str, str]:
    """What the form of a team is sent: its name and so many players."""
    return {"name": team} | {ordinal: called(team, ordinal) for ordinal in ORDINALS[:count]}


def called(team: str, ordinal: str) -> str:
    """A name that is near to no other one of the evening."""
    return f"{team[:3]}{ordinal} Prova"


def made(cast: Cast) -> Night:
    """The evening with its five teams present; the first has a reserve."""
    facts = {f"fasi-0-{name}": figure for name, figure in AWARDS.items()}
    night = make(cast, secretary(cast), "teams-of-six", **{**facts, "fasi-0-vp_limits": LIMITS})
    for at, team in enumerate(TEAMS):
        night.press("Enter", players(team, 7 if at == 0 else 6), on="entry_add")
    night.check_in()
    return night


def at_tables(night: Night, number: int) -> list[dict[str, str]]:
    """The lines of the results of a round that have a table: nobody who rests."""
    return [row for row in night.results(number) if row["Table"]]


def play(night: Night, number: int, rng: random.Random) -> None:
    """Write every table of the round at the desk, in any order, and close it."""
    tables = [int(row["Table"]) for row in at_tables(night, number)]
    for table in rng.sample(tables, len(tables)):
        night.write(table, quick_figures(random_match(rng, RULES, FOUR_HANDS)))
    night.close(number)


def sums(night: Night, rounds: int) -> dict[int, tuple[int, int]]:
    """VP and MP of each team, counted here from the points of the tables and the awards of the sit-outs."""
    vp: dict[int, int] = defaultdict(int)
    mp: dict[int, int] = defaultdict(int)
    for number in range(1, rounds + 1):
        meetings: dict[frozenset[int], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for row in at_tables(night, number):
            ns, ew = int(row["N-S no."]), int(row["E-W no."])
            difference = int(row["N-S points"]) - int(row["E-W points"])
            meetings[frozenset({ns, ew})][ns] += difference
            meetings[frozenset({ns, ew})][ew] -= difference
        for meeting in meetings.values():
            assert sum(meeting.values()) == 0
            for team, difference in meeting.items():
                vp[team] += own_table(LIMITS).lookup(difference)[0]
                mp[team] += difference
    return {team: (vp[team], mp[team]) for team in vp}


def draw_to_play(night: Night, number: int, team: str) -> None:
    """Draw the round again as long as that team rests: which one does is by lot."""
    night.draw(number)
    while f"Save the line-up: {team}" not in night.page("line_ups", number).text:
        night.press("Draw again")


def change_line_up(night: Night, number: int, team: str, out: str, into: str) -> None:
    """On the page of the line-ups: somebody takes another's chair."""
    page = night.page("line_ups", number)
    form = page.form_with(button=f"Save the line-up: {team}")
    chair = next(name for name, choices in form.choices.items() if choices[form.fields[name][0]] == out)
    done = night.visitor.send(form, {chair: form.value_of(chair, into)}, form.buttons[0])
    assert f"The line-up of {team} is saved." in done.text
    assert f"Reserve: {out}" in done.text


def test_a_whole_evening_of_teams_of_six(cast: Cast) -> None:
    rng = random.Random(6)
    night = made(cast)
    draw_to_play(night, 1, "Aquile")
    change_line_up(night, 1, "Aquile", called("Aquile", "second"), called("Aquile", "seventh"))
    night.release(1)
    seats = chain.from_iterable(night.paper("seats_by_name"))
    assert f"{called('Aquile', 'second')} Aquile 1 RESERVE" in seats
    assert len(at_tables(night, 1)) == 6
    page = night.visitor.press(night.page("late"), "Let them in", {**players(LATE), "how": "fill"})
    assert "Number 6 is in, and plays round 1 at tables" in page.text
    assert len(at_tables(night, 1)) == 9
    play(night, 1, rng)
    entry = next(address for words, address in night.page("entries").links if "Balene" in words)
    joining = night.visitor.open(entry).link("One player more")
    night.visitor.press(night.visitor.open(joining), "Let her join the team", {"first": "Rinforzo Prova"})
    for number in (2, 3, 4):
        night.draw(number)
        if number == 2:
            change_line_up(night, 2, "Balene", called("Balene", "first"), "Rinforzo Prova")
        night.release(number)
        play(night, number, rng)
    night.finish()
    counted = sums(night, 4)
    shown = {int(row["No."]): (number_of(row["V.P."]), number_of(row["M.P."])) for row in night.standings()}
    assert shown == counted
    assert sum(vp for vp, _mp in shown.values()) == 4 * 3 * 20
