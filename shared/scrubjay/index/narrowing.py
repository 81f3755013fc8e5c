"""What an earlier version stored in more bits is written anew in fewer, a batch a transaction; answers don't change."""

from collections.abc import Callable

from scrubjay.index.codes import as_codes
from scrubjay.index.generation import Q
from scrubjay.inference.embedding.states import narrow
from scrubjay.storage import Connection, Database, Row

Progress = Callable[[int, int], None]

BATCH = 500
"""Rows a transaction: a writer that comes meanwhile waits about 50 ms."""


def narrow_all(
    database: Database, *, stop: Callable[[], bool] = lambda: False, progress: Progress = lambda done, total: None
) -> bool:
    """Write what is wide anew, until nothing is or `stop` says so; returns whether nothing is left.

    `stop` is called and `progress` is told how many rows of all are done after each batch.
    """
    total = left = wide(database)
    while left:
        database.write(lambda c: narrow_some(c, BATCH))
        left = wide(database)
        progress(total - left, total)
        if left and stop():
            return False
    return True


def wide(database: Database) -> int:
    """How many rows are stored in more bits than they need."""
    return int(database.read(lambda c: c.execute(Q.count_wide).fetchone()[0]))


def narrow_some(connection: Connection, most: int) -> int:
    """Write some rows anew; returns how many."""
    states = connection.execute(Q.wide_states, {"limit": most}).fetchall()
    connection.executemany(Q.narrow_states, [{**_place(row), "states": narrow(row["states"])} for row in states])
    vectors = connection.execute(Q.wide_vectors, {"limit": most - len(states)}).fetchall()
    codes = [as_codes([row["vector"]], row["dim"]) for row in vectors]
    connection.executemany(
        Q.narrow_vector, [{**_place(row), "vector": code.tobytes()} for row, code in zip(vectors, codes, strict=True)]
    )
    return len(states) + len(vectors)


def _place(row: Row) -> dict[str, int]:
    return {"fingerprint": row["fingerprint_id"], "passage": row["passage_id"]}
