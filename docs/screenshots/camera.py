"""A browser that takes four pictures of a page: phone and desktop, light and dark."""

import base64
import io
import math
import os
import subprocess
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.urls import reverse
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from config import bootstrap
from docs.screenshots.clock import NOW
from docs.screenshots.house import HOST, SITE, Facts, House

FOLDER = Path(__file__).resolve().parent.parent / "screens"
# The phone is first: what a page does when it opens, it does there; widening it afterwards hides nothing.
SIZES = {"phone": (390, 844), "desktop": (1366, 768)}
SCHEMES = ("light", "dark")
SHORTEST, TALLEST = 600, {"phone": 1100, "desktop": 900}  # of a long page the beginning says enough
COLOURS = 20  # flat pages need no more, and the whole folder stays small
SURFACES, UNLIKE = 8, 24.0  # colours kept however near; how far apart the others are, of 442
SECRETARY, PASSWORD = "segreteria@demo.example", "pozzetto"
ELSEWHERE = "altrove.example"  # a name by which the installation does not know itself
ARGUMENTS = ["--lang=it", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
QUIET = 400  # milliseconds: longer than any field waits before it asks
SECONDS = 30  # for a letter
FETCH = """async path => {
  const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
  let text = "";
  for (const each of bytes) text += String.fromCharCode(each);
  return btoa(text);
}"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


def keep(picture: bytes, path: Path, colours: int = COLOURS) -> None:
    """Write a picture with few colours: those that cover most, then those that are most unlike them."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    found = sorted(image.getcolors(image.width * image.height) or [], reverse=True)
    chosen: list[tuple[int, ...]] = []
    for _pixels, colour in found:
        if len(chosen) < SURFACES or all(math.dist(colour, each) > UNLIKE for each in chosen):
            chosen.append(colour)
        if len(chosen) == colours:
            break
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def launch(playwright: Playwright, house: House) -> Browser:
    """The distribution's Chromium, told where the installation is, and cut off from everything else."""
    rules = [f"MAP {host}:80 127.0.0.1:{house.port}" for host in (HOST, ELSEWHERE)]
    arguments = [*ARGUMENTS, f"--host-resolver-rules={', '.join(rules)}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    return playwright.chromium.launch(
        executable_path=bootstrap.chromium(), args=arguments, env={**os.environ, "LANGUAGE": "it"}
    )


@dataclass
class Camera:
    """Somebody's browser. `titles` and `faults` collect, by the name of a picture, what was found."""

    browser: Browser
    house: House
    facts: Facts
    titles: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    context: BrowserContext | None = None
    page: Page = field(init=False)

    def somebody_else(self, email: str = "", password: str = PASSWORD) -> None:
        """A new browser, of the account with this address or of nobody."""
        if self.context is not None:
            self.context.close()
        width, height = SIZES["phone"]
        self.context = self.browser.new_context(
            viewport={"width": width, "height": height}, locale="it-IT", timezone_id="Europe/Rome"
        )
        self.page = self.context.new_page()
        self.page.clock.set_fixed_time(NOW)
        if email:
            self.open("account_login")
            self.fill(login=email, password=password)
            self.page.press("input[name=password]", "Enter")
            self.page.wait_for_url(lambda url: "/accounts/login/" not in url)

    def path(self, page: str, *args: str | int) -> str:
        """The path of a page by its name; words among its arguments are keys of what the stage made."""
        return reverse(page, args=[self.facts.get(str(each), each) for each in args])

    def open(self, page: str, *args: str | int, query: str = "", status: int = 200) -> None:
        """Go to a page by its name."""
        self.go(self.path(page, *args) + query, status=status)

    def go(self, path: str, *, status: int = 200, site: str = SITE) -> None:
        """Go to a path, and see that it answers so."""
        self.page.set_viewport_size(_viewport("phone"))
        answer = self.page.goto(site + path)
        found = answer.status if answer else 0
        if found != status:
            raise RuntimeError(f"{path} answered {found}")

    def fill(self, **fields: str) -> None:
        """Write into fields by their names."""
        for name, value in fields.items():
            self.page.locator(f"[name='{name}']:not([type=hidden])").first.fill(value)

    def press(self, selector: str) -> None:
        """Press something that leads to another page."""
        self.page.set_viewport_size(_viewport("phone"))
        with self.page.expect_navigation():
            self.page.locator(selector).first.click()

    def send(self, action: str = "") -> None:
        """Press the button of the form whose address ends so, opening the question around it first; without
        an address, of the page's own form."""
        form = self.page.locator(f"form[action*='{action}']" if action else "main form[method=post]").first
        question = form.locator("xpath=ancestor::details[not(@open)]")
        if question.count():
            question.last.locator("summary").click()
        with self.page.expect_navigation():
            form.locator("button:not([type=button])").first.click()

    def post(self, selector: str) -> None:
        """Send a form past what its page says of it, as a browser without scripts does."""
        with self.page.expect_navigation():
            self.page.locator(selector).evaluate("form => form.submit()")

    def settle(self) -> None:
        """Wait until what was typed has been answered."""
        self.page.wait_for_timeout(QUIET)
        self.page.wait_for_load_state("networkidle")

    def letter(self, words: str) -> str:
        """The last letter with these words in it. TimeoutError when none comes."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            found = [text for text in self.house.letters() if words in text]
            if found:
                return found[-1]
            time.sleep(0.2)
        raise TimeoutError(f"no letter with {words}")

    def download(self, path: str) -> bytes:
        """A file, with this browser's own cookies."""
        words = self.page.evaluate(FETCH, path)
        return base64.b64decode(words)

    def shoot(self, name: str, sizes: Collection[str] = SIZES) -> None:
        """Take the four pictures of the page as it stands; two of what only one size of screen has."""
        self.titles[name] = self.page.title()
        for size in sizes:
            for scheme in SCHEMES:
                self.page.set_viewport_size(_viewport(size))
                self.page.emulate_media(color_scheme=scheme)
                self._take(f"{name}-{size}-{scheme}", TALLEST[size])
        self.page.set_viewport_size(_viewport("phone"))

    def _take(self, name: str, tallest: int) -> None:
        if self.page.evaluate(WIDE):
            self.faults.append(f"{name}: wider than the screen")
        # A screen as tall as the page: what stays at the foot of a screen then hides nothing.
        width = self.page.viewport_size["width"] if self.page.viewport_size else 0
        height = min(self.page.evaluate("document.documentElement.scrollHeight"), tallest)
        self.page.set_viewport_size({"width": width, "height": max(height, SHORTEST)})
        self.page.evaluate("scrollTo(0, 0)")
        picture = self.page.screenshot(caret="hide", animations="disabled")
        keep(picture, FOLDER / f"{name}.png")


def _viewport(size: str) -> Mapping[str, int]:
    width, height = SIZES[size]
    return {"width": width, "height": height}


def sheets(pdf: bytes, name: str, most: int = 2) -> None:
    """The first pages of a paper as pictures. Raises CalledProcessError; needs poppler's pdftoppm."""
    command = ["pdftoppm", "-r", "72", "-gray", "-l", str(most), "-png", "-", str(FOLDER / name)]
    subprocess.run(command, input=pdf, check=True)  # noqa: S603 - our own command
    for path in FOLDER.glob(f"{name}-*.png"):
        keep(path.read_bytes(), path, colours=8)
