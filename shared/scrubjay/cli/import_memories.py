"""`scrubjay import`: memories from an export, or one of the other imports."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import Workspace

app = application()

WHOLE = "with their history"
CHECKED = "as claims, each checked"

MAX_BYTES = 500_000_000


@app.command(name="import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="File of `scrubjay export`; or claude, transcripts, conversations.")],
    path: Annotated[
        Path | None, typer.Argument(help="For `claude`: a CLAUDE.md or a folder. For `conversations`: the file.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be imported, and write nothing.")] = False,
    as_is: Annotated[
        bool,
        typer.Option("--as-is", help="Import a file of another home with its history, unchecked. Only a person may."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Import memories. An export of this home is restored with its history; claims of any other file are checked.

    `scrubjay import claude` imports CLAUDE.md and Claude Code's memory files; each statement is checked as a claim.

    `scrubjay import transcripts` imports what is new in Claude Code's transcripts of this repository.
    `scrubjay import conversations FILE` imports JSON lines with session, turn, role, time, text. Both mask secrets.
    """
    from scrubjay.errors import UsageError
    from scrubjay.memories.archive import claims_of
    from scrubjay.model.evidence import Origin

    invocation = invoked(ctx)
    if str(file) == "claude":
        from scrubjay.cli.import_claude import import_claude

        with open_workspace(invocation) as (home, workspace):
            import_claude(home, workspace, invocation, path, dry_run=dry_run, as_json=as_json)
        return
    if str(file) in ("transcripts", "conversations"):
        from scrubjay.cli import import_conversations as talks

        with open_workspace(invocation) as (home, workspace):
            if str(file) == "transcripts" and path is None:
                talks.import_transcripts(home, workspace, invocation, dry_run=dry_run, as_json=as_json)
            elif str(file) == "conversations":
                talks.import_conversations(workspace, path, dry_run=dry_run, as_json=as_json)
            else:
                raise UsageError("`scrubjay import transcripts` finds its files itself and takes no path.")
        return
    if path is not None:
        raise UsageError("A file of memories takes no second argument. See `scrubjay import --help`.")
    if not file.is_file():
        raise UsageError(
            f"{file} doesn't exist. Give a file of `scrubjay export`, or claude, transcripts or conversations."
        )
    if file.stat().st_size > MAX_BYTES:
        raise UsageError(f"{file} is larger than {MAX_BYTES:,} bytes.")
    who = permitted(invocation, "vouch for a file", f"scrubjay import {file} --as-is") if as_is else None
    with open_workspace(invocation) as (home, workspace), file.open(encoding="utf-8", errors="strict") as stream:
        try:
            scope, entries, sealed = workspace.memories.archive.read(stream)
        except UnicodeDecodeError as error:
            raise UsageError(f"{file} isn't encoded in UTF-8. Nothing was imported.") from error
        how = WHOLE if sealed or as_is else CHECKED
        report: dict[str, object] = {"scope": scope, "memories": len(entries), "how": how}
        if who and not dry_run:
            confirm(
                who, [f"{file}: {counted(len(entries), f'{scope} memory')}, unchecked"], "Import all of them unchecked?"
            )
        if dry_run:
            taken = len(entries) if how == WHOLE else len(claims_of(entries))
            report["taken"] = taken
            line = (
                f"{taken:,} of {counted(len(entries), f'{scope} memory')} would be imported {how}; nothing was written"
            )
        elif how == WHOLE:
            by = Origin(who.actor.value) if who else Origin.PERSON
            report["new"] = new = workspace.memories.archive.take_back(
                scope, entries, workspace.settings.user_id, sealed=sealed, by=by
            )
            workspace.enqueue("import")
            if who:
                record(home, who, "import --as-is", scope)
            line = f"{new:,} of {counted(len(entries), f'{scope} memory')} imported {how}; the others exist already"
        else:
            counts = _claimed(workspace, scope, entries)
            report |= counts
            kinds = ", ".join(f"{number:,} {word}" for word, number in counts.items())
            line = f"{counted(sum(counts.values()), f'{scope} memory')} imported {how}: {kinds}"
    if as_json:
        say_json({**report, "dry_run": dry_run})
    else:
        say(line)


def _claimed(workspace: "Workspace", scope: str, entries: list[dict[str, Any]]) -> dict[str, int]:
    from scrubjay.recall.outcome import word

    counts = {"stored": 0, "known": 0, "held": 0, "blocked": 0}
    for outcome in workspace.memories.archive.claim(scope, entries, workspace.settings.user_id):
        counts[word(outcome)] += 1
    return counts
