"""Whether this machine can make papers, without importing what would fail if it cannot."""

import ctypes
import sys
from typing import Any

from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning

# The names that WeasyPrint itself tries.
LIBRARIES = {
    "linux": ("libpango-1.0.so.0", "libpangoft2-1.0.so.0"),
    "darwin": ("libpango-1.0.dylib", "libpangoft2-1.0.dylib"),
    "win32": ("libpango-1.0-0.dll", "libpangoft2-1.0-0.dll"),
}
MAC_FOLDERS = ("", "/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/")
HINT = "\n".join(
    (
        "Debian, Ubuntu: sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
        "Fedora: sudo dnf install pango",
        "macOS: brew install pango",
        "Windows (MSYS2): pacman -S mingw-w64-ucrt-x86_64-pango",
    )
)


def loads(library: str) -> bool:
    """Whether the system's loader finds the library."""
    for folder in MAC_FOLDERS if sys.platform == "darwin" else ("",):
        try:
            ctypes.CDLL(folder + library)
        except OSError:
            continue
        return True
    return False


def pango_is_here(**_facts: Any) -> list[CheckMessage]:
    """A warning when Pango is missing: everything but papers works without it."""
    missing = [name for name in LIBRARIES.get(sys.platform, LIBRARIES["linux"]) if not loads(name)]
    if not missing:
        return []
    return [
        CheckWarning(
            f"Papers cannot be made: {', '.join(missing)} not found.", hint=HINT, id="tournaments.W001"
        )
    ]
