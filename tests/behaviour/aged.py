"""How does a home look some days later? Every moment in its databases lies further back, as if untouched."""

import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?")


def age(home: Path, days: int) -> None:
    """Let days go by. Must not run beside a process that has the databases open."""
    for file in sorted(home.rglob("*.db")):
        with closing(sqlite3.connect(file)) as database, database:
            tables = database.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%fts%' "
                "AND name NOT LIKE 'sqlite%'"
            ).fetchall()
            for (table,) in tables:
                _shift(database, table, days)


def _shift(database: sqlite3.Connection, table: str, days: int) -> None:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[2] == "TEXT"]
    for column in columns:
        found = {row[0] for row in database.execute(f"SELECT DISTINCT {column} FROM {table}")}
        moments = sorted(text for text in found if isinstance(text, str) and _MOMENT.fullmatch(text))
        for text in moments:
            earlier = _earlier(text, days)
            database.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (earlier, text))


def _earlier(text: str, days: int) -> str:
    moment = datetime.fromisoformat(text.replace("Z", "+00:00")) - timedelta(days=days)
    return moment.date().isoformat() if len(text) == 10 else moment.isoformat().replace("+00:00", "Z")
