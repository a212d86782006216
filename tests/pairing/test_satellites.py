"""Who goes from satellites into one final: one place a person."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.qualify import Decision, Tie
from tournaments.pairing.satellites import Candidate, Satellite, SatelliteOutcome, satellite_places


def candidates(*rows: tuple[int, int, tuple[int, ...]]) -> tuple[Candidate, ...]:
    return tuple(Candidate(entry, place, persons) for entry, place, persons in rows)


def test_who_has_a_place_is_passed_over_and_the_next_goes_up() -> None:
    first = Satellite(2, candidates((1, 1, (10, 11)), (2, 2, (12, 13)), (3, 3, (14, 15))))
    second = Satellite(2, candidates((4, 1, (10, 16)), (5, 2, (14, 15)), (6, 3, (12, 13)), (7, 4, (17, 18))))
    assert satellite_places([first, second]) == (
        SatelliteOutcome((1, 2)),
        SatelliteOutcome((5, 7), (4, 6)),
    )
    assert satellite_places([first], already=[11, 13])[0] == SatelliteOutcome((3,), (1, 2))


def test_an_open_tie_is_reported_and_makes_what_hangs_on_it_provisional() -> None:
    first = Satellite(2, candidates((1, 1, (10,)), (2, 2, (11,)), (3, 2, (12,)), (4, 4, (13,))))
    second = Satellite(1, candidates((5, 1, (12,)), (6, 2, (14,))))
    third = Satellite(1, candidates((7, 1, (15,)), (8, 2, (11,))))
    outcomes = satellite_places([first, second, third])
    assert outcomes[0] == SatelliteOutcome((1,), (), Tie(1, (2, 3)))
    assert outcomes[1] == SatelliteOutcome((5,), provisional=True)
    assert outcomes[2] == SatelliteOutcome((7,)), "it never came to those tied"


def test_a_tie_that_shrinks_to_the_places_left_is_none() -> None:
    first = Satellite(1, candidates((1, 1, (10,))))
    second = Satellite(1, candidates((2, 1, (10,)), (3, 1, (11,))))
    assert satellite_places([first, second])[1] == SatelliteOutcome((3,), (2,))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_nobody_gets_two_places(data: st.DataObject) -> None:
    satellites = []
    for number in range(3):
        persons = data.draw(st.permutations(range(12)))
        rows = [(100 * number + i, i + 1, (persons[2 * i], persons[2 * i + 1])) for i in range(6)]
        satellites.append(Satellite(data.draw(st.integers(0, 6)), candidates(*rows)))
    taken: list[int] = []
    for satellite, outcome in zip(satellites, satellite_places(satellites), strict=True):
        who = {candidate.entry: candidate.persons for candidate in satellite.ranking}
        taken += (person for entry in outcome.qualified for person in who[entry])
        if len(outcome.qualified) < satellite.places:
            left = [e for e in who if e not in outcome.qualified]
            assert all(set(who[entry]) & set(taken) for entry in left), (
                "places stay free only for want of people"
            )
    assert len(taken) == len(set(taken))


def test_a_decision_gives_the_last_place_of_a_satellite() -> None:
    first = Satellite(
        2,
        candidates((1, 1, (10,)), (2, 2, (11,)), (3, 2, (12,))),
        (Decision(frozenset({2, 3}), (3,)),),
    )
    second = Satellite(1, candidates((5, 1, (12,)), (6, 2, (11,))))
    assert satellite_places([first, second]) == (SatelliteOutcome((1, 3)), SatelliteOutcome((6,), (5,)))
