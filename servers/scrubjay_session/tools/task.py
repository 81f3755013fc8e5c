"""Functions behind the tools for a branch's task and its steps, and the wording of their answers."""

import json
from collections.abc import Sequence
from typing import Any

from scrubjay.git.head import head
from scrubjay.memory.grounding.injection import forbid_instructions, texts_of
from scrubjay.model.counted import counted
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.session.tasks.merge import parse_kind
from scrubjay.session.tasks.task import (
    AGENT_CHOICE,
    Archived,
    Conflict,
    KeptEntries,
    Note,
    PastSave,
    Saved,
    Task,
    TaskChange,
)
from scrubjay.wiring.tool_calls import CallTarget, heading
from scrubjay_session.declared import KINDS, TaskWritten

HERE = "HEAD"

MAX_EARLIER = 3
"""Earlier tasks of the branch that are shown in full, the newest."""

MAX_NAMED = 20
"""Earlier tasks of the branch that are named; as many are compared with a new one."""


def set_task_context(target: CallTarget, *, task: str, details: dict[str, Any], expected_version: int) -> TaskWritten:
    """Set the task of the current branch."""
    change = TaskChange(task, details, expected_version, target.writer)
    with target.moment():
        current = head(target.workspace.git)
        forbid_instructions(texts_of(change))
        outcome = target.workspace.tasks.set(current.branch, current.commit, change)
        return _written(heading(target.workspace, current), outcome)


def note_progress(target: CallTarget, *, text: str, kind: str) -> str:
    """Note one step of a session; returns a line that says so."""
    note = Note(text, parse_kind(kind, KINDS), target.writer)
    with target.moment():
        current = head(target.workspace.git)
        forbid_instructions(texts_of(note))
        outcome = target.workspace.tasks.note(current.branch, current.commit, note)
        said = f"Noted, task version {outcome.version}."
        return "\n".join([heading(target.workspace, current), said, *filter(None, [masked(outcome.masked)])])


def get_task_context(target: CallTarget, *, branch: str) -> str:
    """Show the task of a branch."""
    tasks = target.workspace.tasks
    with target.workspace.session_database.snapshot():
        current = head(target.workspace.git)
        name = shown(branch) or current.branch
        task = tasks.get(name, current.commit if name == current.branch else "")
        lines = _task_lines(
            name, task, tasks.saves(name), target.workspace.merged_tasks.latest(name), tasks.earlier(name, MAX_NAMED)
        )
        first = heading(target.workspace, current)
    if task is not None and name == current.branch:
        tasks.look(name, current.commit, target.writer)
    return "\n".join([first, *lines])


def task_resource(target: CallTarget, branch: str) -> str:
    """The task of a branch as a resource; HEAD stands for the present one."""
    return get_task_context(target, branch="" if branch == HERE else branch)


def _written(first: str, outcome: Saved | Conflict) -> TaskWritten:
    """The new version, or both texts of a conflict."""
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
    note = " ".join([*merged(outcome), *_begun(outcome), masked(outcome.masked)]).strip()
    return TaskWritten(at=first, outcome="saved", version=outcome.version, note=note)


def _task_lines(
    branch: str, context: Task | None, last: Sequence[PastSave], archived: Archived | None, earlier: Sequence[Archived]
) -> list[str]:
    """The task of a branch, for a merged branch the archived one; then what earlier tasks left behind."""
    lines = []
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
        lines.append(f"Task of {branch} ({version}): {_plain(context.task) or '-'}")
        lines.extend(f"- {key}: {_plain(value)}" for key, value in context.details.items())
        lines.extend(_working_set(context, ""))
        lines.extend(_titled_list(f"Agent's choices on {branch}", [value for value in context.decisions if value]))
        lines.extend(_titled_list("Completed", [value for value in context.completed if value]))
    for past in last:
        commit = past.head[:10] or "no commits"
        lines.append(f"Last save {past.saved_at} @ {commit}, noted by the agent: {_plain(past.save.summary)}")
        lines.extend(_titled_list("Candidates", past.save.candidates))
    for left in earlier[:MAX_EARLIER]:
        lines.append(
            f"Earlier task, until {left.archived_at} (setting it again brings it back): {_plain(left.task.task)}"
        )
        lines.extend(_working_set(left.task, " then"))
    older = [f"{left.archived_at}: {left.task.task[:200]}" for left in earlier[MAX_EARLIER:] if left.task.task]
    lines.extend(_titled_list("Older tasks, until (set one again and its steps are back)", older))
    return lines


def _begun(outcome: Saved) -> list[str]:
    """Lines on a new task: what it left behind, whether it was there before, and what a branch's first one takes."""
    left = f"A new task: what was noted for “{outcome.left[:200]}” is archived, get_task_context shows it."
    resumed = "This task was there before: its steps and dead ends are back."
    said = [sentence for sentence, holds in ((left, outcome.left), (resumed, outcome.resumed)) if holds]
    if outcome.taken:
        said.append(f"It takes what was noted before any task was set: {counted(outcome.taken, 'entry')}.")
    return said


def _working_set(task: Task, when: str) -> list[str]:
    """The steps, dead ends and other lists of a task, each titled."""
    lists = (
        ("Goals", task.goals), ("Constraints", task.constraints), ("In progress", task.in_progress),
        ("Next", task.next_steps), ("Blocked", task.blockers), ("Open questions", task.questions),
        ("Dead ends", task.dead_ends),
    )  # fmt: skip
    return [
        line for name, values in lists for line in _titled_list(f"{name}{when}", [value for value in values if value])
    ]


def _titled_list(name: str, entries: Sequence[str]) -> list[str]:
    """A titled list, or nothing."""
    return [f"{name}:", *(f"- {_plain(entry)}" for entry in entries)] if entries else []


def _plain(value: object) -> str:
    """A stored value as text whose continuation lines are indented, so that none can imitate a line of ours."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "\n  ".join(text.splitlines())


def masked(kinds: Sequence[str]) -> str:
    """A note of the secrets that were masked before storing; empty without any."""
    return f"Secrets were masked before storing: {', '.join(kinds)}." if kinds else ""


def merged(outcome: Saved) -> list[str]:
    """The entries that other sessions wrote meanwhile, and that were merged."""
    if not outcome.kept:
        return []
    whose = f"session {outcome.kept_of}" if outcome.kept_of else "another session"
    lines = [f"Merged: {whose} wrote here since you last looked. Kept beside yours:"]
    return lines + entries_said(outcome.kept)


def entries_said(groups: Sequence[KeptEntries]) -> list[str]:
    """Agents' entries, each behind its kind."""
    names = [(AGENT_CHOICE if group.name == "decisions" else group.name, group.entries[:5]) for group in groups]
    return [f"- {name}: {' '.join(entry.split())[:200]}" for name, entries in names for entry in entries]
