"""Cards as people type them in a field, and the sentences of melds that are and are none."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scoring.cards import Card, Letters, UnreadableCards, parse, write
from scoring.laid import CardProblem
from scoring.melds import Form, Meld, NoMeld

MOST_TYPED = 2000  # characters: three decks, written out
MOST_MELDS = 40


def letters() -> Letters:
    """Whose "c" it is: cuori for who reads Italian, clubs for the others."""
    return Letters.ITALIAN if (get_language() or "").startswith("it") else Letters.ENGLISH


def read(text: str) -> tuple[Card, ...]:
    """The cards of a text. ValidationError with a sentence for every word that is none."""
    try:
        return parse(text, letters())
    except UnreadableCards as unreadable:
        sentences = {
            "unknown": _("“%(token)s” (character %(position)d) is no card: write for example 7♥, QP, Jolly."),
            "range": _("“%(token)s” (character %(position)d) does not rise: write for example 3-9♥."),
            "joker_suit": _("“%(token)s” (character %(position)d): a joker has no suit."),
            "glued": _(
                "“%(token)s” (character %(position)d) may be several cards: write blanks between them."
            ),
        }
        raise ValidationError(
            [
                sentences[fault.code] % {"token": fault.token, "position": fault.position}
                for fault in unreadable.faults
            ]
        ) from None


class CardsField(forms.CharField):
    """Cards in any order; an empty field is no cards."""

    unmarked = True  # every field of cards may be empty: the page says it once

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"class": "in", "autocomplete": "off", "spellcheck": "false", "data-cards": True}
        super().__init__(
            required=False,
            max_length=MOST_TYPED,
            widget=kwargs.pop("widget", forms.TextInput)(attrs=attrs),
            **kwargs,
        )

    def clean(self, value: Any) -> Any:
        return self.cards(super().clean(value))

    def cards(self, text: str) -> Any:
        """What the field holds."""
        return read(text)


class MeldsField(CardsField):
    """Melds, one to a line or apart by a slash or a plus."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea, **kwargs)
        self.widget.attrs["rows"] = 5

    def cards(self, text: str) -> tuple[tuple[Card, ...], ...]:
        """The cards of each meld."""
        lines = [line for line in text.replace("/", "\n").replace("+", "\n").splitlines() if line.strip()]
        if len(lines) > MOST_MELDS:
            raise ValidationError(_("Nobody lays more than %(most)d melds."), params={"most": MOST_MELDS})
        melds, faults = [], []
        for number, line in enumerate(lines, 1):
            try:
                melds.append(read(line))
            except ValidationError as refusal:
                faults += [
                    _("Meld %(number)d: %(sentence)s") % {"number": number, "sentence": sentence}
                    for sentence in refusal.messages
                ]
        if faults:
            raise ValidationError(faults)
        return tuple(melds)


def meld_words(meld: Meld) -> str:
    """Why a meld is what it is: "7 cards in order, no wild"."""
    number = len(meld.cards)
    if meld.form is Form.SET:
        words = ngettext("%(n)d equal card", "%(n)d equal cards", meld.naturals) % {"n": meld.naturals}
    else:
        words = ngettext("%(n)d card in order", "%(n)d cards in order", number) % {"n": number}
    if meld.wild is None:
        return _("%(cards)s, no wild") % {"cards": words}
    wild = meld.cards[meld.wild]
    if meld.form is Form.SET:
        return _("%(cards)s and a wild (%(wild)s)") % {"cards": words, "wild": wild}
    facts = {"cards": words, "wild": wild, "place": meld.stands_for}
    if meld.wild in (0, number - 1):
        return _("%(cards)s, wild at the end (%(wild)s for %(place)s)") % facts
    return _("%(cards)s, wild inside (%(wild)s for %(place)s)") % facts


_WHY: Mapping[str, Any] = {
    "few": gettext_lazy("a meld has %(lowest)s cards or more, not %(found)s"),
    "wilds": gettext_lazy("only one wild may be used; %(card)s is one too many"),
    "wilds_only": gettext_lazy("jokers and twos alone are no meld"),
    "few_naturals": gettext_lazy("%(lowest)s cards must not be wild, here are %(found)s"),
    "mixed": gettext_lazy("%(card)s has neither the rank of the others nor their suit"),
    "twice": gettext_lazy("%(card)s cannot stand twice in a run"),
    "gap": gettext_lazy("before %(card)s a card is missing"),
    "corner": gettext_lazy("the ace is high or low: a run does not go on from %(card)s to the 2"),
    "short": gettext_lazy("a run has %(lowest)s cards or more, not %(found)s"),
    "often": gettext_lazy("the decks do not hold so many %(card)s"),
    "closing_wild": gettext_lazy("a hand is not closed by throwing a wild (%(card)s)"),
    "held_by_nobody": gettext_lazy("these cards are in nobody's hand: who closed has none"),
    "empty_hand": gettext_lazy("who did not close holds a card: write %(lowest)s or more, not %(found)s"),
    "pozzetto_twice": gettext_lazy("a line takes one pozzetto, not %(found)s"),
    "unplayed_missed": gettext_lazy("the pozzetto was not taken, and yet its cards are here"),
    "unplayed_size": gettext_lazy("a pozzetto that was not played has 11 cards, not %(found)s"),
}


def why_not(problem: NoMeld | CardProblem) -> str:
    """Why cards are no meld, or cannot be what was left of a hand."""
    return str(_WHY[problem.code]) % {**problem.figures, "card": problem.card}


def typed(cards: tuple[Card, ...]) -> str:
    """Cards with the signs of their suits."""
    return write(cards)
