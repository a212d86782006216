"""Where each figure of the presets comes from: the mark and the document, field by field. Source: domain 2–5.

>>> source_of("feburit", "closing").document
<Document.FEBURIT: 'feburit'>
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from scoring.regulations import Regulations, Unlikely


class Mark(StrEnum):
    """How sure a figure is: in a federation's code, at second hand, in a founding document, sums, decided."""

    FEDERATION = "F"
    SECOND_HAND = "2"
    FOUNDING = "S"
    ARITHMETIC = "C"
    DECIDED = "D"


class Document(StrEnum):
    """What was read. COMMON is the rule most documents share, taken where this one is silent."""

    FIBUR = "fibur-2026"
    FITAB = "fitab-2025"
    FEBURIT = "feburit"
    FEDERATIONS = "federations"
    MANUAL = "S2"
    GUIDE = "S3"
    ARTICLE = "S4"
    COMMON = "common"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Source:
    """A mark and the document it is about."""

    mark: Mark
    document: Document


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of regulations: its field and, inside a map or the unlikely figures, its key."""

    field: str
    key: str | None
    value: Any


def figures_of(regulations: Regulations) -> Iterator[Figure]:
    """Every figure there is, in the order of the fields; the code, which is a name, is none."""
    for each in fields(regulations):
        value = getattr(regulations, each.name)
        if isinstance(value, Mapping):
            yield from (Figure(each.name, key, inner) for key, inner in value.items())
        elif isinstance(value, Unlikely):
            for inner in fields(value):
                yield Figure(each.name, inner.name, getattr(value, inner.name))
        elif each.name != "code":
            yield Figure(each.name, None, value)


_FEDERATIONS = Source(Mark.FEDERATION, Document.FEDERATIONS)
_COMMON = Source(Mark.DECIDED, Document.COMMON)
_HOUSE = Source(Mark.DECIDED, Document.HOUSE)
_THREE_CARDS = Source(Mark.ARITHMETIC, Document.COMMON)  # three cards, of which one may be wild
_FIBUR = Source(Mark.SECOND_HAND, Document.FIBUR)
_FITAB = Source(Mark.SECOND_HAND, Document.FITAB)
_FEBURIT = Source(Mark.FEDERATION, Document.FEBURIT)
_MANUAL = Source(Mark.FOUNDING, Document.MANUAL)
_GUIDE = Source(Mark.FOUNDING, Document.GUIDE)
_ARTICLE = Source(Mark.FOUNDING, Document.ARTICLE)

# Everybody's: rules that the documents share, and what only this program asks for.
_SHARED = {
    "table_values": _FEDERATIONS,
    "hand_values": _FEDERATIONS,
    "burraco_to_close": _COMMON,
    "closing_line_pays_hand": _COMMON,
    "stock_end": _COMMON,
    "shortest_run": _COMMON,
    "fewest_naturals": _THREE_CARDS,
    "replaced_wild_returns": _COMMON,
    "default_target": _FEDERATIONS,
    "unlikely": _HOUSE,
}


def _said_by(document: Source, *more: str) -> dict[str, Source]:
    """What the row of a document in the table of presets states, and these fields besides."""
    stated = ("bonuses", "shapes", "closing", "missed_pozzetto", "missed_only_if_other_took", *more)
    return dict.fromkeys(stated, document)


_VALUES = ("table_values", "hand_values")
SOURCES: Mapping[str, Mapping[str, Source]] = {
    "fibur-2026": _SHARED | _said_by(_FIBUR, "inner_wild_semi_clean", "nine_card_set_semi_clean"),
    "fitab-2025": _SHARED | _said_by(_FITAB, "nine_card_set_semi_clean") | {"inner_wild_semi_clean": _HOUSE},
    "feburit": _SHARED | _said_by(_FEBURIT, "inner_wild_semi_clean", "nine_card_set_semi_clean"),
    "manuale": _SHARED
    | _said_by(_MANUAL, *_VALUES, "inner_wild_semi_clean", "stock_end", "default_target")
    | {"nine_card_set_semi_clean": _HOUSE},
    "classico": _SHARED
    | _said_by(_ARTICLE, *_VALUES, "replaced_wild_returns", "closing_line_pays_hand")
    | {
        "inner_wild_semi_clean": _COMMON,
        "nine_card_set_semi_clean": _COMMON,
        "default_target": _HOUSE,
    },
    "guida": _SHARED
    | _said_by(_GUIDE, *_VALUES, "burraco_to_close", "stock_end", "shortest_run", "default_target")
    | {"shapes": _HOUSE, "inner_wild_semi_clean": _COMMON, "nine_card_set_semi_clean": _COMMON},
}


def source_of(preset: str, field: str) -> Source:
    """Where a preset has a figure from. KeyError for a preset or a field nobody has looked up."""
    return SOURCES[preset][field]
