"""A question to servers that the home has joined: what of it goes out, and how long their answers are waited for."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from scrubjay.errors import UsageError
from scrubjay.model.far import ANSWER_S, FarAnswer, FarRequest
from scrubjay.model.paths import path_problem
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
    paths = [*filter(None, (request.path,)), *narrowed.filters.within, *narrowed.filters.outside]
    return FarRequest(
        query=request.query, also_ask=request.also_ask, kinds=narrowed.kinds, path=request.path, limit=request.limit,
        placed=bool(paths), of_home=_of_home(request, paths),
    )  # fmt: skip


def _of_home(request: RecallRequest, paths: Iterable[str]) -> str:
    """What a question is narrowed to that only the home can tell, in words; empty for nothing.

    Where a folder lies on this machine is nobody else's: a path goes out from the repository's top alone.
    """
    if request.as_of:
        return "as of a revision of here"
    if any(map(path_problem, paths)):
        return "below a path that isn't one from the repository's top"
    return "by a service of here" if request.service else "by a title of here" if request.topic else ""


def awaited(begun: "Iterable[PendingFarAnswer]", started: float) -> list[FarAnswer]:
    """The answers that there are by now, or within their time from when the call `started` (`time.perf_counter`)."""
    return [one.result(max(0.0, started + ANSWER_S - time.perf_counter())) for one in begun]
