"""What the desk says of a slip while it is typed: sums, VP, sentences, remedies."""

import random
from collections.abc import Sequence

import pytest
from django.http import QueryDict

from scoring.hands import EndReason, Hand, HandScore, Layer
from scoring.matches import MatchFormat
from scoring.regulations import PRESETS, BurracoKind
from scoring.samples import random_match
from scoring.victory_points import VP_TABLES
from tests.slips import E6, posted, quick
from tournaments.faults import faults_of
from tournaments.forms.review import Review, review, with_lines_swapped, with_remedy
from tournaments.forms.scores import ScoreForm, mode_of
from tournaments.forms.sentences import place_words, sentence
from tournaments.hands import NumberedHand, same_score
from tournaments.models.events import Tournament
from tournaments.results import Rules

Mode = Tournament.EntryMode
FOUR = Rules(MatchFormat(hands=4), VP_TABLES["hands-4"], PRESETS["fibur-2026"])
TARGET = Rules(MatchFormat(target=505), VP_TABLES["win-draw-loss"], PRESETS["manuale"])
# The mockup's slip: 370 is no base, −345 points are rare, the slip's own totals are 500 and 1060.
MOCKUP = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -345, 370, 185), (100, 60, 300, 205))


def query(data: dict[str, object]) -> QueryDict:
    made = QueryDict(mutable=True)
    for name, value in data.items():
        made[name] = str(value)
    return made


def form_of(rows: Sequence, *, mode: str = Mode.QUICK, rules: Rules = FOUR, **more: object) -> ScoreForm:
    return ScoreForm(query(posted(rows, **more)), rules=rules, mode=mode)


def judged(rows: Sequence, *, live: bool = False, **more: object) -> Review:
    return review(form_of(rows, **more), live=live)


def test_running_totals_difference_and_vp_come_from_the_rules() -> None:
    found = judged(E6)
    assert [found.running[f"t{n}_NS"] for n in range(1, 5)] == [565, 785, 640, 800]
    assert [found.running[f"t{n}_EW"] for n in range(1, 5)] == [-10, 20, 555, 1060]
    assert (found.result.difference, found.vp, found.why, found.messages) == (-260, (9, 11), "", ())


@pytest.mark.experience(15)
def test_an_impossible_base_names_line_hand_and_field_and_offers_what_the_slip_says() -> None:
    found = judged(MOCKUP, w_NS="500", w_EW="1060")
    (error,) = found.errors
    assert error.field == "h3_EW_base"
    assert "370" in error.text
    assert "350" in error.text
    assert "1060" in error.text
    assert [remedy.fill for remedy in error.remedies] == ["h3_EW_base=350"]
    (doubt,) = found.doubts
    assert doubt.field == "h3_NS_points"
    assert "−345" in doubt.text
    assert "−445" in doubt.text


def test_the_remedy_of_the_slip_puts_it_right() -> None:
    data = query(posted(MOCKUP, w_NS="500", w_EW="1060", remedy="h3_EW_base=350"))
    form = ScoreForm(with_remedy(data), rules=FOUR, mode=Mode.QUICK)
    assert review(form, live=False).errors == ()


@pytest.mark.experience(10)
def test_a_total_typed_again_that_differs_holds_the_save() -> None:
    found = judged(E6, w_NS="800", w_EW="1080")
    (message,) = found.messages
    assert message.field == "w_EW"
    assert "1080" in message.text
    assert "1060" in message.text
    assert found.why
    assert judged(E6, w_NS="800", w_EW="1060").why == ""


def test_a_confirmed_warning_is_asked_no_more_and_another_figure_is() -> None:
    rows = (*MOCKUP[:2], (-100, -345, 350, 185), MOCKUP[3])
    (doubt,) = judged(rows).doubts
    assert judged(rows, confirm=doubt.confirm).doubts == ()
    worse = (*rows[:2], (-100, -365, 350, 185), rows[3])
    assert judged(worse, confirm=doubt.confirm).doubts


def test_half_a_row_waits_while_typing_and_is_an_error_when_saved() -> None:
    data = posted(E6)
    data["h4_EW_points"] = ""
    live = review(ScoreForm(query(data), rules=FOUR, mode=Mode.QUICK), live=True)
    assert (live.messages, bool(live.why)) == ((), True)
    saving = review(ScoreForm(query(data), rules=FOUR, mode=Mode.QUICK), live=False)
    assert "h4_EW_points" in {message.field for message in saving.errors}


def test_missing_hands_hold_the_save_unless_time_was_up() -> None:
    assert judged(E6[:2], live=True).why
    late = judged(((400, 165, 0, -10), (0, 45, 0, 30)), live=True, time_up="on")
    assert (late.why, late.result.complete) == ("", True)


def test_a_match_to_a_target_waits_until_a_line_is_there() -> None:
    start = ((200, 100, 100, 40),)
    assert judged(start, rules=TARGET, live=True).why
    over = judged((*start, (200, 100, 100, 40)), rules=TARGET, live=True)
    assert (over.why, over.vp) == ("", (2, 0))


def test_unreadable_figures_say_so_once() -> None:
    data = posted(E6, h2_NS_base="quattrocento")
    found = review(ScoreForm(query(data), rules=FOUR, mode=Mode.QUICK), live=False)
    assert [m.field for m in found.messages if m.field == "h2_NS_base"] == ["h2_NS_base"]


@pytest.mark.experience(14)
def test_the_lines_exchanged_on_the_page_store_the_same_as_typed_the_right_way() -> None:
    wrong = tuple((e, f, n, p) for n, p, e, f in E6)
    form = ScoreForm(with_lines_swapped(query(posted(wrong))), rules=FOUR, mode=Mode.QUICK, first="EW")
    assert form.is_valid()
    assert same_score(form.hands(), quick(E6))


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("mode", list(Mode))
def test_a_stored_score_opens_in_its_mode_and_says_nothing_new(mode: str, preset: str) -> None:
    rules = Rules(MatchFormat(hands=4), VP_TABLES["hands-4"], PRESETS[preset])
    layers = {Mode.DETAIL: Layer.DETAIL, Mode.QUICK: Layer.QUICK}
    rng = random.Random(11)
    hands = random_match(rng, rules.regulations, rules.format, layers.get(mode, Layer.TOTAL))
    if mode == Mode.SINGLE:
        sums = [sum(each.sides[i].total for each in hands) for i in (0, 1)]
        hands = (Hand((HandScore(total=sums[0]), HandScore(total=sums[1])), covers=4),)
    stored = tuple(NumberedHand(number, hand) for number, hand in enumerate(hands, 1))
    assert mode_of(stored, "quick") == mode
    form = ScoreForm(rules=rules, mode=mode, stored=stored, version=1)
    shown = {field.html_name: field.value() for field in form}
    again = ScoreForm(
        query({name: value for name, value in shown.items() if value not in (None, False, "")}),
        rules=rules,
        mode=mode,
        stored=stored,
    )
    assert again.is_valid(), again.errors
    assert same_score(again.hands(), stored)


def detail(ns: HandScore, ew: HandScore, reason: EndReason | None = EndReason.CLOSED) -> NumberedHand:
    return NumberedHand(1, Hand((ns, ew), 1, reason))


K = BurracoKind
FAULTY = [
    detail(HandScore({K.CLEAN: 1}, 1, 0, 90, 15), HandScore({}, 1, 0, 40, 85)),
    detail(HandScore({}, 1, 1, 45, 15), HandScore({}, 0, 1, 40, 85)),
    detail(HandScore({K.CLEAN: 1}, 0, 0, 30, 0), HandScore({K.SUPER: 1}, 0, 0, 42, 5), None),
    detail(
        HandScore({K.CLEAN: 9}, 0, 0, 600, 600), HandScore({K.SEMI_CLEAN: 13}, 0, 0, 900, -5), EndReason.STOCK
    ),
    detail(HandScore(base=130, points=47), HandScore(base=-50, points=2000)),
    detail(HandScore(base=-100, points=-300), HandScore(base=-100, points=-800)),
    detail(HandScore(base=99_995, points=5), HandScore(base=-99_995, points=5)),
    detail(HandScore(base=100, points=None), HandScore()),
    detail(HandScore(total=700), HandScore(total=-99_995)),
    detail(HandScore(total=3900), HandScore(total=3900)),
    detail(HandScore(base=1200, points=700), HandScore(base=0, points=-600)),
]


@pytest.mark.parametrize("record", FAULTY)
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_fault_has_a_sentence_and_a_place(record: NumberedHand, preset: str) -> None:
    rules = Rules(MatchFormat(hands=4), VP_TABLES["hands-4"], PRESETS[preset])
    faults = faults_of([record], rules, written=(1, 2))
    assert faults
    for fault in faults:
        words = sentence(fault)
        assert words.endswith(".")
        assert "%(" not in words
        assert place_words(fault)


def test_the_record_of_faults_covers_every_code() -> None:
    found = {
        fault.code
        for preset in PRESETS.values()
        for record in FAULTY
        for fault in faults_of([record], Rules(MatchFormat(hands=4), VP_TABLES["hands-4"], preset))
    }
    assert found >= {
        "V0",
        "V1",
        "V2",
        "V4",
        "V5",
        "V8",
        "V9",
        "V10",
        "V11",
        "V13",
        "V15",
        "V18",
        "range",
        "kind",
    }
