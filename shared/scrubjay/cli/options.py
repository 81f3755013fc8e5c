"""Options that several commands share, each with one wording."""

from typing import Annotated

import typer

from scrubjay.errors import UsageError

SCOPES = ("project", "user")

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
AsChecks = Annotated[bool, typer.Option("--json", help="Print {ok, checks} as one JSON object.")]
Scope = Annotated[str, typer.Option("--scope", help="project, or user for those of all your projects.")]
ScopeToKeep = Annotated[
    str, typer.Option("--scope", help="project, user for all your projects, or team for the server that you joined.")
]
Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag. Repeatable.")]
Applies = Annotated[str, typer.Option("--applies", metavar="WHERE", help="Where it is valid, such as staging or v1.")]
Session = Annotated[
    str, typer.Option("--session", metavar="ID", help="Id of the session: any text that stays the same.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Don't ask for confirmation.")]


def checked_scope(scope: str) -> str:
    """The scope, if it is one. Raises UsageError."""
    if scope not in SCOPES:
        raise UsageError(f"scope {scope[:40]!r} is unknown. Scopes: {', '.join(SCOPES)}.")
    return scope
