"""Joining another clone's project, with the memories that the repository has already."""

from typing import TYPE_CHECKING

from scrubjay.cli.acts import record
from scrubjay.cli.output import say, warn
from scrubjay.errors import NotInitialised
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.model.project import Project
    from scrubjay.person.permit import Permit


def join(invocation: "Invocation", home: "App", project: "Project", permitted: "Permit", *, bring: bool | None) -> None:
    """Join, bring the memories of the project of before along, and forget that one where it was empty.

    `bring`: whether; None asks the person.
    """
    from scrubjay.git.repository import open_repository
    from scrubjay.model.evidence import Origin
    from scrubjay.person.facts import Actor
    from scrubjay.person.keys import agreed

    by_person = permitted.actor is Actor.PERSON
    before = _before(invocation, home)
    if before is not None and before.project.id == project.id:
        before = None
    count = before.memories.archive.count("project") if before else 0
    if count and bring is None:
        bring = by_person and agreed(f"Bring the {counted(count, 'memory')} of this repository along?", say)
    lines = before.memories.archive.export("project", invocation.settings.user_id) if before and count and bring else []
    home.binder.join(open_repository(invocation.folder, invocation.git), project.id, anyway=by_person)
    workspace = home.workspace(invocation.folder)
    record(home, permitted, "join", project.id)
    say(f"joined: this clone now shares project {project.name} ({project.id[:12]})")
    if lines:
        scope, memories, sealed = workspace.memories.archive.read(lines)
        origin = Origin(permitted.actor.value)
        new = workspace.memories.archive.take_back(
            scope, memories, invocation.settings.user_id, sealed=sealed, origin=origin
        )
        workspace.enqueue("joined")
        say(f"brought along: {new:,} of {counted(count, 'memory')}; the others exist already")
    if before is not None:
        _leave(home, before, count)


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
    if count or workspace.sessions.tasks.any() or workspace.conversations.service.counts().turns:
        warn(
            f"this repository's earlier memory stays in project {project.name} ({project.id[:12]}); "
            f"`scrubjay project forget {project.id[:12]}` deletes it"
        )
        return
    home.binder.forget(project.id)
