"""`scrubjay init --team`: the files that a team commits, shown as a diff first."""

import shlex
from typing import TYPE_CHECKING

from scrubjay.cli.context import Invocation, open_home
from scrubjay.cli.output import say
from scrubjay.integrations import team
from scrubjay.integrations.edits import Receipt, apply

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.git.repository import Repository
    from scrubjay.integrations.edits import FileChange
    from scrubjay.settings.schema import Settings


NEW_ID = "0" * 32
"""Stands in a diff for the id of a project that isn't made yet."""

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def plan_files(invocation: Invocation, settings: "Settings", repository: "Repository") -> "tuple[FileChange, ...]":
    """The files as they are to be written; nothing is written to find out. Raises ConfigError."""
    id = NEW_ID
    if (settings.home / "home.db").is_file():
        with open_home(invocation) as home:
            project = home.binder.preview(repository, agreed=True).project
            id = project.id if project else NEW_ID
    return team.plan_team(repository.worktree, id, settings.skills.directory)


def show_files(changes: "tuple[FileChange, ...]", repository: "Repository") -> None:
    """The diff, coloured on a terminal."""
    if not changes:
        say("  team: up to date")
        return
    say()
    for line in team.diff(changes, repository.worktree):
        say(line.replace(NEW_ID, "(the id of the new project)"), fg=_COLOURS.get(line[:1]))


def write_files(workspace: "Workspace", settings: "Settings") -> None:
    """Write them, and say what is left to the user."""
    worktree = workspace.repository.worktree
    changes = team.plan_team(worktree, workspace.project.id, settings.skills.directory)
    made = Receipt.of(workspace.project.folder)
    apply(changes, made)
    made.drop(*made.names(f"skill {worktree}/"))  # from now on they are the team's
    made.add(team.receipt_name(worktree))
    if changes:
        names = " ".join(shlex.quote(name) for name in team.committed(settings.skills.directory))
        say(f"team: written. To commit them: git add {names} && git commit")
