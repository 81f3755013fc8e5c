"""A forge on this machine, a client that may reach it, and readings that keep what they read."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest

from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import PutReport, TextState
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart, ForgeBatch
from scrubjay_forges.forges.client import MOST_REQUESTS, ForgeClient, Network
from scrubjay_forges.forges.github_plan import GitHub, headers
from scrubjay_forges.forges.limits import RunBounds
from scrubjay_forges.forges.listing import Forge
from scrubjay_forges.forges.reading import ForgeReading
from tests.shared.scrubjay_forges.forges.forge_server import HOST, GitHubServer, serving
from tests.shared.scrubjay_forges.forges.github_items import START, Repository

NAME = f"{HOST}/acme/shop"


def name_of(sign: str, number: int) -> int | str:
    """A discussion by its number, with its sign where that is none of GitHub's."""
    return number if sign == "#" else f"{sign}{number}"


class Kept:
    """What is kept, in memory: each put is whole or not at all, as a transaction is."""

    def __init__(self) -> None:
        self.heads: dict[int | str, DiscussionHead] = {}
        self.parts: dict[str, DiscussionPart] = {}
        self.text = "{}"
        self.note = self.synced_at = self.listed_at = ""
        self.members: frozenset[str] | None = None
        self.puts = 0
        self.before: list[Callable[[], None]] = []
        self.after: list[Callable[[], None]] = []

    def position(self, name: str) -> str:
        return self.text

    def put(self, name: str, batch: ForgeBatch, *, position: str | None, synced_at: str = "", listed_at: str = "",
            note: str | None = None) -> PutReport:  # fmt: skip
        self.puts += 1
        for act in self.before:
            act()
        self.heads |= {name_of(head.sign, head.number): head for head in batch.heads}
        self.parts |= {
            part.key: part
            for part in batch.parts
            if part.key not in self.parts or self.parts[part.key].updated_at <= part.updated_at
        }
        if batch.same_author:
            told = {part.author: part.member for part in batch.parts}
            for key, part in self.parts.items():
                if part.role in batch.same_author and part.author in told:
                    self.parts[key] = replace(part, member=told[part.author])
        if batch.members is not None:
            self.members = frozenset(batch.members)
            for key, part in self.parts.items():
                self.parts[key] = part if part.brought else replace(part, member=part.author in self.members)
        for number in batch.gone:
            self.heads.pop(name_of(batch.sign, number), None)
        here = {part.key for part in batch.parts}
        lost = {k for k, p in self.parts.items() if p.sign == batch.sign and p.number in batch.gone}
        lost |= {
            k
            for k, p in self.parts.items()
            if p.sign == batch.sign and p.number in batch.whole and k not in here
            and p.role in (batch.roles or (p.role,))
        }  # fmt: skip
        kept = {k: p for k, p in self.parts.items() if k not in lost and k not in batch.gone_parts}
        self.parts, self.text = kept, self.text if position is None else position
        self.note = self.note if note is None else note
        self.synced_at, self.listed_at = synced_at or self.synced_at, listed_at or self.listed_at
        for act in self.after:
            act()
        return PutReport(new=len(batch.parts))

    def told_members(self, name: str) -> frozenset[str] | None:
        return self.members

    def texts(self, name: str) -> dict[str, TextState]:
        return {key: TextState(part.number, part.updated_at, part.member) for key, part in self.parts.items()}


class Desk:
    """Reads the repository of a server; each `read` is a new process's. `later` moves all clocks."""

    def __init__(self, server: GitHubServer) -> None:
        self.server = server
        self.kept = Kept()
        self.slept: list[float] = []
        self.most = MOST_REQUESTS
        self.timer: Callable[[], float] = time.monotonic
        self.now = START + timedelta(days=300)
        self.commits: dict[str, tuple[str, ...]] = {}
        self.plan: Callable[..., Forge] = GitHub

    def network(self) -> Network:
        return Network(
            resolve=lambda host, port: ["127.0.0.1"] if host == HOST else ["10.0.0.7"],
            allowed=lambda address: address == "127.0.0.1",
            secure=False,
            sleep=self.slept.append,
            clock=lambda: self.now,
            timer=self.timer,
        )

    def client(self, token: str = "") -> ForgeClient:
        return ForgeClient(f"https://{HOST}:{self.server.port}", headers(token), self.network(), self.most)

    def later(self, **by: float) -> None:
        self.now += timedelta(**by)
        self.server.now = self.now

    def read(self, stop: Callable[[], bool] = lambda: False, bounds: RunBounds | None = None) -> ForgeReading:
        """One reading; what it raises is raised."""
        client = self.client()
        try:
            forge = self.plan("acme/shop", self.files_of, self.server.page_size)
            kept = cast("DiscussionStore", self.kept)
            reading = ForgeReading(NAME, forge, client, kept, lambda: self.now, stop=stop, bounds=bounds)
            reading.run()
            return reading
        finally:
            client.close()

    def files_of(self, commits: Sequence[str]) -> dict[str, tuple[str, ...]]:
        return {sha: self.commits[sha] for sha in commits if sha in self.commits}

    def state(self) -> tuple[Any, Any]:
        """All that is kept, to be compared."""
        return self.kept.heads, self.kept.parts


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with serving(GitHubServer(Repository())) as running:
        yield running


@pytest.fixture
def desk(server: GitHubServer) -> Desk:
    return Desk(server)
