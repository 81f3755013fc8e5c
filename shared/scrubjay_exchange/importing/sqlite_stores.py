"""Readers of other programs' SQLite files: claude-mem, mcp-memory-service, and MemPalace's drawers."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.model.record import Item, Record, Skipped
from scrubjay.storage.driver import Row
from scrubjay.storage.foreign import ForeignTables, foreign_tables
from scrubjay_exchange.importing.files import MAX_RECORDS, json_value, texts_of
from scrubjay_exchange.importing.mapping import kind_of, tags_of

OBSERVATIONS = """
SELECT id, coalesce({project}, project) AS project, type, title, substr(text, 1, 20000) AS text,
  substr(facts, 1, 100000) AS facts, substr(narrative, 1, 20000) AS narrative, substr(concepts, 1, 4000) AS concepts,
  created_at FROM observations ORDER BY id
"""
SUMMARIES = """
SELECT id, coalesce({project}, project) AS project, substr(learned, 1, 20000) AS learned, created_at
FROM session_summaries ORDER BY id
"""


def fits_claude_mem(tables: ForeignTables) -> bool:
    """Whether some tables are those of claude-mem."""
    return tables.has("observations", "id project type title text facts narrative concepts") and (
        tables.has("session_summaries", "id project learned")
    )


def read_claude_mem(path: Path) -> Iterator[Item]:
    """The items of a claude-mem database: each observation's facts, else its text; and what a session learned."""
    with foreign_tables(path) as tables:
        for row in tables.rows(_with_project(tables, OBSERVATIONS, "observations"), most=MAX_RECORDS):
            yield from _observation(row)
        for row in tables.rows(_with_project(tables, SUMMARIES, "session_summaries"), most=MAX_RECORDS):
            where = f"session_summaries {row['id']}"
            if text := str(row["learned"] or "").strip():
                owner, made_at = str(row["project"] or ""), str(row["created_at"] or "")
                yield Record(text=text, where=where, name=where, tags=("learned",), owner=owner, made_at=made_at)
            else:
                yield Skipped(where, "a summary that says nothing was learned")


def _with_project(tables: ForeignTables, sql: str, table: str) -> str:
    """A query with the column of merged projects, or NULL in a database that hasn't it."""
    return sql.format(project="merged_into_project" if tables.has(table, "merged_into_project") else "NULL")


def _observation(row: Row) -> Iterator[Item]:
    """The facts of an observation as records, else its text."""
    where, type_ = f"observations {row['id']}", str(row["type"] or "")
    listed = json_value(str(row["facts"] or ""))
    facts = [fact for fact in texts_of(listed) if fact.strip()]
    for _ in range(len(listed) - len(facts) if isinstance(listed, list) else 0):
        yield Skipped(where, "a fact that is empty or no text")
    told = [text for name in ("narrative", "text", "title") if (text := str(row[name] or "").strip())]
    if not facts and not told:
        yield Skipped(where, "no text")
    for text in facts or told[:1]:
        yield Record(
            text=text,
            where=where,
            name=where,
            kind=kind_of(type_),
            tags=tags_of([type_, *texts_of(json_value(str(row["concepts"] or "")))]),
            owner=str(row["project"] or ""),
            made_at=str(row["created_at"] or ""),
        )


MEMORIES = """
SELECT id, content_hash, substr(content, 1, 20000) AS content, substr(tags, 1, 4000) AS tags, memory_type,
  created_at_iso, {deleted} AS deleted_at, {replaced} AS superseded_by FROM memories ORDER BY id
"""


def fits_mcp_memory_service(tables: ForeignTables) -> bool:
    """Whether some tables are those of mcp-memory-service."""
    return tables.has("memories", "id content_hash content tags memory_type created_at_iso")


def read_mcp_memory_service(path: Path) -> Iterator[Item]:
    """Each memory that isn't deleted and that no newer one replaced."""
    with foreign_tables(path) as tables:
        deleted = "deleted_at" if tables.has("memories", "deleted_at") else "NULL"
        replaced = "superseded_by" if tables.has("memories", "superseded_by") else "NULL"
        for row in tables.rows(MEMORIES.format(deleted=deleted, replaced=replaced), most=MAX_RECORDS):
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


DATABASE = "chroma.sqlite3"
DRAWERS = """
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


def fits_mempalace(tables: ForeignTables) -> bool:
    """Whether some tables are those of MemPalace."""
    return tables.has("embedding_metadata", "id key string_value") and {
        "embeddings",
        "segments",
        "collections",
    } <= (tables.names)


def read_mempalace(path: Path) -> Iterator[Item]:
    """Each drawer that somebody filed, with its wing as owner; a piece of a mined file is no statement."""
    with foreign_tables(path / DATABASE if path.is_dir() else path) as tables:
        for row in tables.rows(DRAWERS, most=MAX_RECORDS):
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
