"""The SQLite library of this process, whether WAL is safe with it, and the named statements that it runs.

Order: pysqlite3 >= 0.6.1 where it has a wheel; the standard library from
SQLite 3.51.3 on; an older standard library from 3.43 on in rollback-journal mode, because the WAL-reset bug
(3.7.0 to 3.51.2) corrupts files that several processes write; older ones are refused.
No other module imports a driver, so one process never opens a file with two SQLite libraries.
"""

import importlib
import re
import sys
from collections.abc import Callable, Hashable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from scrubjay.errors import StorageError
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

T = TypeVar("T")

_NAME = pattern(r"^-- name: (\w+)\s*$", re.MULTILINE)


class Queries:
    """The SQL statements of a file by name, as attributes: `Q.find_content` is what follows `-- name: find_content`."""

    def __init__(self, source: str, text: str) -> None:
        parts = _NAME.split(text)
        self._source = source
        self._texts = {name: body.strip() for name, body in zip(parts[1::2], parts[2::2], strict=True)}
        vars(self).update(self._texts)

    def __getattr__(self, name: str) -> str:
        raise AttributeError(f"{self._source} has no query named {name}")

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._texts.items())


def load(package: str) -> Queries:
    """Load `queries.sql` of a package, such as "scrubjay.knowledge.documents"."""
    # Located, not imported: a hook that needs one query needs nothing else of the package.
    spec = find_spec(package)
    (folder,) = (spec.submodule_search_locations or ("",)) if spec else ("",)
    return Queries(f"{package}/queries.sql", (Path(folder) / "queries.sql").read_text(encoding="utf-8"))


if TYPE_CHECKING:
    import sqlite3 as _sqlite
else:
    try:
        _sqlite = importlib.import_module("pysqlite3.dbapi2")
    except ImportError:
        _sqlite = importlib.import_module("sqlite3")

Version = tuple[int, int, int]

Access = Literal["write", "read", "immutable"]
"""How a file is opened. "read" needs the log and its index if there are any; "immutable" ignores the log and takes
no lock: for a file that nobody can write.
"""

_QUERY = {"read": "mode=ro", "immutable": "mode=ro&immutable=1"}

OLDEST: Version = (3, 43, 0)
"""First release with contentless_delete, which the full-text tables use."""

WAL_FIXED: Version = (3, 51, 3)
"""First release without the WAL-reset corruption bug."""

Row = _sqlite.Row
Cursor = _sqlite.Cursor
DatabaseError = _sqlite.DatabaseError
OperationalError = _sqlite.OperationalError
SQLITE_INTERNAL, SQLITE_PERM, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM = 2, 3, 5, 6, 7
SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN = 8, 10, 11, 13, 14
SQLITE_PROTOCOL, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_FORMAT, SQLITE_NOTADB = 15, 18, 20, 24, 26
SQLITE_READONLY_DBMOVED = 1032


@dataclass(frozen=True, slots=True)
class Driver:
    """The SQLite library in use: module name, SQLite's version, capabilities."""

    module: str
    version: Version
    wal: bool
    extensions: bool

    @property
    def sqlite(self) -> str:
        """The SQLite version as text, such as "3.53.4"."""
        return ".".join(map(str, self.version))


class Connection(_sqlite.Connection):
    """A connection that knows whether sqlite-vec is loaded and what its temporary tables contain."""

    sqlite_vec: bool
    views: dict[str, tuple[int, int]]
    """View key -> its number in temp.visible, and the generation it was loaded from; oldest first."""
    fill_states: dict[tuple[str, int], object]
    """(Kind besides documents, number in temp.visible) -> the state it was loaded from."""
    scopes: dict[object, object]
    """What temp.scope holds, by view and filters, the last used at the end."""
    scope: object
    """The one of them that was asked for last; None before."""
    words: dict[str, object]
    """What is known of the words of each full-text index."""
    committed: int | None
    """The number of the commit that a read transaction sees, here alone: equal while nobody commits. Else None."""
    learned: dict[Hashable, Any]
    """What was read of that commit."""

    def begin_reading(self) -> bool:
        """Begin a read transaction with its snapshot; returns whether somebody committed since the last one."""
        self.execute("BEGIN")
        number = self._data_version()
        if number == self.committed:
            return False
        self.committed = number
        self.learned.clear()
        return True

    def commits(self) -> int:
        """A number that changes with each commit of another connection; comparable on this connection only."""
        return self.committed if self.committed is not None else self._data_version()

    def _data_version(self) -> int:
        """SQLite's own number of changes by other connections."""
        (number,) = self.execute("PRAGMA data_version").fetchone()
        return int(number)

    def once(self, key: Hashable, read: Callable[[], T]) -> T:
        """The cached result of `read` for a key; called again after any commit.

        Outside a read transaction, where it might be written meanwhile, it is read at each call.
        """
        if self.committed is None:
            return read()
        if key not in self.learned:
            self.learned[key] = read()
        value: T = self.learned[key]
        return value


def may_use_wal(version: Version) -> bool:
    """Whether several processes may write a file in WAL mode with this SQLite version.

    Raises StorageError for a version that is too old to be used at all.
    """
    if version < OLDEST:
        number = ".".join(map(str, version))
        raise StorageError(
            f"SQLite {number} is too old: scrubjay needs 3.43 or newer. "
            "Install pysqlite3 (`pip install 'pysqlite3>=0.6.1'`) or a newer Python."
        )
    return version >= WAL_FIXED


def describe() -> Driver:
    """Describe the library that this process uses."""
    version = _sqlite.sqlite_version_info
    name = _sqlite.__name__.partition(".")[0]
    can_load = hasattr(_sqlite.Connection, "enable_load_extension")
    return Driver(name, version, may_use_wal(version), can_load)


DRIVER = describe()


def connect(path: Path | str, *, timeout: float = 5.0, access: Access = "write") -> Connection:
    """Open a file in autocommit mode: transactions are begun explicitly. `timeout` is in seconds."""
    name = str(path) if access == "write" else f"{Path(path).absolute().as_uri()}?{_QUERY[access]}"
    connection: Connection = _sqlite.connect(
        name, timeout=timeout, isolation_level=None, check_same_thread=False, factory=Connection,
        uri=access != "write",
    )  # fmt: skip
    connection.row_factory = Row
    connection.sqlite_vec = False
    connection.views = {}
    connection.fill_states = {}
    connection.scopes = {}
    connection.scope = None
    connection.words = {}
    connection.committed = None
    connection.learned = {}
    return connection


def load_sqlite_vec(connection: Connection) -> bool:
    """Load sqlite-vec into a connection; False where the library or extension loading is missing."""
    if connection.sqlite_vec:
        return True
    if not DRIVER.extensions:
        return False
    try:
        sqlite_vec: Any = importlib.import_module("sqlite_vec")
        sys.audit("scrubjay.load", "sqlite_vec")  # pysqlite3 raises no audit event for it
        connection.enable_load_extension(True)
        try:
            sqlite_vec.load(connection)
        finally:
            connection.enable_load_extension(False)
    except (ImportError, OperationalError, AttributeError):
        return False
    connection.sqlite_vec = True
    return True
