"""Functions behind the git tools: the state of a worktree, a search of recent commits, and a file's commits."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.git.branches import branches
from scrubjay.git.head import Head, head
from scrubjay.git.history import file_history, newest_commits
from scrubjay.git.record import Commit
from scrubjay.git.status import Changes, status
from scrubjay.git.tree import TreeListing
from scrubjay.git.uncommitted import diff
from scrubjay.model.paths import safe_path
from scrubjay.privacy.secrets.masking import mask
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.history.authors import People
from scrubjay.wiring.tool_calls import CallTarget, heading

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

DIFF_BYTES = 16_000
"""About 5,000 tokens of patch; `git diff` shows the rest."""

MAX_SUBJECT = 200
SHOWN_PATHS = 5
BODY_LINES = 3


def get_repository_state(target: CallTarget, *, include: Sequence[str], limit: int) -> str:
    """The requested parts, in the order of the request."""
    current = head(target.workspace.git)
    parts = {
        "status": _status_lines,
        "commits": _commit_lines,
        "diff": _diff_lines,
        "files": _file_lines,
        "branches": _branch_lines,
    }
    asked = [text for name in dict.fromkeys(include) for text in parts[name](target.workspace, limit)]
    return "\n".join([heading(target.workspace, current), *asked])


def search_commits(target: CallTarget, *, query: str, path: str, limit: int) -> str:
    """The hits among recent commits, each with the start of its body and some of its paths."""
    hits, searched = target.workspace.commit_search.search(query, path, limit)
    current, people = head(target.workspace.git), target.workspace.people
    lines = [heading(target.workspace, current)]
    if not hits:
        lines.append(
            f"No commit about {mask(query).text[:100]!r} among the newest {searched}. "
            "Try other words, or search_knowledge for what documents say."
        )
    for hit in hits:
        lines.append(
            _commit_line(hit.commit, people, current) + (f" (reverted by {hit.reverted_by})" if hit.reverted_by else "")
        )
        body = [text.strip() for text in people.text(hit.commit.body, current.commit).splitlines() if text.strip()]
        lines.extend(f"  {text[:MAX_SUBJECT]}" for text in body[:BODY_LINES])
        paths = hit.commit.paths
        more = f", … {len(paths) - SHOWN_PATHS} more" if len(paths) > SHOWN_PATHS else ""
        if paths:
            lines.append(f"  changed: {', '.join(paths[:SHOWN_PATHS])}{more}")
    return "\n".join(lines)


def get_file_history(target: CallTarget, *, path: str, limit: int) -> str:
    """A file's commits, each with the file's name at that commit."""
    git, path = target.workspace.git, safe_path(path)
    current, commits = head(git), file_history(git, path, limit)
    name = shown(path)
    lines = [heading(target.workspace, current)]
    if not commits:
        lines.append(
            f"No commit of HEAD's history changed {name}. Check the spelling; get_repository_state lists files."
        )
        return "\n".join(lines)
    lines.append(f"{name}, newest first:")
    for commit in commits:
        then = f" (as {commit.paths[0]})" if commit.paths and commit.paths[0] != path else ""
        lines.append(_commit_line(commit, target.workspace.people, current) + then)
    if len(commits) == limit:
        lines.append(f"(there may be more; get_file_history with limit above {limit} shows them)")
    return "\n".join(lines)


def _commit_line(commit: Commit, people: People, head: Head) -> str:
    """Id, day, author and subject, as people are shown; secrets and e-mail addresses are masked."""
    author = people.author(commit.author)
    subject = people.text(commit.subject, head.commit)[:MAX_SUBJECT]
    return f"- {commit.short} {commit.committed_at[:10]}{f' {author}' if author else ''}: {subject}"


def _status_lines(workspace: "Workspace", limit: int) -> list[str]:
    current = status(workspace.git, workspace.repository)
    lines = []
    if current.in_progress:
        lines.append(f"In progress: {current.in_progress}")
    if current.conflicted.count:
        lines.append(_changes_line("In conflict", current.conflicted, limit))
    if current.upstream:
        lines.append(f"Upstream: {current.upstream}, {current.ahead} ahead, {current.behind} behind")
    if current.unknown:
        return [*lines, f"Working tree: unknown. {current.unknown}"]
    changes = (("Staged", current.staged), ("Not staged", current.unstaged), ("Untracked", current.untracked))
    lines.extend(_changes_line(name, change, limit) for name, change in changes if change.count)
    return lines if any(change.count for _, change in changes) else [*lines, "Working tree: clean"]


def _changes_line(name: str, changes: Changes, limit: int) -> str:
    more = f", … {changes.count - limit} more" if changes.count > limit else ""
    return f"{name} ({changes.count}): {', '.join(changes.paths[:limit])}{more}"


def _commit_lines(workspace: "Workspace", limit: int) -> list[str]:
    recent = newest_commits(workspace.git, limit)
    people, current = workspace.people, head(workspace.git)
    return (
        ["Commits:", *(_commit_line(commit, people, current) for commit in recent)] if recent else ["Commits: none yet"]
    )


def _diff_lines(workspace: "Workspace", limit: int) -> list[str]:
    patch = mask(diff(workspace.git, DIFF_BYTES).rstrip("\n")).text
    fence = "`" * max(3, *(len(run) + 1 for run in _backtick_runs(patch)))
    return ["Diff against HEAD:", f"{fence}diff", patch, fence] if patch else ["Diff against HEAD: none"]


def _backtick_runs(text: str) -> list[str]:
    runs = [part for part in "".join(c if c == "`" else " " for c in text).split() if part]
    return runs or [""]


def _file_lines(workspace: "Workspace", limit: int) -> list[str]:
    tree = head(workspace.git).tree
    listing = TreeListing(workspace.git, tree) if tree else None
    tops = Counter(entry.path.partition("/")[0] + ("/" if "/" in entry.path else "") for entry in listing or ())
    entries = [f"{name} ({count})" if name.endswith("/") else name for name, count in sorted(tops.items())]
    more = f", … {len(entries) - limit} more" if len(entries) > limit else ""
    total = f"{'the first ' if listing and listing.cut else ''}{tops.total()}"
    return [f"Files at HEAD ({total}): {', '.join(entries[:limit])}{more}"]


def _branch_lines(workspace: "Workspace", limit: int) -> list[str]:
    listed = branches(workspace.git, limit)
    tips = [branch.commit for branch in listed]
    subjects = [workspace.people.text(branch.subject, *tips) for branch in listed]
    return [
        "Branches:",
        *(f"- {b.name} @ {b.commit[:10]} {b.date[:10]} {text}" for b, text in zip(listed, subjects, strict=True)),
    ]
