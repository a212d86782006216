"""Every problem has a sentence with its figures in it."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import explain
from scoring.hands import Hand, HandProblem, Level, problems
from scoring.regulations import DEFAULT, PRESETS, BurracoKind, Rank, Regulations, Shape, Unlikely, changed
from scoring.regulations import regulations_problems as every_fault
from scoring.victory_points import VP_TABLES, VpKind, VpTable, pair_problem, vp_problems
from tests.scoring.codes import codes
from tests.scoring.golden import golden, hand_of, regulations_of
from tests.scoring.test_properties import damaged_hands, presets, typed_hands

FIBUR = PRESETS[DEFAULT]


@pytest.mark.parametrize(
    ("kind", "sentences"),
    [
        ("hand", explain._HAND),
        ("regulations", explain._REGULATIONS),
        ("vp", explain._VP),
        ("meld", explain._CARDS),
        ("cards", explain._CARDS),
    ],
    ids=["hand", "regulations", "vp", "meld", "cards"],
)
def test_every_code_has_a_sentence(kind: str, sentences: Iterable[str]) -> None:
    known = codes(kind)
    assert len(known) > 4
    assert known <= set(sentences)


def whole(sentence: str) -> None:
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "  " not in sentence


@given(st.one_of(damaged_hands(), st.tuples(typed_hands, presets)))
@settings(max_examples=100, deadline=None)
def test_every_problem_of_any_hand_is_a_whole_sentence(asked: tuple[Hand, Regulations]) -> None:
    for problem in problems(*asked):
        sentence = explain.hand_sentence(problem)
        whole(sentence)
        if "found" in problem.figures and problem.code not in {"V5", "V8", "kind"}:
            assert str(problem.figures["found"]) in sentence


def told(case: str, file: str = "refused.json") -> list[str]:
    found = next(each for each in golden(file) if each["case"].startswith(case))
    return [
        explain.hand_sentence(each)
        for each in problems(hand_of(found), regulations_of(found))
        if (each.level is Level.ERROR) == (file == "refused.json")
    ]


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("E19: base 130", "130 comes from no burracos, closing and pozzetto; the nearest are 100 and 150."),
        ("E19: points 47", "47 is no multiple of 5; the nearest are 45 and 50."),
        ("E19: both closed", "no burracos, closing and pozzetto give 300 and 200 together."),
        ("E19: closed with base 100", "who closes has a base of 200 or more, not 100."),
        ("E19: closed and -100", "who closes has taken the pozzetto."),
        ("E19: points 700", "all sides have 1100 points together, and the cards allow 1035."),
        ("E19: semi 7", "13 burracos hold a wild card, and there are 12 wild cards."),
        ("V0: an empty record", "a figure is missing here."),
        ("range", "-1 cannot be: it is never below 0."),
        ("kind", "these regulations pay no super burraco."),
        ("V3", "200 does not follow from the other figures, which give 300."),
        ("V4", "4 closings, but 3 at most."),
        ("V5: closed without", "who closes needs a burraco."),
        ("V7: nobody", "where no side took a pozzetto, nobody pays for it: the bases are 0 and 0."),
        ("V8: nobody closed", "nobody closed, and how the hand ended is not said."),
        ("V8: closed by nobody's base", "the bases 0 and 150 do not fit how the hand ended."),
        ("V8: the stock", "a side closed, but the hand is said to have ended otherwise: stock."),
        ("V9", "cards laid and left make 1070 points together, and all cards in play 1065."),
        ("V10: far below", "without signs all sides have 1070 points, but only 1065 are in play."),
        ("V11", "0 is too little: who has not closed holds a card, so 5 or more."),
        ("V13", "115 is too little for these burracos, which lay 120 or more."),
        ("V15: fifteen", "15 burracos are more than the cards allow: 14."),
        ("V15: more cards", "these burracos need 104 cards, and 102 are in play."),
        ("V18", "-1160 cannot be: the cards give from -1155 to 3945."),
        ("V2: fourteen", "all sides have 6600 together, and the cards give 3935 at most."),
        ("V2: only a closing", "2900 is more than burracos, closing and pozzetto can give: at most 2800."),
    ],
)
def test_a_refused_record_is_told_why(case: str, sentence: str) -> None:
    assert sentence in told(case)


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("total below", "-405 is rare: seldom below -400."),
        ("total above", "1505 is rare: seldom above 1500."),
        ("base above", "1050 is rare: seldom above 1000."),
        ("card points", "505 is rare: seldom above 500."),
        ("V13 with", "-165 is little for these burracos: below -160 is rare."),
    ],
)
def test_an_unlikely_record_is_told_why(case: str, sentence: str) -> None:
    assert sentence in told(case, "unlikely.json")


def test_points_far_below_zero_are_rare_too() -> None:
    problem = HandProblem("V18", Level.WARNING, 0, "points", {"found": -505, "highest": 500})
    assert explain.hand_sentence(problem) == "-505 is rare: seldom below -500."


def test_three_bases_are_listed() -> None:
    problem = HandProblem("V2", Level.ERROR, None, "base", {"base_0": 300, "base_1": 200, "base_2": 100})
    assert "give 300, 200 and 100 together" in explain.hand_sentence(problem)


def test_a_copy_of_regulations_is_told_every_fault() -> None:
    copy = changed(
        FIBUR,
        bonuses={BurracoKind.CLEAN: 100, BurracoKind.SEMI_CLEAN: 152},
        hand_values={**FIBUR.hand_values, Rank.JOKER: -5},
        closing=-100,
        unlikely=Unlikely(total_below=1500, base_above=-1),
    )
    told_all = [explain.regulations_sentence(each) for each in every_fault(copy)]
    for sentence in (
        "hand_values, joker: -5 is not from 0 to 5000.",
        "bonuses, dirty: a figure is missing.",
        "bonuses, semi_clean: 152 is no multiple of 5, the step of the card values.",
        "bonuses, clean: is below 152, that of semi_clean.",
        "closing: -100 is not from 0 to 5000.",
        "unlikely, total_below: 1500 is not below 1500.",
        "unlikely, base_above: -1 is too little.",
    ):
        assert sentence in told_all
    for sentence in told_all:
        whole(sentence)


figures = st.one_of(st.integers(-20, 30), st.integers(-6000, 6000))
shapes = st.builds(
    Shape, st.none() | st.integers(5, 14), st.none() | st.integers(5, 14), st.integers(0, 2)
).filter(lambda shape: shape.set_naturals is not None or shape.run_naturals is not None)
copies = st.fixed_dictionaries(
    {},
    optional={
        "bonuses": st.dictionaries(st.sampled_from(BurracoKind), figures),
        "shapes": st.dictionaries(st.sampled_from(BurracoKind), shapes),
        "table_values": st.dictionaries(st.sampled_from(Rank), st.just(0) | figures),
        "closing": figures,
        "missed_pozzetto": figures,
        "shortest_run": st.integers(0, 9),
        "default_target": figures,
        "unlikely": st.builds(Unlikely, *[figures] * 5),
    },
)


@given(presets, copies)
@settings(max_examples=100, deadline=None)
def test_every_fault_of_any_copy_is_a_whole_sentence(preset: Regulations, figures: dict[str, Any]) -> None:
    for problem in every_fault(changed(preset, **figures)):
        sentence = explain.regulations_sentence(problem)
        whole(sentence)
        assert sentence.startswith(problem.field)
        if "found" in problem.figures and problem.code != "order":
            assert str(problem.figures["found"]) in sentence


def test_a_table_is_told_every_fault() -> None:
    table = VpTable("own", VpKind.BANDS, (300, 100), ((5, 5), (4, 6), (11, -1)))
    assert [explain.vp_sentence(each) for each in vp_problems(table)] == [
        "row 2: the band ends at 100, not beyond 300.",
        "row 2: 4 VP do not rise above 5.",
        "row 3: VP are never negative: -1.",
    ]
    pair = pair_problem(VP_TABLES["hands-4"], (12, 9))
    assert pair is not None
    assert explain.vp_sentence(pair) == "the pair makes 21 VP, not 20."
