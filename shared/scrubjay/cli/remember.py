"""What should be kept that no document says?"""

from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say

app = application()


@app.command()
def remember(
    ctx: typer.Context,
    content: Annotated[str, typer.Argument(help="One self-contained sentence, no secret.")],
    kind: Annotated[
        str, typer.Option("--kind", help="fact, preference, decision, procedure, incident, episode or question.")
    ] = "fact",
    scope: Annotated[str, typer.Option("--scope", help="project, or user for all of yours.")] = "project",
    quote: Annotated[str, typer.Option("--quote", help="The words it rests on.")] = "",
    supersedes: Annotated[str, typer.Option("--supersedes", help="The id of the memory it replaces.")] = "",
    valid_until: Annotated[str, typer.Option("--valid-until", help="A date, such as 2026-12-31.")] = "",
    key: Annotated[str, typer.Option("--key", help="The same key again stores nothing new.")] = "",
) -> None:
    """Keep a memory. Its source is you: "manual". Exit code 1 when it was not stored, with the reason."""
    from scrubjay.git.head import head
    from scrubjay.memories import Blocked, RememberRequest

    with workspace(here(ctx)) as (_, at):
        now = head(at.git)
        answer = at.memories.remember(
            RememberRequest(
                content=content,
                kind=kind,
                scope=scope,
                source="manual",
                quote=quote,
                supersedes=supersedes,
                valid_until=valid_until,
                key=key,
                author=at.settings.user_id,
                session="",
                branch=now.branch,
                commit=now.commit,
                manual=True,
            )
        )
    if isinstance(answer, Blocked):
        say(f"blocked: {answer.reason}")
        say(answer.do)
        raise typer.Exit(1)
    say(f"stored: {answer.id}, unreviewed")
