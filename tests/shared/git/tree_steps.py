"""Steps that change a working tree, and kinds of index that git keeps, for tests of what is asked about changes."""

import subprocess
from collections.abc import Callable

from tests.conftest import Repo

NAMES = ("a.txt", "b.txt", "docs/permalink", "docs/c.md", "docs/sdir")
FILES: dict[str, str | bytes] = {name: f"1\n{name}\n3\n4\n5\n6\n7\n8\n9\n" for name in NAMES}


def edit(repo: Repo, name: str, n: int) -> None:
    """A change of the same size, within the second of the change before."""
    if (repo.path / name).is_file():
        text = (repo.path / name).read_bytes()
        (repo.path / name).write_bytes(b"%d" % (n % 10) + text[1:])


def grow(repo: Repo, name: str, n: int) -> None:
    repo.write(name, (repo.path / name).read_text() + f"{n}\n" if (repo.path / name).is_file() else f"{n}\n")


def rewrite(repo: Repo, name: str, n: int) -> None:
    """A new file with the old content, as an editor saves it."""
    if (repo.path / name).is_file():
        repo.write(f"{name}.new", (repo.path / name).read_bytes()).replace(repo.path / name)


def mode(repo: Repo, name: str, n: int) -> None:
    if (repo.path / name).is_file():
        (repo.path / name).chmod(0o755 if n % 2 else 0o644)


def partly(repo: Repo, name: str, n: int) -> None:
    """Two hunks, the first of which is staged alone."""
    file = repo.path / name
    if not file.is_file() or not repo.git("ls-files", "--", name):
        return
    before = file.read_bytes()
    file.write_bytes(b"first %d\n" % n + before)
    repo.git("add", "--", name)
    file.write_bytes(file.read_bytes() + b"last %d\n" % n)


def delete(repo: Repo, name: str, n: int) -> None:
    (repo.path / name).unlink(missing_ok=True)


def rename(repo: Repo, name: str, n: int) -> None:
    repo.git("mv", "-f", name, f"moved{n % 3}.txt", check=False)


def ran(*arguments: str) -> Callable[[Repo, str, int], None]:
    def run(repo: Repo, name: str, n: int) -> None:
        repo.git(*(word.format(name=name, n=n) for word in arguments), check=False)

    return run


STEPS: tuple[Callable[[Repo, str, int], None], ...] = (
    edit, edit, edit, grow, rewrite, mode, partly, delete, rename,
    ran("add", "-A"),
    ran("add", "--", "{name}"),
    ran("update-index", "--chmod=+x", "--", "{name}"),
    ran("rm", "-q", "--cached", "--", "{name}"),
    ran("commit", "-q", "-m", "{n}"),
    ran("commit", "-q", "-a", "-m", "{n}"),
    ran("stash", "-q", "-u"),
    ran("stash", "pop", "-q"),
    ran("checkout", "-q", "-f", "-B", "other", "HEAD~1"),
    ran("checkout", "-q", "-f", "main"),
    ran("checkout", "HEAD", "--", "{name}"),
    ran("merge", "-q", "other"),
    ran("reset", "-q", "--hard"),
    ran("reset", "-q", "HEAD~1"),
    ran("add", "-N", "--", "{name}"),
    ran("update-index", "--assume-unchanged", "{name}"),
    ran("status"),
    ran("read-tree", "HEAD"),
)  # fmt: skip


def plain(repo: Repo) -> None:
    return


def version_4(repo: Repo) -> None:
    repo.git("config", "index.version", "4")


def untracked_cache(repo: Repo) -> None:
    repo.git("config", "core.untrackedCache", "true")
    repo.git("update-index", "--force-untracked-cache")


def monitored(repo: Repo) -> None:
    hook = repo.path / ".git" / "monitor"
    hook.write_text("#!/bin/sh\nprintf 'now\\0/\\0'\n")
    hook.chmod(0o755)
    repo.git("config", "core.fsmonitor", ".git/monitor")
    repo.git("update-index", "--fsmonitor")


def split(repo: Repo) -> None:
    repo.git("config", "core.splitIndex", "true")
    repo.git("update-index", "--split-index")


def split_later(repo: Repo) -> None:
    repo.git("config", "core.splitIndex", "true")


def many_files(repo: Repo) -> None:
    repo.git("config", "feature.manyFiles", "true")


KINDS = (plain, version_4, untracked_cache, monitored, split, split_later, many_files)


def many_entries(repo: Repo) -> None:
    blob = repo.git("hash-object", "-w", str(repo.write("a.txt", "1\n")))
    listed = "".join(f"100644 {blob}\td{n // 1000}/file{n:06}.txt\n" for n in range(100_000))
    subprocess.run(
        ["git", "update-index", "--index-info"], cwd=repo.path, env=repo.environment, input=listed.encode(), check=True
    )
