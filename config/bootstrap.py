"""From an empty machine to a running Pozzetto, with the standard library alone.

    python3 config/bootstrap.py run [--lan] [--port N]   install what is missing, then start all
    python3 config/bootstrap.py test                     install what tests need, then every check and test
    python3 config/bootstrap.py check                    only what reads the source: style, types, templates
    python3 config/bootstrap.py suite                    only the tests
    python3 config/bootstrap.py install                  only the virtual environment, for development

Written so that a Python older than the one needed still reads it, and says so.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

NEEDED = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
INSTALLED = VENV / "installed.json"
RUNTIME, DEVELOPMENT = "requirements.txt", "requirements-dev.txt"

# What WeasyPrint loads, by system, and the one line that brings it.
LIBRARIES = {
    "Linux": ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"),
    "Darwin": ("libpango-1.0.dylib", "libpangoft2-1.0.dylib", "libharfbuzz-subset.dylib"),
    "Windows": ("libpango-1.0-0.dll", "libpangoft2-1.0-0.dll", "libharfbuzz-subset-0.dll"),
}
MAC_FOLDERS = ("/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib")
PANGO_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
PANGO_LINES = (
    ("Debian, Ubuntu", "sudo apt install " + " ".join(PANGO_PACKAGES)),
    ("Fedora", "sudo dnf install pango"),
    ("macOS", "brew install pango"),
    ("Windows (MSYS2)", "pacman -S mingw-w64-ucrt-x86_64-pango"),
)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def say(text: str) -> None:
    """Write one line to the terminal at once, before what a child process writes."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def stop(text: str) -> NoReturn:
    """End with a sentence and a failing exit code."""
    say(text)
    raise SystemExit(1)


def do(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command in the project's folder; end with its exit code if it fails."""
    words = [str(word) for word in command]
    say("$ " + " ".join(words).replace(str(ROOT) + os.sep, ""))
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, **(env or {})}, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def new_enough_python() -> str:
    """The path of a Python that is new enough: this one, else the newest found on PATH."""
    if sys.version_info >= NEEDED:
        return sys.executable
    for minor in range(NEEDED[1] + 9, NEEDED[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            return found
    stop(
        f"Pozzetto needs Python {NEEDED[0]}.{NEEDED[1]} or newer; this is {platform.python_version()}.\n"
        "Install one (Debian, Ubuntu: sudo apt install python3.11 python3.11-venv) and try again."
    )


def venv_works() -> bool:
    """Whether the virtual environment exists and its Python starts and is new enough."""
    if not PYTHON.exists():
        return False
    question = f"import sys, pip; sys.exit(sys.version_info < {NEEDED})"
    return subprocess.run([str(PYTHON), "-c", question], check=False, capture_output=True).returncode == 0


def make_venv() -> None:
    if venv_works():
        return
    say("Making the virtual environment in .venv …")
    made = subprocess.run([new_enough_python(), "-m", "venv", "--clear", str(VENV)], check=False)
    if made.returncode:
        stop("Python could not make a virtual environment. Debian, Ubuntu: sudo apt install python3-venv")


def installed() -> dict[str, str]:
    """Digest of each lock file as it was when it was installed."""
    try:
        return dict(json.loads(INSTALLED.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def install(lock: str) -> None:
    """Install a lock file into the virtual environment unless that has been done since it last changed."""
    make_venv()
    digest = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
    before = installed()
    if before.get(lock) == digest:
        return
    say(f"Installing {lock}: half a minute the first time …")
    do(
        *(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--require-hashes", "--requirement", lock),
    )
    INSTALLED.write_text(json.dumps({**before, lock: digest}), encoding="utf-8")


def missing_libraries() -> list[str]:
    """Names of the libraries WeasyPrint needs and this system cannot load; empty when papers can be made."""
    missing = []
    for name in LIBRARIES.get(platform.system(), LIBRARIES["Linux"]):
        places = [name]
        if platform.system() == "Darwin":
            places += [f"{folder}/{name}" for folder in MAC_FOLDERS]
        if not any(loads(place) for place in places):
            missing.append(name)
    return missing


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def line_to_type() -> str:
    """For each system, the line that installs what papers need."""
    width = max(len(system) for system, _ in PANGO_LINES)
    return "\n".join(f"  {system:{width}}  {line}" for system, line in PANGO_LINES)


def can_apt() -> bool:
    return platform.system() == "Linux" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt(packages: list[str]) -> None:
    """Install Debian packages; the caller has asked `can_apt`."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    do("apt-get", "update", "-qq", env=quiet)
    do("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, env=quiet)


def need_pango() -> None:
    """Bring what papers need, or say what to type: everything but papers works without."""
    if not missing_libraries():
        return
    if can_apt():
        apt(list(PANGO_PACKAGES))
        return
    say("Papers need the Pango library, which is not on this machine. Type once:\n" + line_to_type())


def chromium() -> str | None:
    """The browser that tests drive: the path in CHROMIUM, else the distribution's."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def missing_test_packages() -> list[str]:
    """Debian packages that tests need and that are not here."""
    found = {
        "chromium": chromium(),
        "poppler-utils": shutil.which("pdftotext") and shutil.which("pdftoppm"),
        "gettext": shutil.which("msgfmt"),
        "libatomic1": sys.platform != "linux" or loads("libatomic.so.1"),  # for Playwright's driver
    }
    packages = [package for package, path in found.items() if not path]
    return packages + (list(PANGO_PACKAGES) if missing_libraries() else [])


def need_test_packages() -> None:
    packages = missing_test_packages()
    if not packages:
        return
    if not can_apt():
        stop("Tests need some packages. Type once:\n  sudo apt install " + " ".join(packages))
    apt(packages)


def run(words: list[str]) -> None:
    """Install what is missing, then become `manage.py serve`."""
    install(RUNTIME)
    need_pango()
    command = [str(PYTHON), str(ROOT / "manage.py"), "serve", *words]
    if os.name == "nt":  # there exec would give the terminal back while the server runs
        raise SystemExit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)  # noqa: S606 - signals must reach the server itself


def check(_words: list[str]) -> None:
    """What reads the source without running it, and the settings of a public site."""
    install(DEVELOPMENT)
    need_test_packages()
    do(BIN / "ruff", "check", ".")
    do(BIN / "ruff", "format", "--check", ".")
    do(BIN / "mypy")
    do(BIN / "lint-imports")
    do(BIN / "djlint", "templates", "--lint", "--quiet")
    with tempfile.TemporaryDirectory() as var:
        local = {"POZZETTO_VAR": var}
        do(PYTHON, "manage.py", "makemigrations", "--check", "--dry-run", env=local)
        public = {"SITE_URL": "https://pozzetto.example.org", "SECRET_KEY": secrets.token_urlsafe(50)}
        do(PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING", env={**local, **public})


def suite(words: list[str]) -> None:
    """The tests, by two processes: while one waits for its browser, the other works."""
    install(DEVELOPMENT)
    need_test_packages()
    do(PYTHON, "-m", "pytest", "-n", "2", "--dist", "worksteal", *words)


def test(words: list[str]) -> None:
    check([])
    suite(words)


COMMANDS = {
    "run": run,
    "test": test,
    "check": check,
    "suite": suite,
    "install": lambda _words: install(DEVELOPMENT),
}


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        stop(__doc__ or "")
    COMMANDS[sys.argv[1]](sys.argv[2:])


if __name__ == "__main__":
    main()
