"""What has become of something that is remembered?"""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.author import author
from scrubjay.cli.context import Here, here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.outcome import tell
from scrubjay.cli.output import say, say_json

if TYPE_CHECKING:
    from scrubjay.app import Workspace

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
    as_json: AsJson = False,
) -> None:
    """Replace or end a memory; the old text stays in its history. Exit code 1 when it was not stored."""
    from scrubjay.errors import UsageError
    from scrubjay.git.head import head
    from scrubjay.memories import RememberRequest
    from scrubjay.model.memory import Change

    offered = (Change.SUPERSEDE, Change.CORRECT, Change.EXTEND, *ENDINGS)
    if how not in offered:
        raise UsageError(f"--how {how[:40]!r} is unknown. There are: {', '.join(offered)}.")
    caller = here(ctx)
    with workspace(caller) as (_, at):
        if how in ENDINGS:
            _end(at, caller, id, content, how, as_json=as_json)
            return
        now, by = head(at.git), author(caller)
        request = RememberRequest(
            content, author=at.settings.user_id, origin=by.origin, act=by.act, trusted=by.trusted,
            session=caller.session, branch=now.branch, commit=now.commit,
        )  # fmt: skip
        answer = at.memories.update(id, request, Change(how))
    tell(answer, as_json=as_json)


def _end(at: "Workspace", caller: Here, id: str, reason: str, how: str, *, as_json: bool) -> None:
    """End a memory that nothing replaces: for a person, as a review is."""
    from scrubjay.errors import UsageError

    if caller.agent:
        at.reviews.refuse(how, [id], "an agent")
    if not reason.strip():
        raise UsageError("Say why: the reason stays in its history.")
    end = at.memories.invalidate if how == "invalidate" else at.memories.retract
    memory = end(id, at.settings.user_id, reason)
    if as_json:
        say_json({"outcome": ENDINGS[how], "id": memory.id, "reason": memory.belief.reason})
    else:
        say(f"{ENDINGS[how]}: {memory.id}")
