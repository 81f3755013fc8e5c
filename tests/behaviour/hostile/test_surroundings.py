"""What is wrong around scrubjay: one clear line with its exit code, and nothing is lost."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.behaviour.hostile.conftest import DOCUMENTS, Call, Run
from tests.conftest import Repo

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
as_root = pytest.mark.skipif(not ROOT, reason="only root can give a folder to another user or mount one")


@pytest.fixture
def ready(repo: Repo, run: Run) -> Repo:
    repo.commit("start", DOCUMENTS)
    assert run(repo, "init", "--yes")[0] == 0
    repo.git("config", "core.hooksPath", "/dev/null")
    return repo


def one_error(said: str) -> str:
    """The error line; nothing else may look like a crash."""
    assert "Traceback" not in said
    (line,) = (line for line in said.splitlines() if line.startswith("error: "))
    assert "unexpected" not in line
    return line


@pytest.mark.parametrize("version", ["2.30.2", "2.35.9.windows.1", "1.9"])
def test_a_git_that_is_too_old_is_named_with_what_to_install(
    version: str, repo: Repo, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    repo.commit("start", DOCUMENTS)
    real = shutil.which("git")
    told = f'for a; do [ "$a" = version ] && {{ echo git version {version}; exit 0; }}; done'
    script = f'#!/bin/sh\n{told}\nexec {real} "$@"\n'
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/git").write_text(script)
    (tmp_path / "bin/git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    code, said = run(repo, "init", "--yes")
    assert code == 3, said
    assert "install git 2.36" in one_error(said)
    code, said = run(repo, "doctor")
    assert code == 1, said
    assert "2.36" in said


def test_a_missing_git_is_named_by_every_command_and_by_the_servers(
    ready: Repo, run: Run, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    environment["PATH"] = str(tmp_path)
    for command in ("search parcels", "status", "ingest", "verify", "session init", "gc"):
        code, said = run(ready, *command.split())
        assert code == 3, command
        assert "Install git" in one_error(said)
    answer = call(ready, "search_knowledge", query="parcels")
    assert answer.startswith("error: ")
    assert "Install git" in answer


@as_root
def test_a_repository_of_somebody_else_says_how_to_trust_it(repo: Repo, run: Run, call: Call) -> None:
    repo.commit("start", DOCUMENTS)
    for path in (repo.path, *repo.path.rglob("*")):
        os.chown(path, 12345, 12345, follow_symlinks=False)
    code, said = run(repo, "init", "--yes")
    assert code == 3, said
    assert "safe.directory" in one_error(said)
    assert "safe.directory" in call(repo, "search_knowledge", query="parcels")


def test_gits_own_folder_and_a_bare_repository_are_named(repo: Repo, run: Run) -> None:
    repo.commit("start", DOCUMENTS)
    code, said = run(repo.path / ".git", "init", "--yes")
    assert code == 3, said
    assert ".git folder" in one_error(said)
    repo.git("config", "core.bare", "true")
    code, said = run(repo, "init", "--yes")
    assert code == 3, said
    assert "bare" in one_error(said)


@as_root
def test_a_home_of_somebody_else_is_refused_and_not_touched(ready: Repo, run: Run, home: Path) -> None:
    os.chown(home, 12345, 12345)
    code, said = run(ready, "search", "parcels")
    assert code == 4, said
    assert "another user" in one_error(said)
    os.chown(home, 0, 0)
    assert run(ready, "search", "parcels")[0] == 0


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """The home on a disk of three megabytes."""
    home.mkdir(mode=0o700)
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", str(home)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("may not mount a disk here")
    yield home
    subprocess.run(["umount", "-l", str(home)], check=True)


@as_root
def test_a_full_disk_is_named_and_nothing_that_was_stored_is_lost(
    repo: Repo, run: Run, call: Call, small_disk: Path
) -> None:
    repo.commit("start", DOCUMENTS)
    assert run(repo, "init", "--yes")[0] == 0
    assert run(repo, "remember", "Parcels are weighed twice.")[0] == 0
    repo.git("config", "core.hooksPath", "/dev/null")
    repo.commit("more", {f"docs/{n}.md": f"# Doc {n}\n\n" + f"granite{n} parcels " * 4000 for n in range(60)})
    code, said = run(repo, "ingest")
    assert code == 4, said
    assert "disk" in one_error(said).lower()
    code, said = run(repo, "remember", "x " * 2000)
    assert code in (0, 4), said
    code, said = run(repo, "search", "weighed")
    assert code == 4 or "weighed twice" in said
    repo.git("reset", "-q", "--hard", "HEAD~1")
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    assert run(repo, "ingest")[0] == 0
    assert run(repo, "verify", "--deep")[0] == 0
    assert "weighed twice" in run(repo, "search", "weighed")[1]


@as_root
def test_a_disk_that_is_read_only_is_named_and_commits_go_on(
    repo: Repo, run: Run, call: Call, small_disk: Path
) -> None:
    repo.commit("start", DOCUMENTS)
    assert run(repo, "init", "--yes")[0] == 0
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    for command in ("remember x", "ingest"):
        code, said = run(repo, *command.split())
        assert code == 4, (command, said)
        one_error(said)
    for command in ("search parcels", "status"):
        code, said = run(repo, *command.split())
        assert code == 0, (command, said)
    assert "Magpie sorts parcels" in call(repo, "search_knowledge", query="parcels")
    repo.commit("a commit with hooks", {"b.md": "# B\n\nA second magpie.\n"})
    code, said = run(repo, "search", "parcels")
    assert code == 0, said
    assert "1 file behind" in said, said
    assert "SCRUBJAY_HOME" in said, said
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    assert run(repo, "search", "parcels")[0] == 0


@as_root
def test_a_client_starts_a_session_on_a_disk_that_is_read_only(repo: Repo, run: Run, small_disk: Path) -> None:
    repo.commit("start", DOCUMENTS)
    assert run(repo, "init", "--yes")[0] == 0
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    said = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": str(repo.path), "source": "startup"}
    hook = [
        sys.executable,
        "-I",
        "-m",
        "scrubjay.integrations.client_hooks.event",
        "--home",
        repo.environment["SCRUBJAY_HOME"],
    ]
    told = subprocess.run(
        hook, env=repo.environment, input=json.dumps(said), capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert "ADR-001 Use SQLite" in json.loads(told.stdout)["hookSpecificOutput"]["additionalContext"]


def test_a_file_that_may_not_grow_is_a_storage_error_and_not_a_crash(
    ready: Repo, environment: dict[str, str], run: Run
) -> None:
    """What a quota does: writing ends with an error of the system that isn't "disk full"."""
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
        "from scrubjay.cli.main import main\n"
        "sys.exit(main(['ingest'], wake=lambda: None))\n"
    )
    ready.commit("more", {f"docs/{n}.md": f"# Doc {n}\n\n" + f"granite{n} parcels " * 4000 for n in range(12)})
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ready.path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 4, done.stderr
    one_error(done.stderr)
    assert run(ready, "ingest")[0] == 0
    assert run(ready, "verify")[0] == 0


def test_a_configuration_that_cannot_be_read_is_named_with_its_line(ready: Repo, run: Run, home: Path) -> None:
    ready.write(".agent/config.yaml", b"ingestion:\n  include: ['\xff\xfe']\n")
    code, said = run(ready, "search", "parcels")
    assert code == 2, said
    assert "config.yaml, line 2: not UTF-8" in one_error(said)
    ready.write(".agent/config.yaml", "a: &a [1]\n" + "b: [*a, *a]\n")
    code, said = run(ready, "search", "parcels")
    assert code in (0, 2)
    ready.write(".agent/config.yaml", "x" * 100_000)
    code, said = run(ready, "search", "parcels")
    assert code == 2
    assert "64 KB" in one_error(said)
    (ready.path / ".agent/config.yaml").unlink()
    (home / "config.yaml").mkdir()
    code, said = run(ready, "search", "parcels")
    assert code == 2, said
    assert "config.yaml" in one_error(said)
