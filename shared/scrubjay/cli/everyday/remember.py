"""`scrubjay remember`: stores a memory."""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, record
from scrubjay.cli.claims import author, print_outcome, written_claim
from scrubjay.cli.context import Invocation, invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Applies, AsJson, ScopeToKeep, Tags
from scrubjay.errors import UsageError
from scrubjay.identity.person.agents import known_agents
from scrubjay.identity.person.facts import Actor
from scrubjay.memory.freshness.grounds import ABSENT
from scrubjay.memory.grounding.tiers import state_of
from scrubjay.model.evidence import ValidationResult
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Blocked, Change
from scrubjay.search.recall.outcome import near_line
from scrubjay.wiring.afar import TEAM, far_claim, memories_there

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.claims import Author
    from scrubjay.memory.store.request import RememberRequest
    from scrubjay.model.evidence import Near


app = application()

Kind = Annotated[
    str,
    typer.Option(
        "--kind",
        help="fact, preference, decision, procedure, incident, episode or question. Default: by the wording.",
    ),
]
How = Annotated[str, typer.Option("--how", help="How it replaces that memory: supersede, correct, extend or merge.")]


@app.command()
def remember(
    ctx: typer.Context,
    content: Annotated[str, typer.Argument(help="One self-contained sentence without secrets.")],
    kind: Kind = "",
    scope: ScopeToKeep = "project",
    source: Annotated[
        list[str] | None,
        typer.Option("--source", help="A place that says so: path:lines, ADR-003, a commit. At most three."),
    ] = None,
    quote: Annotated[str, typer.Option("--quote", help="A line that a command printed in this session.")] = "",
    supersedes: Annotated[str, typer.Option("--supersedes", help="Id of the memory that it replaces.")] = "",
    how: How = "supersede",
    merge: Annotated[
        list[str] | None, typer.Option("--merge", help="Id of a further memory that it replaces. Repeatable.")
    ] = None,
    valid_until: Annotated[str, typer.Option("--valid-until", help="Last day of validity, such as 2026-12-31.")] = "",
    applies: Applies = "",
    tags: Tags = None,
    key: Annotated[str, typer.Option("--key", help="Idempotency key: the same key again stores nothing.")] = "",
    as_json: AsJson = False,
) -> None:
    """Store a memory. From a person at a terminal it is told; what others say is quoted or said.

    With --scope team it goes to the server that this home has joined, and only there, whoever types it as said.

    Exit code 1 when it is held for review, or blocked.
    """
    if how not in set(Change):
        raise UsageError(f"--how {how[:40]!r} is unknown. Values: {', '.join(Change)}.")
    invocation = invoked(ctx)
    with open_workspace(invocation) as (home, workspace):
        writer = author(invocation)
        request = replace(
            written_claim(invocation, workspace, writer, content), kind=kind, scope=scope, quote=quote,
            supersedes=supersedes,
            valid_until=valid_until, applies=applies, tags=tuple(tags or ()), key=key, cites=tuple(source or ()),
            how=Change.MERGE if merge else Change(how), others=tuple(merge or ()),
        )  # fmt: skip
        if scope == TEAM:
            print_outcome(memories_there(workspace).remember(far_claim(request)), as_json=as_json)
            return
        check_by_hand(invocation, workspace, writer, request)
        answer = workspace.memories.remember(request)
        if writer.authority and not isinstance(answer, Blocked):
            record(home, writer.permit, "remember", answer.id)
    print_outcome(answer, as_json=as_json)


def check_by_hand(invocation: Invocation, workspace: "Workspace", writer: "Author", request: "RememberRequest") -> None:
    """Warn a person of what is doubtful about a claim, and wait for a key. Raises Exit where they don't mean it."""
    if writer.permit.actor is not Actor.PERSON:
        return
    lines = [f"It replaces {_memory_line(workspace, request.scope, id)}" for id in request.replaces]
    judged = workspace.memories.judge(request)
    lines += [f"It names a place that isn't there: {missing}" for missing in missing_places(judged)]
    lines += [f"Near: {near_line(near)}" for near in told_near(judged)]
    if invocation.facts.in_editor(known_agents()):
        lines.append("This terminal is inside an editor whose agent can type into it.")
    if lines:
        confirm(writer.permit, [f"To store: {request.content}", *lines], "Store it with the grade told?")


def missing_places(judged: "ValidationResult | Blocked") -> tuple[str, ...]:
    """What a claim names and the repository doesn't have, each with what was found instead."""
    if not isinstance(judged, ValidationResult):
        return ()
    return tuple(f"{one.text}: {state_of(one)}" for one in judged.evidence.citations if one.status in ABSENT)


def told_near(judged: "ValidationResult | Blocked") -> "tuple[Near, ...]":
    """The nearest told memory, which the person may have meant to replace."""
    near = judged.near if isinstance(judged, ValidationResult) else ()
    return tuple(one for one in near if one.name.startswith("told "))[:1]


def _memory_line(workspace: "Workspace", scope: str, id: str) -> str:
    old = workspace.memories.get(id, scope=scope)
    return f"{old.id[:12]} {old.kind}: {' '.join(old.content.split())[:200]}"
