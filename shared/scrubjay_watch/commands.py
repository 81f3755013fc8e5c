"""`scrubjay watch`: a line for each change of what somebody watches, until they have seen enough."""

import time
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from scrubjay.cli.calling import command_caller
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import read_by_somebody, say, say_json, warn
from scrubjay.model.clock import iso
from scrubjay_watch.notifier import LOOK_S, Notifier, ResourceChange
from scrubjay_watch.watching import named, open_notifier, resources_of

app = application()

MOST_IDS = 100
"""Ids of a change that are printed of each sort; the counts are whole."""

SHOWN_IDS = 3
DIGITS, WHOLE = 12, 32
"""Digits of an id as it is shown, and of a whole one."""


@app.command()
def watch(
    ctx: typer.Context,
    resources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RESOURCE",
            help="task/BRANCH (HEAD: the present one), memories/TAG (*: all), handoffs/pending, pool/NAME; several. "
            "Default: all but pools.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Print a line for each change, within two seconds, until Ctrl-C: when, where, how many, which. No text.

    Example: `scrubjay watch --json memories/ops pool/auth-refactor`
    """
    invocation = invoked(ctx)
    with open_workspace(invocation) as (app, workspace):
        known = resources_of(workspace.extensions)
        chosen = resources or [one.usual_uri for one in known if one.usual]
        watched = [named(text, known) for text in chosen]
        caller = command_caller(invocation, workspace, writes=False)
        notifier = open_notifier(lambda: app.workspace(invocation.folder), caller)
        try:
            for one in watched:
                notifier.subscribe(one)
            begun = [one.uri for one in watched]
            say_json({"watching": begun}) if as_json else say(f"watching {', '.join(begun)}; Ctrl-C ends it")
            for change in changes(notifier):
                at = iso(workspace.clock())
                say_json(as_object(at, change)) if as_json else say(as_line(at, change))
        finally:
            notifier.close()


def changes(notifier: Notifier) -> Iterator[ResourceChange]:
    """Each change, looked for once a second, for as long as somebody reads; says on stderr what can't be looked at."""
    told: tuple[str, ...] = ()
    while read_by_somebody():
        yield from notifier.look()
        for line in notifier.troubles:
            if line not in told:
                warn(line)
        told = notifier.troubles
        time.sleep(LOOK_S)


def as_line(at: str, change: ResourceChange) -> str:
    """A change as a line: "2026-11-30T19:02:25Z scrubjay://memories/* 3 new: 1a2b3c4d5e6f …"."""
    parts = [f"{len(ids):,} {sort}: {_some(ids)}" for sort, ids in _sorts(change) if ids]
    return f"{at} {change.watched.uri} {', '.join(parts)}"


def as_object(at: str, change: ResourceChange) -> dict[str, Any]:
    """A change as JSON has it; of each sort at most a hundred ids."""
    counts = {sort: {"count": len(ids), "ids": list(ids[:MOST_IDS])} for sort, ids in _sorts(change)}
    return {"at": at, "resource": change.watched.uri, **counts}


def _sorts(change: ResourceChange) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (("new", change.new), ("changed", change.changed), ("ended", change.ended))


def _some(ids: tuple[str, ...]) -> str:
    """The first ids, those of memories and handoffs by their first digits; a task's is its branch."""
    first = [id[:DIGITS] if len(id) == WHOLE else id for id in ids[:SHOWN_IDS]]
    return " ".join([*first, *(["…"] if len(ids) > SHOWN_IDS else [])])
