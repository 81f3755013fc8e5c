"""What git says by an index, and what of a clone is on disk, for tests of copies of its index."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.conftest import Repo

ASKED = ("status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=all")


def said_of_copy(repo: Repo) -> set[bytes]:
    """What git says of a copy of the repository, none of whose files its index knows."""
    with tempfile.TemporaryDirectory(dir=repo.path.parent) as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(repo.path, copy, symlinks=True)
        environment = {**repo.environment, "GIT_OPTIONAL_LOCKS": "0"}
        done = subprocess.run(["git", *ASKED], cwd=copy, env=environment, capture_output=True, check=True)
        return {*done.stdout.split(b"\0")}


def has_entries(repo: Repo, index: Path) -> bool:
    """Whether git reads an index, and entries in it."""
    environment = {**repo.environment, "GIT_INDEX_FILE": str(index)}
    done = subprocess.run(["git", "ls-files"], cwd=repo.path, env=environment, capture_output=True, check=True)
    return bool(done.stdout)


def states(folder: Path) -> dict[str, object]:
    """Each file below a folder, by its bytes and what `stat` tells of it."""
    told: dict[str, object] = {}
    for path in [folder, *folder.rglob("*")]:
        info = path.lstat()
        text = path.read_bytes() if path.is_file() else b""
        told[str(path)] = (info.st_mode, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns, text)
    return told
