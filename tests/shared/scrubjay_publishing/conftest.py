"""Memories that a person told, and repositories to publish them in."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay.settings.layers import load_settings
from scrubjay_publishing.publisher import Publisher
from scrubjay_publishing.services import PublishingServices
from tests.conftest import Repo

FACT = "Parcels are weighed twice at the gate. The second scale is the one that counts."
DECISION = "Parcels are stored in one SQLite file."


class Library:
    """A home with one project, whose memories are published in any repository."""

    def __init__(self, publisher: Publisher, remember: Callable[..., str]) -> None:
        self.publisher = publisher
        self.remember = remember
        self.fact = remember(FACT)
        self.decision = remember(DECISION, kind="decision")

    def at(self, repo: Repo) -> Publisher:
        """The publisher in another repository, with the configuration of its environment; states are its project's."""
        environment = GitEnvironment.of(repo.environment)
        return replace(
            self.publisher,
            git=Git(repo.path, environment),
            repository=open_repository(repo.path, environment),
            standings=lambda _: {},
        )


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("library")
    variables = _environment | {"SCRUBJAY_HOME": str(folder / "home"), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo = Repo(folder / "project", variables)
    repo.path.mkdir()
    repo.git("init", "-q")
    repo.commit("start", {"docs/gate.md": "# Gate\n\nParcels are weighed twice at the gate.\n"})
    with open_app(load_settings(variables), git_environment=GitEnvironment.of(variables), wake=lambda: None) as app:
        app.initialise(repo.path)
        workspace = app.workspace(repo.path)

        def remember(content: str, *, by: Origin = Origin.PERSON, **more: str) -> str:
            act = Act.TYPED if by is Origin.PERSON else Act.NONE
            request = RememberRequest(content=content, author="ada", origin=by, act=act, **more)  # type: ignore[arg-type]
            outcome = workspace.memories.remember(request)
            assert isinstance(outcome, Stored), outcome
            return outcome.id

        yield Library(PublishingServices.of(workspace).publisher, remember)


@pytest.fixture
def yard(make_repo: Callable[..., Repo]) -> Repo:
    """A repository with one document."""
    repo = make_repo("yard")
    repo.commit("start", {"README.md": "# Yard\n"})
    return repo


def untouched(repo: Repo) -> dict[str, bytes]:
    """Bytes of the working tree and of git's own files but objects, branches of memories and their logs."""
    found = {}
    for file in sorted(path for path in repo.path.rglob("*") if path.is_file() or path.is_symlink()):
        name = file.relative_to(repo.path).as_posix()
        if "/objects/" not in name and "heads/memory/" not in name:
            found[name] = file.readlink().as_posix().encode() if file.is_symlink() else file.read_bytes()
    return found


def text_at(repo: Repo, branch: str, path: str) -> str:
    """A file of a branch."""
    return repo.git("show", f"{branch}:{path}")
