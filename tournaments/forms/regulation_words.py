"""Regulations in words: every figure with its sentence and its source. Words are data, by field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.templatetags.ui import minus
from scoring.cards import Rank
from scoring.regulations import PRESETS, BurracoKind, BurracoToClose, Regulations, Shape, StockEnd
from scoring.sources import Document, Mark, Source, source_of
from tournaments.code_words import REGULATION_NAMES
from tournaments.formats import RulesDocument
from tournaments.forms.events import KIND_NAMES

Words = str | Promise

RANK_NAMES: Mapping[Rank, Words] = {
    Rank.JOKER: gettext_lazy("Joker"),
    Rank.TWO: "2",
    Rank.ACE: gettext_lazy("Ace"),
    Rank.KING: gettext_lazy("King"),
    Rank.QUEEN: gettext_lazy("Queen"),
    Rank.JACK: gettext_lazy("Jack"),
    **{rank: str(rank) for rank in Rank if rank.isdecimal() and rank is not Rank.TWO},
}
# As they stand one after the other at the foot of a slip.
SHORT_KINDS: Mapping[BurracoKind, Words] = {
    BurracoKind.CLEAN: gettext_lazy("clean"),
    BurracoKind.SEMI_CLEAN: gettext_lazy("semi-clean"),
    BurracoKind.DIRTY: gettext_lazy("dirty"),
    BurracoKind.SUPER: gettext_lazy("super"),
    BurracoKind.SUPER_DIRTY: gettext_lazy("dirty super"),
    BurracoKind.ROYAL: gettext_lazy("royal"),
    BurracoKind.ROYAL_DIRTY: gettext_lazy("dirty royal"),
}
UNLIKELY_NAMES: Mapping[str, Words] = {
    "total_below": gettext_lazy("Total of a line below"),
    "total_above": gettext_lazy("Total of a line above"),
    "base_above": gettext_lazy("Base above"),
    "points_beyond": gettext_lazy("Card points beyond, more or less than 0"),
    "meld_slack": gettext_lazy("Points below the cheapest cards of the burracos"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule that is one of a few: its name, and a sentence for each."""

    label: Words
    sentences: Mapping[object, Words]


@dataclass(frozen=True, slots=True)
class Number:
    """A rule that is a figure: its name, what it means, what an empty one means (None: it is never empty)."""

    label: Words
    note: Words
    empty: Words | None = None
    sign: int = 1  # how it counts: an amount taken off is shown with a minus


CHOICES: Mapping[str, Choice] = {
    "burraco_to_close": Choice(
        gettext_lazy("To close"),
        {
            BurracoToClose.ANY: gettext_lazy("A line needs at least one burraco."),
            BurracoToClose.CLEAN: gettext_lazy("A line needs a burraco without a wild."),
            BurracoToClose.NONE: gettext_lazy("A line needs no burraco."),
        },
    ),
    "closing_line_pays_hand": Choice(
        gettext_lazy("Hand of the line that closes"),
        {
            True: gettext_lazy("The cards its partner still holds are taken off."),
            False: gettext_lazy("The line that closes pays nothing for the cards its partner holds."),
        },
    ),
    "missed_only_if_other_took": Choice(
        gettext_lazy("If nobody took a pozzetto"),
        {
            True: gettext_lazy("Nobody pays for it."),
            False: gettext_lazy("Each line pays for the pozzetto it has not taken."),
        },
    ),
    "inner_wild_semi_clean": Choice(
        gettext_lazy("Wild inside a run"),
        {
            True: gettext_lazy("With seven natural cards in a row on one side the burraco is semi-clean."),
            False: gettext_lazy("The burraco is dirty; it is semi-clean only with the wild at an end."),
        },
    ),
    "nine_card_set_semi_clean": Choice(
        gettext_lazy("Set of eight natural cards and a wild"),
        {
            True: gettext_lazy("It is semi-clean, as with seven natural cards."),
            False: gettext_lazy("It is dirty: a semi-clean set has seven natural cards and a wild."),
        },
    ),
    "replaced_wild_returns": Choice(
        gettext_lazy("Wild replaced by its card"),
        {
            True: gettext_lazy("It returns to the hand."),
            False: gettext_lazy("It stays in the meld and moves to an end."),
        },
    ),
    "stock_end": Choice(
        gettext_lazy("When the stock ends"),
        {
            StockEnd.DISCARD: gettext_lazy(
                "The hand ends with the discard of who drew the third-last card; the last two are dead."
            ),
            StockEnd.DRAW: gettext_lazy("The hand ends as the third-last card is drawn."),
            StockEnd.RESHUFFLE: gettext_lazy("The discard pile is shuffled, and the hand goes on."),
        },
    ),
}
NUMBERS: Mapping[str, Number] = {
    "closing": Number(gettext_lazy("Closing"), gettext_lazy("For the line that closes the hand.")),
    "missed_pozzetto": Number(
        gettext_lazy("Pozzetto not taken"), gettext_lazy("So many points are taken off."), sign=-1
    ),
    "shortest_run": Number(gettext_lazy("Shortest run"), gettext_lazy("Cards, the wild among them.")),
    "fewest_naturals": Number(
        gettext_lazy("Natural cards of a meld"), gettext_lazy("So many cards at least are not wild.")
    ),
    "default_target": Number(
        gettext_lazy("Target score"),
        gettext_lazy("Matches are played to so many points, unless the evening says otherwise."),
        empty=gettext_lazy("none: matches of a number of hands"),
    ),
}
# The parts of the document and the fields of `Regulations` they show.
PARTS: Mapping[str, tuple[Words, tuple[str, ...]]] = {
    "burracos": (gettext_lazy("Burracos"), ("bonuses", "shapes")),
    "cards": (gettext_lazy("Cards"), ("table_values", "hand_values")),
    "closing": (
        gettext_lazy("Closing and pozzetto"),
        (
            "closing",
            "burraco_to_close",
            "closing_line_pays_hand",
            "missed_pozzetto",
            "missed_only_if_other_took",
        ),
    ),
    "melds": (
        gettext_lazy("Runs, sets and wilds"),
        (
            "shortest_run",
            "fewest_naturals",
            "inner_wild_semi_clean",
            "nine_card_set_semi_clean",
            "replaced_wild_returns",
        ),
    ),
    "end": (gettext_lazy("End of the hand and of the match"), ("stock_end", "default_target")),
    "unlikely": (gettext_lazy("Scores worth a second look"), ("unlikely",)),
}
MARK_NAMES: Mapping[Mark, Words] = {
    Mark.FEDERATION: gettext_lazy("a federation's code says so"),
    Mark.SECOND_HAND: gettext_lazy("a public program that applies the code says so"),
    Mark.FOUNDING: gettext_lazy("a text on the game says so"),
    Mark.ARITHMETIC: gettext_lazy("it follows by counting"),
    Mark.DECIDED: gettext_lazy("decided here, because the sources are silent or disagree"),
}
DOCUMENT_NAMES: Mapping[Document, Words] = {
    Document.FIBUR: gettext_lazy("FIBUR code of January 2026"),
    Document.FITAB: gettext_lazy("FITAB code 2025"),
    Document.FEBURIT: gettext_lazy("FEBURIT code"),
    Document.FEDERATIONS: gettext_lazy("codes of the federations"),
    Document.MANUAL: gettext_lazy("the manual"),
    Document.GUIDE: gettext_lazy("the beginner's guide"),
    Document.ARTICLE: gettext_lazy("the article on scoring"),
    Document.COMMON: gettext_lazy("the rule that most documents share"),
    Document.HOUSE: gettext_lazy("our decision"),
}


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule in words: its name, its figure or sentence, more about it, and where it comes from."""

    label: str
    value: str
    note: str
    source: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class RulesPart:
    """A part of the document; `source` is said once where all lines that are not changed have the same."""

    key: str
    title: str
    lines: tuple[RuleLine, ...]
    source: str


def name_of(document: RulesDocument) -> str:
    """What the regulations are called."""
    return document.name or str(REGULATION_NAMES[document.based_on])


def mark_of(source: Source) -> str:
    """How a source is cited: "F", "D", or the document's own mark ("S2")."""
    return str(source.document if source.mark is Mark.FOUNDING else source.mark)


def source_words(source: Source) -> str:
    """ "[2] FIBUR code of January 2026"."""
    return f"[{mark_of(source)}] {DOCUMENT_NAMES[source.document]}"


def version_words(document: RulesDocument, *, is_kept: bool) -> str:
    """Which version of a club's regulations an evening is played by; empty for a preset."""
    if not document.version:
        return ""
    if is_kept:
        words = _(
            "Version %(number)d, as it stood when the first round was drawn: "
            "later changes do not touch this evening."
        )
    else:
        words = _("Version %(number)d: the evening follows every change until its first round is drawn.")
    return words % {"number": document.version}


def parts_of(document: RulesDocument) -> list[RulesPart]:
    """The whole document; a figure that differs from its preset names the preset's instead of its source."""
    return [_part(document, key) for key in PARTS]


def _part(document: RulesDocument, key: str) -> RulesPart:
    title, names = PARTS[key]
    lines = tuple(_lines(document, names))
    sources = {line.source for line in lines if not line.is_changed}
    return RulesPart(key, str(title), lines, sources.pop() if len(sources) == 1 else "")


def changes_of(document: RulesDocument) -> list[RuleLine]:
    """Only what differs from the preset."""
    return [line for part in parts_of(document) for line in part.lines if line.is_changed]


def _lines(document: RulesDocument, names: tuple[str, ...]) -> Iterator[RuleLine]:
    if names == PARTS["burracos"][1]:
        yield from _burracos(document)
    elif names == PARTS["cards"][1]:
        yield from _cards(document)
    elif names == PARTS["unlikely"][1]:
        yield from _unlikely(document)
    else:
        yield from (_scalar(document, name) for name in names if not _is_idle(document.regulations, name))


def _is_idle(regulations: Regulations, field: str) -> bool:
    """Whether a rule says nothing, because what it is about is not paid."""
    if field == "missed_only_if_other_took":
        return not regulations.missed_pozzetto
    is_about_semi_clean = field in ("inner_wild_semi_clean", "nine_card_set_semi_clean")
    return is_about_semi_clean and BurracoKind.SEMI_CLEAN not in regulations.bonuses


def _source(document: RulesDocument, now: str, usual: str, fields: tuple[str, ...]) -> str:
    """Where a figure comes from, or the preset's figure where the club has its own."""
    if now == usual:
        cited = dict.fromkeys(source_words(source_of(document.based_on, field)) for field in fields)
        return ", ".join(cited)
    preset = {"preset": REGULATION_NAMES[document.based_on], "figure": usual}
    return _("our own; %(preset)s: %(figure)s") % preset


def usual_words(document: RulesDocument, field: str) -> str:
    """What the preset has for a figure and where from, for the help beside its field."""
    words = {
        "preset": REGULATION_NAMES[document.based_on],
        "figure": value_words(PRESETS[document.based_on], field),
        "source": source_words(source_of(document.based_on, field)),
    }
    if field in CHOICES:
        return _("%(preset)s: %(source)s") % words
    return _("%(preset)s: %(figure)s %(source)s") % words


def choices_of(document: RulesDocument, field: str) -> list[tuple[str, str]]:
    """The sentences of a rule to choose from, the preset's named as such."""
    usual = getattr(PRESETS[document.based_on], field)
    preset = REGULATION_NAMES[document.based_on]
    return [
        (
            str(value),
            _("%(sentence)s (%(preset)s)") % {"sentence": sentence, "preset": preset}
            if value == usual
            else str(sentence),
        )
        for value, sentence in CHOICES[field].sentences.items()
    ]


def value_words(regulations: Regulations, field: str) -> str:
    """The figure or the sentence of a rule that is no map."""
    value = getattr(regulations, field)
    if field in CHOICES:
        return str(CHOICES[field].sentences[value])
    number = NUMBERS[field]
    if value is None:
        return str(number.empty)
    return minus(number.sign * value)


def _scalar(document: RulesDocument, field: str) -> RuleLine:
    words = CHOICES.get(field) or NUMBERS[field]
    now = value_words(document.regulations, field)
    usual = value_words(PRESETS[document.based_on], field)
    note = str(words.note) if isinstance(words, Number) else ""
    return RuleLine(str(words.label), now, note, _source(document, now, usual, (field,)), now != usual)


def _unlikely(document: RulesDocument) -> Iterator[RuleLine]:
    for name, label in UNLIKELY_NAMES.items():
        now = minus(getattr(document.regulations.unlikely, name))
        usual = minus(getattr(PRESETS[document.based_on].unlikely, name))
        source = _source(document, now, usual, ("unlikely",))
        yield RuleLine(str(label), now, "", source, now != usual)


def _burracos(document: RulesDocument) -> Iterator[RuleLine]:
    """Every kind that the regulations or their preset pay: its points and the smallest meld of it."""
    own, preset = document.regulations, PRESETS[document.based_on]
    for kind in BurracoKind:
        if kind in own.bonuses or kind in preset.bonuses:
            now, usual = burraco_words(own, kind), burraco_words(preset, kind)
            source = _source(document, ": ".join(now), ": ".join(usual), ("bonuses", "shapes"))
            value, note = now if len(now) > 1 else (now[0], "")
            yield RuleLine(str(KIND_NAMES[kind]), value, note, source, now != usual)


def burraco_words(regulations: Regulations, kind: BurracoKind) -> tuple[str, ...]:
    """Points of a kind and the smallest meld of it: ("200", "from 7 natural cards, as a set or as a run")."""
    if kind not in regulations.bonuses:
        return (_("not paid"),)
    return str(regulations.bonuses[kind]), shape_words(regulations.shapes[kind])


def shape_words(shape: Shape) -> str:
    """The smallest burraco of a kind: "from 6 natural cards and a wild, as a set or as a run"."""
    if shape.set_naturals == shape.run_naturals:
        words = ngettext(
            "from %(set)s natural card, as a set or as a run",
            "from %(set)s natural cards, as a set or as a run",
            shape.set_naturals or 0,
        )
    elif shape.run_naturals is None:
        words = _("a set, from %(set)s natural cards")
    elif shape.set_naturals is None:
        words = _("a run, from %(run)s natural cards")
    else:
        words = _("a set from %(set)s natural cards, a run from %(run)s")
    said = words % {"set": shape.set_naturals, "run": shape.run_naturals}
    return _("%(meld)s, and a wild") % {"meld": said} if shape.wilds else said


def _cards(document: RulesDocument) -> Iterator[RuleLine]:
    """Cards that count the same, one line: "King, Queen, Jack, 10: 10"."""
    preset = PRESETS[document.based_on]

    def words(rank: Rank) -> tuple[str, str]:
        return card_words(document.regulations, rank), card_words(preset, rank)

    for (now, usual), ranks in groupby(Rank, words):
        label = ", ".join(str(RANK_NAMES[rank]) for rank in ranks)
        yield RuleLine(label, now, "", _source(document, now, usual, PARTS["cards"][1]), now != usual)


def card_words(regulations: Regulations, rank: Rank) -> str:
    """What a card counts; on the table and in the hand where they differ."""
    table, hand = regulations.table_values[rank], regulations.hand_values[rank]
    if table == hand:
        return str(table)
    return _("%(table)s on the table, %(hand)s in the hand") % {"table": table, "hand": hand}
