"""Pages as everybody sees them: on a phone and on a laptop, by day and by night."""

from collections.abc import Iterable

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

WIDTHS = (390, 1366)
HEIGHT = 844
SCHEMES = ("light", "dark")
RUN_AXE = "axe.run({resultTypes: ['violations']}).then(({violations}) => ({violations}))"
FITS = "document.documentElement.scrollWidth <= innerWidth"


def faults_of(page: Page, widths: Iterable[int] = WIDTHS) -> list[str]:
    """What axe finds in the page as it stands, and whether it is wider than the screen, in each width and
    in both colour schemes; the page keeps the last of them."""
    faults = []
    page.evaluate(AXE_SCRIPT)
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found = AxeResults(page.evaluate(RUN_AXE))
            if found.violations_count:
                faults.append(f"{page.url}, {width}, {scheme}\n{found.generate_report()}")
        if not page.evaluate(FITS):
            faults.append(f"{page.url} is wider than a screen of {width}")
    return faults
