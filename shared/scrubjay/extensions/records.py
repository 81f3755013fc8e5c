"""Records of extensions in a home and its user's file: where each enabled one is, its last error, its own files."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from scrubjay.model.frozen import dataclass, field_names

FOLDER: Final = "extensions"
RECORDS: Final = "enabled.json"
LONGEST_ERROR: Final = 500
"""Characters of an error that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnabledRecord:
    """An extension as a person enabled it: `target` is its manifest as `module:attribute`.

    `distribution` and `version` are what was installed, `address` is where that came from, where it says so. `place` is
    the file or folder of the module: the same name at another place is another program.
    """

    name: str
    target: str
    distribution: str
    version: str
    address: str = ""
    place: str = ""


_FIELDS: Final = field_names(EnabledRecord)


def read_records(home: Path) -> dict[str, EnabledRecord]:
    """The enabled extensions of others, by name. What can't be read is none: each is then said to be unknown here."""
    try:
        held = json.loads((home / FOLDER / RECORDS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    lines = held if isinstance(held, list) else []
    return {record.name: record for record in filter(None, map(_record, lines))}


def _record(line: object) -> EnabledRecord | None:
    """The record in a value of JSON; None where it is none."""
    if not isinstance(line, dict) or not all(isinstance(line.get(name), str) for name in _FIELDS):
        return None
    return EnabledRecord(**{name: line[name] for name in _FIELDS})


def write_records(home: Path, records: Mapping[str, EnabledRecord]) -> None:
    """Replace what is known of enabled extensions. Raises OSError."""
    lines = [{name: getattr(one, name) for name in _FIELDS} for _, one in sorted(records.items())]
    _write_file(home / FOLDER / RECORDS, json.dumps(lines, indent=1) + "\n")


def last_error(home: Path, name: str) -> str:
    """The last error of an extension, with its moment before it; empty where it had none."""
    try:
        return (home / FOLDER / f"{name}.error").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def write_error(home: Path, name: str, line: str) -> None:
    """Keep the last error of an extension; one that can't be kept was said all the same."""
    try:
        _write_file(home / FOLDER / f"{name}.error", " ".join(line.split())[:LONGEST_ERROR])
    except OSError:
        return


def drop_errors(home: Path, of: Callable[[str], bool]) -> None:
    """Drop the last errors of some extensions, such as ours, which keep none. Raises OSError."""
    for file in (home / FOLDER).glob("*.error"):
        if of(file.stem):
            file.unlink(missing_ok=True)


def drop(home: Path, name: str) -> bool:
    """Drop what is known of an extension, its record and its last error; whether there was anything. Raises OSError."""
    records = read_records(home)
    known = records.pop(name, None) is not None
    if known:
        write_records(home, records)
    error = home / FOLDER / f"{name}.error"
    known = known or error.is_file()
    error.unlink(missing_ok=True)
    folder = home / FOLDER
    if not records and folder.is_dir() and {file.name for file in folder.iterdir()} <= {RECORDS}:
        (folder / RECORDS).unlink(missing_ok=True)
        folder.rmdir()
    return known


def _write_file(file: Path, text: str) -> None:
    file.parent.mkdir(mode=0o700, exist_ok=True)
    half = file.with_name(f".{file.name}.half")
    half.write_text(text, encoding="utf-8", errors="backslashreplace")
    half.chmod(0o600)
    half.replace(file)


_BESIDE: Final = ("", "-wal", "-shm", "-journal")


def own_file(folder: Path, name: str) -> Path:
    """An extension's file in a folder of the home; it need not be there."""
    return folder / f"{name}.db"


def own_files(home: Path, name: str) -> Iterator[Path]:
    """Every file of an extension that is there, in all projects and the user's folder."""
    folders = [*sorted((home / "projects").glob("*")), home / "user"]
    for folder in folders:
        for beside in _BESIDE:
            file = folder / f"{name}.db{beside}"
            if file.is_file():
                yield file
