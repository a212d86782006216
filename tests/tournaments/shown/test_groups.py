"""A phase in groups says the group wherever somebody looks for a table, and each group has standings."""

import csv
import io
import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import play_round, record_random, the_round
from tests.tournaments.shown.conftest import Read, in_groups, words_of
from tournaments import draws, rounds
from tournaments.groups import groups_of
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.names import entry_names
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


def members(evening: Tournament, number: int) -> dict[int, set[int]]:
    """Keys of the entries in each group of a round."""
    found: dict[int, set[int]] = {}
    for entry, group in (
        Seat.objects.active()
        .filter(round__tournament=evening, round__number=number)
        .values_list("entry", "group")
    ):
        found.setdefault(group, set()).add(entry)
    return found


def finish(evening: Tournament, number: int) -> None:
    matches = Match.objects.active().filter(round__tournament=evening, round__number=number)
    for match in matches.select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    rounds.close(round=the_round(evening, number), by=None)


def test_the_draft_is_sorted_by_group(read: Read, cast: Cast) -> None:
    evening = in_groups(cast, 13)
    finish(evening, 4)
    draws.draw_round(round=the_round(evening, 5), by=None, seed=1)
    words = read("director", evening.pk)
    first, second = words.index("Group A"), words.index("Group B")
    assert first < second
    groups = members(evening, 5)
    names = entry_names(evening)
    people = {key: f"{who.number} {' – '.join(who.full)}" for key, who in names.items()}
    for entry in groups[1]:
        assert first < words.index(people[entry], first) < second
    for entry in groups[2]:
        assert words.find(people[entry], second) > second


def test_players_see_their_group(client: Client, read: Read, cast: Cast) -> None:
    evening = in_groups(cast)
    client.logout()
    one = Seat.objects.active().filter(round__tournament=evening, round__number=4, group=2)[0]
    assert "group B" in read("entry_card", evening.pk, one.entry.number)
    assert read("seats", evening.pk).count("group B") == 2 * len(members(evening, 4)[2])
    words = read("rounds", evening.pk)
    assert words.index("Group A") < words.index("Group B") < words.index("Round 3")
    assert words.count("Group A") == 1


def test_each_group_has_standings_of_its_own(client: Client, read: Read, cast: Cast) -> None:
    evening = in_groups(cast)
    finish(evening, 4)
    groups = groups_of(evening, standings(evening))
    assert [each.letter for each in groups.groups] == ["A", "B"]
    assert (groups.through, groups.is_over) == (4, False)
    for each, group in zip(groups.groups, (1, 2), strict=True):
        rows = each.standings.rows
        assert {row.entry_id for row in rows} == members(evening, 4)[group]
        general = [row for row in standings(evening).rows if row.entry_id in members(evening, 4)[group]]
        assert [(row.entry_id, row.vp, row.mp) for row in rows] == [
            (row.entry_id, row.vp, row.mp) for row in general
        ]
        assert [row.place for row in rows] == list(range(1, 7))
    client.logout()
    html = read("standings", evening.pk, raw=True)
    parts = re.split(r'<h2 id="group-[AB]">', html)
    assert len(parts) == 3
    for part, each in zip(parts[1:], groups.groups, strict=True):
        numbers = [row.number for row in each.standings.rows]
        assert [int(n) for n in re.findall(rf"/tornei/{evening.pk}/coppia/(\d+)/", part)] == numbers
    assert "Group B" in read("standings", evening.pk)


def test_the_files_say_the_group_and_the_place_in_it(secretary: Client, cast: Cast) -> None:
    evening = in_groups(cast)
    for name in ("standings_csv", "board_csv"):
        text = secretary.get(reverse(f"tournaments:{name}", args=[evening.pk])).content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
        places = {"A": [], "B": []}
        for row in rows:
            places[row["Group"]].append(int(row["Place in the group"]))
        assert places == {"A": [1, 2, 3, 4, 5, 6], "B": [1, 2, 3, 4, 5, 6]}
    text = secretary.get(reverse("tournaments:seats_csv", args=[evening.pk])).content.decode("utf-8-sig")
    seats = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    assert {row["Group"] for row in seats if row["Round"] == "4"} == {"A", "B"}
    assert {row["Group"] for row in seats if row["Round"] == "1"} == {""}


def test_after_a_final_of_everybody_the_groups_stay_as_they_ended(cast: Cast) -> None:
    evening = in_groups(cast)
    finish(evening, 4)
    Phase.objects.create(
        tournament=evening,
        number=3,
        movement=Phase.Movement.DANISH,
        rounds_count=1,
        hands=4,
        vp_table="hands-4",
        sit_out_vp=12,
        sit_out_mp=100,
    )
    last = evening.rounds.get(number=5)
    last.phase = evening.phases.get(number=3)
    last.save()
    before = groups_of(evening, standings(evening))
    play_round(evening, 5, random.Random(5))
    after = groups_of(evening, standings(evening))
    assert (before.is_over, after.is_over) == (False, True)
    assert after.through == 4
    for one, other in zip(before.groups, after.groups, strict=True):
        assert [(row.entry_id, row.place, row.vp) for row in one.standings.rows] == [
            (row.entry_id, row.place, row.vp) for row in other.standings.rows
        ]


def test_without_groups_nothing_speaks_of_them(read: Read, cast: Cast) -> None:
    evening = in_groups(cast)
    Tournament.objects.get(pk=evening.pk).rounds.filter(number__gt=3).update(state="planned")
    Seat.objects.filter(round__number=4).update(is_active=False)
    for name in ("standings", "rounds", "seats", "staff_standings"):
        page = words_of(read(name, evening.pk, raw=True).split("<main", 1)[1])
        assert "roup A" not in page
