"""Relations from git's history: who changed and owns a thing."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from scrubjay.git.history import recent_commits
from scrubjay.git.message import merged_title
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.model.pattern import pattern
from scrubjay_graph.mentions import mentions_of
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, Node, NodeKind, commit_key, file_key, request_key

MOST_COMMITS: Final = 10_000
"""Commits of a view's history whose relations are told, the newest: as many as are searchable."""

_SQUASHED: Final = pattern(r"\((?P<number>[#!]\d{1,7})\)\s*\Z")
_MERGED: Final = pattern(r"\A(?:Merge pull request (#\d{1,7}) |Merged in \S+ \(pull request (#\d{1,7})\))")
_REVERTED: Final = pattern(r"^This reverts commit ([0-9a-f]{7,64})\b", re.MULTILINE)


def commits_of(git: Git, commit: str) -> tuple[Commit, ...]:
    """The newest commits reachable from a commit, with the paths that each changed; none without commits."""
    return recent_commits(git, MOST_COMMITS, paths=True, at=commit) if commit else ()


def commits_below(git: Git, commit: str, path: str) -> frozenset[str]:
    """The keys of the newest commits that git's own history of a path lists, also of what went away; merges as well."""
    walk = (f"-{MOST_COMMITS}", "--end-of-options", commit, "--", f":(top,literal){path}")
    code, printed = git.answer("rev-list", *walk)
    return frozenset(commit_key(sha) for sha in printed.decode("ascii", "replace").split()) if not code else frozenset()


def missing_commits(git: Git, read: int) -> str:
    """Which commits of a clone aren't read, and what changes it; empty where all are."""
    if read >= MOST_COMMITS:
        return f"commits before the newest {MOST_COMMITS:,}; `git log -- PATH` has all"
    if git.answer("rev-parse", "--is-shallow-repository")[1].strip() == b"true":
        return "commits that this shallow clone lacks: `git fetch --unshallow`, then ask again"
    return ""


def remotes(git: Git) -> frozenset[str]:
    """The names of a clone's repository at its remotes, such as `owner/name`, in lower case."""
    _, printed = git.answer("config", "--get-regexp", r"^remote\..*\.url$")
    urls = (line.partition(" ")[2].strip().lower() for line in printed.decode("utf-8", "replace").split("\n"))
    paths = (re.sub(r"^(?:[a-z+]+://)?[^/:]*[:/](?:\d+/)?", "", url).removesuffix(".git").strip("/") for url in urls)
    return frozenset(filter(None, paths))


def merged_request(commit: Commit) -> tuple[str, str]:
    """The number and title of the request that a commit merged, by the forms that forges write; else empty."""
    if title := merged_title(commit.subject, commit.body):
        found = re.search(r"\(([#!]\d+)\)\Z", title)
        return (found[1], title[: found.start()].strip()) if found else ("", "")
    if merge := _MERGED.match(commit.subject):
        return merge[1] or merge[2], ""
    squashed = _SQUASHED.search(commit.subject)
    return (squashed["number"], commit.subject[: squashed.start()].strip()) if squashed else ("", "")


def history_edges(
    commits: Iterable[Commit],
    paths: Collection[str],
    records: Callable[[str], Iterable[str]],
    shown: Callable[[str], str],
) -> Iterator[Node | Edge]:
    """The nodes and edges of commits. `paths` are the view's; `records` gives the keys that a record's name means.

    A merge touches nothing by itself, but the request that it merged does. `shown` masks a title.
    """
    known: dict[str, str] = {}
    listed = list(commits)
    for commit in listed:
        known[commit.sha] = commit.sha
        key, place = commit_key(commit.sha), EdgeEvidence("", 0, 0, commit.sha)
        yield Node(key, NodeKind.COMMIT, shown(commit.subject)[:200], commit.committed_at)
        number, title = merged_request(commit)
        touching = [] if len(commit.parents) > 1 else [key]
        if number:
            request = request_key(number)
            yield Node(request, NodeKind.REQUEST, f"{number} {shown(title)}".strip()[:200])
            yield Edge(request, EdgeKind.MERGED, key, place)
            touching.append(request)
        for path in commit.paths:
            if path in paths:
                yield from (Edge(one, EdgeKind.TOUCHES, file_key(path), place) for one in touching)
        for mention in mentions_of(f"{commit.subject}\n{commit.body}", "text"):
            if mention.role in ("record", "named"):
                yield from (Edge(key, EdgeKind.CITES, target, place) for target in records(mention.target))
    for commit in listed:
        for match in _REVERTED.finditer(commit.body):
            reverted = known.get(match[1]) or _only_match(match[1], known)
            if reverted:
                yield Edge(
                    commit_key(commit.sha), EdgeKind.REVERTS, commit_key(reverted), EdgeEvidence("", 0, 0, commit.sha)
                )


def _only_match(beginning: str, known: Iterable[str]) -> str:
    """The one id that begins so; empty where there are none or several."""
    found = [sha for sha in known if sha.startswith(beginning)]
    return found[0] if len(found) == 1 else ""
