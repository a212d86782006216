"""The referee's counter: cards of both lines as a form, and what they come to with every reason."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from clubs.templatetags.ui import minus
from scoring.hands import EndReason, Hand, HandProblem, Resolved, resolve
from scoring.laid import CardProblem, Counted, HandCards, SideCards, count
from scoring.melds import Meld
from scoring.records import penalised
from scoring.regulations import DEFAULT, PRESETS, BurracoKind, Regulations
from tournaments.code_words import REGULATION_NAMES
from tournaments.faults import placed
from tournaments.forms.cards import CardsField, MeldsField, meld_words, typed, why_not
from tournaments.forms.events import KIND_NAMES
from tournaments.forms.scores import ENDINGS, Mode, ScoreForm
from tournaments.forms.scores import FIELDS as SLIP_FIELDS
from tournaments.forms.sentences import line_word, sentence
from tournaments.hands import LINES

FIELDS = ("melds", "held", "missed", "unplayed")
_SO_MANY: Mapping[BurracoKind, Any] = {
    BurracoKind.CLEAN: ngettext_lazy("%(n)d clean burraco", "%(n)d clean burracos", "n"),
    BurracoKind.SEMI_CLEAN: ngettext_lazy("%(n)d semi-clean burraco", "%(n)d semi-clean burracos", "n"),
    BurracoKind.DIRTY: ngettext_lazy("%(n)d dirty burraco", "%(n)d dirty burracos", "n"),
    BurracoKind.SUPER: ngettext_lazy("%(n)d super burraco", "%(n)d super burracos", "n"),
    BurracoKind.SUPER_DIRTY: ngettext_lazy("%(n)d dirty super burraco", "%(n)d dirty super burracos", "n"),
    BurracoKind.ROYAL: ngettext_lazy("%(n)d royal burraco", "%(n)d royal burracos", "n"),
    BurracoKind.ROYAL_DIRTY: ngettext_lazy("%(n)d dirty royal burraco", "%(n)d dirty royal burracos", "n"),
}


class CounterForm(forms.Form):
    """Cards of N-S and E-W when the hand ends. A line of which nothing is typed is not counted."""

    rules = forms.ChoiceField(label=gettext_lazy("Regulations"))
    ending = forms.ChoiceField(label=gettext_lazy("How it ended"), choices=ENDINGS, required=False)
    discard = CardsField(label=gettext_lazy("Last discard"))

    def __init__(
        self, data: QueryDict | None = None, *, regulations: Regulations | None = None, players: int = 4
    ) -> None:
        super().__init__(data, initial={"rules": DEFAULT}, auto_id="%s")
        self.fixed, self.players = regulations, players
        if regulations is None:
            self.fields["rules"].choices = list(REGULATION_NAMES.items())
        else:
            del self.fields["rules"]
        for line in (line.value for line in LINES):
            self.fields[f"{line}_melds"] = MeldsField(label=gettext_lazy("Melds on the table, one to a line"))
            self.fields[f"{line}_held"] = CardsField(label=gettext_lazy("Cards left in hand"))
            self.fields[f"{line}_missed"] = forms.BooleanField(
                label=gettext_lazy("pozzetto not taken"), required=False
            )
            self.fields[f"{line}_unplayed"] = CardsField(
                label=gettext_lazy("Cards of a pozzetto taken and not played")
            )

    def clean_discard(self) -> Any:
        """One card, or none: it proves that the hand was not closed with a wild."""
        cards = self.cleaned_data["discard"]
        if len(cards) > 1:
            raise forms.ValidationError(_("Write one card: the one that closed the hand."))
        return cards

    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Each line's name and its fields."""
        return [(line_word(line), [self[f"{line.value}_{name}"] for name in FIELDS]) for line in LINES]

    @property
    def regulations(self) -> Regulations:
        """By which the hand is counted."""
        return self.fixed or PRESETS[self.cleaned_data["rules"]]

    def is_typed(self, line: str) -> bool:
        """Whether anything was said about a line."""
        return any(self.cleaned_data[f"{line}_{name}"] for name in FIELDS)

    def cards(self) -> HandCards:
        """What was typed, as the rules want it."""
        data = self.cleaned_data
        ending, closers = data["ending"], [line.value for line in LINES]
        return HandCards(
            tuple(
                SideCards(
                    data[f"{line}_melds"],
                    data[f"{line}_held"],
                    int(not data[f"{line}_missed"]),
                    data[f"{line}_unplayed"],
                )
                for line in closers
            ),
            closer=closers.index(ending) if ending in closers else None,
            end_reason=EndReason(ending) if ending and ending not in closers else None,
            discard=next(iter(data["discard"]), None),
        )


class MatchCounterForm(CounterForm):
    """The counter for one hand of a match: its regulations are given, and its number is asked."""

    hand = forms.TypedChoiceField(label=gettext_lazy("Hand"), coerce=int)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        regulations: Regulations,
        numbers: Sequence[int],
        players: int = 4,
    ) -> None:
        super().__init__(data, regulations=regulations, players=players)
        self.fields["hand"].choices = [(number, number) for number in numbers]
        self.order_fields(["hand"])


def figures_for(form: MatchCounterForm, slip: ScoreForm) -> list[tuple[str, str]]:
    """The counted hand as fields of the slip, in its mode; nothing while the count is not whole."""
    done = counted(form)
    if done.hand is None or not done.is_whole:
        return []
    start, filled = f"h{form.cleaned_data['hand']}", []
    for line, score, known in zip(LINES, done.hand.sides, resolve(done.hand, form.regulations), strict=True):
        facts: dict[str, Any] = {name: getattr(known, name) for name in ("base", "points", "total")}
        facts |= {"laid": score.laid, "left": score.left, "missed": "on" if score.missed else None}
        facts |= {kind.value: number for kind, number in (score.counts or {}).items()}
        names = [kind.value for kind in slip.kinds] + list(SLIP_FIELDS[slip.mode])
        filled += [
            (f"{start}_{line.value}_{name}", minus(facts[name]))
            for name in names
            if facts.get(name) is not None
        ]
    if slip.mode == Mode.DETAIL:
        filled.append((f"{start}_ending", form.cleaned_data["ending"]))
    return filled


@dataclass(frozen=True, slots=True)
class MeldLine:
    """One meld: its cards, what it is, card points, and the bonus with its name; or why it is none."""

    cards: str
    words: str
    points: int = 0
    bonus: int = 0
    kind: str = ""
    is_meld: bool = True


@dataclass(frozen=True, slots=True)
class CountedLine:
    """A line's count, in points: melds, closing and pozzetto, cards laid and left, and the sums.

    `words` say in sentences what was counted.
    """

    line: str
    name: str
    words: str
    melds: tuple[MeldLine, ...]
    amounts: tuple[tuple[str, int], ...]
    laid: int
    left: int
    sums: Resolved


@dataclass(frozen=True, slots=True)
class Count:
    """The count of a hand, and every doubt about it. `hand` is None while only one line was typed."""

    lines: tuple[CountedLine, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    hand: Hand | None

    @property
    def is_whole(self) -> bool:
        """Whether both lines are counted and nothing contradicts."""
        return self.hand is not None and not self.errors


def counted(form: CounterForm) -> Count:
    """Count what a valid form holds; of one line alone, only what concerns it."""
    regulations, typed_lines = form.regulations, [line for line in LINES if form.is_typed(line.value)]
    whole = count(form.cards(), regulations, form.players)
    sides = {LINES.index(line) for line in typed_lines}
    found = [each for each in whole.problems if len(sides) == len(LINES) or _concerns(each, sides, form)]
    faults = [_sentence(each) for each in _each_once(found)]
    return Count(
        tuple(_line(LINES.index(line), whole, form, regulations) for line in typed_lines),
        tuple(words for words, is_error in faults if is_error),
        tuple(words for words, is_error in faults if not is_error),
        whole.hand if len(sides) == len(LINES) else None,
    )


def _concerns(problem: CardProblem | HandProblem, sides: Collection[int], form: CounterForm) -> bool:
    """Whether a problem is about the only line that was typed; bare melds have no end."""
    if problem.code == "empty_hand" and not form.cleaned_data["ending"]:
        return False
    return problem.side in sides


def _each_once(problems: Iterable[CardProblem | HandProblem]) -> Iterator[CardProblem | HandProblem]:
    """The problems without those that say again of the whole hand what is said of one of its melds."""
    said = set()
    for problem in problems:
        if isinstance(problem, CardProblem) and problem.card is not None:
            if problem.meld is None and (problem.code, problem.card) in said:
                continue
            said.add((problem.code, problem.card))
        yield problem


def _sentence(problem: CardProblem | HandProblem) -> tuple[str, bool]:
    """A problem in words, and whether it is an error. Why cards are no meld is said beside them."""
    line = "" if problem.side is None else line_word(LINES[problem.side])
    if not isinstance(problem, CardProblem):
        fault = placed(problem, LINES)
        return _of_line(line, sentence(fault)), fault.is_error
    if problem.meld is not None:
        words = _("meld %(number)d is none: the reason stands beside it.") % {"number": problem.meld + 1}
    else:
        words = f"{why_not(problem)}."
    return _of_line(line, words), True


def _of_line(line: str, words: str) -> str:
    """A sentence, begun with the line it is about unless it names the line itself."""
    if not line or words.startswith(line):
        return words[0].upper() + words[1:]
    return f"{line}: {words[0].lower()}{words[1:]}"


def _line(i: int, whole: Counted, form: CounterForm, regulations: Regulations) -> CountedLine:
    cards, score = form.cards().sides[i], whole.hand.sides[i]
    reasons = {
        each.meld: why_not(each)
        for each in whole.problems
        if isinstance(each, CardProblem) and each.side == i and each.meld is not None
    }
    melds = [
        _meld_line(meld) if meld else MeldLine(typed(laid), reasons.get(place, ""), is_meld=False)
        for place, (meld, laid) in enumerate(zip(whole.melds[i], cards.melds, strict=True))
    ]
    return CountedLine(
        LINES[i].value,
        line_word(LINES[i]),
        " ".join(_count_words(whole.hand, i, regulations)),
        tuple(melds),
        tuple(_amounts(whole.hand, i, regulations)),
        score.laid or 0,
        score.left or 0,
        resolve(whole.hand, regulations)[i],
    )


def _count_words(hand: Hand, i: int, regulations: Regulations) -> Iterator[str]:
    """What a line has, in sentences: "N-S has 2 clean burracos and 1 dirty burraco. It has closed …"."""
    score, counts = hand.sides[i], hand.sides[i].counts or {}
    line = line_word(LINES[i])
    burracos = [_SO_MANY[kind] % {"n": counts[kind]} for kind in BurracoKind if counts.get(kind)]
    if burracos:
        facts = {"line": line, "burracos": get_text_list(burracos, _("and"))}
        yield _("%(line)s has %(burracos)s.") % facts
    else:
        yield _("%(line)s has no burraco.") % {"line": line}
    if score.closings:
        yield _("It has closed.")
    if score.missed:
        lost = (penalised(hand, regulations)[i] or 0) * regulations.missed_pozzetto
        yield (
            _("It has not taken the pozzetto.")
            if lost
            else _("It has not taken the pozzetto, and pays nothing for it.")
        )
    facts = {"laid": minus(score.laid or 0), "left": minus(score.left or 0)}
    yield _("Its cards on the table count %(laid)s, those left in the hand %(left)s.") % facts


def _amounts(hand: Hand, i: int, regulations: Regulations) -> Iterator[tuple[str, int]]:
    """Closing and pozzetto, as far as they count."""
    if hand.sides[i].closings:
        yield _("Closing"), regulations.closing
    if hand.sides[i].missed and regulations.missed_pozzetto:
        lost = penalised(hand, regulations)[i]
        words = _("Pozzetto not taken") if lost else _("Pozzetto not taken, but nobody took one")
        yield words, -regulations.missed_pozzetto * (lost or 0)


def _meld_line(meld: Meld) -> MeldLine:
    kind = str(KIND_NAMES[meld.burraco]) if meld.burraco else ""
    return MeldLine(typed(meld.cards), meld_words(meld), meld.points, meld.bonus, kind)
