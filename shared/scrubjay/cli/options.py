"""Which options do several commands share? One wording each."""

from typing import Annotated

import typer

from scrubjay.errors import UsageError

SCOPES = ("project", "user")

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
AsChecks = Annotated[bool, typer.Option("--json", help="Print {ok, checks} as one JSON object.")]
Scope = Annotated[str, typer.Option("--scope", help="project, or user for all of yours.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag; may stand several times.")]
Applies = Annotated[str, typer.Option("--applies", metavar="WHERE", help="Where it holds, such as staging or v1.")]
Session = Annotated[str, typer.Option("--session", metavar="ID", help="Its id: any text that stays the same.")]
Yes = Annotated[bool, typer.Option("--yes", help="Don't ask.")]


def checked_scope(scope: str) -> str:
    """The scope, if it is one. Raises UsageError."""
    if scope not in SCOPES:
        raise UsageError(f"scope {scope[:40]!r} is unknown. There are: {', '.join(SCOPES)}.")
    return scope
