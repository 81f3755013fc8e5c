"""Functions behind the search tools: all kinds of knowledge or one kind alone, and the history of a topic."""

from typing import Literal

from mcp_types import ContentBlock, TextContent

from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.provenance import story_text
from scrubjay.wiring.tool_calls import CallTarget
from scrubjay_knowledge.resources import document_links
from scrubjay_serving.knowledge import HITS


def search_knowledge(
    target: CallTarget, *, query: str, also_ask: tuple[str, ...], kinds: tuple[str, ...], path: str, limit: int,
    budget: int, as_of: str, detail: Literal["concise", "full"],
) -> list[ContentBlock]:  # fmt: skip
    """Search what is visible at HEAD, or at `as_of`."""
    request = RecallRequest(
        query=query, also_ask=also_ask, kinds=kinds, path=path, limit=limit, budget=budget, as_of=as_of, detail=detail,
        trimmed=limit == HITS,
    )  # fmt: skip
    answer = target.workspace.answers.search(request, target.step)
    target.workspace.ledger.record_answer(target.session, answer.text)
    links = document_links(answer.documents) if target.links and not as_of else []
    return [TextContent(type="text", text=answer.text), *links]


def search_code_kb(target: CallTarget, *, query: str, service_filter: str, limit: int) -> str:
    """Search code."""
    return _search_kind(target, "code", query, limit, service=service_filter)


def search_decisions(target: CallTarget, *, query: str, topic_filter: str, limit: int) -> str:
    """Search decisions."""
    return _search_kind(target, "decision", query, limit, topic=topic_filter)


def search_incidents(target: CallTarget, *, query: str, service_filter: str, limit: int) -> str:
    """Search incident reports."""
    return _search_kind(target, "incident", query, limit, service=service_filter)


def _search_kind(target: CallTarget, kind: str, query: str, limit: int, *, service: str = "", topic: str = "") -> str:
    """Search one kind, note the answer as told to the session, and return its text."""
    target.caller()
    request = RecallRequest(query=query, kinds=(kind,), limit=limit, service=service, topic=topic)
    answer = target.workspace.answers.search(request, target.step)
    target.workspace.ledger.record_answer(target.session, answer.text)
    return answer.text


def story(target: CallTarget, *, topic: str, limit: int) -> str:
    """Tell what happened to a topic."""
    view, told = target.workspace.storyteller.tell(topic, limit)
    return story_text(view, told, topic)
