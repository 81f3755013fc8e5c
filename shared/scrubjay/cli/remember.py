"""What should be kept that no document says?"""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, record
from scrubjay.cli.author import author, written
from scrubjay.cli.context import Here, here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Applies, AsJson, Scope, Tags
from scrubjay.cli.outcome import tell

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.author import Author
    from scrubjay.memories import RememberRequest

app = application()


@app.command()
def remember(
    ctx: typer.Context,
    content: Annotated[str, typer.Argument(help="One self-contained sentence, no secret.")],
    kind: Annotated[
        str,
        typer.Option(
            "--kind", help="fact, preference, decision, procedure, incident, episode or question; else by its wording."
        ),
    ] = "",
    scope: Scope = "project",
    quote: Annotated[str, typer.Option("--quote", help="The words it rests on.")] = "",
    supersedes: Annotated[str, typer.Option("--supersedes", help="The id of the memory it replaces.")] = "",
    how: Annotated[
        str, typer.Option("--how", help="What becomes of that one: supersede, correct, extend or merge.")
    ] = "supersede",
    merge: Annotated[list[str] | None, typer.Option("--merge", help="A further memory it replaces.")] = None,
    valid_until: Annotated[str, typer.Option("--valid-until", help="A date, such as 2026-12-31.")] = "",
    applies: Applies = "",
    tags: Tags = None,
    key: Annotated[str, typer.Option("--key", help="The same key again stores nothing new.")] = "",
    as_json: AsJson = False,
) -> None:
    """Keep a memory. At a terminal it is told by you; from a script or an agent it is unconfirmed, or what sources say.

    Exit code 1 when it is held for you to decide, or blocked.
    """
    from scrubjay.errors import UsageError
    from scrubjay.model.memory import Blocked, Change

    if how not in set(Change):
        raise UsageError(f"--how {how[:40]!r} is unknown. There are: {', '.join(Change)}.")
    caller = here(ctx)
    with workspace(caller) as (home, at):
        by = author(caller)
        request = replace(
            written(caller, at, by, content), kind=kind, scope=scope, quote=quote, supersedes=supersedes,
            valid_until=valid_until, applies=applies, tags=tuple(tags or ()), key=key,
            how=Change.MERGE if merge else Change(how), others=tuple(merge or ()),
        )  # fmt: skip
        check_by_hand(caller, at, by, request)
        answer = at.memories.remember(request)
        if by.authority and not isinstance(answer, Blocked):
            record(home, by.permit, "remember", answer.id)
    tell(answer, as_json=as_json)


def check_by_hand(caller: Here, at: "Workspace", by: "Author", request: "RememberRequest") -> None:
    """Tell a person what isn't as it should be, and wait for a key. Raises Exit where they don't mean it."""
    from scrubjay.person.agents import known_agents
    from scrubjay.person.facts import Actor

    if by.permit.actor is not Actor.PERSON:
        return
    lines = [f"It takes the place of {_short(at, request.scope, id)}" for id in request.replaces]
    lines += [f"It cites what isn't there: {missing}" for missing in missing_sources(at, request)]
    if caller.facts.in_editor(known_agents()):
        lines.append("This terminal is inside an editor, which its agent can type into.")
    if lines:
        confirm(by.permit, [f"To keep: {request.content}", *lines], "Keep it, as told by you?")


def missing_sources(at: "Workspace", request: "RememberRequest") -> tuple[str, ...]:
    """What a claim cites and the repository doesn't have, each with what was found instead."""
    from scrubjay.freshness.grounds import ABSENT
    from scrubjay.grounding.account import outcome_of
    from scrubjay.model.evidence import ValidationResult

    result = at.memories.judge(request)
    if not isinstance(result, ValidationResult):
        return ()
    return tuple(f"{one.text}: {outcome_of(one)}" for one in result.evidence.citations if one.status in ABSENT)


def _short(at: "Workspace", scope: str, id: str) -> str:
    old = at.memories.get(id, scope=scope)
    return f"{old.id[:12]} {old.kind}: {' '.join(old.content.split())[:200]}"
