"""Rows of discussions: what a batch of a forge changes, within one write transaction."""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scrubjay.discussions.naming import links
from scrubjay.discussions.stored import Discussion, DiscussionRef, PutReport, StoredPart
from scrubjay.index import store as index
from scrubjay.index.generation import bump
from scrubjay.storage import Connection, Row, load

Q = load(__package__)

Kept = Mapping[str, Any]
"""The columns of a head or of a text, prepared."""


def put(
    connection: Connection, repository: Row, heads: Iterable[Kept], parts: Iterable[Kept], gone: Collection[int],
    gone_parts: Collection[str],
) -> PutReport:  # fmt: skip
    """Write what a batch brought, and take away what is gone with it."""
    id = int(repository["id"])
    touched: set[int] = set()
    edits: dict[int, str] = {}
    for head in heads:
        touched.add(head["number"])
        edits[head["number"]] = head["updated_at"]
        _put_head(connection, id, head)
    new = changed = 0
    for part in parts:
        touched.add(part["number"])
        edited_at = str(edits.get(part["number"]) or part["updated_at"])
        added = _put_part(connection, id, repository["name"], part, edited_at)
        new += added == "new"
        changed += added == "changed"
    lost = _drop(connection, id, gone, gone_parts, touched)
    if touched:
        params = {"repository": id, "numbers": json.dumps(sorted(touched))}
        connection.execute(Q.answer, params)
        connection.execute(Q.not_answered, params)
        bump(connection)
    return PutReport(new=new, changed=changed, gone=lost)


def _put_head(connection: Connection, repository: int, head: Kept) -> None:
    where = {"repository": repository, "number": head["number"]}
    before = connection.execute(Q.called, where).fetchone()
    if before is not None and before["updated_at"] > head["updated_at"]:
        return  # an older file
    texts = {name: json.dumps(head[name], ensure_ascii=False) for name in ("labels", "files")}
    connection.execute(Q.put_head, {**head, **texts, "repository": repository})
    if before is not None and (before["title"], before["kind"]) != (head["title"], head["kind"]):
        numbers = {"repository": repository, "numbers": json.dumps([head["number"]])}
        _unindex(connection, connection.execute(Q.parts_of, numbers).fetchall())


def _put_part(connection: Connection, repository: int, name: str, part: Kept, edited_at: str) -> str:
    """Returns whether the text is new or changed, or nothing. An opening has no time of its own for an edit."""
    row = connection.execute(Q.find_part, {"repository": repository, "key": part["key"]}).fetchone()
    created, updated = part["created_at"], part["updated_at"]
    if (row is not None and row["updated_at"] > updated) or (row is None and _is_there(connection, repository, part)):
        return ""
    said_at = created if part["role"] == "opening" else max(created, updated)
    if row is not None and row["text"] == part["text"]:
        said_at = row["said_at"]
    elif row is not None:
        said_at = max(said_at, edited_at)
    (id,) = connection.execute(Q.put_part, {**part, "repository": repository, "said_at": said_at}).fetchone()
    if row is not None and row["text"] == part["text"] and row["number"] == part["number"]:
        return ""
    if row is not None:
        _unindex(connection, [row])
    connection.execute(Q.clear_links, {"part": id})
    named = links(part["text"], name)
    connection.executemany(Q.add_link, [{"part": id, "kind": kind, "target": target} for kind, target in named])
    return "new" if row is None else "changed"


def _is_there(connection: Connection, repository: int, part: Kept) -> bool:
    """Whether a text that has no id is there with one. One that has takes the place of the same without."""
    twins = connection.execute(Q.twins, {**part, "repository": repository}).fetchall()
    if "@" in part["key"]:
        return any("@" not in twin["key"] for twin in twins)
    drop_rows(connection, [twin for twin in twins if "@" in twin["key"]][:1])
    return False


def _drop(
    connection: Connection, repository: int, gone: Collection[int], gone_parts: Collection[str], touched: set[int]
) -> int:
    where = {"repository": repository, "numbers": json.dumps(sorted(gone)), "keys": json.dumps(sorted(gone_parts))}
    parts = connection.execute(Q.parts_of, where).fetchall() if gone else []
    if gone_parts:
        named = connection.execute(Q.parts_by_key, where).fetchall()
        touched.update(row["number"] for row in named)
        parts = [*parts, *named]
    drop_rows(connection, parts)
    heads = connection.execute(Q.drop_heads, where).rowcount if gone else 0
    if parts or heads:
        bump(connection)
    return len({row["id"] for row in parts}) + heads


def drop_rows(connection: Connection, parts: Iterable[Row]) -> None:
    """Delete texts with their passages, full text and vectors."""
    rows = list(parts)
    index.remove(connection, {row["content"] for row in rows if row["content"]})
    connection.execute(Q.drop_parts, {"ids": json.dumps([row["id"] for row in rows])})


def _unindex(connection: Connection, parts: Iterable[Row]) -> None:
    rows = list(parts)
    index.remove(connection, {row["content"] for row in rows if row["content"]})
    connection.execute(Q.unindex_parts, {"ids": json.dumps([row["id"] for row in rows])})


def head_of(row: Row) -> Discussion:
    """The head of a row."""
    return Discussion(
        ref=DiscussionRef(row["name"], row["number"]),
        kind=row["kind"],
        title=row["title"],
        state=row["state"],
        draft=bool(row["draft"]),
        author=row["author"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        closed_at=row["closed_at"],
        merge_commit=row["merge_commit"],
        base=row["base"],
        head_commit=row["head_commit"],
        labels=tuple(json.loads(row["labels"])),
        files=tuple(json.loads(row["files"])),
        synced_at=row["synced_at"],
    )


def part_of(row: Row) -> StoredPart:
    """The text of a row."""
    return StoredPart(
        ref=DiscussionRef(row["name"], row["number"]),
        key=row["key"],
        role=row["role"],
        author=row["author"],
        member=bool(row["member"]),
        text=row["text"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        said_at=row["said_at"],
        answered_at=row["answered_at"],
        suspicious=row["suspicious"],
        masked=row["masked"],
        verdict=row["verdict"],
        path=row["path"],
        start_line=row["start_line"],
        line=row["line"],
        on_commit=row["on_commit"],
        reply_to=row["reply_to"],
    )
