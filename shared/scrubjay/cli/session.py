"""How does a session start, and what does it leave?"""

import sys
from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import branch, say

app = application(no_args_is_help=True, help="Start a session with a briefing, or save where you are.")

Texts = Annotated[list[str], typer.Option(help="May be given several times.")]


@app.command()
def init(
    ctx: typer.Context,
    focus: Annotated[str, typer.Option("--focus", help="What the session is about; ranks decisions.")] = "",
    budget: Annotated[int, typer.Option("--budget", min=150, max=10_000, help="Tokens.")] = 1500,
    session: Annotated[str, typer.Option("--session", help="Any stable id.")] = "",
) -> None:
    """Print the briefing that a session starts with."""
    with workspace(here(ctx)) as (_, at):
        say(at.briefer.compose(focus, budget, session).text)


@app.command()
def save(
    ctx: typer.Context,
    summary: Annotated[str, typer.Argument(help="What this session did, in one to three sentences.")],
    completed: Texts = [],  # noqa: B006
    in_progress: Annotated[str, typer.Option("--in-progress", help="What is half done.")] = "",
    blocker: Texts = [],  # noqa: B006
    next_step: Texts = [],  # noqa: B006
    dead_end: Annotated[list[str], typer.Option(help='"What was tried -> why it failed"; several times.')] = [],  # noqa: B006
    decision: Texts = [],  # noqa: B006
    candidate: Annotated[list[str], typer.Option(help="A fact worth remembering; several times.")] = [],  # noqa: B006
    session: Annotated[str, typer.Option("--session", help="Any stable id.")] = "",
) -> None:
    """Save what this session leaves for the next one on this branch."""
    from scrubjay.extraction.service import Origin
    from scrubjay.extraction.text import judged_lines
    from scrubjay.git.head import head
    from scrubjay.sessions.task import SessionSave

    entry = SessionSave(
        summary, tuple(completed), in_progress, tuple(blocker), tuple(next_step), tuple(dead_end), tuple(decision),
        tuple(candidate), session,
    )  # fmt: skip
    caller = here(ctx)
    with workspace(caller) as (_, at):
        now = head(at.git)
        saved = at.tasks.save(now.branch, now.commit, entry)
        mine = not caller.agent
        origin = Origin(
            at.settings.user_id, session or caller.session, now.branch, now.commit, mine, sys.stdin.isatty() and mine
        )
        judged = at.extraction.judge(candidate, origin)
    again = ", as before" if saved.repeated else ""
    where = f"{branch(now.branch)} @ {now.commit[:10] or 'no commits'}"
    say(f"saved: version {saved.version} of {where}, {saved.saved_at}{again}")
    if saved.masked:
        say(f"masked before it was stored: {', '.join(saved.masked)}")
    for line in judged_lines(judged):
        say(line)
