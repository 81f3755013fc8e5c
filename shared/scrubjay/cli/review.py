"""Which claims wait for a person, and what shall become of them?"""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.context import Here, here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import can_ask, say, say_json

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.model.memory import Outcome
    from scrubjay.review import Reviewed

app = application(invoke_without_command=True)

Ids = Annotated[list[str], typer.Argument(help="Ids of claims, eight digits at least.")]
EVERYTHING = typer.Option("--all", help="Every claim that waits.")


@app.callback()
def review(
    ctx: typer.Context,
    as_json: AsJson = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the list, also on a terminal.")] = False,
) -> None:
    """Decide on the claims that wait: with the keyboard on a terminal, else by the commands below."""
    if ctx.invoked_subcommand:
        return
    caller = here(ctx)
    with workspace(caller) as (_, at):
        if can_ask() and not (as_json or plain or caller.agent):
            from scrubjay.cli.review_screen import run

            run(at.reviews)
            return
        _list(at, as_json=as_json)


@app.command(name="list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List what waits: confirmed ones first, then newer first."""
    with workspace(here(ctx)) as (_, at):
        _list(at, as_json=as_json)


@app.command()
def show(ctx: typer.Context, id: Annotated[str, typer.Argument(help="A claim.")], as_json: AsJson = False) -> None:
    """Show one claim, and why it waits.

    Its evidence, failed checks, cited passages, and the nearest memories as differences.
    """
    from scrubjay.review.render import as_object, show_lines

    with workspace(here(ctx)) as (_, at):
        one = at.reviews.show(id)
        if as_json:
            say_json(as_object(one))
        else:
            say("\n".join(show_lines(one, at.settings.privacy.personal)))


@app.command()
def approve(
    ctx: typer.Context,
    ids: Ids = [],  # noqa: B006
    all_: Annotated[bool, EVERYTHING] = False,
    edit: Annotated[str, typer.Option("--edit", help="Other words for the one claim; checked again.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Kept with the approval.")] = "",
    as_json: AsJson = False,
) -> None:
    """Let claims count from now on."""
    from scrubjay.errors import UsageError

    caller = here(ctx)
    with workspace(caller) as (_, at):
        _may_decide(at, caller, "approve", ids)
        chosen = _chosen(at, ids, everything=all_)
        if not edit:
            _tell(at.reviews.approve(chosen, reason), "approved", as_json=as_json)
            return
        if len(chosen) != 1:
            raise UsageError("--edit takes one claim.")
        _tell_outcome(at.reviews.edit(chosen[0], edit), as_json=as_json)


@app.command(name="edit")
def edit_(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="A claim.")],
    content: Annotated[str, typer.Argument(help="What it shall say; checked again.")],
    as_json: AsJson = False,
) -> None:
    """Put other words in a claim's place and approve them."""
    caller = here(ctx)
    with workspace(caller) as (_, at):
        _may_decide(at, caller, "edit", [id])
        _tell_outcome(at.reviews.edit(id, content), as_json=as_json)


@app.command()
def reject(
    ctx: typer.Context,
    ids: Ids = [],  # noqa: B006
    reason: Annotated[str, typer.Option("--reason", help="Why; whoever claimed it learns from it.")] = "",
    all_: Annotated[bool, EVERYTHING] = False,
    as_json: AsJson = False,
) -> None:
    """Refuse claims for good. They stay in the history, with the reason."""
    caller = here(ctx)
    with workspace(caller) as (_, at):
        _may_decide(at, caller, "reject", ids)
        _tell(at.reviews.reject(_chosen(at, ids, everything=all_), reason), "rejected", as_json=as_json)


@app.command()
def merge(
    ctx: typer.Context,
    ids: Ids,
    content: Annotated[
        str, typer.Option("--content", help="What the one claim says; else the first one's words.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Make one approved claim of several."""
    caller = here(ctx)
    with workspace(caller) as (_, at):
        _may_decide(at, caller, "merge", ids)
        _tell_outcome(at.reviews.merge(ids, content), as_json=as_json)


@app.command()
def history(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Show what was decided, newest first: when, what, by whom, why."""
    from scrubjay.review.render import history_lines

    with workspace(here(ctx)) as (_, at):
        found = at.reviews.history(limit)
    if as_json:
        say_json(
            {"decisions": [
                {"at": one.at, "action": one.action, "by": one.by, "id": one.memory.id, "kind": one.memory.kind,
                 "status": str(one.memory.status), "content": one.memory.content, "reason": one.memory.belief.reason}
                for one in found
            ]}
        )  # fmt: skip
    else:
        say("\n".join(history_lines(found)) or "nothing was decided yet")


def _list(at: "Workspace", *, as_json: bool) -> None:
    from scrubjay.review.render import as_object, list_lines

    found = at.reviews.waiting()
    if as_json:
        say_json({"waiting": at.reviews.count(), "pending": [as_object(one) for one in found]})
    elif found:
        say(f"{at.reviews.count()} wait for review; `scrubjay review show|approve|edit|reject|merge ID`:")
        say("\n".join(list_lines(found)))
    else:
        say("nothing waits for review")


def _may_decide(at: "Workspace", caller: Here, action: str, ids: list[str]) -> None:
    if caller.agent:
        at.reviews.refuse(action, ids, "an agent")


def _chosen(at: "Workspace", ids: list[str], *, everything: bool) -> list[str]:
    from scrubjay.errors import UsageError

    if bool(ids) == everything:
        raise UsageError("Name claims, or pass --all. `scrubjay review list` shows them.")
    if not everything:
        return ids
    return [id for one in at.reviews.waiting() for id in (one.memory.id, *one.alike)]


def _tell(done: "tuple[Reviewed, ...]", word: str, *, as_json: bool) -> None:
    from scrubjay.review.render import reviewed_lines

    if as_json:
        results: list[dict[str, Any]] = [
            {"id": one.memory.id if one.memory else one.id, "outcome": word if one.memory else "failed",
             "problem": one.problem}
            for one in done
        ]  # fmt: skip
        say_json({"results": results})
    else:
        say("\n".join(reviewed_lines(done, word)) or "nothing waits for review")
    if any(one.problem for one in done):
        raise typer.Exit(1)


def _tell_outcome(outcome: "Outcome", *, as_json: bool) -> None:
    from scrubjay.memories import Blocked
    from scrubjay.recall.outcome import outcome_object
    from scrubjay.review.render import outcome_line

    refused = isinstance(outcome, Blocked)
    if as_json:
        say_json(outcome_object(outcome))
    else:
        say(outcome_line(outcome))
    if refused:
        raise typer.Exit(1)
