"""The pool of candidate documents: the passages that stand for each, their scores, and the reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.reranking import Reranker
from scrubjay.knowledge.retrieval.meaning import Meaning, reranked
from scrubjay.knowledge.retrieval.pool_documents import (
    PoolDocument,
    Ranking,
    arrays,
    members_of,
    read_documents,
    with_threads,
    wordiest_of,
)
from scrubjay.knowledge.retrieval.query import ParsedQuery, parse_query
from scrubjay.knowledge.retrieval.recipes import Recipe
from scrubjay.knowledge.retrieval.scoring import Blend, Features, blended, reciprocal_rank_fusion
from scrubjay.knowledge.retrieval.threads import FOLLOWED, LinkedThreads, raised_scores
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.text.telling import held, is_question, telling_words

if TYPE_CHECKING:
    from scrubjay.knowledge.retrieval.index import IndexView, Passages


Hear = Callable[[Sequence[tuple[int, int | None]], Sequence[float]], list[float]]
"""The scores of some turns as a recipe hears them; a turn is its content and its passage nearest to the query."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage of the pool with its score from each stage; None where a stage gave none."""

    passage: int
    content: int
    score: float
    cosine: float | None = None
    reranker: float | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """Passages, best first; how many documents they belong to; and why they weren't reranked, if they weren't."""

    scored: tuple[Scored, ...]
    documents: int
    unranked: str = ""


def documents_of(ranking: Ranking, owners: Mapping[int, int], most: int) -> list[int]:
    """The documents of ranked passages, in the order of their first passages."""
    return [*dict.fromkeys([owners[passage] for passage, _ in ranking if passage in owners])][:most]


def rank_pool(
    recipe: Recipe,
    arms: Mapping[str, Ranking],
    owners: Mapping[int, int],
    candidates: int,
    query: str,
    meaning: Meaning,
    index: Passages,
    reranker: Reranker,
    hear: Hear,
    threads: LinkedThreads | None = None,
) -> Pool:
    """Let the arms vote for `recipe.pool` documents, and score two passages of each by the recipe's blend.

    With `threads` each thread of a discussion is a document. `hear` scores the turns of a conversation anew, where the
    recipe hears one.
    """
    by_threads = dict[int, float]()
    if threads:
        owners, by_threads = threads.of(owners), threads.held(parse_query(query))
    votes = {arm: documents_of(ranking, owners, candidates) for arm, ranking in arms.items()}
    weights = {"bm25": recipe.bm25, "vector": recipe.vector}
    if threads:
        votes["threads"] = sorted(by_threads, key=lambda thread: (-by_threads[thread], -thread))[:candidates]
        weights["threads"] = recipe.bm25
    view = index.view()
    unseen = {"vector": _without_vector(view, arms["bm25"], owners) if meaning.embedded < 1 else ()}
    fused = reciprocal_rank_fusion(votes, weights, unseen=unseen)
    chosen = [content for content, _ in fused][: recipe.pool]
    found = {passage: owners[passage] for arm in arms.values() for passage, _ in arm if passage in owners}
    if threads:
        chosen = [*dict.fromkeys([*chosen, *threads.beside(chosen[:FOLLOWED])])]
        pooled = set(chosen)
        present = {passage: thread for passage, thread in found.items() if thread in pooled}
        members = arrays(threads.passages(chosen) | present)
    else:
        members = members_of(view, chosen, found)
    documents = read_documents(
        contents=chosen, members=members, words=arms["bm25"], owners=owners, meaning=meaning, view=view
    )
    if threads:
        documents = with_threads(documents, by_threads, members)
    stand = [document.passages for document in documents]
    embedded = {
        passage: passage in document.cosines
        for document, passages in zip(documents, stand, strict=True)
        for passage in passages
    }
    close, unranked = reranked(
        recipe=recipe,
        passages=embedded,
        query=query,
        meaning=meaning,
        index=index,
        reranker=reranker,
    )
    features = [_features(*pair, close) for pair in zip(documents, stand, strict=True)]
    seen = [one.seen for one in features]
    blend = recipe.blend
    if not (threads or recipe.talk):
        blend = _as_words_are_held(index, blend, query, arms["bm25"], embedded)
    scores = blended(features, blend)
    if recipe.talk:
        turns = [(document.content, document.nearest) for document in documents]
        scores = hear(turns, scores)
    words = dict(arms["bm25"])
    if threads:
        by_thread = {document.content: score for document, score in zip(documents, scores, strict=True)}
        scores = [*raised_scores(by_thread, threads.beside(by_thread)).values()]
        top = max(words.values(), default=0.0) or 1.0  # what a thread holds is a share of the best as well
        words = {passage: score / top for passage, score in words.items()}
    scored = _scored(
        documents=documents, stand=stand, seen=seen, scores=scores, close=close, words=words, blend=blend
    )  # fmt: skip
    return Pool(scored, len(documents), unranked)


def with_rest(scored: Sequence[Scored], arms: Mapping[str, Ranking], named: Collection[int], most: int) -> list[Scored]:
    """The pool, then what the arms found beyond it: the named passages, and others up to `most` in all."""
    pooled = {candidate.passage for candidate in scored}
    rest = [passage for ranking in arms.values() for passage, _ in ranking]
    rest = [passage for passage in dict.fromkeys(rest) if passage not in pooled]
    first = [passage for passage in rest if passage in named]
    more = [passage for passage in rest if passage not in named][: max(0, most - len(scored))]
    return [*scored, *[Scored(passage, 0, 0.0) for passage in (*first, *more)]]


def _as_words_are_held(index: Passages, blend: Blend, query: str, words: Ranking, beside: Collection[int]) -> Blend:
    """The blend with less weight for words, the fewer telling words of a question the best passage holds.

    A question in other words than its answer's shares with that what it shares with any text (ADR 0112). Keywords, a
    commit's subject or a claim are words of a text. The rows of passages `beside` it are read with its.
    """
    told = telling_words(query)
    if not told or not words or not blend.bm25 or not is_question(query):
        return blend
    best = index.rows([words[0][0], *beside]).get(words[0][0])
    if best is None:
        return blend
    return blend.with_words(held(" ".join((best["title"], best["heading"], best["text"])), told) / len(told))


def _without_vector(view: IndexView, words: Ranking, owners: Mapping[int, int]) -> tuple[int, ...]:
    """The documents whose passage found by words has no vector yet."""
    wordiest = wordiest_of(words, owners)
    embedded = set(view.vectors([passage for passage, _ in wordiest.values()])[0].tolist())
    return tuple(content for content, (passage, _) in wordiest.items() if passage not in embedded)


def _scored(
    documents: Sequence[PoolDocument],
    stand: Sequence[Sequence[int]],
    seen: Sequence[bool],
    scores: Sequence[float],
    close: Mapping[int, float | None],
    words: Mapping[int, float],
    blend: Blend,
) -> tuple[Scored, ...]:
    """The passages that `stand` for scored documents, best first: a document's best has its score, another what it
    lacks less.

    Where what words found of a document has no vector yet, its passages are compared by words alone.
    """
    best = max([document.bm25 or 0.0 for document in documents], default=0.0)
    scored: list[Scored] = []
    for document, passages, is_seen, score in zip(documents, stand, seen, scores, strict=True):
        cosines = document.cosines
        worth: list[float] = []
        for passage in passages:
            said = words.get(passage, 0.0)
            if not is_seen:
                worth.append(blend.bm25 * said / (document.bm25 or 1.0))
                continue
            meant = blend.cosine * cosines.get(passage, 0.0) + blend.reranker * (close[passage] or 0.0)
            worth.append(meant + blend.bm25 * (said / best if best > 0 else 0.0))
        top = max(worth, default=0.0)
        for passage, value in zip(passages, worth, strict=True):
            told = round(score - (top - value), 6)
            scored.append(Scored(passage, document.content, told, cosines.get(passage), close[passage]))
    keys = [(-one.score, -one.content, -one.passage) for one in scored]
    return tuple([scored[place] for place in sorted(range(len(keys)), key=keys.__getitem__)])


def _features(document: PoolDocument, passages: Sequence[int], close: Mapping[int, float | None]) -> Features:
    """What the arms and the reranker say of a document."""
    scores = [score for passage in passages if (score := close[passage]) is not None]
    cosine, close_to = max(document.cosines.values(), default=None), max(scores, default=None)
    return Features(document.bm25, cosine, document.centre, close_to, document.seen)


def problems(
    arms: Mapping[str, Sequence[tuple[int, float]]], parsed: ParsedQuery, meaning: Meaning, unranked: str = ""
) -> tuple[str, ...]:
    """Notes on why an answer is worse than it could be: no vectors, no words to look up, no reranking."""
    unasked = "" if parsed.match else "no words to look up"
    problems = (meaning.problem, "newest first" if arms["bm25"] and unasked else unasked, unranked)
    return tuple(problem for problem in problems if problem)


def skipped(
    recipe: Recipe, arms: Mapping[str, Sequence[tuple[int, float]]], parsed: ParsedQuery, meaning: Meaning
) -> list[str]:
    """Notes on the arms that found nothing, each with the reason."""
    steps = []
    if not arms["bm25"]:
        why = "it has no weight" if not recipe.bm25 else "none holds its words" if parsed.match else "no words"
        steps.append(f"no passages by keyword: {why}")
    if not arms["vector"]:
        why = meaning.problem or ("nothing to embed" if recipe.vector else f"recipe {recipe.name} asks none")
        steps.append(f"no passages by vector: {why}")
    return steps


def done(recipe: Recipe, reranker: str, meaning: Meaning, pool: Pool, *, pasted: bool) -> tuple[str, ...]:
    """Notes on the stages that ranked a pool; `reranker` is the name of the one that was used."""
    ranks = reranker and not pool.unranked.startswith("not ")
    return (
        f"vectors: {meaning.method}",
        f"pool: {counted(pool.documents, 'document')} by reciprocal ranks (k = 60)",
        f"reranked by {reranker}" if ranks else pool.unranked or f"not reranked: recipe {recipe.name}",
        *(("words count half: a pasted text",) if pasted else ()),
    )
