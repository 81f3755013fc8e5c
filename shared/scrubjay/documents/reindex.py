"""Rebuild of the full-text index from stored rows, without reading git; vectors are kept."""

from scrubjay.documents import store
from scrubjay.storage import Connection, Database

BATCH = 50
"""Documents a transaction; about 500 passages, so that other writers wait well below a second."""


def rebuild(knowledge: Database, *, paths: bool = True) -> int:
    """Clear the full-text tables and fill them again; returns how many contents were indexed.

    Without `paths` for a database of conversations, which holds neither paths nor memories.

    A damaged table is cleared as well. When it is interrupted, `verify` reports what is missing, and it can run again.
    """
    knowledge.write(lambda c: _clear(c, paths=paths))
    contents = [row["id"] for row in knowledge.read(lambda c: c.execute(store.Q.contents).fetchall())]
    for start in range(0, len(contents), BATCH):
        some = contents[start : start + BATCH]
        knowledge.write(lambda c, some=some: _documents(c, some))  # type: ignore[misc]
    return len(contents)


def _clear(connection: Connection, *, paths: bool) -> None:
    for statement in (store.Q.clear_passage_index, store.Q.clear_document_index, store.Q.clear_path_index):
        connection.execute(statement)
    if not paths:
        return
    connection.execute(store.Q.clear_unconfirmed_index)
    for row in connection.execute(store.Q.paths).fetchall():
        store.index_path(connection, row["id"], row["path"])


def _documents(connection: Connection, contents: list[int]) -> None:
    for content in contents:
        store.unindex(connection, content)
        store.index_again(connection, content)
