"""`scrubjay forge`: discussions of forges; imports them from files, forgets them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import NotFound
from scrubjay.model.counted import counted
from scrubjay_forges.commands.forge_sync import list_, sync
from scrubjay_forges.discussions.forgetting import kept_repository
from scrubjay_forges.forges.offline.bring import FileImport
from scrubjay_forges.services import ForgeServices
from scrubjay_forges.threads import thread_as_object, thread_text

if TYPE_CHECKING:
    from scrubjay_forges.forges.offline.bring import OfflineReport


def show(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="REF", help="'#123', '!123', owner/repo#123, or an address.")],
    as_of: Annotated[str, typer.Option("--as-of", metavar="REV", help="As of this commit, tag, branch or date.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show one issue or pull request: its state, who said what and when, and how fresh that is.

    Quote '#123': a shell takes the rest of the line for a comment. A bare number means the first-named repository's; at
    GitLab '!123' is a merge request, '#123' an issue.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        view, threads = workspace.documents.view(as_of), ForgeServices.of(workspace).thread_reader
        wanted = f"#{name}" if name.strip().isdecimal() else name
        thread = threads.find(wanted, view)
        if thread is None:
            raise threads.missing(wanted) or NotFound(
                f"{name[:100]!r} names no discussion. Write '#123', '!123', owner/repo#123 or its address."
            )
    if as_json:
        say_json(thread_as_object(thread))
    else:
        say(thread_text(thread))


app = application(no_args_is_help=True, help="Issues, pull requests and reviews of your repositories at forges.")

app.command()(sync)
app.command(name="list")(list_)
app.command()(show)

SHOWN = 20
"""Skipped discussions that are named."""

RepositoryName = Annotated[
    str, typer.Option("--repository", metavar="HOST/OWNER/NAME", help="Whose discussions they are.")
]


@app.command(name="import")
def import_(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="JSON lines, `gh … --json`, or archive.json.")],
    repository: RepositoryName,
    complete: Annotated[
        bool, typer.Option("--complete", help="The files hold all there is: what earlier files had besides, goes.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and count; write nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Import discussions from files, for work offline. Only a person may do this. The same file twice changes nothing.

    Secrets and personal data are masked. What can't be read is named and skipped. What a newer archive doesn't have any
    more goes, where only files brought it.
    """
    invocation = invoked(ctx)
    line = f"scrubjay forge import {' '.join(map(str, files))} --repository {repository}"
    allowed = None if dry_run else permitted(invocation, "import discussions", line)
    with open_workspace(invocation) as (home, workspace):
        with progress("reading", "discussions") as step:
            found = FileImport(
                ForgeServices.of(workspace).discussion_store, repository, files, complete=complete, progress=step
            )
        if allowed is not None:
            with progress("comparing", "discussions") as step:
                brought = found.run(dry_run=True, progress=step)
            what = f"{_counts(brought)} of {repository}, as of {brought.as_of or 'an unknown time'}"
            confirm(allowed, [what], f"Import them into {workspace.project.name}?")
        with progress(f"importing {repository}", "discussions") as step:
            brought = found.run(dry_run=dry_run, progress=step)
        if not dry_run:
            ForgeServices.of(workspace).merges.look()
        if allowed is not None:
            record(home, allowed, "import discussions", repository)
            workspace.enqueue("forge")
    if as_json:
        say_json(_object(repository, brought, dry_run=dry_run))
        return
    for where, why in brought.skipped[:SHOWN]:
        warn(f"{where} was skipped: {why}")
    if brought.skips > SHOWN:
        warn(f"{counted(brought.skips - SHOWN, 'more discussion')} skipped")
    if brought.not_compared:
        warn(brought.not_compared)
    stored = "" if dry_run else f"; {counted(brought.new, 'new text')}, {brought.changed:,} changed"
    say(f"{repository}: {_counts(brought)}{stored}")
    if dry_run:
        say("nothing was written")


@app.command()
def forget(
    ctx: typer.Context,
    repository: Annotated[str, typer.Argument(metavar="HOST/OWNER/NAME", help="Whose discussions are deleted.")],
    as_json: AsJson = False,
) -> None:
    """Delete a repository's discussions permanently: rows, index and write-ahead log. Only a person may do this.

    With them goes what memories that cite them quote, and the texts that sessions were told; the memories keep their
    claims. Nothing at the forge changes.
    What you configured stays: remove it from your settings, or the next sync reads it again.
    """
    invocation = invoked(ctx)
    allowed = permitted(invocation, "forget discussions", f"scrubjay forge forget {repository}")
    with open_workspace(invocation) as (home, workspace):
        kept = kept_repository(ForgeServices.of(workspace).discussion_store, repository)
        what = f"{counted(kept.issues, 'issue')}, {counted(kept.pull_requests, 'pull request')}, "
        confirm(allowed, [f"{kept.name}: {what}{counted(kept.texts, 'text')}"], "Delete them permanently?")
        done = ForgeServices.of(workspace).forget_forge(kept.name)
        record(home, allowed, "forget discussions", kept.name)
    if as_json:
        say_json({"repository": kept.name, "texts": kept.texts, "clean": done.clean})
        return
    later = "" if done.clean else "; its text leaves the write-ahead log when the other sessions end"
    say(f"forgotten: {kept.name}, {counted(kept.texts, 'text')}{later}")


def _counts(brought: "OfflineReport") -> str:
    """The counts of an import in words."""
    found = (counted(brought.issues, "issue"), counted(brought.pull_requests, "pull request"))
    skipped = f", {brought.skips:,} skipped" if brought.skips else ""
    gone = f", {brought.gone:,} gone" if brought.gone else ""
    return f"{', '.join(found)}, {counted(brought.texts, 'text')}{skipped}{gone}"


def _object(repository: str, brought: "OfflineReport", *, dry_run: bool) -> dict[str, object]:
    """The JSON form of an import."""
    return {
        "repository": repository, "issues": brought.issues, "pull_requests": brought.pull_requests,
        "texts": brought.texts, "new": brought.new, "changed": brought.changed, "gone": brought.gone,
        "as_of": brought.as_of, "skips": brought.skips,
        "skipped": [{"where": where, "why": why} for where, why in brought.skipped], "dry_run": dry_run,
    }  # fmt: skip
