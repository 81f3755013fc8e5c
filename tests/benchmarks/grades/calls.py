"""A call of a tool of our servers, and what it answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
KNOWLEDGE = "scrubjay-knowledge"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool of one of the servers."""

    tool: str
    arguments: Mapping[str, Any]
    server: str = KNOWLEDGE


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool answered: its text, its structured content, and whether it was an error."""

    text: str
    data: Json
    error: bool

    @property
    def outcome(self) -> str:
        """The outcome of `remember`; "error" where there is none."""
        return str(self.data.get("outcome", "")) or "error"

    @property
    def grade(self) -> str:
        """The grade of `remember`; empty where there is none."""
        return str(self.data.get("grade") or "")

    @property
    def shown(self) -> str:
        """All that a reader sees."""
        return self.text + json.dumps(self.data, ensure_ascii=False)
