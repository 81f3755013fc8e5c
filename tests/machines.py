"""What do state machines over histories stand on? One repository, made by real git and taken away at the end."""

import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from hypothesis.stateful import RuleBasedStateMachine

from scrubjay.git.process import Git, GitEnvironment
from tests.conftest import Repo


class RepositoryMachine(RuleBasedStateMachine):
    """A machine with a repository of one commit, of some files. Set `environment` before it runs."""

    environment: dict[str, str]

    def __init__(self, files: dict[str, str | bytes]) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.repo = Repo(self.folder / "repo", self.environment)
        self.repo.path.mkdir()
        self.repo.git("init", "-q")
        self.repo.commit("first", files)
        self.git = Git(self.repo.path, GitEnvironment.of(self.environment))

    def teardown(self) -> None:
        self.stack.close()

    @staticmethod
    def clock() -> datetime:
        """It stands still."""
        return datetime(2026, 3, 1, 12, tzinfo=UTC)
