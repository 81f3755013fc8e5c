"""How does a session start, and what does it leave?"""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.author import author
from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Session
from scrubjay.cli.output import branch, say

if TYPE_CHECKING:
    from scrubjay.git.head import Head
    from scrubjay.sessions.task import Saved

app = application(no_args_is_help=True, help="Start a session with a briefing, or save where you are.")


@app.command()
def init(
    ctx: typer.Context,
    focus: Annotated[str, typer.Option("--focus", help="What the session is about; ranks decisions.")] = "",
    budget: Annotated[int, typer.Option("--budget", min=150, max=10_000, help="Tokens, at most.")] = 1500,
    session: Session = "",
) -> None:
    """Print the briefing that a session starts with."""
    with workspace(here(ctx)) as (_, at):
        say(at.briefer.compose(focus, budget, session).text)


@app.command()
def save(
    ctx: typer.Context,
    summary: Annotated[str, typer.Argument(help="What this session did, in one to three sentences.")],
    completed: Annotated[list[str], typer.Option(help="What is done; several times.")] = [],  # noqa: B006
    in_progress: Annotated[str, typer.Option("--in-progress", help="What is half done.")] = "",
    blocker: Annotated[list[str], typer.Option(help="What is in the way; several times.")] = [],  # noqa: B006
    next_step: Annotated[list[str], typer.Option(help="What comes next; several times.")] = [],  # noqa: B006
    dead_end: Annotated[list[str], typer.Option(help='"What was tried -> why it failed"; several times.')] = [],  # noqa: B006
    decision: Annotated[list[str], typer.Option(help="What was decided, and why; several times.")] = [],  # noqa: B006
    candidate: Annotated[list[str], typer.Option(help="A fact worth remembering; several times.")] = [],  # noqa: B006
    session: Session = "",
) -> None:
    """Save what this session leaves for the next one on this branch."""
    from scrubjay.extraction.service import Origin
    from scrubjay.extraction.text import judged_lines
    from scrubjay.git.head import head
    from scrubjay.sessions.task import SessionSave

    caller = here(ctx)
    entry = SessionSave(
        summary, tuple(completed), in_progress, tuple(blocker), tuple(next_step), tuple(dead_end), tuple(decision),
        tuple(candidate), session or caller.session,
    )  # fmt: skip
    with workspace(caller) as (_, at):
        now = head(at.git)
        saved = at.tasks.save(now.branch, now.commit, entry)
        by = author(caller)
        origin = Origin(at.settings.user_id, entry.session, now.branch, now.commit, by.origin, by.act)
        judged = at.extraction.judge(candidate, origin)
    _told("saved", now, saved)
    for one in saved.kept:
        for text in one.entries:
            say(f"kept beside it, {one.name.replace('_', ' ')} of session {saved.kept_of or '-'}: {text}")
    for one in saved.closed:
        for text in one.entries:
            say(f"no longer open, since this save doesn't name it: {text} ({one.name.replace('_', ' ')})")
    for line in judged_lines(judged):
        say(line)


@app.command()
def note(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help='What happened, in a sentence; a dead end as "what was tried -> why".')],
    kind: Annotated[
        str,
        typer.Option("--kind", help="done, doing, next, blocked, dead_end, decision, question, goal or constraint."),
    ] = "done",
    session: Session = "",
) -> None:
    """Note one step at once, so that a crash loses little."""
    from scrubjay.git.head import head
    from scrubjay.sessions.merge import kind_of
    from scrubjay.sessions.task import Note

    caller = here(ctx)
    entry = Note(text, kind_of(kind), session or caller.session)
    with workspace(caller) as (_, at):
        now = head(at.git)
        saved = at.tasks.note(now.branch, now.commit, entry)
    _told("noted", now, saved)


def _told(what: str, now: "Head", saved: "Saved") -> None:
    again = ", as before" if saved.repeated else ""
    where = f"{branch(now.branch)} @ {now.commit[:10] or 'no commits'}"
    say(f"{what}: version {saved.version} of {where}, {saved.saved_at}{again}")
    if saved.masked:
        say(f"masked before it was stored: {', '.join(saved.masked)}")
