"""Who finds no seat, gives one back or leaves one, and the groups that fewer can fill, in words."""

from collections.abc import Collection, Iterator, Mapping

from django.utils.translation import gettext as _

from tournaments.arrivals import Way
from tournaments.drafts import next_start
from tournaments.forms.draws import entry_label
from tournaments.forms.finals import group_sizes
from tournaments.models.entries import Entry
from tournaments.models.events import Phase
from tournaments.names import EntryNames
from tournaments.pairing.draws import TooManyGroups
from tournaments.trial_draws import following_round, seated_if_gone, waits_if_back


def waiting_sentence(way: Way) -> str:
    """Until when who comes late waits, where the movement has no empty seat, and what that gives."""
    words = _(
        "Every seat of this movement is taken. From round %(round)d they wait until somebody leaves, each "
        "round with the award of an absence; two who wait meet each other once."
    )
    if way.then:
        words = _(
            "Every seat of this movement is taken. They play from round %(then)d, when the next phase "
            "begins; until then they wait, each round with the award of an absence. They play before only if "
            "somebody leaves, or if two wait: these meet each other once."
        )
    return words % {"round": way.round, "then": way.then}


def may_go_back(number: int) -> str:
    """What becomes of the seat that somebody has left and who comes late is to have from that round on."""
    return _(
        "They take a seat that was left: if who left it comes back before round %(round)d is drawn, it is "
        "theirs again, and who came late waits."
    ) % {"round": number}


def back_sentence(entry: Entry, names: Mapping[int, EntryNames]) -> str:
    """Who will wait for a seat when somebody comes back, and how long; empty when nobody."""
    waits, following = waits_if_back(entry), following_round(entry.tournament)
    if not waits or following is None:
        return ""
    then = next_start(following)
    words = {
        (True, False): _(
            "Every seat of this movement is taken: they come back and wait, each round with the award of an "
            "absence, until a seat is free."
        ),
        (True, True): _(
            "Every seat of this movement is taken: they come back and wait, each round with the award of an "
            "absence, until a seat is free or, in round %(then)d, the next phase begins."
        ),
        (False, False): _(
            "They have their seat back. %(who)s, not drawn yet, was to have it and waits then, each round "
            "with the award of an absence, until a seat is free."
        ),
        (False, True): _(
            "They have their seat back. %(who)s, not drawn yet, was to have it and waits then, each round "
            "with the award of an absence, until a seat is free or, in round %(then)d, the next phase begins."
        ),
    }
    return words[entry.pk in waits, bool(then)] % {"who": _called(waits, names), "then": then}


def back_done(entry: Entry, names: Mapping[int, EntryNames]) -> str:
    """What is to be said once somebody is back: call it before. The number and names are left open."""
    waits = waits_if_back(entry)
    if entry.pk in waits:
        return _("They are back, and wait for a seat: %(number)d, %(names)s")
    done = _("They play again from the next draw: %(number)d, %(names)s")
    if not waits:
        return done
    told = _("They have their seat back, and now %(who)s waits for one.") % {"who": _called(waits, names)}
    return f"{done}. {told.replace('%', '%%')}"


def freed_sentences(entry: Entry, names: Mapping[int, EntryNames]) -> Iterator[str]:
    """Who waits and will have a seat when somebody leaves."""
    following = following_round(entry.tournament)
    if following is not None and (seated := seated_if_gone(entry)):
        figures = {"who": _called(seated, names), "round": following.number}
        yield _("%(who)s, waiting for a seat, has one from round %(round)d on.") % figures


def fewer_groups_sentences(entry: Entry) -> Iterator[str]:
    """In which phases still to come fewer groups can be drawn when somebody leaves."""
    present = entry.tournament.entries.present().count()
    for phase in entry.tournament.phases.filter(groups__gt=1):
        begun = any(round_.is_public for round_ in phase.rounds.all())
        left = _groups_of(phase, present - 1)
        if begun or left == _groups_of(phase, present):
            continue
        words = _(
            "Phase %(phase)d will have %(left)d groups instead of %(groups)d: those left cannot fill more."
        )
        if left < 2:
            words = _("Phase %(phase)d will have no groups any more: those left cannot fill two.")
        yield words % {"phase": phase.number, "left": left, "groups": phase.groups}


def _groups_of(phase: Phase, entries: int) -> int:
    """How many groups so many entries fill, at most those of the settings."""
    try:
        return len(group_sizes(phase, entries))
    except TooManyGroups as refusal:
        return max(refusal.limit, 1)


def _called(entries: Collection[int], names: Mapping[int, EntryNames]) -> str:
    return ", ".join(entry_label(names, entry) for entry in sorted(entries))
