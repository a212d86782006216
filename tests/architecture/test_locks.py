"""Lock files: every file has a hash, no address of a registry, the two locks agree."""

import re

import pytest
from django.conf import settings

LOCKS = ["requirements.txt", "requirements-dev.txt"]
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)


def text_of(lock: str) -> str:
    return (settings.BASE_DIR / lock).read_text(encoding="utf-8")


def pins(lock: str) -> dict[str, str]:
    return {name.lower(): version for name, version in PIN.findall(text_of(lock))}


@pytest.mark.parametrize("lock", LOCKS)
def test_each_pin_has_a_hash_and_no_line_an_address(lock: str) -> None:
    text = text_of(lock)
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert len(blocks) == len(PIN.findall(text)) > 20
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert "://" not in text
    assert "index" not in text


def test_development_runs_on_the_very_versions_of_production() -> None:
    runtime, development = (pins(lock) for lock in LOCKS)
    assert {name: development.get(name) for name in runtime} == runtime


def test_direct_dependencies_are_fewer_than_twenty_and_each_has_its_reason() -> None:
    lines = (settings.BASE_DIR / "requirements.in").read_text(encoding="utf-8").splitlines()
    names = [re.split(r"[\[<>=~; ]", line)[0] for line in lines if line and not line.startswith("#")]
    reasons = (settings.BASE_DIR / "docs/decisions/0002-libraries.md").read_text(encoding="utf-8")
    assert 0 < len(names) < 20
    assert [name for name in names if f"**{name}**" not in reasons] == []
