"""Commits and files that `memory/*` branches have and no base branch has, local and remote-tracking."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from scrubjay.errors import GitFailed
from scrubjay.git.paths import changes
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.shown_names import shown

MOST_BRANCHES = 200
MOST_FILES = 50
"""Files of one branch that are read; a branch of `publish` has a few."""

MOST_COMMITS = 2_000
MOST_TEXT = 16 * 1024 * 1024
TIMEOUT_S = 10
FIELDS = 6

Closed = Callable[[frozenset[str]], frozenset[str]]
"""Of some commits those whose pull request was closed without being merged, as far as a forge's answers are kept."""

_REFS = ("refs/heads/memory/", "refs/remotes/**/memory/**")
_FORM = (
    "%x01%S%x00%H%x00%an%x00%aI%x00%(trailers:key=Memory-Id,valueonly,separator=%x2C)"
    "%x00%(trailers:key=Memory-Ended,valueonly,separator=%x2C)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchCommit:
    """A commit that a branch has before the base: the branch's short name, author, date, and memories named.

    `files` are the blobs that it wrote, by path; an empty blob where it deleted the file. `ended` are memories that
    the branch proposes no more.
    """

    branch: str
    commit: str
    author: str
    date: str
    memories: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    ended: tuple[str, ...] = ()


def memory_branches(git: Git) -> tuple[tuple[str, str], ...]:
    """The ref and the commit of each `memory/*` branch, the newest first."""
    form = "--format=%(refname)%00%(objectname)%00"
    listed = git.run("for-each-ref", f"--count={MOST_BRANCHES}", "--sort=-committerdate", form, *_REFS)
    words = [os.fsdecode(word).lstrip("\n") for word in listed.split(b"\0")]
    return tuple(zip(words[0::2], words[1::2], strict=False))


def rejected(git: Git, branches: Mapping[str, str], closed: Closed) -> frozenset[str]:
    """The branches (ref to commit) that nobody will merge: deleted on the remote, or whose pull request was closed."""
    if not branches:
        return frozenset()
    form = "--format=%(refname)%00%(upstream:track,nobracket)%00"
    listed = git.run("for-each-ref", f"--count={MOST_BRANCHES}", form, _REFS[0])
    words = [os.fsdecode(word).lstrip("\n") for word in listed.split(b"\0")]
    gone = {ref for ref, state in zip(words[0::2], words[1::2], strict=False) if state == "gone"}
    shut = closed(frozenset(branches.values()))
    return frozenset(ref for ref, tip in branches.items() if ref in gone or tip in shut)


def open_on(commits: Sequence[BranchCommit]) -> dict[str, BranchCommit]:
    """The newest commit that proposes each memory on a branch, by the memory's id; `commits` are newest first."""
    ended: dict[str, set[str]] = {}
    found: dict[str, BranchCommit] = {}
    for commit in commits:
        over = ended.setdefault(commit.branch, set())
        for id in commit.memories:
            if id not in over:
                found.setdefault(id, commit)
        over.update(commit.ended)
    return found


def proposed(git: Git, refs: Sequence[str], bases: Sequence[str]) -> tuple[BranchCommit, ...]:
    """The commits of some refs that no base reaches, newest first; one process of git whatever their number."""
    return _walk(git, [*refs, *(f"^{base}" for base in bases)], ()) if refs else ()


def added(git: Git, bases: Sequence[str], paths: Sequence[str]) -> tuple[BranchCommit, ...]:
    """The commits by which some files came to the base branches, newest first."""
    literal = [f":(top,literal){path}" for path in paths[:MOST_BRANCHES]]
    return _walk(git, bases, ("--diff-filter=A", "--", *literal)) if bases and literal else ()


def removed(git: Git, bases: Sequence[str], paths: Sequence[str]) -> dict[str, str]:
    """The newest commit of the base branches that removed each of some files, by path."""
    literal = [f":(top,literal){path}" for path in paths[:MOST_BRANCHES]]
    commits = _walk(git, bases, ("--diff-filter=D", "--", *literal)) if bases and literal else ()
    return {path: commit.commit for commit in reversed(commits) for path, _ in commit.files}


def _walk(git: Git, revisions: Sequence[str], narrowed: Sequence[str]) -> tuple[BranchCommit, ...]:
    """The commits of a walk, newest first; none at all where they are too many or git is too slow."""
    try:
        printed = git.run(
            "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-color", "--no-ext-diff", "--no-decorate",
            "--no-show-signature", "--encoding=UTF-8", "--root", f"--max-count={MOST_COMMITS}", f"--format={_FORM}",
            "--stdin", *narrowed, input="".join(f"{one}\n" for one in revisions).encode("utf-8", "surrogateescape"),
            timeout=TIMEOUT_S, limit=MOST_TEXT,
        )  # fmt: skip
    except GitFailed:
        return ()
    return tuple(_commits(iter(printed.split(b"\0"))))


def last_files(commits: Sequence[BranchCommit]) -> Iterator[tuple[BranchCommit, str, str]]:
    """The files of each branch as its last commits left them: commit, path, blob; at most `MOST_FILES` a branch."""
    seen: dict[str, set[str]] = {}
    for commit in commits:
        known = seen.setdefault(commit.branch, set())
        for path, blob in commit.files:
            if path in known or len(known) >= MOST_FILES:
                continue
            known.add(path)
            if blob:
                yield commit, path, blob


def short_name(ref: str) -> str:
    """A branch as people call it: memory/nest, origin/memory/nest."""
    return shown(ref.removeprefix("refs/heads/").removeprefix("refs/remotes/"))


def _commits(stream: Iterator[bytes]) -> Iterator[BranchCommit]:
    """The commits of a log's stream, each with its files."""
    header: list[str] = []
    files: list[tuple[str, str]] = []
    for change, field in changes(stream):
        if change:
            new = change.split(b" ")[3].decode("ascii", "replace")
            files.append((os.fsdecode(field), "" if set(new) == {"0"} else new))
            continue
        text = field.decode("utf-8", "replace")
        if 0 < len(header) < FIELDS:
            header.append(text)
        elif text.lstrip("\n").startswith("\x01"):
            if header:
                yield _commit(header, files)
            header, files = [text.lstrip("\n")[1:]], []
    if len(header) == FIELDS:
        yield _commit(header, files)


def _commit(header: Sequence[str], files: Sequence[tuple[str, str]]) -> BranchCommit:
    """A commit from the fields of its header, with its files."""
    ref, commit, author, date, named, ended = header
    return BranchCommit(
        branch=short_name(ref), commit=commit, author=shown(author), date=date, memories=_ids(named),
        files=tuple(files), ended=_ids(ended),
    )  # fmt: skip


def _ids(trailers: str) -> tuple[str, ...]:
    """The ids in a trailer, which commas separate."""
    return tuple(word.strip() for word in trailers.split(",") if word.strip())
