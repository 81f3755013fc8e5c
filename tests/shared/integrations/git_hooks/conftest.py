"""A repository with its values, and a caller whose Python may be a script that writes down what it was given."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.install import HookPlan, install, uninstall
from scrubjay.integrations.git_hooks.stub import HookCommand
from tests.conftest import Repo


@dataclass
class Place:
    """One repository as the hooks code sees it."""

    git: Git
    repository: Repository
    receipt: Receipt
    caller: HookCommand

    def install(self) -> HookPlan:
        return install(self.git, self.repository, self.caller, self.receipt)

    def uninstall(self) -> HookPlan:
        return uninstall(self.git, self.repository, self.caller.owner, self.receipt)


@pytest.fixture
def repo(make_repo: Callable[..., Repo]) -> Repo:
    """An empty repository, driven from an environment that names no home, so that the hook's own one holds."""
    made = make_repo()
    made.environment = {name: value for name, value in made.environment.items() if name != "SCRUBJAY_HOME"}
    return made


@pytest.fixture
def place(tmp_path: Path, environment: dict[str, str]) -> Callable[..., Place]:
    """Make the values for a folder; the home has a name that a shell must not read."""

    def make(folder: Path, python: Path = Path("/nonexistent/python")) -> Place:
        variables = GitEnvironment.of(environment)
        repository = open_repository(folder, variables)
        home = tmp_path / 'a home\'s $(touch pwned) "x"'
        receipt = Receipt(tmp_path / "receipt" / "made.json")
        return Place(Git(repository.worktree, variables), repository, receipt, HookCommand((str(python),), home))

    return make


@pytest.fixture
def recorder(tmp_path: Path) -> tuple[Path, Path]:
    """A program that stands for Python and writes its arguments down, and the file that it writes to."""
    said = tmp_path / "said.txt"
    program = tmp_path / "re corder"
    program.write_text(f'#!/bin/sh\necho "$@|$SCRUBJAY_HOME|${{GIT_DIR-none}}|$(cat)" >> "{said}"\n', encoding="utf-8")
    program.chmod(0o755)
    return program, said
