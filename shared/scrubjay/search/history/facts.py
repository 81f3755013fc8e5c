"""Facts of commits for a reader: title, authors, date of writing; a forge's merge shows what it merged."""

from collections.abc import Mapping, Sequence

from scrubjay.git.history import read_commits
from scrubjay.git.merged import merged_title
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.model.history import CommitFacts
from scrubjay.privacy.personal import without_addresses
from scrubjay.privacy.personal.names import displayed_name
from scrubjay.privacy.secrets.masking import mask

MOST_MERGED = 50
"""Commits of one merge that are read, the newest."""


def commit_facts(git: Git, shas: Sequence[str]) -> dict[str, CommitFacts]:
    """The facts of some commits; one that can't be read is absent. Each merge costs a process."""
    commits = {commit.sha: commit for commit in read_commits(git, list(shas)) if isinstance(commit, Commit)}
    merged = {sha: _merged(git, commit.parents) for sha, commit in commits.items() if len(commit.parents) > 1}
    inner = list(dict.fromkeys(sha for shas in merged.values() for sha in shas if sha not in commits))
    known = commits | {commit.sha: commit for commit in read_commits(git, inner) if isinstance(commit, Commit)}
    return {sha: _facts(commit, merged.get(sha, ()), known) for sha, commit in commits.items()}


def _facts(commit: Commit, merged: tuple[str, ...], known: Mapping[str, Commit]) -> CommitFacts:
    wrote = [known[sha].author for sha in merged if sha in known] or [commit.author]
    title = merged_title(commit.subject, commit.body) or commit.subject
    return CommitFacts(
        sha=commit.sha,
        title=mask(without_addresses(title)).text[:200],
        authors=tuple(dict.fromkeys(displayed_name(name) for name in reversed(wrote))),
        authored_at=commit.authored_at,
        committed_at=commit.committed_at,
        merged=merged,
    )


def _merged(git: Git, parents: Sequence[str]) -> tuple[str, ...]:
    """The commits that a merge brought, newest first."""
    code, out = git.answer(
        "rev-list", "--no-merges", f"-{MOST_MERGED}", "--end-of-options", *parents[1:], f"^{parents[0]}", "--"
    )
    return tuple(out.decode("ascii", "replace").split()) if code == 0 else ()
