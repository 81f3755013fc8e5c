"""The command line, run inside the test's process with an account and a home of its own."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.main import main
from scrubjay.identity.person.agents import known_agents
from scrubjay.identity.person.facts import ProcessFacts
from tests.behaviour.processes import command, quiet
from tests.conftest import Repo
from tests.trusting import trust_scripts


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command line printed, and its exit code."""

    code: int
    out: str
    err: str


class Scrubjay:
    """Runs `scrubjay …` in a folder, as a script does, whoever runs the tests; as an agent where its variable is set.

    Embedding is off and `woken` counts what would have started a worker.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._capsys = capsys
        self.folder = folder
        self.facts = ProcessFacts()
        self.woken = 0

    def __call__(self, *arguments: str) -> Outcome:
        variables = frozenset(name for name in known_agents().variables if os.environ.get(name))
        facts = replace(self.facts, variables=variables)
        code = main(["--repo", str(self.folder), *arguments], wake=self._wake, facts=facts)
        shown = self._capsys.readouterr()
        return Outcome(code, shown.out, shown.err)

    def _wake(self) -> None:
        self.woken += 1

    def at(self, folder: Path) -> "Scrubjay":
        """The same in another folder."""
        return Scrubjay(self._capsys, folder)


@pytest.fixture
def account(tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's home folder, new for each test."""
    folder = tmp_path / "account"
    folder.mkdir()
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", folder)
    for name in known_agents().variables:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "none")
    return folder


DOCUMENTS = {
    "README.md": "# Magpie\n\nMagpie sorts parcels.\n",
    "docs/decisions/0001-use-postgres.md": (
        "# Use Postgres\n\n## Status\n\nSuperseded by [ADR-0002](0002-use-sqlite.md)\n\n"
        "## Decision\n\nParcels are stored in Postgres.\n"
    ),
    "docs/decisions/0002-use-sqlite.md": (
        "# Use SQLite\n\n## Status\n\nAccepted\n\nSupersedes [ADR-0001](0001-use-postgres.md)\n\n"
        "## Decision\n\nParcels are stored in SQLite, because one file is enough.\n"
    ),
    "vendor/theirs.md": "# Theirs\n\nNot ours.\n",
}


WITHOUT_HOOKS = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": os.devnull}


@pytest.fixture
def magpie(repo: Any, account: Path) -> Any:
    """A repository with a README, two decisions and somebody else's document; its commits start no worker."""
    repo.environment = repo.environment | WITHOUT_HOOKS
    repo.commit("start", files=DOCUMENTS)
    return repo


@pytest.fixture
def scrubjay(capsys: pytest.CaptureFixture[str], magpie: Any) -> Scrubjay:
    """The command line in the repository `magpie`."""
    return Scrubjay(capsys, magpie.path)


@pytest.fixture
def ready(scrubjay: Scrubjay) -> Scrubjay:
    """The same after `scrubjay init`."""
    assert scrubjay("init", "--yes").code == 0
    return scrubjay


@pytest.fixture(scope="session")
def _settled(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> Repo:
    top = tmp_path_factory.mktemp("settled")
    (top / "account").mkdir()
    shutil.copy(Path(_environment["HOME"]) / ".gitconfig", top / "account")
    places = {"HOME": str(top / "account"), "SCRUBJAY_HOME": str(top / "home")}
    repo = Repo(top / "repo", _environment | WITHOUT_HOOKS | places | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    repo.path.mkdir()
    repo.git("init", "-q")
    repo.commit("start", files=DOCUMENTS)
    command(repo, "init", "--yes").check_returncode()
    quiet(repo)
    return repo


@pytest.fixture
def settled(capsys: pytest.CaptureFixture[str], _settled: Repo, account: Path, monkeypatch: Any) -> Scrubjay:
    """As `ready`, for a test that changes nothing: one project serves all of them."""
    for name in ("HOME", "SCRUBJAY_HOME"):
        monkeypatch.setenv(name, _settled.environment[name])
    return Scrubjay(capsys, _settled.path)


@pytest.fixture
def trusted(environment: dict[str, str]) -> Path:
    """The user's config, which lets scripts do what only a person may, as a person set it."""
    return trust_scripts(Path(environment["SCRUBJAY_HOME"]))


@pytest.fixture
def by_hand(scrubjay: Scrubjay) -> Scrubjay:
    """The command line as a person runs it; what waits for a key needs a real terminal (tests.persons)."""
    scrubjay.facts = ProcessFacts(terminal=True, foreground=True, ancestors=(("zsh",), ("sshd",)), device="/dev/pts/7")
    return scrubjay


@pytest.fixture
def anywhere(capsys: pytest.CaptureFixture[str], account: Path) -> Callable[[Path], Scrubjay]:
    """The command line in a folder of the test's choice."""
    return lambda folder: Scrubjay(capsys, folder)
