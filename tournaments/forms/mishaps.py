"""What the director says when something goes wrong, and in words what will happen then."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from django import forms
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.templatetags.ui import signed
from tournaments.arrivals import How, Way
from tournaments.departures import Departure, Share, Unplayed, left_of
from tournaments.forms.draws import entry_label
from tournaments.forms.entries import PlayersForm
from tournaments.forms.waiting import may_go_back, waiting_sentence
from tournaments.lateness import Lateness
from tournaments.level_matches import WonLevel
from tournaments.models.entries import Entry
from tournaments.names import EntryNames
from tournaments.roster import EntryLine
from tournaments.walkovers import Walkover


def numbered(numbers: Sequence[int]) -> str:
    """Numbers as people read them: "1, 2 and 3"."""
    words = [str(number) for number in numbers]
    return (
        words[0]
        if len(words) == 1
        else _("%(first)s and %(last)s")
        % {
            "first": ", ".join(words[:-1]),
            "last": words[-1],
        }
    )


def redrawn_sentence(numbers: Sequence[int]) -> str:
    """Which drawn rounds are put aside; empty when none."""
    if not numbers:
        return ""
    return ngettext(
        "Round %(numbers)s is drawn and not announced: its draw is put aside, draw it again.",
        "Rounds %(numbers)s are drawn and not announced: their draws are put aside, draw them again.",
        len(numbers),
    ) % {"numbers": numbered(numbers)}


def way_sentence(way: Way, names: Mapping[int, EntryNames], *, some_rest: bool) -> str:
    """What a way in means for who comes late and for the others; `some_rest`: with them not all can play."""
    if way.with_ is not None:
        said = [
            _("At once, in round %(round)d: they meet %(who)s, who rests now and loses the sit-out's award.")
            % {"round": way.round, "who": entry_label(names, way.with_)}
        ]
        if names[way.with_].team:
            said.append(_("Both sit down with the first players of their lists, at new tables side by side."))
    else:
        said = [waiting_sentence(way) if way.waits else _("From round %(round)d.") % {"round": way.round}]
        said += [may_go_back(way.round)] if way.contested else []
        if some_rest and not way.waits:
            said.append(_("With them not all can play in each round: somebody rests, and it may be them."))
        if way.missed:
            said.append(
                ngettext(
                    "Round %(numbers)s, which they missed, gives them the award of an absence.",
                    "Rounds %(numbers)s, which they missed, give them the award of an absence.",
                    len(way.missed),
                )
                % {"numbers": numbered(way.missed)}
            )
    return " ".join(filter(None, [*said, redrawn_sentence(way.redrawn)]))


class WayField(forms.ChoiceField):
    """A way in among those offered now; whether one that was offered before is lost is the verb's to say."""

    def valid_value(self, value: str) -> bool:
        return value in get_args(How)


class LateForm(PlayersForm):
    """Who comes late, and how she comes in."""

    def __init__(
        self,
        *args: Any,
        ways: Sequence[Way],
        names: Mapping[int, EntryNames],
        some_rest: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("alone", None)
        self.fields["how"] = WayField(
            label=_("When do they play?"),
            widget=forms.RadioSelect,
            choices=[(way.how, way_sentence(way, names, some_rest=some_rest)) for way in ways],
            initial=ways[0].how if ways else None,
            error_messages={"required": _("Say when they play."), "invalid_choice": _("Say when they play.")},
        )


class LeaveForm(forms.Form):
    """Whether who leaves has a good reason: asked only where it changes what they get."""

    justified = forms.TypedChoiceField(
        label=gettext_lazy("Why do they leave?"),
        widget=forms.RadioSelect,
        coerce=lambda value: value == "yes",
        initial="yes",
        error_messages={"required": gettext_lazy("Say why they leave.")},
    )

    def __init__(self, *args: Any, cases: Sequence[tuple[str, Departure]], **kwargs: Any) -> None:
        """`cases` are what happens with a good reason ("yes") and without one ("no")."""
        super().__init__(*args, **kwargs)
        words = {"yes": _("with a good reason: %(points)s"), "no": _("without a good reason: %(points)s")}
        choices = [
            (case, words[case] % {"points": points_words(share.points)})
            for case, will in cases
            for share in [share for share in will.every_share if share.leaves][:1]
        ]
        if choices:
            self.fields["justified"].choices = choices
        else:
            del self.fields["justified"]

    @property
    def is_justified(self) -> bool:
        return bool(self.cleaned_data.get("justified", True))


def points_words(points: tuple[int, int]) -> str:
    """VP and MP as one figure is read: "12 V.P., +305 M.P."."""
    return _("%(vp)d V.P., %(mp)s M.P.") % {"vp": points[0], "mp": signed(points[1])}


def share_sentence(share: Share, names: Mapping[int, EntryNames]) -> str:
    """What who is left in the middle of a match gets, and why."""
    figures = {
        "who": entry_label(names, share.seat.entry_id),
        "award": points_words(share.award),
        "score": points_words(share.score or (0, 0)),
    }
    if share.score is None:
        return _("%(who)s: %(award)s, the award of a sit-out. No hand is written.") % figures
    if share.points == share.award:
        return _("%(who)s: %(award)s, the award of a sit-out; the hands played give %(score)s") % figures
    return _("%(who)s: %(score)s for the hands played; the award of a sit-out gives %(award)s") % figures


def unplayed_sentence(match: Unplayed) -> str:
    """What becomes of a match that is not over when somebody leaves."""
    meeting = match.view.meeting
    numbers = sorted({match.view.table_number, *(meeting.others if meeting else ())})
    figures = {"table": match.view.table_number, "round": match.round, "tables": ", ".join(map(str, numbers))}
    if match.put_off:
        words = _(
            "The match at table %(table)d of round %(round)d, which was put off, is not played any more. "
            "Who stays gets the better of two:"
        )
    elif match.begun and meeting:
        words = _("The meeting at tables %(tables)s ends here. Who stays gets the better of two:")
    elif match.begun:
        words = _("The match at table %(table)d ends here. Who stays gets the better of two:")
    else:
        words = _("The match at table %(table)d of round %(round)d is not played. Who stays gets:")
    return words % figures


def departure_sentences(cases: Sequence[tuple[str, Departure]], names: Mapping[int, EntryNames]) -> list[str]:
    """What becomes of the open match and of the draws when somebody leaves; `cases` as of `LeaveForm`."""
    will = cases[0][1]
    said = [_("What they have played stays. The next draws leave them out.")]
    if will.match is not None and will.first is not None:
        if will.ends:
            table = {"table": will.match.table_number}
            said.append(_("The match at table %(table)d is over with these hands: its score counts.") % table)
        else:
            said.append(unplayed_sentence(will.first))
        said += [share_sentence(share, names) for share in will.shares if not share.leaves]
        for each in will.also:
            said.append(unplayed_sentence(each))
            said += [share_sentence(share, names) for share in each.shares if not share.leaves]
        said += _leaving_sentences(cases, names)
    return [*said, *filter(None, [redrawn_sentence(will.redrawn)])]


def walkover_sentence(walk: Walkover) -> str:
    """What becomes of the next match of a knock-out when one of its two leaves."""
    who = (
        _("Who wins at table %(table)d") % {"table": walk.table or 0}
        if walk.who is None
        else f"{walk.who.number} {' – '.join(walk.who.full)}"
    )
    sentences = {
        "final": _("%(who)s: win the final without playing. Who leave are second."),
        "third": _("%(who)s: third without playing."),
        "on": _("%(who)s: go on without playing."),
        "nobody": _(
            "Nobody is left for the final: it is not played and has no winner. The first place stays empty, "
            "and who had reached the final is second."
        ),
    }
    return sentences[walk.what] % {"who": who}


def won_level_sentence(won: WonLevel) -> str:
    """Who wins a level match because the other one leaves."""
    sentences = {
        "final": _("The final is level: when they leave, %(who)s win it, and who leave are second."),
        "third": _("Their match is level: when they leave, %(who)s are third."),
        "on": _("Their match is level: when they leave, %(who)s go on."),
    }
    return sentences[won.what] % {"who": f"{won.who.number} {' – '.join(won.who.full)}"}


def place_sentences(final: int) -> Iterator[str]:
    """What a withdrawal means for the final that begins with this round; nothing for 0."""
    if final:
        yield _(
            "They have qualified for the final: a place in it opens, and the draw of round %(number)d waits "
            "until it is decided who takes it, or that it stays empty."
        ) % {"number": final}


def _leaving_sentences(
    cases: Sequence[tuple[str, Departure]], names: Mapping[int, EntryNames]
) -> Iterator[str]:
    """What who leaves gets, with a good reason and without; of each round where there are more."""
    yes, no = (list(_shares_of_leaving(will)) for _case, will in cases)
    words = _("%(who)s, who leave: %(yes)s with a good reason, %(no)s without.")
    if len(yes) > 1:
        words = _("%(who)s, who leave, for round %(round)d: %(yes)s with a good reason, %(no)s without.")
    for (number, good), (_number, none) in zip(yes, no, strict=True):
        yield words % {
            "who": entry_label(names, good.seat.entry_id),
            "round": number,
            "yes": points_words(good.points),
            "no": points_words(none.points),
        }


def _shares_of_leaving(will: Departure) -> Iterator[tuple[int, Share]]:
    """The number of a round and what who leaves gets in it, of all the matches that it ends."""
    open_matches = [(will.first.round, will.shares)] if will.first else []
    for number, shares in (*open_matches, *((each.round, each.shares) for each in will.also)):
        yield from ((number, share) for share in shares if share.leaves)


def gone_sentence(entry: Entry) -> str:
    """That somebody has left already, and what stands of it."""
    left = left_of(entry)
    if left is None:
        return _("Number %(number)d has left.") % {"number": entry.number}
    reasons = {True: _("with a good reason"), False: _("without a good reason")}
    said = [left.by or "Pozzetto", date_format(localtime(left.at), "H.i")]
    said += [reasons[left.justified]] if left.justified is not None else []
    return _("Number %(number)d has left already: %(said)s. This stands.") % {
        "number": entry.number,
        "said": ", ".join(said),
    }


class ReplaceForm(PlayersForm):
    """Who goes and who plays instead."""

    def __init__(self, *args: Any, line: EntryLine, **kwargs: Any) -> None:
        super().__init__(*args, is_individual=True, **kwargs)
        self.fields["first"].label = _("Who plays instead")
        self.fields["leaving"] = forms.TypedChoiceField(
            label=_("Who goes"),
            coerce=int,
            widget=forms.RadioSelect,
            choices=list(line.persons),
            error_messages={
                "required": _("Say who goes."),
                "invalid_choice": _("Who was to go is not in this entry any more: choose again."),
            },
        )
        self.order_fields(["leaving", "first", "first_is"])


class JoinTeamForm(PlayersForm):
    """Who joins a team in the middle of the evening."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, is_individual=True, **kwargs)
        self.fields["first"].label = _("Who joins the team")


class AbsentForm(forms.Form):
    """Who of a table did not come."""

    absent = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who did not come?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": gettext_lazy("Say who did not come to this table."),
            "invalid_choice": gettext_lazy("Who sits at this table has changed: choose again."),
        },
    )

    def __init__(
        self, *args: Any, entries: Sequence[int], names: Mapping[int, EntryNames], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["absent"].choices = [(entry, entry_label(names, entry)) for entry in entries]


class MoveForm(forms.Form):
    """The number of the table where a match goes on."""

    to = forms.IntegerField(label=gettext_lazy("New table"), min_value=1, max_value=1000)
    closes = forms.BooleanField(
        label=gettext_lazy("The table left is out of use: nobody is seated there any more"), required=False
    )


class ThrowAwayForm(forms.Form):
    """The number of the round, typed before its scores are thrown away."""

    typed = forms.IntegerField(label=gettext_lazy("Number of the round"), min_value=0, max_value=1000)


class SeenForm(forms.Form):
    """How many rounds, or which act, the page showed when it was pressed."""

    seen = forms.IntegerField(min_value=0, max_value=1_000_000, widget=forms.HiddenInput)


class TableSeenForm(forms.Form):
    """How the table stood on the page that was pressed."""

    seen = forms.CharField(max_length=40, required=False, empty_value=None)


class RaiseForm(forms.Form):
    """The warning for lateness that the page said goes, by its key; nothing where none was."""

    warning = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class WarnForm(forms.Form):
    """Which warning of the entry the page showed when it was pressed."""

    told = forms.IntegerField(min_value=0, max_value=1_000_000)


class RestoreForm(forms.Form):
    """A moment of the evening, and how many acts going back to it undoes, typed as a second look."""

    seq = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    acts = forms.IntegerField(label=gettext_lazy("Acts that are undone"), min_value=1)


def lateness_sentence(late: Lateness) -> str:
    """How late the table is by its own clock, and what the code says to that."""
    says = {
        "none": "",
        "warning": _("Whoever comes now gets a warning."),
        "penalty": _("Whoever comes now loses 100 M.P."),
        "forfeit": _("Who has not come has lost the match by absence."),
    }[late.consequence]
    if not says:
        return _("The clock of this table has not begun.")
    clock = ngettext(
        "%(minutes)d minute on this table's clock.",
        "%(minutes)d minutes on this table's clock.",
        late.minutes,
    )
    return f"{clock % {'minutes': late.minutes}} {says}"


def late_reason(late: Lateness) -> str:
    """What stands beside a warning or a penalty for lateness."""
    return ngettext(
        "late at the table: %(minutes)d minute", "late at the table: %(minutes)d minutes", late.minutes
    ) % {"minutes": late.minutes}
