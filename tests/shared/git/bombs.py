"""Trees that say far more paths than they have objects."""

import subprocess

from tests.conftest import Repo


def make_bomb(repo: Repo, levels: int, end: str = ".png") -> None:
    """A branch whose tree of ten files is ten times in a tree that is ten times in a tree …"""

    def plumb(*arguments: str, said: bytes) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=repo.path, env=repo.environment, input=said, capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    oid = plumb("hash-object", "-w", "--stdin", said=b"# Parcels\n")
    mode, kind = "100644", "blob"
    for _ in range(levels):
        rows = "".join(f"{mode} {kind} {oid}\ta{number}{end}\n" for number in range(10))
        oid, mode, kind, end = plumb("mktree", said=rows.encode()), "040000", "tree", ""
    repo.git("update-ref", "refs/heads/bomb", plumb("commit-tree", oid, "-m", "bomb", said=b""))
