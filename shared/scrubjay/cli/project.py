"""Which projects does this home know, and which one is this?"""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.context import here, opened
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import can_ask, say, say_json, table, warn
from scrubjay.doctor.sizes import megabytes, size
from scrubjay.errors import ScrubjayError, UsageError

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.cli.context import Here
    from scrubjay.model.project import Project

app = application(no_args_is_help=True, help="List, show, join, move or forget projects.")

Id = Annotated[str, typer.Argument(help="A project's id, or the beginning of it.")]


@app.command("list")
def list_projects(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the projects of this home."""
    with opened(here(ctx)) as home:
        projects = home.registry.list()
    if as_json:
        say_json({"projects": [_object(project) for project in projects]})
        return
    if not projects:
        say("No project yet. Run `scrubjay init` in a repository.")
        return
    table(
        ("id", "name", "since", "clones"),
        [(p.id[:12], p.name, p.created_at, ", ".join(map(str, p.clones)) or "none") for p in projects],
    )


@app.command()
def show(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="A project's id, or the beginning of it; else this repository's.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show one project: its id, folder, size, root commits and clones."""
    at = here(ctx)
    with opened(at) as home:
        project = home.registry.show(id) if id else home.at(at.folder).project
    if as_json:
        say_json(_object(project))
    else:
        _print(project)


@app.command()
def join(ctx: typer.Context, id: Id, yes: Yes = False) -> None:
    """Share the memory of another clone's project.

    Both must share a root commit; a shallow clone needs --yes.
    """
    from scrubjay.git.repository import open_repository

    at = here(ctx)
    with opened(at) as home:
        project = home.registry.join(open_repository(at.folder, at.git), id, confirmed=yes)
    say(f"joined: this clone now shares project {project.name} ({project.id[:12]})")
    say("Run `scrubjay ingest` to make HEAD searchable now.")


@app.command()
def move(ctx: typer.Context) -> None:
    """Record where this clone lies now.

    Places that are gone are dropped. Searching does the first by itself.
    """
    from scrubjay.git.repository import open_repository

    at = here(ctx)
    with opened(at) as home:
        project = home.registry.move(open_repository(at.folder, at.git))
    _print(project)


@app.command()
def forget(ctx: typer.Context, id: Id, yes: Yes = False) -> None:
    """Delete a project with all its memories.

    Its folder goes, its waiting work, and what init did in its clones.
    What is committed and what you made yourself stays.
    """
    with opened(here(ctx)) as home:
        project = home.registry.show(id)
        confirm_by_name(f"This deletes everything scrubjay remembers of {project.name}: {project.folder}", project, yes)
        _out_of_clones(here(ctx), home, project)
        home.registry.forget(project.id)
    say(f"forgotten: {project.name} ({project.id[:12]})")


def _out_of_clones(at: "Here", home: "App", project: "Project") -> None:
    """Take back what init did in each clone that is there; what can't be done is said and stops nothing."""
    from scrubjay.cli.setup import taking_back
    from scrubjay.cli.uninstall import taken_back
    from scrubjay.git.repository import open_repository
    from scrubjay.git.status import worktrees
    from scrubjay.guest import Receipt

    made = Receipt.of(project.folder)
    for git in home.registry.clones(project):
        try:
            repository = open_repository(worktrees(git)[0], at.git)
            say(f"in {repository.worktree}, and what works there:")
            taken_back(taking_back(at, repository, made), made)
        except (ScrubjayError, OSError) as error:
            warn(f"{git.folder}: {error}")
    for clone in project.clones:
        if not clone.is_dir():
            warn(f"{clone} is gone, so nothing was taken back there")


def confirm_by_name(warning: str, project: "Project", yes: bool) -> None:
    """Ask for the project's name to be typed. Without a terminal nobody is asked: UsageError names --yes."""
    if yes:
        return
    if not can_ask():
        raise UsageError(f"{warning}. Nothing was deleted: pass --yes to confirm without a terminal.")
    say(warning)
    if typer.prompt("Type the project's name to confirm", default="", show_default=False) != project.name:
        raise UsageError("That is not its name. Nothing was deleted.")


def _object(project: "Project") -> dict[str, Any]:
    return {
        "id": project.id, "name": project.name, "folder": str(project.folder), "bytes": size(project.folder),
        "since": project.created_at, "roots": sorted(project.roots), "clones": [str(one) for one in project.clones],
    }  # fmt: skip


def _print(project: "Project") -> None:
    for name, value in (
        ("id", project.id),
        ("name", project.name),
        ("folder", f"{project.folder} ({megabytes(size(project.folder))})"),
        ("since", project.created_at),
        ("roots", ", ".join(sorted(oid[:10] for oid in project.roots)) or "none yet"),
        ("clones", ", ".join(map(str, project.clones)) or "none"),
    ):
        say(f"{name:<7}  {value}")
