"""Every page has its pictures in docs/screens, or a reason why it has none."""

import pytest
from django.urls import get_resolver
from PIL import Image

from docs.screenshots import at_the_desk, at_the_door, in_the_evening
from docs.screenshots.camera import FOLDER, SCHEMES, SIZES
from docs.screenshots.screens import PUBLIC, REFEREE, STAFF, STATES, WITHOUT_PICTURE
from tests.permissions.test_permissions import all_urls

MOST_BYTES = 18_000_000
STILL = {screen.name: screen.page for screen in (*PUBLIC, *STAFF, *REFEREE, *STATES)}
PRESSED = (
    at_the_door.WHILE_FRESH,
    at_the_door.INVITED,
    at_the_door.EMPTY,
    at_the_desk.SHOWS,
    in_the_evening.SHOWS,
)


def shown() -> dict[str, str]:
    """The page that each picture shows, by the picture's name."""
    return STILL | {name: page for part in PRESSED for name, page in part.items()}


def test_every_page_has_a_picture_or_a_reason() -> None:
    pages = set(all_urls(get_resolver()))
    assert pages - set(shown().values()) - set(WITHOUT_PICTURE) == set()


def test_no_reason_is_given_for_a_page_with_a_picture_or_for_none() -> None:
    assert set(WITHOUT_PICTURE) & set(shown().values()) == set()
    assert (set(WITHOUT_PICTURE) | set(shown().values())) - set(all_urls(get_resolver())) == set()


def test_no_two_pictures_have_one_name() -> None:
    assert len(shown()) == len((*PUBLIC, *STAFF, *REFEREE, *STATES)) + sum(map(len, PRESSED))


def test_every_picture_is_there_and_none_is_left_over() -> None:
    sizes = {"menu": at_the_door.MENU_SIZES}
    wanted = {
        f"{name}-{size}-{scheme}" for name in shown() for size in sizes.get(name, SIZES) for scheme in SCHEMES
    }
    found = {path.stem for path in FOLDER.glob("*.png")}
    assert wanted - found == set()
    left_over = {name for name in found - wanted if not name.startswith(tuple(in_the_evening.PAPERS))}
    assert left_over == set()


@pytest.mark.parametrize("name", list(in_the_evening.PAPERS))
def test_every_paper_has_its_first_sheet(name: str) -> None:
    sheets = sorted(FOLDER.glob(f"{name}-[0-9]*.png"))
    assert sheets
    with Image.open(sheets[0]) as sheet:
        assert sheet.height > 500


def test_all_pictures_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < MOST_BYTES
