"""A Python environment inside a clone, as a user makes one there; it finds what the tests' own Python finds."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

SITE = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"

SAYS = "import os, pathlib, sys\npathlib.Path({mark!r}).open('a').write({name!r} + '\\n')\n"
"""Code that leaves a mark; for whatever a hostile branch tracks below the environment."""

NOTHING = "scrubjay is not started in this session"
"""Of what a hook and a server say that were not started."""


def environment_inside(repo: Repo, name: str = ".venv") -> Path:
    """Make an environment that git ignores; returns its Python."""
    folder = repo.path / name
    venv.create(folder, symlinks=True, with_pip=False)
    shared = Path(scrubjay.__file__ or "").parent.parent
    places = [str(shared), str(shared.parent / "servers"), *(path for path in sys.path if "site-packages" in path)]
    (folder / SITE / "scrubjay_tests.pth").write_text("\n".join(places) + "\n", encoding="utf-8")
    return folder / "bin" / "python"


def run(python: Path, repo: Repo, *arguments: str, code: int | None = 0) -> str:
    """Run the command line by that Python; returns all it printed."""
    done = subprocess.run(
        [str(python), "-I", "-m", "scrubjay.cli.main", *arguments],
        cwd=repo.path, env=repo.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert code is None or done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def hostile_branch(repo: Repo, files: dict[str, str], name: str = "hostile") -> None:
    """A branch that tracks files below an ignored environment, made without touching the working tree."""
    environment = repo.environment | {"GIT_INDEX_FILE": str(repo.path / ".git" / "hostile-index")}
    there = Repo(repo.path, environment)
    there.git("read-tree", "HEAD")
    for path, text in files.items():
        done = subprocess.run(
            ["git", "hash-object", "-w", "--stdin"],
            cwd=repo.path, env=environment, input=text.encode(), capture_output=True, check=True,
        )  # fmt: skip
        mode = "100755" if os.path.basename(os.path.dirname(path)) == "bin" else "100644"  # noqa: PTH119, PTH120
        there.git("update-index", "--add", "--cacheinfo", f"{mode},{done.stdout.decode().strip()},{path}")
    tree = there.git("write-tree")
    repo.git("branch", name, there.git("commit-tree", tree, "-p", "HEAD", "-m", name))
    (repo.path / ".git" / "hostile-index").unlink()
