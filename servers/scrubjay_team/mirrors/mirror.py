"""A mirror on disk: a bare repository without hooks, and a linked worktree without files at the commit to index."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.knowledge.owners import PLACES
from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import storable
from scrubjay.privacy.secrets.masking import mask
from scrubjay_team.mirrors.remote_refs import is_plain

HEAD: Final = "refs/heads/main"
"""Where a mirror keeps the default branch, whatever its name at the remote: a branch renamed to `a/b` is never in the
way of the old `a`."""

MOST_TAGS: Final = 20
MOST_OWNERS: Final = 200_000
"""Bytes of CODEOWNERS that are read; a longer one counts as none."""

MOST_RECENT: Final = 200
"""Commits of the default branch that are kept, for members to show that they have a clone."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """A fetched mirror: its folder, the default branch's name and commit, and its newest tags, the newest first."""

    folder: Path
    branch: str
    commit: str
    tags: tuple[str, ...]

    @property
    def bare(self) -> Path:
        """The bare repository."""
        return bare_of(self.folder)

    @property
    def tree(self) -> Path:
        """The worktree to index from: it has no file but `.git`, and its HEAD is at `commit`."""
        return self.folder / "tree"


def bare_of(folder: Path) -> Path:
    """The bare repository in a mirror's folder."""
    return folder / "mirror.git"


def prepare(folder: Path, environment: GitEnvironment) -> Git:
    """The git of a mirror that may be fetched into; one that isn't there, or was half made, is made anew.

    What a killed git left behind (locks, half a pack) is removed: whoever calls this holds the mirror's lock.
    """
    bare = bare_of(folder)
    if bare.exists() and not is_usable(bare):
        shutil.rmtree(bare)
    if not bare.exists():
        fresh = folder / "mirror.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        Git(fresh, environment).run("init", "--bare", "--quiet", "--template=", "--initial-branch=main", ".")
        fresh.replace(bare)
    for left in _left_behind(bare):
        left.unlink(missing_ok=True)
    return Git(bare, environment)


def is_usable(bare: Path) -> bool:
    """Whether a folder has what git needs to call it a repository."""
    return (bare / "HEAD").is_file() and (bare / "config").is_file() and (bare / "objects").is_dir()


def is_whole(git: Git, seconds: float) -> bool:
    """Whether every object that the refs need is there; a disk that lost some makes each later fetch fail."""
    with suppress(GitFailed):
        return git.answer("fsck", "--connectivity-only", "--no-progress", "--no-dangling", timeout=seconds)[0] == 0
    return False


def held(git: Git) -> tuple[str, dict[str, str]]:
    """The commit of the default branch, empty before the first fetch, and the object of each tag."""
    listed = git.run("for-each-ref", "--format=%(objectname) %(refname)", HEAD, "refs/tags").decode("utf-8", "replace")
    refs = {name: oid for oid, _, name in (line.partition(" ") for line in listed.splitlines())}
    return refs.pop(HEAD, ""), {name.removeprefix("refs/tags/"): oid for name, oid in refs.items()}


def newest_tags(git: Git) -> tuple[str, ...]:
    """The names of the newest tags of commits, the newest first, at most MOST_TAGS; odd names are left out."""
    form = "%(refname:strip=2) %(objecttype) %(*objecttype)"
    listed = git.run("for-each-ref", "--sort=-refname", "--sort=-creatordate", f"--format={form}", "refs/tags")
    words = (line.split(" ") for line in listed.decode("utf-8", "replace").splitlines())
    return tuple(name for name, kind, peeled in words if "commit" in (kind, peeled) and is_plain(name))[:MOST_TAGS]


def newest_commits(mirror: Mirror, path: str) -> tuple[str, ...]:
    """The newest commits of a mirror's default branch, the newest first, at most MOST_RECENT."""
    git = Git(mirror.bare, GitEnvironment.of({"PATH": path}))
    return tuple(git.run("rev-list", f"--max-count={MOST_RECENT}", HEAD).decode().split())


def owners_file(mirror: Mirror, path: str) -> tuple[str, str]:
    """The path and the text of a mirror's CODEOWNERS; both empty where it has none, or one that can't be read."""
    git = Git(mirror.bare, GitEnvironment.of({"PATH": path}))
    names = git.run("ls-tree", "--name-only", "-z", HEAD, "--", *PLACES).decode("utf-8", "replace").split("\0")
    where = next((place for place in PLACES if place in names), "")
    if not where or int(git.run("cat-file", "-s", f"{HEAD}:{where}")) > MOST_OWNERS:
        return "", ""
    return where, mask(storable(git.run("cat-file", "blob", f"{HEAD}:{where}").decode("utf-8", "replace"))).text[
        :MOST_OWNERS
    ]


def held_mirror(folder: Path, branch: str, path: str) -> Mirror | None:
    """The mirror in a folder as the last fetch left it; None where there is none with a commit."""
    bare = bare_of(folder)
    if not is_usable(bare):
        return None
    git = Git(bare, GitEnvironment.of({"PATH": path}))
    commit = held(git)[0]
    return Mirror(folder, branch, commit, newest_tags(git)) if commit and (folder / "tree" / ".git").is_file() else None


def move_tree(git: Git, mirror: Mirror) -> None:
    """Put the worktree at the mirror's commit; one that isn't there, or belongs to another place, is made anew."""
    tree, marker = mirror.tree, mirror.tree / ".git"
    own = mirror.bare / "worktrees" / tree.name
    if (own / "HEAD").is_file() and marker.is_file() and marker.read_text().strip() == f"gitdir: {own}":
        Git(tree, git.environment).run("update-ref", "--no-deref", "HEAD", mirror.commit)
        return
    shutil.rmtree(tree, ignore_errors=True)
    shutil.rmtree(own, ignore_errors=True)
    git.run("worktree", "add", "--quiet", "--no-checkout", "--detach", str(tree), mirror.commit)


def _left_behind(bare: Path) -> list[Path]:
    """Files that a git left which was killed: locks of refs and settings, packs and objects half written."""
    locks = [Path(above, name) for above, _, names in os.walk(bare) for name in names if name.endswith(".lock")]
    return [*locks, *bare.glob("objects/pack/tmp_*"), *bare.glob("objects/*/tmp_obj_*"), *bare.glob("objects/tmp_*")]
