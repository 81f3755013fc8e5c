"""`scrubjay story`: what happened to a thing, in order."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.search.recall.provenance import story_object, story_text

app = application()


@app.command()
def story(
    ctx: typer.Context,
    topic: Annotated[list[str], typer.Argument(help="A thing of this repository, in a few words.")],
    limit: Annotated[int, typer.Option("--limit", min=1, max=100, help="Maximum number of events.")] = 40,
    as_json: AsJson = False,
) -> None:
    """Tell what happened to a topic, oldest first: commits, decisions and incidents, each with its source.

    Exit code 1 when nothing fits it. With `people: off` in your config.yaml nobody is named.
    """
    words = " ".join(topic)
    with open_workspace(invoked(ctx)) as (_, workspace):
        view, told = workspace.storyteller.tell(words, limit)
    if as_json:
        say_json(story_object(view, told, words))
    else:
        say(story_text(view, told, words))
    if not told.events:
        raise typer.Exit(1)
