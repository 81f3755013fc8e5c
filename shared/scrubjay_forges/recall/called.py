"""Which discussion is a query the name of? It comes first, as whatever is named outright does."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.search.recall.searches import Searches
from scrubjay.text.references import mention

if TYPE_CHECKING:
    from scrubjay_forges.discussions.store import DiscussionStore

NAME: Final = 500
"""Characters of a query that may be a name or an address."""


def called(store: "DiscussionStore", searches: Searches, request: SearchRequest) -> Hit | None:
    """What the discussion was opened with whose name the query is (`#12`, `owner/name#12`, its address).

    Where that may not be shown, it is the newest text of it that may.
    """
    named = mention(request.query) if len(request.query) <= NAME else None
    ref = store.find(named) if named else None
    head = store.head(ref) if ref else None
    if ref is None or head is None:
        return None
    filters = replace(request.filters, only=(ref.label.lower(), ref.full))
    for until in (head.created_at, request.filters.until):
        wanted = replace(request, query="", limit=1, filters=replace(filters, until=until))
        if hits := searches.search(wanted).hits:
            return hits[0]
    return None


def with_called(result: HybridResult, hit: Hit | None, name: str) -> HybridResult:
    """A result that begins with the discussion that is called so."""
    if hit is None:
        return result
    hits = (hit, *(other for other in result.hits if other.path != hit.path))
    exact = tuple(dict.fromkeys([name.strip(), *result.exact]))
    return replace(result, hits=hits, exact=exact, named=result.named | {hit.content}, called=hit.path)
