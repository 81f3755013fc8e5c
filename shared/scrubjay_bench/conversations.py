"""Conversation sets through the product's path: JSON lines import and conversation search."""

import json
from pathlib import Path

from scrubjay.app import Workspace
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.conversations import ConversationRequest
from scrubjay_bench.labelled.model import Corpus, turn_path
from scrubjay_bench.runner import Search


def import_turns(corpus: Corpus, workspace: Workspace, file: Path) -> None:
    """Import the turns of a corpus, unless they are there; the file says that all were written."""
    if corpus.turns is None or (file.is_file() and workspace.conversations.counts().turns):
        return
    half = file.with_name(f".{file.name}.half")
    with half.open("w", encoding="utf-8") as stream:
        stream.writelines(f"{json.dumps(record)}\n" for record in corpus.turns())
    workspace.conversations.import_file(half)
    half.rename(file)


def conversation_search(workspace: Workspace) -> Search:
    """The conversation search of a workspace, with the signature of any other search."""

    def search(request: RecallRequest) -> RecallAnswer:
        conversation_request = ConversationRequest(
            query=request.query, limit=request.limit, recipe=request.recipe, weights=dict(request.weights or {})
        )
        answer = workspace.conversation_search.search(conversation_request)
        hits = tuple(
            RecallHit(
                kind="document",
                title=hit.title,
                text="",
                date=hit.turn.at,
                path=turn_path(hit.session, hit.turn.number),
                score=hit.score,
            )
            for hit in answer.hits
        )
        return RecallAnswer(
            request=request,
            view=answer.view,
            hits=hits,
            recipe=request.recipe,
            degraded=answer.degraded,
            embedded=answer.embedded,
            milliseconds=answer.milliseconds,
        )

    return search
