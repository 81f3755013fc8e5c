"""From which cosine on may two claims be one fact? Measured for each embedder, kept as data beside this file."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

VERSION = 1
"""Raised when the guards change: then everything is compared anew."""


@dataclass(frozen=True, slots=True)
class GroupingRule:
    """The embedder's fingerprint, the least cosine, and the most days between two memories of one fact."""

    fingerprint: str
    cosine: float
    days: int

    @property
    def key(self) -> str:
        """Equal for rules that decide alike."""
        return f"{VERSION}:{self.fingerprint}:{self.cosine}:{self.days}"


def rule_for(fingerprint: str) -> GroupingRule:
    """The rule for an embedder; one that nobody calibrated gets the strictest."""
    data = _data()
    known = data["embedders"].get(fingerprint, data["uncalibrated"])
    return GroupingRule(fingerprint, float(known["cosine"]), int(data["days"]))


@cache
def _data() -> Any:
    return json.loads(Path(__file__).with_name("rules.json").read_text(encoding="utf-8"))
