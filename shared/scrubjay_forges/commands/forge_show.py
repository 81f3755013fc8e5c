"""`scrubjay forge show`: one issue or pull request as it was read, with all that was said in it."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.errors import NotFound


def show(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="REF", help="'#123', '!123', owner/repo#123, or an address.")],
    as_of: Annotated[str, typer.Option("--as-of", metavar="REV", help="As of this commit, tag, branch or date.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show one issue or pull request: its state, who said what and when, and how fresh that is.

    Quote '#123': a shell takes the rest of the line for a comment. A bare number means the first-named repository's; at
    GitLab '!123' is a merge request, '#123' an issue.
    """
    from scrubjay_forges.recall.thread import thread_as_object, thread_text

    with open_workspace(invoked(ctx)) as (_, workspace):
        view, threads = workspace.documents.view(as_of), workspace.thread_reader
        wanted = f"#{name}" if name.strip().isdecimal() else name
        thread = threads.find(wanted, view)
        if thread is None:
            raise threads.missing(wanted) or NotFound(
                f"{name[:100]!r} names no discussion. Write '#123', '!123', owner/repo#123 or its address."
            )
    if as_json:
        say_json(thread_as_object(thread))
    else:
        say(thread_text(thread))
