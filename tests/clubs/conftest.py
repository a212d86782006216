"""What every test of clubs begins with."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_tries_counted() -> None:
    """Forget the wrong passwords and the letters that another test has used up."""
    cache.clear()
