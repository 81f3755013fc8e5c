"""Index entries of memories, which can be rebuilt: derived contents and marks of likeness; and who says the same."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from scrubjay.knowledge.chunking import PASSAGE_TOKENS, Chunk, TokenCounter, chunk
from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.generation import bump
from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.encoded import passage_prefix
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import Memory
from scrubjay.storage.driver import Connection, Row, load
from scrubjay.text.words import words

Q = load(__package__)


MARKS = 16
"""With 92 % of the words in common two texts share a mark all but surely (1 - .08^16), with half of them nearly so."""

MOST_WORDS = 2_000
_MASK = (1 << 64) - 1
_ODD = tuple(int.from_bytes(blake2b(bytes([n]), digest_size=8).digest(), "big") | 1 for n in range(MARKS))


@lru_cache(maxsize=16)
def word_marks(text: str) -> tuple[int, ...]:
    """A short fingerprint of a text's words, to find texts with similar ones; empty for a text without words."""
    distinct = sorted(set(words(text.casefold())))[:MOST_WORDS]
    hashes = [
        int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "big") for word in distinct
    ]
    if not hashes:
        return ()
    # The multiplied high bits decide; the lowest byte names the permutation, so that marks of two never meet.
    least = [min([value * odd & _MASK for value in hashes]) for odd in _ODD]
    return tuple([((value & ~0xFF) | n) - (1 << 63) for n, value in enumerate(least)])


CHUNKER = "memory-1"
BATCH = 200
FEWEST_MARKS = 3
"""Of the sixteen: two texts with half of their words in common share fewer twice in a thousand times."""

PER_MARK = 100
"""Memories looked at for one mark: in a crowd of near repetitions the newest stand for all."""


def index_memory(
    connection: Connection, counter: TokenCounter, number: int, id: str, content: str, recorded_at: str
) -> None:
    """Write the index of one memory, for words and meaning, inside the caller's write transaction."""
    stored = store.Content(
        blob=id,
        format=MEMORY,
        chunker=CHUNKER,
        text=content,
        size=len(content.encode()),
        read_at=recorded_at,
        changed_at=recorded_at,
        changed_commit="unknown",
    )
    store.add(connection, stored, _passages(content, counter))
    connection.executemany(Q.add_likeness, [{"mark": mark, "memory": number} for mark in word_marks(content)])


def embedded_texts(content: str, counter: TokenCounter) -> tuple[str, ...]:
    """What an embedder reads of a memory: the text of each of its passages."""
    return tuple(f"{passage_prefix('', ' > '.join(one.heading))}{one.text}" for one in _passages(content, counter))


def _passages(content: str, counter: TokenCounter) -> Sequence[Chunk]:
    return chunk(content, "text", counter=counter, max_tokens=PASSAGE_TOKENS).passages


def index_missing(connection: Connection, counter: TokenCounter) -> int:
    """Index the next batch of memories without an index; returns how many it took, 0 when all have one."""
    rows = connection.execute(Q.unindexed, {"limit": BATCH}).fetchall()
    for row in rows:
        index_memory(connection, counter, row["number"], row["id"], row["content"], row["recorded_at"])
    if rows:
        _bump_version(connection)
    return len(rows)


def drop_index(connection: Connection) -> None:
    """Delete everything that is derived from memories."""
    store.remove(connection, [row["id"] for row in connection.execute(Q.contents).fetchall()])
    connection.execute(Q.clear_likeness)
    _bump_version(connection)


def _bump_version(connection: Connection) -> None:
    """Note that contents of memories came or went, so that what was derived is derived again."""
    connection.execute(Q.bump_generation)
    bump(connection)


def similar_rows(connection: Connection, content: str, params: Mapping[str, str], limit: int) -> list[Row]:
    """Memories that hold or wait and whose words are most like a text's, most alike first, then newer first.

    `params` names scope, project and the moment (`at`).
    """
    looked_up = {"marks": json.dumps(word_marks(content)), "newest": PER_MARK, "least": FEWEST_MARKS, "most": limit * 4}
    shared: dict[int, int] = dict(connection.execute(Q.alike, looked_up).fetchall())
    likely, rows = list(shared), list[Row]()
    for start in range(0, len(likely), limit):  # most of them hold: the first few are enough
        numbers = json.dumps(likely[start : start + limit])
        rows += connection.execute(Q.candidates, {**params, "numbers": numbers}).fetchall()
        if len(rows) >= limit:
            break
    return sorted(rows, key=lambda row: (-shared[row["number"]], -row["number"]))[:limit]


MOST = 100
"""Repetitions that are kept of one memory."""

DIGITS = 8
"""Digits of an id by which a text names a memory, at least."""

NEAREST = 20


def note_repeat(
    connection: Connection,
    number: int,
    memory: Memory,
    request: RememberRequest,
    *,
    owner: str,
    now: str,
    shown_text: Callable[[str], str],
) -> None:
    """Note that another session made the same claim, and whether it came to it by itself.

    `owner`, `now` and `shown_text` are those of the place where it is written. A session that is unknown, or that only
    its agent names, doesn't count: nobody can say what it was shown.
    """
    if not request.session or request.session == memory.session:
        return
    identified = request.identified and bool(memory.session or memory.origin is Origin.PERSON)
    by_itself = identified and independent(
        memory.recorded_at, now, shown_text(request.session), _memory_and_similar(connection, memory, owner, now)
    )
    connection.execute(
        Q.add_confirmation,
        {"memory": number, "what": f"session {request.session[:12]}", "at": now, "independent": by_itself,
         "most": MOST},
    )  # fmt: skip


def independent(said_at: str, again_at: str, session: str, like: Collection[tuple[str, str]]) -> bool:
    """Whether a session made a claim again by itself: on another day, and shown nothing like it.

    `session` is everything that the session was told, `like` are the memory and those like it as (id, content). Moments
    are ISO 8601 in UTC.
    """
    return again_at[:10] != said_at[:10] and not shows_memory(session, like)


def shows_memory(session: str, like: Collection[tuple[str, str]]) -> bool:
    """Whether the text that a session was told contains one of some memories (id, content), by id or by words."""
    words = _plain_text(session)
    return any(id[:DIGITS] in session or (content and _plain_text(content) in words) for id, content in like)


def repeats(connection: Connection, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The sessions that said the same as each of some memories, by memory id, oldest first."""
    sessions: dict[str, tuple[str, ...]] = {}
    for row in connection.execute(Q.confirmations, {"ids": json.dumps(sorted(ids))}):
        sessions[row["id"]] = (*sessions.get(row["id"], ()), row["what"])
    return sessions


def confirmation_counts(connection: Connection, ids: Iterable[str]) -> dict[str, int]:
    """The number of sessions that reached each memory independently; memories without any are omitted."""
    rows = connection.execute(Q.count_independent, {"ids": json.dumps(sorted(ids))}).fetchall()
    return {row["id"]: row["sessions"] for row in rows}


def _memory_and_similar(connection: Connection, memory: Memory, owner: str, now: str) -> list[tuple[str, str]]:
    """A memory and those most like it, each as (id, content)."""
    params = {"scope": memory.scope, "project": owner, "at": now}
    rows = similar_rows(connection, memory.content, params, NEAREST)
    return [(memory.id, memory.content), *((row["id"], row["content"]) for row in rows)]


def _plain_text(text: str) -> str:
    return " ".join(text.casefold().split())
