"""A place where clients are set up, and files as people keep them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git import GitEnvironment, open_repository
from scrubjay.git.process import Git
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.edits import Receipt
from tests.conftest import Repo

MakeSite = Callable[..., Site]


@pytest.fixture
def site(repo: Repo, account: Path) -> MakeSite:
    """The place, with the receipts of other projects."""
    variables = GitEnvironment.of(repo.environment)
    repository = open_repository(repo.path, variables)

    def make(*projects: Receipt, home: str = "/a/home", unwritable: str = "", macos: bool = False) -> Site:
        return Site(
            account=account,
            config=account / ".config",
            git=Git(repository.worktree, variables),
            repository=repository,
            launch=Launch(("/opt/py thon",), home),
            hooks=Launch(("/opt/py thon",), str(account.parent / "home")),
            projects=projects,
            unwritable=unwritable,
            macos=macos,
        )

    return make
