"""Store of contents, their passages and full text; the only writer of these tables, and their rebuild."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.index.full_text import FullText, index_path, unindex
from scrubjay.knowledge.index.generation import Q, bump
from scrubjay.knowledge.index.kinds import COMMIT, NOT_FROM_GIT
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A text to make searchable. `blob`, `format` and `chunker` identify it in its database.

    `size` is in bytes; `masked` counts lines, `lines` those of the whole text, of which `text` may be the beginning.
    `read_at` and `commit` are when it was read and from which commit; `changed_at` and `changed_commit` when it was
    made. Times are ISO 8601.
    """

    blob: str
    format: str
    chunker: str
    text: str
    title: str = ""
    size: int
    masked: int = 0
    lines: int = 0
    read_at: str
    commit: str = ""
    changed_at: str = ""
    changed_commit: str = ""


def add(connection: Connection, content: Content, passages: Iterable[Chunk]) -> int | None:
    """Store one content with its passages and full text; returns its id, None when it is there already."""
    row = connection.execute(
        Q.add_content,
        {
            "blob": content.blob, "format": content.format, "chunker": content.chunker, "title": content.title,
            "bytes": content.size, "lines": content.lines or content.text.count("\n") + 1, "masked": content.masked,
            "at": content.read_at, "commit": content.commit, "changed_at": content.changed_at,
            "changed_commit": content.changed_commit,
        },
    ).fetchone()  # fmt: skip
    if row is None:
        return None
    id = int(row[0])
    fulltext = FullText(content.format, indexed_title(content.title, content.format, content.blob), content.text)
    for piece in passages:
        heading = " > ".join(piece.heading)
        (passage,) = connection.execute(
            Q.add_passage,
            {
                "content": id, "ordinal": piece.ordinal, "heading": heading, "start": piece.start_line,
                "end": piece.end_line, "tokens": piece.tokens, "text": piece.text,
            },
        ).fetchone()  # fmt: skip
        fulltext.index_passage(connection, passage, heading, piece.text)
    fulltext.index_document(connection, id, content.text)
    return id


def find(connection: Connection, blob: str, format: str, chunker: str) -> Row | None:
    """The row of one content, None where it isn't indexed."""
    row: Row | None = connection.execute(
        Q.find_content, {"blob": blob, "format": format, "chunker": chunker}
    ).fetchone()
    return row


def passages(connection: Connection, content: int) -> list[Row]:
    """The rows of a content's passages, in order."""
    return list(connection.execute(Q.passages, {"content": content}).fetchall())


def text_of(connection: Connection, content: int) -> str:
    """The text of a content, joined from its passages with each line at its number: masked, no blanks at its end."""
    return joined_text(passages(connection, content))


def joined_text(rows: Iterable[Row | Mapping[str, Any]]) -> str:
    """The text of passages in their order."""
    parts: list[str] = []
    last = 1
    for row in rows:
        parts.append("\n" * (row["start_line"] - last))  # none within a line that is cut
        parts.append(row["text"])
        last = row["end_line"]
    return "".join(parts)


def date(connection: Connection, rows: Iterable[Mapping[str, object]]) -> None:
    """Set when contents (`id`) were made (`at`) and by which commit (`commit`)."""
    connection.executemany(Q.date_content, rows)


def embedded(connection: Connection, content: int, fingerprint: str) -> int:
    """How many passages of a content have a vector by the embedder with this fingerprint."""
    params = {"content": content, "fingerprint": fingerprint}
    return int(connection.execute(Q.embedded_of_content, params).fetchone()[0])


def from_git(connection: Connection) -> list[Row]:
    """The contents that can be read from git again: `id`, `blob`, `format` and `chunker`."""
    return list(connection.execute(Q.contents_of_git, {"kept": json.dumps(NOT_FROM_GIT)}).fetchall())


def clear_git(connection: Connection) -> None:
    """Delete the contents that can be read from git again, and all full-text rows but those of memories."""
    for statement in (Q.clear_passage_index, Q.clear_document_index, Q.clear_code_index, Q.clear_skipped):
        connection.execute(statement)
    connection.execute(Q.clear_contents, {"kept": json.dumps(NOT_FROM_GIT)})
    bump(connection)


def drop(connection: Connection, contents: Iterable[int]) -> None:
    """Delete contents with everything derived from them, and invalidate every connection's cache."""
    remove(connection, contents)
    bump(connection)


def remove(connection: Connection, contents: Iterable[int]) -> None:
    """Delete contents with everything derived from them, without telling other connections: the caller does."""
    for content in contents:
        unindex(connection, content)
        connection.execute(Q.drop_content, {"id": content})


def delete_rows(connection: Connection, contents: Iterable[int]) -> None:
    """Delete the rows of contents without their full text, which the caller makes anew, as in a repair."""
    connection.executemany(Q.drop_content, [{"id": content} for content in contents])


def reindex_content(connection: Connection, content: int) -> None:
    """Write the full-text rows of a content from its passages; it must have no such rows."""
    row = connection.execute(Q.content_title, {"id": content}).fetchone()
    if row is None:
        return
    rows = passages(connection, content)
    text = "\n".join(passage["text"] for passage in rows)
    fulltext = FullText(row["format"], indexed_title(row["title"], row["format"], row["blob"]), text)
    for passage in rows:
        fulltext.index_passage(connection, passage["id"], passage["heading"], passage["text"])
    fulltext.index_document(connection, content, text)


def indexed_title(title: str, format: str, blob: str) -> str:
    """The title as it is indexed: with the commit's id for a commit."""
    return f"{title} {blob}" if format == COMMIT else title


def add_paths(connection: Connection, paths: Iterable[str]) -> None:
    """Index the words of new paths."""
    for path in paths:
        row = connection.execute(Q.add_path, {"path": path}).fetchone()
        if row:
            index_path(connection, row[0], path)
    bump(connection)


BATCH = 50
"""Documents a transaction; about 500 passages, so that other writers wait well below a second."""


def rebuild(database: Database) -> int:
    """Clear the full-text tables and fill them again; returns how many contents were indexed.

    A damaged table is cleared as well. When it is interrupted, `verify` reports what is missing, and it can run again.
    """
    database.write(_clear)
    contents = [row["id"] for row in database.read(lambda c: c.execute(Q.contents).fetchall())]
    for start in range(0, len(contents), BATCH):
        batch = contents[start : start + BATCH]
        database.write(lambda c, batch=batch: _index_again(c, batch))  # type: ignore[misc]
    return len(contents)


def purge(database: Database) -> bool:
    """Take the words of deleted rows out of the full text and the journal; False while another reader holds it."""

    def merge(connection: Connection) -> None:
        connection.execute(Q.purge_passages)
        connection.execute(Q.purge_documents)
        if _has_table(connection, "memory_fts"):
            connection.execute(Q.purge_memories)
        if _has_table(connection, "code_fts"):
            connection.execute(Q.purge_code)

    database.write(merge)
    return database.truncate_log()


def _clear(connection: Connection) -> None:
    """Empty the full-text tables; paths are indexed again at once where a database stores them."""
    for statement in (Q.clear_passage_index, Q.clear_document_index, Q.clear_path_index):
        connection.execute(statement)
    if _has_table(connection, "memory_fts"):
        connection.execute(Q.clear_memory_index)
    if _has_table(connection, "code_fts"):
        connection.execute(Q.clear_code_index)
        connection.execute(Q.clear_code_path_index)
    if _has_table(connection, "path"):
        for row in connection.execute(Q.paths).fetchall():
            index_path(connection, row["id"], row["path"])


def _has_table(connection: Connection, table: str) -> bool:
    """Whether a database has a table of that name."""
    return bool(connection.execute(Q.has_table, {"name": table}).fetchone()[0])


def _index_again(connection: Connection, contents: list[int]) -> None:
    """Write the full-text rows of some contents anew, in place of those there."""
    for content in contents:
        unindex(connection, content)
        reindex_content(connection, content)
