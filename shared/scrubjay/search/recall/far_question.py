"""A question as it goes out to servers that the home has joined: its words, and how it is narrowed."""

from scrubjay.errors import UsageError
from scrubjay.model.far import FarRequest
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.asked import checked, narrowed_request


def far_request(request: RecallRequest) -> FarRequest | None:
    """What of a question goes out; None for one that is the home's alone, or that the home refuses.

    A pool's members and kinds that extensions add are the home's.
    """
    try:
        asked = checked(request)
    except UsageError:
        return None
    if request.shared is not None or any(one.key == "kind" for one in asked.unread):
        return None
    narrowed = narrowed_request(request, asked, {}, {})
    filters = narrowed.filters
    return FarRequest(
        query=request.query, also_ask=request.also_ask, kinds=narrowed.kinds, path=request.path, limit=request.limit,
        placed=bool(filters.path or filters.within or filters.outside), of_home=_of_home(request),
    )  # fmt: skip


def _of_home(request: RecallRequest) -> str:
    """What a question is narrowed to that only the home can tell, in words; empty for nothing."""
    if request.as_of:
        return "as of a revision"
    return "by a service" if request.service else "by a title" if request.topic else ""
