"""The log of an evening as a table, for the page and for a file."""

from typing import Any

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.ui import minus, signed
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import in_their_order
from tournaments.models.scores import HandSide, ScoreChange
from tournaments.reads import LogLine
from tournaments.tables.before_after import before_after
from tournaments.tables.scores import NUMBERS

Reason = ScoreChange.Reason
MOST_NAMED = 4  # more entries than that are counted
CHANGES = {
    "present": _("present"),
    "entered": _("expected"),
    "members": _("other players"),
    "joined": _("now a pair"),
    "one_more": _("a player more"),
    "cancelled": _("does not come"),
    "taken_back": _("comes after all"),
    "withdrawn": _("leaves the tournament"),
    "back": _("plays again"),
    "placed": _("kept apart, or at one table"),
    "warning": _("warning"),
    "warning_back": _("warning taken back"),
    "call_back": _("call taken back"),
    "award_back": _("taken back"),
    "put_back": _("not put off: it is played now"),
    "award_meant": _("unusual, and meant so"),
    "accepted": _("accepted"),
    "refused": _("refused"),
    "table_closed": _("out of use"),
    "aside": _("set aside"),
    "waits_again": _("waits for its answer again"),
    "lot": _("by lot"),
    "chosen": _("chosen by the referee"),
    "place_taken": _("takes the place of who has withdrawn"),
    "place_empty": _("the place stays empty"),
    "second_cycle": _("with a second cycle"),
    "twice": _("everybody meets twice"),
    "one_cycle": _("without the second cycle"),
    "once": _("everybody meets once again"),
    "objections_closed": _("time for objections closed early"),
}

COUNTED = {
    "number": _("round %(number)d"),
    "to": _("to table %(number)d"),
    "draw": _("draw %(number)d"),
    "hand": _("hand %(number)d"),
    "warning": _("warning no. %(number)d"),
    "minutes": ngettext_lazy(
        "%(number)d minute for objections", "%(number)d minutes for objections", "number"
    ),
}


def verb_words(act: Act) -> str:
    """What was done, in words."""
    if "again" in act.facts:
        return gettext("Undo taken back")
    return _label(act.verb, act.facts)


def _label(verb: str, facts: dict[str, Any]) -> str:
    """A verb in words; those that also happen at one table have words of their own there."""
    if verb == Act.Verb.PROVISIONAL:
        return gettext("Check of the standings opened")
    if verb == Act.Verb.START and facts.get("table"):
        return gettext("Clock of a table started")
    if verb == Act.Verb.MOVE_TABLE and "table_reopened" in (facts.get("change"), facts.get("undone_change")):
        return gettext("Table used again")
    return str(Act.Verb(verb).label)


def _named(line: LogLine) -> list[str]:
    if len(line.entries) > MOST_NAMED:
        count = len(line.entries)
        return [ngettext("%(count)d entry", "%(count)d entries", count) % {"count": count}]
    return [f"{entry.number} {' – '.join(entry.full)}" for entry in line.entries]


def _reason(act: Act) -> str:
    """Why, where it was said; a first entry needs no reason."""
    reason = str(act.facts.get("reason", ""))
    if act.verb in {Act.Verb.SCORE, Act.Verb.CORRECT}:
        return "" if reason == Reason.FIRST or reason not in Reason.values else str(Reason(reason).label)
    return reason


def _changed(act: Act) -> list[str]:
    """Names of the settings that changed."""
    names = {field.name: str(field.verbose_name) for field in Tournament._meta.fields}
    names |= {"phases": gettext("phases"), "starts_at": gettext("begins")}
    return [names[name] for name in act.facts.get("changed", ()) if name in names]


def about(line: LogLine) -> list[str]:
    """Whom and what an act was about, from the facts it stored."""
    facts = line.act.facts
    said = _named(line)
    for name, words in COUNTED.items():
        if facts.get(name):
            said.append(words % {"number": facts[name]})
    what = facts.get("moment", facts.get("again", facts.get("what")))
    if what in Act.Verb.values:
        said.append(_label(what, facts))
    if len(facts.get("undone", ())) > 1:
        count = len(facts["undone"])
        said.append(ngettext("%(count)d act", "%(count)d acts", count) % {"count": count})
    if facts.get("totals"):
        said.append(" – ".join(minus(total) for total in facts["totals"]))
    said += [
        f"{signed(facts[name])} {word}" for name, word in (("vp", "V.P."), ("mp", "M.P.")) if facts.get(name)
    ]
    if facts.get("among"):
        said.append(gettext("among %(numbers)s") % {"numbers": ", ".join(map(str, facts["among"]))})
        if facts.get("seed"):
            said.append(gettext("seed %(seed)s") % {"seed": facts["seed"]})
    change = str(facts.get("change", ""))
    words = [_persons(line), str(CHANGES.get(change, "")), _reason(line.act), str(facts.get("decision", ""))]
    if facts.get("was"):
        words.insert(2, gettext("before: %(answer)s") % {"answer": CHANGES[facts["was"]]})
    signed_as = [gettext("as director, no referee appointed")] if facts.get("judge") == "director" else []
    return [*said, *_awards(line.act), *filter(None, words), *_changed(line.act), *signed_as]


def _persons(line: LogLine) -> str:
    """Who plays for whom, or who is one more."""
    if line.act.verb == Act.Verb.SUBSTITUTE and len(line.persons) == 2:
        leaving, arriving = line.persons
        return gettext("%(arriving)s instead of %(leaving)s") % {"arriving": arriving, "leaving": leaving}
    return ", ".join(line.persons)


def _awards(act: Act) -> list[str]:
    """What the referee gave each place instead of a played score."""
    return [
        f"{HandSide.Side(place).label} {signed(vp)} V.P. {signed(mp)} M.P."
        for place, (vp, mp) in in_their_order(act.facts.get("awards", {}))
    ]


def act_words(line: LogLine) -> str:
    """The whole act in one line: what, in which round, at which table, about whom."""
    act, said = line.act, [verb_words(line.act)]
    if act.round is not None:
        said.append(gettext("round %(number)d") % {"number": act.round.number})
    if act.facts.get("table"):
        said.append(gettext("table %(number)d") % {"number": act.facts["table"]})
    return " · ".join([*said, *about(line)])


APART = ("round", "table", "about", "before", "after")


class LogTable(tables.Table):
    """Everything that was done, with before and after. In a file round, table, what it was about, before and
    after have their columns (`apart`)."""

    caption = _("Everything that was done, last first")
    row_header = "number"

    number = tables.Column(_("No."), accessor="act__seq", orderable=False, attrs=NUMBERS)
    at = tables.Column(_("When"), accessor="act__at", orderable=False)
    what = tables.Column(_("What"), accessor="act", orderable=False)
    round = tables.Column(_("Round"), accessor="act__round__number", orderable=False, attrs=NUMBERS)
    table = tables.Column(_("Table"), accessor="act__facts__table", orderable=False, attrs=NUMBERS)
    about = tables.Column(_("About"), accessor="act__seq", orderable=False)
    before = tables.Column(_("Before"), accessor="act__seq", orderable=False)
    after = tables.Column(_("After"), accessor="act__seq", orderable=False)
    who = tables.Column(_("Who"), orderable=False)

    class Meta:
        attrs = {"class": "log"}
        default = ""

    def __init__(self, lines: list[LogLine], *, apart: bool = False, **kwargs: Any) -> None:
        super().__init__(lines, exclude=() if apart else APART, **kwargs)

    def render_at(self, record: LogLine) -> str:
        return date_format(localtime(record.act.at), "j b, H.i")

    def value_at(self, record: LogLine) -> str:
        return date_format(localtime(record.act.at), "Y-m-d H:i:s")

    def render_what(self, record: LogLine) -> str:
        """The act, and in a line of its own for each thing it changed before and after."""
        changes = format_html_join(
            "", '<br><span class="small">{}</span>', ((c,) for c in before_after(record))
        )
        return format_html("{}{}", act_words(record), changes)

    def value_what(self, value: Act) -> str:
        return verb_words(value)

    def value_about(self, record: LogLine) -> str:
        return " · ".join(about(record))

    def value_before(self, record: LogLine) -> str:
        changes = before_after(record)
        return " · ".join(each.half(each.before) for each in changes if each.before)

    def value_after(self, record: LogLine) -> str:
        return " · ".join(each.half(each.after) for each in before_after(record))
