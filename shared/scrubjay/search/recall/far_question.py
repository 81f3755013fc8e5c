"""A question to servers that the home has joined: what of it goes out, and how long their answers are waited for."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from scrubjay.errors import UsageError
from scrubjay.model.far import ANSWER_S, FarAnswer, FarRequest
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.asked import checked, narrowed_request

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.far import PendingFarAnswer


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


def awaited(begun: "Iterable[PendingFarAnswer]", started: float) -> list[FarAnswer]:
    """The answers that there are by now, or within their time from when the call `started` (`time.perf_counter`)."""
    return [one.result(max(0.0, started + ANSWER_S - time.perf_counter())) for one in begun]
