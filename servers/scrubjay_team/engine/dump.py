"""The contents of a database as one stream: written by pg_dump, read by pg_restore."""

import os
import shutil
import subprocess
import tempfile
from typing import IO, Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scrubjay_team.engine.account import options
from scrubjay_team.engine.binaries import ENVIRONMENT, Binaries
from scrubjay_team.errors import EngineFailed

CHUNK = 1 << 20

WITHOUT: Final = tuple(f"--exclude-table-data=scrubjay.{table}" for table in ("outbox", "told"))
"""Options of pg_dump: no rows with numbers of transactions, which another cluster gives to others."""


def write_dump(binaries: Binaries, dsn: str, into: IO[bytes], moment: str) -> None:
    """Write a database in PostgreSQL's custom format, at one moment, with all rows that mean something elsewhere.

    `dsn` is a superuser's; `moment` is what `pg_export_snapshot` named, in a transaction that lasts until this ends.

    Raises EngineFailed; OSError is the stream's own.
    """
    with (
        tempfile.TemporaryFile() as said,
        _process(binaries, "pg_dump", ["--format=custom", f"--snapshot={moment}", *WITHOUT], said, dsn) as process,
    ):
        assert process.stdout is not None  # noqa: S101
        try:
            shutil.copyfileobj(process.stdout, into, CHUNK)
        except BaseException:
            process.kill()
            raise
        if process.wait() != 0:
            raise _failed("pg_dump", said)


def check_dump(binaries: Binaries, source: IO[bytes]) -> None:
    """Let pg_restore read a stream of `write_dump` from its table of contents to its end. Raises EngineFailed."""
    _restore(binaries, [f"--file={os.devnull}"], source, "")


def read_dump(binaries: Binaries, dsn: str, source: IO[bytes]) -> None:
    """Load a stream of `write_dump` into an empty database, whole or not at all. Raises EngineFailed."""
    _restore(binaries, ["--single-transaction", "--exit-on-error"], source, dsn)


def _restore(binaries: Binaries, arguments: list[str], source: IO[bytes], dsn: str) -> None:
    """Run pg_restore over a stream."""
    arguments = ["--format=custom", *arguments]
    with tempfile.TemporaryFile() as said, _process(binaries, "pg_restore", arguments, said, dsn) as process:
        assert process.stdin is not None  # noqa: S101
        try:
            shutil.copyfileobj(source, process.stdin, CHUNK)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it ended early, and says why
        except BaseException:
            process.kill()
            raise
        if process.wait() != 0:
            raise _failed("pg_restore", said)


def split_password(dsn: str) -> tuple[str, str]:
    """A connection string without its password, and the password, which no list of processes may show."""
    parts = conninfo_to_dict(dsn)
    password = parts.pop("password", None)
    return make_conninfo("", **parts), str(password or "")


def _process(
    binaries: Binaries, name: str, arguments: list[str], said: IO[bytes], dsn: str
) -> "subprocess.Popen[bytes]":
    """Start a program, on a database unless the DSN is empty; the password goes by its environment, which other
    accounts can't read."""
    address, password = split_password(dsn)
    reached = ["--no-password", f"--dbname={address}"] if dsn else []
    reads = name == "pg_restore"
    return subprocess.Popen(
        [binaries.program(name), *arguments, *reached], cwd="/",
        env=ENVIRONMENT | {"PGPASSWORD": password}, stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if reads else subprocess.PIPE, stderr=said, **options(binaries.account),
    )  # fmt: skip


def _failed(name: str, said: IO[bytes]) -> EngineFailed:
    said.seek(0)
    text = said.read(2_000).decode(errors="replace").strip()
    return EngineFailed(f"PostgreSQL's {name} failed; it says:\n{text or 'nothing'}")
