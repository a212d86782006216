"""Make all pictures anew, and the page that shows them."""

import os
import sys
import tempfile
from pathlib import Path

import django
from playwright.sync_api import Browser, sync_playwright

from docs.screenshots import at_the_desk, at_the_door, in_the_evening
from docs.screenshots.camera import FOLDER, SECRETARY, Camera, launch
from docs.screenshots.house import Facts, House, environment_of, running
from docs.screenshots.index import write_index
from docs.screenshots.screens import PUBLIC, REFEREE, STAFF, STATES, Screen


def _still(camera: Camera, screens: tuple[Screen, ...]) -> None:
    for screen in screens:
        camera.open(screen.page, *screen.args, query=screen.query, status=screen.status)
        camera.shoot(screen.name)


def _take(browser: Browser, house: House, facts: Facts) -> Camera:
    """Everything, in an order in which nothing disturbs what comes after."""
    camera = Camera(browser, house, facts)
    camera.somebody_else()
    _still(camera, PUBLIC)
    camera.somebody_else(SECRETARY)
    _still(camera, STAFF)
    camera.somebody_else("arbitro@demo.example")
    _still(camera, REFEREE)
    camera.somebody_else(SECRETARY)
    at_the_door.while_fresh(camera)
    facts.update(house.stage("states"))
    camera.somebody_else(SECRETARY)
    _still(camera, STATES)
    at_the_desk.show(camera)
    in_the_evening.show(camera)
    at_the_door.invited(camera)
    at_the_door.empty(camera)
    return camera


def main() -> None:
    """Make the pictures; say which pages are wider than a screen, and fail if one is."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with running() as (house, facts), sync_playwright() as playwright:
        browser = launch(playwright, house)
        camera = _take(browser, house, facts)
        browser.close()
    write_index(FOLDER, camera.titles)
    sys.stderr.writelines(f"{fault}\n" for fault in camera.faults)
    raise SystemExit(bool(camera.faults))


if __name__ == "__main__":
    # Only to know the addresses of pages: nothing is read or written here.
    os.environ.update(environment_of(Path(tempfile.mkdtemp(prefix="pozzetto-addresses-"))))
    django.setup()
    main()
