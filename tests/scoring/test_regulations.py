"""Presets, and what a club may not do to its own copy."""

import json

import pytest

from scoring.cards import Rank
from scoring.regulations import (
    DEFAULT,
    PRESETS,
    BurracoKind,
    Regulations,
    Unlikely,
    as_dict,
    changed,
    from_dict,
    regulations_problems,
)

FIBUR = PRESETS[DEFAULT]


def test_the_presets_stand_in_their_order() -> None:
    assert list(PRESETS) == ["fibur-2026", "fitab-2025", "feburit", "manuale", "classico", "guida"]
    assert next(iter(PRESETS)) == DEFAULT


@pytest.mark.parametrize("regulations", PRESETS.values(), ids=lambda each: each.code)
def test_a_preset_has_no_fault_and_survives_a_snapshot(regulations: Regulations) -> None:
    assert regulations_problems(regulations) == ()
    written = json.loads(json.dumps(as_dict(regulations)))
    assert from_dict(written) == regulations
    assert hash(from_dict(written)) == hash(regulations)


def test_a_copy_may_change_any_figure() -> None:
    copy = changed(FIBUR, code="club", closing=50, bonuses={**FIBUR.bonuses, BurracoKind.CLEAN: 250})
    assert regulations_problems(copy) == ()
    assert (copy.bonuses[BurracoKind.CLEAN], FIBUR.bonuses[BurracoKind.CLEAN]) == (250, 200)


def test_all_faults_of_a_copy_come_at_once() -> None:
    copy = changed(
        FIBUR,
        bonuses={BurracoKind.CLEAN: 100, BurracoKind.SEMI_CLEAN: 152, BurracoKind.SUPER: 0},
        table_values={rank: value for rank, value in FIBUR.table_values.items() if rank is not Rank.ACE},
        hand_values={**FIBUR.hand_values, Rank.JOKER: -5},
        closing=-100,
        missed_pozzetto=99,
        shortest_run=2,
        default_target=0,
        unlikely=Unlikely(total_below=1500, base_above=-1),
    )
    assert [(each.code, each.field, each.key) for each in regulations_problems(copy)] == [
        ("missing", "table_values", "A"),
        ("range", "hand_values", "joker"),
        ("missing", "bonuses", "dirty"),
        ("step", "bonuses", "semi_clean"),
        ("range", "bonuses", "super"),
        ("missing", "shapes", "super"),
        ("order", "bonuses", "clean"),
        ("range", "closing", None),
        ("step", "missed_pozzetto", None),
        ("range", "shortest_run", None),
        ("positive", "default_target", None),
        ("order", "unlikely", "total_below"),
        ("positive", "unlikely", "base_above"),
    ]


def test_cards_worth_nothing_at_all_are_a_fault() -> None:
    free = changed(FIBUR, table_values=dict.fromkeys(Rank, 0))
    assert [(each.code, each.field) for each in regulations_problems(free)] == [("all_zero", "table_values")]


def test_an_unknown_figure_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError):
        changed(FIBUR, clossing=100)
