"""What a typed slip comes to: running totals, VP, and every message with its remedy, for the desk's page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.templatetags.ui import minus
from scoring.hands import resolve
from scoring.matches import MatchResult
from scoring.ranking import Figure
from scoring.victory_points import GapError
from tournaments.faults import NEVER_OVERRIDDEN, Fault, faults_of
from tournaments.forms.scores import Mode, ScoreForm
from tournaments.forms.sentences import missing_rows, place_words, sentence
from tournaments.hands import LINES, NumberedHand
from tournaments.results import Progress, progress_of, running_of, shown_points, vp_of

FALLBACKS = ("total", "points", "base", "laid")  # where a fault goes whose own field this mode does not show


@dataclass(frozen=True, slots=True)
class Remedy:
    """A button: its words, and the figures it writes as a query string."""

    label: str
    fill: str


@dataclass(frozen=True, slots=True)
class Message:
    """A fault as the page says it: `field` is the input it belongs to, `confirm` the key that accepts it."""

    kind: str
    field: str
    where: str
    text: str
    remedies: tuple[Remedy, ...] = ()
    confirm: str = ""
    confirm_label: str = ""
    can_override: bool = False

    @property
    def is_error(self) -> bool:
        return self.kind == "error"


@dataclass(frozen=True, slots=True)
class Review:
    """The slip judged: `running` are totals by the id of their place, `why` is what holds the save.

    `score` are the records that a save would write; None while wrong figures or missing hands hold it.
    """

    messages: tuple[Message, ...]
    running: Mapping[str, Figure]
    result: Progress | None
    vp: tuple[Figure, ...] | None
    why: str
    score: tuple[NumberedHand, ...] | None

    @property
    def difference(self) -> int | None:
        return self.result.difference if isinstance(self.result, MatchResult) else None

    @property
    def errors(self) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if message.is_error)

    @property
    def can_override(self) -> bool:
        """Whether an error is one that the referee may accept in writing."""
        return any(message.can_override for message in self.messages)

    @property
    def doubts(self) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if not message.is_error)


def review(form: ScoreForm, *, live: bool, part: bool = False) -> Review:
    """Judge a bound form. While typing (`live`) a half-written row is not an error, only a reason to wait; as
    the hands of a match that is not over (`part`) missing ones are no reason either."""
    form.is_valid()
    hands = form.hands()
    faults = [
        fault for fault in faults_of(hands, form.rules, written=form.written()) if not _unread(fault, form)
    ]
    half = {fault.number for fault in faults if fault.code in ("V0", "gap")}
    if live:
        faults = [fault for fault in faults if fault.code not in ("V0", "gap")]
    messages = [*_field_messages(form), *_merged(_fault_messages(faults, form, hands))]
    known = _known(hands, form)
    result = progress_of(known, form.rules) if known else None
    waits = "" if part else incomplete(form, result, half)
    if waits and not live:
        messages.append(Message("error", _first_empty(form), _("the match"), waits))
    is_accepted = bool(form.cleaned_data.get("override"))
    why, vp = _why(messages, waits, accepted=is_accepted), _vp(result, form)
    of_figures = [message for message in messages if message.field != "reason"]
    is_whole = (part or vp is not None) and not waits and not _held(of_figures, accepted=is_accepted)
    return Review(
        tuple(messages), _running(known, result, form), result, vp, why, hands if is_whole else None
    )


def _unread(fault: Fault, form: ScoreForm) -> bool:
    """Whether the fault only says that a field is empty which holds something unreadable."""
    return fault.code == "V0" and field_of(fault, form) in form.errors


def field_of(fault: Fault, form: ScoreForm) -> str:
    """Name of the input a fault belongs to."""
    if fault.field == "written":
        return f"w_{fault.line}"
    number = fault.number or form.numbers[-1]
    line = form.place_typed(number, fault.line) if fault.line else form.lines[0]
    start = f"h{number}_"
    if f"{start}{fault.field}" in form.fields:
        return f"{start}{fault.field}"
    if fault.field in ("closings", "end_reason") and f"{start}ending" in form.fields:
        return f"{start}ending"
    kind = fault.figures.get("kind") or (form.kinds[0].value if form.kinds else "")
    names = (str(kind) if fault.field == "counts" else fault.field, *FALLBACKS)
    found = (f"{start}{line}_{name}" for name in names)
    return next((name for name in found if name in form.fields), "")


def _field_messages(form: ScoreForm) -> Iterable[Message]:
    for name, errors in form.errors.items():
        if name == "__all__":
            yield from (Message("error", "", _("the match"), str(text)) for text in errors)
        else:
            label = str(form.fields[name].label or name)
            yield from (Message("error", name, label, str(text)) for text in errors)


def _fault_messages(
    faults: Sequence[Fault], form: ScoreForm, hands: Sequence[NumberedHand]
) -> Iterable[Message]:
    hints = {fault.key: hint for fault in faults if (hint := _hint(fault, form, hands))}
    explained = {fault.line for fault in faults if fault.key in hints}
    said = set()
    for fault in faults:
        is_done = not fault.is_error and fault.is_confirmed(form.confirmed)
        name, text = field_of(fault, form), sentence(fault)
        if is_done or (name, text) in said or (fault.code == "V19" and fault.line in explained):
            continue
        said.add((name, text))
        remedies = _remedies(fault, form)
        if fault.key in hints:
            text, remedies = f"{text} {hints[fault.key][0]}", (hints[fault.key][1],)
        confirm = "" if fault.is_error else fault.key
        yield Message(
            "error" if fault.is_error else "warn",
            name,
            place_words(fault, in_one=form.mode == Mode.SINGLE),
            text,
            remedies,
            confirm,
            _confirm_label(fault) if confirm else "",
            fault.is_error and fault.code not in NEVER_OVERRIDDEN,
        )


def _merged(messages: Iterable[Message]) -> list[Message]:
    """What is unlikely of one line in one hand is one question: one key answers it."""
    merged: list[Message] = []
    for message in messages:
        before = merged[-1] if merged else None
        if before and before.confirm and message.confirm and _hand_part(before) == _hand_part(message):
            text, keys = f"{before.text} {message.text}", f"{before.confirm} {message.confirm}"
            merged[-1] = replace(message, field=before.field, text=text, confirm=keys)
        else:
            merged.append(message)
    return merged


def _hand_part(message: Message) -> str:
    """Hand and line of an input's name: "h3_NS"."""
    return message.field.rpartition("_")[0]


def _confirm_label(fault: Fault) -> str:
    if fault.code == "V19":
        return _("The slip is wrong: keep %(expected)s") % {"expected": minus(fault.figures["expected"])}
    return _("Confirm %(figure)s") % {"figure": minus(fault.typed)}


def _write(figure: int, name: str) -> Remedy:
    return Remedy(_("Write %(figure)s") % {"figure": minus(figure)}, urlencode({name: figure}))


def _candidates(fault: Fault) -> list[int]:
    """Figures that would do in the field itself."""
    if isinstance(fault.suggestion, int):
        return [fault.suggestion]
    return [int(fault.figures[name]) for name in ("below", "above") if name in fault.figures]


def _remedies(fault: Fault, form: ScoreForm) -> tuple[Remedy, ...]:
    if not fault.is_error:
        return ()
    if isinstance(fault.suggestion, tuple) and not form.rules.has_lines:
        return ()
    if isinstance(fault.suggestion, tuple):
        names = [f"h{fault.number}_{line}_base" for line in LINES]
        figures = dict(zip(names, fault.suggestion, strict=True))
        label = _("Write %(ns)s and %(ew)s") % {
            "ns": minus(fault.suggestion[0]),
            "ew": minus(fault.suggestion[1]),
        }
        return (Remedy(label, urlencode(figures)),) if names[0] in form.fields else ()
    name = field_of(fault, form)
    return tuple(_write(figure, name) for figure in _candidates(fault)) if name in form.fields else ()


def _hint(fault: Fault, form: ScoreForm, hands: Sequence[NumberedHand]) -> tuple[str, Remedy] | None:
    """The candidate that also makes the slip's own total come out."""
    name = f"h{fault.number}_{fault.line}_{fault.field}"
    if not form.rules.has_lines or not (
        fault.is_error and fault.line and fault.typed is not None and name in form.fields
    ):
        return None
    side = form.places.index(fault.line)
    paper = form.written()[side]
    totals = [resolve(each.hand, form.rules.regulations)[side].total for each in hands]
    if paper is None or None in totals:
        return None
    rest = sum(total or 0 for total in totals) - fault.typed
    for figure in _candidates(fault):
        if rest + figure == paper:
            words = _("With %(figure)s the slip's total comes out too: %(total)s.")
            return words % {"figure": minus(figure), "total": minus(paper)}, _write(figure, name)
    return None


def _known(hands: Sequence[NumberedHand], form: ScoreForm) -> tuple[NumberedHand, ...]:
    """The records from the first on, up to the first without totals."""
    known: list[NumberedHand] = []
    expected = 1
    for each in hands:
        sides = resolve(each.hand, form.rules.regulations)
        if each.number != expected or any(side.total is None for side in sides):
            break
        known.append(each)
        expected = each.last + 1
    return tuple(known)


def _running(known: Sequence[NumberedHand], result: Progress | None, form: ScoreForm) -> dict[str, Figure]:
    if result is None:
        return {}
    return {
        f"t{each.number}_{place}": shown_points(total, form.rules)
        for each, totals in zip(known, running_of(result), strict=True)
        for place, total in zip(form.places, totals, strict=True)
    }


def _vp(result: Progress | None, form: ScoreForm) -> tuple[Figure, ...] | None:
    try:
        return vp_of(result, form.rules) if result else None
    except GapError:
        return None


def unfinished(form: ScoreForm) -> str:
    """Why the match of a valid form is not over yet, by its whole hands only; empty when it is."""
    known = _known(form.hands(), form)
    return incomplete(form, progress_of(known, form.rules) if known else None)


def incomplete(form: ScoreForm, result: Progress | None, half: Iterable[int | None] = ()) -> str:
    """Why the match is not over yet, in words; empty when it is."""
    if result is not None and result.complete and not list(half):
        return ""
    if form.mode == Mode.SINGLE and result is None:
        return _("The totals of the match are missing.")
    if form.rules.format.hands is not None:
        played = result.hands_played if result else 0
        return missing_rows(max(1, form.rules.format.hands - played))
    target = {"target": form.rules.format.target or 0}
    if not form.rules.has_lines:
        return _("No player leads with %(target)d or more yet.") % target
    return _("Neither line has reached %(target)d yet.") % target


def _first_empty(form: ScoreForm) -> str:
    names = (cell for row in form.rows({}) for line in row.lines for cell in line.fields)
    return next((cell.name for cell in names if not cell.value()), "")


def _held(messages: Iterable[Message], *, accepted: bool) -> int:
    """How many errors hold the save: not those that the referee accepts in writing."""
    return sum(message.is_error and not (accepted and message.can_override) for message in messages)


def _why(messages: Sequence[Message], waits: str, *, accepted: bool) -> str:
    """What must happen before the save."""
    errors = _held(messages, accepted=accepted)
    if errors:
        return ngettext("put the error right first", "put the %(count)d errors right first", errors) % {
            "count": errors
        }
    if waits:
        return waits
    if any(not message.is_error for message in messages):
        return _("confirm the warning first, or put it right")
    return ""


def with_remedy(data: QueryDict) -> QueryDict:
    """The posted form with the figures of the pressed remedy written in."""
    changed = data.copy()
    for name, value in QueryDict(data.get("remedy", "")[:500]).items():
        changed[name] = value
    return changed


def with_lines_swapped(data: QueryDict) -> QueryDict:
    """The posted form with the figures of the two lines exchanged."""
    changed = data.copy()
    figures = [name for name in data if name.startswith(("h", "w_"))]
    for name in figures:
        for one, other in (("_NS", "_EW"), ("_EW", "_NS")):
            if one in name:
                facing = name.replace(one, other)
                changed[name], changed[facing] = data.get(facing, ""), data[name]
        if name.endswith("_ending"):
            changed[name] = {"NS": "EW", "EW": "NS"}.get(data[name], data[name])
    return changed
