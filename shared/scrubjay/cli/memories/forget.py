"""`scrubjay forget`: deletes memories and sessions permanently."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import ask, confirm, record
from scrubjay.cli.claims import Author, author
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.files import upgrade_copies_of
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import can_ask, say, say_json, warn
from scrubjay.errors import UsageError
from scrubjay.memory.lifecycle.erasing import checked_line
from scrubjay.model.counted import counted
from scrubjay.storage.damage import quarantined
from scrubjay.wiring.afar import keeper_of
from scrubjay.wiring.sessions import forget_elsewhere

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.extensions.kinds.far import FarMemories
    from scrubjay.model.memory import Memory
    from scrubjay.session.tasks.forgetting import ForgettableSession


app = application()

LATER = "; its text leaves the write-ahead log when the other sessions end"


Sessions = Annotated[
    list[str] | None,
    typer.Option(
        "--session",
        metavar="ID",
        help="Delete the session with this id, and those of its sub-agents. Repeatable.",
    ),
]


@app.command()
def forget(
    ctx: typer.Context,
    ids: Annotated[list[str] | None, typer.Argument(help="Ids of memories, at least eight digits each.")] = None,
    session: Sessions = None,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Delete memories or sessions permanently: rows, index and write-ahead log. There is no undo.

    Ids and times of memories stay as tombstones. Of a session its turns go, what it was told and what it saved, not
    the task; it is not imported again. Only a person can delete memories that are told or quoted.
    """
    if not ids and not session:
        raise UsageError("Name what to delete: ids of memories, or --session ID. See `scrubjay forget --help`.")
    invocation = invoked(ctx)
    with open_workspace(invocation) as (home, workspace):
        writer = author(invocation)
        there = {id: keeper for id in ids or () if (keeper := keeper_of(workspace, id))}
        memories = [workspace.memories.get(id) for id in ids or () if id not in there]
        find = workspace.session_forgetting.found
        sessions = list(dict.fromkeys(one for id in session or () for one in find(id)))
        if memories or sessions:
            _agree(workspace, writer, memories, sessions, yes=yes)
        if there:
            _confirm([keeper.provenance(id) for id, keeper in there.items()], yes=yes)
        forgotten: list[dict[str, Any]] = [_forget_there(id, keeper, as_json) for id, keeper in there.items()]
        for memory in memories:
            forgotten.append(_forget_memory(workspace, writer, memory, as_json=as_json))
            if writer.authority:
                record(home, writer.permit, "forget", memory.id)
        left = forget_elsewhere(workspace, [session.id for session in sessions])
        for entry in _forget_sessions(workspace, sessions):
            forgotten.append(entry)
            if writer.authority:
                record(home, writer.permit, "forget session", entry["session"])
        copies = _copies(workspace)
    if as_json:
        say_json({"forgotten": forgotten, "copies": [str(copy) for copy in copies], "left": left})
        raise typer.Exit(1 if left else 0)
    _show_sessions(forgotten)
    for copy in copies:
        warning = f"{copy} is a copy from before an upgrade or a repair"
        say(f"note: {warning} and may still contain it; delete the copy when you don't need it")
    for sentence in left:
        warn(sentence)
    if left:
        raise typer.Exit(1)


def _forget_there(id: str, keeper: "FarMemories", as_json: bool) -> dict[str, Any]:
    """Delete a memory on the team's server, which has it alone."""
    gone = keeper.forget(id)
    if not as_json:
        say(f"forgotten: {gone.id} of {gone.called}")
    return {"memory": gone.id, "there": gone.called}


def _copies(workspace: "Workspace") -> list[Path]:
    """Older copies of the databases, which may still contain what was deleted."""
    return [*upgrade_copies_of(workspace), *quarantined(workspace.project.folder)]


def _forget_memory(workspace: "Workspace", writer: Author, memory: "Memory", *, as_json: bool) -> dict[str, Any]:
    erased = workspace.eraser.erase(memory.id, workspace.settings.user_id, authority=writer.authority)
    if not as_json:
        say(f"forgotten: {memory.id}{'' if erased.clean else LATER}")
        say(f"checked: {checked_line(erased, workspace.settings.home)}")
        for id, change in erased.newer:
            say(f"note: {id} was made from it ({change}) and stays; it may repeat the text")
        if erased.pools:
            say(f"note: it was shared, and is gone from the pools {', '.join(erased.pools)}")
        if erased.left:
            say(f"note: {erased.left}")
    traces = {"files": erased.traces.files, "found": [str(one.path) for one in erased.traces.found]}
    replaced_by = [id for id, _ in erased.newer]
    return {"memory": memory.id, "clean": erased.clean, "replaced_by": replaced_by, "traces": traces}


def _show_sessions(forgotten: Sequence[dict[str, Any]]) -> None:
    for entry in forgotten:
        if "session" in entry:
            turns = counted(entry["turns"], "turn")
            say(f"forgotten: session {entry['session']}, {turns}{'' if entry['clean'] else LATER}")
            if stays := [id[:12] for id in entry["memories"]]:
                say(f"note: memories from it stay; `scrubjay forget {' '.join(stays)}` deletes them as well")


def _forget_sessions(workspace: "Workspace", sessions: "Sequence[ForgettableSession]") -> list[dict[str, Any]]:
    if not sessions:
        return []
    clean = workspace.session_forgetting.forget(sessions)
    memories = (*workspace.memories.believed(), *workspace.memories.waiting())
    return [
        {
            "session": session.id,
            "turns": session.turns,
            "clean": clean,
            "memories": [memory.id for memory in memories if memory.session == session.id],
        }
        for session in sessions
    ]


def _agree(
    workspace: "Workspace",
    writer: Author,
    memories: "Sequence[Memory]",
    sessions: "Sequence[ForgettableSession]",
    *,
    yes: bool,
) -> None:
    """Show all that will be gone and ask once: what outranks agents by a key, whatever --yes says."""
    lines = [f"{memory.id[:12]} {memory.kind}: {memory.content[:200]}" for memory in memories]
    lines += [f"{one.id}: {one.title} ({one.last_at[:10]}, {counted(one.turns, 'turn')})" for one in sessions]
    outranked = any(workspace.memories.outranked(memory.id, memory.scope) for memory in memories)
    if outranked and writer.authority:
        confirm(writer.permit, lines, "Delete permanently?")
    elif not outranked:
        _confirm(lines, yes=yes)


def _confirm(lines: Sequence[str], *, yes: bool) -> None:
    """Show what will be gone and ask. Raises UsageError where nobody can be asked, Exit on a no."""
    if yes:
        return
    if not can_ask():
        raise UsageError("Deleting can't be undone. Pass --yes to confirm.")
    ask(lines, "Delete permanently?")
