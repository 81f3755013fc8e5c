"""Tools of the toolset agents: search in code, in decisions, in incidents alone."""

from typing import TYPE_CHECKING, Annotated

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo, about

if TYPE_CHECKING:
    from scrubjay_serving.worktree import CallTarget

CODE = "search_knowledge in code alone."
DECISIONS = "search_knowledge in decisions alone."
INCIDENTS = "search_knowledge in incidents and runbooks alone."

Service = Annotated[str, about("a named service, or top folder")]


def search_code_kb(
    *, query: str, service_filter: Service = "", limit: Limit = 10, repo: Repo = "", target: Target
) -> str:
    """Search code."""
    return _searched(target, "code", query, limit, service=service_filter)


def search_decisions(
    *,
    query: str,
    topic_filter: Annotated[str, about("words of the title")] = "",
    limit: Limit = 10,
    repo: Repo = "",
    target: Target,
) -> str:
    """Search decisions."""
    return _searched(target, "decision", query, limit, topic=topic_filter)


def search_incidents(
    *, query: str, service_filter: Service = "", limit: Limit = 10, repo: Repo = "", target: Target
) -> str:
    """Search incident reports."""
    return _searched(target, "incident", query, limit, service=service_filter)


def _searched(target: "CallTarget", kind: str, query: str, limit: int, *, service: str = "", topic: str = "") -> str:
    from scrubjay.search.recall.answer import RecallRequest

    target.caller()
    request = RecallRequest(query=query, kinds=(kind,), limit=limit, service=service, topic=topic)
    answer = target.workspace.answers.search(request, target.step)
    target.workspace.ledger.record_answer(target.session, answer.text)
    return answer.text


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(search_code_kb, title="Search code", description=CODE, toolset="agents")
    server.offer(search_decisions, title="Search decisions", description=DECISIONS, toolset="agents")
    server.offer(search_incidents, title="Search incidents", description=INCIDENTS, toolset="agents")
