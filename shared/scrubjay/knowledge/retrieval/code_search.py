"""Search of code by its words and by qualified names, apart from all documents."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scrubjay.knowledge.index.generation import in_scope, scope_number
from scrubjay.knowledge.retrieval.code_order import asks_for_tests, is_generated, is_test, likeness, name_stems
from scrubjay.knowledge.retrieval.exact import HELD as HELD_NAME
from scrubjay.knowledge.retrieval.exact import IN_CODE, Exact, find_exact
from scrubjay.knowledge.retrieval.hits import may_answer, read_hits
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.query import LOOKED_AT, SCORE, ParsedQuery, any_of, match_all, with_shares, worth
from scrubjay.knowledge.retrieval.scope import Filters, Q
from scrubjay.model.hit import Hit
from scrubjay.storage.driver import Connection
from scrubjay.text.scripts import stored, stored_word
from scrubjay.text.telling import told
from scrubjay.text.words import STOP_WORDS, spaced

MOST: Final = 50
"""Definitions of one name that are looked at."""

MOST_NAMES: Final = 8

MOST_PARTS: Final = 4
"""Last parts of a qualified name that are looked up: definitions lie in few others, and each costs two look-ups."""

FIRST: Final = 100
"""What the definition of a query's first name counts, each further one's one less; only holding a name less."""

_PART: Final = r"[^\W\d][\w$]*|\$\w+"
_JOIN: Final = r"\.|::|->|\#|\\"
_NAME: Final = re.compile(rf"(?<![\w$])(?:{_PART})(?:(?:{_JOIN})~?(?:{_PART}))*", re.VERBOSE)
_IS_ONE: Final = re.compile(r"_|[a-z][A-Z]|\$|\.|::|->|#|\\")
_ALONE: Final = re.compile(r"\W*\w+\W*")
_LINE: Final = re.compile(r"(?<![\w./@+-])([\w./@+-]++)(?::|\#L|\(|\"?,?\ (?:on\ )?line\ )(\d{1,7})(?!\d)", re.VERBOSE)
"""As compilers, tracebacks and forges print a line of a file; each run of a path's characters is looked at once."""

_FILE: Final = re.compile(r".*\w\.[A-Za-z]\w{0,9}")
_HERE: Final = re.compile(r"\A(?:\.{1,2}/)++")


@dataclass(frozen=True, slots=True)
class CodeNames:
    """The names of a query that code defines, as they are typed, and what each passage with a definition counts."""

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
    """Look the names of a query up among the definitions of `temp.code`, and `file:line` among its passages."""
    if query.pasted:
        return CodeNames()
    labels: list[str] = []
    passages: dict[int, int] = {}
    for number, name in enumerate(names_of(query)):
        for end in ends_of(name):
            if found := _symbols(connection, end) or _headed(connection, end):
                labels.append(name)
                for passage in found:
                    passages.setdefault(passage, FIRST - number)
                break
    for path, line in lines_of(query.text):
        held = in_scope(connection, Q.code_at_line, path=path, line=line, limit=MOST).fetchall()
        passages |= {row["id"]: FIRST for row in held}
        labels += [f"{path}:{line}"] if held else []
    return CodeNames(tuple(labels), tuple(passages.items()))


def _symbols(connection: Connection, end: str) -> list[int]:
    """The passages that define what ends so, by the grammars' symbols."""
    roles = json.dumps(["definition"])
    rows = in_scope(connection, Q.places, path=end, name=end.rpartition(".")[2], roles=roles, limit=MOST)
    return [row["passage"] for row in rows]


def _headed(connection: Connection, end: str) -> list[int]:
    """The first passages under a heading that ends so, for languages of which no symbols are read."""
    words = stored(spaced(end.rpartition(".")[2])).replace('"', " ")
    rows = in_scope(connection, Q.code_headed, match=f'name : "{words}"', end=end, limit=MOST)
    return [row["id"] for row in rows]


POOL: Final = 200
"""Definitions that are compared by what they hold."""

PER_FILE: Final = 3
"""Definitions of one file in an answer."""

HELD: Final = 0.5
NAMED: Final = 0.5
"""What counts beside the share of the best bm25: the share of the question's words that a definition and its path
hold, and how alike its name is to them. Of 44 questions over four repositories 29 by sentence and 41 by three words are
among the first eight; 28 and 41 with .5 for the path besides, 23 and 41 with a name that weighs four times a body."""


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """Definitions, best first, each with the share of the question's words that it holds.

    `exact` is what it names exactly, None where there was no code to look in; `called`: it is nothing but the name of
    the first or its file's; `found` counts the definitions that were compared.
    """

    hits: tuple[Hit, ...] = ()
    exact: Exact | None = None
    called: bool = False
    found: int = 0


def find_code(connection: Connection, query: ParsedQuery, filters: Filters, limit: int) -> CodeAnswer:
    """Rank the definitions of `temp.code`; nothing for a query without words."""
    if not query.match or not in_scope(connection, Q.any_code).fetchone()[0]:
        return CodeAnswer()
    exact = _with_definitions(find_exact(connection, query, filters.prefers, IN_CODE), defined_names(connection, query))
    params = {"match": query.match, "limit": POOL, "scope": scope_number(connection)}
    passages = {**dict.fromkeys(exact.passages, 0.0), **exact.scores, **_scores(connection, Q.code_by_words, params)}
    missing = exact.documents.keys() - {row["content_id"] for row in _owners(connection, passages)}
    first = connection.execute(Q.first_passages, {"contents": json.dumps(sorted(missing))}).fetchall()
    heads = connection.execute(Q.heads_of, {"passages": json.dumps(list(passages))})
    passages = {**dict.fromkeys((row["id"] for row in (*first, *heads)), 0.0), **passages}
    for allowed in _holding(connection, filters):
        passages = {passage: score for passage, score in passages.items() if passage in allowed}
    top = max(passages.values(), default=0.0) or 1.0
    scored = [Scored(passage, 0, score / top) for passage, score in passages.items()]
    found = read_hits(connection, scored, {"bm25": list(passages.items())})
    hits = with_shares(found, _worth(connection, query))
    named = {hit.passage: exact.passages[hit.passage] for hit in hits if hit.passage in exact.passages}
    exact = replace(exact, passages=named)
    ranked = rank_code(hits, query.text, exact)
    called = query.bare and any(
        hit.content in exact.documents or exact.passages.get(hit.passage, 0) > HELD_NAME for hit in ranked[:1]
    )
    return CodeAnswer(_spread(ranked, limit), exact, called, len(passages))


def _with_definitions(exact: Exact, defined: CodeNames) -> Exact:
    """What is named exactly, with the definitions of names before what only holds them."""
    labels = tuple(dict.fromkeys([*exact.labels, *defined.labels]))
    unknown = tuple(name for name in exact.unknown if name not in labels)
    return replace(exact, labels=labels, passages={**exact.passages, **dict(defined.passages)}, unknown=unknown)


def rank_code(hits: Sequence[Hit], query: str, exact: Exact) -> tuple[Hit, ...]:
    """The definitions in their order: what the query names, then the rest before tests, then by score.

    What was written for a machine comes last. A query that speaks of tests doesn't put them behind.
    """
    asked, tests = name_stems(query), asks_for_tests(query)

    def score(hit: Hit) -> float:
        named = likeness(asked, name_stems(hit.heading.rpartition(".")[2]))
        return hit.score + HELD * hit.scores.get(SCORE, 0.0) + NAMED * named

    scored = [replace(hit, score=round(score(hit), 6)) for hit in hits]

    def key(hit: Hit) -> tuple[tuple[int, int], bool, bool, float, str, int]:
        last = not tests and is_test(hit.path, hit.heading)
        rank = exact.rank(hit.content, hit.passage)
        machine = is_generated(hit.title) or (rank == (0, 0) and not may_answer(hit))
        return rank, machine, last, -hit.score, hit.path, hit.start_line

    return tuple(_whole(sorted(scored, key=key), exact))


def _whole(hits: Sequence[Hit], exact: Exact) -> Iterator[Hit]:
    """Each definition once, where its best piece stands, by the piece that holds most of what is asked, the first of
    equals: a short piece has a high bm25 for the name above it alone.
    """
    pieces: dict[tuple[int, str], list[Hit]] = {}
    for hit in hits:
        pieces.setdefault((hit.content, hit.heading or str(hit.passage)), []).append(hit)
    for held in pieces.values():
        shown = min(
            held, key=lambda hit: (exact.rank(hit.content, hit.passage), -hit.scores.get(SCORE, 0.0), hit.start_line)
        )
        yield replace(shown, score=held[0].score)


def _spread(hits: Sequence[Hit], limit: int) -> tuple[Hit, ...]:
    """The first definitions, at most so many of a file."""
    chosen: list[Hit] = []
    counts: dict[str, int] = {}
    for hit in hits:
        if counts.get(hit.path, 0) >= PER_FILE:
            continue
        counts[hit.path] = counts.get(hit.path, 0) + 1
        chosen.append(hit)
        if len(chosen) >= limit:
            break
    return tuple(chosen)


def _holding(connection: Connection, filters: Filters) -> list[set[int]]:
    """The definitions that hold each phrase that must stand in them, and those that hold none that mustn't."""
    allowed: list[set[int]] = []
    for phrase in filters.holds:
        found = _with_phrase(connection, phrase)
        if found:
            allowed.append(found)
    without = set[int]().union(*(_with_phrase(connection, phrase) for phrase in filters.lacks))
    if without:
        every = {row[0] for row in in_scope(connection, Q.passages_of_code)}
        allowed.append(every - without)
    return allowed


def _with_phrase(connection: Connection, phrase: str) -> set[int]:
    match = match_all(phrase)
    return {row[0] for row in in_scope(connection, Q.code_holding, match=match)} if match else set()


def _worth(connection: Connection, query: ParsedQuery) -> dict[str, float]:
    """What the words of a query tell, by how many definitions hold them."""
    (passages,) = connection.execute(Q.count_code).fetchone()
    words = told(query.text)[:LOOKED_AT]
    counts = {word: _count(connection, word) for word in words}
    return worth(counts, passages)


def _count(connection: Connection, word: str) -> int:
    return int(connection.execute(Q.count_code_word, {"match": any_of([stored_word(word)])}).fetchone()[0])


def _owners(connection: Connection, passages: Mapping[int, float]) -> list[Mapping[str, int]]:
    return list(connection.execute(Q.owners, {"passages": json.dumps(list(passages))}))


def _scores(connection: Connection, sql: str, parameters: Mapping[str, object]) -> dict[int, float]:
    """The best score of each row, best first; bm25 is negative in SQLite."""
    best: dict[int, float] = {}
    for id, score in connection.execute(sql, parameters):
        best.setdefault(id, -float(score))
    return best
