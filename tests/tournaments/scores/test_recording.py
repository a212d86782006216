"""Writing a score: versions, reasons, who may what, the same post twice."""

import pytest
from django.core.exceptions import ValidationError

from scoring.hands import EndReason, Hand, HandScore
from tests.cast import REFEREE, SCORER, Cast
from tests.evenings import the_round
from tests.slips import E6, quick, reread
from tournaments import rounds
from tournaments.access import match_for_scoring
from tournaments.ending import declare_final, publish_provisional
from tournaments.hands import NumberedHand, hands_of, same_score
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import HandRecord, HandSide, ScoreChange
from tournaments.scores import StaleScore, record_match, swap_lines

CORRECTED = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -45, 350, 185), (100, 60, 300, 200))
IMPOSSIBLE = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -45, 370, 185), (100, 60, 300, 205))
UNLIKELY = ((400, 165, 0, -10), (200, 20, 0, 30), (-100, -345, 350, 185), (100, 60, 300, 205))


def counts() -> tuple[int, int, int, int]:
    acts = Act.objects.filter(verb__in=[Act.Verb.SCORE, Act.Verb.CORRECT])
    rows = (HandRecord.objects, HandSide.objects, ScoreChange.objects, acts)
    return tuple(each.count() for each in rows)


def save(match: Match, rows: tuple = E6, *, seen: int = 0, **facts: object):
    return record_match(match=match, hands=quick(rows), seen_version=seen, **{"by": None, **facts})


def test_the_worked_round_of_four_is_stored_as_typed_and_derived(match: Match) -> None:
    saved = save(match)
    assert (saved.changed, saved.totals, saved.vp) == (True, (800, 1060), (9, 11))
    assert counts() == (4, 8, 1, 1)
    assert set(HandSide.objects.values_list("total", flat=True)) == {None}, "a total was stored"
    assert same_score(hands_of(match), quick(E6))


def test_the_same_score_twice_is_one_row_one_log_line_and_the_same_answer(match: Match) -> None:
    first, second = save(match), save(match)
    assert second.changed is False
    assert (first.totals, first.vp, first.match.version) == (second.totals, second.vp, second.match.version)
    assert counts() == (4, 8, 1, 1)


def test_the_tournaments_version_rises_with_a_score_and_not_without(match: Match) -> None:
    before = reread(match).round.tournament.version
    save(match)
    after = reread(match).round.tournament.version
    save(match)
    assert (after, reread(match).round.tournament.version) == (before + 1, before + 1)


@pytest.mark.experience(5)
def test_a_second_scorer_gets_both_versions_and_overwrites_nothing(match: Match, cast: Cast) -> None:
    save(match, by=cast.users[SCORER])
    with pytest.raises(StaleScore) as caught:
        save(match, CORRECTED, by=cast.users[REFEREE])
    assert (caught.value.version, caught.value.by) == (1, cast.users[SCORER])
    assert same_score(caught.value.stored, quick(E6))
    assert same_score(caught.value.typed, quick(CORRECTED))
    assert same_score(hands_of(match), quick(E6))
    assert counts() == (4, 8, 1, 1)


@pytest.mark.experience(9)
def test_each_version_keeps_who_when_device_reason_and_what_it_was(match: Match, cast: Cast) -> None:
    save(match, by=cast.users[SCORER], device="Chrome, Windows")
    facts = {"reason": "copy", "note": "letto male", "device": "Firefox, Linux"}
    save(match, CORRECTED, seen=1, by=cast.users[REFEREE], **facts)
    first, second = match.changes.order_by("version")
    assert (first.reason, first.before, first.device, first.by) == (
        "first",
        [],
        "Chrome, Windows",
        cast.users[SCORER],
    )
    assert (second.version, second.reason, second.note, second.by) == (
        2,
        "copy",
        "letto male",
        cast.users[REFEREE],
    )
    assert second.before == first.after
    assert (second.before[3]["EW"]["points"], second.after[3]["EW"]["points"]) == (205, 200)
    with pytest.raises(TypeError):
        Act.objects.first().delete()


@pytest.mark.parametrize("reason", ["", "first", "nonsense"])
def test_a_stored_score_changes_only_with_a_reason(match: Match, reason: str) -> None:
    save(match)
    with pytest.raises(ValidationError) as caught:
        save(match, CORRECTED, seen=1, reason=reason)
    assert "reason" in caught.value.message_dict
    assert same_score(hands_of(match), quick(E6))


def test_only_a_referee_gives_the_referees_reason(match: Match, cast: Cast) -> None:
    save(match)
    with pytest.raises(ValidationError):
        save(match, CORRECTED, seen=1, reason="referee", by=cast.users[SCORER])
    assert save(match, CORRECTED, seen=1, reason="referee", by=cast.users[REFEREE]).match.version == 2


def test_hands_added_to_those_stored_need_no_reason(match: Match) -> None:
    assert save(match, E6[:2]).vp is None
    assert save(match, E6, seen=1).vp == (9, 11)
    assert list(match.changes.values_list("reason", flat=True)) == ["first", "first"]


@pytest.mark.experience(15)
def test_what_cannot_be_is_refused_with_side_and_field_and_nothing_is_saved(match: Match) -> None:
    with pytest.raises(ValidationError) as caught:
        save(match, IMPOSSIBLE)
    errors = [fault for fault in caught.value.params["faults"] if fault.is_error]
    assert [(fault.code, fault.number, fault.line, fault.field) for fault in errors] == [
        ("V2", 3, "EW", "base")
    ]
    assert counts() == (0, 0, 0, 0)


@pytest.mark.experience(15)
def test_what_is_unlikely_must_be_confirmed_and_is_recorded(match: Match) -> None:
    with pytest.raises(ValidationError) as caught:
        save(match, UNLIKELY)
    keys = {fault.key for fault in caught.value.params["faults"]}
    assert counts() == (0, 0, 0, 0)
    save(match, UNLIKELY, confirmed=keys)
    assert set(match.hand_records.get(number=3).confirmed) == keys
    assert match.hand_records.get(number=1).confirmed == []


def test_a_confirmation_is_of_one_figure_only(match: Match) -> None:
    with pytest.raises(ValidationError) as caught:
        save(match, UNLIKELY)
    keys = {fault.key for fault in caught.value.params["faults"]}
    worse = (*UNLIKELY[:2], (-100, -365, 350, 185), UNLIKELY[3])
    with pytest.raises(ValidationError):
        save(match, worse, confirmed=keys)


@pytest.mark.experience(15)
def test_the_referee_accepts_an_impossible_score_in_writing(match: Match, cast: Cast) -> None:
    with pytest.raises(ValidationError) as caught:
        save(match, IMPOSSIBLE, override="carte contate due volte", by=cast.users[SCORER])
    assert "override" in caught.value.message_dict
    save(match, IMPOSSIBLE, override="carte contate due volte", by=cast.users[REFEREE])
    assert match.hand_records.get(number=3).override_reason == "carte contate due volte"
    assert match.hand_records.get(number=1).override_reason == ""


def test_not_even_the_referee_stores_a_score_without_totals(match: Match, cast: Cast) -> None:
    with pytest.raises(ValidationError):
        save(match, ((400, 165, 0, None),), override="non importa", by=cast.users[REFEREE])
    assert counts() == (0, 0, 0, 0)


@pytest.mark.experience(10)
def test_a_slip_total_that_does_not_come_out_stops_the_save(match: Match) -> None:
    with pytest.raises(ValidationError) as caught:
        save(match, written=(800, 1080))
    fault = caught.value.params["faults"][-1]
    assert (fault.code, fault.line, fault.figures["written"], fault.figures["expected"]) == (
        "V19",
        "EW",
        1080,
        1060,
    )
    assert counts() == (0, 0, 0, 0)
    save(match, written=(800, 1060))
    assert counts() == (4, 8, 1, 1)


def test_a_stored_score_can_be_looked_at_again_by_its_totals(match: Match) -> None:
    save(match)
    with pytest.raises(ValidationError):
        save(match, seen=1, written=(800, 1080))
    assert save(match, seen=1, written=(800, 1060)).changed is False
    assert counts() == (4, 8, 1, 1)


@pytest.mark.experience(14)
def test_swapping_the_lines_exchanges_the_sides_and_is_logged(match: Match, cast: Cast) -> None:
    save(match)
    swapped = swap_lines(match=match, by=cast.users[SCORER], seen_version=1)
    assert (swapped.totals, swapped.vp) == ((1060, 800), (11, 9))
    assert same_score(hands_of(match), quick(tuple((e, f, n, p) for n, p, e, f in E6)))
    change = match.changes.get(version=2)
    assert (change.reason, change.by) == ("swapped", cast.users[SCORER])
    assert Act.objects.filter(verb=Act.Verb.CORRECT).count() == 1


def test_the_swap_pressed_twice_swaps_once(match: Match) -> None:
    save(match)
    for _press in range(2):
        assert swap_lines(match=match, by=None, seen_version=1).totals == (1060, 800)
    assert match.changes.count() == 2


def test_a_round_not_announced_takes_no_score(playing: Round, match: Match) -> None:
    rounds.take_back(round=playing, by=None)
    with pytest.raises(ValidationError) as caught:
        save(match)
    assert caught.value.code == "state"


def test_what_moved_after_the_match_was_read_still_counts(playing: Round, match: Match, cast: Cast) -> None:
    read = match_for_scoring(cast.users[SCORER], playing.tournament_id, match.pk)
    rounds.take_back(round=playing, by=None)
    with pytest.raises(ValidationError) as caught:
        save(read, read_at=read.round.tournament.version)
    assert caught.value.code == "state"
    assert counts() == (0, 0, 0, 0)


def test_a_match_of_an_undone_draw_takes_no_score(playing: Round, match: Match) -> None:
    rounds.take_back(round=playing, by=None)
    rounds.undo_draw(round=the_round(playing.tournament, 1), by=None)
    with pytest.raises(ValidationError) as caught:
        save(match)
    assert caught.value.code == "state"


def close_with_scores(round_: Round) -> None:
    for match in round_.matches.active():
        save(reread(match))
    rounds.close(round=the_round(round_.tournament, round_.number), by=None)


def test_a_closed_round_is_corrected_by_the_referee_with_a_reason(
    playing: Round, match: Match, cast: Cast
) -> None:
    close_with_scores(playing)
    with pytest.raises(ValidationError) as caught:
        save(match, CORRECTED, seen=1, reason="copy", by=cast.users[SCORER])
    assert caught.value.code == "state"
    with pytest.raises(ValidationError):
        save(match, CORRECTED, seen=1, by=cast.users[REFEREE])
    assert save(match, CORRECTED, seen=1, reason="copy", by=cast.users[REFEREE]).totals == (800, 1055)


def test_final_standings_move_no_more(playing: Round, match: Match, cast: Cast) -> None:
    tournament = playing.tournament
    close_with_scores(playing)
    tournament.rounds.filter(number__gt=1).update(state=Round.State.CLOSED)
    publish_provisional(tournament=tournament, by=None)
    assert save(match, CORRECTED, seen=1, reason="sum", by=cast.users[REFEREE]).changed
    declare_final(tournament=tournament, by=None)
    with pytest.raises(ValidationError) as caught:
        save(match, E6, seen=2, reason="sum", by=cast.users[REFEREE])
    assert caught.value.code == "state"


def test_hands_beyond_the_match_or_twice_are_refused(match: Match) -> None:
    five = quick((*E6, E6[3]))
    twice = (*quick(E6[:2]), NumberedHand(2, quick(E6)[1].hand))
    skipped = (quick(E6)[0], NumberedHand(3, quick(E6)[2].hand))
    for hands, code in ((five, "too_many_hands"), (twice, "overlap"), (skipped, "gap")):
        with pytest.raises(ValidationError) as caught:
            record_match(match=match, hands=hands, by=None, seen_version=0)
        assert code in {fault.code for fault in caught.value.params["faults"]}
    assert counts() == (0, 0, 0, 0)


def test_a_last_hand_ended_by_time_ends_the_match(match: Match) -> None:
    hands = quick(((400, 165, 0, -10), (0, 45, 0, 30)))
    last = hands[1].hand
    late = NumberedHand(2, Hand(last.sides, 1, EndReason.TIME))
    saved = record_match(match=match, hands=(hands[0], late), by=None, seen_version=0)
    assert (saved.totals, saved.vp) == ((610, 20), (13, 7))


def test_one_record_covers_all_hands_of_a_match(match: Match) -> None:
    hand = Hand((HandScore(total=1800), HandScore(total=2060)), covers=4)
    saved = record_match(match=match, hands=[NumberedHand(1, hand)], by=None, seen_version=0)
    assert (saved.totals, saved.vp) == ((1800, 2060), (9, 11))


def test_nothing_typed_is_not_a_score(match: Match) -> None:
    with pytest.raises(ValidationError):
        record_match(match=match, hands=(), by=None, seen_version=0)
    assert counts() == (0, 0, 0, 0)
