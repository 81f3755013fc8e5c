"""Search of code by its words and by qualified names, apart from all documents."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from scrubjay.knowledge.retrieval.code_ranking import RankedCode, first_of_files, rank_code
from scrubjay.knowledge.retrieval.exact import HELD as HELD_NAME
from scrubjay.knowledge.retrieval.exact import Exact, find_exact
from scrubjay.knowledge.retrieval.hits import hit_of
from scrubjay.knowledge.retrieval.index import Definitions, Index, Terms
from scrubjay.knowledge.retrieval.keyword import first_passages
from scrubjay.knowledge.retrieval.query import LOOKED_AT, SCORE, ParsedQuery, phrase_tokens, word_weights
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit
from scrubjay.model.pattern import pattern
from scrubjay.text.scripts import stored_word
from scrubjay.text.telling import told
from scrubjay.text.words import STOP_WORDS

MOST: Final = 50
"""Definitions of one name that are looked at."""

MOST_NAMES: Final = 8

MOST_PARTS: Final = 4
"""Last parts of a qualified name that are looked up: definitions lie in few others, and each costs two look-ups."""

FIRST: Final = 100
"""What the definition of a query's first name counts, each further one's one less; only holding a name less."""

_PART: Final = r"[^\W\d][\w$]*|\$\w+"
_JOIN: Final = r"\.|::|->|\#|\\"
_NAME: Final = pattern(rf"(?<![\w$])(?:{_PART})(?:(?:{_JOIN})~?(?:{_PART}))*", re.VERBOSE)
_IS_ONE: Final = pattern(r"_|[a-z][A-Z]|\$|\.|::|->|#|\\")
_ALONE: Final = pattern(r"\W*\w+\W*")
_LINE: Final = pattern(r"(?<![\w./@+-])([\w./@+-]++)(?::|\#L|\(|\"?,?\ (?:on\ )?line\ )(\d{1,7})(?!\d)", re.VERBOSE)
"""As compilers, tracebacks and forges print a line of a file; each run of a path's characters is looked at once."""

_FILE: Final = pattern(r".*\w\.[A-Za-z]\w{0,9}")
_HERE: Final = pattern(r"\A(?:\.{1,2}/)++")


@dataclass(frozen=True, slots=True)
class CodeNames:
    """The names of a query that code defines, as typed, and how much each passage with such a definition counts."""

    labels: tuple[str, ...] = ()
    passages: tuple[tuple[int, int], ...] = ()


def names_of(query: ParsedQuery) -> tuple[str, ...]:
    """The names in a query: by their form, or every word where nothing else is asked; in their order."""
    found = (match[0].strip("\\") for match in _NAME.finditer(query.text))
    alone = query.bare or _ALONE.fullmatch(query.text)
    named = dict.fromkeys(name for name in found if alone or _IS_ONE.search(name))
    telling = [name for name in named if name.lower() not in STOP_WORDS]
    return tuple(telling or named)[:MOST_NAMES]


def ends_of(name: str) -> Iterator[str]:
    """The path of a definition that a qualified name may end with, the longest first: `Client.send`, then `send`."""
    parts = re.sub(rf"(?:{_JOIN})~?", ".", name, flags=re.VERBOSE).lstrip("$").split(".")[-MOST_PARTS:]
    for start in range(len(parts)):
        yield ".".join(parts[start:])


def lines_of(text: str) -> list[tuple[str, int]]:
    """The lines of files that a text names, as `src/app.py:12`; paths without the `./` before them."""
    found = ((_HERE.sub("", path), int(line)) for path, line in _LINE.findall(text))
    return [(path, line) for path, line in found if _FILE.fullmatch(path)][:MOST_NAMES]


def defined_names(code: Definitions, query: ParsedQuery) -> CodeNames:
    """Look up which names of a query code defines, and which passages `file:line` means."""
    if query.pasted:
        return CodeNames()
    labels: list[str] = []
    passages: dict[int, int] = {}
    for number, name in enumerate(names_of(query)):
        for end in ends_of(name):
            if found := code.defining(end, MOST) or code.headed(end, MOST):
                labels.append(name)
                for passage in found:
                    passages.setdefault(passage, FIRST - number)
                break
    for path, line in lines_of(query.text):
        held = code.at_line(path, line, MOST)
        passages |= dict.fromkeys(held, FIRST)
        labels += [f"{path}:{line}"] if held else []
    return CodeNames(tuple(labels), tuple(passages.items()))


POOL: Final = 200
"""Definitions that are compared by what they hold."""


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """The definitions that answer a query, best first, each with the share of the question's words that it holds.

    `exact` is what it names exactly, None where there was no code to look in; `called`: it is nothing but the name of
    the first or its file's; `found` counts the definitions that were compared.
    """

    hits: tuple[Hit, ...] = ()
    exact: Exact | None = None
    called: bool = False
    found: int = 0


def find_code(index: Index, query: ParsedQuery, filters: Filters, limit: int) -> CodeAnswer:
    """Rank the definitions that a search may show; nothing for a query without words."""
    if not query.match or not index.has_code():
        return CodeAnswer()
    exact = _with_definitions(find_exact(index, query, filters.prefers, "code"), defined_names(index, query))
    by_words = index.best("code", query.first, POOL)
    passages = {**dict.fromkeys(exact.passages, 0.0), **exact.scores, **by_words}
    view = index.view()
    missing = exact.documents.keys() - set(view.owners(passages).values()) if exact.documents else ()
    first = first_passages(view, missing)
    passages = {**dict.fromkeys([*first, *index.heads(passages)], 0.0), **passages}
    for held, keeps in _narrowed(index, filters):
        passages = {passage: score for passage, score in passages.items() if (passage in held) is keeps}
    top = max(passages.values(), default=0.0) or 1.0
    rows = index.rows(passages)
    scored = [(rows[passage], score / top) for passage, score in passages.items() if passage in rows]
    exact = replace(exact, passages={p: exact.passages[p] for p in passages if p in rows and p in exact.passages})
    ranked = rank_code(scored, _word_weights(index, query), query.text, exact)
    called = query.bare and any(
        row["content_id"] in exact.documents or exact.passages.get(row["id"], 0) > HELD_NAME for row, _, _ in ranked[:1]
    )
    ranks = {passage: number for number, passage in enumerate(passages, 1)}
    hits = tuple(_hit_of_definition(one, passages, ranks) for one in first_of_files(ranked, limit))
    return CodeAnswer(hits, exact, called, len(passages))


def _hit_of_definition(one: RankedCode, scores: Mapping[int, float], ranks: Mapping[int, int]) -> Hit:
    """A ranked definition as a hit."""
    row, score, held = one
    told = {"bm25": round(scores[row["id"]], 6)} | ({} if held is None else {SCORE: held})
    return hit_of(row, score=score, scores=told, ranks={"bm25": ranks[row["id"]]})


def _with_definitions(exact: Exact, defined: CodeNames) -> Exact:
    """The exact matches, with passages that define a name before passages that only hold it."""
    labels = tuple(dict.fromkeys([*exact.labels, *defined.labels]))
    unknown = tuple(name for name in exact.unknown if name not in labels)
    return replace(exact, labels=labels, passages={**exact.passages, **dict(defined.passages)}, unknown=unknown)


def _narrowed(code: Definitions, filters: Filters) -> Iterator[tuple[Collection[int], bool]]:
    """Passages that hold a phrase, and whether they are kept or dropped: each that must occur and does, or is excluded.

    A phrase that nothing holds narrows nothing.
    """
    for phrases, keeps in ((filters.holds, True), (filters.lacks, False)):
        for tokens in filter(None, map(phrase_tokens, phrases)):
            if held := code.pieces_holding(tokens):
                yield held, keeps


def _word_weights(terms: Terms, query: ParsedQuery) -> dict[str, float]:
    """The weight of each query word: the fewer definitions hold it, the more."""
    words = {word: stored_word(word) for word in told(query.text)[:LOOKED_AT]}
    held = terms.frequencies("code", words.values())
    return word_weights({word: held[each] for word, each in words.items()}, terms.count("code"))
