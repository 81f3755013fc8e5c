"""Row mapping of working sets and saves; lists and objects are stored as JSON text."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scrubjay.session.tasks.task import LISTS, Archived, PastSave, SessionSave, Task

SAVE_LISTS = ("completed", "blockers", "next_steps", "dead_ends", "decisions", "candidates")


def to_json(value: object) -> str:
    """Compact JSON, keys in the caller's order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def task_row(task: Task) -> dict[str, Any]:
    """Parameters of `put_task`."""
    row = {name: getattr(task, name) for name in Task.__dataclass_fields__}
    return {k: to_json(list(v)) if k in LISTS else to_json(dict(v)) if k == "details" else v for k, v in row.items()}


def task_from(row: Mapping[str, Any]) -> Task:
    """A row of `task`, by the names of its columns."""
    values = {name: row[name] for name in Task.__dataclass_fields__}
    lists = {name: tuple(json.loads(values[name])) for name in LISTS}
    return Task(**(values | lists | {"details": json.loads(values["details"])}))


def task_state(task: Task) -> str:
    """A working set serialised as one JSON text."""
    return to_json(task_row(task))


def task_from_state(state: str) -> Task:
    """The working set that `task_state` serialised."""
    return task_from(json.loads(state))


def archived_from(row: Mapping[str, Any]) -> Archived:
    """A row of `task_archive`."""
    return Archived(task_from_state(row["state"]), row["head"], row["merged_in"], row["how"], row["at"])


def save_row(save: SessionSave) -> dict[str, Any]:
    """The columns of `save` that hold the session's own values."""
    row = asdict(save)
    return {name: to_json(list(value)) if name in SAVE_LISTS else value for name, value in row.items()}


def save_from(row: Sequence[Any]) -> PastSave:
    """A row of `saves`, in the order of its query."""
    branch, head, session, saved_at, _digest, version, summary, completed, in_progress, *lists = row
    blockers, next_steps, dead_ends, decisions, candidates = (tuple(json.loads(text)) for text in lists)
    save = SessionSave(
        summary=summary,
        completed=tuple(json.loads(completed)),
        in_progress=in_progress,
        blockers=blockers,
        next_steps=next_steps,
        dead_ends=dead_ends,
        decisions=decisions,
        candidates=candidates,
        session=session,
    )
    return PastSave(branch, head, saved_at, version, save)


def save_digest(save: SessionSave, head: str) -> str:
    """Equal for the same save at the same commit; makes a repeated save idempotent."""
    return hashlib.sha256(to_json([head, asdict(save)]).encode("utf-8", "surrogatepass")).hexdigest()
