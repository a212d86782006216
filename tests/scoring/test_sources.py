"""Every figure of every preset says where it comes from."""

import pytest

from scoring.regulations import PRESETS
from scoring.sources import SOURCES, Document, Mark, figures_of, source_of


@pytest.mark.parametrize("code", PRESETS)
def test_every_figure_has_a_source_and_no_source_is_without_its_figure(code: str) -> None:
    assert {each.field for each in figures_of(PRESETS[code])} == set(SOURCES[code])


def test_figures_are_counted_one_by_one() -> None:
    found = [(each.field, each.key) for each in figures_of(PRESETS["guida"])]
    assert len(found) == len(set(found))
    assert ("bonuses", "royal") in found
    assert ("table_values", "joker") in found
    assert ("unlikely", "total_below") in found
    assert ("code", None) not in found


@pytest.mark.parametrize(
    ("code", "field", "mark", "document"),
    [
        ("fibur-2026", "bonuses", "2", "fibur-2026"),
        ("fibur-2026", "table_values", "F", "federations"),
        ("fitab-2025", "inner_wild_semi_clean", "D", "house"),
        ("feburit", "nine_card_set_semi_clean", "F", "feburit"),
        ("manuale", "stock_end", "S", "S2"),
        ("manuale", "nine_card_set_semi_clean", "D", "house"),
        ("classico", "replaced_wild_returns", "S", "S4"),
        ("guida", "shapes", "D", "house"),
        ("guida", "burraco_to_close", "S", "S3"),
    ],
)
def test_marks_are_those_of_the_documents(code: str, field: str, mark: str, document: str) -> None:
    found = source_of(code, field)
    assert (found.mark, found.document) == (Mark(mark), Document(document))
