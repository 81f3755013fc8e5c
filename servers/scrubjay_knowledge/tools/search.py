"""Tool search_knowledge: hybrid search over all kinds of knowledge."""

from typing import Annotated, Literal

from pydantic import Field

from scrubjay.index.kinds import Kind
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Budget, Limit

LIMIT = 8
"""Another one shows also what fits weakly or not at all."""

SEARCH = """\
Search documents, decisions and memories by words and meaning, as HEAD sees them: \
a question, identifiers, error texts; before grepping. \
query: "phrase", -word, status: service: tag: applies: since: until:, code's symbol:NAME callers:NAME. \
kinds: narrow (empty: all but commits; memory: all grades; query may be empty). path: folder, file, glob. \
as_of: commit, tag, branch, date. detail=full: all text, scores. \
Hits carry path:lines @ commit, a record's status, a memory's grade; unconfirmed ones last."""

ALSO_ASK = "up to 4 other wordings, fused: likely API names, synonyms"


def search_knowledge(
    *,
    query: str,
    also_ask: Annotated[tuple[str, ...], Field(description=ALSO_ASK)] = (),
    kinds: tuple[Kind, ...] = (),
    path: str = "",
    limit: Limit = LIMIT,
    budget: Budget = 1500,
    as_of: str = "",
    detail: Literal["concise", "full"] = "concise",
    repo: str = "",
    target: Target,
) -> str:
    """Search."""
    from scrubjay.recall import RecallRequest, render

    request = RecallRequest(
        query=query, also_ask=also_ask, kinds=kinds, path=path, limit=limit, budget=budget, as_of=as_of, detail=detail,
        trimmed=limit == LIMIT,
    )  # fmt: skip
    answer = render(target.workspace.context.recall.search(request))
    target.workspace.sessions.ledger.record_answer(target.session, answer)
    return answer


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(search_knowledge, title="Search the knowledge", description=SEARCH, always=True)
