"""What should be kept that no document says?"""

from typing import Annotated

import typer

from scrubjay.cli.author import author
from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Scope
from scrubjay.cli.outcome import tell

app = application()


@app.command()
def remember(
    ctx: typer.Context,
    content: Annotated[str, typer.Argument(help="One self-contained sentence, no secret.")],
    kind: Annotated[
        str, typer.Option("--kind", help="fact, preference, decision, procedure, incident, episode or question.")
    ] = "",
    scope: Scope = "project",
    quote: Annotated[str, typer.Option("--quote", help="The words it rests on.")] = "",
    supersedes: Annotated[str, typer.Option("--supersedes", help="The id of the memory it replaces.")] = "",
    how: Annotated[
        str, typer.Option("--how", help="What becomes of that one: supersede, correct, extend or merge.")
    ] = "supersede",
    merge: Annotated[list[str] | None, typer.Option("--merge", help="A further memory it replaces.")] = None,
    valid_until: Annotated[str, typer.Option("--valid-until", help="A date, such as 2026-12-31.")] = "",
    key: Annotated[str, typer.Option("--key", help="The same key again stores nothing new.")] = "",
    as_json: AsJson = False,
) -> None:
    """Keep a memory: you vouch for it, or the agent whose shell it is. Exit code 1 when it was not stored."""
    from scrubjay.errors import UsageError
    from scrubjay.git.head import head
    from scrubjay.memories import RememberRequest
    from scrubjay.model.memory import Change

    if how not in set(Change):
        raise UsageError(f"--how {how[:40]!r} is unknown. There are: {', '.join(Change)}.")
    caller = here(ctx)
    with workspace(caller) as (_, at):
        now, by = head(at.git), author(caller)
        answer = at.memories.remember(
            RememberRequest(
                content=content,
                kind=kind,
                scope=scope,
                quote=quote,
                supersedes=supersedes,
                valid_until=valid_until,
                key=key,
                author=at.settings.user_id,
                session=caller.session,
                branch=now.branch,
                commit=now.commit,
                origin=by.origin,
                act=by.act,
                trusted=by.trusted,
                how=Change.MERGE if merge else Change(how),
                others=tuple(merge or ()),
            )
        )
    tell(answer, as_json=as_json)
