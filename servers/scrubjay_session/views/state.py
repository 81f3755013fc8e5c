"""Rendered repository state, part by part, with limits."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay_serving.heading import heading
from scrubjay_session.views.commits import line

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.git.status import Changes

DIFF_BYTES = 16_000
"""About 5,000 tokens of patch; `git diff` shows the rest."""


def state(workspace: "Workspace", include: Sequence[str], limit: int) -> str:
    """The requested parts, in the order of the request."""
    from scrubjay.git.head import head

    current = head(workspace.git)
    parts = {"status": _status, "commits": _commits, "diff": _diff, "files": _files, "branches": _branches}
    return "\n".join(
        [heading(workspace, current), *(text for name in include for text in parts[name](workspace, limit))]
    )


def _status(workspace: "Workspace", limit: int) -> list[str]:
    from scrubjay.git.status import status

    current = status(workspace.git, workspace.repository)
    lines = []
    if current.in_progress:
        lines.append(f"In progress: {current.in_progress}")
    if current.conflicted.count:
        lines.append(_changes("In conflict", current.conflicted, limit))
    if current.upstream:
        lines.append(f"Upstream: {current.upstream}, {current.ahead} ahead, {current.behind} behind")
    if current.unknown:
        return [*lines, f"Working tree: unknown. {current.unknown}"]
    changes = (("Staged", current.staged), ("Not staged", current.unstaged), ("Untracked", current.untracked))
    lines.extend(_changes(name, change, limit) for name, change in changes if change.count)
    return lines if any(change.count for _, change in changes) else [*lines, "Working tree: clean"]


def _changes(name: str, changes: "Changes", limit: int) -> str:
    more = f", … {changes.count - limit} more" if changes.count > limit else ""
    return f"{name} ({changes.count}): {', '.join(changes.paths[:limit])}{more}"


def _commits(workspace: "Workspace", limit: int) -> list[str]:
    from scrubjay.git.head import head
    from scrubjay.git.history import newest_commits

    recent = newest_commits(workspace.git, limit)
    people, current = workspace.people, head(workspace.git)
    return ["Commits:", *(line(commit, people, current) for commit in recent)] if recent else ["Commits: none yet"]


def _diff(workspace: "Workspace", limit: int) -> list[str]:
    from scrubjay.git.uncommitted import diff
    from scrubjay.privacy.secrets.masking import mask

    patch = mask(diff(workspace.git, DIFF_BYTES).rstrip("\n")).text
    fence = "`" * max(3, *(len(run) + 1 for run in _backticks(patch)))
    return ["Diff against HEAD:", f"{fence}diff", patch, fence] if patch else ["Diff against HEAD: none"]


def _backticks(text: str) -> list[str]:
    runs = [part for part in "".join(c if c == "`" else " " for c in text).split() if part]
    return runs or [""]


def _files(workspace: "Workspace", limit: int) -> list[str]:
    from scrubjay.git.head import head
    from scrubjay.git.tree import TreeListing

    tree = head(workspace.git).tree
    listing = TreeListing(workspace.git, tree) if tree else None
    tops = Counter(entry.path.partition("/")[0] + ("/" if "/" in entry.path else "") for entry in listing or ())
    entries = [f"{name} ({count})" if name.endswith("/") else name for name, count in sorted(tops.items())]
    more = f", … {len(entries) - limit} more" if len(entries) > limit else ""
    total = f"{'the first ' if listing and listing.cut else ''}{tops.total()}"
    return [f"Files at HEAD ({total}): {', '.join(entries[:limit])}{more}"]


def _branches(workspace: "Workspace", limit: int) -> list[str]:
    from scrubjay.git.branches import branches

    listed = branches(workspace.git, limit)
    tips = [branch.commit for branch in listed]
    subjects = [workspace.people.text(branch.subject, *tips) for branch in listed]
    return [
        "Branches:",
        *(f"- {b.name} @ {b.commit[:10]} {b.date[:10]} {text}" for b, text in zip(listed, subjects, strict=True)),
    ]
