"""What organisers complain about, proved over a whole evening by the pages; the numbers are theirs."""

import re

import pytest

from tests.cast import REFEREE, SCORER, Cast
from tests.journeys.evening import Night, code_on, make, secretary, url, visitor_of
from tests.journeys.pages import Visitor
from tests.slips import E6
from tournaments.models.log import Act

pytestmark = pytest.mark.django_db
PAIRS = (
    "Aquilone Marisa - Brigantino Ugo",
    "Calamaio Carla - Ditale Renzo",
    "Lavanda Ada - Merletto Olga",
    "Nocciolini Elsa - Ombrellini Ettore",
    "Panforte Ines - Quadrifoglio Pia",
    "Rosolio Irma - Salvia Remo",
)
NAMES = re.compile("|".join(word for pair in PAIRS for word in re.findall(r"\w+", pair)))
PUBLIC = ("public", "seats", "standings", "standings_csv", "rounds", "rounds_csv", "regulations")
STAFF = ("director", "entries", "entries_csv", "check_in", "desk", "papers", "staff_standings", "log",
         "results_csv", "board_csv", "penalties_csv")  # fmt: skip


def slip(rows: tuple[tuple[int, ...], ...] = E6) -> dict[str, str]:
    """The slip of the worked round of four, by the names of the fields, a minus behind its figure."""
    names = ("NS_base", "NS_points", "EW_base", "EW_points")
    return {
        f"h{number}_{name}": f"{-figure}-" if figure < 0 else str(figure)
        for number, row in enumerate(rows, 1)
        for name, figure in zip(names, row, strict=True)
    }


@pytest.fixture
def night(cast: Cast) -> Night:
    """An evening of six pairs whose check-in is closed; only the staff sees it."""
    night = make(cast, secretary(cast), "3m1d")
    night.paste(PAIRS)
    night.check_in()
    return night


def seen_by_everybody(night: Night) -> str:
    """All that a visitor without a login is answered by the public addresses; 404 says nothing."""
    visitor = Visitor()
    answers = []
    addresses = [url(name, night.pk) for name in PUBLIC]
    addresses += [url("entry_card", night.pk, number) for number in range(1, len(PAIRS) + 1)]
    for address in addresses:
        response = visitor.client.get(address, follow=True)
        assert response.status_code in {200, 404}, address
        answers.append(response.content.decode() if response.status_code == 200 else "")
    for name in STAFF:
        response = visitor.client.get(url(name, night.pk))
        assert response.status_code == 302, name
        assert response.url.startswith("/accounts/login/"), name
    return " ".join(answers)


@pytest.mark.experience(22)
def test_a_visitor_reaches_nothing_before_it_is_released(night: Night) -> None:
    assert seen_by_everybody(night) == " " * (len(PUBLIC) + len(PAIRS) - 1), "not published yet"
    night.publish("?fase=before")
    night.draw(1)
    night.press("Confirm round 1")
    codes = {code_on(sheet) for sheet in night.paper("slips", round=1, size="a5")}
    assert len(codes) == 3
    printed = night.page("papers").link("Open the PDF")
    stranger = Visitor()
    assert stranger.status(printed) == 302
    for code in codes:
        stranger.open(url("match_by_code", code), status=404)
    tables = re.compile(r'class="no"|find-seat|class="card"')
    assert not tables.search(seen_by_everybody(night)), "not announced yet"
    night.press("Announce round 1")
    assert tables.search(seen_by_everybody(night))
    assert NAMES.search(stranger.open(url("seats", night.pk)).text)
    for code in codes:
        assert "Table" in stranger.open(url("match_by_code", code)).text


@pytest.mark.experience(9)
@pytest.mark.experience(14)
def test_lines_read_the_wrong_way_round_are_put_right_and_every_version_is_kept(
    night: Night, cast: Cast
) -> None:
    night.draw(1)
    night.release(1)
    scorer = Night(visitor_of(cast, SCORER), night.pk)
    referee = Night(visitor_of(cast, REFEREE), night.pk)
    page = scorer.write(1, slip())
    assert "Table 1: 800 – 1060, V.P. 9–11" in page.text
    page = referee.visitor.press(referee.slip(1), "Lines swapped: exchange them")
    assert "Table 1: 1060 – 800, V.P. 11–9" in page.text
    corrected = {"h1_EW_base": "350", "reason": "copy", "note": "riletta al tavolo"}
    page = referee.visitor.press(referee.slip(1), "Save table 1", corrected)
    assert "Table 1: 1060 – 750, V.P. " in page.text
    history = scorer.visitor.open(scorer.slip(1).link("History: 3 versions")).text
    assert re.findall(r"Version (\d)", history) == ["3", "2", "1"]
    for words in ("Pervinca Dalia", "Ranuncolo Tullio", "Firefox, Linux", "riletta al tavolo"):
        assert words in history
    with pytest.raises(TypeError, match="cannot be deleted"):
        Act.objects.all().delete()


@pytest.mark.experience(15)
@pytest.mark.experience(16)
def test_the_impossible_is_refused_by_row_and_the_unlikely_asks_once(night: Night) -> None:
    night.draw(1)
    night.release(1)
    impossible = slip((E6[0], E6[1], (-100, -345, 370, 185), E6[3]))
    page = night.visitor.press(night.slip(1), "Save table 1", impossible)
    assert re.search(r"E-W, hand 3, base ?: 370 does not come from burracos", page.text)
    assert night.results(1)[0]["N-S points"] == ""
    page = night.visitor.press(page, "Write 350")
    assert page.form_with(name="h3_EW_base").fields["h3_EW_base"] == ["350"]
    page = night.visitor.press(page, "Save table 1")
    assert "below −400 is rare" in page.text
    assert night.results(1)[0]["N-S points"] == ""
    page = night.visitor.press(page, "Confirm −445")
    assert "Table 1: 500 – 1060, V.P. " in page.text
    assert night.results(1)[0]["N-S points"] == "500"
