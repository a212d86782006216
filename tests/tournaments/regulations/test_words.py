"""Every figure has its words and its source, in the document and in the form; every fault its sentence."""

import dataclasses
import re

import pytest

from scoring.cards import Rank
from scoring.examples import EXAMPLES
from scoring.regulations import (
    PRESETS,
    BurracoKind,
    BurracoToClose,
    Regulations,
    Shape,
    StockEnd,
    Unlikely,
    changed,
    regulations_problems,
)
from scoring.sources import Document, Mark, figures_of, source_of
from tournaments.formats import RulesDocument, preset_document
from tournaments.forms.regulation_examples import STORIES, worked_examples
from tournaments.forms.regulation_words import (
    CHOICES,
    DOCUMENT_NAMES,
    MARK_NAMES,
    NUMBERS,
    PARTS,
    RANK_NAMES,
    SHORT_KINDS,
    UNLIKELY_NAMES,
    changes_of,
    parts_of,
    source_words,
)
from tournaments.forms.regulations import RegulationsForm, place_of, problem_sentence

FIBUR = PRESETS["fibur-2026"]
FITAB = PRESETS["fitab-2025"]


def own(preset: str = "fibur-2026", **figures: object) -> RulesDocument:
    return RulesDocument(changed(PRESETS[preset], **figures), preset, "Del giovedì")


def said(document: RulesDocument) -> dict[str, str]:
    """Lines of the document by their label: value, note and source."""
    return {
        line.label: f"{line.value} | {line.note} | {line.source}"
        for part in parts_of(document)
        for line in part.lines
    }


def test_every_field_of_the_regulations_stands_in_one_part_of_the_document() -> None:
    shown = [name for _title, names in PARTS.values() for name in names]
    assert sorted(shown) == sorted({each.name for each in dataclasses.fields(Regulations)} - {"code"})


def test_every_rule_has_a_sentence_for_each_of_its_values() -> None:
    for name, choice in CHOICES.items():
        value = getattr(FIBUR, name)
        values = [True, False] if isinstance(value, bool) else list(type(value))
        assert list(choice.sentences) == values or set(choice.sentences) == set(values), name
    assert set(RANK_NAMES) == set(Rank)
    assert set(SHORT_KINDS) == set(BurracoKind)
    assert set(UNLIKELY_NAMES) == {each.name for each in dataclasses.fields(Unlikely)}
    tables = {"bonuses", "shapes", "table_values", "hand_values", "unlikely"}
    assert set(CHOICES) | set(NUMBERS) == {each.field for each in figures_of(FIBUR)} - tables


@pytest.mark.parametrize("code", PRESETS)
def test_every_figure_of_a_preset_has_a_field_in_the_form(code: str) -> None:
    document = preset_document(code)
    form = RegulationsForm(document=document)
    for figure in figures_of(document.regulations):
        columns = ("set_naturals", "run_naturals") if figure.field == "shapes" else (figure.field,)
        for column in columns:
            name = column if figure.key is None else f"{column}_{figure.key}"
            value = getattr(figure.value, column) if isinstance(figure.value, Shape) else figure.value
            assert name in form.fields
            assert form.initial[name] == (str(value) if name in CHOICES else value)


@pytest.mark.parametrize("code", PRESETS)
def test_every_line_of_a_preset_cites_its_source(code: str) -> None:
    cited = re.compile(r"(\[(F|2|C|D|S2|S3|S4)\] [\w' ]+(, )?)+")
    lines = said(preset_document(code))
    assert len(lines) > 20
    for label, words in lines.items():
        assert cited.fullmatch(words.rpartition(" | ")[2]), (label, words)


def test_every_mark_and_document_has_a_name() -> None:
    assert set(MARK_NAMES) == set(Mark)
    assert set(DOCUMENT_NAMES) == set(Document)
    assert source_words(source_of("manuale", "stock_end")) == "[S2] the manual"
    assert source_words(source_of("fibur-2026", "closing")) == "[2] FIBUR code of January 2026"


def test_the_document_says_what_presets_differ_in() -> None:
    fibur, guide = said(preset_document("fibur-2026")), said(preset_document("guida"))
    assert fibur["Clean burraco"].startswith("200 | from 7 natural cards, as a set or as a run |")
    assert fibur["Dirty burraco"].startswith("100 | from 6 natural cards, as a set or as a run, and a wild |")
    assert fibur["King, Queen, Jack, 10, 9, 8"].startswith("10 |")
    assert fibur["Pozzetto not taken"].startswith("−100 |")
    assert fibur["If nobody took a pozzetto"].startswith("Nobody pays for it.")
    assert guide["Super burraco"].startswith("400 | a run, from 7 natural cards |")
    assert guide["When the stock ends"].startswith("The discard pile is shuffled")
    assert guide["To close"].startswith("A line needs no burraco.")
    assert guide["Target score"].startswith("1505 |")


def test_rules_about_what_is_not_paid_are_left_out() -> None:
    guide = said(preset_document("guida"))
    assert "If nobody took a pozzetto" not in guide
    assert "Wild inside a run" not in guide
    assert "Wild inside a run" in said(preset_document("manuale"))


def test_a_changed_figure_names_that_of_the_preset() -> None:
    without_semi = {kind: paid for kind, paid in FIBUR.bonuses.items() if kind is not BurracoKind.SEMI_CLEAN}
    document = own(
        bonuses={**without_semi, BurracoKind.SUPER: 250},
        shapes={**FIBUR.shapes, BurracoKind.SUPER: Shape(8, None)},
        table_values={**FIBUR.table_values, Rank.JOKER: 0},
        closing=150,
        burraco_to_close=BurracoToClose.CLEAN,
        stock_end=StockEnd.DRAW,
        default_target=2005,
        unlikely=Unlikely(total_above=2000),
    )
    assert {line.label: f"{line.value} | {line.source}" for line in changes_of(document)} == {
        "Semi-clean burraco": "not paid | our own; FIBUR 2026: 150: "
        "from 7 natural cards, as a set or as a run, and a wild",
        "Super burraco": "250 | our own; FIBUR 2026: not paid",
        "Joker": "0 on the table, 30 in the hand | our own; FIBUR 2026: 30",
        "Closing": "150 | our own; FIBUR 2026: 100",
        "To close": "A line needs a burraco without a wild. | our own; FIBUR 2026: "
        "A line needs at least one burraco.",
        "When the stock ends": "The hand ends as the third-last card is drawn. | our own; FIBUR 2026: "
        "The hand ends with the discard of who drew the third-last card; the last two are dead.",
        "Target score": "2005 | our own; FIBUR 2026: none: matches of a number of hands",
        "Total of a line above": "2000 | our own; FIBUR 2026: 1500",
    }
    assert changes_of(own()) == []


SPOILT: list[dict[str, object]] = [
    {"bonuses": {BurracoKind.CLEAN: 103, BurracoKind.SEMI_CLEAN: 150}},
    {"bonuses": {**FITAB.bonuses, BurracoKind.CLEAN: 1005, BurracoKind.ROYAL: 100}},
    {"bonuses": {**FITAB.bonuses, BurracoKind.SUPER: 0, BurracoKind.DIRTY: 9999}},
    {"shapes": {**FITAB.shapes, BurracoKind.CLEAN: Shape(8, None), BurracoKind.DIRTY: Shape(None, 7, 1)}},
    {"shapes": {**FITAB.shapes, BurracoKind.CLEAN: Shape(7, 99), BurracoKind.DIRTY: Shape(6, 6)}},
    {"shapes": {**FITAB.shapes, BurracoKind.ROYAL: Shape(None, None)}},
    {"shapes": {BurracoKind.CLEAN: Shape(7, 7)}},
    {"table_values": dict.fromkeys(Rank, 0), "hand_values": {Rank.ACE: -5}},
    {"closing": 7, "missed_pozzetto": -100, "shortest_run": 20, "fewest_naturals": 0, "default_target": 0},
    {"unlikely": Unlikely(total_below=9000, base_above=-1, points_beyond=-1, meld_slack=-1)},
]


def test_every_fault_has_a_sentence_and_a_field_of_the_form() -> None:
    fields, codes = RegulationsForm(document=preset_document("fitab-2025")).fields, set()
    for figures in SPOILT:
        for problem in regulations_problems(changed(FITAB, **figures)):
            sentence = problem_sentence(problem)
            assert "%" not in sentence
            assert sentence.endswith(".")
            assert place_of(problem) in fields, problem
            codes.add(problem.code)
    assert codes == {
        "missing", "range", "all_zero", "step", "fine", "order", "positive", "wilds", "empty", "no_kind",
    }  # fmt: skip


def test_sentences_name_the_figure_and_the_way_out() -> None:
    copy = changed(FIBUR, bonuses={**FIBUR.bonuses, BurracoKind.CLEAN: 120}, shortest_run=9, closing=101)
    sentences = [problem_sentence(problem) for problem in regulations_problems(copy)]
    assert (
        "“Semi-clean burraco” pays 150, and this one is harder to make. Write 150 or more, not 120."
        in sentences
    )
    assert "Write a number from 3 to 7 instead of 9." in sentences
    assert any(each.endswith("a multiple of 5 too: for example 100, not 101.") for each in sentences)


def test_examples_are_counted_with_the_copys_figures() -> None:
    assert set(STORIES) == {example.code for example in EXAMPLES}
    first = worked_examples(own())[0].lines[0]
    assert (first.total, first.usual) == (565, None)
    assert first.sums == "Clean burraco 200 + Dirty burraco 100 + closing 100 + cards 180 − 15"
    dearer = worked_examples(own(closing=150, table_values={**FIBUR.table_values, Rank.ACE: 20}))[0].lines[0]
    assert (dearer.total, dearer.usual) == (630, 565)
    assert worked_examples(own("manuale"))[2].lines[1].sums == "pozzetto −100 + cards 45 − 95"


def test_an_example_whose_meld_is_not_allowed_is_not_counted() -> None:
    assert [len(example.lines) for example in worked_examples(own(shortest_run=5))] == [0, 2, 2, 0]


def test_a_line_that_closes_and_pays_nothing_for_its_hand_is_shown_so() -> None:
    closing = worked_examples(own("classico"))[3].lines[1]
    assert closing.sums == "Clean burraco 200 + closing 100 + cards 150 − 0"
    assert closing.total == 450
