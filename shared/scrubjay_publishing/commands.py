"""`scrubjay publish`: commits memories as Markdown on a branch of their own, for a pull request."""

from typing import Annotated

import typer

from scrubjay.app import App, Workspace
from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.errors import UsageError
from scrubjay.identity.person.permit import Permit
from scrubjay.model.frozen import replace
from scrubjay_publishing.accepted import bring_accepted
from scrubjay_publishing.proposed_branches import ProposedBranches
from scrubjay_publishing.publisher import Publisher
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.told import as_object, lines_of, preview
from scrubjay_publishing.values import Published, PublishPlan, PublishRequest

app = application()

DIGITS = 12


@app.command()
def publish(
    ctx: typer.Context,
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Ids of memories, at least eight digits each. All go into one commit."),
    ] = None,
    topic: Annotated[str, typer.Option("--topic", metavar="NAME", help="The branch becomes memory/NAME.")] = "",
    base: Annotated[
        str, typer.Option("--base", metavar="BRANCH", help="The branch to start from, if not the default one.")
    ] = "",
    own: Annotated[bool, typer.Option("--own", help="Publish memories of your own (scope user), too.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Run the repository's pre-commit and commit-msg hooks before.")
    ] = False,
    renumber: Annotated[
        bool, typer.Option("--renumber", help="Give a published decision the next free number, on its branch.")
    ] = False,
    update: Annotated[
        bool, typer.Option("--update", help="Bring the open proposal of a memory up to date, on its branch.")
    ] = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Take the open proposal of a memory back: delete its branch here.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show files and commands; change nothing.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="Show what is published, and where.")] = False,
    as_json: AsJson = False,
) -> None:
    """Commit memories as Markdown on the branch memory/NAME. Only a person may do this.

    Your working tree, index and HEAD stay as they are, and nothing is pushed: the commands for a pull request are
    printed. Decisions take the form, the number and the index of the repository's own records. What a team that you
    joined accepted for this repository is kept here first, after a question.
    """
    named = tuple(ids or ())
    if list_ or not named:
        if named or topic or base or renumber or update or withdraw or not list_:
            raise UsageError("Name the memories to publish, or use --list alone. See `scrubjay publish --help`.")
        with open_workspace(invoked(ctx)) as (_, workspace):
            _print_list(PublishingServices.of(workspace).publisher, as_json=as_json)
        return
    acts = {"--renumber": renumber, "--update": update, "--withdraw": withdraw}
    how = [name for name, chosen in acts.items() if chosen]
    if how and (len(how) > 1 or len(named) > 1 or topic or base or (own and not update) or (check and withdraw)):
        raise UsageError(f"{how[0]} takes the id of one memory, and no other option but --check and --dry-run.")
    invocation, act = invoked(ctx), next(iter(how), "")
    request = PublishRequest(ids=named, topic=topic, base=base, own=own)
    line = " ".join(("scrubjay publish", *named, *how))
    permit = None if dry_run else permitted(invocation, "publish memories", line)
    if withdraw:
        with open_workspace(invocation) as (home, workspace):
            _withdraw(home, PublishingServices.of(workspace).proposed_branches, permit, named[0], as_json=as_json)
        return
    if permit is None:
        with open_workspace(invocation) as (_, workspace):
            bring_accepted(workspace, named if not act else (), None)
            plan = _plan(workspace, request, act)
        print_plan(plan, None, as_json=as_json)
        return
    with open_workspace(invocation) as (home, workspace):
        publisher = PublishingServices.of(workspace).publisher
        if not act:
            request = replace(request, ids=bring_accepted(workspace, named, permit))
        plan = _plan(workspace, request, act)
        confirm(permit, [*preview(plan)], f"Commit this on {plan.branch}?")
        if check:
            warn("the repository's hooks run in a temporary worktree")
        done = publisher.publish(plan, check=check)
        record(home, permit, "publish", " ".join(plan.memories))
    print_plan(plan, done, as_json=as_json)


def _plan(workspace: "Workspace", request: "PublishRequest", act: str) -> "PublishPlan":
    """The plan of a command: to renumber, to update or to publish."""
    match act:
        case "--renumber":
            return PublishingServices.of(workspace).proposed_branches.renumber(request.ids[0])
        case "--update":
            return PublishingServices.of(workspace).proposed_branches.update(request.ids[0], own=request.own)
        case _:
            return PublishingServices.of(workspace).publisher.plan(request)


def _withdraw(home: "App", branches: "ProposedBranches", permit: "Permit | None", id: str, *, as_json: bool) -> None:
    """Delete the branch of a proposal, and print what is left at its remote. Without a permit, only print it."""
    plan = branches.withdrawal(id)
    what = [f"{one[:DIGITS]} {title}" for one, title in zip(plan.memories, plan.titles, strict=True)]
    lines = [f"{plan.branch} proposes:", *(f"- {line}" for line in what)]
    if permit is not None:
        confirm(permit, lines, "Take it back?")
        branches.withdraw(plan)
        record(home, permit, "withdraw", " ".join(plan.memories))
    if as_json:
        outcome = "withdrawn" if permit is not None else "planned"
        say_json({
            "outcome": outcome, "branch": plan.branch, "commit": plan.tip, "memories": list(plan.memories),
            "commands": list(plan.commands),
        })  # fmt: skip
        return
    if permit is None:
        say("\n".join(lines))
    here = f"the branch {'would be' if permit is None else 'was'} deleted here" if plan.tip else "no branch is here"
    say(f"{'would be ' if permit is None else ''}withdrawn: {plan.branch}; {here}, the memories stay")
    if plan.commands:
        say("at the remote it stays proposed until you type:")
        say("\n".join(f"  {command}" for command in plan.commands))


def print_plan(plan: "PublishPlan", done: "Published | None", *, as_json: bool) -> None:
    """Print a plan, or what was done, as text or JSON."""
    if as_json:
        say_json(as_object(plan, done))
        return
    for line in lines_of(plan, done):
        say(line)


def _print_list(publisher: "Publisher", *, as_json: bool) -> None:
    """Print what was published, as a table or JSON."""
    rows = [
        {
            "id": row.memory, "branch": row.branch if one.known else "", "path": one.path if one.known else "",
            "commit": row.commit, "base": row.base, "at": row.at, "state": one.state,
        }
        for one in publisher.published()
        for row in (one.record,)
    ]  # fmt: skip
    if as_json:
        say_json({"publications": rows})
    elif rows:
        table(
            ("memory", "branch", "path", "commit", "at", "state"),
            [
                (row["id"][:DIGITS], row["branch"], row["path"], row["commit"][:10], row["at"], row["state"])
                for row in rows
            ],
        )
    else:
        say("nothing is published; `scrubjay publish ID` publishes a memory")
