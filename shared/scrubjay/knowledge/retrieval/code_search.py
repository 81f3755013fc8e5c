"""Search of code by its words and by qualified names, apart from all documents."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from scrubjay.knowledge.index.generation import in_scope, is_empty
from scrubjay.knowledge.index.terms import CODE, count_rows
from scrubjay.knowledge.retrieval.code_ranking import RankedCode, first_of_files, rank_code
from scrubjay.knowledge.retrieval.exact import HELD as HELD_NAME
from scrubjay.knowledge.retrieval.exact import IN_CODE, Exact, find_exact
from scrubjay.knowledge.retrieval.hits import hit_of, read_rows
from scrubjay.knowledge.retrieval.keyword import first_passages, frequencies, owners_of
from scrubjay.knowledge.retrieval.query import LOOKED_AT, SCORE, ParsedQuery, match_all, word_weights
from scrubjay.knowledge.retrieval.scope import Filters, Q
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit
from scrubjay.model.pattern import pattern
from scrubjay.storage.driver import Connection
from scrubjay.text.scripts import stored, stored_word
from scrubjay.text.telling import told
from scrubjay.text.words import STOP_WORDS, spaced_camel_case

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


def defined_names(connection: Connection, query: ParsedQuery) -> CodeNames:
    """Look up which names of a query code defines, and which passages `file:line` means."""
    if query.pasted:
        return CodeNames()
    labels: list[str] = []
    passages: dict[int, int] = {}
    for number, name in enumerate(names_of(query)):
        for end in ends_of(name):
            if found := _passages_defining(connection, end) or _passages_headed(connection, end):
                labels.append(name)
                for passage in found:
                    passages.setdefault(passage, FIRST - number)
                break
    for path, line in lines_of(query.text):
        held = in_scope(connection, Q.code_at_line, path=path, line=line, limit=MOST).fetchall()
        passages |= {row["id"]: FIRST for row in held}
        labels += [f"{path}:{line}"] if held else []
    return CodeNames(tuple(labels), tuple(passages.items()))


def _passages_defining(connection: Connection, end: str) -> list[int]:
    """The passages that define a name with this ending, by the symbols that grammars found."""
    roles = json.dumps(["definition"])
    rows = in_scope(connection, Q.places, path=end, name=end.rpartition(".")[2], roles=roles, limit=MOST)
    return [row["passage"] for row in rows]


def _passages_headed(connection: Connection, end: str) -> list[int]:
    """The first passages under a heading with this ending, for languages whose symbols aren't read."""
    words = stored(spaced_camel_case(end.rpartition(".")[2])).replace('"', " ")
    rows = in_scope(connection, Q.code_headed, match=f'name : "{words}"', end=end, limit=MOST)
    return [row["id"] for row in rows]


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


def find_code(connection: Connection, query: ParsedQuery, filters: Filters, limit: int) -> CodeAnswer:
    """Rank the definitions of `temp.code`; nothing for a query without words."""
    if not query.match or is_empty(connection, "code"):
        return CodeAnswer()
    exact = _with_definitions(find_exact(connection, query, filters.prefers, IN_CODE), defined_names(connection, query))
    by_words = in_scope(connection, Q.code_by_words, match=query.match, limit=POOL)
    passages = {**dict.fromkeys(exact.passages, 0.0), **exact.scores, **{id: -score for id, score in by_words}}
    missing = exact.documents.keys() - set(owners_of(connection, passages).values()) if exact.documents else ()
    first = first_passages(connection, missing)
    heads = connection.execute(Q.heads_of, {"passages": json.dumps(list(passages))})
    passages = {**dict.fromkeys([*first, *[id for (id,) in heads]], 0.0), **passages}
    for allowed in _allowed_definitions(connection, filters):
        passages = {passage: score for passage, score in passages.items() if passage in allowed}
    top = max(passages.values(), default=0.0) or 1.0
    rows = read_rows(connection, passages)
    scored = [(rows[passage], score / top) for passage, score in passages.items() if passage in rows]
    exact = replace(exact, passages={p: exact.passages[p] for p in passages if p in rows and p in exact.passages})
    ranked = rank_code(scored, _word_weights(connection, query), query.text, exact)
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


def _allowed_definitions(connection: Connection, filters: Filters) -> list[set[int]]:
    """Sets of allowed definitions: one for each phrase that must occur, and one without the excluded phrases."""
    allowed: list[set[int]] = []
    for phrase in filters.holds:
        found = _passages_with_phrase(connection, phrase)
        if found:
            allowed.append(found)
    without = set[int]().union(*(_passages_with_phrase(connection, phrase) for phrase in filters.lacks))
    if without:
        every = {row[0] for row in in_scope(connection, Q.passages_of_code)}
        allowed.append(every - without)
    return allowed


def _passages_with_phrase(connection: Connection, phrase: str) -> set[int]:
    """The passages of code that hold a phrase."""
    match = match_all(phrase)
    return {row[0] for row in in_scope(connection, Q.code_holding, match=match)} if match else set()


def _word_weights(connection: Connection, query: ParsedQuery) -> dict[str, float]:
    """The weight of each query word: the fewer definitions hold it, the more."""
    words = {word: stored_word(word) for word in told(query.text)[:LOOKED_AT]}
    held = frequencies(connection, CODE, words.values())
    return word_weights({word: held[each] for word, each in words.items()}, count_rows(connection, CODE))
