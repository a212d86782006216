"""The secret that signs sessions: given to a public site, made once for a local one."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def secret_key(given: str, path: Path, *, public: bool) -> str:
    """Return the secret given by the environment, else the one kept in `path`, made at the first call.

    Raises ImproperlyConfigured when the site is public and none was given: its processes may be on several
    machines, and a file made by one of them would be unknown to the others. Also when the folder of `path`
    cannot be written.
    """
    if given:
        return given
    if public:
        msg = (
            "SECRET_KEY is missing: a site with an https SITE_URL needs one, the same for all its processes."
        )
        raise ImproperlyConfigured(msg)
    try:
        return _kept(path)
    except OSError as error:
        msg = (
            f"Pozzetto cannot write in {path.parent} ({error.strerror}): name another folder in POZZETTO_VAR."
        )
        raise ImproperlyConfigured(msg) from error


def _kept(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50), encoding="ascii")
        try:
            os.link(draft, path)  # whole or not at all, and the first of two processes wins
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii")
