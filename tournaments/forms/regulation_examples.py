"""The worked examples under a club's figures: what each line's burracos, closing and cards come to."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.templatetags.ui import minus
from scoring.cards import Rank
from scoring.examples import EXAMPLES, Example, ExampleSide, as_hand, stands
from scoring.records import Hand, penalised, resolve
from scoring.regulations import PRESETS, Regulations
from tournaments.formats import RulesDocument
from tournaments.forms.events import KIND_NAMES
from tournaments.forms.sentences import line_word

STORIES: dict[str, Promise] = {
    "E1": gettext_lazy("N-S closes. E-W has taken its pozzetto and has no burraco."),
    "E2": gettext_lazy("The stock ends. E-W has not taken its pozzetto."),
    "E3": gettext_lazy("Nobody has taken a pozzetto, and nobody can go on."),
    "E4": gettext_lazy("E-W closes. N-S has taken its pozzetto and not played it."),
}


@dataclass(frozen=True, slots=True)
class WorkedLine:
    """One line of an example: its cards in words, how base and points come about, the totals (points)."""

    word: str
    laid: str
    held: str
    sums: str
    total: int
    usual: int | None  # the preset's total where it is another


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An example; without lines where these regulations do not let one of its melds lie."""

    code: str
    story: str
    lines: tuple[WorkedLine, ...]


def worked_examples(document: RulesDocument) -> list[WorkedExample]:
    """E1–E4 under figures that are without problems."""
    return [
        WorkedExample(example.code, str(STORIES[example.code]), _lines(example, document))
        for example in EXAMPLES
    ]


def _lines(example: Example, document: RulesDocument) -> tuple[WorkedLine, ...]:
    own, preset = document.regulations, PRESETS[document.based_on]
    if not stands(example, own):
        return ()
    hand, usual = as_hand(example, own), totals_of(example, preset)
    totals, lost = totals_of(example, own), penalised(hand, own)
    return tuple(
        WorkedLine(
            line_word(line),
            " · ".join(_card_words(meld.cards) for meld in side.melds),
            _card_words(side.held),
            _sums(hand, place, side, lost[place] or 0, own),
            totals[place],
            usual[place] if usual[place] != totals[place] else None,
        )
        for place, (line, side) in enumerate(zip(("NS", "EW"), example.sides, strict=True))
    )


def totals_of(example: Example, regulations: Regulations) -> tuple[int, ...]:
    """Points of both lines."""
    return tuple(side.total or 0 for side in resolve(as_hand(example, regulations), regulations))


def _sums(hand: Hand, place: int, side: ExampleSide, lost: int, regulations: Regulations) -> str:
    """ "Clean burraco 200 + closing 100 + cards 180 − 15"."""
    score = hand.sides[place]
    parts = [
        _("%(kind)s %(points)s") % {"kind": KIND_NAMES[kind], "points": regulations.bonuses[kind] * count}
        for kind, count in (score.counts or {}).items()
    ]
    if side.closed:
        parts.append(_("closing %(points)s") % {"points": regulations.closing})
    if lost:
        parts.append(_("pozzetto %(points)s") % {"points": minus(-regulations.missed_pozzetto)})
    left = 0 if side.closed and not regulations.closing_line_pays_hand else score.left
    parts.append(_("cards %(laid)s − %(left)s") % {"laid": score.laid, "left": left})
    return " + ".join(parts)


def _card_words(cards: tuple[Rank, ...]) -> str:
    return " ".join(_("joker") if rank is Rank.JOKER else str(rank) for rank in cards)
