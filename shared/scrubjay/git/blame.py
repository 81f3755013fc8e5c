"""Line authorship (git blame): the commits that last wrote some lines of a file."""

from scrubjay.git.process import Git


def blamed_commits(git: Git, commit: str, path: str, lines: tuple[int, int]) -> frozenset[str]:
    """The commits that last wrote some lines (1-based, inclusive) of a file at a commit; empty where it lacks them.

    A renamed file is followed. git walks no further back than these lines need.
    """
    first, last = lines
    code, out = git.answer("blame", "--porcelain", "-s", "-L", f"{first},{last}", commit, "--", path, timeout=20)
    if code:
        return frozenset()
    heads = (line.split(b" ") for line in out.split(b"\n") if not line.startswith(b"\t"))
    return frozenset(
        words[0].decode("ascii", "replace") for words in heads if len(words) in (3, 4) and len(words[0]) >= 40
    )
