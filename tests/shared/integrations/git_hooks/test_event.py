"""What an event asks for, and that answering it costs little and disturbs nobody."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.integrations.git_hooks.event import cause, delay, handle_event
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.storage.database import Database
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.queue.job import Job
from scrubjay.storage.queue.jobs import JobQueue
from tests.conftest import Repo
from tests.patience import PATIENCE_S

Clock = Callable[[], datetime]
HEAVY = ("ast", "dataclasses", "inspect",
    "mcp", "typer", "rich", "yaml", "pydantic", "numpy", "onnxruntime", "tokenizers", "asyncio", "logging", "hashlib",
    "tempfile",
)  # fmt: skip


@pytest.mark.parametrize(
    ("event", "arguments", "expected"),
    [
        ("post-commit", [], "post-commit"),
        ("post-merge", ["1"], "post-merge"),
        ("post-checkout", ["a1", "b2", "1"], "post-checkout"),
        ("post-checkout", ["a1", "b2", "0"], ""),
        ("post-checkout", ["0" * 40, "b2", "1"], "new worktree"),
        ("", [], ""),
    ],
)
def test_events_name_their_cause(event: str, arguments: list[str], expected: str) -> None:
    assert cause(event, arguments) == expected


@pytest.mark.parametrize(
    ("event", "in_rebase", "expected"),
    [
        ("post-commit", False, 0.0),
        ("post-commit", True, None),
        ("post-applypatch", True, None),
        ("post-rewrite", True, 0.0),
        ("post-checkout", True, 2.0),  # a fast-forward rebase fires nothing else
    ],
)
def test_a_rebase_is_heard_at_its_ends(event: str, in_rebase: bool, expected: float | None) -> None:
    assert delay(event, in_rebase) == expected


@pytest.fixture
def home(environment: dict[str, str], clock: Clock) -> Iterator[Path]:
    """A home whose worker's lock is taken, so that no event starts a worker."""
    home = Path(environment["SCRUBJAY_HOME"])
    Database(home / "home.db", "home").open().close()
    with file_lock(home / LOCK_NAME):
        yield home


def bind(repo: Repo, home: Path, clock: Clock) -> None:
    variables = GitEnvironment.of(repo.environment)
    with Database(home / "home.db", "home") as database:
        ProjectBinder(ProjectRegistry(database, home, variables, clock)).bind(open_repository(repo.path, variables))


def jobs(home: Path, clock: Clock) -> tuple[Job, ...]:
    with Database(home / "home.db", "home") as database:
        return JobQueue(database, clock).jobs()


@pytest.fixture
def full(make_repo: Callable[..., Repo], environment: dict[str, str]) -> Repo:
    """A repository with a commit, driven with the home in its environment."""
    repo = make_repo("full")
    repo.environment = environment
    repo.commit("one", {"a.md": "a"})
    return repo


def test_a_bound_repository_is_queued_once_from_any_of_its_folders(full: Repo, home: Path, clock: Clock) -> None:
    bind(full, home, clock)
    (full.path / "docs").mkdir()
    for folder in (full.path, full.path / "docs"):
        assert handle_event("post-commit", [], full.environment, folder, clock)
    (job,) = jobs(home, clock)
    assert (job.worktree, job.kind, job.cause) == (full.path.resolve(), "ingest", "post-commit")


def test_worktrees_are_queued_apart(full: Repo, home: Path, clock: Clock) -> None:
    bind(full, home, clock)
    full.git("worktree", "add", "-q", "../linked")
    linked = full.path.parent / "linked"
    hostile = full.environment | {"GIT_DIR": str(full.path / ".git"), "GIT_INDEX_FILE": "x"}
    for folder in (full.path, linked):
        assert handle_event("post-commit", [], hostile, folder, clock)
    assert {job.worktree for job in jobs(home, clock)} == {full.path.resolve(), linked.resolve()}


def test_what_is_not_bound_or_not_known_here_is_not_queued(full: Repo, home: Path, clock: Clock) -> None:
    assert not handle_event("post-commit", [], full.environment, full.path, clock)
    assert jobs(home, clock) == ()


@pytest.mark.parametrize("value", ["", "relative", "{tmp}/missing"])
def test_no_home_is_made(full: Repo, clock: Clock, tmp_path: Path, value: str) -> None:
    chosen = value.format(tmp=tmp_path)
    assert not handle_event("post-commit", [], full.environment | {"SCRUBJAY_HOME": chosen}, full.path, clock)
    assert not (tmp_path / "missing").exists()


def test_during_a_rebase_commits_are_not_queued(full: Repo, home: Path, clock: Clock) -> None:
    bind(full, home, clock)
    (full.path / ".git" / "rebase-merge").mkdir()
    assert not handle_event("post-commit", [], full.environment, full.path, clock)
    assert handle_event("post-rewrite", ["rebase"], full.environment, full.path, clock)


def test_an_event_imports_next_to_nothing(environment: dict[str, str]) -> None:
    code = f"import scrubjay.integrations.git_hooks.event, sys; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("break_it", ["garbage", "folder", "unreadable"])
def test_a_broken_home_is_silent(full: Repo, home: Path, clock: Clock, break_it: str) -> None:
    bind(full, home, clock)
    for file in home.glob("home.db*"):
        file.unlink()
    if break_it == "folder":
        (home / "home.db").mkdir()
    elif break_it == "garbage":
        (home / "home.db").write_bytes(b"not a database at all" * 100)
    else:
        (home / "home.db").symlink_to(home / "nowhere")
    done = subprocess.run(
        [sys.executable, "-I", "-m", "scrubjay.integrations.git_hooks.event", "post-commit"],
        cwd=full.path, env=full.environment, capture_output=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
