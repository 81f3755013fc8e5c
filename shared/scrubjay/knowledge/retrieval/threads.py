"""Texts that are read together: threads of discussions and turns of conversations, as a pool ranks them.

Who asks about a discussion names its topic, which the first text tells, and the turn it took, which another one does.

Chosen on one half of the conversations of BEAM 100K and of LoCoMo, reported on the other and on BEAM 500K (ADR 0065).
Who said a turn counts only where a question names that person: that a set labels the user's turns says nothing of
other talks. Short turns heard two further on raise LoCoMo's and leave BEAM's, whose turns are long.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.index.generation import filled, in_scope
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.query import ParsedQuery, any_of
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.knowledge.retrieval.talk import (
    Talk,
    TurnPosition,
    asks_for_now,
    best_first,
    by_named,
    latest_first,
    smoothed,
    tells_other_figures,
)
from scrubjay.model.encoded import Vector
from scrubjay.model.frozen import dataclass, field
from scrubjay.storage.driver import Connection

Linked = Callable[[Connection, Collection[int]], Iterable[tuple[int, int]]]
"""Pairs of threads that a search may show, of which one names the other, and of which one is among some."""

MOST_WORDS: Final = 12
"""Words of a question that are looked up: the rarest."""

COMMON: Final = 0.2
"""Share of the texts above which a word tells little and costs most."""

SATURATED: Final = 1.2
"""How soon further texts with the same word count no more; `k1` of bm25."""

LENGTH: Final = 0.75
"""How much less a text counts in a long thread; `b` of bm25."""

TITLE: Final = 3.0
"""Texts that a title counts for: its weight in the index of passages."""

PASSAGES: Final = 64
"""Passages of one thread that are compared."""

FOLLOWED: Final = 20
"""Threads of a pool whose links are followed."""

MOST_LINKS: Final = 6
"""Links up to which a thread is heard with what it names: one with more is a list of others."""

NEIGHBOUR: Final = 0.3
"""How far a thread rises towards the best one beside it. Chosen with the blend for threads, see `recipes.THREADS`."""


@dataclass(frozen=True, slots=True)
class HeldWord:
    """Where a word occurs: in how many texts of each thread, and in the titles of which threads."""

    texts: Mapping[int, int]
    titles: Collection[int] = field(default_factory=frozenset)

    @property
    def threads(self) -> set[int]:
        """The threads that hold the word in a text or in their title."""
        return {*self.texts, *self.titles}


def held_by_threads(connection: Connection, query: ParsedQuery) -> dict[int, float]:
    """The score of each thread in the scope that holds words of a question, 1 for the best."""
    lengths = _lengths(connection)
    (texts,) = connection.execute(Q.count_texts).fetchone()
    counts = {
        (columns, word): _text_count(connection, columns, word)
        for columns, words in ((("terms",), query.exact), (("body", "terms"), query.words))
        for word in words
    }
    most = max(1.0, COMMON * texts)
    telling = sorted((key for key, count in counts.items() if 0 < count <= most), key=lambda key: counts[key])
    return share_held([_threads_with_word(connection, *key) for key in telling[:MOST_WORDS]], lengths)


def share_held(words: Sequence[HeldWord], lengths: Mapping[int, int]) -> dict[int, float]:
    """The score of each thread that holds some words: bm25 of whole threads as a share of the best one. Pure."""
    average = max(1.0, sum(lengths.values()) / max(1, len(lengths)))
    total: dict[int, float] = {}
    for word in words:
        threads = word.threads
        rarity = math.log(1 + (len(lengths) - len(threads) + 0.5) / (len(threads) + 0.5))
        for thread in threads:
            length = 1 - LENGTH + LENGTH * lengths.get(thread, 0) / average
            count = word.texts.get(thread, 0) / length + TITLE * (thread in word.titles)
            total[thread] = total.get(thread, 0.0) + rarity * count * (SATURATED + 1) / (count + SATURATED)
    best = max(total.values(), default=0.0)
    return {thread: value / best for thread, value in total.items()} if best > 0 else {}


def threads_of(connection: Connection, passages: Iterable[int]) -> dict[int, int]:
    """The thread of each of some passages."""
    rows = in_scope(connection, Q.threads_of, passages=json.dumps(list(passages)))
    return {row["id"]: row["thread"] for row in rows}


def passages_of(connection: Connection, threads: Collection[int]) -> dict[int, int]:
    """The first passage of each of some threads, with the thread."""
    rows = in_scope(connection, Q.passages_of_threads, threads=json.dumps(sorted(threads)), most=PASSAGES)
    return {row["id"]: row["thread"] for row in rows}


def neighbours(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """The threads linked with each thread, by pairs of linked ones; threads with many links are left out. Pure."""
    beside: dict[int, set[int]] = {}
    for one, other in pairs:
        if one != other:
            beside.setdefault(one, set()).add(other)
            beside.setdefault(other, set()).add(one)
    return {thread: others for thread, others in beside.items() if len(others) <= MOST_LINKS}


def raised_scores(scores: Mapping[int, float], beside: Mapping[int, Collection[int]]) -> dict[int, float]:
    """Scores of threads, each raised toward the best score among its neighbours. Pure."""
    return {
        thread: score
        + NEIGHBOUR * max((0.0, *(scores[other] - score for other in beside.get(thread, ()) if other in scores)))
        for thread, score in scores.items()
    }


class LinkedThreads:
    """The threads of discussions in the scope, their scores for a question, and the links between them."""

    def __init__(self, connection: Connection, linked: Linked) -> None:
        self._connection = connection
        self._linked = linked

    def of(self, passages: Iterable[int]) -> dict[int, int]:
        """The thread of each of some passages."""
        return threads_of(self._connection, passages)

    def held(self, query: ParsedQuery) -> dict[int, float]:
        """Scores of the threads that hold words of a question."""
        return held_by_threads(self._connection, query)

    def passages(self, threads: Collection[int]) -> dict[int, int]:
        """The first passage of each of some threads, with the thread."""
        return passages_of(self._connection, threads)

    def beside(self, threads: Collection[int]) -> dict[int, set[int]]:
        """The neighbours of each of some threads."""
        return neighbours(self._linked(self._connection, threads))


def _text_count(connection: Connection, columns: Sequence[str], word: str) -> int:
    """How many texts hold a word, in the scope or not; much cheaper to count than threads."""
    quoted = any_of([word])
    match = f"{{title {' '.join(columns)}}} : {quoted}"
    return int(connection.execute(Q.count_holding, {"match": match}).fetchone()[0]) if quoted else 0


def _threads_with_word(connection: Connection, columns: Sequence[str], word: str) -> HeldWord:
    """Threads that hold a word, in the first column that has it, and threads with the word in their title."""
    quoted = any_of([word])
    titles = frozenset(row["thread"] for row in in_scope(connection, Q.threads_titled, match=f"title : {quoted}"))
    for column in columns:
        rows = in_scope(connection, Q.threads_holding, match=f"{column} : {quoted}").fetchall()
        if rows:
            return HeldWord({row["thread"]: row["texts"] for row in rows}, titles)
    return HeldWord({}, titles)


def _lengths(connection: Connection) -> Mapping[int, int]:
    """The tokens of each thread of the scope, counted again when the scope changes."""
    scope = filled(connection)
    if scope is None:
        return {}
    if scope.lengths is None:
        scope.lengths = {row["thread"]: row["tokens"] for row in in_scope(connection, Q.thread_lengths)}
    return scope.lengths


def turn_scores(
    connection: Connection,
    talk: Talk | None,
    query: str,
    turns: Sequence[tuple[int, int | None]],
    scores: Sequence[float],
    index: VectorIndex,
) -> list[float]:
    """The scores of turns as a recipe ranks conversations. A turn is its content and its best passage."""
    if talk is None:
        return list(scores)
    ids = json.dumps([content for content, _ in turns])
    rows = {row["content_id"]: row for row in in_scope(connection, Q.places_of, contents=ids)}

    def place(content: int) -> TurnPosition:
        row = rows.get(content)
        if not row or not row["path"]:  # what has no path stands alone
            return TurnPosition(content, 0)
        return TurnPosition(row["path"].rpartition("/")[0], row["number"], row["bytes"], row["following"])

    spread = smoothed(scores, [place(content) for content, _ in turns], talk.adjacent, talk.beyond)
    turn_rows = [rows.get(content) for content, _ in turns]
    speakers = [row["speaker"] if row else "" for row in turn_rows]
    named = by_named(spread, speakers, query, talk.named)
    if not asks_for_now(query):
        return named
    head = {turn: passage for turn in best_first(named) if (passage := turns[turn][1]) is not None}
    said = _turn_vectors(connection, head, index)

    def updates(newer: int, older: int) -> bool:
        if newer not in said or older not in said or speakers[newer] != speakers[older]:
            return False
        (text, vector), (text_before, vector_before) = said[newer], said[older]
        return float(vector @ vector_before) >= talk.alike and tells_other_figures(text, text_before)

    moments = [(row["said"], row["number"]) if row else ("", 0) for row in turn_rows]
    return latest_first(named, moments, talk.latest, updates)


def _turn_vectors(
    connection: Connection, passages: Mapping[int, int], index: VectorIndex
) -> dict[int, tuple[str, Vector]]:
    """For each turn, the text and vector of the passage that found it; turns without a vector are omitted."""
    rows = connection.execute(Q.texts_of, {"passages": json.dumps(list(passages.values()))})
    texts = {row["id"]: row["text"] for row in rows}
    ids, vectors = index.vectors_of(connection, list(passages.values()))
    by_passage = dict(zip(ids.tolist(), vectors, strict=True))
    return {turn: (texts[passage], by_passage[passage]) for turn, passage in passages.items() if passage in by_passage}
