"""What a public site is made of: strict settings, and migrations that say what the models say."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

PUBLIC = {"SITE_URL": "https://pozzetto.example.org", "DJANGO_SETTINGS_MODULE": "config.settings"}


def manage(*words: str, var: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    # What Playwright needs here has no place on a public site.
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env={**inherited, **PUBLIC, "POZZETTO_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_django_finds_nothing_to_say_about_a_public_site(tmp_path: Path) -> None:
    secret = secrets.token_urlsafe(50)
    result = manage("check", "--deploy", "--fail-level", "WARNING", var=tmp_path, SECRET_KEY=secret)
    assert result.returncode == 0, result.stderr


def test_a_public_site_without_a_secret_does_not_start(tmp_path: Path) -> None:
    result = manage("check", var=tmp_path, SECRET_KEY="")
    assert result.returncode == 1
    assert "SECRET_KEY is missing" in result.stderr
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.django_db
def test_migrations_say_what_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
