"""A slip holds all that its table writes on, on one page, and nothing else."""

from collections.abc import Callable

import pytest
from pypdf import PdfReader
from pytest_django import Settings

from clubs.models.clubs import Club
from clubs.models.people import Person
from scoring.regulations import PRESETS, as_dict, changed
from tests.evenings import make_evening, open_round
from tests.tournaments.papers.conftest import ink, last_ink, lines_of, size_of, text_of
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.names import entry_names
from tournaments.papers.slips import Slip, SlipEntry, match_address, paged, round_slips
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]


def test_each_table_has_one_a5_page(evening: Tournament, printed: Printed) -> None:
    slips = printed(evening, "slips", 4, size="a5")
    assert len(slips.pages) == 5
    assert {size_of(slips, page) for page in range(5)} == {(148, 210)}


def test_two_slips_share_a_lying_a4(evening: Tournament, printed: Printed) -> None:
    slips = printed(evening, "slips", 4, size="a4")
    assert len(slips.pages) == 3
    assert {size_of(slips, page) for page in range(3)} == {(297, 210)}


@pytest.mark.parametrize("hands", [2, 4, 5, 6, 12])
def test_the_slip_of_a_knock_out_has_a_row_for_the_extra_hand(
    club: Club, printed: Printed, hands: int
) -> None:
    evening = make_evening(club, entries=16, programme="knockout")
    evening.phases.update(hands=hands)
    open_round(evening, 1)
    slips = printed(evening, "slips", 1, size="a5", table=1)
    assert len(slips.pages) == 1
    lines = lines_of(slips)
    assert sum("Extra hand" in line for line in lines) == 1
    assert any("signature of the referee" in line for line in lines)
    assert last_ink(slips) < 0.98


def test_other_slips_have_no_row_for_an_extra_hand(evening: Tournament, printed: Printed) -> None:
    assert "Extra hand" not in text_of(printed(evening, "slips", 4, size="a5", table=3))


def test_a_slip_names_its_pairs_its_match_and_who_rests(evening: Tournament, printed: Printed) -> None:
    text = text_of(printed(evening, "slips", 4, size="a5", table=3))
    match = Match.objects.active().get(round__tournament=evening, round__number=4, table_number=3)
    names = entry_names(evening)
    assert f"{match.code[:4]} {match.code[4:]}" in text
    for seat in match.seats.all():
        assert f"pair {names[seat.entry_id].number}" in text
        for name in names[seat.entry_id].full:
            assert name in text
    rest = Seat.objects.active().get(round__tournament=evening, round__number=4, reason="rests")
    assert f"Sits out: {names[rest.entry_id].number}." in text
    for word in ("signature N-S", "signature E-W", "signature of the referee", "305–500", "20–0", "Round 4"):
        assert word in text


@pytest.mark.parametrize(
    "site", ["https://example.org", "http://burraco.un-circolo-dal-nome-lungo.example.org:8000"]
)
def test_a_slip_says_where_its_code_is_typed(
    evening: Tournament, printed: Printed, settings: Settings, site: str
) -> None:
    settings.SITE_URL = site
    slips = printed(evening, "slips", 4, size="a5", table=3)
    assert len(slips.pages) == 1
    text = "".join(slips.pages[0].extract_text().split())
    assert f"{site.partition('://')[2]}/m/" in text
    blank = text_of(printed(evening, "blank_slips", phase=1, size="a5", copies=1))
    assert "/m/" not in blank


def test_each_hand_has_its_three_rows(evening: Tournament, printed: Printed) -> None:
    lines = lines_of(printed(evening, "slips", 4, size="a5", table=1))
    words = [line.split()[-1] for line in lines]
    assert [words.count(word) for word in ("base", "points", "total")] == [4, 4, 4]


def test_points_so_far_are_those_of_the_standings(evening: Tournament) -> None:
    rows = {row.number: row for row in standings(evening, through=3).rows}
    slips = round_slips(evening.rounds.get(number=4), entry_names(evening))
    entries = [entry for slip in slips for entry in (*slip.ns, *slip.ew)]
    assert len(entries) == 10
    assert [(entry.vp, entry.mp) for entry in entries] == [
        (rows[entry.number].vp, rows[entry.number].mp) for entry in entries
    ]


def test_points_so_far_wait_until_all_scores_are_in(evening: Tournament) -> None:
    later = evening.rounds.get(number=4)
    match = Match.objects.active().filter(round__tournament=evening, round__number=3).first()
    assert match is not None
    match.hand_records.all().delete()
    without = set(match.seats.values_list("entry__number", flat=True))
    entries = [entry for slip in round_slips(later, entry_names(evening)) for entry in (*slip.ns, *slip.ew)]
    assert {entry.number for entry in entries if entry.vp is None} == without & {
        entry.number for entry in entries
    }


def test_four_singles_stand_on_a_slip(evening: Tournament, printed: Printed) -> None:
    singles = make_evening(evening.club, entries=8, programme="individual-drawn")
    open_round(singles, 1)
    slips = printed(singles, "slips", 1, size="a5")
    assert len(slips.pages) == 2
    text = text_of(slips)
    for names in entry_names(singles).values():
        assert text.count(names.full[0]) == 1


def test_long_names_and_markup_stay_on_their_page(evening: Tournament, printed: Printed) -> None:
    longest = "Vantaggiato-Sparapane" * 2 + "della Torre degli A"
    Person.objects.filter(club=evening.club).update(
        last_name=longest[:60], first_name="<b>Ida</b> & “Lina” " + "x" * 40
    )
    slips = printed(evening, "slips", 4, size="a5")
    assert len(slips.pages) == 5
    assert "<b>Ida</b> & “Lina”" in text_of(slips)


@pytest.mark.parametrize("hands", range(7, 13))
def test_a_match_of_many_hands_takes_a_whole_a4(evening: Tournament, printed: Printed, hands: int) -> None:
    evening.phases.filter(number=2).update(hands=hands)
    slips = printed(evening, "slips", 4, size="a5", table=1)
    assert [size_of(slips, page) for page in range(len(slips.pages))] == [(210, 297)]
    assert "signature N-S" in slips.pages[0].extract_text()
    assert "A dash is 0" in slips.pages[0].extract_text()


@pytest.mark.parametrize("hands", range(1, 7))
def test_up_to_six_hands_fit_an_a5(evening: Tournament, printed: Printed, hands: int) -> None:
    evening.phases.filter(number=2).update(hands=hands)
    slips = printed(evening, "slips", 4, size="a5", table=2)
    assert len(slips.pages) == 1
    assert "signature N-S" in slips.pages[0].extract_text()
    assert "A dash is 0" in slips.pages[0].extract_text()


@pytest.mark.parametrize(("hands", "size"), [(6, "a5"), (4, "a4"), (12, "a5")])
def test_the_figures_of_the_evenings_own_regulations_fit_the_slip(
    evening: Tournament, printed: Printed, hands: int, size: str
) -> None:
    figures = as_dict(changed(PRESETS["fitab-2025"], closing=150, missed_pozzetto=50))
    kept = {"figures": figures, "based_on": "fitab-2025", "name": "Regolamento " * 4 + "del giovedì"}
    Tournament.objects.filter(pk=evening.pk).update(regulations_kept=kept)
    evening.phases.filter(number=2).update(hands=hands)
    slips = printed(evening, "slips", 4, size=size, table=2)
    assert len(slips.pages) == 1
    text = text_of(slips)
    assert "Burracos: clean 200, semi-clean 150, dirty 100, super 250, dirty super 200, royal 300" in text
    assert "Closing 150. Pozzetto not taken −50. Sits out:" in text


def test_the_qr_holds_a_short_address_in_capitals_and_no_names(settings: Settings) -> None:
    settings.SITE_URL = "http://192.168.1.20:8000"
    assert match_address("K7M42PXZ") == "HTTP://192.168.1.20:8000/M/K7M42PXZ"


def test_an_installation_below_a_path_keeps_the_path_as_it_is(settings: Settings) -> None:
    settings.SITE_URL = "https://example.org/burraco"
    assert match_address("K7M42PXZ") == "https://example.org/burraco/M/K7M42PXZ"


def test_only_long_names_are_set_smaller() -> None:
    assert not Slip(1, ns=(SlipEntry(1, ("Crostata Lino",)),)).is_close_set
    assert Slip(1, ns=(SlipEntry(1, ("Crostata Pastafrolla Maria Lina",)),)).is_close_set


def test_an_odd_slip_has_the_last_sheet_for_itself() -> None:
    slips = [Slip(number) for number in (1, 2, 3)]
    assert paged(slips, "a4") == [(slips[0], slips[1]), (slips[2],)]
    assert paged(slips, "a5") == [(slips[0],), (slips[1],), (slips[2],)]


def test_slips_speak_the_language_asked_for(evening: Tournament, printed: Printed) -> None:
    italian = printed(evening, "slips", 4, size="a5", table=1, language="it")
    assert "novembre 2026" in text_of(italian).lower()


def test_nothing_on_a_slip_stands_beyond_its_table(evening: Tournament, printed: Printed) -> None:
    rows = ink(printed(evening, "slips", 4, size="a5", table=1), dots=150)
    head, table = rows[: len(rows) // 7], rows[len(rows) // 6 : len(rows) // 2]
    assert max(map(max, filter(None, head))) <= max(map(max, filter(None, table)))


def test_the_line_to_cut_along_goes_from_edge_to_edge(evening: Tournament, printed: Printed) -> None:
    slips = printed(evening, "slips", 4, size="a4")
    rows = ink(slips, dots=150)
    middle = round(148 / 25.4 * 150)
    cut = [number for number, row in enumerate(rows) if {middle - 1, middle, middle + 1} & set(row)]
    assert cut[0] <= 6
    assert cut[-1] >= len(rows) - 6
    assert len(slips.pages) == 3


@pytest.mark.parametrize("programme", ["target", "three", "teams-swiss", "knockout", "individual-rotation"])
def test_a_long_title_pushes_nothing_off_the_slip(club: Club, printed: Printed, programme: str) -> None:
    """The last words of the title were cut, and on a slip of a target the line at the foot."""
    evening = make_evening(club, entries=16 if programme == "knockout" else 12, programme=programme)
    open_round(evening, 1)
    drawn = []
    Club.objects.filter(pk=club.pk).update(name="Circolo Ricreativo Dipendenti Comunali di San Giovanni")
    titles = ("Trofeo", "Trofeo d’autunno", "Trofeo d’autunno delle Associazioni")
    for version, name in enumerate((name for title in titles for name in (title, f"{title} Riunite")), 100):
        Tournament.objects.filter(pk=evening.pk).update(name=name, version=version)
        evening.refresh_from_db()
        drawn.append(printed(evening, "slips", 1, size="a5", table=1))
    assert max(map(last_ink, drawn)) < 0.99
    assert min(map(last_ink, drawn)) > last_ink(drawn[0]) - 0.003
    assert all(ink(drawn[at]) != ink(drawn[at + 1]) for at in (0, 2, 4))


def test_a_slip_of_a_target_says_what_to_do_after_its_last_row(club: Club, printed: Printed) -> None:
    evening = make_evening(club, entries=4, programme="target")
    open_round(evening, 1)
    slip = printed(evening, "slips", 1, size="a5", table=1)
    assert "More hands: on a reserve slip for hand 7 and those after it." in text_of(slip)
    assert last_ink(slip) < 0.99
    assert len(slip.pages) == 1
