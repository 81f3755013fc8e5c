"""Marks of published memories in documents: read once for each blob, and stored beside its content."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from scrubjay.errors import GitFailed
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.index.generation import bump
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load
from scrubjay_publishing.standings.values import memory_id_of

Q = load(__package__)

READER = 1
"""Raised when marks are read otherwise, so that every document is looked at again."""

MOST_BYTES = 1_000_000
MOST_UNJUDGED = 1_000

Claims = Callable[[Collection[str]], Mapping[str, str]]
"""What the memories of this home say, by some ids."""

Visible = Callable[[Connection], int]
"""The number of a view in `temp.visible`."""


def record_marks(git: Git, knowledge: Database, visible: Visible, claims: Claims) -> int:
    """Store which memories new documents are marked as; returns how many documents name one. Idempotent."""
    unread, unjudged = knowledge.read(
        lambda c: (
            c.execute(Q.unread, {"view": visible(c), "reader": READER}).fetchall(),
            c.execute(Q.unjudged, {"limit": MOST_UNJUDGED}).fetchall(),
        )
    )
    if not unread and not unjudged:
        return 0
    maybe = {row["blob"]: row["id"] for row in unread if row["maybe"]}
    texts = dict(read_texts(git, maybe))
    named = {blob: id for blob, text in texts.items() if (id := memory_id_of(text))}
    said = claims({*named.values(), *(row["memory"] for row in unjudged)})
    late = {row["blob"]: row for row in unjudged if row["memory"] in said and row["blob"] not in named}
    rows: list[dict[str, Any]] = [_row(row["id"], "", None) for row in unread if row["blob"] not in named]
    rows += [_row(maybe[blob], id, _extent_said(said, id, texts[blob])) for blob, id in named.items()]
    rows += [
        _row(late[blob]["content_id"], late[blob]["memory"], _extent_said(said, late[blob]["memory"], text))
        for blob, text in read_texts(git, late)
    ]

    def write(connection: Connection) -> None:
        connection.executemany(Q.add_mark, rows)
        if named or late:
            bump(connection)

    if rows:
        knowledge.write(write)
    return len(named)


def read_texts(git: Git, blobs: Collection[str]) -> Iterable[tuple[str, str]]:
    """The texts of some blobs; what is damaged, missing or too large is left out."""
    if not blobs:
        return
    try:
        with ObjectReader(git) as reader:
            for blob, kind, content in reader.read_many(sorted(blobs), MOST_BYTES):
                if kind == "blob":
                    yield blob, content.decode("utf-8", "replace")
    except GitFailed:
        return  # a damaged object: the rest is looked at in the next run


def claims_in(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """The words of some memories in one database, by id."""
    rows = connection.execute(Q.claims_to_compare, {"ids": json.dumps(sorted(ids))})
    return {row["id"]: row["content"] for row in rows}


def _row(content: int, memory: str, agreement: int | None) -> dict[str, Any]:
    """The row of a mark."""
    return {"content": content, "memory": memory, "agreement": agreement, "reader": READER}


def _extent_said(said: Mapping[str, str], id: str, text: str) -> int | None:
    """How much of a memory a text says, as a number; None where the memory's words aren't known."""
    from scrubjay_publishing.standings.agreement import agreement  # late: most runs meet no mark

    return int(agreement(said[id], text)) if id in said else None
