"""Those who do not qualify play on by the movement that the settings say, through the pages."""

import random
from collections import Counter

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening, open_round
from tests.tournaments.finals.conftest import Movement, address, look, play, programme, two_hands
from tournaments.arrivals import admit_late
from tournaments.cuts import seated_finalists
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.forms.foresight import needs_of
from tournaments.likeness import Name
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.pairing.finals import BESIDE, FINAL
from tournaments.programmes import INDIVIDUALS
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Others = Phase.Others
LATE = (Name("Ritardo", "Ada"), Name("Ritardo", "Ugo"))


def evening_with(
    cast: Cast, others: str, *, entries: int = 11, movement: str = Movement.KNOCKOUT
) -> Tournament:
    """A round of Swiss, then two rounds of a final of four; the others play on."""
    final = two_hands(movement, 2, qualify_each=4, others=others)
    return make_evening(cast.club, entries=entries, programme=programme(two_hands(Movement.SWISS, 1), final))


def met_beside(evening: Tournament) -> Counter[frozenset[int]]:
    matches = Match.objects.active().filter(round__tournament=evening, seats__group=BESIDE).distinct()
    return Counter(frozenset(match.seats.values_list("entry", flat=True)) for match in matches)


@pytest.mark.parametrize("entries", [8, 9])
def test_beside_a_final_without_rematches_nobody_meets_again(
    secretary: Client, cast: Cast, entries: int
) -> None:
    evening = evening_with(cast, Others.PLAY, entries=entries, movement=Movement.DANISH_NO_REMATCH)
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(number))
    meetings = Counter(
        frozenset(match.seats.values_list("entry", flat=True))
        for match in Match.objects.active().filter(round__tournament=evening)
    )
    assert max(meetings.values()) == 1


def test_where_nobody_came_beside_a_knock_out_nothing_is_said_of_going_on(
    secretary: Client, cast: Cast
) -> None:
    evening = evening_with(cast, Others.ROUND_ROBIN, entries=8)
    play(secretary, evening, 1, random.Random(1))
    shown = open_round(evening, 2).matches.active()
    for group, said in ((BESIDE, False), (FINAL, True)):
        match = shown.filter(seats__group=group)[0]
        absent_at_table(match=match, absent=list(match.seats.values_list("entry", flat=True)), by=None)
        assert ("nobody came, so neither goes on" in look(secretary, "director", evening)) == said


@pytest.mark.parametrize("others", [Others.PLAY, Others.SWISS, Others.MITCHELL, Others.ROUND_ROBIN])
@pytest.mark.parametrize("entries", [10, 11])
def test_a_whole_evening_with_a_final_b(secretary: Client, cast: Cast, others: str, entries: int) -> None:
    evening = evening_with(cast, others, entries=entries)
    said = f"Phase 2: the other {entries - 4} {Others(others).label}."
    assert said in look(secretary, "director", evening)
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(number))
        if number == 1:
            assert f"The others {Others(others).label}." in look(secretary, "qualified", evening)
    beside = Seat.objects.active().filter(round__tournament=evening, group=BESIDE)
    assert beside.filter(round__number=2).count() == beside.filter(round__number=3).count() == entries - 4
    assert max(met_beside(evening).values()) == 1
    tables = list(beside.filter(match__isnull=False).values_list("round", "table_number", "line"))
    assert len(set(tables)) == len(tables)
    if others == Others.MITCHELL:
        fixed = set(beside.filter(line="NS").values_list("entry", "table_number"))
        assert len(fixed) == (entries - 3) // 2
    rows = standings(evening).rows
    assert [row.place for row in rows[4:]] == list(range(5, entries + 1))
    assert "Final B" in look(secretary, "rounds", evening)


def test_a_table_of_a_mitchell_beside_a_final_keeps_its_number(secretary: Client, cast: Cast) -> None:
    evening = evening_with(cast, Others.MITCHELL, entries=10)
    play(secretary, evening, 1, random.Random(1))
    for name in ("draw", "confirm", "announce", "start"):
        secretary.post(address(name, evening, 2))
    of_final, beside = (
        Match.objects.active().filter(round__number=2, seats__group=group).first() for group in (51, 52)
    )
    assert of_final is not None
    assert beside is not None
    says = "number says where everybody goes next"
    assert says in look(secretary, "table_trouble", evening, beside.pk)
    assert says not in look(secretary, "table_trouble", evening, of_final.pk)


def test_who_comes_late_sits_where_somebody_of_final_b_has_left(secretary: Client, cast: Cast) -> None:
    evening = evening_with(cast, Others.MITCHELL, entries=10, movement=Movement.DANISH)
    for number in (1, 2):
        play(secretary, evening, number, random.Random(number))
    left = Seat.objects.select_related("entry").filter(round__number=2, group=BESIDE, line="EW").first()
    assert left is not None
    withdraw_entry(entry=left.entry, by=None)
    late = admit_late(tournament=evening, persons=LATE, how="next", by=None)
    play(secretary, evening, 3, random.Random(3))
    seats = Seat.objects.active().filter(round__number=3, group=BESIDE)
    assert seats.get(entry=late).line == "EW"
    assert seats.count() == 6
    assert not seats.filter(entry=left.entry).exists()
    assert max(met_beside(evening).values()) == 1


@pytest.mark.parametrize("movement", [Movement.DANISH, Movement.KNOCKOUT])
def test_who_comes_late_beside_a_final_is_never_among_the_finalists(
    secretary: Client, cast: Cast, movement: str
) -> None:
    evening = evening_with(cast, Others.PLAY, entries=10, movement=movement)
    for number in (1, 2):
        play(secretary, evening, number, random.Random(number))
    finalists = seated_finalists(evening.phases.get(number=2))
    late = admit_late(tournament=evening, persons=LATE, how="next", by=None)
    for _look in range(2):
        rows = standings(evening).rows
        assert {row.entry_id for row in rows[:4]} == set(finalists)
        others = [(row.vp, row.mp) for row in rows[4:]]
        assert others == sorted(others, reverse=True), "by what they have, who came late among them"
        if _look == 0:
            play(secretary, evening, 3, random.Random(3))
    assert Seat.objects.active().get(round__number=3, entry=late).group == BESIDE


@pytest.mark.parametrize(
    ("others", "rounds", "words"),
    [
        (Others.MITCHELL, 3, "the Mitchell of final B has only 2 without rematches"),
        (Others.ROUND_ROBIN, 4, "in final B everybody has met after 3"),
        (Others.SWISS, 4, "the Swiss of final B has only 3 without rematches"),
        (Others.PLAY, 4, ""),
        (Others.STOP, 4, ""),
    ],
)
def test_a_final_b_too_short_for_its_rounds_is_said_before(
    cast: Cast, others: str, rounds: int, words: str
) -> None:
    final = two_hands(Movement.DANISH, rounds, qualify_each=4, others=others)
    plan = programme(two_hands(Movement.SWISS, 1), final)
    evening = make_evening(cast.club, entries=8, programme=plan)
    said = [sentence for sentence, fits in needs_of(evening, 8) if not fits]
    assert len(said) == (words != "")
    assert words in "".join(said)
    alone = [sentence for sentence, fits in needs_of(evening, 5) if not fits]
    assert alone == (
        [] if others == Others.STOP else ["Phase 2: who is alone in final B rests in every round."]
    )


def test_single_players_have_their_own_danish_beside_a_final(cast: Cast) -> None:
    drawn = two_hands(Movement.DRAWN, 1)
    final = two_hands(Movement.INDIVIDUAL_DANISH, 1, qualify_each=4, others=Others.MITCHELL)
    plan = programme(drawn, final, kind=INDIVIDUALS)
    with pytest.raises(ValidationError, match="choose that for the others"):
        make_evening(cast.club, entries=12, programme=plan)
