"""Joining another clone's project, with the memories that the repository has already."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scrubjay.cli.acts import record
from scrubjay.cli.output import complain, say, warn
from scrubjay.errors import NotInitialised
from scrubjay.git.repository import open_repository
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.keys import agreed
from scrubjay.model.counted import counted
from scrubjay.model.evidence import Origin
from scrubjay.privacy.secrets.masking import masked_text

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.identity.person.permit import Permit
    from scrubjay.model.project import Project


def join(invocation: "Invocation", home: "App", project: "Project", permitted: "Permit", *, bring: bool | None) -> None:
    """Join, bring the memories of the project of before along, and forget that one where it was empty.

    `bring`: whether; None asks the person.
    """

    by_person = permitted.actor is Actor.PERSON
    before = _before(invocation, home)
    if before is not None and before.project.id == project.id:
        before = None
    count = before.memory_archive.count("project") if before else 0
    lines: list[str] = []
    if before and count and (bring or (bring is None and by_person)):
        lines = before.memory_archive.export("project", invocation.settings.user_id)
    held = before.memory_archive.read(lines) if before and lines else None
    if held and by_person:
        for line in listed(held.memories):
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
        _leave(home, before, count)


def listed(memories: Sequence[dict[str, Any]]) -> list[str]:
    """What a person is asked about, a memory a line, with its status and its secrets masked."""

    return [
        f"  {one['memory']['id'][:12]} {one['beliefs'][-1]['status']}: {masked_text(one['memory']['content'])}"
        for one in memories
    ]


def _before(invocation: "Invocation", home: "App") -> "Workspace | None":
    try:
        return home.workspace(invocation.folder)
    except NotInitialised:
        return None


def _leave(home: "App", workspace: "Workspace", count: int) -> None:
    """Forget the project of before where nothing is in it and no other clone has it; else say where it stays."""
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
