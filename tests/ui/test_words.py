"""The template words of clubs.templatetags.ui."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from clubs.templatetags import ui

ICONS = sorted(path.stem for path in (settings.BASE_DIR / "static" / "icons").glob("*.svg"))


def _render(source: str, **context: object) -> str:
    return Template("{% load ui %}" + source).render(Context(context))


@dataclass(frozen=True)
class Row:
    place: int
    shared: bool


@pytest.mark.parametrize("name", ICONS)
def test_every_vendored_icon_is_drawn_and_hidden_from_readers(name: str) -> None:
    html = _render(f'{{% icon "{name}" %}}')
    assert html.startswith('<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><')
    assert html.count("<svg") == html.count("</svg>") == 1


def test_unknown_icon_fails_loudly() -> None:
    with pytest.raises(LookupError, match="no-such-icon"):
        ui.icon("no-such-icon")


@pytest.mark.parametrize("kind", ["ok", "wait", "bad"])
def test_state_speaks_by_colour_icon_and_word(kind: str) -> None:
    html = _render("{% state kind word %}", kind=kind, word="manca <4>")
    assert f'class="state {kind}"' in html
    assert 'aria-hidden="true"' in html
    assert html.endswith("manca &lt;4&gt;</span>")


def test_states_differ_by_icon_not_only_by_colour() -> None:
    assert len({ui.icon(name) for name in ui.STATE_ICONS.values()}) == 3


@pytest.mark.parametrize(("number", "shown"), [(355, "+355"), (-355, "\u2212355"), (0, "0"), (None, "")])
def test_match_points_are_signed_with_a_true_minus(number: int | None, shown: str) -> None:
    assert _render("{{ n|signed }}", n=number) == shown


@pytest.mark.parametrize(("number", "shown"), [(1060, "1060"), (-10, "\u221210"), (0, "0"), (None, "")])
def test_negative_points_have_a_true_minus_and_no_plus(number: int | None, shown: str) -> None:
    assert _render("{{ n|minus }}", n=number) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (Fraction(25, 2), "12,5"),
        (Fraction(45, 4), "11,3"),
        (Fraction(-45, 4), "\u221211,3"),
        (Fraction(-1, 8), "\u22120,1"),
        (Fraction(3, 8), "0,4"),
        (Fraction(31, 8), "3,9"),
        (Fraction(14, 2), "7"),
    ],
)
def test_parts_of_a_point_have_one_decimal_rounded_away_from_zero(number: Fraction, shown: str) -> None:
    with translation.override("it"):
        assert ui.minus(number) == shown
        assert ui.signed(number) == (f"+{shown}" if number > 0 else shown)
    with translation.override("en"):
        assert ui.minus(number) == shown.replace(",", ".")


def test_quarters_and_eighths_stay_apart() -> None:
    for parts in (4, 8):
        assert len({ui.minus(Fraction(n, parts)) for n in range(-5 * parts, 5 * parts)}) == 10 * parts


@pytest.mark.parametrize(
    ("ranked", "shown"),
    [
        ((3, True), "3="),
        ((1, False), "1."),
        (Row(place=12, shared=True), "12="),
        (Row(place=2, shared=False), "2."),
    ],
)
def test_shared_places_are_marked(ranked: Row | tuple[int, bool], shown: str) -> None:
    assert _render("{{ ranked|place }}", ranked=ranked) == shown


def test_message_levels_become_kinds_of_note() -> None:
    assert [ui.note_kind(tag) for tag in ("success", "warning", "error", "info")] == [
        "ok",
        "warn",
        "error",
        "",
    ]
