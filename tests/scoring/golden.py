"""Reads the golden files, and hands as they are written there."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scoring.hands import EndReason, Hand, HandScore
from scoring.regulations import DEFAULT, PRESETS, BurracoKind, Regulations

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> Any:
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def regulations_of(case: Mapping[str, Any]) -> Regulations:
    return PRESETS[case.get("regulations", DEFAULT)]


def hand_of(case: Mapping[str, Any]) -> Hand:
    reason = case.get("end_reason")
    return Hand(
        tuple(_score_of(side) for side in case["sides"]),
        case.get("covers", 1),
        EndReason(reason) if reason else None,
    )


def _score_of(side: Mapping[str, Any]) -> HandScore:
    counts = side.get("counts")
    if counts is None:
        return HandScore(**side)
    return HandScore(**{**side, "counts": {BurracoKind(kind): count for kind, count in counts.items()}})
