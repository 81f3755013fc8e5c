"""`scrubjay verify`: compares the index with git's tree."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsChecks
from scrubjay.cli.output import branch, file_lines, say, say_json
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.operations.doctor.check import as_object

if TYPE_CHECKING:
    from scrubjay.knowledge.documents.verify import Verification


app = application()

SHOWN = 50
"""Differing paths that are printed; the count tells the rest."""

REPLACED = "`git replace --list` names them, `git replace --delete` takes one back"


@app.command()
def verify(
    ctx: typer.Context,
    deep: Annotated[
        bool, typer.Option("--deep", help="Read and chunk every file again, and compare the passages.")
    ] = False,
    as_json: AsChecks = False,
) -> None:
    """Compare the index with the tree at HEAD, blob by blob. Nothing is repaired; exit code 1 when they differ.

    The index should contain every file that the patterns in `ingestion` select. Files that a rule skips are listed.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        view = workspace.documents.view()
        report = workspace.documents.verify(view, deep=deep)
        unreadable = workspace.commits.unreadable()
    if as_json:
        say_json(_as_object(report, view.replaced))
    else:
        _print_result(report, f"{branch(view.branch)} @ {view.short}")
        if view.replaced:
            say(f"{view.replaced}: that is compared")
        if unreadable:
            say(f"{counted(len(unreadable), 'commit')} can't be read and are not searchable; `scrubjay log` lists them")
    if not report.ok:
        raise typer.Exit(1)


def _differing(report: "Verification") -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The paths that differ, by how."""
    return (
        ("missing", report.missing),
        ("surplus", report.surplus),
        ("different", report.different),
        ("absent", report.absent),
    )


def _as_object(report: "Verification", replaced: str) -> dict[str, Any]:
    kinds = _differing(report)
    checks = [Check("checked", True, report.checked, report.checked)]
    checks += [
        Check(name, not paths, len(paths), 0, _remedy(name, report.fetch) if paths else "") for name, paths in kinds
    ]
    checks.append(
        Check("left out", True, len(report.omitted), 0, "`scrubjay log` gives the reasons" * bool(report.omitted))
    )
    checks.append(Check("replaced objects", True, replaced or "none", "none", REPLACED * bool(replaced)))
    listed = {name: list(paths[:SHOWN]) for name, paths in kinds if paths}
    left_out = [asdict(file) for file in report.omitted[:SHOWN]]
    return as_object(checks) | ({"paths": listed} if listed else {}) | ({"left_out": left_out} if left_out else {})


def _print_result(report: "Verification", commit: str) -> None:
    """Print the result, what differs with what to do about it, and what a rule skips."""
    if report.ok and not report.omitted:
        say(f"verified: {counted(report.checked, 'file')} at {commit}: the index equals the tree")
    elif report.ok:
        say(
            f"verified: {report.matching:,} of {counted(report.checked, 'file')} at {commit}; "
            f"{len(report.omitted):,} skipped by rule:"
        )
    else:
        say(f"different: {report.difference:,} of {counted(report.checked, 'file')} at {commit}")
        _show_differing(report)
        if report.omitted:
            say(f"skipped by rule: {len(report.omitted):,}")
    for line in file_lines(report.omitted, SHOWN):
        say(f"  skipped    {line}")


def _show_differing(report: "Verification") -> None:
    kinds = _differing(report)
    for name, paths in kinds:
        for path in paths[:SHOWN]:
            say(f"  {name:<9}  {path}")
        if len(paths) > SHOWN:
            say(f"  {name:<9}  … and {len(paths) - SHOWN:,} more")
    for name, paths in kinds:
        if paths:
            say(f"{name}: {_remedy(name, report.fetch)}")


def _remedy(name: str, fetch: str) -> str:
    """What to do about paths that differ in one way."""
    if name == "absent":
        return f"not in this clone: `{fetch}`, then `scrubjay ingest`"
    return "run `scrubjay ingest`" if name == "missing" else "run `scrubjay doctor --repair`"
