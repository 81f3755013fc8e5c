"""`scrubjay uninstall`: undoes everything that init did."""

from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, record
from scrubjay.cli.acts import permitted as permit
from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Yes
from scrubjay.cli.output import say, warn
from scrubjay.cli.setup.choices import named_clients
from scrubjay.cli.setup.steps import client_removal_steps, removal_steps
from scrubjay.errors import UsageError
from scrubjay.git.branches import worktrees
from scrubjay.git.process import Git
from scrubjay.git.repository import open_repository
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.identity.person.serving import FOLDER as SERVING
from scrubjay.identity.projects.file import HOME_FILE
from scrubjay.identity.projects.registry import LOCK
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.hook_files.launcher import launcher_file
from scrubjay.integrations.launching import FOLDER, REFUSED
from scrubjay.integrations.launching.launcher import LOCK_NAME, bytecode
from scrubjay.log.log import home_file, rotated
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.queue.log import remove_log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrubjay.cli.context import Invocation
    from scrubjay.cli.setup.steps import SetupStep
    from scrubjay.git.repository import Repository
    from scrubjay.integrations.client_files.client import Client


app = application()


@app.command()
def uninstall(
    ctx: typer.Context,
    purge: Annotated[bool, typer.Option("--purge", help="Also delete this project's memory from the home.")] = False,
    client: Annotated[
        list[str] | None,
        typer.Option("--client", help="Only take this client's files back, with the names of `scrubjay init`."),
    ] = None,
    yes: Yes = False,
) -> None:
    """Undo everything that init did in this repository, byte for byte. The memory stays in the home unless --purge.

    It shows what it will undo, and asks. Only a person may: a script with --yes, an agent not at all. Only a person at
    a terminal may use --purge. `scrubjay init` in the same folder opens the memory again. A file that can't be edited
    is named, and the rest is undone; exit code 1 says that there is one.
    """
    invocation = invoked(ctx)
    clients = named_clients(client or ())
    if purge and clients:
        raise UsageError("Give either --purge or --client.")
    permitted = permit(invocation, "delete a project's memory", "scrubjay uninstall --purge") if purge else None
    repository = open_repository(invocation.folder, invocation.git)
    with open_home(invocation) as home:
        project = home.registry.find(repository)
        made = Receipt.of(project.folder)
        actor = _consent(invocation, clients, yes=yes)
        steps = _steps(invocation, repository, made, clients)
        if not yes:
            lines = removal_lines(repository.worktree, steps, made, clients)
            if permitted:
                gone = f"This deletes everything that scrubjay stores about {project.name}"
                confirm(permitted, [*lines, gone], "Take all of this back, and delete it?")
            else:
                confirm(actor, lines, "Take all of this back?")
        with file_lock(invocation.settings.home / LOCK, wait=True):  # a running worker writes into no clone meanwhile
            made = Receipt.of(project.folder)  # with what it wrote while somebody was asked
            if run_steps(_steps(invocation, repository, made, clients), made):
                warn("all else was taken back; run the same command again once this is solved")
                raise typer.Exit(1)
            if clients:
                say(f"scrubjay was removed from {', '.join(each.title for each in clients)} in this repository.")
                return
            home.binder.release(repository, project)
        for worktree in worktrees(Git(repository.worktree, invocation.git)):
            remove_log(worktree)
        if permitted:
            home.binder.forget(project.id)
            say(f"done: delete {project.folder}")
        last = purge and not home.registry.list()
        if permitted and not last:  # with the last project the home goes, and what it would be written into
            record(home, permitted, "purge", project.id)
    if last:
        remove_empty_home(invocation.settings.home)
    say(
        "scrubjay was removed from this repository."
        + ("" if purge else f" Its memory stays in {project.folder}; `scrubjay init` here opens it again.")
    )


def _steps(
    invocation: "Invocation", repository: "Repository", made: Receipt, clients: "Sequence[Client]"
) -> "tuple[SetupStep, ...]":
    """The steps to undo, by what the receipt says was made."""
    if clients:
        return client_removal_steps(invocation, repository, made, clients)
    return removal_steps(invocation, repository, made)


def _consent(invocation: "Invocation", clients: "Sequence[Client]", *, yes: bool) -> "Permit":
    """Who runs this. Raises NotAPerson for an agent, and UsageError for a script that doesn't say --yes."""
    line = " ".join(["scrubjay uninstall", *(f"--client {client.name}" for client in clients)])
    actor = Permit.of(invocation.facts)
    if actor.actor is Actor.AGENT:
        permit(invocation, "take scrubjay away", line)
    if actor.actor is Actor.SCRIPT and not yes:
        raise UsageError(
            f"Nobody can be asked here, so nothing was changed. Type it in a terminal: {line}; a script gives --yes."
        )
    return actor


def removal_lines(
    worktree: Path, steps: "Sequence[SetupStep]", made: "Receipt", clients: "Sequence[Client]"
) -> tuple[str, ...]:
    """What the steps will undo, a line each."""
    used = [client for client in clients or CLIENTS.values() if client.is_set_up(made)]
    return (
        f"scrubjay in {worktree}",
        *(f"  {client.title}: take servers and hooks out of its files" for client in used),
        *(f"  {step.name}: {change.description}" for step in steps for change in step.changes),
        *(f"  {step.name}: left unchanged: {note}" for step in steps for note in step.notes),
    )


def run_steps(steps: "tuple[SetupStep, ...]", made: "Receipt") -> bool:
    """Carry out the steps and say so. Returns whether something couldn't be done."""
    left: list[str] = []
    for step in steps:
        did = step.carry_out(made)
        for change in did.changes:
            say(f"done: {change.description}")
        for note in (*step.notes, *did.notes):
            say(f"left unchanged: {note}")
        left += did.problems
    for problem in left:
        warn(problem)
    return bool(left)


def remove_empty_home(home: Path) -> None:
    """Delete what scrubjay itself put into a home without projects. The user's config and memories stay."""
    with file_lock(home / LOCK_NAME, wait=True):  # without projects the worker ends within seconds
        for name in ("home.db", "home.db-wal", "home.db-shm", "home.db.checkpoint", LOCK_NAME, LOCK, HOME_FILE):
            (home / name).unlink(missing_ok=True)
        launcher_file(home).unlink(missing_ok=True)
        rmtree(home / SERVING, ignore_errors=True)
    logs = rotated(home_file(home))
    for log in logs:
        log.unlink(missing_ok=True)
    guards = tuple((home / FOLDER).glob("*.sh"))
    for guard in guards:
        guard.unlink(missing_ok=True)
        guard.with_suffix(REFUSED).unlink(missing_ok=True)
        rmtree(bytecode(guard), ignore_errors=True)
    made = (*((home / FOLDER,) if guards else ()), *((logs[0].parent,) if logs[0].parent.is_dir() else ()))
    for folder in (*made, home / "projects", home):
        try:
            folder.rmdir()
        except OSError:
            say(f"kept: {folder}, which contains your config or memories")
            return
    say(f"done: delete {home}")
