"""Rebuild of the full-text index from stored rows, without reading git, and its purge of deleted words."""

from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.full_text import index_path, unindex
from scrubjay.knowledge.index.generation import Q
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

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
        if _has(connection, "memory_fts"):
            connection.execute(Q.purge_memories)
        if _has(connection, "code_fts"):
            connection.execute(Q.purge_code)

    database.write(merge)
    return database.truncate_log()


def _clear(connection: Connection) -> None:
    for statement in (Q.clear_passage_index, Q.clear_document_index, Q.clear_path_index):
        connection.execute(statement)
    if _has(connection, "memory_fts"):
        connection.execute(Q.clear_memory_index)
    if _has(connection, "code_fts"):
        connection.execute(Q.clear_code_index)
        connection.execute(Q.clear_code_path_index)
    if _has(connection, "path"):
        for row in connection.execute(Q.paths).fetchall():
            index_path(connection, row["id"], row["path"])


def _has(connection: Connection, table: str) -> bool:
    return bool(connection.execute(Q.has_table, {"name": table}).fetchone()[0])


def _index_again(connection: Connection, contents: list[int]) -> None:
    for content in contents:
        unindex(connection, content)
        store.reindex_content(connection, content)
