"""The page that shows every picture."""

from collections.abc import Mapping
from pathlib import Path

HEAD = """# Every screen

Made by `make screenshots` from the demonstration, in Italian, phone and desktop, light and dark. The names of
pages come from the pages themselves. Of a long page the beginning is shown.

| Screen | Phone | Desktop |
| --- | --- | --- |
"""
PAPERS = "\n## Every paper\n\nThe first two sheets of each.\n\n"


def _row(folder: Path, name: str, title: str) -> str:
    def links(size: str) -> str:
        files = {scheme: f"{name}-{size}-{scheme}.png" for scheme in ("light", "dark")}
        return " · ".join(f"[{scheme}]({file})" for scheme, file in files.items() if (folder / file).exists())

    words = title.removesuffix(" · Pozzetto").replace("|", "·")
    return f"| **{name}** {words} | {links('phone')} | {links('desktop')} |\n"


def write_index(folder: Path, titles: Mapping[str, str]) -> None:
    """Write the page beside the pictures: a row for each screen in the order it was made, then the papers."""
    rows = "".join(_row(folder, name, title) for name, title in titles.items())
    taken = {
        f"{name}-{size}-{scheme}"
        for name in titles
        for size in ("phone", "desktop")
        for scheme in ("light", "dark")
    }
    sheets = [path.stem for path in sorted(folder.glob("*.png")) if path.stem not in taken]
    papers = "".join(f"- [{name}]({name}.png)\n" for name in sheets)
    (folder / "README.md").write_text(HEAD + rows + PAPERS + papers)
