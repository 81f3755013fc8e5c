"""A database is rewritten without free pages: nothing is lost, whoever reads meanwhile, and whenever it is killed."""

import random
import subprocess
import sys
import time
from pathlib import Path

from scrubjay.storage.copy import inspect
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

ROWS = 400

COMPACT = """
import sys
from pathlib import Path
from scrubjay.storage.database import Database

with Database(Path(sys.argv[1]), "knowledge") as database:
    database.open()
    print("ready", flush=True)
    while True:
        database.compact()
"""


def fill(connection: Connection) -> None:
    connection.executemany(
        "INSERT INTO shown (key, value) VALUES (?, ?)", [(str(n), f"{n} " * 5000) for n in range(ROWS)]
    )


def empty_half(connection: Connection) -> None:
    connection.execute("DELETE FROM shown WHERE id % 2")


def count(connection: Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM shown").fetchone()[0])


def test_the_space_of_deleted_rows_goes_back_to_the_disk(tmp_path: Path) -> None:
    with Database(tmp_path / "home" / "knowledge.db", "knowledge") as database:
        database.write(fill)
        database.write(empty_half)
        database.truncate_log()
        before = database.path.stat().st_size
        assert database.compact()
        assert database.path.stat().st_size < before * 0.6
        assert database.read(count) == ROWS / 2


def test_a_reader_keeps_its_snapshot_and_the_file_shrinks_when_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "home" / "knowledge.db"
    with Database(path, "knowledge") as here, Database(path, "knowledge", busy_ms=50) as there:
        here.write(fill)
        here.truncate_log()
        before = path.stat().st_size

        def work(connection: Connection) -> tuple[int, bool, int]:
            first = count(connection)
            there.write(empty_half)
            return first, there.compact(), count(connection)

        assert here.read(work) == (ROWS, False, ROWS)
        assert here.read(count) == ROWS / 2
        assert there.truncate_log()
        assert path.stat().st_size < before * 0.6


def test_nothing_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    path, chance = tmp_path / "home" / "knowledge.db", random.Random(7)
    with Database(path, "knowledge") as database:
        database.write(fill)
        database.write(empty_half)
    for _ in range(6):
        with subprocess.Popen([sys.executable, "-c", COMPACT, path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(chance.uniform(0, 0.15))
            process.kill()
        with Database(path, "knowledge") as database:
            assert database.read(count) == ROWS / 2
            assert database.truncate_log()
        assert inspect(path).complaints == ()
