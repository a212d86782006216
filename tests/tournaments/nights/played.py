"""Playing many evenings with one seed: how the suite and `make evenings` run the machine."""

from dataclasses import fields

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.cast import Cast
from tests.tournaments.nights.machine import Evenings
from tests.tournaments.nights.night import Tally


def add(whole: Tally, part: Tally) -> None:
    """Count in `whole` what was run elsewhere."""
    for each in fields(Tally):
        setattr(whole, each.name, getattr(whole, each.name) + getattr(part, each.name))


def play(
    machine: type[Evenings],
    cast: Cast,
    tally: Tally,
    *,
    evenings: int,
    steps: int,
    with_seed: int,
    shrink: bool = False,
) -> None:
    """Play so many evenings of at most so many steps; what is run is counted in `tally`.

    The same seed plays the same evenings. Raises what the first faulty one raised, with its steps as a note;
    `shrink` looks for the shortest evening with that fault first, which takes minutes.
    """
    chosen = seed(with_seed)(type(machine.__name__, (machine,), {"cast": cast, "tally": tally}))
    phases = [Phase.generate, Phase.shrink] if shrink else [Phase.generate]
    run_state_machine_as_test(
        chosen,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=steps,
            phases=phases,
            deadline=None,
            database=None,
            print_blob=False,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
