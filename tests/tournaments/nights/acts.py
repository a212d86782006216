"""What both ways of doing an act share: who may be named, what is confirmed, how a refusal is told."""

from tournaments.likeness import Name

Who = int | Name
"""Somebody of the club's list by key, or somebody new."""
WARNINGS = ("V13", "V18", "V19")
"""Unlikely figures that are confirmed whenever a score is written."""

ASKED, ANSWER = "Chi apre?", "Visto lo statino"
"""What the referee is called for, and what he answers to an objection."""


class Refused(Exception):  # noqa: N818 - nothing is wrong: an answer
    """The program said why not. Anything else that is raised is a fault."""
