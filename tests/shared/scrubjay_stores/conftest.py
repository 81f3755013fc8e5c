"""A worktree with memories, its stores, and a store in memory that a test may let fail."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import NotFound
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Stored
from scrubjay.model.stored import CARRIED, StoredMemory, StoredPage, WriteOutcome
from scrubjay_stores.errors import StoreAway
from tests.conftest import Repo
from tests.shared.cli.conftest import account as account
from tests.shared.cli.conftest import anywhere as anywhere
from tests.shared.cli.conftest import magpie as magpie
from tests.shared.cli.conftest import ready as ready
from tests.shared.cli.conftest import scrubjay as scrubjay
from tests.shared.cli.conftest import trusted as trusted


@pytest.fixture
def worktree(app: App, repo: Repo) -> Workspace:
    """A worktree of a project without memories."""
    repo.commit("start", files={"README.md": "# Depot\n\nParcels are sorted here.\n"})
    return app.initialise(repo.path)


def remember(workspace: Workspace, *texts: str, tags: Sequence[str] = ()) -> list[str]:
    """Keep claims of an agent; returns their ids."""
    outcomes = [
        workspace.memories.remember(RememberRequest(content=text, author="anna", tags=tuple(tags), key=text))
        for text in texts
    ]
    return [outcome.id for outcome in outcomes if isinstance(outcome, Stored)]


def exported(workspace: Workspace, file: Path) -> Path:
    """The project's memories in a file of `scrubjay export`."""
    file.write_text("\n".join(workspace.memory_archive.export("project", "anna")), encoding="utf-8")
    return file


def memory(number: int, **fields: object) -> StoredMemory:
    """One of many memories."""
    given = {"id": f"{number:04}", "key": f"k{number}", "text": f"Shelf {number} is full.", "store": "left"}
    return StoredMemory(**(given | fields))  # type: ignore[arg-type]


class MemoryStore:
    """A store that holds its memories in a list of this process, in pages of three.

    `fails`: the calls of `write` that fail, by number from 0: True where it was stored all the same, as when an answer
    is lost on its way.
    """

    kind = "list"
    writes: tuple[str, ...] = ()
    read_only = False
    carries = frozenset(CARRIED) - {"told"}

    def __init__(self, name: str, memories: Sequence[StoredMemory] = ()) -> None:
        self.name = name
        self.held = list(memories)
        self.fails: dict[int, bool] = {}
        self.calls = 0

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        words = query.lower().split()
        return tuple(one for one in self.held if any(word in one.text.lower() for word in words))[:limit]

    def get(self, id: str) -> StoredMemory:
        for one in self.held:
            if one.id == id:
                return one
        raise NotFound(id)

    def has(self, key: str) -> bool:
        return any(one.key == key for one in self.held)

    def write(self, memory: StoredMemory) -> WriteOutcome:
        for one in self.held:
            if one.key == memory.key:
                return WriteOutcome("known", one.id)
        number, self.calls = self.calls, self.calls + 1
        id = f"{self.name}-{len(self.held)}"
        if self.fails.get(number) is not False:
            fields = {name: getattr(memory, name) for name in ("key", "text", "kind", "tags", "author", "date")}
            self.held.append(StoredMemory(id=id, store=self.name, **fields))
        if number in self.fails:
            raise StoreAway(f"{self.name} doesn't answer.")
        return WriteOutcome("stored", id)

    def since(self, cursor: str) -> StoredPage:
        begin = int(cursor or 0)
        page = self.held[begin : begin + 3]
        return StoredPage(tuple(page), str(begin + len(page)), begin + 3 < len(self.held))

    def close(self) -> None:
        pass

    def count(self) -> tuple[int, bool]:
        return len(self.held), False
