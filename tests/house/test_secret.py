import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.secret import secret_key


def test_a_given_secret_is_used_and_none_is_made(tmp_path: Path) -> None:
    assert secret_key("given", tmp_path / "secret", public=True) == "given"
    assert list(tmp_path.iterdir()) == []


def test_a_local_secret_is_made_once_long_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret"
    first = secret_key("", path, public=False)
    assert len(first) >= 60
    assert secret_key("", path, public=False) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_two_sites_have_two_secrets(tmp_path: Path) -> None:
    assert secret_key("", tmp_path / "a", public=False) != secret_key("", tmp_path / "b", public=False)


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(lambda _: secret_key("", path, public=False), range(32)))
    assert answers == {path.read_text()}


def test_a_public_site_refuses_to_make_one_up(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is missing"):
        secret_key("", tmp_path / "secret", public=True)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match=r"file \(.+\): name another folder in POZZETTO_VAR"):
        secret_key("", tmp_path / "file" / "secret", public=False)
