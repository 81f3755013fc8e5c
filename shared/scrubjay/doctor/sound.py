"""Pure rules for the values of a row, by column, and the values that replace invalid ones.

SQLite reads a damaged text as well as any other, so a row that came out of a damaged file may say "actjve".
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from uuid import uuid4

from scrubjay.memories.kinds import MEMORY_KINDS
from scrubjay.memories.rows import digest
from scrubjay.model.agent import AgentType
from scrubjay.model.evidence import Act, CitationKind, CitationStatus, Origin, PlaceKind, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change, MemoryStatus
from scrubjay.storage.salvage import Value
from scrubjay.text.hexadecimal import MEMORY_ID
from scrubjay_agents.handoffs.states import HandoffState

Row = dict[str, Value]

_MOMENT = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|\+00:00)")
_ID = re.compile(MEMORY_ID)
_HEX = re.compile(r"[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class ValueRule:
    """`fits` says whether a value can be used; `instead` makes one that can, given the moment of the repair."""

    fits: Callable[[Value], bool]
    instead: Callable[[str], Value]


def _choice(words: type[StrEnum] | tuple[str, ...], default: str) -> ValueRule:
    allowed = frozenset(words)
    return ValueRule(lambda value: value in allowed, lambda _: default)


def _matching(pattern: re.Pattern[str], make: Callable[[str], Value]) -> ValueRule:
    return ValueRule(lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None, make)


def _json(kind: type, empty: str) -> ValueRule:
    def fits(value: Value) -> bool:
        try:
            return isinstance(value, str) and isinstance(json.loads(value), kind)
        except (ValueError, RecursionError):
            return False

    return ValueRule(fits, lambda _: empty)


def _number(low: float, high: float) -> ValueRule:
    return ValueRule(lambda value: isinstance(value, int | float) and low <= value <= high, lambda _: max(low, 0))


def _rank() -> ValueRule:
    """A grade's rank; what was lost earned nothing."""
    return ValueRule(lambda value: value in range(len(Grade)), lambda _: Grade.SAID.rank)


def _perhaps(rule: ValueRule, empty: Value = "") -> ValueRule:
    return ValueRule(lambda value: value == empty or rule.fits(value), lambda _: empty)


MOMENT = _matching(_MOMENT, lambda now: now)
HEX = _matching(_HEX, lambda _: "")
LIST, OBJECT = _json(list, "[]"), _json(dict, "{}")

RULES: dict[str, dict[str, ValueRule]] = {
    "memory": {
        "id": _matching(_ID, lambda _: uuid4().hex), "kind": _choice(MEMORY_KINDS, "fact"),
        "origin": _choice(Origin, Origin.AGENT), "tags": LIST, "commit_sha": HEX, "recorded_at": MOMENT,
        "scope": _choice(("project", "user"), "project"),
    },
    "belief": {
        "status": _choice(MemoryStatus, MemoryStatus.HELD), "valid_from": MOMENT, "valid_until": _perhaps(MOMENT),
        "recorded_at": MOMENT, "retracted_at": _perhaps(MOMENT),
    },
    "replacement": {"how": _choice(Change, Change.SUPERSEDE)},
    "evidence": {
        "captured_at": MOMENT, "verdict": _choice(Verdict, Verdict.STORED), "source": _choice(Origin, Origin.AGENT),
        "act": _choice(Act, Act.NONE), "observation": _perhaps(OBJECT), "turn": _perhaps(OBJECT),
        "earned": _rank(), "similarity": _number(-1, 1),
        "passed": LIST, "failed": LIST, "metadata": OBJECT,
    },
    "citation": {
        "kind": _choice(CitationKind, CitationKind.PLACE), "status": _choice(CitationStatus, CitationStatus.FAILED),
        "whole": _number(0, 1), "place": _choice(PlaceKind, PlaceKind.UNKNOWN), "lacks": LIST,
        "blob": HEX, "commit_sha": HEX, "words_hash": HEX,
        "start_line": _number(0, 10**9), "end_line": _number(0, 10**9),
    },
    "anchor": {
        "commit_sha": HEX, "patch_id": HEX, "blob": HEX, "lines": _perhaps(LIST, None), "made_at": _number(0, 10**12),
        "apart": _number(0, 1),
    },
    "confirmation": {"at": MOMENT, "independent": _number(0, 1)},
    "audit": {"metadata": OBJECT},
    "audit_ends": {
        "one": _number(1, 1), "first": _number(0, 10**12), "last": _number(0, 10**12), "carried": HEX, "hash": HEX,
    },
    "task": {"details": OBJECT}
    | dict.fromkeys(("completed", "blockers", "next_steps", "dead_ends"), LIST)
    | dict.fromkeys(("goals", "constraints", "decisions", "questions"), LIST),
    "save": dict.fromkeys(("completed", "blockers", "next_steps", "dead_ends", "decisions", "candidates"), LIST),
    "session_point": {"files": LIST, "seen": _perhaps(OBJECT)},
    "task_archive": {"state": OBJECT},
    "handoff": {
        "state": _choice(HandoffState, HandoffState.CANCELLED), "created_at": MOMENT, "expires_at": MOMENT,
        "changed_at": MOMENT, "told": _number(0, 1), "lease": _number(0, 10**9),
    },
    "handoff_lease": {"taken_at": MOMENT, "renewed_at": MOMENT, "result": _perhaps(OBJECT)}
    | dict.fromkeys(("taking_told", "end_told"), _number(0, 1)),
    "handoff_note": {"at": MOMENT, "result": OBJECT, "told": _number(0, 1)},
    "handoff_time": {"highest": _perhaps(MOMENT), "wall": _perhaps(MOMENT), "ticks": _number(0, 10**12)},
    "agent": {"type": _choice(AgentType, AgentType.OTHER_AGENT), "capabilities": LIST, "created_at": MOMENT},
    "agent_session": {"began_at": MOMENT, "seen_at": MOMENT},
}  # fmt: skip


def mended(table: str, row: Row, now: str) -> Row:
    """A row with every value that can't be used replaced; the same row where all can."""
    wrong = {
        name: rule.instead(now)
        for name, rule in RULES.get(table, {}).items()
        if name in row and not rule.fits(row[name])
    }
    if table == "memory" and isinstance(content := row.get("content"), str):
        expected = digest(content)
        if content and row.get("digest") != expected:
            wrong["digest"] = expected
    return row | wrong if wrong else row
