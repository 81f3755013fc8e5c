"""Which driver is taken, as a table."""

import pytest

from scrubjay.errors import StorageError
from scrubjay.storage.driver import DRIVER, connect, load_sqlite_vec, may_use_wal


@pytest.mark.parametrize(
    ("version", "wal"),
    [
        ((3, 53, 4), True),
        ((3, 51, 3), True),  # the first release without the WAL-reset bug
        ((3, 51, 2), False),
        ((3, 43, 0), False),  # the oldest that has contentless_delete: rollback journal
    ],
)
def test_wal_is_used_only_where_the_reset_bug_is_fixed(version: tuple[int, int, int], wal: bool) -> None:
    assert may_use_wal(version) is wal


def test_a_library_that_is_too_old_is_refused_with_what_to_install() -> None:
    with pytest.raises(StorageError, match="pysqlite3"):
        may_use_wal((3, 42, 0))


def test_rows_are_read_by_name_and_sqlite_vec_answers() -> None:
    connection = connect(":memory:")
    try:
        assert connection.execute("SELECT 1 AS one").fetchone()["one"] == 1
        if DRIVER.extensions:
            assert load_sqlite_vec(connection)
            assert connection.execute("SELECT vec_version()").fetchone()[0].startswith("v0.1.9")
    finally:
        connection.close()
