"""Machines of one person: homes of their own, one bare remote in a folder, and one sync key."""

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit import AuditWriter, CrossScopeReads
from scrubjay.memory.lifecycle.exchange import exported
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.lifecycle.merging import entries, mark_of
from scrubjay.memory.store.limits import Limits
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.memory.store.writing import WriteContext
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_exchange.syncing.keys import SyncKey, new_key
from scrubjay_exchange.syncing.state import SyncPlace, SyncReport
from scrubjay_exchange.syncing.synchroniser import Synchroniser
from tests.shared.memory.conftest import BY_HAND, Characters, EveryBranch, Grounding, Hands, captured_grades

NUMBERS = count()


@dataclass
class Machine:
    """One home: its memories, and its sync with the remote."""

    name: str
    home: Path
    remote: str
    key: SyncKey
    environment: GitEnvironment
    hands: Hands
    grounding: Grounding = field(init=False)
    database: Database = field(init=False)
    memories: Memories = field(init=False)

    def __post_init__(self) -> None:
        self.grounding = Grounding(self.hands)
        self.database = Database(self.home / "user" / "knowledge.db", "knowledge")
        self.memories = Memories(
            MemoryStores(
                project_id="p",
                project=self.database,
                user=lambda: self.database,
                clock=self.hands,
                counter=Characters(),
                branches=EveryBranch(),
                limits=Limits(),
                reads=CrossScopeReads(lambda: self.database, self.hands, "p", ""),
            ),
            validate=self.grounding,
            grades=lambda ids: captured_grades(self.memories, ids),
        )

    def say(self, content: str, **more: Any) -> str:
        """A person tells the machine something of their own; returns its id."""
        request = RememberRequest(content=content, scope="user", **{"author": "anna", **BY_HAND, **more})
        return self.memories.remember(request).id  # type: ignore[union-attr]

    @property
    def place(self) -> SyncPlace:
        return SyncPlace(self.remote, self.name)

    def service(self, **more: Any) -> Synchroniser:
        return Synchroniser(lambda: self.database, self.home, self.environment, self.hands, Characters(), **more)

    def sync(self, **more: Any) -> SyncReport:
        """Sync with the remote."""
        return self.service().sync(self.place, self.key, **more)

    def state(self) -> dict[str, object]:
        """What is the same on all machines once all synced, by memory; of forgotten ones nothing is left."""
        audit = AuditWriter(self.home / "user" / "audit")
        place = WriteContext(owner="", counter=Characters(), audit=audit, limits=Limits(), now="")

        def read(connection: Connection) -> dict[str, object]:
            found: dict[str, object] = {}
            for row in connection.execute(Q.numbers, {"project": ""}).fetchall():
                line = exported(connection, place, row["number"])
                beliefs = entries(connection.execute(Q.ranked_beliefs, {"number": row["number"]}).fetchall())
                memory = line["memory"]
                if beliefs[-1].fields[0] == "forgotten":
                    assert not memory["content"]
                    continue
                found[memory["id"]] = (
                    memory["content"], memory["kind"], memory["author"], memory["recorded_at"],
                    [(entry.fields, entry.rank) for entry in beliefs],
                    [(one["recorded_at"], one["retracted_at"]) for one in line["beliefs"]],
                    sorted(map(mark_of, line["validations"])), sorted(link["id"] for link in line["replaces"]),
                    [(one["what"], one["at"], one["independent"]) for one in line["confirmations"]],
                )  # fmt: skip
            return found

        return self.database.read(read)

    def tombstones(self) -> set[str]:
        """What was forgotten here."""
        rows = self.database.read(lambda c: c.execute("SELECT id FROM memory WHERE content = ''").fetchall())
        return {row["id"] for row in rows}

    def held(self) -> dict[str, str]:
        """What is believed, by text, with its grade's evidence."""
        return {memory.content: memory.id for memory in self.memories.believed() if memory.scope == "user"}


@dataclass
class Fleet:
    """The machines of one person, and their remote."""

    folder: Path
    environment: GitEnvironment
    machines: dict[str, Machine] = field(default_factory=dict)
    key: SyncKey = field(default_factory=new_key)

    @property
    def remote(self) -> Path:
        return self.folder / "remote.git"

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True)
        self.git("init", "-q", "--bare", str(self.remote), inside=False)

    def machine(self, name: str, **more: Any) -> Machine:
        """A machine by name; its clock is its own."""
        if name not in self.machines:
            made = Machine(
                name=name, home=self.folder / name, remote=str(self.remote), environment=self.environment,
                **{"key": self.key, "hands": Hands(), **more},
            )  # fmt: skip
            self.machines[name] = made
        return self.machines[name]

    def git(self, *arguments: str, inside: bool = True, input: bytes = b"") -> bytes:
        """What git prints, in the remote."""
        place = ["-C", str(self.remote)] if inside else []
        variables = {**self.environment.variables, "GIT_ALLOW_PROTOCOL": "file"}
        identity = ["-c", "user.name=mallory", "-c", "user.email=mallory@host.example"]
        return subprocess.run(
            ["git", *identity, *place, *arguments], env=variables, input=input, check=True, capture_output=True
        ).stdout

    def head(self, name: str) -> str:
        """The commit of a machine's ref at the remote."""
        return self.git("rev-parse", f"refs/scrubjay/{name}").decode().strip()

    def settle(self) -> None:
        """Let every machine sync until none has anything to say."""
        for _ in range(2):
            for machine in self.machines.values():
                machine.sync()

    def close(self) -> None:
        for machine in self.machines.values():
            machine.database.close()


@pytest.fixture
def new_fleet(tmp_path: Path, environment: dict[str, str]) -> Iterator[Callable[[], Fleet]]:
    """Makes fleets that share nothing, and closes them after the test."""
    made: list[Fleet] = []

    def make() -> Fleet:
        made.append(Fleet(tmp_path / f"fleet{next(NUMBERS)}", GitEnvironment.of(environment)))
        return made[-1]

    yield make
    for fleet in made:
        fleet.close()


@pytest.fixture
def fleet(new_fleet: Callable[[], Fleet]) -> Fleet:
    return new_fleet()
