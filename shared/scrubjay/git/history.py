"""Commit history: recent commits, HEAD's newest, a file's history, and the commit that introduced it."""

import time
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import closing, suppress

from scrubjay.errors import GitFailed
from scrubjay.git.head import head, utc
from scrubjay.git.objects import ObjectReader
from scrubjay.git.paths import LONGEST, changes, printable
from scrubjay.git.process import Git
from scrubjay.git.record import Commit, Walk, commit_of, shown_paths, unindent
from scrubjay.model.frozen import replace
from scrubjay.model.pattern import OBJECT_ID, pattern

PASS_PATIENCE_S = 5
"""Seconds; a slower walk falls back to steps, each with a limit of its own. 2,000 commits of celery take 0.1 s."""

MOST_BYTES = 32 * 1024 * 1024
"""Bytes of git's output that are read; 2,000 commits of celery have 3 MB."""

_LOG = (
    "log", "-z", "--raw", "--format=raw", "--encoding=none", "--no-decorate", "--no-notes", "--no-abbrev",
    "--no-abbrev-commit", "--no-color", "--root", "--no-relative", "--no-renames",
    "--diff-merges=first-parent", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none",
)  # fmt: skip


def log_commits(git: Git, walk: Sequence[str]) -> tuple[Commit, ...]:
    """The commits that `git log` lists for some `rev-list` options; paths aren't among these.

    Raises GitFailed where git ends early, takes long or prints much, GitUnavailable.
    """
    printed = git.run(*_LOG, *walk, timeout=PASS_PATIENCE_S, limit=MOST_BYTES)
    commits = _parsed_commits(iter(printed.split(b"\0"))) if printed else ()
    return tuple(commit_of(sha, unindent(content), shown_paths(names)) for sha, content, names in commits)


def _parsed_commits(fields: Iterator[bytes]) -> Iterator[tuple[str, bytes, list[bytes]]]:
    """Each commit's id, its object as printed, and the paths that it changed.

    A commit is one field. The change of its first path stands in the field's last line and begins with a colon, while
    each line of a message begins with four blanks, and a commit without paths ends in a line end. Each further change
    is a field, and so is each path, which is never parsed. An empty field follows the last path.
    """
    for field in fields:
        named, _, content = field.partition(b"\n")
        end = content.rfind(b"\n") + 1
        names: list[bytes] = []
        change = content[end:]
        while change[:1] == b":":
            names.append(next(fields, b""))
            change = next(fields, b"")
        yield named.removeprefix(b"commit ").decode("ascii", "replace"), content[:end], names


MOST = 10_000

PATIENCE_S = 20
MOST_READ = 50_000
"""Changed paths of one commit that are read before git is restarted behind it. A crafted tree can have any number."""

PATHS_S = 60
"""Seconds for the paths of a group of commits; git computes all paths of a commit before it prints the first."""

MOST_LOSSES = 20
"""Unreadable commits before the rest is given up: each costs a new process."""

_PATHS = (
    "diff-tree", "--stdin", "-r", "-z", "--raw", "--root", "--no-renames", "--diff-merges=first-parent",
    "--no-ext-diff", "--no-textconv", "--ignore-submodules=none", "--always",
)  # fmt: skip


def recent_commits(
    git: Git, limit: int, *, path: str = "", since: str = "", paths: bool = False, at: str = "HEAD"
) -> tuple[Commit, ...]:
    """The newest commits reachable from HEAD or another commit, optionally below a path or after a commit.

    Where git's walk ends at damage, it continues around it; with a path or a start it ends there.
    """
    most = max(1, min(limit, MOST))
    arguments = [at, *([f"^{since}"] if since else []), "--", *([f":(literal){path}"] if path else [])]
    walk = (f"-{most}", "--end-of-options", *arguments)
    if paths and not path:
        with suppress(GitFailed):
            return log_commits(git, walk)
    commits: list[Commit] = []
    try:
        commits.extend(walked_commits(git, walk))
    except GitFailed:
        if not (path or since):
            commits = [commit_of(sha, content) for sha, content in Walk(git, at).commits(most)]
    return tuple(with_paths(git, commits)) if paths else tuple(commits)


def walked_commits(git: Git, walk: Sequence[str]) -> Iterator[Commit]:
    """The commits of a walk by git, each as soon as git prints it. Raises GitFailed for damaged ones."""
    return _commits_with_headers(git.fields("rev-list", "--header", "--encoding=none", *walk, timeout=PATIENCE_S))


def _commits_with_headers(listed: Iterable[bytes]) -> Iterator[Commit]:
    """The commits in the output of `rev-list --header`."""
    for field in listed:
        sha, _, content = field.partition(b"\n")
        yield commit_of(sha.decode("ascii", "replace"), unindent(content))


def read_commits(git: Git, shas: Sequence[str]) -> Iterator[Commit | str]:
    """Commits by id, in order, each object read by itself; a commit that can't be read gives its id."""
    left, losses = list(shas), 0
    while left:
        done = 0
        try:
            with ObjectReader(git, partial=False) as reader:
                for sha, kind, content in reader.read_many(left, LONGEST):
                    done += 1
                    yield commit_of(sha, content) if kind == "commit" else sha
            return
        except GitFailed:  # git ends at a damaged object: the next process begins behind it
            losses += 1
            broken, left = left[done : done + 1], left[done + 1 :]
            if losses > MOST_LOSSES:
                broken, left = broken + left, []
            yield from broken


def with_paths(git: Git, commits: Sequence[Commit]) -> Iterator[Commit]:
    """The commits, each with the paths that it changed against its first parent, as far as these can be read."""
    left, losses = [commit.sha for commit in commits], 0
    paths_by_commit: dict[str, tuple[str, ...]] = {}
    ends = time.monotonic() + PATHS_S
    while left and losses <= MOST_LOSSES and time.monotonic() < ends:
        done = ""
        try:
            for sha, names in _changed_paths(git, left):
                paths_by_commit[sha] = names
                done = sha
            left = left[left.index(done) + 1 :] if done in left else []
        except GitFailed:  # git ends at a damaged or missing tree: the next process begins behind it
            losses += 1
            left = left[left.index(done) + 2 if done in left else 1 :]
    return (_with_changed_paths(commit, paths_by_commit.get(commit.sha, ())) for commit in commits)


def _with_changed_paths(commit: Commit, paths: tuple[str, ...]) -> Commit:
    """A commit with its paths; `replace` takes twice as long, and search reads 2,000 commits."""
    return Commit(
        sha=commit.sha,
        short=commit.short,
        author=commit.author,
        committed_at=commit.committed_at,
        subject=commit.subject,
        body=commit.body,
        paths=paths,
        authored_at=commit.authored_at,
        parents=commit.parents,
    )


def _changed_paths(git: Git, shas: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each commit's id with its changed paths, in git's order. Raises GitFailed where git ends before the last.

    The first commit that exceeds the limit of paths is the last one returned.
    """
    names: list[bytes] = []
    sha = ""
    request = "".join(f"{commit}\n" for commit in shas).encode()
    with closing(git.fields(*_PATHS, input=request, timeout=PATIENCE_S)) as listed:
        for change, value in changes(listed):
            if change:
                names.append(value)
                if len(names) > MOST_READ:
                    break
                continue
            if sha:
                yield sha, shown_paths(names)
            names, sha = [], value.decode("ascii", "replace")
        if sha:
            yield sha, shown_paths(names)


def file_history(git: Git, path: str, limit: int) -> tuple[Commit, ...]:
    """The newest commits that changed a file, followed through renames, each with the file's name at that commit."""
    listed = git.fields(
        "log", "--follow", "-z", "--raw", "--no-abbrev", "--no-color", "--no-ext-diff", "--no-textconv",
        "--encoding=UTF-8", "--format=%x00%H", f"-{max(1, min(limit, MOST))}", "--end-of-options", "HEAD", "--",
        f":(top,literal){path}", ok=range(256), timeout=PATIENCE_S,
    )  # fmt: skip
    names: dict[str, tuple[str, ...]] = {}
    sha = ""
    for change, value in changes(listed):
        if not change:
            if value:
                sha = value.decode("ascii", "replace")
                names[sha] = ()
        elif sha:
            names[sha] = (printable(value),)
    commits = read_commits(git, list(names))
    return tuple(replace(commit, paths=names[commit.sha]) for commit in commits if isinstance(commit, Commit))


def introducing_commits(git: Git, blobs: Set[str], commit: str, budget_s: float) -> dict[str, tuple[str, str]]:
    """For each blob, the newest first-parent ancestor of `commit` that introduced it, with its date.

    Streams the history, newest first, and stops when all are found or after `budget_s` seconds; blobs that
    weren't found are absent.
    """
    missing = set(blobs)
    introduced: dict[str, tuple[str, str]] = {}
    ends = time.monotonic() + budget_s
    sha, seconds = "", 0
    listed = git.fields(
        "log", "-z", "--first-parent", "--diff-merges=first-parent", "--root", "--raw", "--no-abbrev", "--no-renames",
        "--no-ext-diff", "--no-textconv", "--encoding=UTF-8", "--format=%x00%H %ct", "--end-of-options", commit, "--",
        ok=range(256), timeout=budget_s + 1,
    )  # fmt: skip
    with closing(listed):
        try:
            for change, value in changes(listed):
                if change:
                    blob = change.split(b" ", 4)[3].decode("ascii", "replace")
                    if blob in missing:
                        missing.discard(blob)
                        introduced[blob] = (sha, utc(seconds))
                elif value:
                    if time.monotonic() > ends or not missing:
                        break
                    sha, _, date = value.decode("ascii", "replace").partition(" ")
                    seconds = int(date) if date.isdecimal() and len(date) <= 20 else 0
        except GitFailed:
            return introduced
    return introduced


MOST_KEPT = 100_000
"""Characters of messages of one list that is cached."""

_SHA = pattern(OBJECT_ID)


def newest_commits(git: Git, limit: int, since: str = "") -> tuple[Commit, ...]:
    """The newest commits reachable from HEAD, optionally without those reachable from a commit, by its full id."""
    worktree = git.worktree
    commit = head(git).commit if worktree is not None else ""
    if worktree is None or not commit or not (_SHA.fullmatch(since) or not since):
        return recent_commits(git, limit, since=since)
    walk = (f"-{limit}", "--end-of-options", commit, *([f"^{since}"] if since else []), "--")
    try:
        return worktree.answer(
            ("newest", walk), worktree.shallow_state, lambda: tuple(walked_commits(git, walk)), _is_small_enough
        )
    except GitFailed:  # at damage, which may be repaired
        return recent_commits(git, limit, since=since)


def _is_small_enough(commits: Iterable[Commit]) -> bool:
    """Whether the messages of some commits are short enough to be cached."""
    return sum(len(commit.subject) + len(commit.body) for commit in commits) <= MOST_KEPT
