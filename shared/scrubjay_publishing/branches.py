"""Branches on which memories may be published: not those already open, nor a name that is taken."""

from collections.abc import Sequence

from scrubjay.errors import PublishRefused
from scrubjay.git.ancestry import is_ancestor
from scrubjay.git.message import CommitMessage, parse_commit
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay_publishing.base_tree import BaseTree, files_with, memory_branches
from scrubjay_publishing.pull_request import ids_in
from scrubjay_publishing.standings.proposals import removed
from scrubjay_publishing.values import RenderedFile, StartingPoint

MAX_NAMES = 50
"""Names like a taken one that are tried."""
MAX_SEARCHED = 100
"""Branches of memories, the newest, in which a memory is looked for."""


def tip_of(git: Git, branch: str) -> str:
    """The commit of a local branch; empty where there is none."""
    code, out = git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", f"refs/heads/{branch}")
    return out.decode("ascii", "replace").strip() if code == 0 else ""


def read_commit(git: Git, commit: str) -> CommitMessage:
    """The message and tree of a commit."""
    with ObjectReader(git) as reader:
        ((_, _, body),) = reader.read_many([commit], 1_000_000)
    return parse_commit(body)


def branch_for(git: Git, named: str, ids: Sequence[str], base: StartingPoint, *, chosen: bool) -> str:
    """The name of the branch to make: `named`, or if nobody chose that, the first free name like it.

    A branch that already holds these memories stays theirs. One that the base had, and whose files it has no more, is
    in nobody's way. Raises PublishRefused where another one holds them, or the chosen name is a remote's.
    """
    taken = memory_branches(git)
    held = _open_refs(git, files_with(git, taken[:MAX_SEARCHED], ids), base.commit)
    if chosen:
        held -= {f"refs/heads/{named}"}
    own = sorted(ref for ref in held if ref.startswith("refs/heads/"))
    if not chosen and own and sorted(ids_in(read_commit(git, own[0]).text)) == sorted(ids):
        return own[0].removeprefix("refs/heads/")
    if held:
        raise PublishRefused(_already_on_branch(sorted(held)))
    for number in range(1, MAX_NAMES):
        name = named if number == 1 else f"{named}-{number}"
        refs = [ref for ref in taken if ref.endswith(f"/{name}")]
        if not refs or (chosen and f"refs/heads/{name}" in refs):
            return name
        if chosen:
            raise PublishRefused(
                f"{refs[0].removeprefix('refs/remotes/')} is there already: a push would meet it. Choose another "
                "name with --topic. Nothing was published."
            )
    raise PublishRefused(f"{named} and {MAX_NAMES} names like it are taken. Choose one with --topic.")


def holds(git: Git, branch: str, base: StartingPoint, files: Sequence[RenderedFile], ids: Sequence[str]) -> bool:
    """Whether a branch already has these files on the base, and nothing else."""
    if not (tip := tip_of(git, branch)):
        return False
    found, tree = read_commit(git, tip), BaseTree(git, tip)
    same = sorted(ids_in(found.text)) == sorted(ids) and found.parents == (base.commit,)
    return same and all(tree.text(file.path) == file.text for file in files)


def refuse_other(git: Git, branch: str, base: StartingPoint, ids: Sequence[str]) -> None:
    """Raises PublishRefused if a branch already has something else, saying what: before anybody is asked."""
    if not tip_of(git, branch):
        return
    ref = f"refs/heads/{branch}"
    there = files_with(git, [ref], ids)
    if there and not _open_refs(git, there, base.commit):
        raise PublishRefused(
            f"{branch} was merged into {base.name}, which has its file no more: a merge would bring nothing. Delete it "
            f"with `git branch -D {branch}`, or choose another name with --topic. Nothing was published."
        )
    raise PublishRefused(_already_on_branch([ref]) if there else something_else(branch))


def also_on(git: Git, paths: Sequence[str], base: str, branch: str) -> tuple[str, ...]:
    """Other branches of memories that bring a file at one of some paths, so that both can't be merged as they are."""
    refs = [ref for ref in memory_branches(git)[:MAX_SEARCHED] if ref != f"refs/heads/{branch}"]
    asked = [(ref, path) for ref in refs for path in paths if "\n" not in path]
    lines = "".join(f"{ref}:{path}\n" for ref, path in asked).encode("utf-8", "surrogateescape")
    out = git.run("cat-file", "--batch-check=%(objecttype)", input=lines, timeout=30) if asked else b""
    answers = out.removesuffix(b"\n").split(b"\n")
    found = [pair for pair, kind in zip(asked, answers, strict=False) if kind == b"blob"]
    return tuple(
        sorted(ref.removeprefix("refs/heads/").removeprefix("refs/remotes/") for ref in _open_refs(git, found, base))
    )


def something_else(branch: str) -> str:
    """The error for a branch that holds other things than what would be committed."""
    return (
        f"The branch {branch} is there already, with something else. Merge or delete it, or choose another name with "
        "--topic. Nothing was published."
    )


def _already_on_branch(refs: Sequence[str]) -> str:
    """The error for a memory that other branches have already."""
    where = ", ".join(ref.removeprefix("refs/heads/").removeprefix("refs/remotes/") for ref in refs[:5])
    return (
        f"It is on a branch already: {where}. Merge that one first, or take it back with `scrubjay publish --withdraw "
        "ID`; `git fetch --prune` forgets those that a remote deleted."
    )


def _open_refs(git: Git, found: Sequence[tuple[str, str]], base: str) -> set[str]:
    """The refs that a merge would still bring to the base: not merged yet, and their file not removed since."""
    gone = removed(git, [base], sorted({path for _, path in found})) if found else {}

    def is_open(ref: str, path: str) -> bool:
        by = gone.get(path, "")
        return not (is_ancestor(git, ref, base) or (by and not is_ancestor(git, by, ref)))

    return {ref for ref, path in found if is_open(ref, path)}
