"""What lies in a home? Looked at without the program: which memories are believed, and whether every file is whole."""

from pathlib import Path

from scrubjay.storage.damage import complaints
from scrubjay.storage.database import Database
from scrubjay.storage.migrate import SchemaName
from tests.conftest import Repo


def home_of(repo: Repo) -> Path:
    """The home that commands in a repository use."""
    return Path(repo.environment["SCRUBJAY_HOME"])


def whole(home: Path) -> None:
    """Every database of a home is whole, by SQLite's long check."""
    for file in [*home.glob("*.db"), *home.glob("projects/*/*.db")]:
        schema: SchemaName = (
            "home" if file.name == "home.db" else "knowledge" if file.name == "knowledge.db" else "session"
        )
        assert complaints(file, schema) == (), file


def contents(file: Path) -> dict[str, str]:
    """What is believed of each memory: its status by id."""
    with Database(file, "knowledge") as database:
        return database.read(
            lambda c: {
                row["id"]: row["status"]
                for row in c.execute(
                    "SELECT m.id, b.status FROM memory AS m JOIN belief AS b ON b.memory = m.number "
                    "AND b.retracted_at = ''"
                )
            }
        )
