"""Reader of the SQLite file of mcp-memory-service."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.storage.foreign import ForeignTables, foreign_tables
from scrubjay_exchange.importing.files import MAX_RECORDS
from scrubjay_exchange.importing.record import Item, Record, Skipped, kind_of, tags_of

SQL = """
SELECT id, content_hash, substr(content, 1, 20000) AS content, substr(tags, 1, 4000) AS tags, memory_type,
  created_at_iso, {deleted} AS deleted_at, {replaced} AS superseded_by FROM memories ORDER BY id
"""


def fits(tables: ForeignTables) -> bool:
    """Whether these are its tables."""
    return tables.has("memories", "id content_hash content tags memory_type created_at_iso")


def read(path: Path) -> Iterator[Item]:
    """Each memory that isn't deleted and that no newer one replaced."""
    with foreign_tables(path) as tables:
        deleted = "deleted_at" if tables.has("memories", "deleted_at") else "NULL"
        replaced = "superseded_by" if tables.has("memories", "superseded_by") else "NULL"
        for row in tables.rows(SQL.format(deleted=deleted, replaced=replaced), most=MAX_RECORDS):
            where = f"memories {row['id']}"
            if row["deleted_at"] is not None or row["superseded_by"]:
                yield Skipped(where, "deleted there" if row["deleted_at"] is not None else "replaced there")
            elif not str(row["content"] or "").strip():
                yield Skipped(where, "no text")
            else:
                type_ = str(row["memory_type"] or "")
                yield Record(
                    text=str(row["content"]),
                    where=where,
                    name=str(row["content_hash"]),
                    kind=kind_of(type_),
                    tags=tags_of([*str(row["tags"] or "").split(","), type_]),
                    made_at=str(row["created_at_iso"] or ""),
                )
