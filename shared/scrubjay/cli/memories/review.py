"""`scrubjay review`: decides on the claims that wait for a person."""

from typing import Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.memories.drafts import Drafts
from scrubjay.cli.memories.review_screen import Screen, settle
from scrubjay.cli.memories.reviewed import (
    claim_lines,
    held_together,
    list_waiting,
    offer_said,
    say_proposed,
    tell_outcome,
    tell_reviewed,
    undo_lines,
)
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import can_ask, say, say_json, warn
from scrubjay.errors import UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.memory.review.render import as_object, history_lines, show_lines

app = application(invoke_without_command=True)
app.command()(settle)

Ids = Annotated[list[str], typer.Argument(help="Ids of claims, at least eight digits each.")]
Archived = Annotated[bool, typer.Option("--archive", help="Show the archive: claims that made room for newer ones.")]


@app.callback()
def review(
    ctx: typer.Context,
    archive: Archived = False,
    as_json: AsJson = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the list, also on a terminal.")] = False,
    said: Annotated[bool, typer.Option("--said", help="Offer what agents said, the last used first.")] = False,
) -> None:
    """Review the claims that wait for a person: by keys on a terminal, otherwise with the commands below.

    Anybody may list them. Only a person decides; the last ten decisions can be undone.
    """
    if ctx.invoked_subcommand:
        return
    invocation = invoked(ctx)
    seen = Permit.of(invocation.facts)
    with open_workspace(invocation) as (home, workspace):
        if said:
            offer_said(workspace, as_json=as_json)
            return
        if can_ask() and seen.actor is Actor.PERSON and not (as_json or plain or archive):
            drafts = Drafts(workspace.settings.home, invocation.environment)
            if workspace.reviews.count() or not workspace.proposals.waiting():
                Screen(workspace.reviews, drafts, lambda action, id: record(home, seen, action, id)).run()
                say_proposed(workspace.proposals.waiting())
                return
        list_waiting(workspace, seen, as_json=as_json, archived=archive)


@app.command(name="list")
def list_(ctx: typer.Context, archive: Archived = False, as_json: AsJson = False) -> None:
    """List the held claims: those from several sessions first, then the newest."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        list_waiting(workspace, Permit.of(invocation.facts), as_json=as_json, archived=archive)


@app.command()
def show(
    ctx: typer.Context, id: Annotated[str, typer.Argument(help="Id of the claim.")], as_json: AsJson = False
) -> None:
    """Show a claim and why it is held: its session, the place that it names, and conflicting claims as diffs."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        claim = workspace.reviews.show(id)
        if as_json:
            say_json(as_object(claim))
        else:
            say("\n".join(show_lines(claim, workspace.settings.privacy.personal)))


@app.command()
def approve(
    ctx: typer.Context,
    ids: Ids = [],  # noqa: B006
    all_: Annotated[
        bool, typer.Option("--all", help="All claims, except instructions to the reader and contradicted ones.")
    ] = False,
    edit: Annotated[str, typer.Option("--edit", help="New text for a single claim; it is checked again.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Reason, stored with the approval.")] = "",
    as_json: AsJson = False,
) -> None:
    """Approve held claims or memories that agents said: they are told then. Only a person may do this."""
    if bool(ids) == all_:
        raise UsageError("Give ids of claims, or --all. `scrubjay review list` shows them.")
    if edit and len(ids) != 1:
        raise UsageError("--edit takes one claim.")
    invocation, line = invoked(ctx), f"scrubjay review approve {' '.join(ids) or '--all'}"
    permit = permitted(invocation, "approve claims", line)
    with open_workspace(invocation) as (home, workspace):
        chosen, left = held_together(workspace) if all_ else ([workspace.memories.get(id).id for id in ids], [])
        for why in left:
            (warn if as_json else say)(why)
        if all_ and not chosen and not as_json:
            say("none of them can be approved together; decide on each" if left else "nothing waits for review")
            return
        if edit:
            confirm(permit, [*claim_lines(workspace, chosen), f"new text: {edit}"], "Approve it?")
            tell_outcome(
                workspace.reviews.edit(chosen[0], edit),
                lambda id: record(home, permit, "edit", id),
                as_json=as_json,
            )
            return
        if chosen:
            confirm(
                permit, claim_lines(workspace, chosen), "Approve all of them?" if len(chosen) > 1 else "Approve it?"
            )
        done = workspace.reviews.approve(chosen, reason)
        tell_reviewed(done, "approved", lambda id: record(home, permit, "approve", id), as_json=as_json)


@app.command()
def promote(ctx: typer.Context, ids: Ids, as_json: AsJson = False) -> None:
    """Tell others what is proposed: it is shown with who would see it, then published. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "approve a promotion", f"scrubjay review promote {' '.join(ids)}")
    with open_workspace(invocation) as (home, workspace):
        proposals = workspace.proposals
        chosen = proposals.named(ids)
        confirm(permit, [line for one in chosen for line in one.lines()], "Tell them?")
        lines = proposals.approve(chosen, workspace.settings.user_id)
        for one in chosen:
            record(home, permit, "promote", one.memory.id)
    if as_json:
        say_json({"promoted": [one.memory.id for one in chosen], "lines": list(lines)})
    else:
        say("\n".join(lines))


@app.command()
def decline(
    ctx: typer.Context,
    ids: Ids,
    reason: Annotated[str, typer.Option("--reason", help="Reason, kept with the decision.")] = "",
    as_json: AsJson = False,
) -> None:
    """Leave proposed memories where they are, for good. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "decline a promotion", f"scrubjay review decline {' '.join(ids)}")
    with open_workspace(invocation) as (home, workspace):
        proposals = workspace.proposals
        chosen = proposals.named(ids)
        confirm(permit, [line for one in chosen for line in one.lines()], "Leave them where they are?")
        proposals.decline(chosen, workspace.settings.user_id, reason)
        for one in chosen:
            record(home, permit, "decline", one.memory.id)
    if as_json:
        say_json({"declined": [one.memory.id for one in chosen]})
    else:
        say(f"{len(chosen)} declined")


@app.command(name="edit")
def edit_(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="Id of the claim.")],
    content: Annotated[str, typer.Argument(help="New text; it is checked again.")],
    as_json: AsJson = False,
) -> None:
    """Replace a claim's text and approve it. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "edit claims", f"scrubjay review edit {id} WORDS")
    with open_workspace(invocation) as (home, workspace):
        confirm(permit, [*claim_lines(workspace, [id]), f"new text: {content}"], "Approve it?")
        tell_outcome(
            workspace.reviews.edit(id, content), lambda new: record(home, permit, "edit", new), as_json=as_json
        )


@app.command()
def reject(
    ctx: typer.Context,
    ids: Ids,
    reason: Annotated[str, typer.Option("--reason", help="Reason, shown to whoever repeats the claim.")] = "",
    as_json: AsJson = False,
) -> None:
    """Reject claims, so that no agent can store them again. They stay in the history. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "reject claims", f"scrubjay review reject {' '.join(ids)} --reason WHY")
    with open_workspace(invocation) as (home, workspace):
        confirm(permit, claim_lines(workspace, ids), "Reject them?" if len(ids) > 1 else "Reject it?")
        done = workspace.reviews.reject(ids, reason)
        tell_reviewed(done, "rejected", lambda id: record(home, permit, "reject", id), as_json=as_json)


@app.command()
def merge(
    ctx: typer.Context,
    ids: Ids,
    content: Annotated[
        str, typer.Option("--content", help="Text of the merged claim. Default: the text of the first.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Merge several claims into one and approve it. Only a person may do this.

    Claims that differ in a number, a name or a negation need --content.
    """
    invocation = invoked(ctx)
    permit = permitted(invocation, "merge claims", f"scrubjay review merge {' '.join(ids)}")
    with open_workspace(invocation) as (home, workspace):
        confirm(permit, [*claim_lines(workspace, ids), f"become: {content or 'the text of the first'}"], "Merge them?")
        outcome = workspace.reviews.merge(ids, content)
        tell_outcome(outcome, lambda id: record(home, permit, "merge", id), as_json=as_json)


@app.command()
def undo(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Undo your last decision with all its effects; repeat it for up to ten decisions. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "undo decisions", "scrubjay review undo")
    with open_workspace(invocation) as (home, workspace):
        confirm(permit, undo_lines(workspace), "Undo it?")
        step = workspace.reviews.undo()
        record(home, permit, f"undo {step.action}", step.ids[0])
        lines = claim_lines(workspace, step.ids)
    if as_json:
        say_json({"undone": step.action, "ids": list(step.ids)})
    else:
        say("\n".join([f"undone: {step.action}", *(f"- {line}" for line in lines)]))


@app.command()
def history(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="Number of decisions.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Show past decisions, newest first: time, action, author, reason."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        decisions = workspace.reviews.history(limit)
    if as_json:
        say_json(
            {"decisions": [
                {"at": decision.decided_at, "action": decision.action, "by": decision.actor, "id": decision.memory.id,
                 "kind": decision.memory.kind, "status": str(decision.memory.status),
                 "content": decision.memory.content, "reason": decision.memory.belief.reason}
                for decision in decisions
            ]}
        )  # fmt: skip
    else:
        say("\n".join(history_lines(decisions)) or "no decisions yet")
