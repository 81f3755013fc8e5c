"""The searches of one question: each phrasing in the documents and in the user's own memories, as one ranking."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scrubjay.model.hit import Hit, HybridResult
from scrubjay.recall.evidence import merge
from scrubjay.retrieval.hybrid import SearchRequest
from scrubjay.retrieval.phrasings import DEPTH, fuse_phrasings


class Searches(Protocol):
    """Searches passages of one database."""

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages."""
        ...


@dataclass(frozen=True, slots=True)
class Ranking:
    """What all searches found: `project` is the project's own result, the rest holds the user's memories as well.

    `apart` are unconfirmed memories, `exact` what the question names, `embedded` the lowest share of vectors.
    """

    project: HybridResult
    hits: tuple[Hit, ...]
    apart: tuple[Hit, ...]
    exact: tuple[str, ...]
    embedded: float


def search_phrasings(
    phrasings: Sequence[str], request: SearchRequest, project: Searches, own: Searches | None
) -> Ranking:
    """Search for each phrasing with the request's filters; `own` is the user's database, None where it has no part."""
    depth = request.limit if len(phrasings) < 2 else max(request.limit, DEPTH)
    requests = [replace(request, query=words, limit=depth) for words in phrasings]
    results = [project.search(each) for each in requests]
    result = fuse_phrasings(results, request.superseded_by, request.limit)
    if own is None:
        return Ranking(result, tuple(result.hits), tuple(result.unconfirmed), result.exact, result.embedded)
    heard = [replace(each, feedback=one.feedback) for each, one in zip(requests, results, strict=True)]
    user = fuse_phrasings([own.search(each) for each in heard], request.superseded_by, request.limit)
    return Ranking(
        project=result,
        hits=merge(result.hits, user.hits, request.weights),
        apart=(*result.unconfirmed, *user.unconfirmed),
        exact=tuple(dict.fromkeys([*result.exact, *user.exact])),
        embedded=min(result.embedded, user.embedded),
    )
