"""Reader of MemPalace's drawers: the SQLite file that its ChromaDB store keeps, `palace/chroma.sqlite3`."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.storage.foreign import ForeignTables, foreign_tables
from scrubjay_exchange.importing.files import MAX_RECORDS
from scrubjay_exchange.importing.record import Item, Record, Skipped, tags_of

DATABASE = "chroma.sqlite3"
SQL = """
SELECT e.embedding_id AS id,
  max(CASE WHEN m.key = 'chroma:document' THEN substr(m.string_value, 1, 20000) END) AS document,
  max(CASE WHEN m.key = 'wing' THEN m.string_value END) AS wing,
  max(CASE WHEN m.key = 'room' THEN m.string_value END) AS room,
  max(CASE WHEN m.key = 'source_file' THEN m.string_value END) AS source_file,
  max(CASE WHEN m.key = 'filed_at' THEN m.string_value END) AS filed_at
FROM embeddings AS e JOIN segments AS s ON s.id = e.segment_id JOIN collections AS c ON c.id = s.collection
JOIN embedding_metadata AS m ON m.id = e.id
WHERE c.name = 'mempalace_drawers' GROUP BY e.id ORDER BY e.id
"""


def fits(tables: ForeignTables) -> bool:
    """Whether these are its tables."""
    return tables.has("embedding_metadata", "id key string_value") and {
        "embeddings",
        "segments",
        "collections",
    } <= (tables.names)


def read(path: Path) -> Iterator[Item]:
    """Each drawer that somebody filed, with its wing as owner; a piece of a mined file is no statement."""
    with foreign_tables(path / DATABASE if path.is_dir() else path) as tables:
        for row in tables.rows(SQL, most=MAX_RECORDS):
            where = str(row["id"])
            if row["source_file"]:
                yield Skipped(where, "a piece of a mined file, no statement")
            elif str(row["room"] or "") == "diary":
                yield Skipped(where, "a diary entry of an agent")
            elif not str(row["document"] or "").strip():
                yield Skipped(where, "no text")
            else:
                yield Record(
                    text=str(row["document"]),
                    where=where,
                    name=where,
                    tags=tags_of([str(row["room"] or "")]),
                    owner=str(row["wing"] or ""),
                    made_at=str(row["filed_at"] or ""),
                )
