"""Line authorship (git blame): the commits that last wrote some lines of a file."""

from collections import Counter
from collections.abc import Sequence

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
