"""`scrubjay search --kind conversation`: searches past conversations, for one query or a file of them."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import typer

from scrubjay.cli.context import Invocation, open_workspace
from scrubjay.cli.output import read_by_somebody, say, say_json
from scrubjay.cli.questions import batch_lines, question
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.recall import ConversationRequest, ConversationSearch

BUDGET = 6000


def talk(
    invocation: Invocation, words: str, *, since: str, until: str, role: str, limit: int, recipe: str, explain: bool,
    as_json: bool, batch: str,
) -> None:  # fmt: skip
    """Search the conversations of a project. Exit code 1 when nothing is found."""
    from scrubjay.recall import ConversationRequest, conversations_as_object, render_conversations
    from scrubjay.recall.conversations import RECIPE

    request = ConversationRequest(
        query=words,
        since=since,
        until=until,
        role=role,
        limit=limit,
        budget=BUDGET,
        detail="full" if explain else "concise",
        recipe=recipe or RECIPE,
    )
    with open_workspace(invocation) as (_, workspace):
        if batch:
            with batch_lines(batch) as lines:
                for line in lines:
                    if not read_by_somebody():
                        return
                    say_json(_answer(workspace.conversations.search, request, line))
            return
        answer = workspace.conversations.search.search(request)
    if as_json:
        say_json(conversations_as_object(answer))
    else:
        say(render_conversations(answer))
    if not answer.hits:
        raise typer.Exit(1)


def _answer(conversations: "ConversationSearch", request: "ConversationRequest", line: str) -> dict[str, Any]:
    """The object for one line of a batch. A line that can't be asked gives empty results, and says why."""
    from scrubjay.recall import conversations_as_object

    request_of_line = replace(request, query=line.strip())
    try:
        request_of_line = replace(request, query=question(line))
        return conversations_as_object(conversations.search(request_of_line))
    except UsageError as error:
        return conversations_as_object(
            conversations.nothing(request_of_line, str(error) if request_of_line.query else "")
        )
