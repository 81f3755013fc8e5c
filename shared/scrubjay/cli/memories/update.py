"""`scrubjay update`: replaces or ends a memory."""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, record
from scrubjay.cli.calling import agent_label
from scrubjay.cli.claims import Author, author, print_outcome, written_claim
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Applies, AsJson, Tags
from scrubjay.cli.output import say, say_json
from scrubjay.errors import UsageError
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Blocked, Change
from scrubjay.wiring.afar import keeper_of

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.extensions.kinds.far import FarMemories
    from scrubjay.model.memory import Memory


app = application()

ENDINGS = {"invalidate": "invalidated", "retract": "retracted"}

How = Annotated[
    str,
    typer.Option(
        "--how",
        help="supersede: no longer true; correct: never was true; extend: add text. Without a new text: "
        "invalidate (no longer true), retract (never was true).",
    ),
]


@app.command()
def update(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="Id of the memory, at least eight digits.")],
    content: Annotated[
        str, typer.Argument(help="The new text; with extend the added text; with invalidate or retract the reason.")
    ],
    how: How = "supersede",
    kind: Annotated[str, typer.Option("--kind", help="New kind. Default: unchanged.")] = "",
    tags: Tags = None,
    applies: Applies = "",
    valid_until: Annotated[str, typer.Option("--valid-until", help="Last day of validity, such as 2026-12-31.")] = "",
    as_json: AsJson = False,
) -> None:
    """Replace or end a memory; the old text stays in its history.

    Only a person may end memories that are told or quoted (exit code 2). A new text by an agent or a script, for what
    a person told or for what is quoted from somebody else, is held for review (exit code 1).
    """
    _check_change(how, content)
    invocation = invoked(ctx)
    with open_workspace(invocation) as (home, workspace):
        if there := keeper_of(workspace, id):
            _change_there(
                there,
                invocation,
                (id, content, how),
                kept=bool(kind or tags or applies or valid_until),
                as_json=as_json,
            )
            return
        writer, old = author(invocation), workspace.memories.get(id)
        if how in ENDINGS:
            _end_memory(
                home=home, workspace=workspace, writer=writer, old=old, reason=content, change=how, as_json=as_json
            )
            return
        _show_first(workspace, writer, old, f"{how}: {content}")
        request = replace(
            written_claim(invocation, workspace, writer, content), kind=kind, tags=tuple(tags or ()), applies=applies,
            valid_until=valid_until,
        )  # fmt: skip
        answer = workspace.memories.update(old.id, request, Change(how))
        if writer.authority and not isinstance(answer, Blocked):
            record(home, writer.permit, how, old.id)
        left = workspace.left_in_git(old.id)
    print_outcome(answer, as_json=as_json)
    if left and not as_json:
        say(f"note: {left}")


def _change_there(
    there: "FarMemories", invocation: "Invocation", change: tuple[str, str, str], *, kept: bool, as_json: bool
) -> None:
    """Change a memory on a server. Raises UsageError for options that it keeps as they are."""
    if kept:
        raise UsageError("Of a team's memory --kind, --tag, --applies and --valid-until stay as they are.")
    print_outcome(there.update(*change, agent=agent_label(invocation)), as_json=as_json)


def _check_change(change: str, content: str) -> None:
    """Check the way to change a memory. Raises UsageError for an unknown one, and for an ending without a reason."""
    offered = (Change.SUPERSEDE, Change.CORRECT, Change.EXTEND, *ENDINGS)
    if change not in offered:
        raise UsageError(f"--how {change[:40]!r} is unknown. Values: {', '.join(offered)}.")
    if change in ENDINGS and not content.strip():
        raise UsageError("Give the reason; it stays in the history.")


def _show_first(workspace: "Workspace", writer: Author, old: "Memory", change: str) -> None:
    """Show a person a memory that outranks agents before it is changed, and wait for a key."""
    if writer.authority and (grade := workspace.memories.outranked(old.id, old.scope)):
        confirm(writer.permit, [f"{old.id[:12]} ({grade}) {old.kind}: {old.content}", change], "Change it?")


def _end_memory(
    home: "App", workspace: "Workspace", writer: Author, old: "Memory", reason: str, change: str, *, as_json: bool
) -> None:
    """End a memory that nothing replaces."""
    _show_first(workspace, writer, old, f"{change}: {reason}")
    end = workspace.memories.invalidate if change == "invalidate" else workspace.memories.retract
    memory = end(old.id, workspace.settings.user_id, reason, scope=old.scope, authority=writer.authority)
    if writer.authority:
        record(home, writer.permit, change, memory.id)
    if as_json:
        say_json({"outcome": ENDINGS[change], "id": memory.id, "reason": memory.belief.reason})
    else:
        say(f"{ENDINGS[change]}: {memory.id}")
        if left := workspace.left_in_git(memory.id):
            say(f"note: {left}")
