"""`scrubjay forge sync` and `list`: reads the repositories that the user's file names, and shows how fresh they are."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from scrubjay.app import Workspace
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.cli.progress import progress
from scrubjay.model.counted import counted
from scrubjay_forges.discussions.stored import UNJUDGED
from scrubjay_forges.forges.sync import ForgeReport
from scrubjay_forges.services import ForgeServices

Repository = Annotated[
    str, typer.Argument(metavar="[REPOSITORY]", help="HOST/OWNER/NAME or OWNER/NAME. Default: all of this project.")
]


def sync(ctx: typer.Context, repository: Repository = "", as_json: AsJson = False) -> None:
    """Read what changed in issues, pull requests and reviews, read-only, with your token where one is named.

    The repositories are those that `forges` in your config.yaml names for this project. Interrupted or limited, the
    next run goes on. The worker does the same at most once an hour. Exit code 1 when one wasn't read to its end.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        reports = synced(workspace, repository)
    if as_json:
        say_json({"repositories": [asdict(one) | {"complete": one.complete} for one in reports]})
    else:
        for report in reports:
            say(_line(report))
            if report.note:
                warn(report.note)
            if report.error:
                warn(report.error)
    if not all(report.complete for report in reports):
        raise typer.Exit(1)


def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the repositories whose discussions are read or kept here: counts, as of when, and what is left."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        rows = repository_rows(workspace)
    if as_json:
        say_json({"repositories": rows})
        return
    if not rows:
        say("none; `forges` in config.yaml names those to be read, `scrubjay forge import` brings files")
        return
    table(
        ("repository", "project", "issues", "pull requests", "texts", "how fresh (UTC)", "token"),
        [(row["repository"], row["project"], f"{row['issues']:,}", f"{row['pull_requests']:,}", f"{row['texts']:,}",
          row["fresh"], row["token"]) for row in rows],
    )  # fmt: skip
    for row in rows:
        if row["left"]:
            say(f"{row['repository']}: {row['left']}")


def synced(workspace: "Workspace", repository: str) -> "list[ForgeReport]":
    """Read one repository, or all for an empty name. Raises NotFound."""
    service = ForgeServices.of(workspace).forge_sync
    reports = []
    for target in service.chosen(repository):
        with progress(f"reading {target.name}", "items") as step:
            reports.append(service.read(target, progress=step))
    ForgeServices.of(workspace).merges.look()
    if any(report.new or report.changed or report.gone for report in reports):
        workspace.enqueue("forge")
    return reports


def repository_rows(workspace: "Workspace") -> list[dict[str, Any]]:
    """A row for each repository: those that are named for this project, and others that are kept."""
    kept = {one.name.lower(): one for one in ForgeServices.of(workspace).discussion_store.repositories()}
    targets = {one.name.lower(): one for one in ForgeServices.of(workspace).forge_sync.targets()}
    rows = []
    for name in (*targets, *(name for name in kept if name not in targets)):
        one, target = kept.get(name), targets.get(name)
        at = ForgeServices.of(workspace).forge_sync.bookmark(name)
        begun = f"reading began {_minute(at.round)} and isn't at its end" if at.round else ""
        indexing = f"{counted(one.unindexed, 'text')} not indexed yet" if one and one.unindexed else ""
        judging = f"{counted(one.unjudged, 'text')} {UNJUDGED}" if one and one.unjudged else ""
        left = (begun, at.waits, one.note if one else "", indexing, judging)
        rows.append({
            "repository": one.name if one else target.name if target else name,
            "project": workspace.project.name,
            "kind": target.settings.kind if target else one.forge if one else "",
            "configured": target is not None,
            "issues": one.issues if one else 0,
            "pull_requests": one.pull_requests if one else 0,
            "texts": one.texts if one else 0,
            "as_of": one.as_of if one else "",
            "fresh": one.fresh if one and (one.as_of or one.texts) else "never read",
            "token": ForgeServices.of(workspace).forge_sync.token_state(target) if target else "not configured",
            "left": "; ".join(part for part in left if part),
        })  # fmt: skip
    return rows


def _line(report: "ForgeReport") -> str:
    """What a reading of a repository brought, in one line."""
    read = f"{counted(report.new, 'new text')}, {report.changed:,} changed, {report.gone:,} gone"
    skipped = f", {counted(report.left_out, 'item')} left out" if report.left_out else ""
    withheld = f", {counted(report.withheld, 'confidential issue')} left out" if report.withheld else ""
    fresh = f"as of {_minute(report.as_of)}" if report.as_of else "not read to its end"
    return f"{report.repository}: {read}{skipped}{withheld}; {fresh}, {counted(report.requests, 'request')}"


def _minute(moment: str) -> str:
    """A stored moment to the minute, as people read it."""
    return moment[:16].replace("T", " ")
