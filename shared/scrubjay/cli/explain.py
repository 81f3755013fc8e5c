"""`scrubjay explain`: why a path is found or not."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.documents.explain import Explanation

app = application()


@app.command()
def explain(
    ctx: typer.Context,
    path: Annotated[str, typer.Argument(help="Path of a file, relative to the current folder.")],
    as_json: AsJson = False,
) -> None:
    """Explain whether a path is selected, masked, visible at HEAD, indexed and embedded, and which pattern decides.

    Exit code 1 when it isn't indexed.
    """
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        relative = from_top(path, invocation.folder, workspace.repository.worktree)
        answer = workspace.knowledge.documents.explain(relative)
        commit = workspace.knowledge.documents.view().short
    if as_json:
        say_json({"commit": commit, **asdict(answer)})
    else:
        for name, value in lines(answer, commit):
            say(f"{name:<9}  {value}")
    if not answer.indexed:
        raise typer.Exit(1)


def from_top(path: str, folder: Path, worktree: Path) -> str:
    """A path as typed in a folder, from the repository's top; one that leads out stays, and is refused later."""
    top = str(worktree)
    base = folder if folder.is_dir() else folder.parent
    typed = os.path.normpath(os.path.join(base.resolve(), path)) if "\0" not in path else path  # noqa: PTH118
    return os.path.relpath(typed, top) if typed.startswith(top + os.sep) else path


def lines(explanation: "Explanation", short: str) -> list[tuple[str, str]]:
    """The answer, a question a line."""
    out = [
        ("path", explanation.path),
        ("at HEAD", f"{'yes' if explanation.at_head else 'no'}, {explanation.kind} at {short}"),
        ("selected", f"{'yes' if explanation.selected else 'no'}: {explanation.selection}"),
    ]
    if not (explanation.at_head and explanation.selected):
        return out
    out.append(("blob", explanation.blob or f"none: a {explanation.kind} is not indexed"))
    if explanation.refused:
        return [*out, ("indexed", f"no: {explanation.refused}")]
    if not explanation.indexed:
        return [*out, ("indexed", "not yet: run `scrubjay ingest`")] if explanation.blob else out
    commit = explanation.ingested_commit[:10] or "the working view"
    return [
        *out,
        (
            "masked",
            f"{counted(explanation.masked_lines, 'line')} with secrets (`scrubjay log --masked`)"
            if explanation.masked_lines
            else "nothing",
        ),
        ("indexed", f"{counted(explanation.passages, 'passage')}, {explanation.ingested_at}, at {commit}"),
        *([("limits", explanation.limits)] if explanation.limits else []),
        (
            "changed",
            f"{explanation.changed_at or 'unknown'} by {explanation.changed_commit[:10] or 'an unknown commit'}",
        ),
        ("embedded", f"{explanation.embedded} of {counted(explanation.passages, 'passage')}"),
    ]
