"""Reflog of a ref, the newest entry first."""

from dataclasses import dataclass
from itertools import pairwise

from scrubjay.git.frames import records
from scrubjay.git.process import Git

MOST = 500

MOST_AMENDED = 2_000
"""Entries of HEAD's reflog that are searched for amended commits."""


@dataclass(frozen=True, slots=True)
class ReflogEntry:
    """A reflog entry: the commit that the ref moved to, and git's message, such as "commit (amend): title"."""

    commit: str
    message: str


def reflog(git: Git, ref: str, limit: int = MOST) -> tuple[ReflogEntry, ...]:
    """The newest reflog entries of a ref; none where it has no reflog, and none older than a commit that is gone."""
    listed = git.fields(
        "log", "-g", "-z", f"-{limit}", "--no-show-signature", "--encoding=UTF-8", "--format=%H%x00%gs",
        "--end-of-options", ref, "--", ok=range(256), timeout=20,
    )  # fmt: skip
    return tuple(
        ReflogEntry(commit.decode("ascii", "replace"), message.decode("utf-8", "replace"))
        for commit, message in records(listed, 2)
    )


def amended_commits(git: Git) -> dict[str, str]:
    """Maps each commit that was amended in this worktree to its final form, as far as the reflog reaches."""
    final: dict[str, str] = {}
    steps = reflog(git, "HEAD", MOST_AMENDED)
    for new, old in pairwise(steps):  # newest first, so that a chain ends at its last commit
        if new.message.startswith("commit (amend)") and old.commit != new.commit:
            final[old.commit] = final.get(new.commit, new.commit)
    return final
