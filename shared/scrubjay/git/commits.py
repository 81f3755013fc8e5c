"""Does this commit exist, and is it part of what HEAD has? Answers for many ids by few calls."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scrubjay.git.process import Git

_HEX = re.compile(r"[0-9a-f]{4,64}\Z")


class Presence(StrEnum):
    """What a clone knows of a commit id or its first digits."""

    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"
    AMBIGUOUS = "ambiguous"
    ABSENT = "absent"
    NO_COMMIT = "no commit"


@dataclass(frozen=True, slots=True)
class Known:
    """The full id, where there is just one, and how HEAD stands to it."""

    sha: str
    presence: Presence


def look_up(git: Git, ids: Iterable[str], head: str) -> dict[str, Known]:
    """Each id, in full or its first digits in lower case, with what this clone knows of it.

    Two calls of git for any number of ids. `head` is a full commit id; without commits nothing is reachable.
    Raises GitFailed.
    """
    asked = [one for one in dict.fromkeys(ids) if _HEX.match(one)]
    found: dict[str, Known] = {}
    if not asked:
        return found
    out = git.run("cat-file", "--batch-check", input="".join(f"{one}\n" for one in asked).encode("ascii"))
    for one, line in zip(asked, out.decode("ascii", "replace").splitlines(), strict=False):
        words = line.split()
        if len(words) == 3:
            presence = Presence.UNREACHABLE if words[1] == "commit" else Presence.NO_COMMIT
            found[one] = Known(words[0], presence)
        else:
            found[one] = Known("", Presence.AMBIGUOUS if line.endswith("ambiguous") else Presence.ABSENT)
    commits = {known.sha for known in found.values() if known.presence is Presence.UNREACHABLE}
    outside = _outside(git, commits, head)
    return {
        one: Known(known.sha, Presence.REACHABLE)
        if known.presence is Presence.UNREACHABLE and known.sha not in outside
        else known
        for one, known in found.items()
    }


def _outside(git: Git, commits: set[str], head: str) -> set[str]:
    """Those commits that HEAD doesn't have."""
    if not commits or not head:
        return commits
    lines = "".join(f"{sha}\n" for sha in sorted(commits)) + f"^{head}\n"
    listed = git.run("rev-list", "--stdin", input=lines.encode("ascii")).decode("ascii", "replace").split()
    return commits & set(listed)


def message(git: Git, sha: str, limit: int = 20_000) -> str:
    """A commit's message and the names of the paths it changed, at most `limit` characters."""
    out = git.run(
        "log", "-1", "--no-walk", "--format=%B", "--name-only", "--no-renames", "--diff-merges=first-parent",
        "--no-ext-diff", "--no-textconv", "--end-of-options", sha, "--",
    )  # fmt: skip
    return out.decode("utf-8", "replace")[:limit]
