"""HTML to PDF: the only place that knows WeasyPrint. Import it in a worker, never in a web process."""

import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from pypdf import PdfReader, PdfWriter

from tournaments.papers.sheets import NotReadyError

try:
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher
except OSError:  # Pango is missing: everything else must go on, and papers say why they cannot
    weasyprint = None

STATIC = Path(settings.BASE_DIR) / "static"
STYLE = STATIC / "css" / "paper.css"


if weasyprint is not None:

    class OurFilesOnly(URLFetcher):
        """Reads fonts from our static folder and refuses everything else, the network included."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            """Open the file of an allowed address; anything else stops the paper."""
            parts = urlsplit(url)
            path = Path(unquote(parts.path)).resolve()
            if parts.scheme != "file" or not path.is_relative_to(STATIC):
                raise FatalURLFetchingError(f"a paper may not read {url}")
            return super().fetch(path.as_uri(), headers)

    @cache
    def dress() -> tuple[Any, Any, Any]:
        """Font configuration, parsed stylesheet, fetcher: made once in a process, for every paper."""
        fonts = FontConfiguration()
        fetcher = OurFilesOnly()
        return fonts, weasyprint.CSS(filename=STYLE, font_config=fonts, url_fetcher=fetcher), fetcher


def pdf(html: str) -> bytes:
    """Lay out one document. The same HTML gives the same bytes. NotReadyError("pango") without Pango."""
    if weasyprint is None:
        raise NotReadyError("pango")
    fonts, style, fetcher = dress()
    document = weasyprint.HTML(string=html, base_url=STATIC.as_uri() + "/", url_fetcher=fetcher)
    return bytes(document.write_pdf(stylesheets=[style], font_config=fonts, pdf_identifier=b"pozzetto"))


def join(parts: Iterable[Path], *, title: str, copies: int = 1) -> tuple[bytes, int]:
    """Put parts one after another, the whole `copies` times; the PDF and its number of pages."""
    writer = PdfWriter()
    readers = [PdfReader(part) for part in parts]
    for _copy in range(copies):
        for reader in readers:
            writer.append(reader, import_outline=False)
    writer.metadata = {"/Title": title, "/Producer": "Pozzetto"}
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue(), len(writer.pages)
