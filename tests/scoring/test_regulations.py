"""Presets, and what a club may not do to its own copy."""

import json
from typing import Any

import pytest

from scoring.cards import Rank
from scoring.regulations import (
    DEFAULT,
    PRESETS,
    BurracoKind,
    Figures,
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
    found = regulations_problems(copy)
    assert [(each.code, each.field, each.key, dict(each.figures)) for each in found] == [
        ("missing", "table_values", "A", {}),
        ("range", "hand_values", "joker", {"found": -5, "lowest": 0, "highest": 5000}),
        ("missing", "bonuses", "dirty", {}),
        ("step", "bonuses", "semi_clean", {"step": 5, "found": 152}),
        ("range", "bonuses", "super", {"found": 0, "lowest": 1, "highest": 5000}),
        ("missing", "shapes", "super", {}),
        ("order", "bonuses", "clean", {"other": "semi_clean", "found": 100, "lowest": 152}),
        ("range", "closing", None, {"found": -100, "lowest": 0, "highest": 5000}),
        ("step", "missed_pozzetto", None, {"step": 5, "found": 99}),
        ("range", "shortest_run", None, {"found": 2, "lowest": 3, "highest": 7}),
        ("positive", "default_target", None, {"found": 0}),
        ("order", "unlikely", "total_below", {"found": 1500, "above": 1500}),
        ("positive", "unlikely", "base_above", {"found": -1}),
    ]


@pytest.mark.parametrize(
    ("field", "lowest", "highest", "step"),
    [
        ("closing", 0, 5000, 5),
        ("missed_pozzetto", 0, 5000, 5),
        ("fewest_naturals", 2, 6, 1),
        ("shortest_run", 3, 7, 1),
    ],
)
def test_a_figure_may_be_its_limit_and_not_beyond(field: str, lowest: int, highest: int, step: int) -> None:
    for figure in (lowest, highest):
        assert regulations_problems(changed(FIBUR, **{field: figure})) == ()
    for figure in (lowest - step, highest + step):
        found = regulations_problems(changed(FIBUR, **{field: figure}))
        assert [(each.code, each.field, each.key, dict(each.figures)) for each in found] == [
            ("range", field, None, {"found": figure, "lowest": lowest, "highest": highest})
        ]


@pytest.mark.parametrize("field", ["table_values", "hand_values"])
def test_a_card_counts_nothing_or_up_to_5000(field: str) -> None:
    values = getattr(FIBUR, field)
    for figure, code in ((0, None), (5000, None), (-5, "range"), (5005, "range")):
        found = regulations_problems(changed(FIBUR, **{field: {**values, Rank.KING: figure}}))
        assert [(each.code, each.field, each.key) for each in found] == ([(code, field, "K")] if code else [])
    empty = regulations_problems(changed(FIBUR, **{field: {}}))
    assert [each.code for each in empty] == ["missing"] * 14


def test_a_bonus_counts_up_to_5000_in_order() -> None:
    for figure, faults in ((5000, []), (5050, [("range", "clean")]), (150, []), (145, [("order", "clean")])):
        copy = changed(FIBUR, bonuses={**FIBUR.bonuses, BurracoKind.CLEAN: figure})
        assert [(each.code, each.key) for each in regulations_problems(copy)] == faults
    one = changed(PRESETS["guida"], bonuses={**PRESETS["guida"].bonuses, BurracoKind.DIRTY: 1})
    assert [each.code for each in regulations_problems(one)] == ["fine"]


@pytest.mark.parametrize("key", ["base_above", "points_beyond", "meld_slack"])
def test_what_is_unlikely_is_never_below_zero(key: str) -> None:
    assert regulations_problems(changed(FIBUR, unlikely=Unlikely(**{key: 0}))) == ()
    found = regulations_problems(changed(FIBUR, unlikely=Unlikely(**{key: -1})))
    assert [(each.code, each.key, dict(each.figures)) for each in found] == [("positive", key, {"found": -1})]


def test_targets_and_what_is_unlikely_have_their_least() -> None:
    assert regulations_problems(changed(FIBUR, default_target=1)) == ()
    assert regulations_problems(changed(FIBUR, unlikely=Unlikely(total_below=1499))) == ()


def test_a_snapshot_is_plain_values_by_name() -> None:
    plain = as_dict(PRESETS["classico"])
    assert (plain["code"], plain["default_target"], plain["replaced_wild_returns"]) == (
        "classico",
        2005,
        True,
    )
    assert (plain["burraco_to_close"], plain["stock_end"]) == ("any", "discard")
    assert plain["bonuses"] == {"clean": 200, "dirty": 100}
    assert plain["shapes"] == {"clean": [7, 7, 0], "dirty": [6, 6, 1]}
    assert plain["unlikely"] == {
        "total_below": -400,
        "total_above": 1500,
        "base_above": 1000,
        "points_beyond": 500,
        "meld_slack": 300,
    }
    assert (plain["table_values"]["joker"], plain["hand_values"]["A"]) == (30, 15)
    assert {type(name) for values in plain.values() if isinstance(values, dict) for name in values} == {str}
    assert {type(plain[name]) for name in ("burraco_to_close", "stock_end")} == {str}


def test_figures_are_a_mapping_that_does_not_change() -> None:
    figures = Figures({"a": 1, "b": 2})
    assert (figures["a"], list(figures), len(figures)) == (1, ["a", "b"], 2)
    assert hash(figures) == hash(Figures({"b": 2, "a": 1}))
    assert repr(figures) == "Figures({'a': 1, 'b': 2})"


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
    assert [(each.code, each.field, each.key, dict(each.figures)) for each in regulations_problems(fine)] == [
        ("fine", "bonuses", "clean", {"found": 1005, "grain": 5, "most": 1005})
    ]


def test_a_copy_that_pays_nothing_lacks_what_every_code_pays() -> None:
    found = regulations_problems(changed(FIBUR, bonuses={}))
    assert [(each.code, each.field, each.key) for each in found] == [
        ("missing", "bonuses", "clean"),
        ("missing", "bonuses", "dirty"),
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
