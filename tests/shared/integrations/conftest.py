"""A repository's values, an account's folder and a receipt."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git import Git, GitEnvironment, Repository, open_repository
from scrubjay.integrations.edits import Receipt


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
