"""The real processes: a hook starts the worker, the worker ends, kill -9 loses nothing."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.install import install
from scrubjay.integrations.git_hooks.stub import HookCommand
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.storage.filesystem import file_lock, is_locked
from tests.conftest import Repo
from tests.patience import PATIENCE_S

from .conftest import opened

pytestmark = pytest.mark.story


def until(holds: Callable[[], bool]) -> None:
    """Wait for another process, with an end."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "the worker did not do it"
        threading.Event().wait(0.02)


def at_rest(repo: Repo, home: Path) -> bool:
    with opened(repo.environment) as app:
        return app.queue.jobs() == () and not is_locked(home / LOCK_NAME)


def verified(repo: Repo) -> bool:
    with opened(repo.environment) as app:
        documents = app.workspace(repo.path).documents
        return documents.verify(documents.view()).ok


def hook_up(repo: Repo, home: Path) -> None:
    variables = GitEnvironment.of(repo.environment)
    repository = open_repository(repo.path, variables)
    git = Git(repository.worktree, variables)
    install(git, repository, HookCommand((sys.executable,), home), Receipt(home / "receipt.json"))


@pytest.fixture
def worker(project: Repo) -> Callable[[], "subprocess.Popen[bytes]"]:
    """Start a worker's process in plain sight."""

    def start() -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-I", "-m", "scrubjay.operations.jobs.worker"],
            env=project.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    return start


def test_a_burst_of_commits_and_a_rebase_are_known_without_anyone_asking(project: Repo, home: Path) -> None:
    hook_up(project, home)
    base = project.git("rev-parse", "HEAD")
    for number in range(8):
        project.commit(f"c{number}", {f"{number}.md": f"# {number}\n"})
    project.git("switch", "-q", "-c", "topic", base)
    for number in range(8):
        project.commit(f"t{number}", {f"t{number}.md": f"# t{number}\n"})
    project.git("rebase", "-q", "main")
    until(lambda: at_rest(project, home) and verified(project))
    assert project.git("status", "--porcelain") == ""


def test_a_fast_forward_rebase_is_heard_of(project: Repo, home: Path) -> None:
    project.git("branch", "behind")
    project.commit("more", {"more.md": "# more\n"})
    project.git("switch", "-q", "behind")
    hook_up(project, home)
    project.git("rebase", "-q", "main")
    until(lambda: at_rest(project, home) and verified(project))


def test_a_worker_killed_at_any_moment_is_made_up_for(
    project: Repo, home: Path, worker: Callable[[], "subprocess.Popen[bytes]"]
) -> None:
    for number in range(4):
        project.commit(f"c{number}", {f"{number}-{i}.md": f"# {number} {i}\n\n{'word ' * 300}" for i in range(30)})
        with opened(project.environment) as app:
            app.workspace(project.path).enqueue("test")
        process = worker()
        until(lambda process=process: _claimed(project) or process.poll() is not None)  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
    assert worker().wait(PATIENCE_S) == 0
    assert at_rest(project, home)
    assert verified(project)


def _claimed(repo: Repo) -> bool:
    with opened(repo.environment) as app:
        return app.queue.counts().running > 0


def test_sigterm_ends_the_worker_cleanly(project: Repo, home: Path) -> None:
    """With as long a grace as this machine's load may need: a worker of nice 10 gets what the others leave."""
    with opened(project.environment) as app:
        app.workspace(project.path).enqueue("test")
    patient = f"import sys; from scrubjay.operations.jobs.worker import main; sys.exit(main(grace_s={PATIENCE_S}))"
    process = subprocess.Popen([sys.executable, "-I", "-c", patient], env=project.environment)
    until(lambda: _claimed(project) or verified(project))
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == 0


def test_sigterm_ends_a_worker_whose_job_never_ends() -> None:
    script = (
        "import threading; from scrubjay.operations.jobs.worker import listen\n"
        "listen(threading.Event(), grace_s=0.1); print('works', flush=True)\n"
        "while True: pass\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "works\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 128 + signal.SIGTERM


def test_a_worker_that_finds_another_at_work_leaves(
    project: Repo, home: Path, worker: Callable[[], "subprocess.Popen[bytes]"]
) -> None:
    with file_lock(home / LOCK_NAME) as mine:
        assert mine
        assert worker().wait(PATIENCE_S) == 0


def test_a_worker_without_a_home_says_so_by_its_exit_code_and_makes_none(project: Repo, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    done = subprocess.run(
        [sys.executable, "-I", "-m", "scrubjay.operations.jobs.worker"],
        env=project.environment | {"SCRUBJAY_HOME": str(missing)}, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 1
    assert not missing.exists()
