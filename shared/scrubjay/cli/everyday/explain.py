"""`scrubjay explain`: why a path is found or not."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.knowledge.documents.explain import explained
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.printed import places

app = application()


@app.command()
def explain(
    ctx: typer.Context,
    path: Annotated[str, typer.Argument(help="Path of a file from the current folder, or as answers print it.")],
    as_json: AsJson = False,
) -> None:
    """Explain whether a path is selected, masked, visible at HEAD, indexed and embedded, and which pattern decides.

    Exit code 1 when it isn't indexed.
    """
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        relative = from_top(path, invocation.folder, workspace.repository.worktree)
        answer = workspace.documents.explain(relative)
        for place in places(relative, str(workspace.repository.worktree)) if answer.why == "nowhere" else ():
            told = workspace.documents.explain(place.path)
            answer = told if answer.why == "nowhere" and told.why != "nowhere" else answer
        commit = workspace.documents.view().short
    if as_json:
        say_json({"commit": commit, **asdict(answer), "path": shown(answer.path)})
    else:
        for name, value in explained(answer, commit):
            say(f"{name:<9}  {value}")
    if not answer.indexed:
        raise typer.Exit(1)


def from_top(path: str, folder: Path, worktree: Path) -> str:
    """A path as typed in a folder, from the repository's top; one that leads out stays, and is refused later."""
    top = str(worktree)
    base = folder if folder.is_dir() else folder.parent
    typed = os.path.normpath(os.path.join(base.resolve(), path)) if "\0" not in path else path  # noqa: PTH118
    return os.path.relpath(typed, top) if typed.startswith(top + os.sep) else path
