"""What an act changed in words: of each thing what it was before and what it is after."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.ui import minus, signed
from tournaments.code_words import CRITERIA, REGULATION_NAMES, VP_NAMES
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.referee import Objection
from tournaments.models.rounds import Round, Seat, group_letter
from tournaments.models.scores import HandSide
from tournaments.reads import LogLine
from tournaments.told import REVOKED, STANDS, Told

NOTHING = "—"
LONGEST = 80  # characters of a text that was written, as of a poster


class Change(NamedTuple):
    """A thing, what it was, what it is now. Without a before it is only said what there is."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        words = f"{self.before} → {self.after}" if self.before else self.after
        return f"{self.what}: {words}" if self.what else words

    def half(self, words: str) -> str:
        """One side of it alone, for a column."""
        return f"{self.what}: {words}" if self.what and words else words


FIELDS: Mapping[str, Any] = {
    "state": _("evening"),
    "published_at": _("published"),
    "check_in_closed_at": _("check-in closed"),
    "objections_until": _("objections until"),
    "closed_tables": _("tables out of use"),
}
CODES: Mapping[str, Mapping[str, Any]] = {
    "regulations": REGULATION_NAMES,
    "vp_table": VP_NAMES,
    "criteria": CRITERIA,
}
MANY = {
    "seat": ngettext_lazy("%(number)d seat changes", "%(number)d seats change", "number"),
    "award": ngettext_lazy("%(number)d award changes", "%(number)d awards change", "number"),
    "score": ngettext_lazy("%(number)d score changes", "%(number)d scores change", "number"),
    "round": ngettext_lazy("%(number)d round changes", "%(number)d rounds change", "number"),
}
JUDGED = {
    "penalty": {STANDS: _("counts"), REVOKED: _("taken back")},
    "call": {STANDS: _("written"), REVOKED: _("taken back")},
    "warning": {STANDS: _("counts"), REVOKED: _("taken back")},
}


def before_after(line: LogLine) -> list[Change]:
    """Every thing of which the act keeps how it was and how it is, as it was written then."""
    act = line.act
    found = [_change(Told(*thing), line) for thing in act.facts.get("told", ())]
    if own := _OWN.get(act.verb):
        found = [*own(act), *found]
    return found


def _taken_back(act: Act) -> list[Change]:
    """Of an undo and a going back: the acts that stood before it, the last first."""
    numbers = act.facts.get("undone", ())
    sentence = ngettext("act no. %(numbers)s", "acts no. %(numbers)s", len(numbers))
    named = f"{numbers[0]} … {numbers[-1]}" if len(numbers) > 3 else ", ".join(map(str, numbers))
    return [Change(sentence % {"numbers": named}, gettext("done"), gettext("taken back"))] if numbers else []


def _answered(act: Act) -> list[Change]:
    facts, decisions = act.facts, dict(Objection.Decision.choices)
    is_open = facts["change"] == "waits_again"
    now = Objection.Decision.OPEN if is_open else facts["change"]
    before, after = str(decisions[facts.get("was", Objection.Decision.OPEN)]), str(decisions[now])
    if facts.get("was_answer"):
        before = f"{before} ({facts['was_answer']})"
    if not is_open and facts.get("reason"):
        after = f"{after} ({facts['reason']})"
    return [Change(gettext("objection"), before, after)]


def _decided(act: Act) -> list[Change]:
    """Of a tie at the cut, or of the place of who has withdrawn."""
    numbers = ", ".join(map(str, act.facts.get("numbers", ())))
    if act.facts.get("change") == "place_empty":
        return [
            Change(
                gettext("place of number %(numbers)s") % {"numbers": numbers}, _free(), gettext("stays empty")
            )
        ]
    if act.facts.get("change") == "place_taken":
        return [Change(gettext("place of who has withdrawn"), _free(), numbers)]
    level = ", ".join(map(str, act.facts.get("among", ())))
    return [Change(gettext("who goes on"), gettext("%(numbers)s level") % {"numbers": level}, numbers)]


def _free() -> str:
    return gettext("not decided")


_OWN: Mapping[str, Callable[[Act], list[Change]]] = {
    Act.Verb.UNDO: _taken_back,
    Act.Verb.RESTORE: _taken_back,
    Act.Verb.ANSWER: _answered,
    Act.Verb.QUALIFY: _decided,
}


def _change(thing: Told, line: LogLine) -> Change:
    what, _dot, field = thing.what.partition(".")
    if what == "many":
        words = MANY.get(
            thing.of, ngettext_lazy("%(number)d thing changes", "%(number)d things change", "number")
        )
        return Change("", "", str(words % {"number": thing.after}))
    if field:
        return _field(what, field, thing, line)
    whose, said = _WORDS[what]
    before, after = (said(value, thing, line) for value in (thing.before, thing.after))
    return Change(whose(thing, line), before, after)


# Fields of the evening, its phases and its entries.


def _field(what: str, name: str, thing: Told, line: LogLine) -> Change:
    model = {"tournament": Tournament, "phase": Phase, "entry": Entry}[what]
    field = model._meta.get_field(name)
    called = str(FIELDS.get(name) or field.verbose_name) if what == "tournament" else str(field.verbose_name)
    if what == "phase":
        called = ", ".join([gettext("phase %(number)d") % {"number": thing.of}, called])
    if what == "entry":
        called = _entry(thing.of, line) if name == "state" else f"{_entry(thing.of, line)}, {called}"
    return Change(called, _value(field, thing.before), _value(field, thing.after))


def _value(field: Any, value: Any) -> str:
    """The value of a field as a page writes it."""
    if value is None or value in ("", []):
        return NOTHING
    if isinstance(field, models.DateTimeField):
        return _when(value)
    if field.choices or isinstance(value, bool):
        words = dict(field.flatchoices) or {True: gettext("yes"), False: gettext("no")}
        return str(words.get(value, value))
    if isinstance(value, list):
        value = ",".join(map(str, value)) if field.name == "criteria" else ", ".join(map(str, value))
    if field.name in CODES:
        return str(CODES[field.name].get(value, value))
    return minus(value) if isinstance(value, int) else Truncator(value).chars(LONGEST)


def _when(value: str) -> str:
    moment = parse_datetime(value)
    return date_format(localtime(moment), "j b Y, H.i") if isinstance(moment, datetime.datetime) else value


# Things with words of their own: what they are called, and a value of them.


def _entry(key: int | None, line: LogLine) -> str:
    """An entry by its number, with its names where the line does not give them anyway."""
    entry = line.called.get(key) if key is not None else None
    if entry is None:
        return ""
    return str(entry.number) if entry in line.entries else f"{entry.number} {' – '.join(entry.full)}"


def _of_round(thing: Told, line: LogLine) -> str:
    """The round of a thing, where it is not that of the act."""
    here = line.act.round
    number = thing.of[0] if isinstance(thing.of, list | tuple) else thing.of
    return (
        "" if here is not None and here.number == number else gettext("round %(number)d") % {"number": number}
    )


def _with_round(words: str, thing: Told, line: LogLine) -> str:
    return ", ".join(filter(None, (words, _of_round(thing, line))))


def _at_table(thing: Told, line: LogLine) -> str:
    """The table, where it is not that of the act."""
    words = (
        ""
        if line.act.facts.get("table") == thing.of[1]
        else gettext("table %(number)d") % {"number": thing.of[1]}
    )
    return _with_round(words, thing, line)


def _seat(value: Any, _thing: Told, _line: LogLine) -> str:
    if value is None:
        return gettext("no seat")
    table, place, reason, group = value
    words = [gettext("table %(number)d") % {"number": table}] if table else []
    words += [str(HandSide.Side(place).label)] if place else []
    words += [str(Seat.Reason(reason).label)] if reason != Seat.Reason.PLAYS else []
    words += [gettext("group %(letter)s") % {"letter": group_letter(group)}] if group else []
    return " ".join(words)


def _persons(value: Any, _thing: Told, line: LogLine) -> str:
    return " – ".join(line.people.get(key, NOTHING) for key in value) or NOTHING


def _points(value: Any, _thing: Told, _line: LogLine) -> str:
    vp, mp = value or (None, None)
    return gettext("no award") if value is None else f"{minus(vp)} V.P. {signed(mp)} M.P."


def _score(value: Any, _thing: Told, _line: LogLine) -> str:
    if not value["totals"]:
        return NOTHING
    totals = " – ".join(map(minus, value["totals"]))
    return f"{totals}, V.P. {' – '.join(map(minus, value['vp']))}" if value["vp"] else totals


def _clock(value: Any, _thing: Told, _line: LogLine) -> str:
    return gettext("that of the round") if value is None else _when(value)


def _put_off(value: Any, _thing: Told, _line: LogLine) -> str:
    return gettext("played now") if value is None else gettext("put off")


def _judged(value: Any, thing: Told, _line: LogLine) -> str:
    return str(JUDGED[thing.what][value])


def _draw(value: Any, _thing: Told, _line: LogLine) -> str:
    return gettext("not drawn") if value is None else gettext("draw %(number)d") % {"number": value}


def _plain(value: Any, _thing: Told, _line: LogLine) -> str:
    return NOTHING if value is None else str(value)


def _rules(value: Any, _thing: Told, _line: LogLine) -> str:
    return gettext("%(name)s, version %(number)d") % {"name": value[0], "number": value[1]}


def _penalty(thing: Told, line: LogLine) -> str:
    key, vp, mp = thing.of
    points = [f"{signed(figure)} {unit}" for figure, unit in ((vp, "V.P."), (mp, "M.P.")) if figure]
    return " ".join([gettext("penalty"), _entry(key, line), *points])


def _called(thing: Told, line: LogLine) -> str:
    words = gettext("warning") if thing.what == "warning" else gettext("call")
    return f"{words} {_entry(thing.of, line)}".strip()


def _of_entry(thing: Told, line: LogLine) -> str:
    return _with_round(_entry(thing.of[1], line), thing, line)


Named = Callable[[Told, LogLine], str]
Said = Callable[[Any, Told, LogLine], str]

_WORDS: Mapping[str, tuple[Named, Said]] = {
    "rounds": (lambda _thing, _line: gettext("rounds"), _plain),
    "round": (
        lambda thing, _line: gettext("round %(number)d") % {"number": thing.of},
        lambda value, _thing, _line: str(Round.State(value).label),
    ),
    "draw": (_of_round, _draw),
    "table": (lambda thing, line: _with_round(gettext("table"), thing, line), _plain),
    "clock": (lambda thing, line: _with_round(gettext("clock"), thing, line), _clock),
    "put_off": (_at_table, _put_off),
    "score": (_at_table, _score),
    "seat": (_of_entry, _seat),
    "award": (_of_entry, _points),
    "pair": (_of_entry, _persons),
    "players": (lambda thing, line: _entry(thing.of, line), _persons),
    "penalty": (_penalty, _judged),
    "call": (_called, _judged),
    "warning": (_called, _judged),
    "regulations": (lambda _thing, _line: gettext("regulations"), _rules),
}
