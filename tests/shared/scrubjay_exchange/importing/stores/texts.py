"""What the real programs wrote, as files of a test: the texts that they were given, and where they stand."""

import shutil
import sqlite3
from pathlib import Path

FOLDER = Path(__file__).parent

TEXTS = (
    "The parcel queue drains every 15 minutes.",
    "Magpie stores parcels in SQLite, because one file is enough.",
    "The staging depot listens on port 8042.",
    "Labels are printed by the worker, never by the web process.",
    "Ada prefers small pull requests.",
    "We decided to keep one queue per depot.",
    "To rebuild the index, run `make index` and then restart the worker.",
    "On 2026-02-03 the Leeds depot lost power for two hours.",
    "The routing table is reloaded by a signal, not by a restart.",
    "Größe und Gewicht stehen auf jedem Etikett: 30 kg höchstens.",
    "荷物は重さで並べ替えます。",
    "A retry waits 2 s, then 4 s, then 8 s.",
    "The API answers 429 above 50 requests a second.",
    "Scanners send their battery level with each 100th scan.",
    'The nightly export writes "closed" parcels only.',
    "Tests of the router need no network.",
    "The old label format, L1, ended with release 3.2.",
    "Weights are kept in grams; the page shows kilograms.",
    "Which depot owns parcels without a postcode?",
    "Drivers see at most 40 stops on one page.",
)
TAGS = (
    ("queue",), ("storage", "sqlite"), ("staging",), ("labels",), ("people",), ("queue",), ("howto",), ("incident",),
    ("routing",), ("labels", "de"), ("labels", "ja"), ("retry",), ("api",), ("scanner",), ("export",),
    ("tests", "routing"), ("labels",), ("units",), ("open",), ("drivers",),
)  # fmt: skip

NAMES = {
    path.name.partition(".")[0]: path.name
    for path in sorted(FOLDER.iterdir())
    if not path.name.startswith(("README", "texts", "_"))
}


def store(program: str, folder: Path) -> Path:
    """The program's file or folder, below a folder of the test's."""
    source = FOLDER / NAMES[program]
    if source.is_dir():
        return shutil.copytree(source, folder / source.name)
    if source.suffix != ".sql":
        return Path(shutil.copy(source, folder))
    return database(source.read_text(encoding="utf-8"), folder / f"{program}.db")


def database(script: str, path: Path) -> Path:
    """A SQLite file that a script makes."""
    connection = sqlite3.connect(path)
    connection.executescript(f"BEGIN;{script};COMMIT;")
    connection.close()
    return path
