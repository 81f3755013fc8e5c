"""Keyword search: passages by their words, helped by their whole document and by its path."""

from collections.abc import Collection, Sequence

from scrubjay.knowledge.retrieval.exact import Exact, find_exact
from scrubjay.knowledge.retrieval.index import Index, IndexView, Terms
from scrubjay.knowledge.retrieval.inflected import parts, stems
from scrubjay.knowledge.retrieval.query import LOOKED_AT, MAX_TERMS, PAIRS, ParsedQuery, with_shares, word_weights
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.hit import Hit
from scrubjay.text.scripts import stored_word
from scrubjay.text.telling import told

DOCUMENT_WEIGHT = 0.5
PATH_WEIGHT = 1.0
PART_WEIGHT = 0.5

WORDS = 12
"""Plain words that are looked up, the rarest of a longer query. Against the first 16 that is .02 more recall@10 on
234 pasted questions over 109,000 passages, at half the CPU (.157 to .175, 108 to 48 ms); 8 words lose it again."""

COMMON = 0.2
"""Share of the passages that makes a word common: it costs most and tells least. At a tenth 127
short questions lose .02 of recall@10 (.403 to .384); at a fifth nothing."""

COMMON_FROM = 20_000
"""Passages from which common words are left out; below it a search costs little, and the best word may be common."""


@dataclass(frozen=True, slots=True)
class KeywordAnswer:
    """Passages by bm25 (higher is better), best first, and what the query names exactly."""

    ranked: tuple[tuple[int, float], ...] = ()
    exact: Exact = field(default_factory=Exact)


def search_words(
    index: Index, query: ParsedQuery, limit: int, *, helped: bool = True, phrases: Sequence[str] = ()
) -> KeywordAnswer:
    """Rank the passages that a search may show, at most `limit`. Ties: newer first.

    What the query names exactly, or holds one of some phrases, is among them, however it scores. `helped`: by their
    whole documents and by paths.
    """
    if not query.match:
        return KeywordAnswer()
    spoken = index.languages()
    tokens = [*chosen(index, query, WORDS * query.places // MAX_TERMS), *stems(query.text, query.words, spoken)]
    exact = find_exact(index, query, phrases)
    passages = {**exact.scores, **index.best("passages", tokens, limit)}
    compounds = parts(query.words, spoken, lambda word: index.frequencies("documents", [word])[word])
    for passage, score in index.best("passages", compounds, limit).items():
        passages[passage] = passages.get(passage, 0.0) + PART_WEIGHT * score
    documents = index.best("documents", tokens, limit) if helped else {}
    paths = index.best("paths", tokens, limit) if helped else {}
    bonus = {
        content: DOCUMENT_WEIGHT * documents.get(content, 0.0) + PATH_WEIGHT * paths.get(content, 0.0)
        for content in documents.keys() | paths.keys()
    }
    view = index.view()
    owners = dict(view.owners(passages))
    scored = {passage: score + bonus.get(owners[passage], 0.0) for passage, score in passages.items()}
    absent = (bonus.keys() | exact.documents.keys()) - set(owners.values())
    for passage, content in first_passages(view, absent).items():
        scored[passage] = bonus.get(content, 0.0)
        owners[passage] = content
    ordered = sorted([(-score, -passage) for passage, score in scored.items()])
    ranked_all = [(-passage, -score) for score, passage in ordered]
    named = {p: exact.passages.get(p, 0) for p in scored if p in exact.passages or owners[p] in exact.documents}
    exact = replace(exact, passages=named)
    late = [pair for pair in ranked_all[limit:] if pair[0] in named]
    return KeywordAnswer(tuple([*ranked_all[: max(0, limit - len(late))], *late][:limit]), exact)


def first_passages(view: IndexView, contents: Collection[int]) -> dict[int, int]:
    """The first passage of each of some contents, with the content."""
    if not contents:
        return {}
    passages, owners = view.members(sorted(contents), 1)
    return dict(zip(passages.tolist(), owners.tolist(), strict=True))


def with_worth(terms: Terms, query: str, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits, each with the share of the query's words that it holds; rare words count more."""
    words = {word: stored_word(word) for word in told(query)[: LOOKED_AT * PAIRS]}
    held = terms.frequencies("documents", words.values())
    counts = {word: held[stored] for word, stored in words.items()}
    return with_shares(hits, word_weights(counts, terms.count("documents")))


def newest_contents(index: Index, limit: int) -> KeywordAnswer:
    """For a query without words: the beginning of each content, the newest first."""
    return KeywordAnswer(tuple((passage, 0.0) for passage in index.newest(limit)))


def chosen(terms: Terms, query: ParsedQuery, most_words: int) -> tuple[str, ...]:
    """The query's names and phrases, and its rarest words; common words only where there is nothing else."""
    if not query.match:
        return ()
    passages = terms.count("documents")
    if len(query.words) <= (1 if passages >= COMMON_FROM else most_words):
        return query.first
    held = terms.frequencies("documents", query.words)
    most = passages * COMMON if passages >= COMMON_FROM else passages
    # A word that stands nowhere finds nothing, however rare it is.
    telling = [word for word in query.words if 0 < held[word] <= most]
    rarest = sorted(telling if telling or query.exact else query.words, key=held.__getitem__)
    room = query.places - min(len(rarest), most_words)
    return (*query.exact[:room], *rarest[:most_words])
