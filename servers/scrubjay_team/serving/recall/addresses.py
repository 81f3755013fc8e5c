"""Addresses as answers print them, `repository:path:lines @ commit`, wherever a path or a source is given. Pure."""

from collections.abc import Collection
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

_LINES: Final = pattern(r"(.+):(\d{1,7}(?:-\d{1,7})?)")
_COMMIT: Final = pattern(r"\s+@\s+[0-9a-fA-F]{7,64}\s*\Z")
_FOREIGN: Final = pattern(r"[:@\s]")
"""What is no mere path: another repository's name before it, a URL, words."""


@dataclass(frozen=True, slots=True)
class PrintedAddress:
    """A repository's name, a path in it or a record's name, and lines such as "3-9"; each may be empty."""

    repo: str
    path: str
    lines: str = ""

    @property
    def place(self) -> str:
        """The path with its lines, without the repository."""
        return f"{self.path}:{self.lines}" if self.lines else self.path


def read_address(text: str, repo: str, names: Collection[str]) -> PrintedAddress:
    """An address, or a mere path, of a call that names `repo`; `names` are the granted repositories.

    Raises UsageError where the address names another repository than the call.
    """
    bare = _COMMIT.sub("", text.strip())
    name, colon, rest = bare.partition(":")
    if colon and name in names:
        if repo and name != repo:
            raise UsageError(f"{text.strip()[:200]!r} is of {name}, and repo is {repo}. Give one of them.")
        repo, bare = name, rest.strip()
    match = _LINES.fullmatch(bare)
    return PrintedAddress(repo, match[1], match[2]) if match else PrintedAddress(repo, bare)


def read_sources(sources: Collection[str], repo: str, names: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The repository that some sources are of, and each as a place in it. Raises UsageError for none or several."""
    read = [read_address(source, repo, names) for source in sources]
    found = sorted({one.repo for one in read if one.repo})
    if len(found) > 1:
        raise UsageError(
            f"The sources are of {', '.join(found)}; a memory belongs to one repository. Keep one of each."
        )
    if read and not found and len(names) > 1:
        place = "path:lines" if _FOREIGN.search(read[0].path) else read[0].place
        raise UsageError(
            f"Several repositories are granted to you, so say which one the sources are of: repo=, or as answers print "
            f"it, {sorted(names)[0]}:{place}. Yours: {', '.join(sorted(names)[:50])}."
        )
    return (found or [repo])[0], tuple(one.place for one in read)
