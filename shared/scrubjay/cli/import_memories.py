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
EXPORT = "export"
HEAD = b'{"scrubjay": "memories"'


Source = Annotated[
    Path, typer.Argument(help="File or folder that a program wrote; or claude, codex, transcripts, conversations.")
]
Notes = Annotated[
    Path | None, typer.Argument(help="For `claude`, `codex`: a file or folder. For `conversations`: the file.")
]
From = Annotated[
    str,
    typer.Option("--from", metavar="NAME", help="What wrote it, where that can't be seen: see the list above."),
]
Only = Annotated[
    str, typer.Option("--only", metavar="NAME", help="Take the records of this user, project or wing alone.")
]
AsIs = Annotated[
    bool,
    typer.Option("--as-is", help="Import an export of another home with its history, unchecked. Only a person may."),
]


@app.command(name="import")
def import_(
    ctx: typer.Context,
    source: Source,
    path: Notes = None,
    from_: From = "",
    only: Only = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be imported, and write nothing.")] = False,
    as_is: AsIs = False,
    as_json: AsJson = False,
) -> None:
    """Import memories. An export of this home is restored with its history; claims of any other file are checked.

    What other programs wrote is known by itself, or named by --from: export, obsidian (a folder of `export
    --obsidian`), server-memory, basic-memory, mem0, claude-mem, mempalace, mcp-memory-service, cursor, agents, claude,
    codex. Each record is checked as an agent's claim; nothing is taken twice. Stop a program before its SQLite file is
    read.

    `scrubjay import claude` imports CLAUDE.md and Claude Code's memory files, `import codex` Codex' memories.

    `scrubjay import transcripts` imports what is new in Claude Code's transcripts of this repository.
    `scrubjay import conversations FILE` imports JSON lines with session, turn, role, time, text. Both mask secrets.
    """
    from scrubjay.cli.import_records import CLIENTS, import_records
    from scrubjay.errors import UsageError

    invocation = invoked(ctx)
    if str(source) in ("transcripts", "conversations"):
        _import_talk(invocation, str(source), path, dry_run=dry_run, as_json=as_json)
        return
    client = str(source) if str(source) in CLIENTS else ""
    if path is not None and not client:
        raise UsageError("A file of memories takes no second argument. See `scrubjay import --help`.")
    name, place = (client, path) if client else _named(source, from_)
    if name != EXPORT:
        if as_is:
            raise UsageError("--as-is is for an export of scrubjay's; what another program wrote is always checked.")
        with open_workspace(invocation) as (home, workspace):
            import_records(
                home, workspace, invocation, name, place, only=only, dry_run=dry_run, as_json=as_json
            )  # fmt: skip
        return
    permit = permitted(invocation, "vouch for a file", f"scrubjay import {source} --as-is") if as_is else None
    with open_workspace(invocation) as (home, workspace):
        report, line = _import_file(home, workspace, source, permit, dry_run=dry_run)
    if as_json:
        say_json({**report, "dry_run": dry_run})
    else:
        say(line)


def _named(source: Path, name: str) -> tuple[str, Path]:
    """The format of a file or folder, and where it is. Raises UsageError."""
    from scrubjay.errors import UsageError
    from scrubjay.importing.formats import NAMES, detected

    if not source.exists():
        raise UsageError(
            f"{source} doesn't exist. Give a file or folder that a program wrote, or claude, codex, transcripts or "
            "conversations."
        )
    if name and name not in NAMES:
        raise UsageError(f"{name[:40]!r} is no format. `--from` takes: {', '.join(NAMES)}.")
    if not (source.is_dir() or source.is_file()):
        raise UsageError(f"{source} is neither a file nor a folder.")
    if name == EXPORT or (not name and _is_export(source)):
        _check_file(source)
        return EXPORT, source
    return name or detected(source), source


def _is_export(source: Path) -> bool:
    """Whether a file is named or begins as our exports do; one that is damaged is told by its reader."""
    if source.is_dir():
        return False
    with source.open("rb") as stream:
        return stream.read(len(HEAD)).startswith(HEAD)


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
    """Raises UsageError for what is too large for a file of memories."""
    from scrubjay.errors import UsageError

    if not file.is_file():
        raise UsageError(f"{file} is no file. An export is one; give a file of `scrubjay export`.")
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
