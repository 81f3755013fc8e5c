"""Generator of `schema.sql`, the readable form of the schema that the migrations build.

Run `python -m scrubjay.storage.schema` after a new migration; a test compares the two.
"""

from pathlib import Path
from typing import get_args

from scrubjay.storage.driver import connect
from scrubjay.storage.migrate import SchemaName, migrate


def describe(schema: SchemaName) -> str:
    """The tables and indexes of one schema as SQL, in the order they were created."""
    connection = connect(":memory:")
    try:
        migrate(connection, schema, ":memory:")
        rows = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' "
            "ORDER BY rowid"
        )
        return f"-- {schema}.db\n\n" + "\n\n".join(f"{row['sql']};" for row in rows) + "\n"
    finally:
        connection.close()


def main() -> None:
    """Write schema.sql beside this file."""
    text = "-- Generated from migrations/ by `python -m scrubjay.storage.schema`; for reading only.\n\n"
    text += "\n\n".join(describe(name) for name in get_args(SchemaName))
    Path(__file__).with_name("schema.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
