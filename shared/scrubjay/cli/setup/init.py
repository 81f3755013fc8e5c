"""`scrubjay init`: sets up a repository in one command."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import ask
from scrubjay.cli.context import Invocation, invoked, open_home
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Yes
from scrubjay.cli.output import branch, can_ask, file_lines, say, warn
from scrubjay.cli.progress import progress
from scrubjay.cli.setup.choices import ask_for_conversations, choose_clients, offer, printed
from scrubjay.cli.setup.init_project import choose_project, plan_files, show_files, write_files
from scrubjay.cli.setup.steps import launch, setup_steps, site_of
from scrubjay.cli.vector_files import vector_files
from scrubjay.cli.vectors import embed
from scrubjay.context.briefing.questions import suggest
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.git.repository import open_repository
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.snippets import server_snippets
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.documents.explain import lacks_of
from scrubjay.knowledge.documents.left_out import by_language
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.indexing import prepare_hook_answers
from scrubjay.settings.layers import USER_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrubjay.app import App, Workspace
    from scrubjay.cli.setup.init_project import ProjectChoice
    from scrubjay.cli.setup.steps import SetupStep
    from scrubjay.extensions.kinds.vectors import OfferedVectors
    from scrubjay.git.repository import Repository
    from scrubjay.settings.schema import Settings


app = application()

_FIRST, *_OTHERS, _LAST = CLIENTS
_NAMES = f"{', '.join([f'{_FIRST} (the default where none is set up here)', *_OTHERS])} or {_LAST}"

SHOWN = 10
"""Skipped files that are named; `scrubjay log` names all."""


@app.command()
def init(
    ctx: typer.Context,
    yes: Yes = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be done, and change nothing.")] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until every passage has a vector.")] = False,
    vectors: Annotated[
        Path | None,
        typer.Option("--vectors", metavar="FILE", help="Take vectors that `scrubjay embed --export` wrote elsewhere."),
    ] = None,
    team: Annotated[bool, typer.Option("--team", help="Also write the files for a team to commit.")] = False,
    client: Annotated[
        list[str] | None,
        typer.Option(
            "--client",
            help=f"{_NAMES}; all sets up each that this account has used; print shows entries to paste.",
        ),
    ] = None,
) -> None:
    """Set up scrubjay in this repository, index HEAD, and print the first briefing.

    Nothing is committed or sent anywhere, and `git status` doesn't change, except for the files of --team, which are
    shown as a diff first. Running it again brings what is set up here up to date; `scrubjay uninstall` undoes
    everything. A client's file that can't be edited is named, and stops nothing else; exit code 1 says that there is
    one. Without a terminal it needs --yes, which accepts everything except joining another clone's project, and vectors
    of a signer that is new to this home: only a person may do that.
    """
    invocation = invoked(ctx)
    settings = invocation.settings
    repository = open_repository(invocation.folder, invocation.git)
    choice = choose_project(invocation, settings, repository, asking=not (yes or dry_run))
    site = site_of(invocation, settings, repository, choice.made)
    chosen = choose_clients(client or (), site, choice.made)
    if not client:
        chosen += offer(site, choice.made, chosen, asking=not (yes or dry_run))
    steps = setup_steps(invocation, settings, site, choice.made, chosen, team=team)
    offered = vector_files(settings.home).open(invocation, vectors) if vectors else None
    _print_steps(settings, repository, choice.said, steps)
    if offered:
        say(f"  vectors: take {offered.whose}")
    if team:
        show_files(plan_files(invocation, settings, repository), repository)
    if printed(client or ()):
        _show_snippets(settings)
    if dry_run:
        raise typer.Exit(int(any(step.problems for step in steps)))
    if not yes:
        _ask(invocation, settings, repository)
    with open_home(invocation) as home:
        if offered:
            offered.agree(invocation, home, f"scrubjay init --vectors {shlex.quote(str(vectors))}")
        workspace, left = carry_out(home, invocation, steps, choice)
        if team:
            write_files(workspace, settings)
        left += _index_head(workspace, offered, wait=wait)
        _print_briefing(workspace, new=choice.new)
    _show_fit(choice)
    _show_left(left)


def _show_left(left: "Sequence[str]") -> None:
    """Name what couldn't be done. Raises Exit where there is something."""
    if left:
        warn("all else is set up; run `scrubjay init` with the same clients again once this is solved:")
        for problem in left:
            warn(problem)
        raise typer.Exit(1)


def _show_snippets(settings: "Settings") -> None:
    say()
    say(server_snippets(launch(settings)))


def _ask(invocation: Invocation, settings: "Settings", repository: "Repository") -> None:
    """Let a person agree to what was shown. Raises Exit on a no, UsageError where nobody can be asked."""
    if not can_ask():
        raise UsageError("Nobody can be asked here, so nothing was changed. Run it in a terminal, or with --yes.")
    ask((), "Continue?")
    ask_for_conversations(invocation, settings, repository)


def _print_briefing(workspace: "Workspace", *, new: bool) -> None:
    """Print the first briefing, and for a new project questions to try."""
    prepare_hook_answers(workspace.settings.home, workspace)
    say()
    say(workspace.briefer.compose().text)
    if new:
        _try_out(workspace)


def _show_fit(choice: "ProjectChoice") -> None:
    """Tell that the repository may belong to a project of this home, if one fits."""
    if choice.fit:
        say()
        say("This may be a repository that this home knows. Only a person may join its project; run in a terminal:")
        say(choice.command())


def _print_steps(settings: "Settings", repository: "Repository", project: str, steps: "tuple[SetupStep, ...]") -> None:
    say(f"scrubjay in {repository.place}")
    say(f"  project: {project}")
    for step in steps:
        for change in step.changes:
            say(f"  {step.name}: {change.description}")
        if not (step.changes or step.notes or step.problems):
            say(f"  {step.name}: up to date")
        for note in (*step.notes, *step.problems):
            say(f"  {step.name}: {note}")
    say(f"  knowledge: index the documents and the code at HEAD in {settings.home}")
    say(f"  capture: {_captured(settings)}")


def _captured(settings: "Settings") -> str:
    """What is kept of sessions without anybody asking, in words."""
    if settings.extraction.by == "off":
        return "nothing is stored from sessions automatically: `extraction.by` is off"
    return (
        "store up to 5 memories of each session, from what you ask to remember and what commands showed, without a "
        f"model (`extraction: {{by: off}}` in {settings.home / USER_FILE} turns it off)"
    )


def _try_out(workspace: "Workspace") -> None:
    """Questions that this repository answers, as commands to copy; nothing where there is nothing to ask."""
    questions = suggest(workspace.documents, workspace.recall, workspace.documents.view())
    if questions:
        say()
        say("Try:")
        for question in questions:
            plain = not set(question) & set('"$`\\!')  # an apostrophe reads better between double quotes
            say(f'  scrubjay search "{question}"' if plain else f"  scrubjay search {shlex.quote(question)}")


def carry_out(
    home: "App", invocation: Invocation, steps: "tuple[SetupStep, ...]", choice: "ProjectChoice"
) -> "tuple[Workspace, tuple[str, ...]]":
    """Bind the project, then each step. A failure says what was done and how to go on.

    Returns what couldn't be done besides, each with its reason.
    """
    done: list[str] = []
    left: list[str] = []
    try:
        workspace = home.initialise(invocation.folder, join=choice.join, agreed=choice.agreed)
        done.append(f"project {workspace.project.name} ({workspace.project.id[:12]})")
        for line in workspace.refused:
            warn(line)
        made = Receipt.of(workspace.project.folder)
        for step in steps:
            did = step.carry_out(made)
            done += [change.description for change in did.changes]
            left += did.problems
    except (ScrubjayError, OSError):
        for line in done:
            warn(f"done so far: {line}")
        if done:
            warn("correct the error below and run `scrubjay init` again to continue")
        raise
    return workspace, tuple(dict.fromkeys(left))


def _index_head(workspace: "Workspace", offered: "OfferedVectors | None", *, wait: bool) -> "tuple[str, ...]":
    """Make HEAD searchable, with the vectors of a file where they fit; returns why they couldn't be taken."""
    view = workspace.documents.view()
    with progress("reading", "files") as step:
        report = workspace.documents.ingest(view, cause="init", progress=step)
    left_out = workspace.documents.left_out(view)
    every = (*view.files, *view.omitted, *view.borrowed, *(file for one in view.submodules for file in one.omitted))
    searchable = len(every) - len(left_out.files)
    say(
        f"searchable: {counted(searchable, 'file')} at {branch(view.branch)} @ {view.short} "
        f"({report.added:,} new in {counted(report.passages, 'passage')}, {counted(report.masked, 'line')} masked, "
        f"{counted(len(left_out.files), 'file')} skipped, {report.seconds:.1f} s)"
    )
    skipped = {file.path for file in left_out.files}
    read = [file.path for file in view.files if file.format.startswith(PREFIX) and file.path not in skipped]
    if code := by_language((path, 1) for path in read):
        say(f"  code      {code}")
    for line in file_lines(left_out.rest, SHOWN):
        say(f"  skipped   {line}")
    for lack in lacks_of(view, left_out):
        say(f"  not read  {lack.found}: {lack.do}")
    left: tuple[str, ...] = ()
    if offered:
        try:
            offered.fit(workspace)
            say(offered.take(workspace))
        except ScrubjayError as error:
            left = (str(error),)
    if wait:
        list(workspace.index_sources.ingest(view))
    else:
        workspace.enqueue("init")  # the worker reads commits and the like
    vectors = embed(workspace, wait=wait)
    if vectors:
        say(vectors)
    return left
