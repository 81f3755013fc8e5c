"""`scrubjay team …` as a script that is trusted runs it, over a fresh database of the tests' PostgreSQL."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scrubjay_team.place import OWNER_VARIABLE, WORKER_VARIABLE
from tests.servers.team.conftest import Databases, sweep
from tests.shared.cli.conftest import Outcome, Scrubjay
from tests.shared.cli.conftest import account as account
from tests.shared.cli.conftest import anywhere as anywhere
from tests.shared.cli.conftest import trusted as trusted


class OwnersCommands:
    """Runs `scrubjay team …`; `ok` expects success, `json` the one object that is printed."""

    def __init__(self, scrubjay: Scrubjay) -> None:
        self.scrubjay = scrubjay

    def __call__(self, *words: str) -> Outcome:
        return self.scrubjay("team", *words)

    def ok(self, *words: str) -> str:
        done = self(*words)
        assert done.code == 0, done.err
        return done.out

    def json(self, *words: str) -> Any:
        return json.loads(self.ok(*words, "--json"))


@pytest.fixture(autouse=True)
def swept(tmp_path: Path) -> Iterator[None]:
    """No cluster outlives the test that had it made."""
    yield
    sweep(tmp_path)


@pytest.fixture
def unready(
    anywhere: Callable[[Path], Scrubjay], trusted: Path, tmp_path: Path, databases: Databases,
    monkeypatch: pytest.MonkeyPatch,
) -> OwnersCommands:  # fmt: skip
    """Over a database without a team."""
    monkeypatch.setenv(OWNER_VARIABLE, databases.addresses.owner)
    monkeypatch.setenv(WORKER_VARIABLE, databases.addresses.worker)
    return OwnersCommands(anywhere(tmp_path))


@pytest.fixture
def team(unready: OwnersCommands) -> OwnersCommands:
    """Over a database with the team acme and its owner olga."""
    unready.ok("init", "acme", "--owner", "olga")
    return unready
