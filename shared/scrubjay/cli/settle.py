"""`scrubjay review settle`: a person decides on memories that contradict each other, a pair at a time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json
from scrubjay.errors import UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.keys import choose
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.freshness.wording import beneath, grade_text
from scrubjay.memory.grouping.deciding import CHOICES, decide_dispute
from scrubjay.memory.grouping.disputes import dispute_of, disputes
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.identity.person.permit import Permit
    from scrubjay.memory.grouping.disputes import Dispute


def settle(
    ctx: typer.Context,
    ids: Annotated[
        list[str], typer.Argument(metavar="[ID ID]", help="Both memories. Default: every pair, by keys.")
    ] = [],  # noqa: B006
    end: Annotated[str, typer.Option("--end", metavar="ID", help="End this one of them; the other holds.")] = "",
    both: Annotated[bool, typer.Option("--keep-both", help="Both hold; the contradiction stays noted.")] = False,
    neither: Annotated[bool, typer.Option("--no-contradiction", help="They don't contradict each other.")] = False,
    as_json: AsJson = False,
) -> None:
    """Decide on memories that contradict each other, as the daily pass noted. Only a person may do this.

    What is decided isn't asked again; `scrubjay review undo` brings an ended one back.
    """

    chosen = [key for key, given in (("end", end), ("b", both), ("n", neither)) if given]
    if len(chosen) > 1 or (ids and not chosen) or (chosen and len(ids) != 2):
        raise UsageError("Give two ids and one of --end ID, --keep-both, --no-contradiction; or none of them.")
    invocation = invoked(ctx)
    line = " ".join(["scrubjay review settle", *ids])
    permit = permitted(invocation, "settle contradictions", line)
    with open_workspace(invocation) as (home, workspace):
        service = workspace.memories
        if not chosen:
            if permit.actor is not Actor.PERSON:
                raise UsageError("Give two ids and what to do; `scrubjay review list` shows the pairs.")
            done = _by_keys(home, workspace, permit, disputes(service))
        else:
            pair = dispute_of(service, *ids)
            key = chosen[0]
            if end:
                ending = service.get(end).id
                if ending not in pair.ids:
                    raise UsageError(f"--end takes one of the two, and {end} is neither.")
                key = "1" if ending == pair.one.id else "2"
            confirm(permit, dispute_lines(workspace, (pair,)), f"Decide: {CHOICES[key]}?")
            done = [_decide(home, workspace, permit, pair, key)]
    if as_json:
        say_json({"settled": done})
    else:
        say(
            "\n".join(f"{one['decision']}: {', '.join(id[:12] for id in one['ids'])}" for one in done) or "none settled"
        )


def say_disputes(workspace: "Workspace", count: int, pairs: "Sequence[Dispute]") -> None:
    """Say that memories contradict each other, and which, where `pairs` are given."""
    say(f"{counted(count, 'pair')} of memories contradict each other; a person decides: `scrubjay review settle`")
    for line in dispute_lines(workspace, tuple(pairs)) if pairs else ():
        say(line)


def dispute_lines(workspace: "Workspace", pairs: "tuple[Dispute, ...]") -> list[str]:
    """Both sides of each pair, with grade and source."""

    memories = {memory.id: memory for pair in pairs for memory in (pair.one, pair.other)}
    graded = workspace.grades.of(memories, workspace.documents.view())

    def side(mark: str, id: str) -> str:

        memory, grade = memories[id], graded.get(id, NOTHING)
        told = filter(None, [grade_text(memory, grade), beneath(grade)])
        return f"{mark} {id[:12]} {memory.kind}: {' '.join(memory.content.split())} · {' · '.join(told)}"

    return [line for pair in pairs for line in (side("-", pair.one.id), side("  otherwise:", pair.other.id))]


def _by_keys(
    home: "App", workspace: "Workspace", permit: "Permit", pairs: "tuple[Dispute, ...]"
) -> list[dict[str, Any]]:

    question = "Press " + ", ".join(f"{key}: {what}" for key, what in CHOICES.items()) + "; Esc stops."
    done = []
    for pair in pairs:
        for line in dispute_lines(workspace, (pair,)):
            complain(line)
        key = choose(question, "".join(CHOICES), complain)
        if not key:
            break
        if key != "s":
            done.append(_decide(home, workspace, permit, pair, key))
    return done


def _decide(home: "App", workspace: "Workspace", permit: "Permit", pair: "Dispute", key: str) -> dict[str, Any]:

    settled = decide_dispute(workspace.memories, pair, key, workspace.settings.user_id)
    record(home, permit, settled.action, settled.ids[0])
    return {"decision": settled.decision, "ids": list(settled.ids)}
