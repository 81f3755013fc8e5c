"""`scrubjay export`: all memories with their history as JSON lines, or those that hold as a folder of notes."""

from pathlib import Path
from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.files import Force, chosen
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Scope, checked_scope
from scrubjay.cli.output import say, say_json, warn
from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay.storage.destination import write_output
from scrubjay_exchange.importing.folder_export import ended, notes_of, write_folder

STDOUT = Path("-")

Obsidian = Annotated[
    Path | None, typer.Option("--obsidian", metavar="DIR", help="Write a folder of Markdown notes instead of a file.")
]

app = application()


@app.command(name="export")
def export(
    ctx: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="File to write. Default: stdout, as `-`.")] = None,
    scope: Scope = "project",
    force: Force = False,
    obsidian: Obsidian = None,
    as_json: Annotated[bool, typer.Option("--json", help="With a file: print a summary as one JSON object.")] = False,
) -> None:
    """Export memories as JSON lines: content, beliefs, evidence, anchors, replacements. `import` reads them again.

    `--obsidian DIR` writes what holds and what was replaced as Markdown, one note for each memory, with id, kind, tags,
    scope, citations and links. `scrubjay import DIR` reads it again. A note that you changed stays until it
    was imported; deleting a note deletes no memory.
    """

    if obsidian is not None:
        _to_folder(ctx, obsidian, file, scope, as_json=as_json)
        return
    place = None if file in (None, STDOUT) else chosen(file, force=force)
    with open_workspace(invoked(ctx)) as (_, workspace):
        lines = workspace.memory_archive.export(checked_scope(scope), workspace.settings.user_id)
    if '"seal": ""' in lines[-1]:
        warn("the home can't be written, so this export has no seal (`import` treats it as claims) and no audit record")
    text = "\n".join(lines)
    if place is None:
        say(text)
        return
    write_output(place, f"{text}\n".encode())
    if as_json:
        say_json({"scope": scope, "memories": len(lines) - 2, "file": str(file)})
    else:
        warn(f"{counted(len(lines) - 2, 'memory')} written to {file}")


def _to_folder(ctx: typer.Context, folder: Path, file: Path | None, scope: str, *, as_json: bool) -> None:
    """Write the folder of notes. Raises UsageError."""

    if file is not None:
        raise UsageError("Give a file or --obsidian DIR, not both.")
    target = Path.cwd() / folder.expanduser()
    with open_workspace(invoked(ctx)) as (_, workspace):
        allowed = workspace.settings.privacy.allow
        notes, secret = notes_of(workspace.memories, checked_scope(scope), allowed)
        report = write_folder(target, notes)
        gone = ended(workspace.memories, report.left)
        workspace.memory_archive.note_export(scope, workspace.settings.user_id, len(notes))
    others = len(report.left) - gone
    if as_json:
        say_json({
            "scope": scope, "folder": str(folder), "memories": len(notes), "written": report.written,
            "same": report.same, "secret": secret, "left": gone,
            "others": others,
            "kept": [{"file": name, "why": why} for name, why in report.kept],
        })  # fmt: skip
        return
    for name, why in report.kept:
        warn(f"kept {name}: {why}")
    if secret:
        warn(f"{counted(secret, 'memory')} left out: a secret in it")
    if gone:
        warn(f"{counted(gone, 'note')} of memories that hold no longer; delete them if you like")
    if others:
        warn(f"{counted(others, 'note')} of another home, project or scope; left as they are, delete none of them here")
    say(f"{counted(len(notes), 'memory')} in {folder}: {report.written:,} written, {report.same:,} as before")
