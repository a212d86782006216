"""Explanations: every problem as an English sentence. The rules give codes and figures; words stand here."""

from collections.abc import Callable, Mapping

from scoring.cards import TokenFault
from scoring.laid import CardProblem
from scoring.melds import NoMeld
from scoring.records import EndReason, HandProblem, Level
from scoring.regulations import RegulationsProblem
from scoring.victory_points import VpProblem

Figures = Mapping[str, int | str]


def hand_sentence(problem: HandProblem) -> str:
    """Why a figure of a record cannot be, or why it is unlikely; which field and side, the caller says.

    >>> hand_sentence(HandProblem("V4", Level.ERROR, None, "closings", {"found": 2, "highest": 1}))
    '2 closings, but 1 at most.'
    """
    return _HAND[problem.code](problem).format_map(problem.figures)


def _always(words: str) -> Callable[[HandProblem], str]:
    return lambda _problem: words


def _range(problem: HandProblem) -> str:
    if "highest" in problem.figures:
        return "{found} cannot be: it goes from {lowest} to {highest}."
    return "{found} cannot be: it is never below {lowest}."


def _base(problem: HandProblem) -> str:
    if "base_0" in problem.figures:
        return f"no burracos, closing and pozzetto give {_bases(problem.figures)} together."
    if "below" in problem.figures and "above" in problem.figures:
        return "{found} comes from no burracos, closing and pozzetto; the nearest are {below} and {above}."
    if "below" in problem.figures:
        return "{found} is more than burracos, closing and pozzetto can give: at most {below}."
    if "above" in problem.figures:
        return "{found} is less than burracos, closing and pozzetto can give: at least {above}."
    return "{found} cannot be, and no other base can, with such closings and pozzetti."


def _bases(figures: Figures) -> str:
    """The typed bases in the order of the sides: "300 and 200"."""
    typed = [str(figures[name]) for name in sorted(figures) if name.startswith("base_")]
    return " and ".join(filter(None, (", ".join(typed[:-1]), typed[-1])))


def _closer(problem: HandProblem) -> str:
    if problem.field == "missed":
        return "who closes has taken the pozzetto."
    if problem.field == "base":
        return "who closes has a base of {lowest} or more, not {found}."
    if problem.figures["needed"] == "clean":
        return "who closes needs a clean burraco."
    return "who closes needs a burraco."


def _nobody_took(problem: HandProblem) -> str:
    words = "where no side took a pozzetto, nobody pays for it"
    if not isinstance(problem.suggestion, tuple):
        return f"{words}."
    return f"{words}: the bases are {' and '.join(map(str, problem.suggestion))}."


def _ending(problem: HandProblem) -> str:
    if "base_0" in problem.figures:
        return f"the bases {_bases(problem.figures)} do not fit how the hand ended."
    if problem.figures["found"] == EndReason.CLOSED:
        return "the hand was closed, but no side closed it."
    if problem.figures["found"]:
        return "a side closed, but the hand is said to have ended otherwise: {found}."
    return "nobody closed, and how the hand ended is not said."


def _points(problem: HandProblem) -> str:
    if "absolute" in problem.figures:
        return "without signs all sides have {absolute} points, but only {highest} are in play."
    return "all sides have {found} points together, and the cards allow {highest}."


def _laid(problem: HandProblem) -> str:
    if problem.level is Level.ERROR:
        return "{found} is too little for these burracos, which lay {lowest} or more."
    return "{found} is little for these burracos: below {lowest} is rare."


def _burrachi(problem: HandProblem) -> str:
    if "cards" in problem.figures:
        return "these burracos need {cards} cards, and {highest_cards} are in play."
    return "{found} burracos are more than the cards allow: {highest}."


def _total(problem: HandProblem) -> str:
    figures = problem.figures
    if problem.level is Level.WARNING:
        if int(figures["found"]) < int(figures.get("lowest", -int(figures["highest"]))):
            return (
                "{found} is rare: seldom below " + str(figures.get("lowest", -int(figures["highest"]))) + "."
            )
        return "{found} is rare: seldom above {highest}."
    if "lowest" in figures:
        return "{found} cannot be: the cards give from {lowest} to {highest}."
    return "all sides have {found} together, and the cards give {highest} at most."


def _sides(problem: HandProblem) -> str:
    if "expected" in problem.figures:
        return "{found} sides were written, and these players form {expected}."
    return "{found} hands in one record, where sides change from hand to hand: {highest} at most."


def _nobody_went(problem: HandProblem) -> str:
    if problem.field == "closings":
        return "nobody took a pozzetto, so nobody closed."
    return "nobody took a pozzetto, so everybody missed it."


_HAND: Mapping[str, Callable[[HandProblem], str]] = {
    "V0": _always("a figure is missing here."),
    "range": _range,
    "kind": _always("these regulations pay no {kind} burraco."),
    "V1": _always("{found} is no multiple of {step}; the nearest are {below} and {above}."),
    "V2": _base,
    "V3": _always("{found} does not follow from the other figures, which give {expected}."),
    "V4": _always("{found} closings, but {highest} at most."),
    "V5": _closer,
    "V7": _nobody_took,
    "V8": _ending,
    "V9": _always("cards laid and left make {found} points together, and all cards in play {highest}."),
    "V10": _points,
    "V11": _always("{found} is too little: who has not closed holds a card, so {lowest} or more."),
    "V13": _laid,
    "V15": _burrachi,
    "V16": _always("{found} burracos hold a wild card, and there are {highest} wild cards."),
    "V18": _total,
    "V19": _always("the slip says {written}, the hands make {expected}."),
    "T1": _always("seat {found} does not play alone here: no such seat, or everybody plays alone."),
    "T2": _sides,
    "T3": _always("who plays alone was the first to take a pozzetto."),
    "T4": _nobody_went,
}


def regulations_sentence(problem: RegulationsProblem) -> str:
    """What is wrong with a figure of a changed code of play, beginning with the figure's name."""
    place = problem.field if problem.key is None else f"{problem.field}, {problem.key}"
    words = (
        "is below {lowest}, that of {other}." if "other" in problem.figures else _REGULATIONS[problem.code]
    )
    return f"{place}: {words}".format_map({"found": "", **problem.figures})


_REGULATIONS: Mapping[str, str] = {
    "missing": "a figure is missing.",
    "range": "{found} is not from {lowest} to {highest}.",
    "all_zero": "some card must count.",
    "step": "{found} is no multiple of {step}, the step of the card values.",
    "order": "{found} is not below {above}.",
    "positive": "{found} is too little.",
    "fine": "{found} is too much for so fine a measure: bonuses of {grain} go up to {most}.",
    "wilds": "{found} wilds, and there must be {expected}.",
    "empty": "neither a set nor a run is such a burraco.",
    "no_kind": "{meld} must not be above {naturals}: a burraco would be of no kind.",
}


def vp_sentence(problem: VpProblem) -> str:
    """What is wrong with a row (from 1) of a VP table, or with a pair of VP."""
    place = "" if problem.row is None else f"row {problem.row + 1}: "
    return (place + _VP[problem.code]).format_map(problem.figures)


_VP: Mapping[str, str] = {
    "rows": "{found} pairs of VP where the limits make {expected} bands.",
    "start": "the first band ends at {found}, below 0.",
    "overlap": "the band ends at {found}, not beyond {previous}.",
    "draw": "the first band must give both sides the same, not {higher} and {lower}.",
    "negative": "VP are never negative: {found}.",
    "rises": "{found} VP do not rise above {previous}.",
    "constant": "the pair makes {found} VP, not {expected}.",
    "V21": "the pair makes {found} VP, not {expected}.",
}


def cards_sentence(problem: NoMeld | CardProblem) -> str:
    """Why cards are no meld, or cannot be what was left of a hand; whose they are, the caller says."""
    return _CARDS[problem.code].format_map({**problem.figures, "card": problem.card})


_CARDS: Mapping[str, str] = {
    "few": "a meld has {lowest} cards or more, not {found}.",
    "wilds": "only one wild may be used, and {card} is one too many.",
    "wilds_only": "jokers and 2s alone are no meld.",
    "few_naturals": "{found} cards are not wild, and {lowest} must be.",
    "mixed": "{card} has neither the rank of the others nor their suit.",
    "twice": "{card} cannot stand twice in a run.",
    "gap": "before {card} a card is missing.",
    "corner": "the ace is high or low: a run does not go on from {card} to the 2.",
    "short": "a run has {lowest} cards or more, not {found}.",
    "often": "there are not so many {card} in {highest} decks.",
    "closing_wild": "a hand is not closed by throwing a wild: {card}.",
    "held_by_nobody": "{found} cards are held, but who closed holds none.",
    "empty_hand": "who did not close holds a card, so {lowest} or more, not {found}.",
    "pozzetto_twice": "a side takes one pozzetto, not {found}.",
    "unplayed_missed": "{found} cards of a pozzetto that was not taken.",
    "unplayed_size": "no pozzetto has {found} cards.",
}


def token_sentence(fault: TokenFault) -> str:
    """Why a word is no card, and how it is written; where it stands, the caller says."""
    return f"{fault.token!r} {_TOKEN[fault.code]}"


_TOKEN: Mapping[str, str] = {
    "unknown": "is no card: write for example 7♥, 7h, QP, 10 di cuori or Jolly.",
    "range": "does not rise in one suit: write for example 3-9♥.",
    "joker_suit": "cannot be: a joker has no suit.",
    "glued": "may be several cards: write blanks between them, for example A 2 3.",
}
