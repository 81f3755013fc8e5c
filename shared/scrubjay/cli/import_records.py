"""`scrubjay import` of what another program remembered: each record checked as an agent's claim."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.cli.acts import confirm, record
from scrubjay.cli.author import author, written
from scrubjay.cli.context import Invocation
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.cli.author import Author
    from scrubjay.importing.formats import Format
    from scrubjay.importing.importer import StoreReport, TakenRecord
    from scrubjay.importing.record import Item, Record

SHOWN = 120
CLIENTS = ("claude", "codex")
"""Clients whose own folder is known."""


def import_records(
    home: "App",
    workspace: "Workspace",
    invocation: Invocation,
    name: str,
    path: Path | None,
    *,
    only: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Take what stands in a file or folder. Idempotent: a record is taken once.

    It is an agent's word. A person who reads the list may stand behind all of it.
    """
    from scrubjay.importing.formats import format_of
    from scrubjay.importing.importer import StoreReport
    from scrubjay.importing.mapping import chosen

    format = format_of(name)
    places = _places(workspace, invocation, name, path)
    read = [item for place in places for item in format.read(place)]
    here = {workspace.project.name, workspace.repository.worktree.name}
    items = list(chosen(read, format.owners, here, only))
    writer = author(invocation)
    base = written(invocation, workspace, writer, "")
    importer = workspace.memories.importer
    vouched = not dry_run and _vouch_for_changes(writer, importer.undecided(format, items, base))
    tell_of_room(items)
    taken: list[TakenRecord] = []
    with progress(f"importing from {name}", "records") as step:
        for one in importer.bring(format, items, base, vouched=vouched, dry_run=dry_run, progress=step):
            taken.append(one)
            if not as_json and one.outcome != "known":
                say(_line(one))
    report = StoreReport.of(taken)
    if as_json:
        say_json(_object(format, places, report, dry_run=dry_run))
    else:
        say(_summary(format, report) if taken else f"nothing found: {_nothing(name, path)}")
    if dry_run:
        if not as_json and taken:
            say("nothing was written")
        return
    if vouched:
        record(home, writer.permit, "import changed notes", f"{report.counts['stored']}")
    if not as_json:
        _vouch(home, workspace, writer, taken)


def tell_of_room(items: Sequence["Item"]) -> None:
    """Say before a large import what can't all stay."""
    from scrubjay.importing.record import Record
    from scrubjay.memories.room import Limits

    found, most = sum(isinstance(item, Record) for item in items), Limits().said
    if found > most:
        warn(
            f"{counted(found, 'record')}, and a project keeps about {counted(most, 'memory')} that only agents say: "
            "the least seen of more go to the archive. Ctrl-C stops; what is stored by then stays, "
            "and running it again goes on"
        )


def _places(workspace: "Workspace", invocation: Invocation, name: str, path: Path | None) -> tuple[Path, ...]:
    """What is read: what the user names, else the client's own files for this worktree. Raises UsageError."""
    if path is not None:
        if not path.exists():
            raise UsageError(f"{path} doesn't exist. Give a file or folder that {name} wrote.")
        return (path.resolve(),)
    worktree = workspace.repository.worktree
    if name == "claude":
        from scrubjay.importing.notes import claude_notes
        from scrubjay.integrations.claude_code.places import claude_places

        return claude_notes(worktree, claude_places(invocation.account, invocation.environment).folder)
    from scrubjay.integrations.client_files.folders import FOLDERS

    memories = FOLDERS["codex"].path(invocation.account, invocation.account, invocation.environment) / "memories"
    return (memories,) if (memories / "MEMORY.md").is_file() else ()


def _nothing(name: str, path: Path | None) -> str:
    return f"no statement in {path}" if path else f"{name} keeps no notes for this worktree; name a file or folder"


def _line(one: "TakenRecord") -> str:
    text = f"{one.text[:SHOWN]} " if one.text else ""
    return f"{one.outcome}: {text}({one.where}){f': {one.reason[:SHOWN]}' if one.reason else ''}"


def _summary(format: "Format", report: "StoreReport") -> str:
    counts = ", ".join(f"{report.counts[word]:,} {word}" for word in ("stored", "held", "blocked"))
    known = f", {report.counts['known']:,} known before" if report.counts["known"] else ""
    skipped = f", {report.counts['skipped']:,} skipped" if report.counts["skipped"] else ""
    return f"{counted(len(report.taken), 'record')} of {format.name}: {counts}{known}{skipped}"


def _object(format: "Format", places: Sequence[Path], report: "StoreReport", *, dry_run: bool) -> dict[str, object]:
    taken = [
        {"outcome": one.outcome, "where": one.where, "text": one.text, "reason": one.reason, "id": one.id,
         "kind": one.kind, "tags": list(one.tags)}
        for one in report.taken
    ]  # fmt: skip
    found = {"from": format.name, "places": [str(place) for place in places], "records": len(report.taken)}
    return {**found, **report.counts, "taken": taken, "dry_run": dry_run}


def _vouch_for_changes(writer: "Author", changed: Sequence["Record"]) -> bool:
    """Whether a person, or a script that the user trusts, stands behind what was changed by hand in a folder.

    Raises Exit where the person says no: then nothing is imported.
    """
    from scrubjay.secrets import masked_text

    if not changed or not writer.authority:
        return False
    lines = [f"{masked_text(item.where)}: {masked_text(item.text)[:SHOWN]}" for item in changed]
    confirm(writer.permit, lines, f"Import {counted(len(changed), 'note')} changed by hand as your words?")
    return True


def _vouch(home: "App", workspace: "Workspace", writer: "Author", taken: Sequence["TakenRecord"]) -> None:
    """Ask a person at the terminal whether they stand behind everything that was listed, and what was known before."""
    import typer

    from scrubjay.model.evidence import Act
    from scrubjay.model.grade import Grade
    from scrubjay.person.facts import Actor
    from scrubjay.secrets import masked_text

    if writer.permit.actor is not Actor.PERSON:
        return
    service = workspace.memories.service
    ids = [one.id for one in taken if one.outcome in ("stored", "known") and one.id]
    grades = service.grades(ids)
    active = [
        memory
        for memory in service.of_ids(ids).values()
        if memory.status == "active" and grades.get(memory.id) is not Grade.TOLD
    ]
    if not active:
        return
    known = {one.id for one in taken if one.outcome == "known"}
    lines = [f"known: {masked_text(memory.content)[:SHOWN]}" for memory in active if memory.id in known]
    try:
        confirm(writer.permit, lines, f"Confirm {counted(len(active), 'statement')} as listed?")
    except typer.Exit:
        return
    for memory in active:
        service.approve(
            memory.id, workspace.settings.user_id, "confirmed as listed", scope=memory.scope, act=Act.IMPORTED
        )
    record(home, writer.permit, "confirm notes", f"{len(active)}")
