"""`scrubjay memories`: lists memories; edits, confirms and retracts them."""

from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import at_the_keyboard, changeable, confirm, permitted, record
from scrubjay.cli.claims import author, print_outcome, written_claim
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.memories.drafts import Drafts, accepted, from_markdown, retractable, show_listing, to_markdown
from scrubjay.cli.memories.provenance import provenance
from scrubjay.cli.memories.reviewed import claim_lines, tell_reviewed
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json
from scrubjay.errors import NotFound, UsageError
from scrubjay.identity.person.keys import agreed
from scrubjay.memory.grouping.relations import groups_of, take_apart
from scrubjay.memory.listing.filters import MAX_LISTED, ListFilters, as_object, beside_dates, memory_line
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Change
from scrubjay.wiring.afar import others_line

if TYPE_CHECKING:
    from scrubjay.model.memory import Outcome


app = application(invoke_without_command=True)

Many = list[str] | None
Kind = Annotated[
    Many,
    typer.Option("--kind", help="fact, preference, decision, procedure, incident, episode or question. Repeatable."),
]
GradeOption = Annotated[Many, typer.Option("--grade", help="told, quoted or said. Repeatable.")]
Tag = Annotated[Many, typer.Option("--tag", help="With this tag. Repeatable: with all of them.")]
Scope = Annotated[str, typer.Option("--scope", help="project or user. Default: both.")]
By = Annotated[str, typer.Option("--author", help="By this author.")]
Session = Annotated[
    str, typer.Option("--session", metavar="ID", help="From this client session; the first digits are enough.")
]
Since = Annotated[str, typer.Option("--since", metavar="DATE", help="Since this day, such as 2026-03-01.")]


Until = Annotated[str, typer.Option("--until", metavar="DATE", help="Until this day.")]
Containing = Annotated[
    Many, typer.Option("--containing", metavar="WORD", help="With this word, or with an id that begins so. Repeatable.")
]
Fallen = Annotated[bool, typer.Option("--fallen", help="Only those that lost what they lean on; see `scrubjay rot`.")]
FallenSince = Annotated[
    str, typer.Option("--fallen-since", metavar="DATE", help="Only those that fell since this day.")
]
Sort = Annotated[
    str,
    typer.Option(
        "--sort",
        help="Order: newest, oldest, grade, kind, scope, author, used (last by a session), until (what ends first) or "
        "fallen.",
    ),
]
Faded = Annotated[bool, typer.Option("--faded", help="Only expired ones; search finds them with --kind memory.")]
Waiting = Annotated[bool, typer.Option("--waiting", help="Only those that wait for a person; see `scrubjay review`.")]
Lost = Annotated[bool, typer.Option("--lost", help="Only those whose commit git has lost and whose lines HEAD lacks.")]
Published = Annotated[bool, typer.Option("--published", help="Only those in whose place this branch shows a document.")]
NeverUsed = Annotated[bool, typer.Option("--never-used", help="Only those that no session is known to have been told.")]
Contradicted = Annotated[bool, typer.Option("--contradicted", help="Only what a rival or your model contradicts.")]


@app.callback()
def memories(
    ctx: typer.Context,
    kind: Kind = None,
    grade: GradeOption = None,
    tag: Tag = None,
    scope: Scope = "",
    by: By = "",
    session: Session = "",
    since: Since = "",
    until: Until = "",
    containing: Containing = None,
    fallen: Fallen = False,
    fallen_since: FallenSince = "",
    stale: Annotated[bool, typer.Option("--stale", help="Only those whose ground changed or never was there.")] = False,
    faded: Faded = False,
    waiting: Waiting = False,
    lost: Lost = False,
    contradicted: Contradicted = False,
    published: Published = False,
    never_used: NeverUsed = False,
    sort: Sort = "newest",
    reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1_000, help="Maximum number.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List the valid memories that are visible at HEAD, one line each with grade and source.

    Of those that say the same the strongest is listed, with the ids of the others; with a filter each is.

    Exit code 1 when there is none; with --lost when there is one. `edit`, `confirm` and `retract` change them.
    """
    if ctx.invoked_subcommand:
        return
    fallen = fallen or bool(fallen_since)
    states = [name for name, selected in (("fallen", fallen), ("stale", stale), ("faded", faded),
                                    ("waiting", waiting), ("lost", lost), ("contradicted", contradicted),
                                    ("published", published), ("unused", never_used)) if selected]  # fmt: skip
    if len(states) > 1:
        options = ("--never-used" if name == "unused" else f"--{name}" for name in states)
        raise UsageError(f"Give only one of {', '.join(options)}.")
    state = states[0] if states else ""
    filters = ListFilters(
        kinds=tuple(kind or ()),
        grades=tuple(grade or ()),
        tags=tuple(tag or ()),
        scope=scope,
        author=by,
        session=session,
        since=since,
        until=until,
        words=tuple(containing or ()),
        fallen_since=fallen_since,
        state=state,  # type: ignore[arg-type]  # checked when the list is made
        sort=sort,  # type: ignore[arg-type]
        reverse=reverse,
        limit=limit,
    )
    with open_workspace(invoked(ctx)) as (_, workspace):
        listing = workspace.listed(filters, detailed=as_json)
        near = beside_dates(filters, workspace.listed) if not (as_json or listing.memories) else []
        near += filter(None, [others_line(workspace)])
    if as_json:
        objects = [as_object(row) for row in listing.memories]
        say_json({"state": state, "count": len(objects), "total": listing.total, "memories": objects})
    else:
        show_listing(listing, filters)
        say("\n".join(near)) if near else None
    if bool(listing.memories) is lost:
        raise typer.Exit(1)


@app.command()
def edit(
    ctx: typer.Context, id: Annotated[str, typer.Argument(help="Id of the memory.")], as_json: AsJson = False
) -> None:
    """Edit a memory as Markdown in your editor. The new text is checked; a text that is refused stays as a draft.

    Only a person at a terminal may do this.
    """
    invocation = invoked(ctx)
    writer = author(invocation)
    at_the_keyboard(writer.permit, f"scrubjay memories edit {id}")
    with open_workspace(invocation) as (home, workspace):
        old = workspace.memories.get(id)
        changeable(old, home)

        def take(text: str) -> "Outcome":
            edited = from_markdown(text)
            request = replace(
                written_claim(invocation, workspace, writer, edited.content), kind=edited.kind, tags=edited.tags,
                applies=edited.applies, valid_until=edited.valid_until, scope=old.scope, supersedes=old.id,
                how=Change.CORRECT,
            )  # fmt: skip
            accepted(workspace.memories.judge(request))
            if grade := workspace.memories.outranked(old.id, old.scope):
                confirm(writer.permit, [f"{old.id[:12]} ({grade}):", text.strip()], "Change it?")
            return accepted(workspace.memories.remember(request))

        drafts = Drafts(workspace.settings.home, invocation.environment)
        answer = drafts.edit("memory", old.id, to_markdown(old), take, lambda question: agreed(question, complain))
        if answer is None:
            say("Nothing was changed.")
            raise typer.Exit(1)
        record(home, writer.permit, "edit", old.id)
    print_outcome(answer, as_json=as_json)


@app.command(name="confirm")
def confirm_(
    ctx: typer.Context,
    ids: Annotated[list[str], typer.Argument(help="Ids of memories.")],
    as_json: AsJson = False,
) -> None:
    """Confirm memories that an agent wrote: they get the grade told, with you as author. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "confirm memories", f"scrubjay memories confirm {' '.join(ids)}")
    with open_workspace(invocation) as (home, workspace):
        confirm(permit, claim_lines(workspace, ids), "Confirm it?" if len(ids) == 1 else "Confirm all of them?")
        done = workspace.reviews.approve(ids)
        tell_reviewed(done, "confirmed", lambda id: record(home, permit, "confirm", id), as_json=as_json)


@app.command()
def ungroup(
    ctx: typer.Context, id: Annotated[str, typer.Argument(help="Id of one of them.")], as_json: AsJson = False
) -> None:
    """Take memories apart that were grouped as one fact, for good. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "take grouped memories apart", f"scrubjay memories ungroup {id}")
    with open_workspace(invocation) as (home, workspace):
        service = workspace.memories
        memory = service.get(id)
        group = groups_of(service, [memory.id]).get(memory.id)
        if group is None:
            raise NotFound(f"Memory {memory.id[:12]} belongs to no group. `scrubjay memories` shows which do.")
        confirm(permit, claim_lines(workspace, list(group.members)), "Are these facts of their own?")
        ids = take_apart(service, memory.id, workspace.settings.user_id)
        record(home, permit, "ungroup", memory.id)
    if as_json:
        say_json({"apart": list(ids)})
    else:
        say(f"taken apart: {', '.join(one[:12] for one in ids)}")


@app.command()
def show(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="Id of the memory, at least eight digits.")],
    as_json: AsJson = False,
) -> None:
    """Show a memory: whose words it is, what it leans on at HEAD, its history. The same as `scrubjay provenance`."""
    provenance(ctx, id, as_json=as_json)


@app.command()
def retract(
    ctx: typer.Context,
    by: By = "",
    session: Session = "",
    since: Since = "",
    grade: GradeOption = None,
    reason: Annotated[str, typer.Option("--reason", help="Reason, stored with each.")] = "taken back together",
    as_json: AsJson = False,
) -> None:
    """Retract what agents wrote in a session, for an author, or since a day. Only a person may do this.

    This includes expired memories and those of other branches, but no memory with the grade told, unless --grade told
    is given. It lists them and asks first; `scrubjay review undo` restores all of them.
    """
    if not (by or session or since):
        raise UsageError("Name what to retract: --session ID, --author NAME or --since DATE.")
    invocation = invoked(ctx)
    named = (("author", by), ("session", session), ("since", since), *(("grade", row) for row in grade or ()))
    options = " ".join(f"--{name} {value}" for name, value in named if value)
    grades = tuple(grade or ("quoted", "said"))
    permit = permitted(invocation, "retract memories", f"scrubjay memories retract {options}")
    with open_workspace(invocation) as (home, workspace):
        filters = ListFilters(grades=grades, author=by, session=session, since=since, limit=MAX_LISTED, everywhere=True)
        rows, total = retractable(workspace, filters)
        lines = [f"{memory_line(row)} · for {row.memory.author} by {row.memory.origin}" for row in rows]
        more = [f"{total - len(rows):,} more remain for a second run"] if total > len(rows) else []
        confirm(permit, [*lines, *more], f"Retract these {len(rows):,}?")
        done = workspace.reviews.retract([row.memory.id for row in rows], reason)
        tell_reviewed(done, "retracted", lambda id: record(home, permit, "retract", id), as_json=as_json)
    if not as_json:
        say("`scrubjay review undo` restores them")
