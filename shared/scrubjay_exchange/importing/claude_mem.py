"""Reader of claude-mem's SQLite file, `~/.claude-mem/claude-mem.db`."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.storage.driver import Row
from scrubjay.storage.foreign import ForeignTables, foreign_tables
from scrubjay_exchange.importing.files import MAX_RECORDS, json_value, texts_of
from scrubjay_exchange.importing.record import Item, Record, Skipped, kind_of, tags_of

OBSERVATIONS = """
SELECT id, coalesce({project}, project) AS project, type, title, substr(text, 1, 20000) AS text,
  substr(facts, 1, 100000) AS facts, substr(narrative, 1, 20000) AS narrative, substr(concepts, 1, 4000) AS concepts,
  created_at FROM observations ORDER BY id
"""
SUMMARIES = """
SELECT id, coalesce({project}, project) AS project, substr(learned, 1, 20000) AS learned, created_at
FROM session_summaries ORDER BY id
"""


def fits(tables: ForeignTables) -> bool:
    """Whether these are its tables."""
    return tables.has("observations", "id project type title text facts narrative concepts") and (
        tables.has("session_summaries", "id project learned")
    )


def read(path: Path) -> Iterator[Item]:
    """The facts of each observation, else what it tells; and what each session's summary says was learned."""
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
    return sql.format(project="merged_into_project" if tables.has(table, "merged_into_project") else "NULL")


def _observation(row: Row) -> Iterator[Item]:
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
