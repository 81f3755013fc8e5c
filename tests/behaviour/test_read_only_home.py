"""A home that can't be written is read all the same: status, search, export, doctor."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.behaviour.processes import command, quiet, scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

CLAIM = "Vans leave the depot at six."


@pytest.fixture(params=["with its log", "without"])
def shop(repo: Repo, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Repo]:
    """A repository whose home has become read-only; with a log that holds something, as a killed program leaves it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    root = sys.platform == "linux" and os.geteuid() == 0
    if root and subprocess.run(["mount", "-t", "tmpfs", "none", str(disk)], check=False).returncode:
        pytest.skip("nothing can be mounted here, and root may write everywhere")
    home = disk / "home"
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none", "SCRUBJAY_HOME": str(home)}
    try:
        repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
        scrubjay(repo, "init", "--yes")
        scrubjay(repo, "remember", "Vans are white.")
        quiet(repo)
        if request.param == "with its log":
            killed(repo)
            assert next(home.glob("projects/*/knowledge.db-wal")).stat().st_size
        if root:
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        else:
            modes(home, 0o500, 0o400)
        yield repo
    finally:
        if root:
            subprocess.run(["umount", "-l", str(disk)], check=True)
        else:
            modes(home, 0o700, 0o600)


def killed(repo: Repo) -> None:
    """Remember something in a process that is killed right afterwards."""
    script = (
        "import os, signal, sys\nfrom scrubjay.cli.main import main\n"
        "from scrubjay.app import App\nApp.close = lambda self: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"main(['remember', {CLAIM!r}], wake=lambda: None)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=repo.path, env=repo.environment, check=False, timeout=PATIENCE_S
    )
    assert done.returncode == -9


def modes(home: Path, folder: int, file: int) -> None:
    for path in [home, *home.rglob("*")]:
        path.chmod(folder if path.is_dir() else file)


def test_what_only_reads_works_and_what_writes_says_why(shop: Repo) -> None:
    status = scrubjay(shop, "status")
    assert "files" in status
    exported = scrubjay(shop, "export")
    assert "Vans are white." in exported
    assert json.loads(exported.splitlines()[-1])["seal"] == ""
    if next(Path(shop.environment["SCRUBJAY_HOME"]).glob("projects/*/knowledge.db-wal"), None):
        assert CLAIM in exported
    checks = {c["name"]: c for c in json.loads(scrubjay(shop, "doctor", "--quick", "--json", code=1))["checks"]}
    assert checks["index"]["ok"]
    assert all(check["ok"] for name, check in checks.items() if name.startswith("database "))
    assert not checks["home"]["ok"]
    assert "weighed twice" in scrubjay(shop, "search", "parcels")
    done = command(shop, "remember", "Nothing.")
    assert done.returncode == 4
    assert "read-only" in done.stderr or "SCRUBJAY_HOME" in done.stderr
