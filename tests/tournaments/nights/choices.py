"""What chance chooses from in the rules of the machine."""

from hypothesis import strategies as st

from tests.cast import REFEREE, SCORER, SECRETARY

ROLES = (SECRETARY, REFEREE, SCORER)

numbers = st.integers(0, 60)
seeds = st.integers(1, 2**31 - 1)
directors = st.sampled_from((SECRETARY, REFEREE))
scorers = st.sampled_from(ROLES)
