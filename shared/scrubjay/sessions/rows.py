"""How do tasks and saves look as rows? Lists and objects are JSON text."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scrubjay.sessions.task import PastSave, SessionSave, Task

LISTS = ("completed", "blockers", "next_steps", "dead_ends", "decisions", "candidates")


def to_json(value: object) -> str:
    """Compact JSON, keys in the caller's order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def task_row(task: Task) -> dict[str, Any]:
    """Parameters of `put_task`."""
    row = {name: getattr(task, name) for name in Task.__dataclass_fields__}
    return {k: to_json(list(v)) if k in LISTS else to_json(dict(v)) if k == "details" else v for k, v in row.items()}


def task_from(row: Sequence[Any]) -> Task:
    """A row of `task`, in the order of its query."""
    values = dict(zip(Task.__dataclass_fields__, row, strict=True))
    for name in LISTS:
        if name in values:
            values[name] = tuple(json.loads(values[name]))
    values["details"] = json.loads(values["details"])
    return Task(**values)


def save_row(save: SessionSave) -> dict[str, Any]:
    """The columns of `save` that hold what the session said."""
    row = asdict(save)
    return {name: to_json(list(value)) if name in LISTS else value for name, value in row.items()}


def save_from(row: Sequence[Any]) -> PastSave:
    """A row of `saves`, in the order of its query."""
    branch, head, session, saved_at, _digest, version, summary, completed, in_progress, *lists = row
    blockers, next_steps, dead_ends, decisions, candidates = (tuple(json.loads(text)) for text in lists)
    said = SessionSave(
        summary,
        tuple(json.loads(completed)),
        in_progress,
        blockers,
        next_steps,
        dead_ends,
        decisions,
        candidates,
        session,
    )
    return PastSave(branch, head, saved_at, version, said)


def digest(save: SessionSave, head: str) -> str:
    """Equal for the same save at the same commit: a repeated call is recognised by it."""
    return hashlib.sha256(to_json([head, asdict(save)]).encode("utf-8", "surrogatepass")).hexdigest()
