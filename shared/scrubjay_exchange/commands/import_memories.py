"""`scrubjay import`: memories from an export, or one of the other imports."""

from pathlib import Path
from typing import Annotated

import typer

from scrubjay.app import App, Workspace
from scrubjay.cli import import_conversations as talks
from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import Invocation, invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json
from scrubjay.cli.setup.clones import memory_lines
from scrubjay.errors import NotAPerson, UsageError
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.identity.person.permit import Permit
from scrubjay.memory.lifecycle.exchange import ExportFile
from scrubjay.model.counted import counted
from scrubjay.model.evidence import Origin
from scrubjay_exchange.commands.import_records import CLIENTS, import_records, take
from scrubjay_exchange.importing.formats import NAMES, StoreReaders, detected, format_of, format_of_export
from scrubjay_exchange.importing.version_2 import of_version_2

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
    typer.Option("--from", metavar="NAME", help=f"What wrote it, where that can't be seen: {', '.join(NAMES)}."),
]
Only = Annotated[
    str, typer.Option("--only", metavar="NAME", help="Take the records of this user, project or wing alone.")
]
AsIs = Annotated[
    bool,
    typer.Option(
        "--as-is",
        help="Import an export of another home with its history, unchecked, into its project. Only a person may.",
    ),
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
    """Import memories. A person brings an export back with its history, where it left; else its claims are checked.

    What other programs wrote is known by itself, or named by --from; obsidian is a folder of `export --obsidian`. Each
    record is checked as an agent's claim; nothing is taken twice. Stop a program before its SQLite file is read.

    `scrubjay import claude` imports CLAUDE.md and Claude Code's memory files, `import codex` Codex' memories.

    `scrubjay import transcripts` imports what is new in Claude Code's transcripts of this repository.
    `scrubjay import conversations FILE` imports JSON lines with session, turn, role, time, text. Both mask secrets.
    """
    invocation = invoked(ctx)
    if str(source) in ("transcripts", "conversations"):
        _import_talk(invocation, str(source), path, dry_run=dry_run, as_json=as_json)
        return
    client = str(source) if str(source) in CLIENTS else ""
    if path is not None and not client:
        raise UsageError("A file of memories takes no second argument. See `scrubjay import --help`.")
    readers = StoreReaders(ExtensionRegistry.of(invocation.settings.home))
    name, place = (client, path) if client else _named(source, from_, readers)
    if name != EXPORT:
        if as_is:
            raise UsageError("--as-is is for an export of scrubjay's; what another program wrote is always checked.")
        with open_workspace(invocation) as (home, workspace):
            import_records(
                home, workspace, invocation, readers.format_of(name) or format_of(name), place, only=only,
                dry_run=dry_run, as_json=as_json,
            )  # fmt: skip
        return
    permit = permitted(invocation, "vouch for a file", f"scrubjay import {source} --as-is") if as_is else None
    with open_workspace(invocation) as (home, workspace):
        _import_file(home, workspace, invocation, source, permit, dry_run=dry_run, as_json=as_json)


def _named(source: Path, name: str, readers: "StoreReaders") -> tuple[str, Path]:
    """The format of a file or folder, and where it is. Raises UsageError."""
    if not source.exists():
        raise UsageError(
            f"{source} doesn't exist. Give a file or folder that a program wrote, or claude, codex, transcripts or "
            "conversations."
        )
    if name and name not in (*NAMES, *readers.names):
        raise UsageError(f"{name[:40]!r} is no format. `--from` takes: {', '.join((*NAMES, *readers.names))}.")
    if not (source.is_dir() or source.is_file()):
        raise UsageError(f"{source} is neither a file nor a folder.")
    if name == EXPORT or (not name and _is_export(source)):
        _check_file(source)
        return EXPORT, source
    return name or _detected(source, readers), source


def _detected(source: Path, readers: "StoreReaders") -> str:
    """The format that a file or folder has: one of ours, else one that an extension knows. Raises UsageError."""
    try:
        return detected(source)
    except UsageError:
        if name := readers.detected(source):
            return name
        raise


def _is_export(source: Path) -> bool:
    """Whether a file is named or begins as our exports do; one that is damaged is told by its reader."""
    if source.is_dir():
        return False
    with source.open("rb") as stream:
        return stream.read(len(HEAD)).startswith(HEAD)


def _import_talk(invocation: Invocation, kind: str, path: Path | None, *, dry_run: bool, as_json: bool) -> None:
    """Import transcripts, or conversations of a file."""
    with open_workspace(invocation) as (home, workspace):
        if kind == "conversations":
            talks.import_conversations(workspace, path, dry_run=dry_run, as_json=as_json)
        elif path is None:
            talks.import_transcripts(home, workspace, invocation, dry_run=dry_run, as_json=as_json)
        else:
            raise UsageError("`scrubjay import transcripts` finds its files itself and takes no path.")


def _check_file(file: Path) -> None:
    """Raises UsageError for a file that is too large to be a file of memories, or is no file."""
    if not file.is_file():
        raise UsageError(f"{file} is no file. An export is one; give a file of `scrubjay export`.")
    if file.stat().st_size > MAX_BYTES:
        raise UsageError(f"{file} is larger than {MAX_BYTES:,} bytes.")


def _import_file(
    home: "App",
    workspace: "Workspace",
    invocation: Invocation,
    file: Path,
    vouching: "Permit | None",
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Bring a file of memories back with its history where a person may and it left from here, else take its claims."""
    held = _read_export(workspace, file)
    about: dict[str, object] = {"scope": held.scope, "memories": len(held.memories)}
    why = "" if _left_from_here(home, workspace, held) else "they are of another project"
    if vouching and why:
        raise UsageError(f"{file} can't be imported as it is: {why}. Leave --as-is out: its claims are checked here.")
    permit = vouching
    if not (why or vouching or held.sealed):
        why = "this home didn't seal the file"
    elif not (why or vouching):
        try:
            permit = permitted(invocation, "bring memories back with their history", f"scrubjay import {file}")
        except NotAPerson:
            why = "only a person may bring memories back with their history"
    if permit:
        _restore(home, workspace, file, held, permit, about | {"how": WHOLE}, dry_run=dry_run, as_json=as_json)
        return
    if not as_json:
        complain(f"note: read {CHECKED}: {why}")
    here = workspace.memories.of_ids(line["memory"]["id"] for line in held.memories)
    format = format_of_export(held.scope, held.memories, {id: memory.content for id, memory in here.items()})
    take(
        home, workspace, invocation, format, (file,), dry_run=dry_run, as_json=as_json, about=about | {"how": CHECKED}
    )  # fmt: skip


def _left_from_here(home: "App", workspace: "Workspace", held: "ExportFile") -> bool:
    """Whether a file is the user's own or this project's; also one of a forgotten project of this repository."""
    project = workspace.project
    if held.scope == "user" or held.project == project.id:
        return True
    gone = all(known.id != held.project for known in home.registry.list())
    return gone and bool(held.roots & project.roots)


def _restore(
    home: "App",
    workspace: "Workspace",
    file: Path,
    held: "ExportFile",
    permit: "Permit",
    about: dict[str, object],
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """List the memories of a file that are new here, ask a person, and store them with their history."""
    archive, of = workspace.memory_archive, counted(len(held.memories), f"{held.scope} memory")
    counts, new = archive.arrivals(held.scope, held.memories)
    if dry_run:
        line = f"{counts.new:,} of {of} would be imported {WHOLE}{counts.others}; nothing was written"
        say_json({**about, "taken": counts.new, "dry_run": True}) if as_json else say(line)
        return
    if new:
        unchecked = "" if held.sealed else " unchecked"
        confirm(permit, [f"{file}: {of}", *memory_lines(new)], f"Import all of them{unchecked or f' {WHOLE}'}?")
    counts = archive.take_back(
        held.scope, held.memories, workspace.settings.user_id, sealed=held.sealed, origin=Origin(permit.actor.value)
    )
    workspace.enqueue("import")
    if new:
        record(home, permit, "import" if held.sealed else "import --as-is", held.scope)
    if as_json:
        say_json({**about, "new": counts.new, "dry_run": False})
    else:
        say(f"{counts.new:,} of {of} imported {WHOLE}{counts.others}")


def _read_export(workspace: "Workspace", file: Path) -> "ExportFile":
    """What a file of memories holds. Raises UsageError."""
    with file.open(encoding="utf-8", errors="strict") as stream:
        try:
            return workspace.memory_archive.read(stream, {2: of_version_2})
        except UnicodeDecodeError as error:
            raise UsageError(f"{file} isn't encoded in UTF-8. Nothing was imported.") from error
