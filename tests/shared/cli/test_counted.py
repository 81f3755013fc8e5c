"""A command's search is counted when the command ends, unless the user wants nothing counted."""

from pathlib import Path

from scrubjay.identity.insight.store import sums_since
from scrubjay.storage.database import Database
from tests.shared.cli.conftest import Scrubjay


def counted(home: Path) -> dict[str, int]:
    (file,) = home.glob("projects/*/session.db")
    with Database(file, "session") as database:
        sums = database.read(lambda c: sums_since(c, ""))
    return {f"{measure} {label}": number for (_, measure, label, _), number in sums.items()}


def test_a_search_is_counted_when_the_command_ends(ready: Scrubjay, environment: dict[str, str]) -> None:
    assert ready("search", "parcels in one file").code == 0
    sums = counted(Path(environment["SCRUBJAY_HOME"]))
    assert sums["search_how degraded"] == 1
    assert sums["milliseconds search"] == 1


def test_switched_off_nothing_is_counted(ready: Scrubjay, environment: dict[str, str]) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    (home / "config.yaml").write_text("insight:\n  keep: false\n")
    assert ready("search", "parcels in one file").code == 0
    assert ready("remember", "Parcels are weighed twice.").code == 0
    assert counted(home) == {}


def test_a_repository_can_not_switch_it_on(ready: Scrubjay, environment: dict[str, str]) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    (home / "config.yaml").write_text("insight:\n  keep: false\n")
    folder = ready.folder / ".agent"
    folder.mkdir(exist_ok=True)
    (folder / "config.yaml").write_text("insight:\n  keep: true\n")
    assert ready("search", "parcels in one file").code == 0
    assert counted(home) == {}
