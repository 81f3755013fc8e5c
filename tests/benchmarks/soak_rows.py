"""What a soak measures: one row a minute of the server's process, its PostgreSQL, its tables and its answers."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg
from psycopg.rows import dict_row

from scrubjay_team.engine.places import find_place
from scrubjay_team.engine.postmaster import find_running
from tests.benchmarks.soak_team import SoakTeam

MB: Final = 1 << 20
TABLES: Final = """
SELECT schemaname || '.' || relname AS name, n_live_tup AS live, n_dead_tup AS dead,
       pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables
"""
WHOLE: Final = """
SELECT pg_database_size('scrubjay') AS database, (SELECT sum(size) FROM pg_ls_waldir()) AS wal,
       (SELECT count(*) FROM pg_stat_activity WHERE datname = 'scrubjay') AS sessions,
       (SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'
           AND state_change < now() - interval '30 seconds') AS stuck,
       (SELECT wal_bytes FROM pg_stat_wal) AS written
"""


def percentile(values: list[float], part: float) -> float:
    """The value below which a part of them lies; 0 of none."""
    each = sorted(values)
    return each[min(len(each) - 1, int(len(each) * part))] if each else 0.0


def pages_of(process: psutil.Process) -> tuple[int, int]:
    """The resident bytes of a process that are its own, and all of them."""
    try:
        found = process.memory_full_info()
        return found.uss, found.rss
    except psutil.Error:
        return 0, 0


def measured(team: SoakTeam) -> dict[str, Any]:
    """One row, without the answers' times: bytes in MB, everything else counted."""
    server = psutil.Process(team.process.pid)
    own, rss = pages_of(server)
    row: dict[str, Any] = {
        "server_mb": own / MB, "server_rss_mb": rss / MB, "files": server.num_fds(), "threads": server.num_threads(),
        "sockets": len(server.net_connections("all")), "children": len(server.children(recursive=True)),
    }  # fmt: skip
    running = find_running(find_place(team.data).data)
    if running is not None:
        with suppress(psutil.Error):
            first = psutil.Process(running.pid)
            every = [first, *first.children(recursive=True)]
            row["postgres_mb"] = sum(pages_of(one)[0] for one in every) / MB
            row["postgres_processes"] = len(every)
    row["folder_mb"] = sum(one.stat().st_size for one in _files(team.data)) / MB
    row["mirror_mb"] = sum(one.stat().st_size for one in _files(team.data) if "postgres" not in one.parts) / MB
    with psycopg.connect(team.addresses.superuser, dbname="scrubjay", row_factory=dict_row) as connection:
        whole = connection.execute(WHOLE).fetchone() or {}
        tables = connection.execute(TABLES).fetchall()
    row |= {"database_mb": whole["database"] / MB, "wal_mb": float(whole["wal"] or 0) / MB,
            "wal_written_mb": float(whole["written"]) / MB, "sessions": whole["sessions"], "stuck": whole["stuck"],
            "dead": sum(one["dead"] for one in tables)}  # fmt: skip
    row["tables"] = {one["name"]: [one["live"], one["bytes"]] for one in tables if one["live"] or one["bytes"] > MB}
    return row


def _files(folder: Path) -> list[Path]:
    found = []
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.is_file() and not path.is_symlink():
                found.append(path)
    return found


def write_row(file: Path, row: dict[str, Any]) -> None:
    """Add a row to a soak's file of JSON lines."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")


def read_rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a soak, the oldest first."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
