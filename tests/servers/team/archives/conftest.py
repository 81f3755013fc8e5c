"""A team's server that keeps archives in a folder: anna owns acme, ben and dora write, rita reads."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scrubjay_team.archives.archives import Archives
from scrubjay_team.archives.objects import ArchiveObjects
from scrubjay_team.archives.upkeep import ArchiveUpkeep
from scrubjay_team.people.teams import Teams
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW
from tests.servers.team.serving.conftest import Answered, ServedTeam, serving

obstore = pytest.importorskip("obstore")
pytest.importorskip("zstandard")


@dataclass
class Archived:
    """The server, its store, and tokens by name."""

    served: ServedTeam
    objects: ArchiveObjects
    folder: Path
    tokens: dict[str, str]

    def ask(self, who: str, method: str, path: str, body: Any = None) -> Answered:
        return self.served.api(self.tokens[who], method, path, body)

    def keep(self, who: str, session: str, *texts: str, part: int = 1, parts: int = 1, **more: Any) -> Answered:
        """Send a part of a conversation of user's turns."""
        turns = [{"number": n, "at": "", "role": "user", "text": text} for n, text in enumerate(texts, 1)]
        body = {"started_at": NOW.isoformat(), "ended_at": NOW.isoformat(), "parts": parts, "turns": turns, **more}
        return self.ask(who, "POST", f"/archives/{session}/parts/{part}", body)

    def found(self, who: str, query: str, **more: Any) -> list[str]:
        """The texts that a question finds."""
        answer = self.ask(who, "POST", "/archives/search", {"query": query, **more})
        assert answer.status == 200, answer.body
        return [one["text"] for one in answer.json["results"]]

    def stored(self) -> list[Path]:
        """The objects of the store."""
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    def upkeep(self, **later: float) -> int:
        """Let the worker run, so much later."""
        databases = self.served.databases
        databases.clock.now += timedelta(**later)
        return ArchiveUpkeep(databases.worker, self.objects, databases.clock).run()


def people(served: ServedTeam) -> dict[str, str]:
    """Tokens of anna, ben (writers), rita (a reader) and dora of acme."""
    served.people(lambda members, _: [members.add(name, role) for name, role in
                                      (("ben", "writer"), ("rita", "reader"), ("dora", "writer"))])  # fmt: skip
    tokens = {name: served.token(name, "search", "remember") for name in ("anna", "ben", "dora")}
    return tokens | {"rita": served.token("rita", "search")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "store"
    made.mkdir()
    return made


@pytest.fixture
def archived(databases: Databases, tmp_path: Path, folder: Path) -> Iterator[Archived]:
    """A server with a store in a folder."""
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    objects = ArchiveObjects(obstore.store.LocalStore(str(folder)), time.monotonic)
    archives = Archives(databases.app, objects, databases.clock, days=30, most_mb=2)
    with serving(databases, tmp_path, archives=archives) as (port, services, leave):
        served = ServedTeam(port, databases, services, team=team.id, leave=leave)
        yield Archived(served, objects, folder, people(served))
