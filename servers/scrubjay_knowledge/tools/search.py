"""Tool search_knowledge: hybrid search over all kinds of knowledge."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from typing import Annotated, Any, Literal

from mcp_types import ContentBlock, TextContent

from scrubjay.knowledge.index.kinds import SEARCH_KINDS, Kind
from scrubjay_knowledge.resources import document_links
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import AsOf, Budget, Limit, Repo, about

LIMIT = 8
"""Another one shows all that was found, however it fits."""

SEARCH = """\
Search documents, decisions and memories by words and meaning, and code by words, as HEAD sees them: \
a question, error texts; before grepping. Where is it done: two to four likely identifiers with kinds=["code"]. \
Hits carry path:lines, status; memories with grade and grounds, and discussions, follow."""

QUERY = 'may hold "phrase", -word, status: service: tag: applies: since: until: symbol:NAME callers:NAME'
KINDS = "empty: all; commits: who, when; memory: all grades, query may be empty"
ALSO_ASK = "up to 4 other wordings, fused: likely API names, synonyms"


def search_knowledge(
    *,
    query: Annotated[str, about(QUERY)],
    also_ask: Annotated[tuple[str, ...], about(ALSO_ASK)] = (),
    kinds: Annotated[tuple[Kind, ...], about(KINDS)] = (),
    path: Annotated[str, about("folder, file, glob")] = "",
    limit: Limit = LIMIT,
    budget: Budget = 1500,
    as_of: AsOf = "",
    detail: Annotated[Literal["concise", "full"], about("full: all text, scores")] = "concise",
    repo: Repo = "",
    target: Target,
) -> list[ContentBlock]:
    """Search."""
    from scrubjay.search.recall.answer import RecallRequest

    request = RecallRequest(
        query=query, also_ask=also_ask, kinds=kinds, path=path, limit=limit, budget=budget, as_of=as_of, detail=detail,
        trimmed=limit == LIMIT,
    )  # fmt: skip
    answer = target.workspace.answers.search(request, target.step)
    target.workspace.ledger.record_answer(target.session, answer.text)
    links = document_links(answer.documents) if target.links and not as_of else []
    return [TextContent(type="text", text=answer.text), *links]


def with_kinds(fn: Callable[..., Any], added: Sequence[str]) -> Callable[..., Any]:
    """The same tool, whose `kinds` may be added ones too."""
    choice: Any = Literal[(*SEARCH_KINDS, *added)]
    kinds = Annotated[tuple[choice, ...], about(KINDS)]

    @wraps(fn)
    def call(**values: Any) -> Any:
        return fn(**values)

    shown = signature(fn)
    parameters = [one.replace(annotation=kinds) if one.name == "kinds" else one for one in shown.parameters.values()]
    call.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]
    call.__annotations__ = fn.__annotations__ | {"kinds": kinds}
    return call


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    fn = with_kinds(search_knowledge, server.added_kinds) if server.added_kinds else search_knowledge
    server.offer(fn, title="Search the knowledge", description=SEARCH, always=True)
