"""Function behind search_knowledge of a team's server."""

from typing import Literal

from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.render import render
from scrubjay_serving.knowledge import HITS
from scrubjay_team.serving.calls import TeamCall


def search_knowledge(
    call: TeamCall, *, query: str, also_ask: tuple[str, ...], kinds: tuple[str, ...], path: str, limit: int,
    budget: int, as_of: str, detail: Literal["concise", "full"],
) -> str:  # fmt: skip
    """Search what is granted, at the default branches or at a tag."""
    place = call.addressed(path)
    request = RecallRequest(
        query=query, also_ask=also_ask, kinds=kinds, path=place.path, limit=limit, budget=budget, as_of=as_of,
        detail=detail, trimmed=limit == HITS,
    )  # fmt: skip
    return render(call.services.recall.search(call.entered, request, place.repo))
