"""A repository's values, an account's folder, a receipt, and a place where clients are set up."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.client_files.launch import Launch, config_folder
from scrubjay.integrations.edits import Receipt
from tests.conftest import Repo

MakeSite = Callable[..., Site]


@pytest.fixture
def opened(environment: dict[str, str]) -> Callable[[Path], tuple[Git, Repository]]:
    def make(folder: Path) -> tuple[Git, Repository]:
        variables = GitEnvironment.of(environment)
        repository = open_repository(folder, variables)
        return Git(repository.worktree, variables), repository

    return make


@pytest.fixture
def account(tmp_path: Path) -> Path:
    folder = tmp_path / "account"
    folder.mkdir()
    return folder


@pytest.fixture
def receipt(tmp_path: Path) -> Receipt:
    return Receipt(tmp_path / "home" / "projects" / "p" / "made.json")


@pytest.fixture
def site(repo: Repo, account: Path) -> MakeSite:
    """The place, with the receipts of other projects and the variables that move clients' folders."""
    variables = GitEnvironment.of(repo.environment)
    repository = open_repository(repo.path, variables)

    def make(
        *projects: Receipt, home: str = "/a/home", unwritable: str = "", macos: bool = False, **moved: str
    ) -> Site:
        return Site(
            account=account,
            config=config_folder(account, moved),
            git=Git(repository.worktree, variables),
            repository=repository,
            launch=Launch(("/opt/py thon",), home),
            hooks=Launch(("/opt/py thon",), str(account.parent / "home")),
            projects=projects,
            unwritable=unwritable,
            macos=macos,
            variables=moved,
        )

    return make
