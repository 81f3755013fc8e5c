"""Projects of other clones: those that fit here, and joining one with the memories that the repository has already."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.cli.acts import record
from scrubjay.cli.output import complain, say, warn
from scrubjay.errors import NotInitialised, ScrubjayError
from scrubjay.git.repository import open_repository
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.keys import agreed
from scrubjay.identity.person.keys import choose as wait_for
from scrubjay.memory.lifecycle.exchange import count
from scrubjay.model.counted import counted
from scrubjay.model.evidence import Origin
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.identity.person.permit import Permit
    from scrubjay.identity.projects.hints import ProjectHint
    from scrubjay.model.project import Project


MOST = 9
"""Projects that are offered at once: one key each."""


def choose(hints: "Iterable[ProjectHint]", otherwise: str) -> "Project | None":
    """Show the projects that fit and wait for a key; None for `otherwise`, which is n.

    What has no key is counted, with the way to it.
    """
    ranked = by_worth(hints)
    offered = [hint.project for hint in ranked[:MOST]]
    for number, hint in enumerate(ranked[:MOST], 1):
        say(f"  {number}  {described(hint.project)} ({', '.join(hint.reasons)})")
    if len(ranked) > MOST:
        say(f"  and {len(ranked) - MOST} more: `scrubjay project list`; join one with `scrubjay project join ID`")
    keys = "".join(str(number) for number in range(1, len(offered) + 1))
    pressed = wait_for(f"Press {'/'.join(keys)} to join that project, n for {otherwise}.", f"{keys}n", say)
    return offered[int(pressed) - 1] if pressed in set(keys) else None


def described(project: "Project") -> str:
    """A project as its owner knows it: name, memories, last use, folders."""
    count = _memory_count(project)
    size = "unreadable memories" if count is None else counted(count, "memory")
    places = ", ".join(str(clone.parent if clone.name == ".git" else clone) for clone in project.clones[:3])
    used = _last_used(project.folder)
    return f"{project.name} ({project.id[:12]}): {size}{f', last used {used}' if used else ''}, {places or 'no folder'}"


def by_worth(hints: "Iterable[ProjectHint]") -> "tuple[ProjectHint, ...]":
    """Hints by their projects' worth: those with the most memories first, then those used last."""
    return tuple(sorted(hints, key=lambda hint: _project_rank(hint.project), reverse=True))


def _project_rank(project: "Project") -> tuple[float, str]:
    """Sort key of a project: its number of memories (infinite if unreadable), then its last use."""
    count = _memory_count(project)
    return float("inf") if count is None else count, _last_used(project.folder)


def _memory_count(project: "Project") -> int | None:
    """How many memories a project has; None where its database can't be read."""
    file = project.folder / "knowledge.db"
    if not file.is_file():
        return 0
    try:
        with Database(file, "knowledge") as database:
            return database.read(lambda c: count(c, project.id))
    except ScrubjayError:
        return None


def _last_used(folder: Path) -> str:
    """The day on which a database in a folder was last written; empty where there is none."""
    times = [file.stat().st_mtime for file in folder.glob("*.db*") if file.is_file()]
    return datetime.fromtimestamp(max(times), UTC).strftime("%Y-%m-%d") if times else ""


def join(invocation: "Invocation", home: "App", project: "Project", permitted: "Permit", *, bring: bool | None) -> None:
    """Join a project, bring along the memories of the one before, and forget that one where it was empty.

    `bring`: whether; None asks the person.
    """
    by_person = permitted.actor is Actor.PERSON
    before = _former_workspace(invocation, home)
    if before is not None and before.project.id == project.id:
        before = None
    count = before.memory_archive.count("project") if before else 0
    lines: list[str] = []
    if before and count and (bring or (bring is None and by_person)):
        lines = before.memory_archive.export("project", invocation.settings.user_id)
    held = before.memory_archive.read(lines) if before and lines else None
    if held and by_person:
        for line in memory_lines(held.memories):
            complain(line)
    if held and bring is None:
        bring = agreed(f"Bring the {counted(count, 'memory')} of this repository along?", say)
    home.binder.join(open_repository(invocation.folder, invocation.git), project.id, anyway=by_person)
    workspace = home.workspace(invocation.folder)
    record(home, permitted, "join", project.id)
    say(f"joined: this clone now shares project {project.name} ({project.id[:12]})")
    if held and bring:
        counts = workspace.memory_archive.take_back(
            held.scope, held.memories, invocation.settings.user_id,
            sealed=held.sealed and by_person, origin=Origin(permitted.actor.value),
        )  # fmt: skip
        workspace.enqueue("joined")
        say(f"brought along: {counts.new:,} of {counted(count, 'memory')}{counts.others}")
    if before is not None:
        _leave_project(home, before, count)


def memory_lines(memories: Sequence[dict[str, Any]]) -> list[str]:
    """What a person is asked about, a memory a line, with its status and its secrets masked."""
    return [
        f"  {one['memory']['id'][:12]} {one['beliefs'][-1]['status']}: {masked_text(one['memory']['content'])}"
        for one in memories
    ]


def _former_workspace(invocation: "Invocation", home: "App") -> "Workspace | None":
    try:
        return home.workspace(invocation.folder)
    except NotInitialised:
        return None


def _leave_project(home: "App", workspace: "Workspace", count: int) -> None:
    """Forget the clone's former project if it is empty and has no other clone; else say where its memories stay."""
    project = home.registry.by_id(workspace.project.id)
    if project.clones:
        return
    if count or workspace.tasks.any() or workspace.conversations.counts().turns:
        warn(
            f"this repository's earlier memory stays in project {project.name} ({project.id[:12]}); "
            f"`scrubjay project forget {project.id[:12]}` deletes it"
        )
        return
    home.binder.forget(project.id)
