"""`scrubjay project`: lists, shows, joins, moves and forgets projects."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import ask, confirm, record
from scrubjay.cli.acts import permitted as permit
from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.cli.setup.clones import choose, described
from scrubjay.cli.setup.clones import join as joined
from scrubjay.cli.setup.left_behind import repository_that_was
from scrubjay.cli.setup.steps import account_steps, removal_steps, site_of
from scrubjay.cli.setup.uninstall import run_steps
from scrubjay.errors import CopiedBinding, ScrubjayError, UsageError
from scrubjay.git.branches import worktrees
from scrubjay.git.repository import open_repository
from scrubjay.identity.person.facts import Actor
from scrubjay.integrations.edits import Receipt
from scrubjay.model.table import Table
from scrubjay.operations.doctor.sizes import megabytes, size
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.settings.layers import REPOSITORY_FILE, read_repository_file, requested_project

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.cli.context import Invocation
    from scrubjay.git.repository import Repository
    from scrubjay.model.project import Project


app = application(no_args_is_help=True, help="List, show, join, move or forget projects.")

Id = Annotated[str, typer.Argument(help="Id of the project, or its first digits.")]


@app.command("list")
def list_projects(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the projects of this home."""
    with open_home(invoked(ctx)) as home:
        projects = home.registry.list()
    if as_json:
        say_json({"projects": [_as_object(project) for project in projects]})
        return
    if not projects:
        say("No project yet. Run `scrubjay init` in a repository.")
        return
    table(
        ("id", "name", "created", "clones"),
        [(p.id[:12], p.name, p.created_at, ", ".join(_clone_paths(p)) or "none") for p in projects],
    )


@app.command()
def show(
    ctx: typer.Context,
    id: Annotated[
        str, typer.Argument(help="Id of the project, or its first digits. Default: the one of this repository.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show a project: id, folder, size, root commits and clones."""
    invocation = invoked(ctx)
    with open_home(invocation) as home:
        project = home.registry.resolve(id) if id else home.workspace(invocation.folder).project
    if as_json:
        say_json(_as_object(project))
    else:
        _print_project(project)


@app.command()
def join(
    ctx: typer.Context,
    id: Annotated[
        str, typer.Argument(help="Id of the project, or its first digits. Default: a choice of those that fit.")
    ] = "",
    yes: Annotated[
        bool, typer.Option("--yes", help="Bring this repository's own memories along without asking.")
    ] = False,
) -> None:
    """Join another clone's project and share its memory. Only a person at a terminal may do this.

    It shows what would be shared, and waits for a key.
    """
    invocation = invoked(ctx)
    permitted = permit(invocation, "join a project", f"scrubjay project join{f' {id}' if id else ''}")
    with open_home(invocation) as home:
        repository = open_repository(invocation.folder, invocation.git)
        hints = home.registry.matching(repository, _requested_id(repository))
        if permitted.actor is Actor.PERSON:
            say(f"Projects that {repository.place} may join:")
        if not id:
            if permitted.actor is not Actor.PERSON:
                raise UsageError("Give the project's id; `scrubjay project list` shows all.")
            project = choose(hints, "none") if hints else None
            if not hints:
                say("No project of this home matches. `scrubjay project list` shows all; give an id to join one.")
        else:
            project = home.registry.resolve(id)
            if permitted.actor is Actor.PERSON:
                reasons = next((hint.reasons for hint in hints if hint.project == project), ())
                why = ", ".join(reasons) or "no sign that it is the same repository"
                ask([f"  {described(project)} ({why})"], "Share its memory with this repository?")
        if project is None:
            say("Nothing was changed.")
            raise typer.Exit(1)
        joined(invocation, home, project, permitted, bring=True if yes else None)
    say("Run `scrubjay ingest` to index HEAD now.")


@app.command()
def move(ctx: typer.Context) -> None:
    """Record the new place of a clone that was moved. A clone that kept its history needs no command.

    Where the history differs, only a person at a terminal may confirm that it is the same repository.
    """
    invocation = invoked(ctx)
    with open_home(invocation) as home:
        repository = open_repository(invocation.folder, invocation.git)
        try:
            project = home.registry.find(repository)
        except CopiedBinding as error:
            permitted = permit(invocation, "confirm that a repository was moved", "scrubjay project move")
            confirm(permitted, [str(error)], "Is it the same repository?")
            project = home.registry.move(repository)
            record(home, permitted, "move", project.id)
    _print_project(project)


@app.command()
def forget(ctx: typer.Context, id: Id, yes: Yes = False) -> None:
    """Delete a project with all its memories. Only a person at a terminal may do this.

    It deletes the project's folder and queued jobs, and undoes init in its clones. Committed files and your own
    files stay.
    """
    invocation = invoked(ctx)
    permitted = permit(invocation, "forget a project", f"scrubjay project forget {id}")
    with open_home(invocation) as home:
        project = home.registry.resolve(id)
        if not yes:
            what = f"This deletes everything that scrubjay stores about {project.name}: {project.folder}"
            confirm(permitted, [what], "Delete it?")
        _out_of_clones(invocation, home, project)
        home.binder.forget(project.id)
        record(home, permitted, "forget", project.id)
    say(f"deleted: {project.name} ({project.id[:12]})")


def _requested_id(repository: "Repository") -> str:
    """The project that the repository's own file asks for; empty for none."""
    name = str(repository.worktree / REPOSITORY_FILE)
    return requested_project(read_repository_file(repository.worktree), name)


def _out_of_clones(invocation: "Invocation", home: "App", project: "Project") -> None:
    """Take back what init did in each clone that is there; what can't be done is said and stops nothing."""
    made = Receipt.of(project.folder)
    for git in home.registry.clones(project):
        try:
            repository = open_repository(worktrees(git)[0], invocation.git)
            say(f"in {repository.place}:")
            run_steps(removal_steps(invocation, repository, made), made)
        except (ScrubjayError, OSError) as error:
            warn(f"{git.folder}: {error}")
    for clone in project.clones:
        if not clone.is_dir():
            say(f"{clone} no longer exists; only your account's files had anything to undo:")
            site = site_of(invocation, invocation.settings, repository_that_was(clone), made)
            run_steps(account_steps(site, made), made)


def _as_object(project: "Project") -> dict[str, Any]:
    return {
        "id": project.id, "name": project.name, "folder": str(project.folder), "bytes": size(project.folder),
        "since": project.created_at, "roots": sorted(project.roots), "clones": _clone_paths(project),
    }  # fmt: skip


def _clone_paths(project: "Project") -> list[str]:
    return [shown(str(clone)) for clone in project.clones]


def _print_project(project: "Project") -> None:
    rows = (
        ("id", project.id),
        ("name", project.name),
        ("folder", f"{project.folder} ({megabytes(size(project.folder))})"),
        ("created", project.created_at),
        ("roots", ", ".join(sorted(oid[:10] for oid in project.roots)) or "none yet"),
        ("clones", ", ".join(_clone_paths(project)) or "none"),
    )
    for line in Table((), rows).lines():
        say(line)
