"""Schema versions of a home's files: judged before any is opened, and migrated under one BEGIN IMMEDIATE.

SQLite changes files by looking: it recovers a log, and writes it back when it closes. So a version is read from the
bytes of the file and of its log. A project is refused whole, and every project by a file of the home's own. A home.db
is not upgraded where no project can be opened: the home is still one of the program that wrote it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from scrubjay.errors import StorageError, StorageNewer, StorageOlder
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import UPGRADE, start_anew
from scrubjay.model.pattern import pattern
from scrubjay.storage.driver import Connection
from scrubjay.storage.filesystem import access_to, log_is_empty

if TYPE_CHECKING:
    from scrubjay.storage.driver import Access

SchemaName = Literal["home", "knowledge", "session"]

MIGRATIONS = Path(__file__).parent / "migrations"

PATIENCE_MS = 60_000
"""How long a process waits while another one upgrades: copying takes 3 s for 617 MB."""

_COMMENT = pattern(r"--[^\n]*")


@dataclass(frozen=True, slots=True)
class Migration:
    """A migration of the schema; its number is the `user_version` that it leads to."""

    number: int
    name: str
    sql: str


@cache
def migrations(schema: SchemaName) -> tuple[Migration, ...]:
    """The migrations of a schema; the first is its baseline, which alone builds a new file of the oldest version."""
    steps = tuple(Migration(_file_number(f), f.name, f.read_text(encoding="utf-8")) for f in _migration_files(schema))
    first = steps[0].number
    if [step.number for step in steps] != list(range(first, first + len(steps))):
        raise ValueError(f"the migrations of {schema} have gaps in their numbers")
    return steps


def migrations_up_to(schema: SchemaName, number: int) -> tuple[Migration, ...]:
    """The migrations that build a file of an earlier version."""
    return tuple(step for step in migrations(schema) if step.number <= number)


@cache
def oldest_version(schema: SchemaName) -> int:
    """The oldest schema version that this program opens: that of its baseline."""
    return _file_number(_migration_files(schema)[0])


@cache
def newest_version(schema: SchemaName) -> int:
    """The schema version of this program's files, read from the migrations' names alone."""
    return _file_number(_migration_files(schema)[-1])


@cache
def _migration_files(schema: SchemaName) -> tuple[Path, ...]:
    """The files of a schema's migrations, in order."""
    return tuple(sorted((MIGRATIONS / schema).glob("*.sql")))


def _file_number(file: Path) -> int:
    """The number of a migration, by its file's name."""
    return int(file.name[:4])


def statements(sql: str) -> Iterator[str]:
    """Split a migration at its semicolons; it contains no trigger and no semicolon in a string."""
    for part in _COMMENT.sub("", sql).split(";"):
        if part.strip():
            yield part.strip()


def version(connection: Connection) -> int:
    """The `user_version` of an open file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_version(connection: Connection, schema: SchemaName, path: Path) -> None:
    """Raises StorageNewer or StorageOlder for an open file whose schema version this program doesn't open.

    Raises StorageNewer, StorageOlder.
    """
    check_number(version(connection), schema, path)


def check_number(existing: int, schema: SchemaName, path: Path) -> None:
    """Raises StorageNewer or StorageOlder for a schema version that this program doesn't open."""
    _check_range(existing, oldest_version(schema), newest_version(schema), path)


def _check_range(existing: int, oldest: int, newest: int, path: Path | str) -> None:
    """Raises StorageNewer or StorageOlder for a version outside of a range; 0 is an empty file, and fine."""
    if 0 < existing < oldest:
        raise StorageOlder(
            f"{path} has schema {existing}, this scrubjay opens {oldest} and later. Nothing was changed. "
            f"{start_anew(path)}"
        )
    if existing > newest:
        raise StorageNewer(
            f"{path} has schema {existing}, this scrubjay knows {newest}. Nothing was changed. "
            f"Restart the client with the newer scrubjay, or {UPGRADE}."
        )


def migrate(
    connection: Connection, schema: SchemaName, path: Path | str, steps: tuple[Migration, ...] | None = None
) -> int:
    """Migrate an open file to the newest version; returns how many steps ran. Tests pass their own steps.

    A file with content is copied first (`copy_before_upgrade`); when a step or the copy fails it stays unchanged.
    Two processes that start together are safe: the version is read again inside BEGIN IMMEDIATE.
    Raises StorageNewer or StorageOlder, writing nothing, when the file comes from a newer program or one too old.
    """
    oldest, newest = (steps[0].number, steps[-1].number) if steps else (oldest_version(schema), newest_version(schema))
    current = version(connection)
    _check_range(current, oldest, newest, path)
    if current == newest:
        return 0
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    connection.execute("BEGIN IMMEDIATE")
    try:
        existing = version(connection)
        _check_range(existing, oldest, newest, path)
        todo = [step for step in steps or migrations(schema) if step.number > existing]
        if existing and todo:
            from scrubjay.storage.copy import copy_before_upgrade  # lazy: nearly every start finds nothing to do

            copy_before_upgrade(Path(path), existing)
        for step in todo:
            for statement in statements(step.sql):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite itself rolls back where the disk is full, and says why in the error
            connection.execute("ROLLBACK")
        raise
    connection.execute(f"PRAGMA busy_timeout = {patience}")
    return len(todo)


MAGIC = b"SQLite format 3\0"
HEADER = 32
FRAME = 24
"""Bytes before the first frame of a log, and before the page in each."""

VERSION = 60
"""Where `user_version` stands in the first page: four bytes, the highest first, as all numbers here."""

SCHEMAS: dict[str, SchemaName] = {
    "home.db": "home", "knowledge.db": "knowledge", "session.db": "session", "forge.db": "knowledge"
}  # fmt: skip


def judge(path: Path, schema: SchemaName) -> None:
    """Check that this program opens the schema version of a file and of those that belong with it. Writes nothing.

    Raises StorageNewer, StorageOlder.
    """
    if path.name not in SCHEMAS:
        _check_all({path: schema})
        return  # one that `doctor --repair` makes beside a damaged one
    home = home_of(path)
    own = (home / "home.db", home / "user" / "knowledge.db")
    numbers = _check_all(_schema_by_file({path, *own, *_database_files(path.parent)}))
    if path in own and 0 < numbers.get(own[0], 0) < newest_version("home"):
        _check_any(folder for folder in sorted((home / "projects").glob("*")) if folder.is_dir())


def _schema_by_file(files: Iterable[Path]) -> dict[Path, SchemaName]:
    """The schema of each file, by its name."""
    return {file: SCHEMAS[file.name] for file in files}


def _check_all(files: Mapping[Path, SchemaName]) -> dict[Path, int]:
    """The version of each file. Raises StorageNewer, StorageOlder."""
    numbers = {}
    for file, wanted in files.items():
        newest = newest_version(wanted)
        numbers[file] = existing = file_version(file, newest)
        if existing != newest:
            check_number(existing, wanted, file)
    return numbers


def _check_any(projects: Iterable[Path]) -> None:
    """Raises the error of the first project, unless there is none or any project can be opened."""
    refused: StorageError | None = None
    for folder in projects:
        try:
            _check_all(_schema_by_file(_database_files(folder)))
        except (StorageNewer, StorageOlder) as error:
            refused = refused or error
        else:
            return
    if refused:
        raise refused


def untouched_access(path: Path, schema: SchemaName) -> "Access":
    """The way to open a file so that a refused file and its log stay as they are."""
    try:
        judge(path, schema)
    except (StorageNewer, StorageOlder):
        return "immutable" if log_is_empty(path) else "read"
    return access_to(path)


def home_of(path: Path) -> Path:
    """The home that a database file belongs to, by the folder that it is in."""
    folder = path.parent
    if folder.parent.name == "projects":
        return folder.parents[1]
    return folder.parent if folder.name == "user" else folder


def _database_files(folder: Path) -> Iterator[Path]:
    """The paths that database files would have in a folder, whether they exist or not."""
    return (folder / name for name in SCHEMAS)


def file_version(path: Path, newest: int) -> int:
    """The schema version of a file, with what its log adds; 0 where there is none, or it can't be read.

    The log of a file of the newest version isn't read: a version never goes back.
    """
    number = _version_in_file(path)
    return number if number == newest else _version_in_log(path.with_name(f"{path.name}-wal"), number)


def _version_in_file(path: Path) -> int:
    """The schema version in a file's first page; 0 if it is no database, or can't be read."""
    try:
        with path.open("rb", buffering=0) as stream:
            page = stream.read(VERSION + 4)
    except OSError:
        return 0
    return int.from_bytes(page[VERSION:]) if page.startswith(MAGIC) else 0


def _version_in_log(log: Path, number: int) -> int:
    """The schema version that the last commit in a log wrote; `number` where no commit wrote it."""
    try:
        with log.open("rb") as stream:
            header = stream.read(HEADER)
            size, salt = int.from_bytes(header[8:12]), header[16:24]
            written = number
            while len(frame := stream.read(FRAME)) == FRAME and frame[8:16] == salt:
                if int.from_bytes(frame[:4]) == 1:
                    page = stream.read(size)
                    written = int.from_bytes(page[VERSION : VERSION + 4]) if len(page) == size else number
                else:
                    stream.seek(size, 1)
                if any(frame[4:8]):
                    number = written
    except OSError:
        pass
    return number
