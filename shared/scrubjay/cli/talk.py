"""`scrubjay search --kind conversation`: searches past conversations, for one query or a file of them."""

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from scrubjay.cli.context import Invocation, open_workspace
from scrubjay.cli.output import say, say_json
from scrubjay.cli.questions import answer_each
from scrubjay.search.recall.conversation_text import conversations_as_object, render_conversations
from scrubjay.search.recall.conversations import RECIPE, ConversationRequest

if TYPE_CHECKING:
    from scrubjay.search.recall.conversations import ConversationSearch

BUDGET = 6000


def talk(
    invocation: Invocation, words: str, *, since: str, until: str, role: str, limit: int, recipe: str, explain: bool,
    as_json: bool, batch: str,
) -> None:  # fmt: skip
    """Search the conversations of a project. Exit code 1 when nothing is found."""

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
            _search_each(workspace.conversation_search, request, batch)
            return
        answer = workspace.conversation_search.search(request)
    if as_json:
        say_json(conversations_as_object(answer))
    else:
        say(render_conversations(answer))
    if not answer.hits:
        raise typer.Exit(1)


def _search_each(conversations: "ConversationSearch", request: "ConversationRequest", batch: str) -> None:
    """Answer the lines of a file. A line that can't be asked gives empty results, and says why."""

    answer_each(
        batch,
        lambda asked: conversations_as_object(conversations.search(replace(request, query=asked.query))),
        lambda asked, why: conversations_as_object(conversations.nothing(replace(request, query=asked.query), why)),
        keys=("query",),
    )
