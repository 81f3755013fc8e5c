"""`scrubjay stores`: which stores of memories this home searches and writes, and replay between two of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.extensions.kinds.stores import MemoryBackend
from scrubjay.model.counted import counted
from scrubjay.storage.filesystem import file_lock, private_folder
from scrubjay_stores.gathering import FOLDER, StoreDirectory, section
from scrubjay_stores.outside import digest
from scrubjay_stores.replaying import Replay, ReplayReport

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.context import Invocation

app = application(
    no_args_is_help=True,
    help="Show the stores of memories that this home searches and writes, and bring memories from one to another.",
)

Since = Annotated[
    str,
    typer.Option("--since", metavar="DATE|CURSOR", help="Only memories since this day, or where a replay stopped."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be brought, and write nothing.")]


@app.command(name="list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List every store: whether it is searched and written, whether it answers, and how much it holds.

    Each is asked now. Exit code 1 where one doesn't answer.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        rows = [_seen(one, workspace) for one in StoreDirectory.of(workspace).all]
    if as_json:
        say_json({"stores": rows})
    else:
        table(("store", "kind", "searched", "written", "memories", "answers"), [_cells(row) for row in rows])
        for row in rows:
            if row["error"]:
                warn(f"{row['name']}: {row['error']}")
    if any(row["error"] for row in rows):
        raise typer.Exit(1)


def _seen(store: MemoryBackend, workspace: "Workspace") -> dict[str, Any]:
    """A store as it is now; one that fails has its error."""
    place = section(workspace.user_settings).places.get(store.name)
    number, more, error = None, False, ""
    try:
        number, more = store.count()
    except ScrubjayError as failed:
        error = str(failed)
    except Exception as failed:
        error = f"its client failed ({type(failed).__name__})"
    return {
        "name": store.name, "kind": store.kind, "searched": place is None or place.search,
        "writes": list(store.writes), "read_only": store.read_only, "reachable": not error, "memories": number,
        "more": more, "error": error,
    }  # fmt: skip


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    written = ", ".join(row["writes"]) or ("never" if row["read_only"] else "by replay")
    number = "" if row["memories"] is None else f"{row['memories']:,}{'+' if row['more'] else ''}"
    yes = "yes" if row["searched"] else "no"
    return row["name"], row["kind"], yes, written, number, "yes" if row["reachable"] else "no"


@app.command(name="replay")
def replay_(
    ctx: typer.Context,
    source: Annotated[str, typer.Option("--from", metavar="STORE", help="Where they are.")],
    target: Annotated[str, typer.Option("--to", metavar="STORE", help="Where they are brought.")],
    since: Since = "",
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Bring the memories of one store to another, each once: run again, it brings what is new. Only a person may.

    Nothing is changed or deleted in either. What arrives is checked there as a claim; who told it is hearsay there.
    """
    replay(invoked(ctx), source, target, since, dry_run=dry_run, yes=yes, as_json=as_json)


def replay(
    invocation: "Invocation", source: str, target: str, since: str, *, dry_run: bool, yes: bool, as_json: bool
) -> None:
    """Bring memories from a store to another, and print what became of them. Exit code 1 where it stopped early."""
    line = f"scrubjay stores replay --from {quote(source)} --to {quote(target)}"
    line += f" --since {quote(since)}" if since else ""
    permit = None if dry_run else permitted(invocation, "replay memories", line)
    with open_workspace(invocation) as (home, workspace):
        stores = StoreDirectory.of(workspace)
        begin, end = stores.named(source), stores.named(target)
        made = Replay(begin, end, since)
        number, more = begin.count()
        if permit and not yes:
            some = f"{'more than ' if more else ''}{counted(number, 'memory')}"
            confirm(permit, [f"{some} of {begin.name} ({begin.kind}) go to {end.name} ({end.kind})."], "Bring them?")
        alone = _alone(invocation.settings.home, end.name)
        with alone, progress(f"replaying to {end.name}", "memories") as step:
            for one in made.steps(dry_run=dry_run, progress=lambda done: step(done, max(done, number))):
                if one.outcome == "refused" and not as_json and one.memory:
                    warn(f"refused: {one.memory.text[:80]} ({one.memory.id[:12]}): {one.why}")
        if permit and made.report.counts["stored"]:
            record(home, permit, "replay memories", f"{made.report.counts['stored']} from {begin.name} to {end.name}")
            workspace.enqueue("import")
    told = _as_object(begin, end, made.report, dry_run=dry_run)
    if as_json:
        say_json(told)
    else:
        _say(begin, end, made.report, dry_run=dry_run)
    if made.report.stopped:
        raise typer.Exit(1)


@contextmanager
def _alone(home: Path, target: str) -> Iterator[None]:
    """Hold a store's place as the target of a replay: two at once wouldn't see what the other brings."""
    with file_lock(private_folder(home / FOLDER) / f"{digest(target)}.lock") as held:
        if not held:
            raise UsageError(f"Another replay to {target} is at work. Wait for its end, then run this again.")
        yield


def _as_object(source: MemoryBackend, target: MemoryBackend, report: ReplayReport, *, dry_run: bool) -> dict[str, Any]:
    names = ("new",) if dry_run else ("stored", "held", "refused")
    return {
        "from": source.name, "to": target.name, "dry_run": dry_run,
        **{name: report.counts[name] for name in (*names, "known", "left")},
        "reasons": dict(report.reasons), "not_carried": dict(report.lost), "cursor": report.cursor,
        "stopped": report.stopped,
    }  # fmt: skip


def _say(source: MemoryBackend, target: MemoryBackend, report: ReplayReport, *, dry_run: bool) -> None:
    counts = report.counts
    if dry_run:
        say(f"{counts['new']:,} would go from {source.name} to {target.name}, {counts['known']:,} are known there, "
            f"{counts['left']:,} left; nothing was written")  # fmt: skip
    else:
        say(f"{counts['stored']:,} new in {target.name}, {counts['known']:,} known there, {counts['held']:,} held, "
            f"{counts['refused']:,} refused, {counts['left']:,} left")  # fmt: skip
    for why, number in report.reasons.most_common(10):
        say(f"  {number:,}: {why}")
    if report.lost:
        lost = ", ".join(f"{name} of {number:,}" for name, number in report.lost.most_common())
        say(f"  not carried over: {lost}; nor any history and grounds")
    if report.stopped:
        warn(f"stopped: {report.stopped} What was brought stays; run it again, and what is there is known.")
    elif report.cursor:
        say(f"  go on from here later: --since {quote(report.cursor)}")
