"""`scrubjay import` of what another program remembered: each record checked as an agent's claim."""

from collections.abc import Sequence
from pathlib import Path

from scrubjay.app import App, Workspace
from scrubjay.cli.acts import confirm, record
from scrubjay.cli.claims import Author, author, written_claim
from scrubjay.cli.context import Invocation
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.integrations.client_files.launch import FOLDERS
from scrubjay.integrations.clients.claude_code import claude_places
from scrubjay.memory.store.limits import Limits
from scrubjay.model.counted import counted
from scrubjay.model.evidence import Act
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay.model.record import Item, Record
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_exchange.importing.formats import Format
from scrubjay_exchange.importing.importer import Importer, StoreReport, TakenRecord
from scrubjay_exchange.importing.mapping import chosen
from scrubjay_exchange.importing.notes import claude_notes

SHOWN = 120
CLIENTS = ("claude", "codex")
"""Clients whose own folder is known."""


def import_records(
    home: "App",
    workspace: "Workspace",
    invocation: Invocation,
    format: "Format",
    path: Path | None,
    *,
    only: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Import the records of a file or folder of another program."""
    places = _places(workspace, invocation, format.name, path)
    take(home, workspace, invocation, format, places, only=only, dry_run=dry_run, as_json=as_json)


def take(
    home: "App",
    workspace: "Workspace",
    invocation: Invocation,
    format: "Format",
    places: Sequence[Path],
    *,
    only: str = "",
    dry_run: bool,
    as_json: bool,
    about: dict[str, object] | None = None,
) -> None:
    """Import each record of some places as an agent's word. Idempotent: a record is imported once.

    A person is asked before, and what they agree to is theirs. `about` is what the JSON says besides.
    """
    name = format.name
    read = [item for place in places for item in format.read(place)]
    here = {workspace.project.name, workspace.repository.name}
    items = list(chosen(read, format.owners, here, only))
    writer = author(invocation)
    base = written_claim(invocation, workspace, writer, "")
    importer = Importer(workspace.memories, workspace.clock)
    tell_of_room(items)
    vouched = not dry_run and bool(writer.authority and importer.undecided(format, items, base))
    announced: list[TakenRecord] = []
    if by_person := writer.permit.actor is Actor.PERSON and not dry_run:
        with progress(f"looking at {name}", "records") as step:
            announced += importer.bring(format, items, base, dry_run=True, progress=step)
        _ask(workspace, writer, announced, importer.undecided(format, items, base))
    listed = {(one.outcome, one.where) for one in announced}
    taken: list[TakenRecord] = []
    with progress(f"importing from {name}", "records") as step:
        for one in importer.bring(format, items, base, vouched=vouched, dry_run=dry_run, progress=step):
            taken.append(one)
            if not as_json and one.outcome != "known" and (one.outcome, one.where) not in listed:
                say(_record_line(one))
    report = StoreReport.of(taken)
    if as_json:
        say_json((about or {}) | _report_as_object(format, places, report, dry_run=dry_run))
    else:
        say(_summary(format, report) if taken else f"nothing found: {_nothing_found_text(name, places)}")
    if dry_run:
        if not as_json and taken:
            say("nothing was written")
        return
    if vouched:
        record(home, writer.permit, "import changed notes", f"{report.counts['stored']}")
    if by_person:
        mine = _confirm_taken(home, workspace, writer, taken)
        if mine and not as_json:
            say(f"{counted(mine, 'statement')} confirmed as your words")


def tell_of_room(items: Sequence["Item"]) -> None:
    """Say before a large import how many of its records can't all stay."""
    found, most = sum(isinstance(item, Record) for item in items), Limits().said
    if found > most:
        warn(
            f"{counted(found, 'record')}, and a project keeps about {counted(most, 'said memory')}: "
            "the least seen of more go to the archive. Ctrl-C stops; what is stored by then stays, "
            "and running it again goes on"
        )


def _places(workspace: "Workspace", invocation: Invocation, name: str, path: Path | None) -> tuple[Path, ...]:
    """Where to read: what the user names, else the client's own files for this worktree. Raises UsageError."""
    if path is not None:
        if not path.exists():
            raise UsageError(f"{path} doesn't exist. Give a file or folder that {name} wrote.")
        return (path.resolve(),)
    worktree = workspace.repository.worktree
    if name == "claude":
        return claude_notes(worktree, claude_places(invocation.account, invocation.environment).folder)

    memories = FOLDERS["codex"].path(invocation.account, invocation.account, invocation.environment) / "memories"
    return (memories,) if (memories / "MEMORY.md").is_file() else ()


def _nothing_found_text(name: str, places: Sequence[Path]) -> str:
    """What is said where there is nothing to import."""
    return (
        f"no statement in {places[0]}" if places else f"{name} keeps no notes for this worktree; name a file or folder"
    )


def _record_line(one: "TakenRecord") -> str:
    """An imported record in one line: what became of it, its text, its place, and why."""
    text = f"{one.text[:SHOWN]} " if one.text else ""
    return f"{one.outcome}: {text}({one.where}){f': {one.reason[:SHOWN]}' if one.reason else ''}"


def _summary(format: "Format", report: "StoreReport") -> str:
    """The counts of an import in one line."""
    counts = ", ".join(f"{report.counts[word]:,} {word}" for word in ("stored", "held", "blocked"))
    known = f", {report.counts['known']:,} known before" if report.counts["known"] else ""
    skipped = f", {report.counts['skipped']:,} skipped" if report.counts["skipped"] else ""
    return f"{counted(len(report.taken), 'record')} of {format.name}: {counts}{known}{skipped}"


def _report_as_object(
    format: "Format", places: Sequence[Path], report: "StoreReport", *, dry_run: bool
) -> dict[str, object]:
    """What `--json` prints of an import."""
    taken = [
        {"outcome": one.outcome, "where": one.where, "text": one.text, "reason": one.reason, "id": one.id,
         "kind": one.kind, "tags": list(one.tags)}
        for one in report.taken
    ]  # fmt: skip
    found = {"from": format.name, "places": [str(place) for place in places], "records": len(report.taken)}
    return {**found, **report.counts, "taken": taken, "dry_run": dry_run}


def _ask(
    workspace: "Workspace", writer: "Author", announced: Sequence["TakenRecord"], changed: Sequence["Record"]
) -> None:
    """List what an import would bring, and ask a person whether they stand behind it. Raises Exit on a no."""
    only_said = _only_said(workspace, [one.id for one in announced if one.outcome == "known"])
    lines = [_record_line(one) for one in announced if one.outcome != "known"]
    lines += [f"known: {masked_text(memory.content)[:SHOWN]}" for memory in only_said]
    lines += [f"changed by hand: {masked_text(one.text)[:SHOWN]} ({masked_text(one.where)})" for one in changed]
    places = {masked_text(one.where) for one in changed}
    new = [one for one in announced if one.outcome in ("stored", "held") and one.where not in places]
    if found := len(new) + len(only_said) + len(changed):
        confirm(writer.permit, lines, f"Import {counted(found, 'statement')} as your words?")


def _only_said(workspace: "Workspace", ids: Sequence[str]) -> list["Memory"]:
    """The active memories among `ids` that no person has confirmed."""
    service = workspace.memories
    grades = service.grades(ids)
    return [
        memory
        for memory in service.of_ids(ids).values()
        if memory.status == "active" and grades.get(memory.id) is not Grade.TOLD
    ]


def _confirm_taken(home: "App", workspace: "Workspace", writer: "Author", taken: Sequence["TakenRecord"]) -> int:
    """Confirm, as a person, the imported memories that hold; returns how many were confirmed."""
    memories = _only_said(workspace, [one.id for one in taken if one.outcome in ("stored", "known") and one.id])
    for memory in memories:
        workspace.memories.approve(
            memory.id, workspace.settings.user_id, "confirmed as listed", scope=memory.scope, act=Act.IMPORTED
        )
    if memories:
        record(home, writer.permit, "confirm notes", f"{len(memories)}")
    return len(memories)
