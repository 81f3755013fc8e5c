"""What has become of something that is remembered?"""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, record
from scrubjay.cli.author import Author, author, written
from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Applies, AsJson, Tags
from scrubjay.cli.outcome import tell
from scrubjay.cli.output import say, say_json

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.model.memory import Memory

app = application()

ENDINGS = {"invalidate": "invalidated", "retract": "retracted"}


@app.command()
def update(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="The memory, eight digits of its id at least.")],
    content: Annotated[
        str, typer.Argument(help="What it says from now on; with extend, what is added; with invalidate, retract, why.")
    ],
    how: Annotated[
        str,
        typer.Option(
            "--how",
            help="supersede: no longer so; correct: never was so; extend: content is added. Without new words: "
            "invalidate (no longer so), retract (never was so).",
        ),
    ] = "supersede",
    kind: Annotated[str, typer.Option("--kind", help="Another kind; else it stays.")] = "",
    tags: Tags = None,
    applies: Applies = "",
    valid_until: Annotated[str, typer.Option("--valid-until", help="A date, such as 2026-12-31.")] = "",
    as_json: AsJson = False,
) -> None:
    """Replace or end a memory; the old text stays in its history.

    What a person told, and what is verified, only a person ends: from an agent or a script other words are held as a
    proposal (exit code 1), and an end without a successor is refused (exit code 2).
    """
    from scrubjay.errors import UsageError
    from scrubjay.model.memory import Blocked, Change

    offered = (Change.SUPERSEDE, Change.CORRECT, Change.EXTEND, *ENDINGS)
    if how not in offered:
        raise UsageError(f"--how {how[:40]!r} is unknown. There are: {', '.join(offered)}.")
    if how in ENDINGS and not content.strip():
        raise UsageError("Say why: the reason stays in its history.")
    caller = here(ctx)
    with workspace(caller) as (home, at):
        by, old = author(caller), at.memories.get(id)
        if how in ENDINGS:
            _end(home, at, by, old, content, how, as_json=as_json)
            return
        _show_first(at, by, old, f"{how}: {content}")
        request = replace(
            written(caller, at, by, content), kind=kind, tags=tuple(tags or ()), applies=applies,
            valid_until=valid_until,
        )  # fmt: skip
        answer = at.memories.update(old.id, request, Change(how))
        if by.authority and not isinstance(answer, Blocked):
            record(home, by.permit, how, old.id)
    tell(answer, as_json=as_json)


def _show_first(at: "Workspace", by: Author, old: "Memory", change: str) -> None:
    """What outranks agents a person sees before it is changed, and waits for a key."""
    if by.authority and (grade := at.memories.outranked(old.id, old.scope)):
        confirm(by.permit, [f"{old.id[:12]} ({grade}) {old.kind}: {old.content}", change], "Change it?")


def _end(home: "App", at: "Workspace", by: Author, old: "Memory", reason: str, how: str, *, as_json: bool) -> None:
    """End a memory that nothing replaces."""
    _show_first(at, by, old, f"{how}: {reason}")
    end = at.memories.invalidate if how == "invalidate" else at.memories.retract
    memory = end(old.id, at.settings.user_id, reason, scope=old.scope, authority=by.authority)
    if by.authority:
        record(home, by.permit, how, memory.id)
    if as_json:
        say_json({"outcome": ENDINGS[how], "id": memory.id, "reason": memory.belief.reason})
    else:
        say(f"{ENDINGS[how]}: {memory.id}")
