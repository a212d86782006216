"""The words of the bracket, the places of the standings and who has a prize say one thing, whoever leaves."""

import random
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.cast import Cast
from tests.evenings import make_evening, the_round
from tests.tournaments.shown.conftest import draw, words_of
from tests.tournaments.shown.semifinals import EW_WINS, NS_WINS, matches, pair, score
from tournaments import rounds
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.programmes import PhasePlan, Programme
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
MEANS = {
    "wins": {(1, False)},
    "second": {(2, False)},
    "third": {(3, False)},
    "third, without a match": {(3, False)},
    "third, shared": {(3, True)},
    "fourth": {(4, False)},
    "plays for the third place": {(3, True), (3, False), (4, False)},
}
"""The place, and whether it is shared, that a word of the bracket promises; `out` is any behind the third."""


def words_in(client: Client, evening: Tournament) -> dict[int, list[str]]:
    """What the public bracket says of each entry, by its number, the newest round first."""
    html = client.get(reverse("tournaments:bracket", args=[evening.pk])).content.decode()
    said: dict[int, list[str]] = {}
    for number, rest in re.findall(r'<p class="row apart"><a href="[^"]*/(\d+)/">(.*?)</p>', html, re.DOTALL):
        said.setdefault(int(number), []).append(words_of(rest.split("</a>")[1]).strip())
    return said


def check_agree(client: Client, evening: Tournament, *, over: bool) -> None:
    cache.clear()
    found = {row.number: (row.place, row.shared) for row in standings(evening, announced_only=True).rows}
    said = words_in(client, evening)
    assert set(said) == set(found)
    for number, words in said.items():
        for word in words:
            assert found[number] in MEANS.get(word, {found[number]}), (number, word, found)
        if words[0] == "out":
            assert found[number][0] > 3, (number, words, found)
        if over and found[number][0] <= 3:
            assert words[0] not in ("out", "fourth"), (number, words, found)


FIELDS = st.tuples(st.integers(3, 9), st.booleans(), st.integers(0, 4), st.integers(0, 10_000))


@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # an evening is too long to be made smaller
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example((7, False, 0, 10))
@given(FIELDS)
def test_bracket_standings_and_prizes_agree(
    secretary: Client, cast: Cast, field: tuple[int, bool, int, int]
) -> None:
    """A knock-out of so many, with a third place or not; up to so many leave after each round; the lot."""
    entries, third, leaving, seed = field
    rng, needed = random.Random(seed), (entries - 1).bit_length()
    plan = Programme("Prova", "pairs", (PhasePlan("knockout", needed, third_place=third),))
    evening = make_evening(cast.club, entries=entries, programme=plan)
    for number in range(1, needed + 1):
        draw(evening, number)
        for verb in (rounds.confirm, rounds.announce):
            verb(round=the_round(evening, number), by=None)
        for match in matches(evening, number):
            chance = rng.randrange(8)
            if chance < 2:
                away = pair(match) if chance == 0 else pair(match)[:1]
                absent_at_table(match=match, absent=[each.pk for each in away], by=None)
            else:
                score(match, rng.choice((NS_WINS, EW_WINS)))
        check_agree(secretary, evening, over=False)
        rounds.close(round=the_round(evening, number), by=None)
        for _each in range(leaving if number < needed else 0):
            here = list(evening.entries.filter(state=Entry.State.PRESENT).order_by("number"))
            if len(here) > 1 and rng.random() < 0.4:
                withdraw_entry(entry=rng.choice(here), by=None)
                check_agree(secretary, evening, over=False)
    check_agree(secretary, evening, over=True)
