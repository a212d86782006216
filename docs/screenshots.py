"""Pictures of the demonstration's screens: phone and desktop, light and dark. `make screenshots`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from config import bootstrap

FOLDER = Path(__file__).resolve().parent / "screens"
SIZES = {"desktop": (1366, 768), "phone": (390, 844)}
TALLEST = 1800  # of a long page the beginning says enough
CLUB = "/circoli/circolo-del-te-e-del-tallone"
SECRETARY, PASSWORD = "segreteria@demo.example", "pozzetto"

# The demonstration's evenings in the order they are made: last week's, tonight's, the two to come.
PUBLIC = {
    "home": "/",
    "login": "/accounts/login/",
    "club": f"{CLUB}/",
    "seats": "/tornei/2/posti/",
    "standings": "/tornei/2/classifica/",
    "standings-final": "/tornei/1/classifica/",
    "rounds": "/tornei/2/turni/",
    "regulations": "/tornei/2/regolamento/",
    "pair": "/tornei/2/coppia/7/",
    "match-code": "/m/",
    "counter": "/conta/",
    "password-reset": "/accounts/password/reset/",
}
STAFF = {
    "dashboard": f"{CLUB}/gestione/",
    "persons": f"{CLUB}/gestione/persone/",
    "person-new": f"{CLUB}/gestione/persone/nuova/",
    "members": f"{CLUB}/gestione/soci/",
    "board": f"{CLUB}/gestione/direttivo/",
    "rights": f"{CLUB}/gestione/permessi/",
    "club-settings": f"{CLUB}/gestione/circolo/",
    "club-regulations": f"{CLUB}/regolamenti/",
    "regulations-words": f"{CLUB}/regolamenti/guida/",
    "regulations-new": f"{CLUB}/regolamenti/nuovo/?da=fibur-2026",
    "evenings": f"{CLUB}/tornei/",
    "evening-kinds": f"{CLUB}/tornei/nuovo/",
    "evening-new": f"{CLUB}/tornei/nuovo/?programma=3m1d",
    "before": "/serata/3/",
    "entries": "/serata/3/iscrizioni/",
    "entry-add": "/serata/3/iscrizioni/aggiungi/",
    "entries-paste": "/serata/3/iscrizioni/incolla/",
    "director": "/serata/2/",
    "round-closed": "/serata/2/?fase=1",
    "desk": "/serata/2/risultati/",
    "desk-match": "/serata/2/risultati/?tavolo=7",
    "staff-standings": "/serata/2/classifica/",
    "penalties": "/serata/2/penalita/",
    "papers": "/serata/2/carte/",
    "log": "/serata/2/registro/",
    "evening-settings": "/serata/2/modifica/",
    "check-in": "/serata/3/accettazione/",
    "end": "/serata/1/",
}


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def _running() -> Iterator[str]:
    """The whole installation on an empty folder, as `make run` starts it."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "POZZETTO_VAR": folder, "LOG_LEVEL": "WARNING"}
        environment.pop("DATABASE_URL", None)
        server = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            _wait(f"http://localhost:{port}/health/")
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.wait(30)


def _wait(url: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urlopen(url, timeout=5):  # noqa: S310 - our own server
                return
        except (URLError, ConnectionError):
            time.sleep(0.2)
    raise TimeoutError(url)


def _log_in(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/login/")
    page.fill("input[name=login]", SECRETARY)
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_load_state()


def _shoot(page: Page, site: str, screens: dict[str, str], suffix: str) -> None:
    for name, path in screens.items():
        answer = page.goto(site + path)
        if answer is None or not answer.ok:
            raise RuntimeError(f"{path} answered {answer.status if answer else 'nothing'}")
        height = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
        width = page.viewport_size["width"] if page.viewport_size else 0
        clip = {"x": 0, "y": 0, "width": width, "height": max(height, 600)}
        page.screenshot(path=FOLDER / f"{name}-{suffix}.png", full_page=True, clip=clip)


def _all(browser: Browser, site: str) -> None:
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, locale="it-IT"
            )
            page = context.new_page()
            _shoot(page, site, PUBLIC, f"{size}-{scheme}")
            _log_in(page, site)
            _shoot(page, site, STAFF, f"{size}-{scheme}")
            context.close()


def main() -> None:
    """Make all pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with _running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=bootstrap.chromium(), args=arguments)
        _all(browser, site)
        browser.close()


if __name__ == "__main__":
    main()
