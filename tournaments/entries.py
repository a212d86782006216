"""Writing entries: adding, changing, cancelling, taking from the waiting list, withdrawing."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from clubs.models.people import Person
from clubs.models.users import User
from clubs.naming import full_name
from clubs.people import add_person
from tournaments.cuts import why_not_in_final
from tournaments.journal import ENTRIES
from tournaments.likeness import Name
from tournaments.log import locked, write_act
from tournaments.models.entries import NEVER_PLAYED, Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.roster import most_of, places_for_new, places_left, size_of
from tournaments.stages import check_in_over, ended, no_draw_left

State = Entry.State


def entries_stand(tournament: Tournament) -> str:
    """Why entries do not change, and what can be done; empty before the check-in is closed."""
    if over := check_in_over(tournament):
        stand = _("Entries stand as they are.")
        return f"{stand} {over}"
    return _("The check-in is closed: open it again first.") if tournament.check_in_closed_at else ""


def check_takes_entries(tournament: Tournament) -> None:
    """Refuse when entries do not change any more; the sentence says what to do."""
    if refusal := entries_stand(tournament):
        raise ValidationError(refusal, code="state")


def next_number(tournament: Tournament) -> int:
    """The number the next entry gets. Numbers of cancelled entries are not given again."""
    return (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1


@transaction.atomic
def add_entry(
    *, tournament: Tournament, persons: Sequence[Person | Name], by: User | None, name: str = ""
) -> Entry:
    """Enter a pair or a single player; one person in a pairs tournament waits for a partner. A team has a
    name, and up to two persons more than its pairs need: the first ones are the pairs of the first round.

    A Name not yet on the club's list is put there. Without free places, or behind somebody who waits, the
    entry goes to the waiting list. The same persons twice are one entry. Raises ValidationError: somebody
    already entered (code "entered", `params["position"]` from 0), too many persons, the wrong moment.
    """
    tournament = locked(tournament, ENTRIES)
    people, name = people_of(tournament, persons), name_of(tournament, name)
    same = entry_of_exactly(tournament, people)
    if same is not None and same.name == name:
        return same
    check_takes_entries(tournament)
    state = State.WAITING if places_for_new(tournament) == 0 else State.ENTERED
    entry = write_entry(tournament, people, state, name=name)
    write_act(tournament=tournament, verb=Act.Verb.ENTER, by=by, numbers=[entry.number], state=entry.state)
    return entry


def write_entry(
    tournament: Tournament, people: Sequence[Person], state: str, from_round: int = 1, name: str = ""
) -> Entry:
    """The rows of a new entry with the next number. The caller holds the lock, and writes the log.

    Raises ValidationError for somebody who is entered already.
    """
    _check_free(tournament, people)
    entry = Entry(tournament=tournament, number=next_number(tournament), state=state, name=name)
    entry.full_clean()
    entry.save()
    for position, person in enumerate(people, 1):
        _put_in(entry, person, position, from_round)
    return entry


@transaction.atomic
def change_members(
    *, entry: Entry, persons: Sequence[Person | Name], by: User | None, name: str = ""
) -> Entry:
    """Say who is in an entry before anybody has played: complete it, replace somebody, leave one alone; and
    what a team is called.

    An entry left incomplete is no longer present. Raises ValidationError as `add_entry` does.
    """
    entry = _locked_entry(entry)
    tournament = entry.tournament
    people, name = people_of(tournament, persons), name_of(tournament, name)
    inside = {member.person_id: member for member in entry.members.filter(is_current=True)}
    if set(inside) == {person.pk for person in people} and entry.name == name:
        return entry
    check_takes_entries(tournament)
    if entry.state == State.CANCELLED:
        raise ValidationError(_("This entry is cancelled: take it back first."), code="state")
    _check_free(tournament, people, but=entry)
    _leave([member for key, member in inside.items() if key not in {person.pk for person in people}])
    taken = set(entry.members.filter(is_current=True).values_list("position", flat=True))
    free = (position for position in range(1, most_of(tournament) + 1) if position not in taken)
    for person in people:
        if person.pk not in inside:
            _put_in(entry, person, next(free))
    if entry.name != name:
        entry.name = name
        entry.full_clean()
        entry.save(update_fields=["name"])
    if len(people) < size_of(tournament) and entry.state == State.PRESENT:
        entry.state = State.ENTERED
        entry.save(update_fields=["state"])
    return _logged(entry, by, "members")


@transaction.atomic
def join_singles(*, entry: Entry, other: Entry, by: User | None) -> Entry:
    """Make a pair of two single players who wait for a partner; it keeps the earlier number of the two.

    Somebody who has a place wins over somebody in the waiting list. Raises ValidationError.
    """
    entry, other = _locked_entry(entry), _locked_entry(other)
    tournament = entry.tournament
    if entry.tournament_id != other.tournament_id or entry == other:
        raise ValidationError(_("Choose two different players of this tournament."))
    stays, goes = sorted((entry, other), key=lambda one: (one.state == State.WAITING, one.number))
    people = list(entry.members.filter(is_current=True)) + list(other.members.filter(is_current=True))
    together = {member.entry_id for member in people}
    if len(people) == 2 and len(together) == 1 and _shared(entry, other):
        return people[0].entry
    check_takes_entries(tournament)
    if len(people) != 2 or len(together) != 2 or size_of(tournament) != 2:
        raise ValidationError(_("Only two players who are both alone can become a pair."), code="state")
    moving = next(member for member in people if member.entry_id == goes.pk)
    _leave([moving])
    _put_in(stays, moving.person, 2 if stays.members.filter(is_current=True, position=1).exists() else 1)
    goes.state = State.CANCELLED
    goes.save(update_fields=["state"])
    return _logged(stays, by, "joined", other=goes.number)


@transaction.atomic
def cancel_entry(*, entry: Entry, by: User | None) -> Entry:
    """Somebody does not come; her number stays hers, her place is free. Raises ValidationError."""
    entry = _locked_entry(entry)
    if entry.state == State.CANCELLED:
        return entry
    check_takes_entries(entry.tournament)
    set_aside([entry])
    return _logged(entry, by, "cancelled")


@transaction.atomic
def reinstate_entry(*, entry: Entry, by: User | None) -> Entry:
    """Take a cancelled entry back, to the waiting list when no place is left. Raises ValidationError."""
    entry = _locked_entry(entry)
    if entry.state != State.CANCELLED:
        return entry
    tournament = entry.tournament
    check_takes_entries(tournament)
    members = list(entry.members.filter(to_round__isnull=True).select_related("person"))
    if not members:
        raise ValidationError(_("These players are in another entry now."), code="state")
    _check_free(tournament, [member.person for member in members])
    entry.members.filter(pk__in=[member.pk for member in members]).update(is_current=True)
    entry.state = State.WAITING if places_left(tournament) == 0 else State.ENTERED
    if entry.name:
        entry.full_clean()  # another team may have taken the name
    entry.save(update_fields=["state"])
    return _logged(entry, by, "taken_back")


@transaction.atomic
def promote_entry(*, entry: Entry, by: User | None) -> Entry:
    """Give a free place to an entry of the waiting list. Raises ValidationError without a place."""
    entry = _locked_entry(entry)
    if entry.state in {State.ENTERED, State.PRESENT}:
        return entry
    check_takes_entries(entry.tournament)
    if entry.state != State.WAITING:
        raise ValidationError(_("This entry is not in the waiting list."), code="state")
    if places_left(entry.tournament) == 0:
        raise ValidationError(
            _("All %(capacity)d places are taken: cancel an entry, or raise the places first.")
            % {"capacity": entry.tournament.capacity},
            code="full",
        )
    entry.state = State.ENTERED
    entry.save(update_fields=["state"])
    write_act(tournament=entry.tournament, verb=Act.Verb.PROMOTE, by=by, numbers=[entry.number])
    return entry


@transaction.atomic
def place_entry(
    *, entry: Entry, club_name: str, family: str, fixed_table: int | None, by: User | None
) -> Entry:
    """Say whom an entry is kept apart from and which table it keeps; it counts from the next draw on.

    Two entries cannot keep one table, nor can a team, which sits at several. Raises ValidationError.
    """
    entry = _locked_entry(entry)
    if fixed_table is not None and entry.tournament.is_teams:
        raise ValidationError(
            {"fixed_table": _("A team sits at more tables than one and keeps none: leave it empty.")}
        )
    if ended(entry.tournament):
        raise ValidationError(ended(entry.tournament), code="state")
    facts = {"club_name": club_name.strip(), "family": family.strip(), "fixed_table": fixed_table}
    if all(getattr(entry, name) == value for name, value in facts.items()):
        return entry
    taken = entry.tournament.entries.filter(fixed_table=fixed_table).exclude(pk=entry.pk)
    other = taken.exclude(state__in=[State.CANCELLED, State.WITHDRAWN]).first() if fixed_table else None
    if other is not None:
        raise ValidationError(
            {"fixed_table": _("Number %(number)d keeps this table already.") % {"number": other.number}}
        )
    for name, value in facts.items():
        setattr(entry, name, value)
    entry.full_clean()
    entry.save(update_fields=list(facts))
    return _logged(entry, by, "placed")


def why_not_back(entry: Entry) -> str:
    """Why an entry that withdrew does not play again: no draw is left, it would not be in it, or
    one is made and not announced."""
    tournament = entry.tournament
    moments = {Tournament.State.CHECK_IN, Tournament.State.PLAYING}
    if tournament.state not in moments or entry.state != State.WITHDRAWN:
        return ended(tournament) or _("Only who has withdrawn can come back.")
    return no_draw_left(tournament) or why_not_in_final(entry) or _why_no_draft(tournament)


@transaction.atomic
def readmit_entry(*, entry: Entry, by: User | None) -> Entry:
    """Somebody who withdrew plays again from the next draw. Raises ValidationError."""
    entry = _locked_entry(entry)
    if entry.state == State.PRESENT:
        return entry
    if why := why_not_back(entry):
        raise ValidationError(why, code="state")
    entry.state = State.PRESENT
    entry.save(update_fields=["state"])
    return _logged(entry, by, "back")


def set_aside(entries: Sequence[Entry]) -> None:
    """Write that entries do not come. The caller holds the tournament's lock, and writes the log."""
    keys = [entry.pk for entry in entries]
    Entry.objects.filter(pk__in=keys).update(state=State.CANCELLED)
    EntryMember.objects.filter(entry__in=keys, is_current=True).update(is_current=False)
    for entry in entries:
        entry.state = State.CANCELLED


def _locked_entry(entry: Entry) -> Entry:
    """The entry read afresh under the tournament's lock."""
    tournament = locked(entry.tournament, ENTRIES)
    fresh = Entry.objects.get(pk=entry.pk)
    fresh.tournament = tournament
    return fresh


def _logged(entry: Entry, by: User | None, change: str, **facts: object) -> Entry:
    write_act(
        tournament=entry.tournament,
        verb=Act.Verb.ENTRY_STATE,
        by=by,
        numbers=[entry.number],
        change=change,
        **facts,
    )
    return entry


def name_of(tournament: Tournament, typed: str) -> str:
    """The name of an entry: a team has one, others none. Raises ValidationError for a team without."""
    name = " ".join(typed.split()) if tournament.is_teams else ""
    if tournament.is_teams and not name:
        raise ValidationError({"name": _("Write what the team is called.")})
    return name


def people_of(tournament: Tournament, persons: Sequence[Person | Name]) -> list[Person]:
    """The persons as rows, new ones put on the club's list; as many as an entry may have."""
    _check_count(tournament, len(persons))
    people = on_the_list(tournament, persons)
    keys = [person.pk for person in people]
    twice = next((at for at, key in enumerate(keys) if key in keys[:at]), None)
    if twice is not None:
        sentence = _("A pair is made of two different persons.")
        if tournament.is_teams:
            sentence = _("This person stands twice in the team.")
        raise ValidationError(sentence, code="same", params={"position": twice})
    return people


def _check_count(tournament: Tournament, count: int) -> None:
    most = most_of(tournament)
    if tournament.is_teams and not size_of(tournament) <= count <= most:
        sentence = _("A team has from %(least)d to %(most)d players.")
        raise ValidationError(sentence % {"least": size_of(tournament), "most": most}, code="count")
    if not 1 <= count <= most:
        raise ValidationError(_("One player an entry.") if most == 1 else _("One or two players an entry."))


def on_the_list(tournament: Tournament, persons: Sequence[Person | Name]) -> list[Person]:
    """The persons as rows of the club's list, where new names are put."""
    for person in persons:
        if isinstance(person, Person) and person.club_id != tournament.club_id:
            raise ValidationError(_("This person is not on the club's list."))
    return [
        add_person(club=tournament.club, last_name=who.last, first_name=who.first)
        if isinstance(who, Name)
        else who
        for who in persons
    ]


def entry_of_exactly(tournament: Tournament, people: Sequence[Person]) -> Entry | None:
    """The entry in which exactly these persons are now."""
    rows = EntryMember.objects.filter(tournament=tournament, is_current=True, person__in=people)
    keys = set(rows.values_list("entry", flat=True))
    if rows.count() != len(people) or len(keys) != 1:
        return None
    entry = Entry.objects.get(pk=keys.pop())
    return entry if entry.members.filter(is_current=True).count() == len(people) else None


def _check_free(tournament: Tournament, people: Sequence[Person], but: Entry | None = None) -> None:
    """Refuse whoever is in another entry, naming her and its number."""
    rows = EntryMember.objects.filter(tournament=tournament, is_current=True, person__in=people)
    numbers = dict(rows.exclude(entry=but).values_list("person_id", "entry__number"))
    errors = [
        ValidationError(
            _("%(person)s is already entered, with number %(number)d."),
            code="entered",
            params={"person": full_name(person), "number": numbers[person.pk], "position": position},
        )
        for position, person in enumerate(people)
        if person.pk in numbers
    ]
    if errors:
        raise ValidationError(errors)


def check_still_free(tournament: Tournament, people: Sequence[Person], number: int) -> None:
    """Refuse who is in an entry of the tournament, naming her and its number; and who has left one that she
    still played for in the round of that number."""
    _check_free(tournament, people)
    played = EntryMember.objects.filter(tournament=tournament, to_round__gte=number).select_related("entry")
    words = _("%(person)s plays with number %(number)d in round %(round)d: from the next one on she is free.")
    for position, person in enumerate(people):
        if (left := played.filter(person=person).first()) is not None:
            figures = {"person": full_name(person), "number": left.entry.number, "round": left.to_round}
            raise ValidationError(words, code="entered", params={**figures, "position": position})


def _why_no_draft(tournament: Tournament) -> str:
    pending = tournament.rounds.unseen().first()
    if pending is None:
        return ""
    return _("Round %(number)d is drawn but not announced: undo its draw first, then draw it again.") % {
        "number": pending.number
    }


def _put_in(entry: Entry, person: Person, position: int, from_round: int = 1) -> None:
    member = EntryMember(
        entry=entry, tournament=entry.tournament, person=person, position=position, from_round=from_round
    )
    member.full_clean()
    member.save()


def _leave(members: Sequence[EntryMember]) -> None:
    """Write that persons left an entry before anybody had played."""
    keys = [member.pk for member in members]
    EntryMember.objects.filter(pk__in=keys).update(is_current=False, to_round=NEVER_PLAYED)


def _shared(entry: Entry, other: Entry) -> bool:
    """Whether one of the two entries was joined to the other before."""
    ever = [set(one.members.values_list("person", flat=True)) for one in (entry, other)]
    return bool(ever[0] & ever[1])
