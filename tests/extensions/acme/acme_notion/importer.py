"""An importer: a notebook is a file of lines behind its first one."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.model.record import Item, Record, Skipped

HEAD = "#acme-notebook"


class Notebook:
    """Reads the notebooks of Acme's program."""

    program = "Acme Notion (a .notebook file)"

    def fits(self, path: Path) -> bool:
        """A notebook says so in its first line."""
        return path.is_file() and path.read_bytes()[: len(HEAD)] == HEAD.encode()

    def read(self, path: Path) -> Iterator[Item]:
        """A claim a line."""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], 2):
            where = f"{path.name}#{number}"
            yield Record(text=line, where=where, tags=("acme",)) if line.strip() else Skipped(where, "an empty line")
