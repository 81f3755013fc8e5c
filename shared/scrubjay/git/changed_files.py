"""Files that merges changed, as the clone has it, so that no forge need be asked."""

from collections.abc import Mapping, Sequence

from scrubjay.git.ancestry import existing_commits
from scrubjay.git.history import read_commits, with_paths
from scrubjay.git.process import Git


class FilesInGit:
    """The files that commits of a clone changed, against their first parents."""

    def __init__(self, git: Git) -> None:
        self._git = git

    def __call__(self, commits: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """By commit, of those that the clone has."""
        wanted = [one for one in commits if len(one) in (40, 64) and not set(one) - set("0123456789abcdef")]
        here = existing_commits(self._git, wanted)
        if not here:
            return {}
        found = [one for one in read_commits(self._git, sorted(here)) if not isinstance(one, str)]
        return {one.sha: one.paths for one in with_paths(self._git, found)}
