"""Sentences for what a draw says in codes."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.drafts import DraftNote, Repeats
from tournaments.early import Early
from tournaments.models.events import Phase
from tournaments.names import EntryNames
from tournaments.pairing.manual import SeatingProblem

Names = Mapping[int, EntryNames]


def division_sentence(sizes: Sequence[int], entries: int) -> str:
    """How single players divide into tables: "2 tables of three, 1 of four; 1 player rests"."""
    words = {int(size.value): str(size.label) for size in Phase.TableSize}
    parts = [
        ngettext("%(count)d table of %(size)s", "%(count)d tables of %(size)s", count)
        % {"count": count, "size": words[size]}
        for size, count in Counter(sizes).items()
    ]
    if rests := entries - sum(sizes):
        parts.append(ngettext("%(count)d player rests", "%(count)d players rest", rests) % {"count": rests})
    return ", ".join(parts)


def entry_label(names: Names, entry: int) -> str:
    """Number and surnames: "7 Aquilone – Calamaio"."""
    who = names.get(entry)
    return f"{who.number} {' – '.join(who.full)}" if who else "?"


def _rounds(rounds: tuple[int, ...]) -> str:
    return ", ".join(map(str, rounds))


def note_sentence(note: DraftNote, names: Names) -> str:
    """What is out of the ordinary in a draft."""
    who = [entry_label(names, entry) for entry in note.entries]
    figures = {"one": who[0] if who else "", "other": who[-1] if who else "", "rounds": _rounds(note.rounds)}
    sentences = {
        "rematch": _("%(one)s and %(other)s meet again (round %(rounds)s)."),
        "rematch_allowed": _(
            "%(one)s and %(other)s met in round %(rounds)s: in the last round the code allows it."
        ),
        "rematch_unavoidable": _(
            "%(one)s and %(other)s must meet again (round %(rounds)s): there is no better draw."
        ),
        "previous_unavoidable": _(
            "%(one)s and %(other)s must meet again at once (round %(rounds)s): there is no better draw."
        ),
        "partner_again": _("%(one)s and %(other)s are partners again (round %(rounds)s)."),
        "rest_again": _("%(one)s rests again (round %(rounds)s)."),
        "rest_in_turn": _("%(one)s rests again (round %(rounds)s): nobody who plays has rested less."),
        "rest_needless": _("Those who rest could fill a table."),
        "rest_planned": _(
            "Those who rest could fill a table, but any two of them have met, or are to meet in a later "
            "round."
        ),
        "no_seat": _(
            "%(one)s found every seat of this movement taken: they wait, with the award of an "
            "absence, until a seat is free."
        ),
        "no_seat_until": _(
            "%(one)s found every seat of this movement taken: they wait, with the award of an "
            "absence, until a seat is free or, in round %(rounds)s, the next phase begins."
        ),
        "met_early": _(
            "%(one)s and %(other)s would rest and meet already now: the plan has their meeting in round "
            "%(rounds)s, in which they look for others; if there are none, they meet again."
        ),
        "exchanged": _(
            "%(one)s and %(other)s exchange opponents in this round, so that nobody meets again: their guide "
            "cards say otherwise."
        ),
        "step_of_one": _("The tables are too few for the step of this Mitchell: E-W move on by one."),
        "all_met": _("All have met in this movement: the round is drawn as Swiss, with the fewest repeated."),
        "fewer_groups": _("Those present cannot fill all the groups of the settings: fewer are drawn."),
        "line_changed": _("%(one)s does not sit on the line that was asked for."),
        "same_family": _("%(one)s and %(other)s are of one family, and meet."),
        "same_club": _("%(one)s and %(other)s are of one club, and meet."),
        "fixed_seat": _("%(one)s does not sit at the table that was promised."),
    }
    return sentences[note.code] % figures


def repeats_sentence(found: Repeats, names: Names) -> str:
    """What a draft does not repeat, or repeats without a warning; empty where the warnings say it all."""
    rests = [note_sentence(note, names) for note in found.rests]
    if found.opponents is None:
        said = _("Nobody meets again.") if rests else _("Nobody meets or rests again.")
        return " ".join(rests if found.notes else [said, *rests])
    parts = [] if found.partners else [_("Nobody has the same partner again.")]
    if found.opponents:
        again = ngettext(
            "%(count)d pair of opponents meets again.",
            "%(count)d pairs of opponents meet again.",
            found.opponents,
        )
        parts.append(again % {"count": found.opponents})
    else:
        parts.append(_("Nobody has the same opponent again."))
    return " ".join([*parts, *rests])


def fault_sentence(problem: SeatingProblem, names: Names) -> str:
    """Why seats typed by hand cannot stand."""
    who = ", ".join(entry_label(names, entry) for entry in problem.entries)
    figures = {"who": who, "tables": ", ".join(map(str, problem.tables))}
    sentences = {
        "unknown": _("%(who)s is not present."),
        "missing": _("Nobody seated %(who)s."),
        "twice": _("%(who)s sits more than once (tables %(tables)s)."),
        "both_lines": _("%(who)s sits on both lines of table %(tables)s."),
        "line_size": _("Table %(tables)s is not complete."),
        "table_number": _("%(tables)s is no table number."),
        "table_twice": _("Table %(tables)s stands twice."),
    }
    return sentences[problem.code] % figures


def early_sentence(asked: Early) -> str:
    """Why nothing can be said yet of the next round."""
    sentences = {
        "not_by_standings": _(
            "The next round does not go by these standings alone: nothing can be said before."
        ),
        "other_criteria": _(
            "These standings are ordered by more than V.P. and M.P.: nothing can be said before."
        ),
        "no_bands": _("V.P. here are points, which may end in too many ways: nothing can be said before."),
        "too_many": _(
            "It is said as soon as no more than %(most)s tables are missing; now they are %(missing)d."
        ),
    }
    return sentences[asked.why or "too_many"] % {"most": asked.most, "missing": len(asked.missing)}
