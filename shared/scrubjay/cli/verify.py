"""Does the knowledge equal git's tree?"""

from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsChecks
from scrubjay.cli.output import branch, say, say_json

app = application()

SHOWN = 50
"""Differing paths that are printed; the count tells the rest."""


@app.command()
def verify(
    ctx: typer.Context,
    deep: Annotated[bool, typer.Option("--deep", help="Read and chunk every document again, and compare.")] = False,
    as_json: AsChecks = False,
) -> None:
    """Compare the knowledge with the tree at HEAD, blob by blob. Nothing is repaired; exit code 1 when they differ."""
    from scrubjay.doctor.check import Check, as_object

    with workspace(here(ctx)) as (_, at):
        view = at.documents.view()
        found = at.documents.verify(view, deep=deep)
    where = f"{branch(view.branch)} @ {view.short}"
    kinds = (("missing", found.missing), ("surplus", found.surplus), ("different", found.different))
    if as_json:
        checks = [Check("checked", True, found.checked, found.checked)]
        checks += [Check(name, not paths, len(paths), 0, _remedy(name) if paths else "") for name, paths in kinds]
        named = {name: list(paths[:SHOWN]) for name, paths in kinds if paths}
        say_json(as_object(checks) | ({"paths": named} if named else {}))
    elif found.ok:
        say(f"verified: {found.checked:,} documents at {where}: the knowledge equals the tree")
    else:
        say(f"different: {found.difference:,} of {found.checked:,} documents at {where}")
        for name, paths in kinds:
            for path in paths[:SHOWN]:
                say(f"  {name:<9}  {path}")
            if len(paths) > SHOWN:
                say(f"  {name:<9}  … and {len(paths) - SHOWN:,} more")
        for name, paths in kinds:
            if paths:
                say(f"{name}: {_remedy(name)}")
    if not found.ok:
        raise typer.Exit(1)


def _remedy(name: str) -> str:
    return "run `scrubjay ingest`" if name == "missing" else "run `scrubjay doctor --repair`"
