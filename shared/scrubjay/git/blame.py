"""Line authorship (git blame): the commits that last wrote some lines of a file."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.git.head import utc
from scrubjay.git.process import Git


def blamed_commits(git: Git, commit: str, path: str, lines: tuple[int, int]) -> frozenset[str]:
    """The commits that last wrote some lines (1-based, inclusive) of a file at a commit; empty where it lacks them."""
    return frozenset(blamed_lines(git, commit, path, lines))


def blamed_lines(
    git: Git, commit: str, path: str, lines: tuple[int, int], *, ignored: Sequence[str] = (), timeout_s: float = 20
) -> Counter[str]:
    """How many of some lines (1-based, inclusive) of a file at a commit each commit last wrote.

    A renamed file is followed. git walks no further back than these lines need, converts no text, and passes over the
    `ignored` commits alone: the list that the clone's configuration names may be missing, or anything.
    """
    first, last = lines
    code, out = git.answer(
        "blame", "--porcelain", "-s", "--no-textconv", "--no-ignore-revs-file",
        *(f"--ignore-rev={sha}" for sha in ignored), "-L", f"{first},{last}", commit, "--", path, timeout=timeout_s,
    )  # fmt: skip
    if code:
        return Counter()
    heads = (line.split(b" ") for line in out.split(b"\n") if not line.startswith(b"\t"))
    return Counter(
        words[0].decode("ascii", "replace") for words in heads if len(words) in (3, 4) and len(words[0]) >= 40
    )


@dataclass(frozen=True, slots=True)
class LineWriter:
    """Who last wrote a line: the author's name, and the day of the commit (ISO 8601, UTC)."""

    name: str
    day: str


def line_writer(git: Git, commit: str, path: str, lines: tuple[int, int]) -> LineWriter | None:
    """Who last wrote some lines (1-based, inclusive) of a file at a commit; None where git doesn't tell."""
    first, last = lines
    code, out = git.answer(
        "blame", "--porcelain", "--no-textconv", "--no-ignore-revs-file", "-L", f"{first},{last}", commit, "--", path,
        timeout=5,
    )  # fmt: skip
    found: list[tuple[int, str]] = []
    name = ""
    for line in out.decode("utf-8", "replace").split("\n") if not code else ():
        field, _, value = line.partition(" ")
        if field == "author":
            name = value
        elif field == "committer-time" and value.isdigit():
            found.append((int(value), name))
    newest = max(found, default=None)
    return LineWriter(newest[1], utc(newest[0])[:10]) if newest else None
