"""The club's log of its regulations in words: which figures moved, from what to what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubs.log import acts_of_rules
from clubs.models.clubs import Club
from clubs.models.log import ClubAct
from clubs.templatetags.ui import minus
from scoring.cards import Rank
from scoring.regulations import BurracoKind, Regulations, from_dict
from tournaments.forms.events import KIND_NAMES
from tournaments.forms.regulation_words import (
    CHOICES,
    NUMBERS,
    RANK_NAMES,
    UNLIKELY_NAMES,
    burraco_words,
    card_words,
    value_words,
)


@dataclass(frozen=True, slots=True)
class RulesAct:
    """A line of the log: what was done to which regulations, by whom ("": the program), one change a line."""

    act: ClubAct
    name: str
    who: str
    changes: tuple[str, ...]


def acts_in_words(club: Club) -> list[RulesAct]:
    """What was done to the club's regulations, the last first."""
    return [
        RulesAct(act, act.facts["after"]["name"], who, tuple(_changes(act.facts)))
        for act, who in acts_of_rules(club)
    ]


def _changes(facts: Mapping[str, Any]) -> Iterator[str]:
    if "before" not in facts:
        return
    before, after = facts["before"], facts["after"]
    if before["name"] != after["name"]:
        yield _change(_("Name of these regulations"), before["name"], after["name"])
    yield from differences(_read(before), _read(after))


def _read(picture: Mapping[str, Any]) -> Regulations:
    return from_dict(picture["figures"] | {"code": ""})


def differences(before: Regulations, after: Regulations) -> Iterator[str]:
    """Each rule that differs, as "Closing: 100 → 150", in the order of the document."""
    for label, old, new in _rules(before, after):
        if old != new:
            yield _change(label, old, new)


def _change(label: object, old: str, new: str) -> str:
    return f"{label}: {old} → {new}"


def _rules(before: Regulations, after: Regulations) -> Iterator[tuple[object, str, str]]:
    for kind in BurracoKind:
        yield KIND_NAMES[kind], *(", ".join(burraco_words(each, kind)) for each in (before, after))
    for rank in Rank:
        yield RANK_NAMES[rank], card_words(before, rank), card_words(after, rank)
    for field, words in (*CHOICES.items(), *NUMBERS.items()):
        yield words.label, value_words(before, field), value_words(after, field)
    for key, label in UNLIKELY_NAMES.items():
        yield label, minus(getattr(before.unlikely, key)), minus(getattr(after.unlikely, key))
