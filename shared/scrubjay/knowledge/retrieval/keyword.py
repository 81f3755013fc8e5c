"""What is found by words? Passages, helped by their whole document and by its path."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from operator import itemgetter
from typing import Final

from scrubjay.knowledge.index.generation import filled, in_scope, scope_number
from scrubjay.knowledge.retrieval.exact import Exact, find_exact
from scrubjay.knowledge.retrieval.query import LOOKED_AT, MAX_TERMS, PAIRS, ParsedQuery, any_of, with_shares, worth
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.model.hit import Hit
from scrubjay.storage.driver import Connection
from scrubjay.text.languages import FUNCTION_WORDS, JOINING, closed_stem, language_of, language_term
from scrubjay.text.scripts import stored_word
from scrubjay.text.telling import told

SHORTEST: Final = 5
"""Letters of a part of a compound, at least."""

LINKS: Final = ("", "s", "es", "n", "en", "er", "e")
"""What joins the first part of a compound to the second."""


def languages(connection: Connection) -> tuple[str, ...]:
    """The languages other than English that documents are in."""
    scope = filled(connection)
    if scope is not None and scope.languages is not None:
        return scope.languages
    terms = {language_term(language): language for language in FUNCTION_WORDS}
    quoted = json.dumps([f'"{term}"' for term in terms])
    spoken = tuple(terms[row[0].strip('"')] for row in connection.execute(Q.languages, {"terms": quoted}))
    if scope is not None:
        scope.languages = spoken
    return spoken


def stems(query: str, words: Iterable[str], spoken: Sequence[str]) -> tuple[str, ...]:
    """The stems of a question's words, as the tables hold them: in its own language, else in each that is spoken."""
    own = language_of(query)
    asked = (own,) if own in spoken else spoken
    plain = [word for word in words if word.isalpha()]
    told = [word for word in plain if not any(word in FUNCTION_WORDS[language] for language in asked)]
    return tuple(dict.fromkeys(closed_stem(word, language) for word in told for language in asked))


def parts(words: Iterable[str], spoken: Sequence[str], count: Callable[[str], int]) -> tuple[str, ...]:
    """The parts of compounds that documents hold, as words or stems; `count` says how many passages hold one."""
    joining = [language for language in spoken if language in JOINING]
    if not joining:
        return ()

    @cache
    def known(part: str) -> tuple[int, str]:
        forms = (part, *(closed_stem(part, language) for language in joining))
        return max((count(form), form) for form in forms)

    long = [word for word in words if word.isalpha() and len(word) >= 2 * SHORTEST]
    return tuple(dict.fromkeys(part for word in long for part in _split(word, known)))


def _split(word: str, known: Callable[[str], tuple[int, str]]) -> tuple[str, ...]:
    """The two parts of which the rarer one is the commonest; none where no two are known."""
    best: tuple[int, tuple[str, ...]] = (0, ())
    for place in range(SHORTEST, len(word) - SHORTEST + 1):
        held, last = known(word[place:])
        for link in LINKS if held else ():
            first = word[:place].removesuffix(link)
            if word[:place].endswith(link) and len(first) >= SHORTEST:
                times, part = known(first)
                best = max(best, (min(held, times), (part, last)), key=itemgetter(0))
    return best[1]


DOCUMENT_WEIGHT = 0.5
PATH_WEIGHT = 1.0
PART_WEIGHT = 0.5

WORDS = 12
"""Plain words that are looked up, the rarest of a longer query. Against the first 16 that is .02 more recall@10 on
234 pasted questions over 109,000 passages, at half the CPU (.157 to .175, 108 to 48 ms); 8 words lose it again."""

SMALL = 2_000
"""Contents up to which a scope is small. Documents among 100,000 memories: 2.7 ms of CPU instead of 7."""

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
    connection: Connection, query: ParsedQuery, limit: int, *, helped: bool = True, phrases: Sequence[str] = ()
) -> KeywordAnswer:
    """Rank the passages of `temp.scope`, at most `limit`. Ties: newer first.

    What the query names exactly, or holds one of some phrases, is among them, however it scores. `helped`: by their
    whole documents and by paths.
    """
    if not query.match:
        return KeywordAnswer()
    spoken = languages(connection)
    found = expression(connection, query, WORDS * query.places // MAX_TERMS)
    match = " OR ".join(filter(None, [found, any_of(stems(query.text, query.words, spoken))]))
    params = {"match": match, "limit": limit, "scope": scope_number(connection)}
    exact = find_exact(connection, query, phrases)
    passages = {**exact.scores, **_scores(connection, _passages(connection), params)}
    for passage, score in _by_parts(connection, query, spoken, limit).items():
        passages[passage] = passages.get(passage, 0.0) + PART_WEIGHT * score
    documents = _scores(connection, Q.documents_by_words, params) if helped else {}
    paths = _scores(connection, Q.documents_by_path, params) if helped else {}
    bonus = {
        content: DOCUMENT_WEIGHT * documents.get(content, 0.0) + PATH_WEIGHT * paths.get(content, 0.0)
        for content in documents.keys() | paths.keys()
    }
    owners = owners_of(connection, passages)
    scored = {passage: score + bonus.get(owners[passage], 0.0) for passage, score in passages.items()}
    absent = (bonus.keys() | exact.documents.keys()) - set(owners.values())
    for passage, content in _first_passages(connection, absent).items():
        scored[passage] = bonus.get(content, 0.0)
        owners[passage] = content
    ranked = sorted(scored.items(), key=lambda item: (-item[1], -item[0]))
    named = {p: exact.passages.get(p, 0) for p in scored if p in exact.passages or owners[p] in exact.documents}
    exact = replace(exact, passages=named)
    late = [pair for pair in ranked[limit:] if pair[0] in named]
    return KeywordAnswer(tuple([*ranked[: max(0, limit - len(late))], *late][:limit]), exact)


def _by_parts(connection: Connection, query: ParsedQuery, spoken: Sequence[str], limit: int) -> dict[int, float]:
    """Passages that hold the parts of a compound in a query."""
    known = parts(query.words, spoken, lambda word: _count(connection, Q.count_word, word))
    params = {"match": any_of(known), "limit": limit, "scope": scope_number(connection)}
    return _scores(connection, _passages(connection), params) if known else {}


def with_worth(connection: Connection, query: str, *parts: Sequence[Hit]) -> tuple[tuple[Hit, ...], ...]:
    """Parts of an answer, each hit with the share that it holds of a query's words, by how many passages hold these."""
    (passages,) = connection.execute(Q.count_passages).fetchone()
    counts = {word: _count(connection, Q.count_word, stored_word(word)) for word in told(query)[: LOOKED_AT * PAIRS]}
    return tuple(with_shares(hits, worth(counts, passages)) for hits in parts)


def words_of_memories(connection: Connection, query: ParsedQuery, limit: int) -> tuple[tuple[int, float], ...]:
    """Passages of `temp.memories` by their words, best first: what a word is worth is counted among memories."""
    if not query.match:
        return ()
    chosen: Sequence[str] = query.words
    most = WORDS * query.places // MAX_TERMS
    if len(chosen) > most:
        frequencies = {word: _count(connection, Q.count_memory_word, word) for word in chosen}
        chosen = sorted((word for word in chosen if frequencies[word]), key=lambda word: frequencies[word])[:most]
    match = any_of((*query.exact[: query.places - len(chosen)], *chosen))
    params = {"match": match, "limit": limit, "scope": scope_number(connection)}
    return tuple(_scores(connection, Q.memories_by_words, params).items()) if match else ()


def newest(connection: Connection, limit: int) -> KeywordAnswer:
    """For a query without words: the beginning of each content of `temp.scope`, the newest first."""
    rows = in_scope(connection, Q.newest_of_scope, limit=limit)
    return KeywordAnswer(tuple((row["id"], 0.0) for row in rows))


def newest_memories(connection: Connection, limit: int) -> tuple[tuple[int, float], ...]:
    """The beginning of each of `temp.memories`, the newest first."""
    rows = in_scope(connection, Q.newest_memories, limit=limit)
    return tuple((row["id"], 0.0) for row in rows)


def _passages(connection: Connection) -> str:
    """How passages are held against the scope: those of a small one are listed first, in a large one each is asked."""
    (few,) = in_scope(connection, Q.scope_is_small, most=SMALL).fetchone()
    return Q.passages_of_few_by_words if few else Q.passages_by_words


def expression(connection: Connection, query: ParsedQuery, most_words: int) -> str:
    """Names and phrases, and the rarest words, without common ones where there is something else to go by."""
    if not query.match:
        return ""
    (passages,) = connection.execute(Q.count_passages).fetchone()
    if len(query.words) <= (1 if passages >= COMMON_FROM else most_words):
        return query.match
    frequencies = {word: _count(connection, Q.count_word, word) for word in query.words}
    most = passages * COMMON if passages >= COMMON_FROM else passages
    # A word that stands nowhere finds nothing, however rare it is.
    telling = [word for word in query.words if 0 < frequencies[word] <= most]
    chosen = sorted(telling if telling or query.exact else query.words, key=lambda word: frequencies[word])
    room = query.places - min(len(chosen), most_words)
    return any_of((*query.exact[:room], *chosen[:most_words]))


def _count(connection: Connection, sql: str, word: str) -> int:
    return int(connection.execute(sql, {"match": any_of([word])}).fetchone()[0])


def _scores(connection: Connection, sql: str, parameters: dict[str, object]) -> dict[int, float]:
    """The best score of each row, best first; bm25 is negative in SQLite."""
    best: dict[int, float] = {}
    for id, score in connection.execute(sql, parameters):
        best.setdefault(id, -float(score))
    return best


def owners_of(connection: Connection, passages: Iterable[int]) -> dict[int, int]:
    """The content that each of some passages belongs to."""
    rows = connection.execute(Q.owners, {"passages": json.dumps(list(passages))})
    return dict(rows.fetchall())


def _first_passages(connection: Connection, contents: Iterable[int]) -> dict[int, int]:
    rows = connection.execute(Q.first_passages, {"contents": json.dumps(sorted(contents))})
    return {row["id"]: row["content_id"] for row in rows}
