"""Presets, and what a club may not do to its own copy."""

import json
from typing import Any

import pytest

from scoring.cards import Rank
from scoring.regulations import (
    DEFAULT,
    PRESETS,
    BurracoKind,
    Regulations,
    Shape,
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


def shape_faults(**shapes: Shape) -> list[tuple[str, str | None, dict[str, Any]]]:
    """Faults of a copy of FITAB, which pays every kind, with some shapes changed."""
    preset = PRESETS["fitab-2025"]
    named = {BurracoKind(kind): shape for kind, shape in shapes.items()}
    found = regulations_problems(changed(preset, shapes={**preset.shapes, **named}))
    assert {each.field for each in found} <= {"shapes"}
    return [(each.code, each.key, dict(each.figures)) for each in found]


@pytest.mark.parametrize("meld", ["set_naturals", "run_naturals"])
@pytest.mark.parametrize(("kind", "fewest"), [("clean", 7), ("dirty", 6)])
def test_no_burraco_is_left_without_a_kind(kind: str, fewest: int, meld: str) -> None:
    for number in (None, fewest + 1):
        numbers = {"set_naturals": fewest, "run_naturals": fewest, meld: number}
        shape = Shape(**numbers, wilds=int(kind == "dirty"))
        assert shape_faults(**{kind: shape}) == [("no_kind", kind, {"meld": meld, "naturals": fewest})]


def test_another_kind_may_take_the_place_of_the_clean_one() -> None:
    assert shape_faults(clean=Shape(7, None), royal=Shape(None, 7)) == []


def test_a_kind_not_paid_covers_nothing() -> None:
    guide = PRESETS["guida"]
    bonuses = {kind: bonus for kind, bonus in guide.bonuses.items() if kind is not BurracoKind.SUPER}
    found = regulations_problems(changed(guide, bonuses=bonuses))
    assert [(each.code, each.key, each.figures["meld"]) for each in found] == [
        ("no_kind", "clean", "run_naturals")
    ]


def test_the_kind_says_whether_a_card_is_wild() -> None:
    assert shape_faults(super=Shape(8, None, wilds=1)) == [("wilds", "super", {"found": 1, "expected": 0})]
    assert shape_faults(semi_clean=Shape(7, 7)) == [("wilds", "semi_clean", {"found": 0, "expected": 1})]


def test_a_burraco_has_seven_cards_and_no_more_than_a_meld_can_hold() -> None:
    assert [(code, figures["found"]) for code, _key, figures in shape_faults(royal=Shape(None, 6))] == [
        ("range", 6)
    ]
    assert shape_faults(semi_clean=Shape(6, 7, wilds=1))[0][2]["lowest"] == 7
    assert shape_faults(dirty=Shape(5, 6, wilds=1))[0][2]["lowest"] == 6
    assert shape_faults(super=Shape(13, 14)) == [
        ("range", "super", {"meld": "set_naturals", "found": 13, "lowest": 7, "highest": 12}),
        ("range", "super", {"meld": "run_naturals", "found": 14, "lowest": 7, "highest": 13}),
    ]


def test_a_kind_without_any_meld_is_a_fault() -> None:
    assert shape_faults(royal_dirty=Shape(None, None, wilds=1)) == [("empty", "royal_dirty", {})]


@pytest.mark.parametrize(
    ("special", "plain"),
    [("super", "clean"), ("royal", "clean"), ("super_dirty", "dirty"), ("royal_dirty", "dirty")],
)
def test_a_special_burraco_pays_no_less_than_the_plain_one(special: str, plain: str) -> None:
    preset = PRESETS["fitab-2025"]
    lowest = preset.bonuses[BurracoKind(plain)]
    for bonus, expected in ((lowest, []), (lowest - 50, [("order", "bonuses", special)])):
        copy = changed(preset, bonuses={**preset.bonuses, BurracoKind(special): bonus})
        assert [(each.code, each.field, each.key) for each in regulations_problems(copy)] == expected


def test_bonuses_too_fine_to_be_checked_are_refused() -> None:
    coarse = changed(FIBUR, bonuses={**FIBUR.bonuses, BurracoKind.CLEAN: 1000, BurracoKind.DIRTY: 105})
    fine = changed(FIBUR, bonuses={**FIBUR.bonuses, BurracoKind.CLEAN: 1005, BurracoKind.DIRTY: 100})
    assert regulations_problems(coarse) == ()
    assert [(each.code, each.key, dict(each.figures)) for each in regulations_problems(fine)] == [
        ("fine", "clean", {"found": 1005, "grain": 5, "most": 1005})
    ]


def test_one_slip_of_the_finger_accuses_no_other_bonus() -> None:
    guide = PRESETS["guida"]
    for preset, expected in ((guide, ("fine", "dirty")), (PRESETS["fitab-2025"], ("step", "dirty"))):
        copy = changed(preset, bonuses={**preset.bonuses, BurracoKind.DIRTY: 103})
        assert [(each.code, each.key) for each in regulations_problems(copy)] == [expected]


def test_an_unknown_figure_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError):
        changed(FIBUR, clossing=100)


@pytest.mark.parametrize("code", PRESETS)
def test_figures_are_read_in_their_own_order_however_they_were_kept(code: str) -> None:
    plain = json.loads(json.dumps(as_dict(PRESETS[code]), sort_keys=True))
    read = from_dict(plain)
    assert list(read.bonuses) == list(PRESETS[code].bonuses)
    assert list(read.shapes) == list(PRESETS[code].shapes)
    assert list(read.table_values) == sorted(Rank, key=list(Rank).index)
