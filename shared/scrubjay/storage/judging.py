"""Judgement of a home's files before any of them is opened: a version that this program refuses, read without SQLite.

SQLite changes files by looking: it recovers a log, and writes it back when it closes. So a version is read from the
bytes of the file and of its log. A project is refused whole, and every project by a file of the home's own. A home.db
is not upgraded where no project can be opened: the home is still one of the program that wrote it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.errors import StorageError, StorageNewer, StorageOlder
from scrubjay.storage.filesystem import access_to, log_is_empty
from scrubjay.storage.migrate import SchemaName, check_number, newest_version

if TYPE_CHECKING:
    from scrubjay.storage.driver import Access

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
    """Refuse a file to be opened for its own version, or for one of a file that it belongs with. Writes nothing.

    Raises StorageNewer, StorageOlder.
    """
    if path.name not in SCHEMAS:
        _check(path, schema)
        return  # one that `doctor --repair` makes beside a damaged one
    home = home_of(path)
    own = (home / "home.db", home / "user" / "knowledge.db")
    numbers = _check_all({path, *own, *_beside(path.parent)})
    if path in own and 0 < numbers.get(own[0], 0) < newest_version("home"):
        _check_any(folder for folder in sorted((home / "projects").glob("*")) if folder.is_dir())


def _check_all(files: Iterable[Path]) -> dict[Path, int]:
    return {file: _check(file, SCHEMAS[file.name]) for file in files}


def _check_any(projects: Iterable[Path]) -> None:
    """Raise what refuses the first project, unless there is none or one can be opened."""
    refused: StorageError | None = None
    for folder in projects:
        try:
            _check_all(_beside(folder))
        except (StorageNewer, StorageOlder) as error:
            refused = refused or error
        else:
            return
    if refused:
        raise refused


def untouched_access(path: Path, schema: SchemaName) -> "Access":
    """How to look at a file, so that a refused one and its log stay as they are."""
    try:
        judge(path, schema)
    except (StorageNewer, StorageOlder):
        return "immutable" if log_is_empty(path) else "read"
    return access_to(path)


def home_of(path: Path) -> Path:
    """The home of a file in it: the folder itself, that of `user`, or that of `projects`."""
    folder = path.parent
    if folder.parent.name == "projects":
        return folder.parents[1]
    return folder.parent if folder.name == "user" else folder


def _beside(folder: Path) -> Iterator[Path]:
    return (folder / name for name in SCHEMAS)


def _check(path: Path, schema: SchemaName) -> int:
    newest = newest_version(schema)
    existing = file_version(path, newest)
    if existing != newest:
        check_number(existing, schema, path)
    return existing


def file_version(path: Path, newest: int) -> int:
    """The `user_version` of a file, with what its log adds; 0 where there is none, or it can't be read.

    The log of a file of the newest version isn't read: a version never goes back.
    """
    number = _number(path)
    return number if number == newest else _logged(path.with_name(f"{path.name}-wal"), number)


def _number(path: Path) -> int:
    try:
        with path.open("rb", buffering=0) as stream:
            page = stream.read(VERSION + 4)
    except OSError:
        return 0
    return int.from_bytes(page[VERSION:]) if page.startswith(MAGIC) else 0


def _logged(log: Path, number: int) -> int:
    """The version that the last commit in a log has; `number` where none wrote the first page."""
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
