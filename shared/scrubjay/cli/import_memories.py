"""`scrubjay import`: memories from an export, or one of the other imports."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import Invocation, invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.person.permit import Permit

app = application()

WHOLE = "with their history"
CHECKED = "as claims, each checked"

MAX_BYTES = 500_000_000


File = Annotated[Path, typer.Argument(help="File of `scrubjay export`; or claude, transcripts, conversations.")]
Notes = Annotated[
    Path | None, typer.Argument(help="For `claude`: a CLAUDE.md or a folder. For `conversations`: the file.")
]
AsIs = Annotated[
    bool,
    typer.Option("--as-is", help="Import a file of another home with its history, unchecked. Only a person may."),
]


@app.command(name="import")
def import_(
    ctx: typer.Context,
    file: File,
    path: Notes = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be imported, and write nothing.")] = False,
    as_is: AsIs = False,
    as_json: AsJson = False,
) -> None:
    """Import memories. An export of this home is restored with its history; claims of any other file are checked.

    `scrubjay import claude` imports CLAUDE.md and Claude Code's memory files; each statement is checked as a claim.

    `scrubjay import transcripts` imports what is new in Claude Code's transcripts of this repository.
    `scrubjay import conversations FILE` imports JSON lines with session, turn, role, time, text. Both mask secrets.
    """
    from scrubjay.errors import UsageError

    invocation = invoked(ctx)
    if str(file) == "claude":
        from scrubjay.cli.import_claude import import_claude

        with open_workspace(invocation) as (home, workspace):
            import_claude(home, workspace, invocation, path, dry_run=dry_run, as_json=as_json)
        return
    if str(file) in ("transcripts", "conversations"):
        _import_talk(invocation, str(file), path, dry_run=dry_run, as_json=as_json)
        return
    if path is not None:
        raise UsageError("A file of memories takes no second argument. See `scrubjay import --help`.")
    _check_file(file)
    permit = permitted(invocation, "vouch for a file", f"scrubjay import {file} --as-is") if as_is else None
    with open_workspace(invocation) as (home, workspace):
        report, line = _import_file(home, workspace, file, permit, dry_run=dry_run)
    if as_json:
        say_json({**report, "dry_run": dry_run})
    else:
        say(line)


def _import_talk(invocation: Invocation, kind: str, path: Path | None, *, dry_run: bool, as_json: bool) -> None:
    """Import transcripts, or conversations of a file."""
    from scrubjay.cli import import_conversations as talks
    from scrubjay.errors import UsageError

    with open_workspace(invocation) as (home, workspace):
        if kind == "conversations":
            talks.import_conversations(workspace, path, dry_run=dry_run, as_json=as_json)
        elif path is None:
            talks.import_transcripts(home, workspace, invocation, dry_run=dry_run, as_json=as_json)
        else:
            raise UsageError("`scrubjay import transcripts` finds its files itself and takes no path.")


def _check_file(file: Path) -> None:
    """Raises UsageError for what is no file of memories, or too large for one."""
    from scrubjay.errors import UsageError

    if not file.is_file():
        raise UsageError(
            f"{file} doesn't exist. Give a file of `scrubjay export`, or claude, transcripts or conversations."
        )
    if file.stat().st_size > MAX_BYTES:
        raise UsageError(f"{file} is larger than {MAX_BYTES:,} bytes.")


def _import_file(
    home: "App", workspace: "Workspace", file: Path, permit: "Permit | None", *, dry_run: bool
) -> tuple[dict[str, object], str]:
    """Import a file of memories: whole where it is this home's or somebody vouches for it, else claim by claim."""
    scope, entries, sealed = _read(workspace, file)
    mode = WHOLE if sealed or permit else CHECKED
    memories = counted(len(entries), f"{scope} memory")
    report: dict[str, object] = {"scope": scope, "memories": len(entries), "how": mode}
    if dry_run:
        count = _taken(entries, mode)
        return {**report, "taken": count}, f"{count:,} of {memories} would be imported {mode}; nothing was written"
    if mode == CHECKED:
        counts = _claimed(workspace, scope, entries)
        kinds = ", ".join(f"{number:,} {word}" for word, number in counts.items())
        line = f"{counted(sum(counts.values()), f'{scope} memory')} imported {mode}: {kinds}"
        return report | counts, line
    if permit:
        confirm(permit, [f"{file}: {memories}, unchecked"], "Import all of them unchecked?")
    new = _restored(workspace, scope, entries, permit, sealed=sealed)
    if permit:
        record(home, permit, "import --as-is", scope)
    return {**report, "new": new}, f"{new:,} of {memories} imported {mode}; the others exist already"


def _read(workspace: "Workspace", file: Path) -> tuple[str, list[dict[str, Any]], bool]:
    """The scope of a file of memories, its entries, and whether this home sealed it."""
    from scrubjay.errors import UsageError

    with file.open(encoding="utf-8", errors="strict") as stream:
        try:
            return workspace.memories.archive.read(stream)
        except UnicodeDecodeError as error:
            raise UsageError(f"{file} isn't encoded in UTF-8. Nothing was imported.") from error


def _taken(entries: list[dict[str, Any]], mode: str) -> int:
    from scrubjay.memories.archive import claims_of

    return len(entries) if mode == WHOLE else len(claims_of(entries))


def _restored(
    workspace: "Workspace", scope: str, entries: list[dict[str, Any]], permit: "Permit | None", *, sealed: bool
) -> int:
    """How many memories of a file are new; they are stored with their history."""
    from scrubjay.model.evidence import Origin

    origin = Origin(permit.actor.value) if permit else Origin.PERSON
    new = workspace.memories.archive.take_back(scope, entries, workspace.settings.user_id, sealed=sealed, origin=origin)
    workspace.enqueue("import")
    return new


def _claimed(workspace: "Workspace", scope: str, entries: list[dict[str, Any]]) -> dict[str, int]:
    from scrubjay.recall.outcome import word

    counts = {"stored": 0, "known": 0, "held": 0, "blocked": 0}
    for outcome in workspace.memories.archive.claim(scope, entries, workspace.settings.user_id):
        counts[word(outcome)] += 1
    return counts
