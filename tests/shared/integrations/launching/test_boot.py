"""A guarded Python imports from its own folders and from outside of clones, and from no other folder of a clone."""

import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.integrations.launching.guard import boot
from scrubjay.integrations.launching.launcher import Launcher, running_launcher
from tests.conftest import Repo

NAMED = ("src", ".venv/lib/site", ".venv-old/lib/site", "link", "../outside", "../link-into-src")


@pytest.fixture
def launcher(repo: Repo) -> Launcher:
    """An environment in a clone, whose `.pth` files name folders of all kinds."""
    repo.commit("start")
    for name in ("src", ".venv/lib/site", ".venv-old/lib/site", "../outside"):
        (repo.path / name).mkdir(parents=True)
    (repo.path / "link").symlink_to(repo.path.parent / "outside")
    (repo.path.parent / "link-into-src").symlink_to(repo.path / "src")
    environment = repo.path / ".venv"
    folders = tuple(repo.path / name for name in NAMED[:4]) + tuple(repo.path.parent / name[3:] for name in NAMED[4:])
    return Launcher(environment / "bin/python", environment, Path("/usr"), environment / "lib/site", folders)


def test_only_what_no_checkout_writes_is_imported_from(launcher: Launcher, tmp_path: Path) -> None:
    (tmp_path / "shown.py").write_text("import sys; print(sys.prefix, sys.argv[1:], __name__, *sys.path, sep='\\n')")
    code = boot(launcher).replace("del sys.argv[0]", f"sys.path.append({str(tmp_path)!r}); del sys.argv[0]")
    command = [sys.executable, "-I", "-S", "-c", code, "shown", "a b", "-m"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    prefix, arguments, name, *path = done.stdout.splitlines()
    assert (prefix, arguments, name) == (str(launcher.environment), "['a b', '-m']", "__main__")
    ours = [entry for entry in path if entry.startswith(str(launcher.environment.parent.parent))]
    assert [entry for entry in ours if entry != str(tmp_path)] == [
        str(launcher.environment / "lib/site"),
        str(launcher.environment.parent.parent / "outside"),
    ]


def test_what_stands_before_the_standard_library_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = running_launcher().imports
    assert packages
    monkeypatch.setattr(sys, "path", ["/a/scripts/folder", "/of/PYTHONPATH", *sys.path])
    assert running_launcher().imports == packages
