"""Rendered task of a branch."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from scrubjay_serving.heading import heading
from scrubjay_session.views.session import masked, merged

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.git.head import Head
    from scrubjay.sessions.task import Archived, Conflict, PastSave, Saved, Task


class TaskWritten(BaseModel):
    """What became of set_task_context."""

    at: str
    outcome: Literal["saved", "conflict"]
    version: int
    current: str = ""
    yours: str = ""
    note: str = ""


def task_written(workspace: "Workspace", head: "Head", outcome: "Saved | Conflict") -> TaskWritten:
    """The new version, or both texts of a conflict."""
    from scrubjay.sessions.task import Conflict

    first = heading(workspace, head)
    if isinstance(outcome, Conflict):
        return TaskWritten(
            at=first,
            outcome="conflict",
            version=outcome.current.version,
            current=outcome.current.task,
            yours=outcome.yours.task,
            note="Nothing was written. Merge the two texts, then call again with "
            f"expected_version={outcome.current.version}.",
        )
    note = " ".join([*merged(outcome), masked(outcome.masked)]).strip()
    return TaskWritten(at=first, outcome="saved", version=outcome.version, note=note)


def task(
    workspace: "Workspace",
    head: "Head",
    branch: str,
    context: "Task | None",
    last: "Sequence[PastSave]",
    archived: "Archived | None",
) -> str:
    """The task of a branch; for a merged branch the archived one."""
    lines = [heading(workspace, head)]
    if context is None and archived is not None:
        lines.append(
            f"{branch} was {archived.how} into {archived.merged_in[:10]} (seen {archived.archived_at}); it was about:"
        )
        context = archived.task
    if context is None:
        lines.append(f"No task is set for {branch}. set_task_context(task=…) sets one.")
    else:
        source = f", copied from {context.inherited_from}" if context.inherited_from else ""
        version = f"version {context.version}, noted by the agent {context.saved_at}{source}"
        lines.append(f"Task of {branch} ({version}): {plain(context.task) or '-'}")
        lines.extend(f"- {key}: {plain(value)}" for key, value in context.details.items())
        for name, values in (
            ("Goals", context.goals), ("Constraints", context.constraints), ("In progress", context.in_progress),
            ("Next", context.next_steps), ("Blocked", context.blockers), ("Open questions", context.questions),
            ("Dead ends", context.dead_ends), (f"Agent's choices on {branch}", context.decisions),
            ("Completed", context.completed),
        ):  # fmt: skip
            lines.extend(part(name, [value for value in values if value]))
    for past in last:
        commit = past.head[:10] or "no commits"
        lines.append(f"Last save {past.saved_at} @ {commit}, noted by the agent: {plain(past.save.summary)}")
        lines.extend(part("Candidates", past.save.candidates))
    return "\n".join(lines)


def part(name: str, entries: "Sequence[str]") -> list[str]:
    """A titled list, or nothing."""
    return [f"{name}:", *(f"- {plain(entry)}" for entry in entries)] if entries else []


def plain(value: object) -> str:
    """A stored value as text whose continuation lines are indented, so that none can imitate a line of ours."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "\n  ".join(text.splitlines())
