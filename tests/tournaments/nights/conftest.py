"""What the tests of the proofs begin with."""

from collections.abc import Iterator

import pytest

from tests.tournaments.nights.clock import Clock


@pytest.fixture
def clock() -> Iterator[Clock]:
    """A Thursday evening whose time goes on as far as the test says."""
    made = Clock()
    made.start()
    yield made
    made.stop()
