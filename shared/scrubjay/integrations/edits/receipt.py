"""Receipt of what scrubjay created in other places: a list of names in the project's folder of the home."""

import json
from pathlib import Path
from typing import Self

from scrubjay.storage.filesystem import file_error, private_folder

MAX_BYTES = 4 * 1024 * 1024


class Receipt:
    """Names of what was created, such as "folder /x/.claude"; stored in a file for `uninstall`.

    A receipt that is missing or unreadable is empty: then less is removed, never more.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._made = _read(file)

    @property
    def folder(self) -> Path:
        """The project's folder in the home."""
        return self._file.parent

    @classmethod
    def of(cls, project_folder: Path) -> Self:
        """The receipt of a project."""
        return cls(project_folder / "receipt.json")

    @classmethod
    def of_others(cls, home: Path, own: Self) -> tuple[Self, ...]:
        """The receipts of a home's projects, all but one's own."""
        receipts = (cls.of(folder) for folder in sorted((home / "projects").glob("*")))
        return tuple(receipt for receipt in receipts if receipt._file != own._file)

    def names(self, prefix: str) -> tuple[str, ...]:
        """All names with a prefix, in order."""
        return tuple(sorted(name for name in self._made if name.startswith(prefix)))

    def __contains__(self, name: str) -> bool:
        return name in self._made

    def add(self, *names: str) -> None:
        """Record created items."""
        self._set(self._made | set(names))

    def drop(self, *names: str) -> None:
        """Record that they were removed."""
        self._set(self._made - set(names))

    def rename(self, older: str, *names: str) -> None:
        """Read a name as others from now on; the file is written with the next change."""
        if older in self._made:
            self._made = self._made - {older} | set(names)

    def _set(self, made: set[str]) -> None:
        if made == self._made:
            return
        self._made = made
        try:
            if not made:
                self._file.unlink(missing_ok=True)
                return
            private_folder(self._file.parent)
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps(sorted(made), indent=0), encoding="utf-8", errors="surrogatepass")
            fresh.chmod(0o600)
            fresh.replace(self._file)
        except OSError as error:
            raise file_error(self._file, error) from error


def _read(file: Path) -> set[str]:
    try:
        with file.open("rb") as stream:
            names = json.loads(stream.read(MAX_BYTES))
    except (OSError, ValueError):
        return set()
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()
