"""Pure rules for the values of a row, by column, and the values that replace invalid ones.

SQLite reads a damaged text as well as any other, so a row that came out of a damaged file may say "actjve".
"""

from collections.abc import Mapping
from functools import cache
from uuid import uuid4

from scrubjay.extensions.kinds.memories import RowLaw
from scrubjay.extensions.loading import load, make, targets_of
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.memory.store.rows import digest
from scrubjay.model.agent import AgentType
from scrubjay.model.evidence import Act, CitationKind, CitationStatus, Origin, PlaceKind, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change, MemoryStatus
from scrubjay.model.pattern import MEMORY_ID, pattern
from scrubjay.model.row_law import HEX, LIST, MOMENT, OBJECT, Value, ValueRule, choice, matching, number, optional_rule

Row = dict[str, Value]

_ID = pattern(MEMORY_ID)


def _rank_rule() -> ValueRule:
    """The rule for a grade's rank: one that was lost counts as nothing earned."""
    return ValueRule(lambda value: value in range(len(Grade)), lambda _: Grade.SAID.rank)


RULES: dict[str, dict[str, ValueRule]] = {
    "memory": {
        "id": matching(_ID, lambda _: uuid4().hex), "kind": choice(MEMORY_KINDS, "fact"),
        "origin": choice(Origin, Origin.AGENT), "tags": LIST, "commit_sha": HEX, "recorded_at": MOMENT,
        "scope": choice(("project", "user"), "project"),
    },
    "belief": {
        "status": choice(MemoryStatus, MemoryStatus.HELD), "valid_from": MOMENT, "valid_until": optional_rule(MOMENT),
        "recorded_at": MOMENT, "retracted_at": optional_rule(MOMENT),
    },
    "replacement": {"how": choice(Change, Change.SUPERSEDE)},
    "evidence": {
        "captured_at": MOMENT, "verdict": choice(Verdict, Verdict.STORED), "source": choice(Origin, Origin.AGENT),
        "act": choice(Act, Act.NONE), "observation": optional_rule(OBJECT), "turn": optional_rule(OBJECT),
        "earned": _rank_rule(), "similarity": number(-1, 1),
        "passed": LIST, "failed": LIST, "metadata": OBJECT,
    },
    "citation": {
        "kind": choice(CitationKind, CitationKind.PLACE), "status": choice(CitationStatus, CitationStatus.FAILED),
        "whole": number(0, 1), "place": choice(PlaceKind, PlaceKind.UNKNOWN), "lacks": LIST,
        "blob": HEX, "commit_sha": HEX, "words_hash": HEX,
        "start_line": number(0, 10**9), "end_line": number(0, 10**9),
    },
    "anchor": {
        "commit_sha": HEX, "patch_id": HEX, "blob": HEX, "lines": optional_rule(LIST, None),
        "made_at": number(0, 10**12),
        "apart": number(0, 1),
    },
    "confirmation": {"at": MOMENT, "independent": number(0, 1)},
    "audit": {"metadata": OBJECT},
    "audit_ends": {
        "one": number(1, 1), "first": number(0, 10**12), "last": number(0, 10**12), "carried": HEX, "hash": HEX,
    },
    "task": {"details": OBJECT}
    | dict.fromkeys(("completed", "blockers", "next_steps", "dead_ends"), LIST)
    | dict.fromkeys(("goals", "constraints", "decisions", "questions"), LIST),
    "save": dict.fromkeys(("completed", "blockers", "next_steps", "dead_ends", "decisions", "candidates"), LIST),
    "session_point": {"files": LIST, "seen": optional_rule(OBJECT)},
    "task_archive": {"state": OBJECT},
    "agent": {"type": choice(AgentType, AgentType.OTHER_AGENT), "capabilities": LIST, "created_at": MOMENT},
    "agent_session": {"began_at": MOMENT, "seen_at": MOMENT},
}  # fmt: skip


@cache
def _laws() -> tuple[RowLaw, ...]:
    """The row laws of our extensions, on or off, because their rows lie in the core's files either way."""
    return tuple(make(load(target), {}) for target in targets_of("row_law"))


def rules_of(table: str) -> Mapping[str, ValueRule]:
    """The rules of a table, by column; empty for one that has none."""
    return RULES.get(table) or next(filter(None, (law.rules(table) for law in _laws())), {})


def mended(table: str, row: Row, now: str) -> Row:
    """A row with every value that can't be used replaced; the same row where all can."""
    wrong = {
        name: rule.instead(now) for name, rule in rules_of(table).items() if name in row and not rule.fits(row[name])
    }
    if table == "memory" and isinstance(content := row.get("content"), str):
        expected = digest(content)
        if content and row.get("digest") != expected:
            wrong["digest"] = expected
    return row | wrong if wrong else row
