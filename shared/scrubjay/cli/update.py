"""What has become of something that is remembered?"""

import sys
from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.outcome import tell

app = application()


@app.command()
def update(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="The memory, eight digits of its id at least.")],
    content: Annotated[str, typer.Argument(help="What it says from now on; with --how extend, what is added.")],
    how: Annotated[
        str, typer.Option("--how", help="supersede: no longer so; correct: never was so; extend: content is added.")
    ] = "supersede",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Replace a memory; the old text stays in its history. Exit code 1 when it was not stored."""
    from scrubjay.errors import UsageError
    from scrubjay.git.head import head
    from scrubjay.memories import RememberRequest
    from scrubjay.model.memory import Change

    offered = (Change.SUPERSEDE, Change.CORRECT, Change.EXTEND)
    if how not in offered:
        raise UsageError(f"--how {how[:40]!r} is unknown. There are: {', '.join(offered)}.")
    caller = here(ctx)
    with workspace(caller) as (_, at):
        now = head(at.git)
        request = RememberRequest(
            content, source="agent" if caller.agent else "manual", author=at.settings.user_id, session=caller.session,
            branch=now.branch, commit=now.commit, manual=not caller.agent,
            terminal=sys.stdin.isatty() and not caller.agent,
        )  # fmt: skip
        answer = at.memories.update(id, request, Change(how))
    tell(answer, as_json=as_json)
