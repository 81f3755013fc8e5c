"""`scrubjay audit`: shows and verifies the audit log."""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, checked_scope
from scrubjay.cli.output import say, say_json, table
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.identity.audit import AuditRecord, ChainReport


AGENTS = "agents"
"""The chain about agents: who registered, handed over and was refused."""

Chain = Annotated[
    str, typer.Option("--scope", help="project, user for those of all your projects, or agents for handoffs.")
]

app = application(no_args_is_help=True, help="Show or verify the audit log.")


@app.command()
def verify(ctx: typer.Context, scope: Chain = "project", as_json: AsJson = False) -> None:
    """Verify the hash chain of all records, including rotated files. Exit code 1 when a record is missing or changed.

    The chain detects damage. It is no protection against somebody who can write to the home.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        report = _chain_report(workspace, scope)
    if as_json:
        say_json({"ok": report.ok, "records": report.records, "files": report.files, "problems": report.problems})
    elif report.ok:
        say(f"ok: {counted(report.records, 'record')} in an unbroken chain, {counted(report.files, 'rotated file')}. "
            "The chain is no protection against somebody who can write to the home.")  # fmt: skip
    else:
        for problem in report.problems:
            say(problem)
    if not report.ok:
        raise typer.Exit(1)


@app.command()
def show(
    ctx: typer.Context,
    memory: Annotated[str, typer.Option("--memory", help="Only records of the memory with this id.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="Number of records.")] = 20,
    scope: Chain = "project",
    as_json: AsJson = False,
) -> None:
    """Show the newest records."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        records = _records(workspace, scope, limit, memory)
    if as_json:
        say_json({"records": [record.as_object() for record in records]})
        return
    rows = [
        (str(r.sequence), r.at, r.event, r.actor, r.action, r.outcome, r.resource[:12], _origin_text(r))
        for r in records
    ]
    table(("number", "time", "event", "actor", "action", "outcome", "resource", "from"), rows)


def _origin_text(record: "AuditRecord") -> str:
    """Where a person acted: the terminal and the programs that lead to it, or the client; empty for other records."""
    told = record.metadata
    where = [told.get("by"), told.get("terminal") or told.get("client"), told.get("ancestors")]
    open_to_agents = ["(an agent could have)"] if told.get("agent") else []
    return " ".join(map(str, filter(None, (*where, *open_to_agents)))) if told.get("by") else ""


def _chain_report(workspace: "Workspace", scope: str) -> "ChainReport":
    if scope == AGENTS:
        return workspace.agent_audit.verify()
    return workspace.memory_archive.verify_audit(checked_scope(scope))


def _records(workspace: "Workspace", scope: str, limit: int, memory: str) -> "tuple[AuditRecord, ...]":
    if scope == AGENTS:
        return workspace.agent_audit.newest(limit)
    memory_id = workspace.memories.get(memory, scope=checked_scope(scope)).id if memory else ""
    return workspace.memory_archive.audit(checked_scope(scope), limit, memory_id)
