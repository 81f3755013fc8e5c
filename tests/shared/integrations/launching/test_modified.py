"""What git wrote below an environment never starts, whether git still tracks it or not."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import LauncherUnsafe
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.launching.record import plan, write_launcher
from tests.conftest import Repo
from tests.environments import hostile_branch
from tests.shared.integrations.launching.test_guard import Inside

BELOW = "tools/.venv/lib/site"
OURS = f"{BELOW}/scrubjay/late.py"
NEW = f"{BELOW}/zz.pth"
TRAP = "trap\n"

OPERATIONS: dict[str, tuple[str, ...]] = {
    "switch": ("switch", "-q", "hostile"),
    "switch back": ("switch", "-q", "main"),
    "reset a commit": ("reset", "-q", "HEAD^"),
    "reset": ("reset", "-q"),
    "untrack": ("rm", "-r", "-q", "--cached", "tools/.venv"),
    "checkout a path": ("checkout", "-q", "hostile", "--", "tools/.venv"),
    "restore": ("restore", "--source=hostile", "--worktree", "--", "tools/.venv"),
    "squash": ("merge", "-q", "--squash", "hostile"),
    "cherry-pick": ("cherry-pick", "-n", "hostile"),
    "apply": ("apply", "../hostile.patch"),
    "stash": ("stash", "-q"),
    "stash pop": ("stash", "pop", "-q"),
    "commit": ("commit", "-q", "--allow-empty", "-m", "more"),
    "read a tree": ("read-tree", "-m", "-u", "hostile"),
}


@pytest.fixture
def attacked(repo: Repo, tmp_path: Path) -> Inside:
    """A clone that was set up before it held a branch with traps."""
    made = Inside(repo, tmp_path / "home")
    repo.write(OURS, "ours\n")
    repo.write(f"{BELOW}/kept/kept.py", "ours\n")  # git removes folders that it empties
    repo.write(f"{BELOW}/scrubjay/kept.py", "ours\n")
    made.set_up()
    hostile_branch(repo, {OURS: TRAP, NEW: TRAP})
    (repo.path.parent / "hostile.patch").write_text(repo.git("diff", "main", "hostile", "--", NEW) + "\n")
    return made


def attempt(repo: Repo, *arguments: str) -> None:
    """A call of git that may fail."""
    try:
        repo.git(*arguments)
    except Exception:  # noqa: S110 - an operation that doesn't fit the state before it
        pass


def trapped(inside: Inside) -> bool:
    files = (inside.repo.path / OURS, inside.repo.path / NEW)
    return any(file.exists() and file.read_text(encoding="utf-8") == TRAP for file in files)


@pytest.mark.parametrize(
    "operations",
    [
        ("switch", "reset a commit"),
        ("switch", "untrack"),
        ("checkout a path", "reset"),
        ("restore",),
        ("squash", "reset"),
        ("cherry-pick", "reset"),
        ("apply",),
        ("checkout a path", "stash", "stash pop", "reset"),
        ("read a tree", "reset"),
    ],
)
def test_what_git_wrote_and_no_longer_tracks_does_not_start(attacked: Inside, operations: tuple[str, ...]) -> None:
    for name in operations:
        attempt(attacked.repo, *OPERATIONS[name])
    assert trapped(attacked)
    assert attacked.repo.git("ls-files", "--", "tools/.venv") == ""
    assert attacked.finding() == "written"
    done = attacked.start("-I", "-m", "scrubjay.operations.jobs.worker")
    assert (done.returncode, done.stdout) == (3, "")
    assert "(written)" in done.stderr
    with pytest.raises(LauncherUnsafe, match=r"late\.py|zz\.pth"):
        attacked.set_up()


@given(st.lists(st.sampled_from(sorted(OPERATIONS)), min_size=1, max_size=6))
@settings(max_examples=20, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_starts_after_any_operations_while_a_file_of_git_is_there(attacked: Inside, names: list[str]) -> None:
    repo = attacked.repo
    ours = repo.path / OURS
    seen = ours.stat().st_mtime_ns
    start = repo.git("rev-parse", "main")
    try:
        for name in names:
            attempt(repo, *OPERATIONS[name])
            if trapped(attacked):
                assert attacked.start("-I", "-m", "x").stdout == "", names
    finally:
        for undo in (("reset", "-q", "--hard"), ("switch", "-q", "-f", "-C", "main", start), ("stash", "clear")):
            attempt(repo, *undo)
        (repo.path / NEW).unlink(missing_ok=True)
        repo.write(OURS, "ours\n")
        os.utime(ours, ns=(seen, seen))
    assert attacked.finding() == "fits"


def test_after_an_installer_init_names_what_is_new_and_it_fits_again(attacked: Inside) -> None:
    attacked.repo.write(f"{BELOW}/added/__init__.py", "")
    assert attacked.finding() == "written"
    planned = plan(attacked.home, attacked.launcher, attacked.variables)
    assert any("added/__init__.py" in note and "since the last" in note for note in planned.notes)
    write_launcher(planned, Receipt.of(attacked.home / "projects" / "p"))
    assert attacked.finding() == "fits"
    assert plan(attacked.home, attacked.launcher, attacked.variables).changes == ()


def test_bytecode_in_the_environment_is_neither_looked_at_nor_read(attacked: Inside) -> None:
    attacked.repo.write(f"{BELOW}/scrubjay/__pycache__/late.cpython-311.pyc", "")
    assert attacked.finding() == "fits"
    attacked.python.parent.joinpath("python3.14").write_text('#!/bin/sh\necho "$3 $4"\n', encoding="utf-8")
    attacked.set_up()
    flag, prefix = attacked.start("-I", "-m", "x").stdout.strip().split(" ", 1)
    assert flag == "-X"
    assert prefix == f"pycache_prefix={attacked.guard.with_suffix('.bytecode')}"


@pytest.mark.parametrize("name", ["__pycache__", ".git", "a\nb", "-name"])
def test_no_name_hides_a_new_file(attacked: Inside, name: str) -> None:
    attacked.repo.write(f"{BELOW}/{name}", "")
    assert attacked.finding() == "written"


def test_a_guard_whose_time_was_changed_starts_nothing_until_init(attacked: Inside) -> None:
    os.utime(attacked.guard, (1, 1))
    assert attacked.finding() == "written"
    write_launcher(
        plan(attacked.home, attacked.launcher, attacked.variables), Receipt.of(attacked.home / "projects" / "p")
    )
    assert attacked.finding() == "fits"


def test_a_time_in_the_future_would_hide_what_comes_and_is_refused(attacked: Inside) -> None:
    os.utime(attacked.repo.write(f"{BELOW}/late.txt", ""), (2**33, 2**33))
    with pytest.raises(LauncherUnsafe, match="touch"):
        attacked.set_up()


def test_a_file_that_only_a_reflog_or_a_merge_names_is_still_gits(attacked: Inside) -> None:
    repo = attacked.repo
    attempt(repo, *OPERATIONS["switch"])
    attempt(repo, *OPERATIONS["reset a commit"])
    repo.git("switch", "-q", "main")
    repo.git("branch", "-q", "-D", "hostile")
    with pytest.raises(LauncherUnsafe, match="no commit holds"):
        attacked.set_up()
