"""`scrubjay import claude`: statements from Claude Code's notes, each checked as an agent's claim."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.cli.acts import confirm, record
from scrubjay.cli.author import author, written
from scrubjay.cli.context import Invocation
from scrubjay.cli.output import say, say_json
from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.integrations.claude_code.notes import ClientNote
    from scrubjay.memories import RememberRequest

SHOWN = 120


def import_claude(
    home: "App",
    workspace: "Workspace",
    invocation: Invocation,
    path: Path | None,
    *,
    dry_run: bool,
    as_json: bool = False,
) -> None:
    """Take the notes of a worktree, or a file or folder of notes. Idempotent: a statement is taken once.

    They are an agent's words. A person who reads the list may stand behind all of it.
    """
    from scrubjay.integrations.claude_code.notes import read_notes

    files = _files(workspace, invocation, path)
    notes = read_notes(files, workspace.repository.worktree)
    if not notes and not as_json:
        say("no notes of Claude Code found; give a file or folder: `scrubjay import claude PATH`")
        return
    counts: Counter[str] = Counter()
    judged: list[dict[str, str]] = []
    stored: list[str] = []
    stopped = ""
    for number, note in enumerate(notes):
        try:
            word, reason, id = _judge(invocation, workspace, note) if dry_run else _take(invocation, workspace, note)
        except LimitExceeded as error:
            stopped = f"stopped after {number:,} of {len(notes):,}: {error}"
            break
        counts[word] += 1
        stored += [id] if id else []
        judged.append({"outcome": word, "text": note.text, "file": note.file, "reason": reason})
        if word != "known" and not as_json:
            say(f"{word}: {note.text[:SHOWN]} ({note.file}){f': {reason[:SHOWN]}' if reason else ''}")
    if as_json:
        say_json({"files": len(files), "statements": judged, "stopped": stopped, "dry_run": dry_run})
        return
    if stopped:
        say(stopped)
    say(_summary(counts, len(files)))
    if dry_run:
        say("nothing was written")
    else:
        _vouch(home, workspace, invocation, stored)


def _files(workspace: "Workspace", invocation: Invocation, path: Path | None) -> tuple[Path, ...]:
    """The files of notes: those of the worktree, or those that the user names. Raises UsageError."""
    from scrubjay.integrations.claude_code.notes import markdown_files, note_files
    from scrubjay.integrations.claude_code.places import claude_places

    if path is None:
        places = claude_places(invocation.account, invocation.environment)
        return note_files(workspace.repository.worktree, places.folder)
    if not path.exists():
        raise UsageError(f"{path} doesn't exist. Give a CLAUDE.md, or a folder of notes.")
    return markdown_files(path) if path.is_dir() else (path.resolve(),)


def _summary(counts: Counter[str], files: int) -> str:
    outcomes = ", ".join(f"{counts[word]:,} {word}" for word in ("stored", "held", "blocked"))
    repeated = f", {counts['known']:,} known before" if counts["known"] else ""
    return f"{counted(sum(counts.values()), 'statement')} of {counted(files, 'file')}: {outcomes}{repeated}"


def _judge(invocation: Invocation, workspace: "Workspace", note: "ClientNote") -> tuple[str, str, str]:
    from scrubjay.memories import Blocked

    result = workspace.memories.service.judge(_request(invocation, workspace, note))
    if isinstance(result, Blocked):
        return "blocked", result.reason, ""
    return str(result.verdict), result.reason, ""


def _take(invocation: Invocation, workspace: "Workspace", note: "ClientNote") -> tuple[str, str, str]:
    from scrubjay.memories import Blocked
    from scrubjay.recall.outcome import word

    outcome = workspace.memories.service.remember(_request(invocation, workspace, note))
    if isinstance(outcome, Blocked):
        return word(outcome), outcome.reason, ""
    return word(outcome), outcome.result.reason, outcome.id


def _request(invocation: Invocation, workspace: "Workspace", note: "ClientNote") -> "RememberRequest":
    """The words are an agent's, whoever runs the import."""
    from scrubjay.model.evidence import Act, Origin

    request = written(invocation, workspace, author(invocation), note.text)
    return replace(request, key=note.key, origin=Origin.AGENT, act=Act.NONE, trusted=False)


def _vouch(home: "App", workspace: "Workspace", invocation: Invocation, ids: list[str]) -> None:
    """Ask a person at the terminal whether they stand behind everything that was listed."""
    import typer

    from scrubjay.model.evidence import Act
    from scrubjay.person.facts import Actor

    writer = author(invocation)
    active = [memory for memory in workspace.memories.service.of_ids(ids).values() if memory.status == "active"]
    if writer.permit.actor is not Actor.PERSON or not active:
        return
    try:
        confirm(writer.permit, [], f"Confirm {counted(len(active), 'statement')} as listed?")
    except typer.Exit:
        return
    for memory in active:
        workspace.memories.service.approve(
            memory.id, workspace.settings.user_id, "confirmed as listed", scope=memory.scope, act=Act.IMPORTED
        )
    record(home, writer.permit, "confirm notes", f"{len(active)}")
