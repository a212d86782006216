"""Names out of pasted text and files, however they were written."""

import datetime
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments.imports import (
    LONGEST,
    MOST_BYTES,
    MOST_LINES,
    MOST_UNPACKED,
    ListError,
    read_file,
    read_lines,
)

TWO = [["Aquilone Marisa", "Brigantino Ugo"], ["Calamaio Norma", "De Luca Anna"]]


def names(text: str, *, individual: bool = False, name_first: bool = False) -> list[list[str]]:
    lines = read_lines(text, individual=individual, name_first=name_first)
    assert all(line.problem is None for line in lines), lines
    return [[str(name) for name in line.names] for line in lines]


def xlsx(rows: list[list[object]]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "Aquilone Marisa - Brigantino Ugo\nCalamaio Norma - De Luca Anna",
        "Aquilone Marisa – Brigantino Ugo\r\nCalamaio Norma–De Luca Anna\r\n",
        "Aquilone Marisa/Brigantino Ugo\n\nCalamaio Norma / De Luca Anna",
        "Aquilone Marisa;Brigantino Ugo\nCalamaio Norma;De Luca Anna;",
        "Aquilone Marisa,Brigantino Ugo\nCalamaio Norma,De Luca Anna",
        "Aquilone Marisa\tBrigantino Ugo\t\t\nCalamaio Norma\tDe Luca Anna",
        "Aquilone;Marisa;Brigantino;Ugo\nCalamaio;Norma;De Luca;Anna",
        "Aquilone\tMarisa\tBrigantino\tUgo\nCalamaio\tNorma\tDe Luca\tAnna",
        "Aquilone, Marisa - Brigantino, Ugo\nCalamaio, Norma - De Luca, Anna",
        '"Aquilone, Marisa";"Brigantino, Ugo"\nCalamaio Norma;De Luca Anna',
        "1. Aquilone Marisa - Brigantino Ugo\n2. Calamaio Norma - De Luca Anna",
        "1 Aquilone Marisa - Brigantino Ugo\n2 Calamaio Norma - De Luca Anna",
        "1;Aquilone Marisa;Brigantino Ugo\n2;Calamaio Norma;De Luca Anna",
        "1.;Aquilone Marisa;Brigantino Ugo\n2.;Calamaio Norma;De Luca Anna",
        "1. Aquilone Marisa;Brigantino Ugo\n2. Calamaio Norma;De Luca Anna",
        "1) Aquilone;Marisa;Brigantino;Ugo\n2) Calamaio;Norma;De Luca;Anna",
        "1 - Aquilone Marisa - Brigantino Ugo\n2 - Calamaio Norma - De Luca Anna",
        "01-Aquilone Marisa - Brigantino Ugo\n02-Calamaio Norma - De Luca Anna",
        "1\tAquilone Marisa - Brigantino Ugo\n2\tCalamaio Norma - De Luca Anna",
        "1,Aquilone Marisa - Brigantino Ugo\n2,Calamaio Norma - De Luca Anna",
        "Coppia 1;Aquilone Marisa;Brigantino Ugo\nCoppia 2;Calamaio Norma;De Luca Anna",
        "Coppia;Giocatore 1;Giocatore 2\n1;Aquilone Marisa;Brigantino Ugo\n2;Calamaio Norma;De Luca Anna",
        "Aquilone Marisa;Brigantino Ugo;60;2,5\nCalamaio Norma;De Luca Anna;51;",
        "Aquilone;Marisa;333 123456;Brigantino;Ugo\nCalamaio;Norma;+39 333 1;De Luca;Anna",
        "Aquilone Marisa;Brigantino Ugo\nCalamaio Norma\tDe Luca Anna",
        "1\tAquilone Marisa;Brigantino Ugo\n2\tCalamaio Norma;De Luca Anna",
        "Aquilone;Marisa\tBrigantino;Ugo\nCalamaio;Norma\tDe Luca;Anna",
        "Cognome;Nome;\nAquilone;Marisa;Brigantino;Ugo\nCognome;Nome;\nCalamaio;Norma;De Luca;Anna",
        "Giocatore 1 - Giocatore 2\nAquilone Marisa - Brigantino Ugo\nCalamaio Norma - De Luca Anna",
        "Cognome;Nome;Cognome;Nome\nAquilone;Marisa;Brigantino;Ugo\nCalamaio;Norma;De Luca;Anna",
        "Nome;Cognome;Nome;Cognome\nMarisa;Aquilone;Ugo;Brigantino\nNorma;Calamaio;Anna;De Luca",
        "Coppie iscritte;\nAquilone Marisa;Brigantino Ugo\nCalamaio Norma;De Luca Anna",
        "Coppia\nAquilone Marisa - Brigantino Ugo\nCalamaio Norma - De Luca Anna",
        "N.;Coppia;Data\n1;Aquilone Marisa - Brigantino Ugo;26/11\n2;Calamaio Norma - De Luca Anna;26/11",
        "stage,player1,player2,vp\n1,Aquilone Marisa,Brigantino Ugo,60\n1,Calamaio Norma,De Luca Anna,51",
    ],
)
def test_pairs_are_read_however_they_are_parted(text: str) -> None:
    assert names(text) == TWO


def test_codes_are_names_and_their_order_is_kept() -> None:
    assert names("P042 - P085\nP023,P096\nP034/P133") == [
        ["P042", "P085"],
        ["P023", "P096"],
        ["P034", "P133"],
    ]


def test_the_name_may_be_written_before_the_surname() -> None:
    [line] = read_lines("Anna Maria De Luca - Ugo Brigantino", individual=False, name_first=True)
    assert [(name.last, name.first) for name in line.names] == [
        ("De Luca", "Anna Maria"),
        ("Brigantino", "Ugo"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Aquilone Marisa\nDe Luca Anna",
        "Aquilone;Marisa\nDe Luca;Anna",
        "1;Aquilone Marisa\n2;De Luca Anna",
        "1;Aquilone;Marisa\n2;De Luca;Anna",
        "Cognome e nome\nAquilone Marisa\nDe Luca Anna",
        "Nominativo;Tessera\nAquilone Marisa;12\nDe Luca Anna;13",
        "last name;first name\nAquilone;Marisa\nDe Luca;Anna",
    ],
)
def test_single_players_are_one_a_line(text: str) -> None:
    assert names(text, individual=True) == [["Aquilone Marisa"], ["De Luca Anna"]]


def test_figures_alone_are_codes_and_among_names_nobody() -> None:
    assert names("0\n1\n2", individual=True) == [["0"], ["1"], ["2"]]
    lines = read_lines("Aquilone Marisa;Brigantino Ugo\nCalamaio Norma;12\n3 - 4", individual=False)
    assert [line.problem for line in lines] == [None, "figure", "figure"]


@pytest.mark.parametrize(
    "text", ["Giocatore 0\nGiocatore 1", "Giocatore 1 - Giocatore 2\nGiocatore 3 - Giocatore 4"]
)
def test_a_first_line_like_those_below_it_is_no_heading(text: str) -> None:
    is_individual = "-" not in text
    assert len(names(text, individual=is_individual)) == 2


@pytest.mark.parametrize("first", ["Nomentana Ada", "Coppi Ada", "Playa Ida", "Last Minute"])
def test_a_first_line_with_other_words_is_no_heading(first: str) -> None:
    assert names(f"{first}\nAquilone Marisa", individual=True) == [[first], ["Aquilone Marisa"]]


def test_columns_of_words_that_are_neither_two_nor_four_are_too_many() -> None:
    text = "Aquilone Marisa;Brigantino Ugo;Borgo\nCalamaio Norma;De Luca Anna;Rocca"
    assert [line.problem for line in read_lines(text, individual=False)] == ["columns", "columns"]


def test_an_empty_cell_adds_nobody() -> None:
    assert names("Aquilone Marisa;\n;De Luca Anna\nA;B") == [
        ["Aquilone Marisa"],
        ["De Luca Anna"],
        ["A", "B"],
    ]
    assert names("Aquilone;Marisa;;\nCalamaio;;De Luca;Anna") == [
        ["Aquilone Marisa"],
        ["Calamaio", "De Luca Anna"],
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A - B - C", "too_many_names"),
        ("A;B;C;D;E;F", "columns"),
        ("Aquilone Marisa - aquilone marisa", "same_twice"),
        ("?? - !!", "no_name"),
        ("A" * (LONGEST + 1) + " - B", "too_long"),
        ("A\u202eB - C", "signs"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, problem: str) -> None:
    assert [line.problem for line in read_lines(text, individual=False)] == [problem]


def test_a_bad_line_does_not_hide_the_good_ones_and_lines_keep_their_number() -> None:
    lines = read_lines("A - B\n\nC - D - E\nF - G", individual=False)
    assert [(line.number, line.problem) for line in lines] == [(1, None), (3, "too_many_names"), (4, None)]


def test_two_names_in_a_line_are_too_many_for_single_players() -> None:
    assert [line.problem for line in read_lines("A - B", individual=True)] == ["too_many_names"]


def test_too_many_lines_are_refused_at_once() -> None:
    with pytest.raises(ListError) as caught:
        read_lines("A - B\n" * (MOST_LINES + 1), individual=False)
    assert caught.value.code == "too_many_lines"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_a_csv_is_read_in_every_dress(encoding: str, delimiter: str) -> None:
    text = f"Nicolò Zoë{delimiter}Brigantino Ugo\r\nCalamaio Norma{delimiter}De Luca Anna\r\n"
    assert names(read_file(text.encode(encoding))) == [["Nicolò Zoë", "Brigantino Ugo"], TWO[1]]


def test_a_csv_with_two_signs_is_cut_at_both() -> None:
    content = b'1\tAquilone Marisa;Brigantino Ugo\n2;"Calamaio; Norma"\tDe Luca Anna\n'
    assert names(read_file(content)) == TWO


def test_quotation_marks_of_a_csv_keep_commas_and_line_breaks_inside() -> None:
    content = b'"Aquilone, Marisa","Brigantino\nUgo"\n"Calamaio, Norma","De Luca, Anna"\n'
    assert names(read_file(content)) == TWO


def test_a_text_file_of_pairs_with_dashes_is_read_as_pasted() -> None:
    assert names(read_file(b"Aquilone Marisa - Brigantino Ugo\nCalamaio Norma - De Luca Anna")) == TWO


def test_an_excel_sheet_is_read() -> None:
    rows: list[list[object]] = [["n.", "Giocatore 1", "Giocatore 2"], [1, *TWO[0]], [2.0, *TWO[1]]]
    assert names(read_file(xlsx(rows))) == TWO


def test_figures_days_and_errors_of_a_sheet_are_nobody() -> None:
    day = datetime.datetime(2026, 11, 26, 20, 45)
    rows: list[list[object]] = [
        [1.0, "Aquilone Marisa", "Brigantino Ugo", 60, 2.5, day, True, "#N/A"],
        [2.0, "Calamaio Norma", "De Luca Anna", 51, None, day, False, "#REF!"],
    ]
    assert names(read_file(xlsx(rows))) == TWO
    assert read_file(xlsx([[7.0, 1], [8, 2]])) == ""
    mixed = read_lines(read_file(xlsx([["Aquilone Marisa"], [7.0], [8.5]])), individual=True)
    assert [(line.text, line.problem) for line in mixed[1:]] == [("7", "figure"), ("8.5", "figure")]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK\x03\x04 and then nothing", "broken"),
        (xlsx([["A", "B"]])[:-200], "broken"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, "old_excel"),
        (b"%PDF-1.7 ...", "not_a_list"),
        (b"\x89PNG\r\n\x00\x00", "not_a_list"),
        (b"A;B\n" * (MOST_BYTES // 4 + 1), "too_big"),
    ],
)
def test_other_files_are_refused_with_a_reason(content: bytes, code: str) -> None:
    with pytest.raises(ListError) as caught:
        read_file(content)
    assert caught.value.code == code


def test_a_zip_without_a_workbook_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("hello.txt", "A - B")
    with pytest.raises(ListError) as caught:
        read_file(stream.getvalue())
    assert caught.value.code == "broken"


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * (MOST_UNPACKED + 1))
    assert len(stream.getvalue()) < MOST_BYTES
    with pytest.raises(ListError) as caught:
        read_file(stream.getvalue())
    assert caught.value.code == "too_big"


def test_a_sheet_of_too_many_rows_is_refused_and_not_cut() -> None:
    text = read_file(xlsx([[f"P{row}", f"Q{row}"] for row in range(MOST_LINES + 40)]))
    with pytest.raises(ListError) as caught:
        read_lines(text, individual=False)
    assert caught.value.code == "too_many_lines"


@settings(max_examples=100)
@given(st.text(max_size=300), st.booleans(), st.booleans())
def test_any_text_is_read_or_refused(text: str, individual: bool, name_first: bool) -> None:
    for line in read_lines(text, individual=individual, name_first=name_first):
        assert line.problem or 1 <= len(line.names) <= (1 if individual else 2)


@settings(max_examples=100)
@given(st.one_of(st.binary(max_size=300), st.binary(max_size=200).map(lambda tail: b"PK\x03\x04" + tail)))
def test_any_file_is_read_or_refused(content: bytes) -> None:
    try:
        text = read_file(content)
    except ListError:
        return
    read_lines(text, individual=False)
