"""`scrubjay procedure`: what was learned from commands that succeeded; list, show, publish as a skill."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.errors import PublishRefused
from scrubjay_growth.procedures.mining import ENOUGH
from scrubjay_growth.procedures.skill import skill_of
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.api import PublishRequest, RenderedFile, as_object, lines_of, preview
from scrubjay_publishing.services import PublishingServices

if TYPE_CHECKING:
    from scrubjay_growth.procedures.procedures import LearnedProcedure

app = application(
    no_args_is_help=True, help="Show what was learned from commands that succeeded; publish it as a skill."
)

Id = Annotated[str, typer.Argument(metavar="ID", help="Id of the procedure's memory, at least eight digits.")]
DIGITS = 12


@app.command(name="list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the procedures of this project, the newest first; those that were demoted, too."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        service = GrowthServices.of(workspace).procedures
        learned, sessions = service.list(), service.sessions_read()
    if as_json:
        say_json({"sessions_read": sessions, "procedures": [learned_object(one) for one in learned]})
    elif learned:
        table(
            ("id", "state", "succeeded", "failed", "steps"),
            [
                (one.memory.id[:DIGITS], one.state, str(sum(t.succeeded for t in one.tried)),
                 str(sum(not t.succeeded for t in one.tried)), "; ".join(one.row.procedure.lines))
                for one in learned
            ],
        )  # fmt: skip
    elif sessions < ENOUGH:
        say(f"no procedures: the commands of {sessions} sessions were read, and {ENOUGH} are needed to compare")
    else:
        say(f"no procedures: in {sessions} sessions nothing succeeded in the same order three times")


@app.command()
def show(ctx: typer.Context, id: Id, as_json: AsJson = False) -> None:
    """Show a procedure: its steps, what to fill in, and the sessions that tried it."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        learned = GrowthServices.of(workspace).procedures.get(id)
    if as_json:
        say_json(learned_object(learned))
        return
    procedure = learned.row.procedure
    say(f"{learned.memory.id[:DIGITS]} {learned.state}, learned {learned.row.learned_at[:10]}")
    for number, line in enumerate(procedure.lines, 1):
        say(f"  {number}. {line}")
    if procedure.placeholders:
        say(f"fill in: {', '.join(f'<{name}>' for name in procedure.placeholders)}")
    for condition in procedure.preconditions:
        say(f"{condition}.")
    if learned.row.demoted_at:
        say(f"demoted {learned.row.demoted_at[:10]}: it failed twice or its sessions don't count now; no answer has it")
    for one in learned.tried:
        say(f"- {one.at[:10]} {'succeeded' if one.succeeded else 'failed'} in session {one.session[:DIGITS]}")


@app.command()
def publish(
    ctx: typer.Context,
    id: Id,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Name of the skill, as in cut-a-release.")] = "",
    topic: Annotated[str, typer.Option("--topic", metavar="NAME", help="The branch becomes memory/NAME.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the file and the commands; change nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Commit a procedure as an Agent Skill on the branch memory/NAME. Only a person may do this.

    Working tree, index and HEAD stay as they are, and nothing is pushed: the commands for a pull request are printed.
    """
    invocation = invoked(ctx)
    permit = None
    if not dry_run:
        permit = permitted(invocation, "publish procedures", f"scrubjay procedure publish {id}")
    with open_workspace(invocation) as (home, workspace):
        learned = GrowthServices.of(workspace).procedures.get(id)
        if not learned.holds:
            raise PublishRefused(f"{learned.memory.id[:DIGITS]} doesn't hold: it is {learned.state}.")
        skill = skill_of(learned.row.procedure, learned.memory.id, learned.tried, name)
        path = skill.path(workspace.settings.skills.directory)
        file = RenderedFile(path, skill.text, learned.memory.id)
        publisher = PublishingServices.of(workspace).publisher
        plan = publisher.plan(
            PublishRequest(
                ids=(learned.memory.id,), topic=topic or f"skill-{skill.name}"[:80].strip("-"), rendered=(file,)
            )
        )
        done = None
        if permit is not None:
            confirm(permit, [*preview(plan)], f"Commit this on {plan.branch}?")
            done = publisher.publish(plan)
            record(home, permit, "publish a procedure", learned.memory.id)
    if as_json:
        say_json(as_object(plan, done))
        return
    for line in lines_of(plan, done):
        say(line)


def learned_object(learned: "LearnedProcedure") -> dict[str, Any]:
    """A procedure as JSON."""
    procedure = learned.row.procedure
    return {
        "id": learned.memory.id, "state": learned.state, "steps": list(procedure.lines),
        "placeholders": list(procedure.placeholders), "preconditions": list(procedure.preconditions),
        "learned_at": learned.row.learned_at, "demoted_at": learned.row.demoted_at,
        "sessions": [{"session": one.session, "at": one.at, "succeeded": one.succeeded} for one in learned.tried],
    }  # fmt: skip
