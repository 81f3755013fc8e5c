"""Choice of the passages that are shown, and their order; only these become hits."""

from collections.abc import Mapping, Sequence

from scrubjay.knowledge.index.kinds import kind_of
from scrubjay.knowledge.retrieval.code_order import fixtures_last
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.hits import FoundPassages, first_passages_of_successors, with_telling_passages
from scrubjay.knowledge.retrieval.index import Passages
from scrubjay.knowledge.retrieval.order import in_place, spread_hits
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.pool_documents import Ranking
from scrubjay.knowledge.retrieval.query import ParsedQuery
from scrubjay.knowledge.retrieval.versions import Pages
from scrubjay.model.hit import Hit


def chosen_hits(
    index: Passages,
    scored: Sequence[Scored],
    arms: Mapping[str, Ranking],
    *,
    query: ParsedQuery,
    asked: str,
    exact: Exact,
    pages: Pages,
    superseded_by: Mapping[str, tuple[str, ...]],
    limit: int,
) -> tuple[Hit, ...]:
    """The first hits of a scored pool: named ones first, fixtures last, no replaced decision above its successor.

    Successors that the arms didn't find come last; one is shown only where it replaces a hit.
    """
    found = FoundPassages(index.rows([one.passage for one in scored]), scored, arms)
    rows = [found.rows[one.passage] for one in found.scored]
    stands = [
        (pages.paths.get(row["content_id"], row["path"]), row["content_id"], one.passage)
        for one, row in zip(found.scored, rows, strict=True)
    ]
    formats = {format: kind_of(format) for format in {row["format"] for row in rows}}
    order = fixtures_last(stands, [formats[row["format"]] for row in rows], asked, exact)
    first = first_passages_of_successors(index.view(), superseded_by, {path for path, _, _ in stands})
    newer = FoundPassages(index.rows(first), [Scored(passage, 0, 0.0) for passage in first], {})
    later = [newer.rows[one.passage] for one in newer.scored]
    every = [stands[place] for place in order] + [(row["path"], row["content_id"], row["id"]) for row in later]
    places = in_place(every, exact, superseded_by)

    def hit(place: int) -> Hit:
        if place < len(order):
            return pages.shown(found.hit(found.scored[order[place]]))
        return newer.hit(newer.scored[place - len(order)])

    hits = spread_hits(map(hit, places), limit)
    return with_telling_passages(index.view(), hits, query, exact, superseded_by)
